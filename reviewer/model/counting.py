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


def yes_or_no(value: object) -> str:
    """A value in the words of the rows: yes and no for what is true or false."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def true_minus(number: str) -> str:
    """A written number with a minus in the place of a hyphen."""
    return number.replace("-", "−", 1) if number.startswith("-") else number


def decimal_text(value: float, places: int, *, most: int = 10) -> str:
    """A number with its places, and with more where these would read as a 0 that it is not.

    What is still none with the most places is 0, and that has no sign.
    """
    used = next((n for n in range(places, most + 1) if round(value, n)), places)
    text = f"{value:.{used}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def short_of_one(value: float, places: int, *, most: int = 10) -> str:
    """A number with its places, and with more where these would read as a 1 not reached."""
    if not 0 < abs(value) < 1:
        return f"{value + 0.0:.{places}f}"
    while places < most and round(abs(value), places) == 1:
        places += 1
    text = decimal_text(value, places, most=most)
    # Nearer than the last place: cut, since rounding would reach the 1.
    return text if abs(float(text)) < 1 else f"{'-' if value < 0 else ''}0.{'9' * places}"


def share_text(value: float, digits: int) -> str:
    """A number in so many digits that mean something; a 1 that was not reached is none."""
    text = f"{value + 0.0:.{digits}g}"
    is_short = abs(value) < 1 and abs(float(text)) == 1
    return short_of_one(value, digits) if is_short else text
