"""Where the keyboard goes: round the parts of the window, and back to the desk with Esc."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.ui.key_filter import keeps_plain, sets_a_value

if TYPE_CHECKING:
    from reviewer.ui.window import Window


def next_region(window: Window) -> None:
    """Give the keyboard to the next part of the window."""
    parts: list[QWidget] = [window.list_pane.view, window.workspace.pictures, window.panel]
    if window.bottom.isVisible():
        parts.append(window.bottom)
    shown = [part for part in parts if part.isVisible()]
    if not shown:
        return
    focused = QApplication.focusWidget()
    place = next((n for n, part in enumerate(shown) if _holds(part, focused)), -1)
    wanted = shown[(place + 1) % len(shown)]
    if wanted is window.bottom:
        window.bottom.focus_content()
    elif wanted is window.workspace.pictures:
        # A picture shows where keys go; the desk around it could not.
        window.workspace.pictures.focus_picture()
    else:
        wanted.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _holds(part: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (part is focused or part.isAncestorOf(focused))


def escape(window: Window) -> None:
    """Leave the field, or close what lies on top; the words of a filter stay."""
    if window.surfaces.close_top() or window.extras.leave():
        return
    workspace, focused = window.workspace, QApplication.focusWidget()
    if workspace.is_drawer_open:
        workspace.set_drawer(False)
    elif (
        sets_a_value(focused) or focused is window.list_pane.view or _is_in_a_form(window, focused)
    ):
        workspace.setFocus()
    elif workspace.is_pictures_only:
        window.toggle_pictures_only()
    elif window.messages.isVisible():
        window.messages.dismiss()
    elif window.bottom_tab:
        window.show_tab("")


def _is_in_a_form(window: Window, focused: QWidget | None) -> bool:
    """True where plain keys are dead beside the pictures: Esc gives them back."""
    return keeps_plain(focused, "0") and not _holds(window.bottom, focused)
