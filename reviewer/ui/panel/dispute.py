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
    """1 to 6 choose the code and go on to the text; "measured wrong" may carry a value."""

    saved = Signal(str, int, str, object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner, name=owner.tr("Dispute"), width=340)
        self._codes = {code: CodeButton(code, text, self) for code, text in DISPUTE_CODES.items()}
        self._group = QButtonGroup(self)
        for code, button in self._codes.items():
            self._group.addButton(button, code)
            self.content.addWidget(button)
            button.clicked.connect(lambda _=False, code=code: self.choose(code))
        self.content.setSpacing(0)
        self.text = TextBox(self.tr("Why"), self.tr("why, if it needs saying"), lines=3)
        self.content.addSpacing(fonts.scaled(6))
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
        """Ask what is wrong with a row; another row starts afresh."""
        if row != self.row:
            self._clear()
        self._fit()
        self.open_for(row, question, y=y)

    def _clear(self) -> None:
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
        """Choose a code; the text comes next."""
        self._codes[code].setChecked(True)
        self.say("")
        self._fit()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

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
        value: Scalar = None
        if self.code() == _MEASURED_WRONG and self.value.text().strip():
            value = scalar_of(self.value.text())
            if value is None:
                self.say(self.tr("What it should be is a number, yes or no"))
                return
        row, text = self.row, self.text.toPlainText().strip()
        code = self.code()
        self.leave()
        self._clear()
        self.saved.emit(row, code, text, value)
