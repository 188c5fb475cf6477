"""Small editors beside a row: a reason, a number, the judge's raw reply."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from reviewer.ui.panel import words
from reviewer.ui.panel.popover import Popover
from reviewer.ui.panel.scalar import number_of
from reviewer.ui.panel.text_box import TextBox
from reviewer.ui.widgets.buttons import Button

_WHOLE = 400_000
_MOST_LINES = 16


class ReasonEditor(Popover):
    """Why a person answered as they did."""

    saved = Signal(str, str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner, name=owner.tr("Your reason"), width=340)
        self.text = TextBox(self.tr("Your reason"), self.tr("why you answered so"), lines=4)
        self.content.addWidget(self.text)

    def ask(self, row: str, question: str, *, text: str = "", y: int = 0) -> None:
        """Edit the reason of one's answer."""
        if row != self.row:
            self.text.setPlainText(text)
        self.open_for(row, question, y=y)

    def first_focus(self) -> QWidget:
        return self.text

    def commit(self) -> None:
        row, text = self.row, self.text.toPlainText().strip()
        self._row = ""
        self.leave()
        self.saved.emit(row, text)


class NumberSheet(Popover):
    """A number for a numeric row; Enter gives it."""

    given = Signal(str, float)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner, name=owner.tr("Your number"), width=280, saves=owner.tr("Give"))
        self._low: float | None = None
        self._high: float | None = None
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("Your number"))
        self.content.addWidget(self.field)

    def ask(
        self, row: str, question: str, *, value: float | None = None, low: float | None = 0.0,
        high: float | None = 1.0, unit: str = "", y: int = 0,
    ) -> None:  # fmt: skip
        """Ask for a number; the bounds are said when it lies outside them."""
        self._low, self._high = low, high
        hint = f"{low:g} to {high:g}" if low is not None and high is not None else "a number"
        self.field.setPlaceholderText(f"{hint} {unit}".strip())
        self.field.setText("" if value is None else f"{value:g}")
        self.field.selectAll()
        self.open_for(row, question, y=y)

    def first_focus(self) -> QWidget:
        return self.field

    def commit(self) -> None:
        value = number_of(self.field.text())
        if value is None:
            self.say(self.tr("That is no number; write it like 0.7 or 70 %"))
            return
        low, high = self._low, self._high
        if (low is not None and value < low) or (high is not None and value > high):
            self.say(f"It must lie from {low:g} to {high:g}")
            return
        row = self.row
        self.leave()
        self.given.emit(row, float(value))


class RawReply(Popover):
    """What the judge wrote, word for word, as plain text."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(
            owner, name=owner.tr("Raw reply"), width=520, saves=owner.tr("Close"), key="Esc"
        )
        self.text = TextBox(self.tr("Raw reply of the judge"), lines=16)
        self.text.setReadOnly(True)
        self.content.addWidget(self.text)
        self.copy = Button(self.tr("Copy"))
        self.copy.clicked.connect(self._copy)
        self.cancel.hide()
        self.buttons.insertWidget(0, self.copy)
        self._whole = ""

    def show_reply(self, row: str, question: str, text: str, *, y: int = 0) -> None:
        """Show a reply; one of many megabytes is cut, and says so."""
        self._whole = text
        shown = words.clip(text, _WHOLE)
        if len(text) > _WHOLE:
            shown += f"\n\n({len(text):,} characters; Copy takes all of them)"
        self.text.setPlainText(shown)
        count = min(_MOST_LINES, max(3, shown.count("\n") + 1 + len(shown) // 70))
        self.text.set_lines(count)
        self.open_for(row, question, y=y)

    def first_focus(self) -> QWidget:
        return self.text

    def _copy(self) -> None:
        QApplication.clipboard().setText(self._whole)
