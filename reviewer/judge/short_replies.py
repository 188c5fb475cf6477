"""Replies of a word or two: yes or no, a count, a color; refused where two readings fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from reviewer.judge.protocol import JudgeError
from reviewer.judge.replies import read_number
from reviewer.model.reply import LONGEST, all_objects, is_refusal, objects_in, spoken, why_unread

COLORS = ("black", "blue", "brown", "green", "purple", "red", "white", "yellow")
# What else a model may have seen: a wrong color, and no fault of the reply.
_OTHER_COLORS = frozenset({
        "amber", "aqua", "beige", "bronze", "burgundy", "copper", "coral", "cream", "crimson",
        "cyan", "fuchsia", "gold", "golden", "gray", "grey", "indigo", "ivory", "khaki",
        "lavender", "lilac", "lime", "magenta", "maroon", "mauve", "mint", "mustard", "navy",
        "ochre", "olive", "orange", "peach", "pink", "plum", "rose", "ruby", "rust", "salmon",
        "scarlet", "silver", "tan", "teal", "turquoise", "violet",
})  # fmt: skip

_KEYS = ("answer", "value", "result", "verdict", "response", "count", "number", "color", "colour")
_YES = frozenset({"yes", "true", "yeah", "yep", "是", "是的"})
_NO = frozenset({"no", "false", "nope", "否", "不是"})
# Only where nothing else is said: "1." also begins a list.
_ALONE = {"y": True, "1": True, "n": False, "0": False}
# "No cup is red" answers another question than "no, the cup is red".
_AFTER_NO = frozenset({"there", "it", "the", "this", "that", "i", "they", "not", "because"})
_SENTENCES = re.compile(r"[.!?;:…\n\r—|。！]+|\s[-–]\s")
_LEAD = re.compile(
    r"^(?:(?:so|therefore|thus|hence|i (?:think|believe|would say))\s+)?"
    r"(?:(?:my|the)\s+)?(?:(?:final|correct|short)\s+)?"
    r"(?:(?:answer|result|verdict|response)\s+)?(?:(?:is|would be)\s+)?"
)
_BOTH = re.compile(
    r"\b(?:yes\W+(?:(?:or|and|but|maybe)\W+)*no|no\W+(?:(?:or|and|but|maybe)\W+)*yes)\b"
)
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")
_NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
# In a longer reply "one" and "none" stand for other things than a count.
_SHORT = 6
_OWN_WORDS = 3


def read_yes_no(text: str) -> bool:
    """True for yes, False for no; a JudgeError for a reply that says neither, or both."""
    said = spoken(text)
    answers = set(_verdicts(said))
    if _BOTH.search(said.casefold()) or len(answers) > 1:
        raise JudgeError("the reply says both yes and no", raw=text)
    if not answers:
        raise JudgeError(why_unread(text, "neither yes nor no"), raw=text)
    return answers.pop()


def read_count(text: str) -> int:
    """How many; a JudgeError unless the reply says one whole number."""
    said = spoken(text)
    told = {number for value in _values(said) if (number := _whole(value)) is not None}
    if not told:
        found = _NUMBER.findall(said)
        if any(not number.isdecimal() for number in found):
            raise JudgeError(why_unread(text, "no single count"), raw=text)
        told = {int(number) for number in found} or set(_counted(said))
    if len(told) != 1:
        raise JudgeError(why_unread(text, "no single count"), raw=text)
    return told.pop()


def read_color(text: str) -> str:
    """One of the eight colors, another one it names, or empty where the object is not there."""
    said = spoken(text)
    told = [value for value in _values(said) if isinstance(value, str)]
    words: list[str] = re.findall(r"[a-z']+", " ".join(told or [said]).casefold())
    named = {word for word in words if word in COLORS}
    if len(named) > 1:
        raise JudgeError(
            f"the reply names more than one color: {', '.join(sorted(named))}", raw=text
        )
    is_denied = any(word == "not" or word.endswith("n't") for word in words)
    if is_refusal(text) or is_denied or not words:
        raise JudgeError(why_unread(text, "no color"), raw=text)
    if named:
        return named.pop()
    if {"none", "unknown"} & set(words) or (words[0] == "no" and len(words) <= _SHORT):
        return ""
    other = [word for word in words if word in _OTHER_COLORS]
    if len(set(other)) != 1:
        raise JudgeError(why_unread(text, "no color"), raw=text)
    return " ".join(words) if len(words) <= _OWN_WORDS else other[0]


def read_lines(text: str) -> list[str]:
    """Text transcribed from a picture, line by line; a JudgeError where the model declined."""
    if is_refusal(text) or len(text) > LONGEST:
        raise JudgeError(why_unread(text, "no text of a picture"), raw=text)
    lines = [line.strip() for line in spoken(text).splitlines()]
    shown = [line for line in lines if line and not line.startswith("```")]
    # The prompt asks for this word where there is no text: an empty reply would be a fault.
    return [line for line in shown if line != "(none)"]


def _values(said: str) -> Iterator[Any]:
    """What the objects of a reply give as their answer."""
    for one in all_objects(objects_in(said)):
        named = [one[key] for key in _KEYS if key in one]
        yield from named or (list(one.values()) if len(one) == 1 else [])


def _verdicts(said: str) -> Iterator[bool]:
    for value in _values(said):
        if isinstance(value, bool):
            yield value
        elif isinstance(value, int | float) and value in (0, 1):
            yield bool(value)
        elif isinstance(value, str):
            yield from _in_words(value)
    yield from _in_words(re.sub(r"\{[^{}]*\}", " ", said))


def _in_words(text: str) -> Iterator[bool]:
    plain = re.sub(r"[*_`#>\"'()\[\]]+", " ", text.casefold().replace("'s", ""))
    alone = plain.strip(" \n.!")
    if alone in _ALONE:
        yield _ALONE[alone]
    for sentence in _SENTENCES.split(plain):
        whole = _LEAD.sub("", " ".join(sentence.split()), count=1)
        first, *others = re.split(r"\s*[,，]\s*", whole)
        for part in (first, *others):
            if part in _YES or part in _NO:
                yield part in _YES
        words = first.split()
        if len(words) > 1 and words[0] == "yes":
            yield True
        if len(words) > 1 and words[0] == "no" and words[1] in _AFTER_NO:
            yield False


def _whole(value: object) -> int | None:
    try:
        number = read_number(value)
    except ValueError:
        return None
    return int(number) if number >= 0 and number.is_integer() else None


def _counted(said: str) -> Iterator[int]:
    words = re.findall(r"[a-z]+", said.casefold())
    if len(words) > _SHORT or is_refusal(said):
        return
    for word in words:
        if word in _NUMBER_WORDS:
            yield _NUMBER_WORDS.index(word)
        elif word == "none":
            yield 0
