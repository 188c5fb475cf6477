"""The checks of a task that is being made: each can be left out, changed, or added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from reviewer.ui import fonts
from reviewer.ui.extras.check_words import read_row, values_text
from reviewer.ui.extras.forms import scrolled
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import Button, DropDown
from reviewer.ui.widgets.inputs import Toggle
from reviewer.ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from reviewer.session.one_check import RowInfo

_FITTING, _OWN = "Checks that fit", "Checks of your own choice"


class CheckList(QWidget):
    """Proposed rows until a person changes one: from then on they are the person's own."""

    changed = Signal()
    library_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_own = False
        self.lines: list[_Line] = []
        self._known: Mapping[str, RowInfo] = {}
        self.title = ElidedLabel(_FITTING, step="s", role="text2")
        self.add = DropDown(tr("Add a check"), tr("Add a check of the library"))
        self.propose = Button(tr("Propose again"))
        self._held = QWidget()
        self._rows = QVBoxLayout(self._held)
        self._rows.setContentsMargins(0, 0, fonts.scaled(8), 0)
        self._rows.setSpacing(0)
        self._rows.addStretch(1)
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(fonts.scaled(8))
        top.addWidget(self.title, 1)
        top.addWidget(self.propose)
        top.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.scaled(4))
        column.addLayout(top)
        column.addWidget(scrolled(self._held), 1)
        self.add.menu_wanted.connect(self._fill)
        self.propose.clicked.connect(self._forget)
        self.propose.setEnabled(False)
        self.setMinimumHeight(fonts.scaled(84))

    def set_library(self, rows: Sequence[RowInfo]) -> None:
        """Every check that can be chosen, with what it takes."""
        self._known = {row.id: row for row in rows}
        for line in self.lines:
            line.tell(self._known.get(line.use))

    def set_proposed(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Show the rows that fit; a person's own choice stays."""
        if self.is_own or [line.row() for line in self.lines] == [dict(row) for row in rows]:
            return
        self._clear()
        for row in rows:
            self._put(str(row["use"]), values_text(row))

    def chosen(self) -> tuple[Mapping[str, Any], ...] | None:
        """The rows that are on; None while they are the proposed ones."""
        if not self.is_own:
            return None
        return tuple(line.row() for line in self.lines if line.toggle.isChecked())

    def problem(self) -> str:
        """What is wrong with what was typed, or nothing."""
        for line in self.lines:
            if line.toggle.isChecked():
                try:
                    line.row()
                except ValueError as error:
                    return str(error)
        if self.is_own and not any(line.toggle.isChecked() for line in self.lines):
            return "Choose at least one check, or have those that fit proposed."
        return ""

    def add_check(self, use: str) -> None:
        """One more check of the library, on, with its own values."""
        self._put(use, "").values.setFocus()
        self._touched()

    def _put(self, use: str, text: str) -> _Line:
        line = _Line(use, text)
        line.tell(self._known.get(use))
        line.toggle.toggled.connect(self._touched)
        line.values.textEdited.connect(self._touched)
        self.lines.append(line)
        self._rows.insertWidget(self._rows.count() - 1, line)
        return line

    def _clear(self) -> None:
        for line in self.lines:
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.lines = []

    def _touched(self) -> None:
        self.is_own = True
        self._say()

    def _forget(self) -> None:
        self.is_own = False
        self._clear()
        self._say()

    def _say(self) -> None:
        self.title.set_words(_OWN if self.is_own else _FITTING)
        self.propose.setEnabled(self.is_own)
        self.changed.emit()

    def _fill(self, menu: QMenu) -> None:
        self.library_wanted.emit()
        for row in self._known.values():
            act = menu.addAction(f"{row.id} · {row.asks}".replace("&", "&&"))
            act.triggered.connect(lambda _=False, use=row.id: self.add_check(use))


class _Line(QWidget):
    """A check: on or off, its name, its values."""

    def __init__(self, use: str, text: str) -> None:
        super().__init__()
        self.use = use
        self.toggle = Toggle(use)
        self.toggle.setChecked(True)
        self.toggle.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.values = QLineEdit(text)
        self.values.setAccessibleName(tr("Values of {check}").format(check=use))
        self.values.setPlaceholderText(tr("its own values"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, fonts.scaled(2), 0, fonts.scaled(2))
        row.addWidget(self.toggle, 1)
        row.addWidget(self.values, 1)

    def row(self) -> dict[str, Any]:
        """The row as a task holds it; ValueError says what cannot be read."""
        return read_row(self.use, self.values.text())

    def tell(self, info: RowInfo | None) -> None:
        """What the check asks, needs and takes."""
        if info is None:
            return
        takes = [f"{name}: {about}" for name, about in info.params.items()]
        said = "\n".join([info.asks, f"needs {info.needs}", *takes])
        self.toggle.setToolTip(said)
        self.values.setToolTip(said)
