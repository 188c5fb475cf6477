"""A blank canvas as it is typed: `800x600` or `800x600:#ddeeff`."""

from __future__ import annotations

_MOST = 20_000


def blank_canvas(text: str) -> tuple[int, int, str]:
    """Width, height and color; ValueError says what to write."""
    size, _, color = text.strip().partition(":")
    width, _, height = size.lower().partition("x")
    try:
        sides = int(width), int(height)
    except ValueError as error:
        raise ValueError(f"{text}: write WxH, for example 800x600") from error
    if not all(1 <= side <= _MOST for side in sides):
        raise ValueError(f"{text}: a side is between 1 and {_MOST}")
    return (*sides, color.strip() or "white")
