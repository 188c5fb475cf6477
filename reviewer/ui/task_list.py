"""The rows of the queue for Qt: a flat model that hands whole rows to the delegate."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from reviewer.session.state import BEGUN, DONE, Row
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.widgets import paint

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
ROW_HEIGHT = 28
_INDEX = QModelIndex()


class TaskListModel(QAbstractListModel):
    """The arranged rows; replacing them keeps Qt's work proportional to what is visible."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._places: dict[str, int] = {}

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.id
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(row)
        return None

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; when only contents changed the view keeps its place."""
        fresh = list(rows)
        places = {row.id: place for place, row in enumerate(fresh)}
        if list(places) == list(self._places):
            changed = [n for n, (a, b) in enumerate(zip(self._rows, fresh, strict=True)) if a != b]
            self._rows = fresh
            if changed:
                self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
            return
        kept = len(self._rows)
        if len(fresh) > kept and list(places)[:kept] == list(self._places):
            self.beginInsertRows(QModelIndex(), kept, len(fresh) - 1)
            self._rows, self._places = fresh, places
            self.endInsertRows()
            return
        self.beginResetModel()
        self._rows, self._places = fresh, places
        self.endResetModel()

    def place_of(self, task_id: str) -> int:
        """Which row a task is on, or -1."""
        return self._places.get(task_id, -1)

    def row_at(self, place: int) -> Row | None:
        """The row at a place, or None."""
        return self._rows[place] if 0 <= place < len(self._rows) else None


def verdict(row: Row) -> tuple[str, str]:
    """The word at the right edge and its color role."""
    if row.error:
        return "error" if row.is_known else "unreadable", "text2"
    if not row.is_known:
        return "", "text2"
    if row.headline is None:
        return "not judged", "text2"
    if row.passes is None:
        return "", "text2"
    if row.passes:
        return "passes", "text2"
    # A red "fails" in reviewed rows turned the list into a rash: done rows keep the word only.
    return "fails", "text2" if row.status == DONE else "bad"


def tooltip(row: Row) -> str:
    """Everything the row says in words; plain text, whatever the file's name holds."""
    parts = [row.id, row.kind.replace("_", " ")]
    if row.held_by:
        parts.append(row.held_by)
    if row.flags:
        parts.append("flags: " + ", ".join(row.flags))
    if row.error:
        parts.append(row.error)
    return "\u2060" + "\n".join(part.replace("<", "‹") for part in parts)


def spoken(row: Row) -> str:
    """The row for a screen reader."""
    word, _ = verdict(row)
    state = {BEGUN: "begun", DONE: "reviewed"}.get(row.status, "open")
    flags = f", flags {', '.join(row.flags)}" if row.flags else ""
    return f"{row.id}, {state}, {numbers.headline(row.headline)} {word}{flags}"


class TaskDelegate(QStyledItemDelegate):
    """Paints one row: status, id, flag, headline, pass word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_narrow = False

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(120, fonts.scaled(ROW_HEIGHT))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        widget = option.widget
        tokens = theme.of(widget)
        state = option.state
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = rect.adjusted(4, 0, -4, 0)
        if state & QStyle.StateFlag.State_Selected:
            paint.box(painter, inner, radius=4, fill=tokens.sel)
        elif state & QStyle.StateFlag.State_MouseOver:
            paint.box(painter, inner, radius=4, fill=tokens.hover)
        has_focus = bool(state & QStyle.StateFlag.State_HasFocus) and widget.hasFocus()
        if has_focus and state & QStyle.StateFlag.State_Selected:
            paint.focus_ring(painter, inner, tokens, radius=4)
        self._contents(painter, inner, row, tokens)
        painter.restore()

    def _contents(self, painter: QPainter, rect: QRectF, row: Row, tokens: theme.Tokens) -> None:
        side = fonts.scaled(16)
        middle = rect.center().y()
        icon, role = self._status(row)
        place = QRectF(rect.left() + 8, middle - side / 2, side, side)
        icons.paint(painter, icon, place, color=getattr(tokens, role), knockout=tokens.panel)
        right = rect.right() - 8
        word, word_role = verdict(row)
        if self.is_narrow and row.is_known and row.headline is not None:
            word = ""
        if word:
            width = fonts.scaled(44) if row.headline is not None else fonts.width(word, "s")
            box = QRectF(right - width, rect.top(), width, rect.height())
            color = getattr(tokens, word_role)
            paint.text(painter, box, word, font=fonts.font("s"), color=color, align=paint.RIGHT)
            right -= width + 8
        elif row.is_known and not self.is_narrow and row.headline is not None:
            right -= fonts.scaled(44) + 8
        if row.headline is not None:
            text = numbers.headline(row.headline)
            width = fonts.scaled(42)
            box = QRectF(right - width, rect.top(), width, rect.height())
            color = tokens.text2 if row.status == DONE else tokens.text
            paint.text(painter, box, text, font=fonts.font("m"), color=color, align=paint.RIGHT)
            right -= width + 6
        if row.flags:
            place = QRectF(right - side, middle - side / 2, side, side)
            icons.paint(painter, "flag", place, color=tokens.warn)
            right -= side + 6
        left = rect.left() + 8 + side + 8
        color = tokens.text2 if row.status == DONE else tokens.text
        bold = row.status != DONE
        box = QRectF(QPointF(left, rect.top()), QPointF(right, rect.bottom()))
        paint.text(
            painter,
            box,
            row.id,
            font=fonts.font("m", bold=bold),
            color=color,
            elide=Qt.TextElideMode.ElideMiddle,
        )

    def _status(self, row: Row) -> tuple[str, str]:
        if row.error:
            return "error", "warn"
        if row.status == DONE:
            return "done", "text2"
        if row.status == BEGUN:
            return "begun", "accent"
        return "open", "text3"
