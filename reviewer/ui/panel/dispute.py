"""Disputing a row: one of six codes, why, and what the value should have been."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QWidget

from reviewer.model import Scalar
from reviewer.model.entry import DISPUTE_CODES
from reviewer.ui import fonts
from reviewer.ui.panel.code_button import CodeButton
from reviewer.ui.panel.popover import Popover
from reviewer.ui.panel.scalar import scalar_of
from reviewer.ui.panel.text_box import TextBox
from reviewer.ui.widgets.labels import ElidedLabel

_MEASURED_WRONG = 1


class DisputeSheet(Popover):
    """1 to 6 record the dispute at once; why, and what it should be, may be added then.

    What was recorded stands whatever becomes of the sheet: undo takes it back.
    """

    saved = Signal(str, int, str, object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner, name=owner.tr("Dispute"), width=340, keeps_draft=True)
        self.recorded = ""
        self._kept: tuple[int, str, str] = (0, "", "")
        self._is_refused = False
        self._codes = {code: CodeButton(code, text, self) for code, text in DISPUTE_CODES.items()}
        self._group = QButtonGroup(self)
        for code, button in self._codes.items():
            self._group.addButton(button, code)
            self.content.addWidget(button)
            button.clicked.connect(lambda _=False, code=code: self.choose(code))
        self.content.setSpacing(0)
        self.text = TextBox(self.tr("Why"), self.tr("why, if it needs saying"), lines=3)
        self.content.addSpacing(fonts.scaled(6))
        self.stands = ElidedLabel("", step="s", role="ok")
        self.content.addWidget(self.stands)
        self.content.addWidget(self.text)
        self.value = QLineEdit()
        self.value.setAccessibleName(self.tr("Should be"))
        self.value.setPlaceholderText(self.tr("number, yes or no"))
        self._value_row = QWidget()
        row = QHBoxLayout(self._value_row)
        row.setContentsMargins(0, fonts.scaled(8), 0, 0)
        row.addWidget(ElidedLabel(self.tr("should be, if you know"), step="s", role="text2"), 1)
        row.addWidget(self.value)
        self.value.setFixedWidth(fonts.scaled(140))
        self.content.addWidget(self._value_row)

    def ask(self, row: str, question: str, *, y: int = 0) -> None:
        """Ask what is wrong with a row; what was left half-written there comes back."""
        self.clear()
        draft = self.take_draft(row)
        if draft:
            self._restore(*draft)
        self._fit()
        self.open_for(row, question, y=y, is_draft=bool(draft))

    def _restore(self, code: str, text: str, value: str, recorded: str) -> None:
        if int(code):
            self._codes[int(code)].setChecked(True)
        self.text.setPlainText(text)
        self.value.setText(value)
        if recorded:
            self._kept = (int(code), "", "")
            self.say_recorded(recorded)

    def written(self) -> tuple[str, ...]:
        now = (self.code(), self.text.toPlainText(), self.value.text())
        if not (now[1].strip() or now[2].strip()) or now == self._kept:
            return ()
        return str(now[0]), now[1], now[2], self.recorded

    def clear(self) -> None:
        self.recorded, self._kept = "", (0, "", "")
        self.stands.set_words("")
        self.cancel.set_text(self.tr("Cancel"))
        self._group.setExclusive(False)
        for button in self._codes.values():
            button.setChecked(False)
        self._group.setExclusive(True)
        self.text.clear()
        self.value.clear()

    def code(self) -> int:
        """The code that is chosen, or 0."""
        return max(0, self._group.checkedId())

    def choose(self, code: int) -> None:
        """Choose a code, which records the dispute; the text comes next."""
        self._codes[code].setChecked(True)
        self.say("")
        self._fit()
        if self._kept[0] != code:
            self._record()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def say_recorded(self, entry: str) -> None:
        """What was chosen stands in the log."""
        self.recorded = entry
        self.stands.set_words(self.tr("Recorded. Add why, or go on with Esc"))
        self.cancel.set_text(self.tr("Done"))
        self.place()

    def refuse(self, why: str) -> None:
        """What was chosen could not be recorded."""
        self._is_refused = True
        self.say(why)

    def discard(self) -> None:
        if self.recorded:
            # Only what was added is thrown away.
            self.text.setPlainText(self._kept[1])
            self.value.setText(self._kept[2])
            self.leave()
        else:
            super().discard()

    def _record(self) -> bool:
        """Hand out what is chosen and written; False when it was refused or is no value."""
        value: Scalar = None
        if self.code() == _MEASURED_WRONG and self.value.text().strip():
            value = scalar_of(self.value.text())
            if value is None:
                self.say(self.tr("What it should be is a number, yes or no"))
                return False
        self._is_refused = False
        text = self.text.toPlainText()
        self.saved.emit(self.row, self.code(), text.strip(), value)
        if not self._is_refused:
            self._kept = (self.code(), text, self.value.text())
        return not self._is_refused

    def digit(self, number: int) -> bool:
        if number in self._codes:
            self.choose(number)
        return number in self._codes

    def first_focus(self) -> QWidget:
        return self._codes[self.code() or _MEASURED_WRONG]

    def _fit(self) -> None:
        self._value_row.setVisible(self.code() == _MEASURED_WRONG)
        if self.isVisible():
            self.place()

    def commit(self) -> None:
        if not self.code():
            self.say(self.tr("Choose one of the six codes first: keys 1 to 6"))
            return
        if self._kept == (self.code(), self.text.toPlainText(), self.value.text()):
            self.leave()
        elif self._record():
            self.clear()
            self.leave()
