"""The list of numbers to try out: painted fields, one real field where the keyboard is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QApplication,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from reviewer.scoring.whatif import Editable
from reviewer.ui import fonts, numbers, theme
from reviewer.ui.bottom.what_if_rows import WhatIfRow
from reviewer.ui.key_filter import TAKES_TYPING
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.inputs import NumberField
from reviewer.ui.widgets.labels import lines_of
from reviewer.ui.widgets.row_list import ROW_ROLE, Index, RowDelegate, RowList, RowState

ROW_HEIGHT = 36
_LINE = 16
_PLACES = 6
_TWO_LINES_UNDER = 520

# What each key in a field does: so many rows on, 0 leaves the field.
_STEPS = {
    Qt.Key.Key_Return: 1, Qt.Key.Key_Enter: 1, Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1,
    Qt.Key.Key_Escape: 0,
}  # fmt: skip
_SHIFT_OR_KEYPAD = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier

Edges = tuple[float, float]


def columns(width: float) -> tuple[Edges, Edges, Edges, Edges | None]:
    """Edges of what, now, draft field and turning point; narrow lists put that below what."""
    px = fonts.scaled
    right, turning = width - px(16), None
    if width >= px(_TWO_LINES_UNDER):
        turning = (right - min(px(240), max(px(140), width * 0.27)), right)
        right = turning[0] - px(16)
    field = (right - px(72), right)
    now = (field[0] - px(12) - px(44), field[0] - px(12))
    return (px(16), now[0] - px(8)), now, field, turning


class DraftField(NumberField):
    """A number as short as it is exact; every keystroke that is a number counts at once."""

    def __init__(self, each: Editable, parent: QWidget | None = None) -> None:
        step = 1.0 if each.value >= 5 and float(each.value).is_integer() else 0.01
        super().__init__(
            each.text, low=each.low, high=each.high, places=_PLACES, step=step,
            without_zero=True, parent=parent,
        )  # fmt: skip
        self.setKeyboardTracking(True)
        self.key = each.key
        self._is_typed = False
        self.lineEdit().textEdited.connect(lambda _: self._typed())

    def _typed(self) -> None:
        self._is_typed = True

    def begin(self) -> None:
        """What is typed next takes the place of the number, unless typing has begun already."""
        if not self._is_typed:
            self.selectAll()

    def go_on(self, typed: str, at: int) -> None:
        """What was being typed into the field that stood here before."""
        self._typed()
        self.lineEdit().setText(typed)
        self.lineEdit().setCursorPosition(at)

    def textFromValue(self, value: float) -> str:
        return value_text(value)


def value_text(value: float) -> str:
    """A number as short as it is exact to six places."""
    exact = round(value, _PLACES)
    if abs(exact - round(exact, 4)) < 1e-9:
        return numbers.threshold(exact)
    return numbers.bare(numbers.fixed(exact, _PLACES).rstrip("0"))


class WhatIfList(RowList):
    """Rows of numbers; typing, Enter or a click opens the field of the current row."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "Numbers of the rubric", height=ROW_HEIGHT, paint_row=self._paint_row, spoken=_spoken,
            tip=lambda row: f"{row.text}\n{row.detail}", key=lambda row: row.key, parent=parent,
        )  # fmt: skip
        self.rows_model.is_editable = True
        # Digits open the field of the current row: they are never answers while the list is used.
        self.setProperty(TAKES_TYPING, True)
        self.setItemDelegate(_FieldDelegate(self._paint_row, self))
        self.setEditTriggers(
            QListView.EditTrigger.AnyKeyPressed | QListView.EditTrigger.EditKeyPressed
        )
        self.chosen.connect(lambda _row: self.open_field())

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show other rows; a field that is open stays with its number, wherever that stands now."""
        field, row = self._field(), self.current_row()
        if field is None or row is None or [r.key for r in rows] == [r.key for r in self.rows()]:
            super().set_rows(rows)
            return
        typed, at = field.lineEdit().text(), field.lineEdit().cursorPosition()
        is_untouched = field.lineEdit().hasSelectedText() and not row.is_edited
        # Who has just come stays at the top: what could turn the verdict is sorted to there.
        stays = not (is_untouched and self.currentIndex().row() == 0)
        wanted = next((n for n, r in enumerate(rows) if stays and r.key == row.key), 0)
        # Qt would hand the keyboard of a field that goes to whatever comes next.
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        super().set_rows(rows)
        self.set_current_place(wanted)
        self.open_field()
        again = self._field()
        if again is not None and not is_untouched and again.key == row.key:
            again.go_on(typed, at)

    def _field(self) -> DraftField | None:
        held = QApplication.focusWidget()
        return held if isinstance(held, DraftField) and self.isAncestorOf(held) else None

    def open_field(self) -> None:
        """Put the keyboard into the field of the current row."""
        if self._field() is not None:
            return
        if not self.currentIndex().isValid():
            self.set_current_place(0)
        if self.currentIndex().isValid():
            self.edit(self.currentIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # A bare list would leave the digits to the answer keys: who comes here means to type.
        if event.reason() in (Qt.FocusReason.ShortcutFocusReason, Qt.FocusReason.TabFocusReason):
            QTimer.singleShot(0, self, self.open_field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and not event.modifiers():
            row = self.current_row()
            if row is not None and row.is_edited:
                self.edited.emit(row.key, None)
            return
        super().keyPressEvent(event)

    def take(self, row: WhatIfRow, value: float) -> None:
        """A field says its number; the rubric's own value takes the edit back."""
        if abs(value - row.editable.value) < 1e-12:
            if row.is_edited:
                self.edited.emit(row.key, None)
        elif value != row.value or not row.is_edited:
            self.edited.emit(row.key, value)

    def _paint_row(
        self, painter: QPainter, rect: QRectF, row: WhatIfRow, tokens: theme.Tokens,
        state: RowState,
    ) -> None:  # fmt: skip
        edges = columns(self.viewport().width())
        self._paint_words(painter, rect, row, tokens, edges)
        field = field_rect(rect, edges[2])
        outline = tokens.text3 if state.is_hovered else tokens.line2
        paint.box(painter, field, radius=6, fill=tokens.field, outline=outline)
        tone = tokens.accent if row.is_edited else tokens.text
        inside = field.adjusted(fonts.scaled(6), 0, -fonts.scaled(8), 0)
        paint.text(
            painter, inside, value_text(row.value), font=fonts.font("m", bold=row.is_edited),
            color=tone, align=paint.RIGHT,
        )  # fmt: skip

    def _paint_words(
        self, painter: QPainter, rect: QRectF, row: WhatIfRow, tokens: theme.Tokens,
        edges: tuple[Edges, Edges, Edges, Edges | None],
    ) -> None:  # fmt: skip
        what, now, _, turning = edges
        words = _box(rect, what)
        quiet = tokens.text if row.is_edited else tokens.text2
        bold = row.is_edited
        if turning is None:
            first, second = narrow_lines(row, words.width())
            shown = [(first, fonts.font("m", bold=bold), tokens.text)]
            shown += [(second, fonts.font("s"), quiet)] if second else []
        else:
            said, step = said_in(row, words.width())
            shown = [(line, fonts.font(step, bold=bold), tokens.text) for line in said]
            place = _box(rect, turning)
            paint.text(painter, place, row.turning, font=fonts.font("s"), color=quiet)
        height = fonts.scaled(_LINE) if len(shown) > 1 else words.height()
        top = words.center().y() - height * len(shown) / 2
        for number, (text, font, color) in enumerate(shown):
            place = QRectF(words.left(), top + number * height, words.width(), height)
            paint.text(painter, place, text, font=font, color=color)
        paint.text(
            painter, _box(rect, now), row.now, font=fonts.font("m"), color=tokens.text2,
            align=paint.RIGHT,
        )  # fmt: skip


class _FieldDelegate(RowDelegate):
    """Opens a real number field over the painted one."""

    def __init__(self, paint_row: Any, parent: WhatIfList) -> None:  # noqa: ANN401 - PaintRow
        super().__init__(paint_row, ROW_HEIGHT, parent)
        self._owner = parent

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        row = index.data(ROW_ROLE)
        field = DraftField(row.editable, parent)
        field.setValue(row.value)
        field.set_changed(row.is_edited)
        key = row.key
        field.valueChanged.connect(lambda value: self._take(key, value))
        QTimer.singleShot(0, field, field.begin)
        return field

    def _take(self, key: str, value: float) -> None:
        row = next((each for each in self._owner.rows() if each.key == key), None)
        if row is not None:
            self._owner.take(row, value)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(editor, DraftField) or row is None:
            return
        # What is being typed is left alone unless the number itself is another one by now.
        if abs(editor.value() - row.value) > 1e-12:
            editor.setValue(row.value)
        editor.set_changed(row.is_edited)

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        """Nothing to store: every number was taken as it was typed."""

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        _, _, field, _ = columns(self._owner.viewport().width())
        editor.setGeometry(_aligned(field_rect(QRectF(option.rect), field)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Tab go on to the next row's field, Shift+Tab back; Esc leaves the field."""
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and isinstance(watched, DraftField)
            and not event.modifiers() & ~_SHIFT_OR_KEYPAD
        ):
            step = _STEPS.get(Qt.Key(event.key()))
            if step is not None:
                watched.interpretText()
                self._leave(watched)
                if step:
                    self._owner.step(step)
                    self._owner.open_field()
                return True
        return super().eventFilter(watched, event)

    def _leave(self, editor: QWidget) -> None:
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self._owner.setFocus(Qt.FocusReason.OtherFocusReason)


def said_in(row: WhatIfRow, width: float) -> tuple[list[str], fonts.Step]:
    """What a row says in one line, or in two smaller ones; more than that ends in an ellipsis."""
    if fonts.width(row.text, "m", bold=row.is_edited) <= width:
        return [row.text], "m"
    return lines_of(row.text, width, step="s", bold=row.is_edited, most=2), "s"


def narrow_lines(row: WhatIfRow, width: float) -> tuple[str, str]:
    """In a narrow list: what the number is of, and under it where it turns the grade.

    Where one line is too short for the first, its end, which says what the number does, goes down.
    """
    head, _, tail = row.text.rpartition(": ")
    if fonts.width(row.text, "m", bold=row.is_edited) <= width or len(tail) >= len(head):
        return row.text, row.turning
    return head, " · ".join(part for part in (tail, row.turning) if part)


def field_rect(row: QRectF, field: Edges) -> QRectF:
    """Where the number field of a row stands."""
    height = fonts.scaled(28)
    top = round(row.center().y() - height / 2)
    return QRectF(QPointF(round(field[0]), top), QPointF(round(field[1]), top + height))


def _aligned(rect: QRectF) -> QRect:
    return rect.toRect()


def _box(rect: QRectF, edges: Edges) -> QRectF:
    return QRectF(edges[0], rect.top(), edges[1] - edges[0], rect.height())


def _spoken(row: WhatIfRow) -> str:
    draft = f", draft {numbers.threshold(row.value)}" if row.is_edited else ""
    return f"{row.text}, now {row.now}{draft}, {row.turning}"
