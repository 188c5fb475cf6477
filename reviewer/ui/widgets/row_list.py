"""A list of painted rows of one height: only what is visible costs anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.scroll_bar import thin_bars

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_INDEX = QModelIndex()
_WORD_JOINER = "\u2060"

Index = QModelIndex | QPersistentModelIndex


def as_rows(view: QListView) -> None:
    """Rows of one height: one is chosen, none is edited, the ground shows through."""
    view.setUniformItemSizes(True)
    view.setMouseTracking(True)
    view.setFrameShape(QListView.Shape.NoFrame)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.setSelectionMode(QListView.SelectionMode.SingleSelection)
    view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
    view.viewport().setAutoFillBackground(False)


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row stands while it is painted."""

    is_current: bool
    is_hovered: bool
    has_focus: bool


class PaintRow(Protocol):
    """Paints the contents of one row; its ground is painted already."""

    def __call__(
        self,
        painter: QPainter,
        rect: QRectF,
        row: Any,  # noqa: ANN401 - whatever the owner put in
        tokens: theme.Tokens,
        state: RowState,
    ) -> None: ...


def plain_tip(words: str) -> str:
    """A tooltip that Qt takes for plain text, whatever the words hold."""
    return _WORD_JOINER + words.replace("<", "‹") if words else ""


class RowsModel(QAbstractListModel):
    """Rows of any sort; `spoken` says a row to a screen reader, `key` tells rows apart."""

    def __init__(
        self, *, spoken: Callable[[Any], str], tip: Callable[[Any], str] | None,
        key: Callable[[Any], object] | None, parent: QWidget,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._rows: Sequence[Any] = ()
        self.is_editable = False
        self._spoken, self._tip, self._key = spoken, tip, key

    def rowCount(self, parent: Index = _INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole and self._tip is not None:
            return plain_tip(self._tip(row))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self.is_editable else flags

    def rows(self) -> Sequence[Any]:
        """The rows shown."""
        return self._rows

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show other rows; the view keeps its place when only contents changed."""
        if self._key is not None and [self._key(r) for r in rows] == [
            self._key(r) for r in self._rows
        ]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()


class RowDelegate(QStyledItemDelegate):
    """Paints ground and focus, then lets the owner paint the row."""

    def __init__(self, paint_row: PaintRow, height: int, parent: RowList) -> None:
        super().__init__(parent)
        self._paint_row, self._height, self._list = paint_row, height, parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, fonts.scaled(self._height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if row is None:
            return
        tokens = theme.of(self._list)
        flags = option.state
        state = RowState(
            is_current=bool(flags & QStyle.StateFlag.State_Selected),
            is_hovered=bool(flags & QStyle.StateFlag.State_MouseOver),
            has_focus=self._list.hasFocus() or self._list.shows_focus,
        )
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = rect.adjusted(fonts.scaled(8), 0, -fonts.scaled(8), 0)
        if state.is_current and self._list.fills_current:
            paint.box(painter, inner, radius=4, fill=tokens.sel)
        elif state.is_hovered and self._list.fills_current:
            paint.box(painter, inner, radius=4, fill=tokens.hover)
        self._paint_row(painter, rect, row, tokens, state)
        if state.is_current and state.has_focus:
            paint.focus_ring(painter, inner, tokens, radius=4)
        painter.restore()


class RowList(QListView):
    """Painted rows; a click or Enter chooses, arrows move."""

    chosen = Signal(object)
    moved = Signal(object)

    def __init__(
        self, name: str, *, height: int, paint_row: PaintRow, spoken: Callable[[Any], str],
        tip: Callable[[Any], str] | None = None, key: Callable[[Any], object] | None = None,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.fills_current = True
        # A list that another field steers (the palette) keeps its ring while that field types.
        self.shows_focus = self._keeps_whole = False
        self._height = height
        self.rows_model = RowsModel(spoken=spoken, tip=tip, key=key, parent=self)
        self.setModel(self.rows_model)
        self.setItemDelegate(RowDelegate(paint_row, height, self))
        as_rows(self)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setAccessibleName(name)
        thin_bars(self)
        self.clicked.connect(self._choose)
        self.selectionModel().currentChanged.connect(self._announce)

    def show_whole_rows(self) -> None:
        """Scroll by rows and show no row cut: what has no room for a whole row stays empty."""
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        self._keeps_whole = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._keeps_whole:
            under = self.contentsRect().height() % self.row_height()
            if self.viewportMargins().bottom() != under:
                self.setViewportMargins(0, 0, 0, under)
        super().resizeEvent(event)

    def rows(self) -> Sequence[Any]:
        """The rows shown."""
        return self.rows_model.rows()

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show other rows."""
        self.rows_model.set_rows(rows)
        self.viewport().update()

    def current_row(self) -> Any:  # noqa: ANN401 - whatever the owner put in
        """The current row, or None."""
        return self.currentIndex().data(ROW_ROLE) if self.currentIndex().isValid() else None

    def set_current_place(self, place: int) -> None:
        """Make one row current and bring it into view."""
        index = self.rows_model.index(place)
        if index.isValid():
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flag)
            self.scrollTo(index)

    def step(self, by: int) -> None:
        """Move the current row; stops at the ends."""
        count = self.rows_model.rowCount()
        if count:
            at = self.currentIndex().row()
            self.set_current_place(min(count - 1, max(0, at + by)) if at >= 0 else 0)

    def row_height(self) -> int:
        """Height of a row at the person's text size."""
        return fonts.scaled(self._height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: Any) -> None:  # noqa: ANN401 - Qt's own
        # Qt would make the first row current without selecting it, and scroll there.
        if not self.selectionModel().hasSelection():
            seen = self.indexAt(QPoint(2, self.row_height() - 1))
            self.set_current_place(max(0, seen.row()))
        super().focusInEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if row is not None:
            self.chosen.emit(row)

    def _announce(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if row is not None:
            self.moved.emit(row)


class RowHeader(paint.Painted, QWidget):
    """Column titles over a list, painted with the columns of its rows."""

    def __init__(
        self, paint_titles: Callable[[QPainter, QRectF, theme.Tokens], None],
        parent: QWidget | None = None, *, height: int = 28,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._paint_titles, self._height = paint_titles, height
        self.setFixedHeight(fonts.scaled(height))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        self._paint_titles(painter, QRectF(self.rect()), tokens)


def titled(owner: QWidget, titles: RowHeader, rows: QWidget, below: QWidget | None = None) -> None:
    """Lay a list out under its titles, with all the room there is."""
    column = QVBoxLayout(owner)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(titles)
    column.addWidget(rows, 1)
    if below is not None:
        column.addWidget(below)
