"""Counts and failures in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reviewer.model.counting import (
    counted,
    decimal_text,
    noun,
    percent,
    share_text,
    short_of_one,
    true_minus,
)
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


@pytest.mark.parametrize(
    ("share", "places", "said"), [(0.34, 0, "34 %"), (0.1104, 1, "11.0 %"), (1, 0, "100 %")]
)
def test_a_share_is_written_with_its_sign_apart(share: float, places: int, said: str) -> None:
    assert percent(share, places) == said


def test_a_negative_number_has_a_minus() -> None:
    assert [true_minus(f"{n:+.2f}") for n in (-0.51, 0.5)] == ["−0.51", "+0.50"]
    assert true_minus("a-b") == "a-b"


def test_no_sentence_glues_a_percent_sign_to_its_number() -> None:
    """What the window shows; `{x:.1%}` would say 11.0%. Tables of commands are narrow."""
    glued = [
        f"{path.name}:{number}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.parent.name != "cli"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r":[+]?\.?\d*%\}", line)
    ]
    assert glued == []


@pytest.mark.parametrize(
    ("value", "said", "in_digits"),
    [
        (0.843, "0.843", "0.843"),
        (1.0, "1.000", "1"),
        (0.9999999, "0.9999999", "0.9999999"),
        (-0.99996, "-0.99996", "-0.99996"),
        (1 - 1e-13, "0.9999999999", "0.9999999999"),
        (0.0, "0.000", "0"),
        (-0.0, "0.000", "0"),
        (-0.00004, "-0.00004", "-4e-05"),
    ],
)
def test_a_1_that_was_not_reached_is_not_written(value: float, said: str, in_digits: str) -> None:
    assert short_of_one(value, 3) == said
    assert share_text(value, 4) == in_digits


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.5, "0.500"), (-0.3, "-0.300"), (0.0, "0.000"), (-0.0, "0.000"), (-0.0004, "-0.0004"),
        (0.00004, "0.00004"), (-5e-17, "0.000"), (1.0, "1.000"),
    ],
)  # fmt: skip
def test_a_0_that_it_is_not_is_not_written_and_none_has_a_sign(value: float, said: str) -> None:
    assert decimal_text(value, 3) == said
