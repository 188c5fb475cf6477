"""GIMP for the picture or file that has the keyboard; never for the golden one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model import RESULT
from reviewer.model.wording import worded
from reviewer.session import gimp_window, pair_desk
from reviewer.session.refusing import RefusedError

if TYPE_CHECKING:
    from reviewer.ui.window import Window


def open_in_gimp(window: Window) -> None:
    """Open the row of Files or the picture with the keyboard; says so, or why not."""
    state = window.session.current
    author = window.session.settings.author
    pair_desk.require_vote(state, author, why="GIMP would show its name")
    files = window.bottom.files.list
    row = files.current_row() if window.focusWidget() is files else None
    if row is not None and state is not None:
        found = (each for each in state.task.artifacts if str(each.path) == row.path)
        artifact = next(found, None)
        if artifact is None:
            said = "{file} is no file of this task any more; F5 reads it again"
            raise RefusedError(worded(said, file=row.path))
        gimp_window.open_artifact(window.session, artifact)
    else:
        window.session.open_in_gimp(_role(window))


def _role(window: Window) -> str:
    """The role of the picture that has the keyboard, else of the one shown large."""
    desk = window.pictures
    focused = window.focusWidget()
    pane = next((each for each in desk.stage.all_panes() if each.view is focused), None)
    if pane is None or (pane is desk.stage.main and desk.mode == "one"):
        return desk.current_role
    return pane.key if desk.pictures.has(pane.key) else RESULT
