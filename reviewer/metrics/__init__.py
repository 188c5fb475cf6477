"""Numbers: arrays or parsed documents in, number and map out."""

from __future__ import annotations


class NotMeasured(ValueError):
    """An input does not fit the instrument; the message says why. Never a 0 in disguise."""


SMALLEST_SIDE = 3
"""Pixels; below it there is no window in which structure could be compared."""


class TooSmall(NotMeasured):
    """A picture has fewer pixels than what was asked needs: nothing about it is wrong."""
