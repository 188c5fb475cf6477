"""The corner of the menu bar: who reviews, how far they are, and what is theirs to choose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from reviewer.ui import fonts
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import DropDown, add_choice
from reviewer.ui.widgets.labels import ElidedLabel


class PersonCorner(QWidget):
    """A name that opens a small menu, and the progress beside it."""

    settings_wanted = Signal()
    languages_chosen = Signal(str)

    def __init__(self, languages: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._languages, self._chosen = languages, ""
        self.person = DropDown("", tr("Reviewing as"), framed=False, step="s")
        self.progress = ElidedLabel("", step="s", role="text2", right=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, fonts.scaled(16), 0)
        row.setSpacing(0)
        row.addWidget(self.person)
        row.addWidget(self.progress)
        # As high as the bar above its line, so that the words stand beside those of the menus.
        self.setMinimumHeight(fonts.scaled(32) - 1)
        self.person.menu_wanted.connect(self._fill)

    def set_person(self, name: str, languages: str) -> None:
        """Who reviews, and the languages that questions are shown in."""
        self._chosen = languages
        self.person.set_text(name)

    def set_progress(self, words: str) -> None:
        """How far the person is in the folder that is open."""
        self.progress.set_words(f"· {words}")
        self.progress.setFixedWidth(self.progress.sizeHint().width())

    def _fill(self, menu: QMenu) -> None:
        menu.addAction(tr("Change your name…")).triggered.connect(
            lambda _=False: self.settings_wanted.emit()
        )
        menu.addSection(tr("Questions in"))
        for key, words in self._languages.items():
            take = partial(self.languages_chosen.emit, key)
            add_choice(menu, words, take, is_current=key == self._chosen)
