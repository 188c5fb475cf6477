"""The cells of a maze numbered along its way, as marks; what cannot be judged has none."""

from __future__ import annotations

from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import Mark


def cells(request: Request) -> tuple[Mark, ...]:
    """Pure, for the pool."""
    from reviewer.kinds.maze_sheet import numbered_cells

    try:
        return numbered_cells(request)
    except (UnreadableError, NotMeasured):
        # The task's own rows say why.
        return ()
