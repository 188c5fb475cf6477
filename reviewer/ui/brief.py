"""Sentences in less room: fewer small words before any letter is cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_FIRST_ARTICLE = re.compile(r"^(The|A|An) (\w)")
_AFTER_COLON = re.compile(r"(: )(?:the|a|an) ")
_IS_BELOW = re.compile(r"\b(?:is|are) (?=(?:below|above|under|over|at|half)\b)")
_QUOTE = re.compile(r"[“”\"‘«»「」]")
_ARTICLE = re.compile(r"\b(?:the|a|an) ")


def typeset(text: str) -> str:
    """With the apostrophes of print, as all other words of the screen have them."""
    return _APOSTROPHE.sub("’", text)


def wordings(text: str) -> Iterator[str]:
    """The sentence, then the same in ever fewer words; each says what the first does."""
    said = typeset(text)
    yield said
    said = _FIRST_ARTICLE.sub(lambda found: found.group(2).upper(), said)
    yield (said := _AFTER_COLON.sub(r"\1", said))
    if _QUOTE.search(said):
        # What is quoted is somebody's own words.
        return
    yield (said := _IS_BELOW.sub("", said))
    yield _ARTICLE.sub("", said)


def fitting(text: str, room: float, width: Callable[[str], float]) -> str:
    """The wording with the most words that is whole in the room, else the one with the fewest."""
    shown = text
    for shown in wordings(text):
        if width(shown) <= room:
            break
    return shown
