"""Reading and writing files beside the window: one after the other, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from reviewer.session.desk import Session

Answer = TypeVar("Answer")


def on_disk(
    session: Session,
    key: str,
    work: Callable[[], Answer],
    *,
    done: Callable[[Answer], None],
    failed: Callable[[Exception], None] | None = None,
    task: str = "",
    title: str = "",
    is_kept: bool = False,
) -> None:
    """Run `work` after what was handed over before it; a failure is said at the task it is about.

    What writes what a person did `is_kept`: it is done whatever is cancelled, on closing too.
    """
    session.jobs.submit(
        key,
        lambda token: work(),
        done=done,
        failed=failed or session.failing(task),
        pool="disk",
        title=title,
        is_quiet=True,
        is_kept=is_kept,
    )
