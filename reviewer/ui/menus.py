"""The menu bar, built from the table of actions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from reviewer.ui import icons
from reviewer.ui.actions import ACTIONS, MENUS, Action


class Menus:
    """Fills a menu bar; keys are shown only, the window's key filter acts on them."""

    def __init__(
        self,
        bar: QMenuBar,
        *,
        act: Callable[[str], bool],
        is_enabled: Callable[[str], bool],
        is_checked: Callable[[str], bool],
        key_of: Callable[[str], str],
    ) -> None:
        self._bar = bar
        self._is_enabled, self._is_checked, self._key_of = is_enabled, is_checked, key_of
        self.actions: dict[str, QAction] = {}
        for title in MENUS:
            menu = bar.addMenu(title)
            for action in ACTIONS:
                if action.menu == title:
                    self._add(menu, action, act)
            menu.aboutToShow.connect(self.refresh)

    def _add(self, menu: QMenu, action: Action, act: Callable[[str], bool]) -> None:
        if action.starts_group:
            menu.addSeparator()
        made = menu.addAction("")
        made.setObjectName(action.id)
        made.setCheckable(action.checkable)
        if action.icon:
            made.setIcon(icons.icon(action.icon, self._bar))
        made.triggered.connect(lambda _=False: act(action.id))
        self.actions[action.id] = made
        self._refresh(action)

    def refresh(self) -> None:
        """Keys, ticks and what is enabled, as they are now."""
        for action in ACTIONS:
            if action.id in self.actions:
                self._refresh(action)

    def _refresh(self, action: Action) -> None:
        made = self.actions[action.id]
        words = QCoreApplication.translate("Actions", action.text)
        key = self._key_of(action.id)
        made.setText(f"{words}\t{key}" if key else words)
        made.setEnabled(self._is_enabled(action.id))
        if action.checkable:
            made.setChecked(self._is_checked(action.id))
