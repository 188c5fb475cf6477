"""The checks of a task as lines that can be read and typed: `at_least = 0.95, window = 7`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

# What a row says itself; every other word is a parameter of its instrument.
_OWN = frozenset(
    {"id", "weight", "at_least", "above", "at_most", "below", "equals", "near", "asks"}
)

Row = Mapping[str, Any]


def values_text(row: Row) -> str:
    """The values of a chosen check, without its name."""
    said = {key: value for key, value in row.items() if key not in ("use", "params")}
    said |= dict(row.get("params", {}))
    return ", ".join(f"{key} = {_toml(value)}" for key, value in said.items())


def read_row(use: str, text: str) -> dict[str, Any]:
    """The row of a check and its typed values; ValueError says what cannot be read."""
    try:
        values = tomllib.loads(f"row = {{ {text} }}")["row"] if text.strip() else {}
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{use}: write key = value, with commas between ({error})") from error
    row: dict[str, Any] = {"use": use}
    row |= {key: value for key, value in values.items() if key in _OWN}
    params = {key: value for key, value in values.items() if key not in _OWN}
    return row | ({"params": params} if params else {})


def _toml(value: object) -> str:
    return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
