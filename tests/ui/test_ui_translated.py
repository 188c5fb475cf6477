"""Words that a control is given as they are go through `tr`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import reviewer.ui

FILES = sorted(Path(reviewer.ui.__path__[0]).rglob("*.py"))
# What is shown: the places of its words among the arguments.
SHOWN = {
    "setText": (0,), "setToolTip": (0,), "setPlaceholderText": (0,), "setAccessibleName": (0,),
    "setAccessibleDescription": (0,), "setWindowTitle": (0,), "set_words": (0, 1),
    "set_text": (0,), "say": (0,), "addAction": (0,), "Button": (0,), "IconButton": (1,),
    "Toggle": (0,), "ElidedLabel": (0,), "wrapped": (0,), "SectionTitle": (0, 1), "FormRow": (0,),
    "FileField": (0,), "DropDown": (0, 1), "Segment": (1,), "TextBox": (0,), "Link": (0,),
    "FoldRow": (0,), "Chip": (0,), "Column": (0,), "Segmented": (0,), "ProgressLine": (0,),
    "getText": (1, 2), "getExistingDirectory": (1,), "getSaveFileName": (1,),
    "getOpenFileName": (1,), "question": (1, 2), "warning": (1, 2), "about": (1,), "QLabel": (0,),
    "QPushButton": (0,), "addItem": (0,), "setStatusTip": (0,), "setHeaderLabels": (0,),
}  # fmt: skip
NAMED = ("hint", "about", "accept")


def bare(source: str) -> Iterator[str]:
    """Words that are shown without `tr`, with their line."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        given = [call.args[at] for at in SHOWN.get(name, ()) if at < len(call.args)]
        if name in SHOWN or name == "__init__":
            given += [word.value for word in call.keywords if word.arg in NAMED]
        for each in given:
            ends = (each.body, each.orelse) if isinstance(each, ast.IfExp) else (each,)
            for end in ends:
                words = end.value if isinstance(end, ast.Constant) else None
                if isinstance(end, ast.JoinedStr):
                    # A sentence with values in it is a template for `tr`, then formatted.
                    parts = (part for part in end.values if isinstance(part, ast.Constant))
                    words = "".join(str(part.value) for part in parts)
                if isinstance(words, str) and re.search("[A-Za-z]{2}", words):
                    yield f"{end.lineno}: {words}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_words_that_are_shown_can_be_translated(path: Path) -> None:
    assert list(bare(path.read_text(encoding="utf-8"))) == []


def test_bare_words_are_found() -> None:
    source = 'a.setText("Cut off")\nButton(tr("Fine"))\nSegment("key", "Shown" if x else tr("b"))'
    assert list(bare(source)) == ["1: Cut off", "3: Shown"]
    assert list(bare('QInputDialog.getText(w, tr("Name"), f"A name for {x}:")')) == [
        "1: A name for :"
    ]
