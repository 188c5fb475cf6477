"""In a result that is text: the lines that the rows of its grade stand on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model import Evidence
from reviewer.session.pictures import found_lines

if TYPE_CHECKING:
    from reviewer.session.state import TaskState
    from reviewer.ui.pictures.desk import PictureDesk


def mark_lines(desk: PictureDesk, state: TaskState | None, shown: Evidence | None) -> None:
    """Mark them all, and bring that of the row that is looked at into view."""
    if state is not None:
        desk.set_found_lines(found_lines(state, shown.check if shown is not None else ""))
