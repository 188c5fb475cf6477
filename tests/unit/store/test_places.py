"""Values set deep inside a grader's document come out again exactly."""

from __future__ import annotations

import pytest

from reviewer.model import Measurement
from reviewer.store.places import as_written, get_at, is_at, place_of, put_back, taken_out

DOCUMENT = {"a": [{"b": True}, {"b": None}], "c": {"d": 1}}


def test_reading() -> None:
    assert get_at(DOCUMENT, ("a", 0, "b")) is True
    assert get_at(DOCUMENT, ("a", 2, "b")) is None
    assert get_at(DOCUMENT, ("a", "0", "b")) is None
    assert is_at(DOCUMENT, ("a", 1, "b"))
    assert not is_at(DOCUMENT, ("c", "e"))
    assert not is_at(DOCUMENT, ())


def test_places_of_measurements() -> None:
    assert place_of(Measurement("x", 1, facts={"at": ["a", 0, "b"]})) == ("a", 0, "b")
    assert place_of(Measurement("x", 1, facts={"at": "a"})) == ()
    assert place_of(None) == ()


def test_first_values_go_back_through_lists() -> None:
    changed = {"a": [{"b": False}, {"b": 1}], "c": {"d": 2}}
    first = {"a": {"0": {"b": True}, "1": {"b": None}}, "c": {"d": 1}}
    assert put_back(changed, first) == DOCUMENT
    assert changed["a"][0]["b"] is False


def test_new_keys_are_taken_out() -> None:
    changed = {"a": [{"b": True, "new": 1}, {"b": None}], "c": {"d": 1}, "new": {}}
    assert taken_out(taken_out(changed, ("a", 0, "new")), ("new",)) == DOCUMENT
    assert taken_out(DOCUMENT, ("x", "y")) == DOCUMENT


@pytest.mark.parametrize(
    ("form", "credit", "written"),
    [
        (None, 0.5, 0.5),
        ("clause", 1.0, True),
        ("clause", 0.5, "partial"),
        ("clause", 0.0, False),
        ("clause", 0.25, 0.25),
        ("opposite", 1.0, False),
        ("opposite", 0.0, True),
        ("opposite", None, None),
    ],
)
def test_credits_in_the_words_of_the_file(form: str | None, credit: float, written: object) -> None:
    found = Measurement("x", 1, facts={"as": form} if form else {})
    assert as_written(found, credit) is written or as_written(found, credit) == written
