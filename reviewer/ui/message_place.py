"""Where a message lies: over the pictures, so that nothing moves that the mouse aims at.

Pages beside the desk are read from edge to edge: there it has a strip of its own below the page.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QWidget

from reviewer.ui import fonts
from reviewer.ui.message_bar import MessageBar

_MOVES = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})
_EDGE = 8


class Floating(QObject):
    """Keeps the bar at the lower edge of the pictures; on other pages below what they show.

    `page` is a column that ends in the status row.
    """

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
        self._strip = QWidget()
        self._strip.setFixedHeight(0)
        column = page.layout()
        assert isinstance(column, QBoxLayout)
        column.insertWidget(column.count() - 1, self._strip)
        bar.setParent(page)
        bar.hide()
        bar.changed.connect(self.place)
        stack.currentChanged.connect(self.place)
        for widget in (page, desk, bar, self._strip):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt's hook: the place follows what it lies over."""
        if watched is self._bar:
            if event.type() == QEvent.Type.Hide:
                self._strip.setFixedHeight(0)
            elif event.type() == QEvent.Type.Show:
                self.place()
        elif event.type() in _MOVES and not self._bar.isHidden():
            self.place()
        return False

    def place(self) -> None:
        """Put the bar where it belongs for the page that is shown."""
        is_desk = self._stack.currentWidget() is self._workspace
        edge = fonts.scaled(_EDGE)
        over = self._desk if is_desk else self._strip
        area = QRect(over.mapTo(self._page, QPoint(0, 0)), over.size())
        area = area.intersected(self._page.rect()) if is_desk else area
        width = max(0, area.width() - 2 * edge)
        height = self._bar.height_at(width)
        is_apart = not is_desk and not self._bar.isHidden()
        self._strip.setFixedHeight(height + edge if is_apart else 0)
        top = area.bottom() + 1 - edge - height if is_desk else area.top()
        self._bar.setGeometry(area.left() + edge, top, width, height)
        self._bar.raise_()
