"""The rows of the queue for Qt: a flat model that hands whole rows to the delegate."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from reviewer.model.task import NO_PICTURE
from reviewer.session.state import BEGUN, DONE, Row
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.widgets import paint

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
ROW_HEIGHT = 28
_MEASURED = 4
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
        self.widest = max([self.widest, *map(wanted_width, longest)])
        self._measured.update(map(_ID, rows))

    def forget_widths(self) -> None:
        """Another folder: how wide its rows are is not known yet."""
        self.widest = 0
        self._measured.clear()

    def place_of(self, task_id: str) -> int:
        """Which row a task is on, or -1."""
        try:
            return self._ids.index(task_id)
        except ValueError:
            return -1

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


# As the grade file and the filter call it.
DISPUTED = "disputed"


def verdict(row: Row) -> tuple[str, str]:
    """The word at the right edge and its color role."""
    if row.error.startswith(NO_PICTURE):
        return NO_PICTURE, "text2"
    if row.error:
        return "error" if row.is_known else "unreadable", "text2"
    if not row.is_known:
        return "", "text2"
    if row.is_hidden:
        return "hidden", "text2"
    if row.is_disputed:
        return DISPUTED, "warn"
    if row.headline is None:
        return "not judged", "text2"
    if row.passes is None:
        return "", "text2"
    if row.passes:
        return "passes", "text2"
    # A red "fails" in reviewed rows turned the list into a rash: done rows keep the word only.
    return "fails", "text2" if row.status == DONE else "bad"


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands at the right of a name; the less it says, the sooner it gives way to the name."""

    words: str
    role: str
    width: float
    step: fonts.Step = "s"
    has_flag: bool = False
    rank: int = 0


GAP = 8
# A word that is cut keeps at least this much of itself.
_LEAST_WORD = 28


def least_name() -> int:
    """The room that a name has before anything else of its row."""
    return fonts.scaled(84)


def pieces(row: Row, *, is_narrow: bool) -> list[Piece]:
    """Pass word, headline and flag of a row, from the right edge inwards."""
    found: list[Piece] = []
    quiet = row.status == DONE
    word, role = verdict(row)
    has_number = row.headline is not None
    if row.is_disputed or not (is_narrow and row.is_known and has_number):
        least = fonts.scaled(44) if row.is_known and has_number else 0
        column = max(least, fonts.width(word, "s")) if word or least else 0
        if column:
            found.append(Piece(word, role, column, rank=0))
    if row.headline is not None:
        text, tone = numbers.headline(row.headline), "text2" if quiet else "text"
        # A grade below zero has a sign more.
        width = max(fonts.scaled(42), fonts.width(text, "m") + 1)
        found.append(Piece(text, tone, width, "m", rank=1))
    if row.flags:
        width = fonts.scaled(16)
        if row.alarm:
            width += 4 + fonts.width(row.alarm, "s", bold=not quiet)
        tone = "text2" if quiet else "warn"
        found.append(Piece(row.alarm, tone, width, has_flag=True, rank=2))
    return found


def fitting(found: list[Piece], room: float) -> list[Piece]:
    """What fits beside the name: the word of a flag is cut first, and its icon stays longest."""
    kept = list(found)
    while kept:
        over = sum(piece.width + GAP for piece in kept) - room
        flag = kept[-1]
        icon = fonts.scaled(16)
        if over > 0 and flag.has_flag and flag.width > icon:
            narrower = flag.width - over
            # A letter or two of a word say less than the icon alone.
            if narrower < icon + 4 + fonts.scaled(_LEAST_WORD):
                kept[-1] = replace(flag, words="", width=icon)
            else:
                kept[-1] = replace(flag, width=narrower)
            continue
        if over <= 0 or len(kept) == 1:
            break
        kept.remove(min(kept, key=lambda piece: piece.rank))
    return kept


def wanted_width(row: Row) -> int:
    """The width at which nothing of a row is cut."""
    outside = 4 + 8 + fonts.scaled(16) + 8 + 8 + 4
    right = sum(piece.width + GAP for piece in pieces(row, is_narrow=False))
    return int(outside + fonts.width(row.id, "m", bold=True) + right + 1)


def tooltip(row: Row) -> str:
    """Everything the row says in words; plain text, whatever the file's name holds."""
    parts = [row.id, row.kind.replace("_", " ")]
    if row.held_by:
        parts.append(row.held_by)
    if row.is_disputed:
        parts.append("people differ, and nobody has settled it")
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
        left = rect.left() + 8 + side + 8
        quiet = row.status == DONE
        name = fonts.width(row.id, "m", bold=not quiet)
        room = rect.right() - 8 - left
        right = rect.right() - 8
        for piece in fitting(pieces(row, is_narrow=self.is_narrow), room - min(name, least_name())):
            box = QRectF(right - piece.width, rect.top(), piece.width, rect.height())
            color = getattr(tokens, piece.role)
            if piece.has_flag:
                at = QRectF(box.left(), middle - side / 2, side, side)
                icons.paint(painter, "flag", at, color=color)
                box.setLeft(at.right() + 4)
            font = fonts.font(piece.step, bold=piece.has_flag and not quiet)
            align = paint.LEFT if piece.has_flag else paint.RIGHT
            paint.text(painter, box, piece.words, font=font, color=color, align=align)
            right -= piece.width + GAP
        paint.text(
            painter,
            QRectF(QPointF(left, rect.top()), QPointF(right, rect.bottom())),
            row.id,
            font=fonts.font("m", bold=not quiet),
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
