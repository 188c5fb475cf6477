"""The rows of the queue for Qt: a flat model that hands whole rows to the delegate."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from reviewer.session.state import BEGUN, DONE, Row
from reviewer.ui import fonts, icons, theme
from reviewer.ui.row_pieces import GAP, badged, fitting, has_word, pieces, wanted_width, word_column
from reviewer.ui.row_words import spoken, tooltip
from reviewer.ui.short_names import shortened
from reviewer.ui.widgets import paint

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
ROW_HEIGHT = 28
_MEASURED = 4
# So many names on either side decide what a short name has to tell apart.
_BESIDE = 12
_ID = attrgetter("id")


class TaskListModel(QStringListModel):
    """The arranged rows. Its strings are empty: what a row says is taken from the row.

    A list view asks twice a row how many rows there are, whenever some come. Qt's own model answers
    without Python, which for a hundred thousand rows is the difference between 5 and 100 ms.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._ids: list[str] = []
        self._measured: set[str] = set()
        # The widest row so far: the list widens with what it holds and never jumps back.
        self.widest = 0
        self._is_torn = self._has_words = False

    @property
    def word_column(self) -> int:
        """The width of the pass words: every headline of the list ends at the same edge."""
        return word_column(is_torn=self._is_torn) if self._has_words else 0

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

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
        fresh, old = list(rows), self._rows
        changed = _changed(old, fresh) if len(fresh) >= len(old) else None
        if changed is not None:
            self._renew(fresh, changed)
            return
        ids = list(map(_ID, fresh))
        if not self._measured.issuperset(ids):
            self._measure([row for row in fresh if row.id not in self._measured])
        self._rows, self._ids = fresh, ids
        self.setStringList([""] * len(fresh))

    def _renew(self, fresh: list[Row], changed: list[int]) -> None:
        """Other contents of the same rows, and more rows after them."""
        known = len(self._rows)
        more = fresh[known:]
        self._measure([fresh[n] for n in changed] + more)
        self._ids.extend(map(_ID, more))
        self._rows = fresh
        if more:
            self.insertRows(known, len(more))
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))

    def _measure(self, rows: list[Row]) -> None:
        longest = heapq.nlargest(
            _MEASURED, rows, key=lambda row: len(row.id) + len(row.alarm) + 8 * bool(row.flags)
        )
        self._is_torn = self._is_torn or any(row.is_disputed for row in rows)
        self._has_words = self._has_words or self._is_torn or any(map(has_word, rows))
        column = self.word_column
        self.widest = max([self.widest, *(wanted_width(row, column=column) for row in longest)])
        self._measured.update(map(_ID, rows))

    def forget_widths(self) -> None:
        """Another folder: how wide its rows are is not known yet."""
        self.widest = 0
        self._is_torn = self._has_words = False
        self._measured.clear()

    def place_of(self, task_id: str) -> int:
        """Which row a task is on, or -1."""
        try:
            return self._ids.index(task_id)
        except ValueError:
            return -1

    def names_beside(self, place: int) -> tuple[str, ...]:
        """The names before and after a row."""
        first = max(0, place - _BESIDE)
        return tuple(self._ids[first:place] + self._ids[place + 1 : place + 1 + _BESIDE])

    def row_at(self, place: int) -> Row | None:
        """The row at a place, or None."""
        return self._rows[place] if 0 <= place < len(self._rows) else None


def _changed(old: list[Row], fresh: list[Row]) -> list[int] | None:
    """Places whose rows say something else, or None where other tasks stand there.

    Of a hundred thousand rows nearly all are the same objects.
    """
    if fresh[: len(old)] == old:
        return []
    changed = []
    for number, (a, b) in enumerate(zip(old, fresh, strict=False)):
        if a is b:
            continue
        if a.id != b.id:
            return None
        if a != b:
            changed.append(number)
    return changed


class TaskDelegate(QStyledItemDelegate):
    """Paints one row: status, id, flag and its word, headline, pass word."""

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
        # Beside a scroll bar there is air enough.
        is_scrolled = isinstance(widget, QListView) and widget.verticalScrollBar().isVisible()
        edge = 2 if is_scrolled else 4
        inner = rect.adjusted(4, 0, -edge, 0)
        if state & QStyle.StateFlag.State_Selected:
            paint.box(painter, inner, radius=4, fill=tokens.sel)
        elif state & QStyle.StateFlag.State_MouseOver:
            paint.box(painter, inner, radius=4, fill=tokens.hover)
        has_focus = bool(state & QStyle.StateFlag.State_HasFocus) and widget.hasFocus()
        if has_focus and state & QStyle.StateFlag.State_Selected:
            paint.focus_ring(painter, inner, tokens, radius=4)
        model = index.model()
        if isinstance(model, TaskListModel):
            column = 0 if self.is_narrow else model.word_column
            beside = model.names_beside(index.row())
            is_current = bool(state & QStyle.StateFlag.State_Selected)
            words = inner.adjusted(8, 0, -2 * edge, 0)
            self._contents(
                painter, words, row, tokens, column=column, beside=beside, is_current=is_current
            )
        painter.restore()

    def _contents(
        self,
        painter: QPainter,
        rect: QRectF,
        row: Row,
        tokens: theme.Tokens,
        *,
        column: int,
        beside: tuple[str, ...],
        is_current: bool,
    ) -> None:
        side = fonts.scaled(16)
        middle = rect.center().y()
        icon, role = self._status(row)
        place = QRectF(rect.left(), middle - side / 2, side, side)
        icons.paint(painter, icon, place, color=getattr(tokens, role), knockout=tokens.panel)
        left = rect.left() + side + 8
        quiet = row.status == DONE
        # As wide as it is when it is current: a name does not change as the list is walked.
        name = fonts.width(row.id, "m", bold=True)
        right = rect.right()
        room = right - left
        found = fitting(pieces(row, column=column), room=room, name=name)
        found, badge = badged(found, room=room, name=name)
        if badge is not None:
            mark = place.adjusted(side * 0.6, side * 0.35, side * 0.4, side * 0.15)
            icons.paint(painter, "flag", mark, color=getattr(tokens, badge.icon_role))
        for piece in found:
            box = QRectF(right - piece.width, rect.top(), piece.width, rect.height())
            color = getattr(tokens, piece.role)
            if piece.has_flag:
                at = QRectF(box.left(), middle - side / 2, side, side)
                icons.paint(painter, "flag", at, color=getattr(tokens, piece.icon_role))
                box.setLeft(at.right() + 4)
            font = fonts.font(piece.step)
            align = paint.LEFT if piece.has_flag else paint.RIGHT
            paint.text(painter, box, piece.words, font=font, color=color, align=align)
            right -= piece.width + GAP
        paint.text(
            painter,
            QRectF(QPointF(left, rect.top()), QPointF(right, rect.bottom())),
            shown_name(row.id, beside, int(right - left)),
            font=fonts.font("m", bold=is_current),
            color=tokens.text2 if quiet else tokens.text,
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


@lru_cache(maxsize=1024)
def shown_name(name: str, beside: tuple[str, ...], room: int) -> str:
    """A name as it stands in the list: what it shares with those beside it gives way first."""
    return shortened(name, beside, room=room, width=lambda text: fonts.width(text, "m", bold=True))
