"""The answer keys: a key, a word, and what the headline would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.key_filter import HORIZONTAL, KEEPS_ARROWS
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer and its consequence (empty in blind mode)."""

    value: str
    key: str
    word: str
    consequence: str = ""
    turns_to_pass: bool = False


class AnswerKeys(paint.Painted, QWidget):
    """One control, 48 high: widths by content plus equal slack; the given answer is filled."""

    answered = Signal(str)

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: dict[str, _AnswerButton] = {}
        self.has_consequences = False
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)

    def set_answers(self, answers: Sequence[Answer], *, given: str | None = None) -> None:
        """Show these answers, `given` being the value that stands."""
        if list(self._buttons) != [each.value for each in answers]:
            self._rebuild(answers)
        self.has_consequences = any(each.consequence for each in answers)
        for each in answers:
            self._buttons[each.value].set_answer(each, is_given=each.value == given)
        self.update()

    def _rebuild(self, answers: Sequence[Answer]) -> None:
        for button in self._buttons.values():
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = {each.value: _AnswerButton(each, self) for each in answers}
        last = len(self._buttons) - 1
        for number, (value, button) in enumerate(self._buttons.items()):
            button.is_first, button.is_last = number == 0, number == last
            self._layout.addWidget(button, 1)
            button.clicked.connect(lambda _checked=False, each=value: self.answered.emit(each))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = sum(button.sizeHint().width() for button in self._buttons.values())
        return QSize(width, fonts.scaled(48))

    def move_focus(self, button: QWidget, by: int) -> None:
        """Arrow keys walk the answers."""
        buttons = list(self._buttons.values())
        at = next(number for number, each in enumerate(buttons) if each is button)
        buttons[(at + by) % len(buttons)].setFocus(Qt.FocusReason.OtherFocusReason)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        fill = tokens.panel if tokens.is_dark else tokens.raised
        rect = QRectF(self.rect())
        paint.box(painter, rect, radius=6, fill=fill, outline=tokens.line2)
        buttons = list(self._buttons.values())
        for left, right in pairwise(buttons):
            if not left.is_given and not right.is_given:
                start = QPointF(right.x(), fonts.scaled(10))
                length = rect.height() - 2 * fonts.scaled(10)
                paint.hairline(painter, start, length, tokens.line2, vertical=True)


def whole_within(consequence: str, width: float, *, is_bold: bool) -> str:
    """As much of what an answer comes to as can be read: a number that is cut says another one.

    The tooltip has all of it.
    """
    number, _, words = consequence.partition(" ")
    is_one = _has_digits(number) and not _has_digits(words)
    tight = number if is_one else consequence.replace(" … ", "–")
    for said in (consequence, tight):
        if fonts.width(said, "s", bold=is_bold) <= width:
            return said
    return ""


def _has_digits(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


class _AnswerButton(PaintedButton):
    def __init__(self, answer: Answer, parent: AnswerKeys) -> None:
        super().__init__(answer.word, parent)
        self._answer, self._owner, self.is_given = answer, parent, False
        self.setProperty(KEEPS_ARROWS, HORIZONTAL)
        self.is_first = self.is_last = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_answer(self, answer: Answer, *, is_given: bool) -> None:
        self._answer, self.is_given = answer, is_given
        self.setText(answer.word)
        spoken = f"{answer.word}, your answer" if is_given else answer.word
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(answer.consequence)
        self.setToolTip(f"{answer.word} ({answer.key}): {answer.consequence}".rstrip(": "))
        self.updateGeometry()
        self.update()

    def _first_line(self) -> int:
        cap = paint.key_cap_width(self._answer.key)
        return cap + fonts.scaled(6) + fonts.width(self._answer.word, "m", bold=True)

    def sizeHint(self) -> QSize:
        second = fonts.width(self._answer.consequence, "s", bold=True)
        return QSize(max(self._first_line(), second) + fonts.scaled(12), fonts.scaled(48))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._first_line() + fonts.scaled(4), fonts.scaled(48))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers():
            self._owner.move_focus(self, step)
            return
        if not event.isAutoRepeat():
            super().keyPressEvent(event)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, answer = QRectF(self.rect()), self._answer
        inner = rect.adjusted(1, 1, -1, -1)
        if self.is_given:
            paint.box(painter, inner, radius=5, fill=tokens.sel)
        elif self.underMouse() and self.isEnabled():
            fill = tokens.sel2 if self.isDown() else tokens.hover
            paint.box(painter, inner, radius=5, fill=fill)
        font = fonts.font("m", bold=self.is_given)
        width = fonts.width(answer.word, "m", bold=self.is_given)
        cap, gap = paint.key_cap_width(answer.key), fonts.scaled(6)
        left = round((rect.width() - cap - gap - width) / 2)
        half = float(fonts.scaled(20))
        # In blind mode there is no second line anywhere: the words stand in the middle.
        top = float(fonts.scaled(5)) if self._owner.has_consequences else (rect.height() - half) / 2
        middle = top + half / 2
        paint.key_cap(painter, left, middle, answer.key, tokens=tokens, given=self.is_given)
        line = QRectF(left + cap + gap, top, width + 1, half)
        color = tokens.text if self.isEnabled() else paint.disabled(tokens.text3)
        paint.text(painter, line, answer.word, font=font, color=color)
        second = QRectF(4, top + half + 1, rect.width() - 8, fonts.scaled(16))
        said = whole_within(answer.consequence, second.width(), is_bold=answer.turns_to_pass)
        paint.text(
            painter, second, said, font=fonts.font("s", bold=answer.turns_to_pass),
            color=tokens.ok if answer.turns_to_pass else tokens.text2, align=paint.CENTER,
        )  # fmt: skip
        if self.hasFocus():
            paint.focus_ring(painter, inner, tokens, radius=5)
