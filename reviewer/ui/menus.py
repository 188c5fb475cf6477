"""The menu bar, built from the table of actions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from reviewer.ui import icons
from reviewer.ui.actions import ACTIONS, MENUS, Action
from reviewer.ui.translate import tr

# Where the mouse finds what has no menu of its own: keys of the whole window, keys of a page.
_WINDOW_MENU, _PAGE_MENU = "View", "Review"

# Menus that would be higher than a small window keep what belongs together a step further.
_FURTHER = {
    "mode-3up": "Compare", "mode-swipe": "Compare", "mode-onion": "Compare",
    "mode-difference": "Compare", "mode-sheet": "Compare",
    "fit": "Zoom", "zoom-100": "Zoom", "zoom-evidence": "Zoom", "zoom-in": "Zoom",
    "zoom-out": "Zoom",
    "clip-play": "Clip", "clip-crossing": "Clip", "clip-worst": "Clip",
    "panels": "Parts of the window", "pictures-only": "Parts of the window",
    "task-list": "Parts of the window", "next-region": "Parts of the window",
    "show-ledger": "Lower panel", "show-what-if": "Lower panel", "show-history": "Lower panel",
    "show-files": "Lower panel", "show-details": "Lower panel",
    "answer-yes": "Answer", "answer-no": "Answer", "answer-half": "Answer",
    "cannot-tell": "Answer", "number": "Answer", "take-back": "Answer",
}  # fmt: skip


def menu_of(action: Action) -> str:
    """The menu that an action stands in."""
    return action.menu or (_PAGE_MENU if action.view else _WINDOW_MENU)


class Menus:
    """Fills a menu bar; keys are shown only, the window's key filter acts on them.

    What a key does while it is held, a click begins and a second click ends.
    """

    def __init__(
        self,
        bar: QMenuBar,
        *,
        act: Callable[[str], bool],
        end: Callable[[str], None],
        page: Callable[[], str],
        is_enabled: Callable[[str], bool],
        is_checked: Callable[[str], bool],
        key_of: Callable[[str], str],
    ) -> None:
        self._bar, self._act, self._end, self._page = bar, act, end, page
        self._is_enabled, self._is_checked, self._key_of = is_enabled, is_checked, key_of
        self._held: set[str] = set()
        self.actions: dict[str, QAction] = {}
        for title in MENUS:
            menu = bar.addMenu(title)
            own = [action for action in ACTIONS if action.menu == title]
            others = [a for a in ACTIONS if not a.menu and menu_of(a) == title]
            further: dict[str, QMenu] = {}
            for number, action in enumerate((*own, *others)):
                starts_group = action.starts_group or number == len(own)
                name = _FURTHER.get(action.id, "")
                if name and name not in further:
                    if starts_group:
                        menu.addSeparator()
                    further[name] = menu.addMenu(tr(name))
                    starts_group = False
                self._add(further.get(name, menu), action, starts_group=starts_group)
            menu.aboutToShow.connect(self.refresh)

    def _add(self, menu: QMenu, action: Action, *, starts_group: bool) -> None:
        if starts_group:
            menu.addSeparator()
        made = menu.addAction("")
        made.setObjectName(action.id)
        made.setCheckable(action.checkable or action.hold)
        if action.icon:
            made.setIcon(icons.icon(action.icon, self._bar))
        made.triggered.connect(lambda _=False: self._choose(action))
        self.actions[action.id] = made
        self._refresh(action)

    def _choose(self, action: Action) -> None:
        if action.id in self._held:
            self._held.discard(action.id)
            self._end(action.id)
            return
        if action.hold:
            self._held.add(action.id)
        self._act(action.id)

    def let_go(self) -> None:
        """End what a click began: another task or another page is shown."""
        held, self._held = self._held, set()
        for action_id in held:
            self._end(action_id)

    def refresh(self) -> None:
        """Keys, ticks and what is enabled, as they are now."""
        for action in ACTIONS:
            if action.id in self.actions:
                self._refresh(action)

    def _refresh(self, action: Action) -> None:
        made = self.actions[action.id]
        words = QCoreApplication.translate("Actions", action.text)
        key = self._key_of(action.id)
        if action.hold:
            words = words.removesuffix(" (hold)")
        made.setText(f"{words}\t{key}" if key else words)
        made.setVisible(action.view in ("", self._page()))
        made.setEnabled(self._is_enabled(action.id))
        if action.checkable or action.hold:
            made.setChecked(action.id in self._held or self._is_checked(action.id))
