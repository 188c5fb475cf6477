"""Sentences in less room: whole words go first, and what is left says the same."""

from __future__ import annotations

import pytest

from reviewer.ui.brief import fitting, typeset, wordings


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The structure matches the golden picture", "Structure matches the golden picture"),
        ("Held at .50: the judge's mean is below .75", "Held at .50: judge’s mean below .75"),
        ("A text layer exists", "Text layer exists"),
        ("Theory and anatomy", "Theory and anatomy"),
    ],
)
def test_small_words_give_way_before_a_letter_is_cut(text: str, shown: str) -> None:
    assert fitting(text, len(shown), len) == shown
    assert fitting(text, len(text), len) == typeset(text), "with room nothing is left out"


def test_each_wording_is_no_longer_than_the_one_before() -> None:
    for text in ("The judge's mean is half of the grade", "The pixels are over the limit: a blot"):
        lengths = [len(said) for said in wordings(text)]
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[-1] < lengths[0]


def test_what_is_quoted_stays_as_it_was_said() -> None:
    text = "The title says “the end is below” in full"
    assert list(wordings(text))[-1] == "Title says “the end is below” in full"


def test_other_languages_are_left_alone() -> None:
    assert set(wordings("标题文字是否清晰可读")) == {"标题文字是否清晰可读"}


def test_where_nothing_fits_the_fewest_words_are_cut() -> None:
    text = "The structure matches the golden picture"
    assert fitting(text, 3, len) == "Structure matches golden picture"
