"""What the draft comes to, and what can be done with it: discard, or adopt with a reason."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from reviewer.model import HeadlineValue
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.key_filter import COMMITS
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button


class WhatIfFooter(paint.Painted, QWidget):
    """Now → draft and the verdict; Discard and Adopt…, which asks why in the same place."""

    discarded = Signal()
    adopted = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(fonts.scaled(48))
        self.change = _HeadlineChange()
        self.discard = Button(tr("Discard"), height=32)
        self.adopt = Button(tr("Adopt…"), kind="primary", height=32)
        self.why = QLineEdit()
        self.why.setPlaceholderText(tr("why should this task be graded by these values?"))
        self.why.setAccessibleName(tr("Why the draft is adopted"))
        self.why.setProperty(COMMITS, True)
        self.confirm = Button(tr("Adopt"), kind="primary", height=32)
        self.cancel = Button(tr("Back"), height=32)
        self._pages = QStackedWidget()
        self._pages.addWidget(_row(self.change, self.discard, self.adopt))
        self._pages.addWidget(_row(self.why, self.cancel, self.confirm))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(fonts.scaled(16), 1, fonts.scaled(16), 0)
        layout.addWidget(self._pages)
        self.discard.clicked.connect(self.discarded)
        self.adopt.clicked.connect(self.ask)
        self.cancel.clicked.connect(self._leave)
        self.confirm.clicked.connect(self._adopt)
        self.why.returnPressed.connect(self._adopt)
        self.why.textChanged.connect(lambda _: self._enable())
        self._enable()

    def set_headlines(
        self, now: HeadlineValue | None, then: HeadlineValue | None, *, is_edited: bool
    ) -> None:
        """What the grade is, and what the draft would make of it."""
        self.change.set_headlines(now, then)
        self.discard.setEnabled(is_edited)
        self.adopt.setEnabled(is_edited)
        if not is_edited:
            self._pages.setCurrentIndex(0)
            self.why.clear()

    def ask(self) -> None:
        """Ask why, in place of the buttons."""
        self._pages.setCurrentIndex(1)
        self.why.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def is_asking(self) -> bool:
        """True while it asks why the draft is adopted."""
        return self._pages.currentIndex() == 1

    def leave_asking(self) -> bool:
        """Back to the buttons; False when it asks nothing."""
        if self.is_asking:
            self._leave()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.leave_asking():
            return
        super().keyPressEvent(event)

    def _leave(self) -> None:
        self._pages.setCurrentIndex(0)
        self.left.emit()

    def _adopt(self) -> None:
        why = self.why.text().strip()
        if why:
            self.adopted.emit(why)

    def _enable(self) -> None:
        has_words = bool(self.why.text().strip())
        self.confirm.setEnabled(has_words)
        self.confirm.setToolTip("" if has_words else tr("say why first"))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)


def _row(*widgets: QWidget) -> QWidget:
    box = QWidget()
    layout = QHBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for number, widget in enumerate(widgets):
        layout.addWidget(widget, 1 if number == 0 else 0)
    return box


class _HeadlineChange(paint.Painted, QWidget):
    """0.500 › 0.713, still fails."""

    def __init__(self) -> None:
        super().__init__()
        self._now: HeadlineValue | None = None
        self._then: HeadlineValue | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_headlines(self, now: HeadlineValue | None, then: HeadlineValue | None) -> None:
        self._now, self._then = now, then
        self.setAccessibleName(self._spoken())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(200), fonts.scaled(40))

    def _spoken(self) -> str:
        if self._then is None:
            return f"grade {headline_words(self._now)}"
        word, _ = verdict(self._now, self._then)
        return f"grade {headline_words(self._now)}, draft {headline_words(self._then)}, {word}"

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, gap = QRectF(self.rect()), fonts.scaled(10)
        large = fonts.font("l")
        if self._then is None:
            used = paint.text(
                painter, rect, headline_words(self._now), font=large, color=tokens.text2
            )
            rest = rect.adjusted(used + gap, 0, 0, 0)
            hint = "edit a value to see what it would change"
            paint.text(painter, rest, hint, font=fonts.font("s"), color=tokens.text2)
            return
        left = paint.text(painter, rect, headline_words(self._now), font=large, color=tokens.text2)
        side = icons.side()
        at = QRectF(left + gap - 4, rect.center().y() - side / 2, side, side)
        icons.paint(painter, "chevron-right", at, color=tokens.text2)
        left = at.right() + gap - 4
        bold = fonts.font("l", bold=True)
        place = rect.adjusted(left, 0, 0, 0)
        left += paint.text(painter, place, headline_words(self._then), font=bold, color=tokens.text)
        word, tone = verdict(self._now, self._then)
        if not word:
            return
        color = str(getattr(tokens, tone))
        icon = QRectF(left + gap, rect.center().y() - side / 2, side, side)
        shape = {"bad": "fails", "ok": "passes"}.get(tone, "not-judged")
        icons.paint(painter, shape, icon, color=color, knockout=tokens.panel)
        words = QRectF(rect)
        words.setLeft(icon.right() + 6)
        shown = tokens.bad if tone == "bad" else tokens.text
        paint.text(painter, words, word, font=fonts.font("s", bold=True), color=shown)


def headline_words(headline: HeadlineValue | None) -> str:
    """A headline's number, its range when withheld, or a dash."""
    if headline is None or headline.error:
        return numbers.ABSENT
    if headline.value is None and headline.known is not None:
        return f"{numbers.credit(headline.known[0])}–{numbers.credit(headline.known[1])}"
    return numbers.headline(headline.value)


def verdict(now: HeadlineValue | None, then: HeadlineValue) -> tuple[str, str]:
    """The word for what becomes of the verdict, and its color."""
    if then.error or (then.value is None and then.known is None):
        return "no grade", "text2"
    if then.passes is None:
        return "", "text2"
    before = now.passes if now is not None else None
    if then.passes:
        return ("still passes" if before else "passes"), "ok"
    return ("still fails" if before is False else "fails"), "bad"
