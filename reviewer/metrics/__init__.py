"""Numbers: arrays or parsed documents in, number and map out."""

from __future__ import annotations


class NotMeasured(ValueError):
    """An input does not fit the instrument; the message says why. Never a 0 in disguise."""
