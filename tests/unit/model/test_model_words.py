"""Counts and failures in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reviewer.model.counting import counted, noun
from reviewer.model.failure import told

PACKAGE = Path(__file__).parents[3] / "reviewer"


def test_a_count_has_the_noun_that_fits() -> None:
    assert [counted(n, "region") for n in (0, 1, 2, 1204)] == [
        "0 regions", "1 region", "2 regions", "1,204 regions",
    ]  # fmt: skip
    assert counted(1, "entry", "entries") == "1 entry"
    assert counted(3, "entry", "entries") == "3 entries"
    assert noun(1, "needs", "need") == "needs"


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (ValueError("a.png: it is damaged. Export it again."), "a.png: it is damaged."),
        (MemoryError(), "not enough memory"),
        (RecursionError("maximum recursion depth exceeded"), "nested too deeply"),
        (KeyError("ssim"), "'ssim' is missing"),
        (ZeroDivisionError(), "it gave no reason"),
        (FileNotFoundError(2, "No such file or directory", "/x/a.png"), "/x/a.png: No such file"),
    ],
)
def test_a_failure_is_told_without_a_class_name(error: Exception, wanted: str) -> None:
    said = told(error)
    assert wanted in said
    assert type(error).__name__ not in said


def test_no_message_carries_the_name_of_a_python_exception() -> None:
    # The driver runs the task's own grader: its author reads the Python error that it raised.
    names = re.compile(r"type\((error|failure|problem)\)\.__name__")
    said = [
        path.name
        for path in PACKAGE.rglob("*.py")
        if path.name != "grader_driver.py" and names.search(path.read_text("utf-8"))
    ]
    assert said == []
