"""One table of a rubric file, read key by key; every misfit becomes a fault with its line."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import TypeGuard

from reviewer.model import Scalar
from reviewer.scoring.faults import Fault, RowLines

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
        self.faults.append(Fault(self.lines.of(key), f"{self.what}: {text}", is_warning))

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
            self.fault(key, f"{key} must be text, not {_kind(value)}")
            return default
        if of and value not in of:
            self.fault(key, f"{key} is {value!r}; it may be {', '.join(filter(None, of))}")
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
            self.fault(key, f"{key} must be a number, not {_kind(value)}")
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

    def whole(self, key: str, default: int | None = None) -> int | None:
        """A whole number of 0 or more."""
        value = self.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.fault(key, f"{key} must be a whole number of 0 or more")
            return default
        return value

    def yes_no(self, key: str, default: bool) -> bool:
        """A boolean."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(key, f"{key} must be true or false, not {_kind(value)}")
            return default
        return value

    def scalar(self, key: str) -> Scalar:
        """A boolean, number or text."""
        value = self.get(key)
        if value is None or isinstance(value, bool | int | float | str):
            return value
        self.fault(key, f"{key} must be one value, not {_kind(value)}")
        return None

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


def scalar_of(value: object) -> Scalar:
    """The value when it is a boolean, number or text, else None."""
    return value if isinstance(value, bool | int | float | str) else None


def is_number(value: object) -> TypeGuard[float]:
    """True for a finite number that is not a boolean."""
    # Compared rather than converted: whole numbers of a file may be longer than a float can hold.
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return is_one and abs(value) <= sys.float_info.max  # type: ignore[arg-type]


def _kind(value: object) -> str:
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
