"""The scrolled middle: only the rows that can be seen exist as widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.key_filter import KEEPS_ARROWS, without_input_method
from reviewer.ui.panel.blocks import CARD, ITEM, Block, Plan
from reviewer.ui.panel.scroll import ThinScrollBar

Place = tuple[str, int]


class RowsArea(QWidget):
    """Shows a plan. `make` builds a widget for a kind of row, `fill` says what it shows.

    `press` is asked about each key that reaches the rows; True uses it up.
    """

    def __init__(
        self,
        make: Callable[[str], QWidget],
        fill: Callable[[QWidget, Block, int], None],
        press: Callable[[QKeyEvent], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._make, self._fill, self._press = make, fill, press
        self._plan = Plan((), (), 0, 0)
        self._live: dict[Place, tuple[str, QWidget]] = {}
        self._spare: dict[str, list[QWidget]] = {}
        self.bar = ThinScrollBar(self.tr("Scroll the rows"), self)
        self.bar.valueChanged.connect(lambda _: self._show_rows())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Items and checks"))
        self.setProperty(KEEPS_ARROWS, False)
        without_input_method(self)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(320), fonts.scaled(400))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.of(self).panel))

    def set_plan(self, plan: Plan) -> None:
        """Show other blocks; rows that stay keep their widget."""
        self._plan = plan
        self._adjust_bar()
        self._show_rows(refill=True)

    def refresh(self) -> None:
        """What the visible rows show has changed."""
        self._show_rows(refill=True)

    def place_of(self, row_id: str) -> tuple[int, int] | None:
        """Top and height of a row, or None when no block shows it."""
        for block in self._plan.flow:
            for number, row in enumerate(block.rows):
                if getattr(row, "id", None) == row_id:
                    return block.y + number * block.each, block.each
        return None

    def place_of_fold(self, key: str) -> tuple[int, int] | None:
        """Top and height of a fold's line with what it unfolds; None when it does not scroll."""
        flow = self._plan.flow
        place = next((n for n, block in enumerate(flow) if block.key == key), None)
        if place is None:
            return None
        inside = 0
        for block in flow[place + 1 :] if flow[place].is_open else ():
            if not is_row(block):
                break
            inside += block.height
        return flow[place].y, flow[place].height + inside

    def keep_still(self, key: str, y: int) -> None:
        """Scroll so that the line of a fold stays where it was on the screen."""
        found = self.place_of_fold(key)
        if found is not None:
            self.bar.setValue(found[0] - y)

    def reveal(self, top: int, height: int) -> None:
        """Scroll as little as needed to have a stretch in view."""
        value, page = self.bar.value(), self.height()
        if top < value or height > page:
            self.bar.setValue(top)
        elif top + height > value + page:
            self.bar.setValue(top + height - page)

    def reveal_row(self, row_id: str) -> None:
        """Have a row in view, where a block shows it."""
        found = self.place_of(row_id)
        if found is not None:
            self.reveal(*found)

    def reveal_fold(self, key: str, *, most: int) -> None:
        """Have the line of a fold in view, with so much of what it unfolds."""
        found = self.place_of_fold(key)
        if found is not None:
            self.reveal(found[0], min(found[1], most))

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._adjust_bar()
        self._show_rows()

    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels = event.pixelDelta().y()
        step = pixels if pixels else event.angleDelta().y() * fonts.scaled(84) / 120
        self.bar.setValue(round(self.bar.value() - step))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._press(event):
            super().keyPressEvent(event)

    def _adjust_bar(self) -> None:
        width = self.bar.sizeHint().width()
        self.bar.setGeometry(self.width() - width, 0, width, self.height())
        self.bar.setRange(0, max(0, self._plan.height - self.height()))
        self.bar.setPageStep(max(1, self.height()))
        self.bar.setSingleStep(fonts.scaled(28))
        self.bar.setVisible(self.bar.maximum() > 0)
        self.bar.raise_()

    def _in_view(self) -> Iterator[tuple[Block, int]]:
        top, bottom = self.bar.value(), self.bar.value() + self.height()
        for block in self._plan.flow:
            if block.y >= bottom or block.y + block.height <= top or block.each <= 0:
                continue
            first = max(0, (top - block.y) // block.each)
            last = min(len(block.rows), -(-(bottom - block.y) // block.each))
            for number in range(first, last):
                yield block, number

    def _show_rows(self, *, refill: bool = False) -> None:
        wanted = list(self._in_view())
        places = {(block.key, number) for block, number in wanted}
        kinds = {(block.key, number): block.kind for block, number in wanted}
        for place in list(self._live):
            kind, widget = self._live[place]
            if place not in places or kinds[place] != kind:
                del self._live[place]
                widget.hide()
                _forget(widget)
                self._spare.setdefault(kind, []).append(widget)
        for block, number in wanted:
            place = (block.key, number)
            is_new = place not in self._live
            if is_new:
                self._live[place] = (block.kind, self._take(block.kind))
            widget = self._live[place][1]
            y = block.y + number * block.each - self.bar.value()
            widget.setGeometry(0, y, self.width(), block.each)
            if is_new or refill:
                self._fill(widget, block, number)
            if is_new:
                widget.show()
        self.bar.raise_()

    def _take(self, kind: str) -> QWidget:
        spare = self._spare.get(kind)
        if spare:
            return spare.pop()
        made = self._make(kind)
        made.setParent(self)
        return made


def _forget(widget: QWidget) -> None:
    """A spare row keeps no words: in blind mode what it said before may be secret now."""
    widget.setAccessibleName("")
    widget.setAccessibleDescription("")
    widget.setToolTip("")


def is_row(block: Block) -> bool:
    """True for blocks whose rows a person can be on."""
    return block.kind == CARD or block.kind.endswith((ITEM, "check"))
