"""Names that are too long for their column: what tells them apart is what stays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

ELLIPSIS = "…"
# A number at the end of a word counts the names: it is a word of its own.
_PARTS = re.compile(r"[^\W\d_]{3,}(?=\d{2,}(?:[\W_]|$))|[^\W_]+|[\W_]+")
# A word that is cut says something with this many letters.
_LEAST = 3

Width = Callable[[str], float]


def shortened(name: str, beside: Sequence[str], *, room: float, width: Width) -> str:
    """A name in the room that it has, made of what it does not share with those beside it.

    The words that most of the others have too go first, one after the other, as long as no other
    name could be meant; then the longest of the rest are cut. What comes back can still be too
    wide where there is next to no room.
    """
    if width(name) <= room:
        return name
    parts = list(_parted(name))
    others = [frozenset(_parted(other)) for other in beside if other != name]
    shared = Counter(word for words in others for word in words)
    kept = {n for n, part in enumerate(parts) if _is_word(part)}
    if not kept:
        return name
    while True:
        shown = _joined(parts, kept)
        if width(shown) <= room:
            return shown
        least_missed = _least_missed(parts, kept, others, shared)
        if least_missed is None:
            return _cut(parts, kept, room=room, width=width)
        kept.remove(least_missed)


def _least_missed(
    parts: Sequence[str], kept: set[int], others: Sequence[frozenset[str]], shared: Counter[str]
) -> int | None:
    """The word that the most others have and that can go without one of them being meant.

    Among equals the middle goes first: names are told by how they begin and end.
    """
    meant, last = _meant({parts[n] for n in kept}, others), len(parts) - 1
    for n in sorted(kept, key=lambda n: (-shared[parts[n]], -min(n, last - n), n)):
        rest = {parts[each] for each in kept - {n}}
        is_enough = len(rest) > (0 if shared[parts[n]] else 1)
        if is_enough and _meant(rest, others) == meant:
            return n
    return None


def _meant(words: set[str], others: Sequence[frozenset[str]]) -> int:
    return sum(words <= other for other in others)


def _cut(parts: list[str], kept: set[int], *, room: float, width: Width) -> str:
    """Letters of the longest word go, then of the next, until the rest fits."""
    cut = list(parts)
    for n in sorted(kept, key=lambda n: (-len(parts[n]), -n)):
        word = parts[n]
        for left in range(len(word) - 1, _LEAST - 1, -1):
            # Numbers differ at their end, words at their start.
            cut[n] = ELLIPSIS + word[-left:] if word.isdigit() else word[:left] + ELLIPSIS
            if width(_joined(cut, kept)) <= room:
                return _joined(cut, kept)
    return _joined(cut, kept)


@lru_cache(maxsize=4096)
def _parted(name: str) -> tuple[str, ...]:
    """Words and what stands between them."""
    return tuple(_PARTS.findall(name))


def _is_word(part: str) -> bool:
    return part.strip(ELLIPSIS)[:1].isalnum()


def _joined(parts: Sequence[str], kept: set[int]) -> str:
    """The words that stay; one sign for each stretch that is left out, with what parted it."""
    made = ""
    for n, part in enumerate(parts):
        around = (n,) if _is_word(part) else (n - 1, n + 1)
        is_gone = any(0 <= each < len(parts) and each not in kept for each in around)
        made += ELLIPSIS if is_gone else part
    return re.sub(f"{ELLIPSIS}+", ELLIPSIS, made)
