"""Words of rows, titles and headlines come in the language of the program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

import reviewer.ui
from reviewer.model.wording import worded
from reviewer.session.state import Row
from reviewer.ui import row_words
from reviewer.ui.panel import plan_words
from reviewer.ui.translate import translated

UI = Path(reviewer.ui.__path__[0])
TABLES = ("row_words.py", "panel/plan_words.py", "panel/headline_words.py", "panel/words.py",
          "panel/card_words.py", "panel/ledger_short.py")  # fmt: skip


def _given_back(source: str) -> Iterator[str]:
    """Sentences that a function returns without `tr`."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for given in ast.walk(function):
            if isinstance(given, ast.Return) and given.value is not None:
                for part in _shown(given.value):
                    yield f"{given.lineno}: {part}"


def _shown(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.Tuple):
        for each in value.elts:
            yield from _shown(each)
    elif isinstance(value, ast.IfExp):
        yield from _shown(value.body)
        yield from _shown(value.orelse)
    elif isinstance(value, ast.JoinedStr):
        text = "".join(str(p.value) for p in value.values if isinstance(p, ast.Constant))
        if re.search("[A-Za-z]{2}", text) and not text.startswith("<"):
            yield text
    elif isinstance(value, ast.Constant) and " " in str(value.value):
        yield str(value.value)


@pytest.mark.parametrize("name", TABLES)
def test_sentences_of_the_word_tables_can_be_translated(name: str) -> None:
    assert list(_given_back((UI / name).read_text(encoding="utf-8"))) == []


class Marked(QTranslator):
    """Says of every text that it was asked for."""

    def translate(
        self, _context: str, source: str, _comment: str | None = None, _n: int = -1
    ) -> str:
        return f"⟪{source}⟫"

    def isEmpty(self) -> bool:
        return False


def test_what_is_shown_is_asked_for_at_the_moment_it_is_shown(qapp: QApplication) -> None:
    marked = Marked()
    qapp.installTranslator(marked)
    try:
        assert plan_words.needs_right((), ()) == "⟪nothing to answer⟫"
        assert plan_words.passed((), (), has_failed=False)[0] == "⟪All 0 checks passed⟫"
        row = Row("a", "gimp_edit", headline=0.2, passes=False, is_known=True, flags=("no-op",))
        assert row_words.verdict(row) == ("⟪fails⟫", "bad")
        assert row_words.spoken(row) == "a, ⟪open⟫, 0.200 ⟪fails⟫, ⟪flags no-op⟫"
    finally:
        qapp.removeTranslator(marked)
    assert row_words.verdict(row) == ("fails", "bad")


def test_what_the_desk_says_is_asked_for_without_its_values(qapp: QApplication) -> None:
    marked = Marked()
    row = worded("{row} and {count} more", row="“Clean”", count=2)
    said = worded("Not judged: {rows}", rows=row)
    qapp.installTranslator(marked)
    try:
        assert translated(said) == "⟪Not judged: ⟪“Clean” and 2 more⟫⟫"
        assert translated("open a task first") == "⟪open a task first⟫"
    finally:
        qapp.removeTranslator(marked)
    assert translated(said) == said == "Not judged: “Clean” and 2 more"
