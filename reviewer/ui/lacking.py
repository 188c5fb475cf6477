"""What an action lacks before it can be run, in words for the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.ui.actions import BY_ID, EVERYWHERE
from reviewer.ui.translate import tr

if TYPE_CHECKING:
    from reviewer.ui.window import Window


def lack(window: Window, action_id: str) -> str:
    """What is missing for an action now; empty when it can be run."""
    action, view, session = BY_ID[action_id], window.extras.view, window.session
    if view != action.view and not (view == "" or action_id in EVERYWHERE):
        return tr("the desk: Esc goes back to it")
    if action.view and action.view != view:
        return tr("its own page ({page})").format(page=action.view)
    needs = action.needs
    if needs in ("folder", "task", "item") and session.root is None:
        return tr("an open folder")
    if needs in ("task", "item") and session.current is None:
        return tr("an open task")
    if needs == "maze" and not window.extras.is_maze:
        return tr("a maze on the desk")
    if needs == "clip" and not window.extras.is_clip:
        return tr("a clip on the desk")
    if needs == "item" and not window.panel.current_row():
        return tr("a row of the right panel")
    if needs == "disagreement" and not _is_torn(window):
        return tr("a row on which people disagree")
    return ""


def _is_torn(window: Window) -> bool:
    panel = window.session.panel()
    item = panel.item(window.panel.current_row()) if panel else None
    return item is not None and item.may_settle
