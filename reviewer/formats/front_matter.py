"""The YAML at the head of a task file, read without building objects or expanding references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

MAX_FRONT_MATTER = 64 * 1024
MAX_VALUES = 10_000


def split_front_matter(
    lines: list[str], start: int, notes: list[str]
) -> tuple[Mapping[str, Any] | None, int]:
    """Return the front matter (None without one) and the line after it; faults go to the notes."""
    first = start
    while first < len(lines) and not lines[first].strip():
        first += 1
    if first == len(lines) or lines[first].rstrip() != "---":
        return None, start
    for index in range(first + 1, len(lines)):
        if lines[index].rstrip() in ("---", "..."):
            return read_yaml("\n".join(lines[first + 1 : index]), notes), index + 1
    notes.append("The front matter is not closed by a line of three dashes; it was left out.")
    return {}, first + 1


def read_yaml(text: str, notes: list[str]) -> Mapping[str, Any]:
    """Return names and values; whatever is wrong goes to the notes."""
    if len(text) > MAX_FRONT_MATTER:
        notes.append(f"The front matter is longer than {MAX_FRONT_MATTER:,} characters; not read.")
        return {}
    try:
        loaded = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        notes.append(f"The front matter is not valid YAML: {reason}.")
        return {}
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        notes.append("The front matter is not a list of names and values.")
        return {}
    if _is_bomb(loaded):
        notes.append("The front matter repeats itself by references without end; not read.")
        return {}
    return {str(key): value for key, value in loaded.items()}


def _is_bomb(loaded: object) -> bool:
    """References of YAML cost nothing until somebody walks them: nine lines hold 10^9 values."""
    waiting, seen = [loaded], 0
    while waiting:
        value = waiting.pop()
        seen += 1
        if seen > MAX_VALUES:
            return True
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list | set | tuple):
            waiting.extend(value)
    return False
