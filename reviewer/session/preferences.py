"""The person's settings, for the rooms above the store."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from reviewer.model.failure import told
from reviewer.model.wording import worded
from reviewer.session.disk_jobs import on_disk
from reviewer.store.settings import (
    JudgeSettings,
    KnownFolder,
    Settings,
    folder_name,
    load_settings,
    note_last_task,
    put_aside,
    save_settings,
    with_recent,
    without_recent,
)

if TYPE_CHECKING:
    from reviewer.session.desk import Session

__all__ = [
    "KnownFolder",
    "Settings",
    "changed",
    "changed_judge",
    "folder_name",
    "keep",
    "keep_last_task",
    "load_settings",
    "put_aside",
    "save_settings",
    "with_recent",
    "without_recent",
]


def keep(settings: Settings, session: Session) -> None:
    """Save settings beside the window, and before it has closed.

    Where that fails they hold until then, which is said once.
    """

    def failed(error: Exception) -> None:
        text = worded("{why} What you set holds until you close the window.", why=told(error))
        if not any(message.text == text for message in session.messages):
            session.say(text, is_error=True)

    on_disk(
        session,
        "settings",
        lambda: save_settings(settings),
        done=lambda _: None,
        failed=failed,
        is_kept=True,
    )


def keep_last_task(session: Session, folder: Path, task_id: str) -> None:
    """Write which task is open, beside the window: a program that is ended opens it again."""
    on_disk(
        session,
        "last-task",
        lambda: note_last_task(folder, task_id),
        done=lambda _: None,
        # It is written with all other settings when the window closes, which says what is wrong.
        failed=lambda error: None,
        is_kept=True,
    )


def changed_judge(settings: Settings, values: Mapping[str, Any]) -> JudgeSettings:
    """How the judge is asked, with some values replaced."""
    return msgspec.structs.replace(settings.judge, **values)


def changed(settings: Settings, **values: Any) -> Settings:  # noqa: ANN401 - any setting
    """The settings with some values replaced."""
    return msgspec.structs.replace(settings, **values)
