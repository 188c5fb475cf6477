"""One table of a rubric file, read key by key; every misfit becomes a fault with its line."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import TypeGuard

from reviewer.model import Scalar
from reviewer.scoring.faults import Fault, RowLines

# The languages that questions can be shown in.
LANGUAGES = ("en", "zh")
MOST_VERSION = 1_000_000
# Digits after the point beyond which a float has none.
MOST_PLACES = 15
_SHORT = 40
# Sums of weights beyond this lose the small ones, and in the end overflow.
MOST_WEIGHT = 1e9


class Row:
    """Typed access to the keys of one table; `close` reports the keys nobody asked for."""

    def __init__(
        self, table: Mapping[str, object], *, what: str, lines: RowLines, faults: list[Fault]
    ) -> None:
        self.table = table
        self.what = what
        self.lines = lines
        self.faults = faults
        self._asked: set[str] = set()

    def fault(self, key: str, text: str, *, is_warning: bool = False) -> None:
        """Note a fault at the line of a key."""
        self.faults.append(self.lines.fault(key, f"{self.what}: {text}", is_warning=is_warning))

    def has(self, key: str) -> bool:
        """True when the key is there."""
        return key in self.table

    def get(self, key: str) -> object:
        """The raw value, or None."""
        self._asked.add(key)
        return self.table.get(key)

    def text(self, key: str, default: str = "", *, of: tuple[str, ...] = ()) -> str:
        """A string; `of` lists the words it may be."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, str):
            self.fault(key, f"{key} must be text, not {kind_of(value)}")
            return default
        if of and value not in of:
            self.fault(key, f"{key} is {value!r}; it may be {', '.join(filter(None, of))}")
            return default
        return value

    def name(self, key: str, default: str = "") -> str:
        """A string that names something, so it is not empty where it is given."""
        value = self.text(key, default)
        if self.table.get(key) == "":
            self.fault(key, f"{key} is empty")
            return default
        return value

    def number(
        self, key: str, default: float | None = None, *, low: float = -math.inf
    ) -> float | None:
        """A finite number not below `low`."""
        value = self.get(key)
        if value is None:
            return default
        if not is_number(value):
            self.fault(key, f"{key} must be a number, not {kind_of(value)}")
            return default
        if value < low:
            self.fault(key, f"{key} is {value}, below {low:g}")
            return default
        return value

    def weight(self, default: float) -> float:
        """The weight of the row: a share, so neither negative nor beyond what sums can hold."""
        value = self.number("weight", default, low=0.0) or 0.0
        if value > MOST_WEIGHT:
            self.fault("weight", f"weight is {value:g}, above {MOST_WEIGHT:g}; weights are shares")
            return default
        return value

    def whole(
        self, key: str, default: int | None = None, *, most: int = MOST_VERSION
    ) -> int | None:
        """A whole number from 0 to `most`."""
        value = self.get(key)
        if value is None:
            return default
        if not is_whole(value, most=most):
            self.fault(key, f"{key} must be a whole number from 0 to {most:,}")
            return default
        return value

    def yes_no(self, key: str, default: bool) -> bool:
        """A boolean."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(key, f"{key} must be true or false, not {kind_of(value)}")
            return default
        return value

    def scalar(self, key: str) -> Scalar:
        """A boolean, number or text."""
        value = self.get(key)
        if value is not None and not is_scalar(value):
            self.fault(key, f"{key} must be one value, not {kind_of(value)}")
        return scalar_of(value)

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of strings."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fault(key, f"{key} must be a list of texts")
            return default
        return tuple(value)

    def translations(self, key: str) -> dict[str, str]:
        """A table of language → text."""
        value = self.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(t, str) for t in value.values()):
            self.fault(key, f'{key} must be a table such as {{ zh = "…" }}')
            return {}
        for language, text in value.items():
            if language not in LANGUAGES:
                self.fault(key, f"{key} has {language!r}; it may have {', '.join(LANGUAGES)}")
            elif not text.strip():
                self.fault(key, f"{key}: the words in {language!r} are empty")
        return dict(value)

    def table_of(self, key: str) -> dict[str, object]:
        """A table of whatever the row's instrument takes."""
        value = self.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.fault(key, f"{key} must be a table")
            return {}
        return dict(value)

    def close(self, hint: str = "") -> None:
        """Report the keys that nothing reads; `hint` says where else a key may belong."""
        for key in self.table:
            if key not in self._asked:
                more = f"; {hint % key}" if hint else ""
                self.fault(key, f"unknown key {key!r}{more}")


def is_scalar(value: object) -> TypeGuard[bool | float | str]:
    """True for a boolean, a finite number and a text."""
    return isinstance(value, bool | str) or is_number(value)


def scalar_of(value: object) -> Scalar:
    """The value when it is a boolean, number or text, else None."""
    return value if is_scalar(value) else None


def is_whole(value: object, *, most: int) -> TypeGuard[int]:
    """True for a whole number from 0 to `most` that is not a boolean."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def is_number(value: object) -> TypeGuard[float]:
    """True for a finite number that is not a boolean."""
    # Compared rather than converted: whole numbers of a file may be longer than a float can hold.
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return is_one and abs(value) <= sys.float_info.max  # type: ignore[arg-type]


def said_of(value: object) -> str:
    """A value as a fault tells it: a number or a short text as it is, else what it is."""
    if isinstance(value, str) and len(value) <= _SHORT:
        return repr(value)
    return f"{value:g}" if is_number(value) else kind_of(value)


def kind_of(value: object) -> str:
    """What a TOML value is, in words."""
    if isinstance(value, int) and not isinstance(value, bool) and not is_number(value):
        return "a number of hundreds of digits"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "infinity"
    names: dict[type, str] = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "a table",
    }
    return names.get(type(value), type(value).__name__)
