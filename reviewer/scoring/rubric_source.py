"""The rows of a rubric file and of the files it extends, merged, each with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reviewer.scoring.faults import Fault, RowLines, row_lines
from reviewer.scoring.rule_rows import RULE_KEYS

Base = Callable[[str], bytes]
Entry = tuple[dict[str, Any], RowLines]

TABLES = {"check": "id", "step": "id", "headline": "name", "uncovered": "id", "parameter": "id"}
_TOP = ("name", "version", "about", "extends", "translated_by", "remove", "buckets")


@dataclass(slots=True)
class Document:
    """Top keys and rows; `data` holds the bytes of the file, then those of its bases."""

    top: dict[str, Any]
    lines: RowLines
    rows: dict[str, list[Entry]] = field(default_factory=dict)
    data: tuple[bytes, ...] = ()


def load(
    data: bytes, name: str, *, base: Base | None, faults: list[Fault], above: tuple[str, ...] = ()
) -> Document | None:
    """The document with its bases merged under it, or None when it is no TOML."""
    try:
        text = data.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        faults.append(Fault(line, "is not UTF-8 text; save it as UTF-8"))
        return None
    except (ValueError, RecursionError) as error:
        # Numbers of thousands of digits and deep nests end in other errors than the own one.
        found = re.search(r"line (\d+)", str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        faults.append(Fault(line, f"is not TOML: {error}"))
        return None
    own = _split(table, row_lines(text), faults)
    own.data = (data,)
    if "extends" not in table:
        return own
    lower = _load_base(own, base, faults, (*above, name.removesuffix(".toml")))
    # Without its base every other fault of a file would be a consequence of this one.
    return _merge(lower, own, faults) if lower else None


def _load_base(
    own: Document, base: Base | None, faults: list[Fault], above: tuple[str, ...]
) -> Document | None:
    extends = own.top["extends"]
    line = own.lines.of("extends")
    if not isinstance(extends, str) or base is None:
        faults.append(Fault(line, "extends names a rubric, which cannot be looked up here"))
        return None
    if extends in above:
        faults.append(Fault(line, f"extends {extends!r}, which extends this file again"))
        return None
    try:
        data = base(extends)
    except (OSError, LookupError) as error:
        faults.append(Fault(line, f"extends {extends!r}, which cannot be read: {error}"))
        return None
    inner: list[Fault] = []
    lower = load(data, extends, base=base, faults=inner, above=above)
    faults.extend(Fault(line, f"in {extends} line {f.line}: {f.text}") for f in inner)
    return _brought_in(lower, extends, line) if lower is not None else None


def _brought_in(lower: Document, base: str, line: int) -> Document:
    """A base whose rows say in which file they stand, and which line of this one brings them."""
    for table, rows in lower.rows.items():
        lower.rows[table] = [
            (row, replace(at, base=at.base or base, extends=line)) for row, at in rows
        ]
    return lower


def _split(
    table: dict[str, Any], lines: dict[str, list[RowLines]], faults: list[Fault]
) -> Document:
    """Top keys and rows with their lines; rows written inline share the line of their key."""
    top_lines = lines[""][0]
    document = Document(top={}, lines=top_lines)
    for key, value in table.items():
        if key in _TOP:
            document.top[key] = value
        elif key not in TABLES:
            line = lines[key][0].line if key in lines else top_lines.of(key)
            faults.append(Fault(line, f"unknown key {key!r}"))
        elif not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            faults.append(Fault(top_lines.of(key), f"{key} is written as [[{key}]]"))
        else:
            places = lines.get(key, [])
            if len(places) != len(value):
                places = [RowLines(top_lines.of(key), {})] * len(value)
            document.rows[key] = list(zip(value, places, strict=True))
    return document


def _merge(lower: Document, own: Document, faults: list[Fault]) -> Document:
    """The base with the rows of `own` laid over it."""
    removed = own.top.get("remove", [])
    if not isinstance(removed, list) or not all(isinstance(name, str) for name in removed):
        faults.append(Fault(own.lines.of("remove"), "remove is a list of ids"))
        removed = []
    known = {row.get(key) for table, key in TABLES.items() for row, _ in lower.rows.get(table, [])}
    for name in removed:
        if name not in known:
            text = f"remove names {name!r}, which the base does not have"
            faults.append(Fault(own.lines.of("remove"), text))
    merged = Document(top={**lower.top, **own.top}, lines=own.lines, data=own.data + lower.data)
    for table, key in TABLES.items():
        below = [entry for entry in lower.rows.get(table, []) if entry[0].get(key) not in removed]
        merged.rows[table] = _merge_rows(below, own.rows.get(table, []), table, key)
    return merged


def _merge_rows(below: list[Entry], mine: list[Entry], table: str, key: str) -> list[Entry]:
    """Rows with an id of the base change it and others follow.

    A fold is one program: a step without an id says that all steps are written anew.
    """
    names = [row.get(key) for row, _ in below]
    if table == "step" and any(key not in row for row, _ in mine):
        return mine
    rows = list(below)
    for row, place in mine:
        name = row.get(key)
        if name is not None and name in names:
            at = names.index(name)
            rows[at] = (over(rows[at][0], row), place)
        else:
            rows.append((row, place))
    return rows


def over(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A row with the keys that differ; a new credit rule replaces the old one."""
    has_rule = any(key in RULE_KEYS for key in new)
    kept = {k: v for k, v in old.items() if not (has_rule and k in RULE_KEYS)}
    return {**kept, **new}
