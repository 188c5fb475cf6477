"""Which page to look at: all of them beside each other, or a list where they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from reviewer.ui import fonts
from reviewer.ui.widgets.buttons import DropDown, add_choice
from reviewer.ui.widgets.segmented import Segment, Segmented


class PageChoice(QWidget):
    """One of several pages."""

    changed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: dict[str, str] = {}
        self.segments = Segmented(name)
        self.list = DropDown("", name)
        self.segments.changed.connect(self.changed)
        self.list.menu_wanted.connect(self._fill)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        # Pages that do not fit must not widen the window: the list takes their place.
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        row.addWidget(self.segments)
        row.addWidget(self.list)
        self.fit_into(0)

    def set_segments(self, segments: Sequence[Segment]) -> None:
        """Other pages; the current one stays if it is among them."""
        self._titles = {segment.key: segment.text for segment in segments}
        self.segments.set_segments(segments)
        self._say()

    def current(self) -> str:
        """The key of the page that is on."""
        return self.segments.current()

    def set_current(self, key: str) -> None:
        """Choose without telling anybody."""
        self.segments.set_current(key)
        self._say()

    def fit_into(self, width: int) -> None:
        """Show all pages beside each other when that takes no more than this width."""
        fits = self.segments.needed_width() <= width
        self.segments.setVisible(fits)
        self.list.setVisible(not fits)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        height = self.list.sizeHint().height()
        if self.segments.isHidden():
            return QSize(self.list.sizeHint().width(), height)
        return QSize(self.segments.needed_width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.scaled(80), self.list.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say()

    def _say(self) -> None:
        self.list.set_text(self._titles.get(self.current(), ""))

    def _fill(self, menu: QMenu) -> None:
        for key, title in self._titles.items():
            add_choice(menu, title, partial(self._choose, key), is_current=key == self.current())

    def _choose(self, key: str) -> None:
        self.set_current(key)
        self.changed.emit(key)
