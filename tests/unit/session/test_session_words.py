"""What is said or refused is a sentence, or a template with values: the window translates it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import reviewer
from reviewer.model.wording import worded
from reviewer.session.refusing import RefusedError

PACKAGE = Path(reviewer.__path__[0])
FILES = sorted([*(PACKAGE / "session").glob("*.py"), *(PACKAGE / "ui").rglob("*.py")])
SAID = {"say": 0, "RefusedError": 0, "_submit": 3}


def joined(source: str) -> Iterator[str]:
    """Sentences that are joined with their values where they are said, with their line."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if getattr(getattr(call.func, "value", None), "id", "") == "log":
            continue  # a log of a run is a file, not the window
        at = SAID.get(name, len(call.args))
        given = call.args[at : at + 1] + [k.value for k in call.keywords if k.arg == "title"]
        for each in given:
            for part in ast.walk(each):
                if isinstance(part, ast.JoinedStr):
                    words = "".join(
                        str(p.value) for p in part.values if isinstance(p, ast.Constant)
                    )
                    if re.search("[A-Za-z]{2}", words):
                        yield f"{part.lineno}: {words}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_said_keeps_its_values_apart(path: Path) -> None:
    assert list(joined(path.read_text(encoding="utf-8"))) == []


def test_joined_sentences_are_found() -> None:
    source = 'session.say(f"Saved: {x}")\nraise RefusedError(f"{x} is no answer" if x else "no")'
    assert list(joined(source)) == ["1: Saved: ", "2:  is no answer"]
    assert list(joined('session.say(f"{a}: {b}")\nlog.say(f"read {a}")')) == []


def test_a_sentence_reads_as_it_is_written_and_keeps_its_template() -> None:
    made = worded("{count:,} more in {folder}", count=1200, folder="a")
    assert made == "1,200 more in a"
    assert (made.template, made.values) == (
        "{count:,} more in {folder}", {"count": 1200, "folder": "a"},
    )  # fmt: skip
    assert RefusedError(made).why is made
    assert str(RefusedError(made)) == "1,200 more in a"
