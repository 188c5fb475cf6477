"""Is the required text legible? What a reader found is compared with what was asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Protocol

from reviewer.scoring.answer_key import TextNeed
from reviewer.scoring.check_result import CheckResult

_NOT_WORD = re.compile(r"[^\w\s]")


class ReadText(Protocol):
    """A piece of text that a reader found in a picture."""

    @property
    def text(self) -> str:
        """The words, as read."""
        ...


def normalize(text: str) -> str:
    """Case, accents, punctuation and runs of space folded away: readers differ in them."""
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(_NOT_WORD.sub(" ", plain).split()).casefold()


def edit_distance(left: str, right: str) -> int:
    """Levenshtein: the fewest insertions, deletions and replacements from one to the other."""
    row = list(range(len(right) + 1))
    for count, char in enumerate(left, start=1):
        diagonal, row[0] = row[0], count
        for column, other in enumerate(right, start=1):
            replaced = diagonal + (char != other)
            diagonal = row[column]
            row[column] = min(diagonal + 1, row[column - 1] + 1, replaced)
    return row[-1]


def similarity(left: str, right: str) -> float:
    """1 − distance / longer length, in [0, 1]; two empty texts are alike."""
    longer = max(len(left), len(right))
    # One correctly rounded division, so that 4 of 5 characters is exactly the literal 0.8.
    return (longer - edit_distance(left, right)) / longer if longer else 1.0


def closest_window(needle: str, haystack: str) -> tuple[float, str]:
    """The run of n−1, n or n+1 words most like a needle of n words, with its likeness."""
    words = haystack.split()
    size = max(1, len(needle.split()))
    best, matched = 0.0, ""
    for width in sorted({max(1, size - 1), size, size + 1}):
        for start in range(max(1, len(words) - width + 1)):
            window = " ".join(words[start : start + width])
            longer = max(len(needle), len(window), 1)
            if min(len(needle), len(window)) / longer <= best:
                continue  # the lengths alone rule out a better likeness
            likeness = similarity(needle, window)
            if likeness > best:
                best, matched = likeness, window
    return best, matched


def check_text(needs: Sequence[TextNeed], spans: Sequence[ReadText]) -> list[CheckResult]:
    """One check a required text against everything read, joined in reading order."""
    found = normalize(" ".join(span.text for span in spans))
    return [_check(need, found) for need in needs]


def _check(need: TextNeed, found: str) -> CheckResult:
    needle = normalize(need.value)
    passed = needle == found if need.match == "exact" else bool(needle) and needle in found
    if passed:
        return _result(need, 1.0, "found exactly", passed=True)
    likeness, matched = closest_window(needle, found)
    if matched and likeness >= need.partial_threshold:
        return _result(
            need, likeness, f"near miss, read as {matched!r} (similarity {likeness:.2f})"
        )
    return _result(need, 0.0, f"closest text was {matched!r}" if matched else "not found")


def _result(need: TextNeed, score: float, detail: str, *, passed: bool = False) -> CheckResult:
    return CheckResult("text", f"text: {need.value!r}", passed, score, need.weight, detail)
