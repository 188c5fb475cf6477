"""Votes in words: what names one picture is a vote for it, and nothing else is."""

from __future__ import annotations

import re

import pytest

from reviewer.scoring.pairwise import named_choice

FOR_A = [
    "I prefer A over B",
    "I prefer A over B.",
    "I prefer image A to image B.",
    "I prefer A rather than B",
    "I prefer picture A because its letters are crisp.",
    "I strongly prefer Image A",
    "I would choose A.",
    "I'd go with image A.",
    "I'd pick A over B since the cup is red",
    "We choose option A",
    "I vote for A",
    "My vote goes to A.",
    "My vote is for picture A",
    "If I had to choose, I would pick A.",
    "Between A and B, I prefer A.",
    "Comparing image A and image B, I prefer image A",
    "Overall, I prefer the image A",
    "I like A better than B",
    "I like image A more",
    "A over B",
    "Image A beats image B.",
    "A rather than B",
    "A is preferred over B",
    "Image A is preferable to image B",
    "A is clearly better",
    "Image A is slightly better than image B in composition",
    "A looks better than B",
    "Picture A is superior",
    "Definitely A",
    "Overall winner: A",
    "My pick: A",
    "The colors of both are good.\nI prefer A over B.",
    '{"winner": "I prefer A over B"}',
]
NO_VOTE = [
    "I prefer A over A",
    "I prefer B over B",
    "I do not prefer A over B",
    "I don't prefer A",
    "I would not choose A",
    "I prefer A or B",
    "I prefer neither A nor B is better",
    "I prefer a picture with a cat",
    "I prefer image A's colors",
    "I prefer A but B is more accurate",
    "I prefer A over B only in color, B in everything else",
    "I prefer A because B is blurred, or is it B",
    "I prefer A for its color, not for its shape",
    "I like A",
    "I choose a path between the two",
    "I used to prefer A",
    "Some would choose A over B",
    "Why would I choose A?\nI would choose B over A?\nWho knows",
    "Do I prefer A or B?",
    "A is better than B in color, B is better in shape",
    "A is not better than B",
    "A over B over A",
    "A beats A",
    "Between A and B, I cannot prefer A",
    "I prefer A over B\nI prefer B over A",
    "My vote goes to a cat",
    "A looks like B",
]


@pytest.mark.parametrize("reply", FOR_A)
def test_words_that_name_one_picture(reply: str) -> None:
    assert named_choice(reply) == "A"


@pytest.mark.parametrize("reply", FOR_A)
def test_the_same_words_name_the_other_one(reply: str) -> None:
    swapped = re.sub(r"\b[AB]\b", lambda side: "BA"["AB".index(side[0])], reply)
    assert named_choice(swapped) == "B"


@pytest.mark.parametrize("reply", NO_VOTE)
def test_words_that_name_none_or_both_are_no_vote_for_either(reply: str) -> None:
    assert named_choice(reply) in ("", "tie")
