"""Two versions of a grade file side by side: ours, and what somebody wrote meanwhile."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from reviewer.ui import fonts
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.dialog import Dialog

_CONTEXT = 2
_ABSENT = "—"


class ConflictDialog(Dialog):
    """Shows the keys that differ; the person chooses which file to keep."""

    def __init__(self, path: str, mine: str, theirs: str, parent: QWidget | None = None) -> None:
        about = (
            f"{path} changed on disk since it was read. These keys differ; what others added "
            "and what people answered stays, whichever you keep."
        )
        super().__init__("Which grade file?", about, accept=tr("Write mine"), parent=parent)
        self.keeps_mine = True
        self.text = QPlainTextEdit(differing(mine, theirs))
        self.text.setReadOnly(True)
        self.text.setFont(fonts.font("s"))
        self.text.setAccessibleName(tr("Keys that differ"))
        self.body.addWidget(self.text, 1)
        keep = Button(tr("Keep theirs"), height=32)
        keep.clicked.connect(self._keep_theirs)
        self.buttons.insertWidget(self.buttons.count() - 1, keep)
        self.resize(fonts.scaled(760), fonts.scaled(520))

    def _keep_theirs(self) -> None:
        self.keeps_mine = False
        self.accept()


def differing(mine: str, theirs: str) -> str:
    """Each key that differs with its two values; lines where one of the two is no JSON."""
    same = "The two say the same in other words: only spacing differs."
    try:
        own, other = dict(_keys(json.loads(mine))), dict(_keys(json.loads(theirs)))
    except ValueError:
        return _lines(mine, theirs) or same
    told = []
    for name in {**own, **other}:
        there, here = other.get(name, _ABSENT), own.get(name, _ABSENT)
        if there != here:
            told.append(f"{name}\n    on disk  {there}\n    mine     {here}")
    return "\n\n".join(told) or same


def _keys(document: object, above: str = "") -> Iterator[tuple[str, str]]:
    """Every value of a document by its whole key, as short text."""
    if isinstance(document, Mapping) and document:
        for key, value in document.items():
            yield from _keys(value, f"{above}.{key}" if above else str(key))
        return
    if isinstance(document, list) and any(isinstance(each, Mapping) for each in document):
        for place, value in enumerate(document):
            yield from _keys(value, f"{above}[{place}]")
        return
    yield above, json.dumps(document, ensure_ascii=False)


def _lines(mine: str, theirs: str) -> str:
    lines = difflib.unified_diff(
        theirs.splitlines(), mine.splitlines(), "on disk", "mine", lineterm="", n=_CONTEXT
    )
    return "\n".join(lines)
