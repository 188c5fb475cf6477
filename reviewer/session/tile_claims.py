"""What a tile has room for: a claim in at most twenty letters, a reason, whether it was seen."""

from __future__ import annotations

import re
from collections.abc import Mapping

from reviewer.kinds.maze_names import IMAGE, VIDEO
from reviewer.model import GOLDEN, RESULT, Review, Task

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


def reason_on_tile(reason: str, task: Task) -> str:
    """Why there is no picture: the result's name stands above it, of another file its part is said.

    All reasons begin with a capital, wherever they come from.
    """
    artifact = next((a for a in task.artifacts if reason.startswith(f"{a.name}: ")), None)
    rest = reason.removeprefix(f"{artifact.name}: ") if artifact is not None else reason
    if artifact is not None and artifact.role != RESULT:
        is_solution = artifact.role == GOLDEN and task.kind in (IMAGE, VIDEO)
        part = "solution" if is_solution else artifact.role.replace("_", " ")
        rest = f"the {part}: {rest[:1].lower()}{rest[1:]}"
    return rest[:1].upper() + rest[1:]


def is_spoken_of(review: Review, author: str) -> bool:
    """Whether a person said anything of a task, under whatever claim."""
    answers = (answer for found in review.answers.values() for answer in found)
    return (
        any(answer.author == author for answer in answers)
        or any(entry.author == author for entry in review.disputes)
        or any(author in names for names in review.confirmed.values())
    )
