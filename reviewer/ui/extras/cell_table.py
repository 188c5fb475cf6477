"""A table whose counts can be opened: arrows go from cell to cell, Enter or a click opens one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from reviewer.model.counting import counted
from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import RowHeader, plain_tip
from reviewer.ui.widgets.scroll_bar import thin_bars

_INDEX = QModelIndex()
_ROW, _GAP, _SAMPLE = 32, 20, 400

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Cell:
    """One value as text; with tasks it is a link to them. `second` stands quietly behind it."""

    text: str
    second: str = ""
    tasks: tuple[str, ...] = ()
    name: str = ""
    role: str = "text"
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A title; text columns take the room that numbers leave."""

    title: str
    is_text: bool = False


def shared(room: int, wanted: Sequence[int]) -> list[int]:
    """How much of a room each gets: by what is wanted where it is enough, else the short ones
    whole and the long ones alike."""
    total = sum(wanted)
    if total <= room:
        return [round(room * each / (total or 1)) for each in wanted]
    given, left = [0] * len(wanted), room
    in_order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    for place, number in enumerate(in_order):
        given[number] = min(wanted[number], left // (len(wanted) - place))
        left -= given[number]
    return given


class CellModel(QAbstractTableModel):
    """Cells for Qt."""

    def __init__(self, columns: Sequence[Column], parent: QWidget) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.rows: Sequence[Sequence[Cell]] = ()

    def set_rows(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = _INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def cell(self, index: Index) -> Cell | None:
        """The cell at an index."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        return row[index.column()] if index.column() < len(row) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        cell = self.cell(index)
        if cell is None:
            return None
        words = f"{cell.text} {cell.second}".strip()
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = self.columns[index.column()].title
            opens = f", opens {counted(len(cell.tasks), 'task')}" if cell.tasks else ""
            return f"{title}: {words or 'nothing'}{opens}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{words}\nEnter lists these tasks" if cell.tasks else words)
        return None


class _CellDelegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        table = self.parent()
        if not isinstance(table, CellTable):
            return
        cell = table.cells.cell(index)
        if cell is None:
            return
        tokens, rect = theme.of(table), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_MouseOver and cell.tasks:
            paint.box(painter, rect.adjusted(2, 3, -2, -3), radius=4, fill=tokens.hover)
        _draw_cell(painter, rect, cell, tokens, is_text=table.cells.columns[index.column()].is_text)
        if table.hasFocus() and table.currentIndex() == index:
            paint.focus_ring(painter, rect.adjusted(1, 2, -1, -2), tokens, radius=4)
        painter.restore()


def _draw_cell(
    painter: QPainter, rect: QRectF, cell: Cell, tokens: theme.Tokens, *, is_text: bool
) -> None:
    inner = rect.adjusted(fonts.scaled(8), 0, -fonts.scaled(8), 0)
    color = tokens.accent if cell.tasks else str(getattr(tokens, cell.role))
    font, small = fonts.font("m", bold=cell.is_bold), fonts.font("s")
    gap = fonts.scaled(8) if cell.second else 0
    if is_text:
        used = paint.text(painter, inner, cell.text, font=font, color=color)
        rest = inner.adjusted(used + gap, 0, 0, 0)
        paint.text(painter, rest, cell.second, font=small, color=tokens.text2)
        return
    used = paint.text(
        painter, inner, cell.second, font=small, color=tokens.text2, align=paint.RIGHT
    )
    number = inner.adjusted(0, 0, -used - gap, 0)
    paint.text(painter, number, cell.text, font=font, color=color, align=paint.RIGHT)


class CellTable(QTableView):
    """Cells in columns; the widths follow what stands in them."""

    opened = Signal(object)

    def __init__(self, name: str, columns: Sequence[Column], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells = CellModel(columns, self)
        self.setModel(self.cells)
        self.setItemDelegate(_CellDelegate(self))
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(fonts.scaled(_ROW))
        self.viewport().setAutoFillBackground(False)
        thin_bars(self)

    def set_rows(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Show other rows."""
        self.cells.set_rows(rows)
        self.fit_columns()
        if rows:
            self.setCurrentIndex(self.cells.index(0, 0))

    def fit_columns(self) -> None:
        """Numbers take what they need; text shares the rest."""
        columns = self.cells.columns
        widths = []
        for number, column in enumerate(columns):
            cells = [row[number] for row in self.cells.rows[:_SAMPLE] if number < len(row)]
            needed = max([fonts.width(column.title, "s"), *(_needed(cell) for cell in cells)])
            widths.append(needed + fonts.scaled(16 if column.is_text else 16 + _GAP))
        fixed = sum(w for w, c in zip(widths, columns, strict=True) if not c.is_text)
        texts = [number for number, column in enumerate(columns) if column.is_text]
        room = max(0, self.viewport().width() - fixed)
        given = shared(room, [widths[number] for number in texts])
        for number, width in zip(texts, given, strict=True):
            widths[number] = max(fonts.scaled(72), width)
        for number, width in enumerate(widths):
            self.setColumnWidth(number, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._open(self.indexAt(event.position().toPoint()))

    def _open(self, index: QModelIndex) -> None:
        cell = self.cells.cell(index)
        if cell is not None and cell.tasks:
            self.opened.emit(cell)


class TitledTable(QWidget):
    """A table under its column titles."""

    def __init__(self, name: str, columns: Sequence[Column], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = CellTable(name, columns)
        self._titles = RowHeader(self._paint_titles)
        self.table.horizontalHeader().sectionResized.connect(lambda *_: self._titles.update())
        column = QVBoxLayout(self)
        column.setContentsMargins(fonts.scaled(8), 0, fonts.scaled(8), 0)
        column.setSpacing(0)
        column.addWidget(self._titles)
        column.addWidget(self.table, 1)
        self.setFocusProxy(self.table)

    def whole_height(self) -> int:
        """The height at which every row is seen."""
        rows = self.table.cells.rowCount()
        return self._titles.height() + rows * fonts.scaled(_ROW) + 2

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(600), self.whole_height())

    def _paint_titles(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        for number, column in enumerate(self.table.cells.columns):
            left = float(self.table.columnViewportPosition(number))
            box = QRectF(left, 0, self.table.columnWidth(number), rect.height())
            inner = box.adjusted(fonts.scaled(8), 0, -fonts.scaled(8), 0)
            align = paint.LEFT if column.is_text else paint.RIGHT
            font = fonts.font("s")
            paint.text(painter, inner, column.title, font=font, color=tokens.text2, align=align)
        paint.hairline(painter, QPointF(0, rect.height() - 1), rect.width(), tokens.line)


def _needed(cell: Cell) -> int:
    width = fonts.width(cell.text, "m", bold=cell.is_bold)
    return width + (fonts.width(cell.second, "s") + fonts.scaled(8) if cell.second else 0)
