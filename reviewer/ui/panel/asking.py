"""Small editors beside a row: a reason, a note, a number, a settlement, the raw reply."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QButtonGroup, QLineEdit, QVBoxLayout, QWidget

from reviewer.ui.panel import words
from reviewer.ui.panel.code_button import CodeButton
from reviewer.ui.panel.popover import Popover
from reviewer.ui.panel.scalar import number_of
from reviewer.ui.panel.text_box import TextBox
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import Button

_WHOLE = 400_000
_MOST_LINES = 16
# An answer key is the value that it prints.
_KEYS = {1.0: 1, 0.5: 5, 0.0: 0}


class ReasonEditor(Popover):
    """Why a person answered as they did."""

    saved = Signal(str, str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner, name=owner.tr("Your reason"), width=340, keeps_draft=True)
        self._said = ""
        self.text = TextBox(self.tr("Your reason"), self.tr("why you answered so"), lines=4)
        self.content.addWidget(self.text)

    def ask(self, row: str, question: str, *, text: str = "", y: int = 0) -> None:
        """Edit the reason of one's answer."""
        draft = self.take_draft(row)
        self._said = text
        self.text.setPlainText(draft[0] if draft else text)
        self.open_for(row, question, y=y, is_draft=bool(draft))

    def written(self) -> tuple[str, ...]:
        text = self.text.toPlainText()
        return (text,) if text.strip() != self._said.strip() else ()

    def clear(self) -> None:
        self.text.setPlainText(self._said)

    def first_focus(self) -> QWidget:
        return self.text

    def commit(self) -> None:
        row, text = self.row, self.text.toPlainText().strip()
        self.discard()
        self.saved.emit(row, text)


class NoteEditor(Popover):
    """A note on the whole task; a half-written one waits for its own task."""

    saved = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner, name=owner.tr("Note on the task"), width=340, keeps_draft=True)
        self.text = TextBox(self.tr("Note on the task"), self.tr("what others should know"))
        self.content.addWidget(self.text)

    def ask(self, task: str, *, y: int = 0) -> None:
        """Write a note on a task."""
        draft = self.take_draft(task)
        self.text.setPlainText(draft[0] if draft else "")
        self.open_for(task, task, y=y, is_draft=bool(draft))

    def written(self) -> tuple[str, ...]:
        text = self.text.toPlainText()
        return (text,) if text.strip() else ()

    def clear(self) -> None:
        self.text.clear()

    def first_focus(self) -> QWidget:
        return self.text

    def commit(self) -> None:
        text = self.text.toPlainText().strip()
        if not text:
            self.say(self.tr("Write the note first, or leave with Esc"))
            return
        self.discard()
        self.saved.emit(text)


class SettleSheet(Popover):
    """What people disagree on is settled: an answer of the row's scale, and why."""

    saved = Signal(str, float, str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner, name=owner.tr("Settle a disagreement"), width=340, keeps_draft=True)
        self._buttons: dict[float, CodeButton] = {}
        self._group = QButtonGroup(self)
        self.choices = QVBoxLayout()
        self.choices.setSpacing(0)
        self.content.addLayout(self.choices)
        self.text = TextBox(self.tr("Why"), self.tr("why, if it needs saying"), lines=2)
        self.content.addWidget(self.text)

    def ask(self, row: str, question: str, answers: Mapping[str, float], *, y: int = 0) -> None:
        """Settle a row; `answers` are the values that its scale has, by their word."""
        draft = self.take_draft(row)
        self.text.setPlainText(draft[0] if draft else "")
        for button in self._buttons.values():
            self._group.removeButton(button)
            self.choices.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = {
            value: CodeButton(_KEYS.get(value, 0), word, self) for word, value in answers.items()
        }
        for value, button in self._buttons.items():
            self._group.addButton(button)
            self.choices.addWidget(button)
            button.clicked.connect(lambda _=False, value=value: self.choose(value))
        self.open_for(row, question, y=y, is_draft=bool(draft))

    def written(self) -> tuple[str, ...]:
        text = self.text.toPlainText()
        return (text,) if text.strip() else ()

    def clear(self) -> None:
        self.text.clear()

    def choose(self, value: float) -> None:
        """Choose an answer; why comes next."""
        self._buttons[value].setChecked(True)
        self.say("")
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def digit(self, number: int) -> bool:
        value = next((each for each in self._buttons if _KEYS.get(each) == number), None)
        if value is not None:
            self.choose(value)
        return value is not None

    def first_focus(self) -> QWidget:
        return next(iter(self._buttons.values()), self.text)

    def commit(self) -> None:
        chosen = next((v for v, button in self._buttons.items() if button.isChecked()), None)
        if chosen is None:
            keys = ", ".join(str(_KEYS[value]) for value in self._buttons if value in _KEYS)
            self.say(tr("Choose an answer first: {keys}").format(keys=keys))
            return
        row, text = self.row, self.text.toPlainText().strip()
        self.discard()
        self.saved.emit(row, chosen, text)


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
            said = tr("It must lie from {low} to {high}")
            self.say(said.format(low=f"{low:g}", high=f"{high:g}"))
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
