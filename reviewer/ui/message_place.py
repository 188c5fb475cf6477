"""Where a message lies: over the pictures, so that nothing moves that the mouse aims at."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QStackedWidget, QWidget

from reviewer.ui import fonts
from reviewer.ui.extras.page import BAR
from reviewer.ui.message_bar import MessageBar

_MOVES = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})
_EDGE = 8


class Floating(QObject):
    """Keeps the bar at the lower edge of the pictures; on other pages under their title."""

    def __init__(
        self,
        bar: MessageBar,
        page: QWidget,
        *,
        desk: QWidget,
        workspace: QWidget,
        stack: QStackedWidget,
    ) -> None:
        super().__init__(page)
        self._bar, self._page = bar, page
        self._desk, self._workspace, self._stack = desk, workspace, stack
        bar.setParent(page)
        bar.hide()
        bar.changed.connect(self.place)
        stack.currentChanged.connect(self.place)
        for widget in (page, desk):
            widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Qt's hook: the place follows what it lies over."""
        if event.type() in _MOVES and not self._bar.isHidden():
            self.place()
        return False

    def place(self) -> None:
        """Put the bar where it belongs for the page that is shown."""
        is_desk = self._stack.currentWidget() is self._workspace
        over = self._desk if is_desk else self._stack
        area = QRect(over.mapTo(self._page, QPoint(0, 0)), over.size())
        area = area.intersected(self._page.rect())
        edge = fonts.scaled(_EDGE)
        width = max(0, area.width() - 2 * edge)
        height = self._bar.height_at(width)
        under_title = area.top() + fonts.scaled(BAR) + edge
        top = area.bottom() + 1 - edge - height if is_desk else under_title
        self._bar.setGeometry(area.left() + edge, top, width, height)
        self._bar.raise_()
