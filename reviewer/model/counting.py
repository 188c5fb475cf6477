"""A count with its noun, in one place: 1 region, 2 regions, 1,204 regions."""

from __future__ import annotations


def noun(count: float, one: str, many: str = "") -> str:
    """The noun, or any other word, in the form that the count asks for; `many` adds an s."""
    return one if count == 1 else many or f"{one}s"


def counted(count: int, one: str, many: str = "") -> str:
    """The count, in groups of three, and the noun that fits it."""
    return f"{count:,} {noun(count, one, many)}"
