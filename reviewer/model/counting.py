"""Numbers in sentences: a count with its noun, 1,204 regions; a share, 34 %; a true minus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def noun(count: float, one: str, many: str = "") -> str:
    """The noun, or any other word, in the form that the count asks for; `many` adds an s."""
    return one if count == 1 else many or f"{one}s"


def listed(names: Sequence[str], *, most: int = 3) -> str:
    """Names in a row: a, b, c and 4 more."""
    more = len(names) - most
    # "and 1 more" would take the room of the name itself.
    return ", ".join(names) if more <= 1 else f"{', '.join(names[:most])} and {more:,} more"


def together(faults: Iterable[tuple[str, str]], *, most: int = 3) -> list[str]:
    """`names: reason`, each reason once, in the order in which reasons first come up."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in faults:
        by_reason.setdefault(reason, []).append(name)
    return [f"{listed(names, most=most)}: {reason}" for reason, names in by_reason.items()]


def counted(count: int, one: str, many: str = "") -> str:
    """The count, in groups of three, and the noun that fits it."""
    return f"{count:,} {noun(count, one, many)}"


def percent(share: float, places: int = 0) -> str:
    """A share of one as people write it: 34 %, 11.04 %."""
    return f"{share * 100:.{places}f} %"


def true_minus(number: str) -> str:
    """A written number with a minus in the place of a hyphen."""
    return number.replace("-", "−", 1) if number.startswith("-") else number
