"""Names that are too long for their column: what tells them apart is what stays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

ELLIPSIS = "…"
# A number at the end of a word counts the names: it is a word of its own.
_PARTS = re.compile(r"[^\W\d_]{3,}(?=\d{2,}(?:[\W_]|$))|[^\W_]+|[\W_]+")
# A name goes on in a second line after what parts its words.
_ENDS = re.compile(r"[\W_]+")
# A word that is cut says something with this many letters.
_LEAST = 3

Width = Callable[[str], float]


def shortened(name: str, beside: Sequence[str], *, room: float, width: Width) -> str:
    """A name in the room that it has, made of what it does not share with those beside it.

    Words that tell nothing go first, one after the other, as long as no other name could be meant;
    then the longest of the rest are cut. What comes back can still be too wide where there is next
    to no room.
    """
    if width(name) <= room:
        return name
    parts = list(_parted(name))
    others = [frozenset(_parted(other)) for other in beside if other != name]
    among = {
        word: frozenset(n for n, words in enumerate(others) if word in words)
        for word in filter(_is_word, parts)
    }
    kept = {n for n, part in enumerate(parts) if _is_word(part)}
    if not kept:
        return name
    while True:
        shown = _joined(parts, kept)
        if width(shown) <= room:
            return shown
        least_missed = _least_missed(parts, kept, others, among)
        if least_missed is None:
            return _cut(parts, kept, room=room, width=width)
        kept.remove(least_missed)


def in_two_lines(name: str, beside: Sequence[str], *, room: float, width: Width) -> tuple[str, str]:
    """A name as `shortened`, with a second line for what does not fit into the first."""
    if width(name) <= room:
        return name, ""
    wanted = width(name)
    while True:
        shown = shortened(name, beside, room=wanted, width=width)
        lines = _broken(shown, room=room, width=width)
        if lines is not None:
            return lines
        narrower = min(wanted, width(shown)) - width(ELLIPSIS) / 2
        if narrower <= room:
            return shortened(name, beside, room=room, width=width), ""
        wanted = narrower


def _broken(shown: str, *, room: float, width: Width) -> tuple[str, str] | None:
    """Two lines parted at the end of a word, the first as long as it fits; None without any."""
    for found in reversed([*_ENDS.finditer(shown)]):
        # What parts the words is told by the end of the line; a dash or dots are not left hanging.
        first, second = shown[: found.start()], shown[found.end() :]
        if ELLIPSIS in found.group():
            first += ELLIPSIS
        if second and width(first) <= room:
            return (first, second) if width(second) <= room else None
    return None


def _least_missed(
    parts: Sequence[str],
    kept: set[int],
    others: Sequence[frozenset[str]],
    among: Mapping[str, frozenset[int]],
) -> int | None:
    """The word that tells least and can go without another name being meant.

    One that all names have tells nothing; of two that the same names have, one is enough, and the
    shorter one says it. Names are told by how they begin and end, so that else the middle goes.
    """
    meant, last = _meant({parts[n] for n in kept}, others), len(parts) - 1
    told = Counter(among[parts[n]] for n in kept)

    def worth(n: int) -> tuple[int, ...]:
        names = among[parts[n]]
        rank = 0 if len(names) == len(others) else 1 if told[names] > 1 else 2
        if not rank:
            # What all have is still the name of one: numbers say more than words, the first of
            # them most, and of a name that stands alone its end, where variants differ.
            has_number = any(letter.isdigit() for letter in parts[n])
            says = 2 if not others and n == max(kept) else int(has_number)
            return rank, -len(names), says, 0, -n if has_number else -min(n, last - n), -n
        # A bare number says less than the word that it belongs to.
        is_bare = bool(names) and parts[n].isdigit()
        length = len(parts[n]) if names else 0
        return rank, -len(names), int(not is_bare), -length, -min(n, last - n), n

    for n in sorted(kept, key=worth):
        rest = {parts[each] for each in kept - {n}}
        is_enough = len(rest) > (0 if among[parts[n]] else 1)
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
