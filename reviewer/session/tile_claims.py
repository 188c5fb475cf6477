"""A claim in so few words that a page of tiles can be scanned: at most twenty letters."""

from __future__ import annotations

import re
from collections.abc import Mapping

MOST_WORDS = 20
# Rows of the shipped rubrics whose sentences are longer; how they stand is said by the icon.
_SHORT: Mapping[str, str] = {
    "exists": "Result opens",
    "valid": "Result opens",
    "dimensions": "Size as golden",
    "ssim": "Structure as golden",
    "histogram": "Colors as golden",
    "pixel_closeness": "Pixels as golden",
    "changed": "Something changed",
    "vision_judge": "Does what was asked",
}
_ASIDE = re.compile(r"\s*\([^)]*\)")
_ARTICLE = re.compile(r"\b(?:the|an?)\s+", re.IGNORECASE)


def short_claim(row: str, asks: str) -> str:
    """The claim of a row: known words, else its sentence without what says nothing, cut at a word.

    A row may be named as one of ours and ask something else: a short sentence is its own.
    """
    if len(asks) <= MOST_WORDS:
        return asks
    if row in _SHORT:
        return _SHORT[row]
    plain = _ARTICLE.sub("", _ASIDE.sub("", asks)).strip()
    plain = plain[:1].upper() + plain[1:]
    if len(plain) <= MOST_WORDS:
        return plain
    # A language without spaces is cut between any two letters.
    start, space, _ = plain[:MOST_WORDS].rpartition(" ")
    return (start if space else plain[: MOST_WORDS - 1]).rstrip(" ,:;") + "…"
