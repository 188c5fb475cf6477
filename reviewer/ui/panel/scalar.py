"""What a person typed, as a value."""

from __future__ import annotations

import math

from reviewer.model import Scalar

_YES = {"yes", "true", "是"}
_NO = {"no", "false", "否"}


def scalar_of(text: str) -> Scalar:
    """A number (point or comma, `70 %`), yes or no; None for anything else."""
    said = text.strip().casefold()
    if said in _YES:
        return True
    if said in _NO:
        return False
    return number_of(said)


def number_of(text: str) -> float | int | None:
    """A finite number, or None."""
    said = text.strip().replace("−", "-").replace("\u202f", "").replace(" ", "")
    is_share = said.endswith("%")
    said = said.removesuffix("%").replace(",", ".")
    try:
        value = float(said)
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    if is_share:
        return value / 100
    return int(value) if value.is_integer() and "." not in said and "e" not in said else value
