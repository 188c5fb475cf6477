"""Two versions of a grade file side by side: ours, and what somebody wrote meanwhile."""

from __future__ import annotations

import difflib

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from reviewer.ui import fonts
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.dialog import Dialog

_CONTEXT = 2


class ConflictDialog(Dialog):
    """Shows the lines that differ; the person chooses which file to keep."""

    def __init__(self, path: str, mine: str, theirs: str, parent: QWidget | None = None) -> None:
        about = (
            f"{path} changed on disk since it was read. Lines with + are yours, "
            "lines with - are on disk."
        )
        super().__init__("Which grade file?", about, accept=tr("Write mine"), parent=parent)
        self.keeps_mine = True
        self.text = QPlainTextEdit(differing(mine, theirs))
        self.text.setReadOnly(True)
        self.text.setFont(fonts.font("s"))
        self.text.setAccessibleName(tr("Lines that differ"))
        self.body.addWidget(self.text, 1)
        keep = Button(tr("Keep theirs"), height=32)
        keep.clicked.connect(self._keep_theirs)
        self.buttons.insertWidget(self.buttons.count() - 1, keep)
        self.resize(fonts.scaled(760), fonts.scaled(520))

    def _keep_theirs(self) -> None:
        self.keeps_mine = False
        self.accept()


def differing(mine: str, theirs: str) -> str:
    """The lines that differ, with a little around them."""
    lines = difflib.unified_diff(
        theirs.splitlines(), mine.splitlines(), "on disk", "mine", lineterm="", n=_CONTEXT
    )
    return "\n".join(lines) or "The two say the same in other words: only spacing differs."
