"""A rubric file: TOML in, a Rubric out, or every fault with its line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from reviewer.model import Check, Rubric
from reviewer.scoring.check_rows import read_check, read_headline, read_parameter, read_uncovered
from reviewer.scoring.faults import Fault, RubricError, row_lines
from reviewer.scoring.monotone import falling_credits
from reviewer.scoring.references import check_references
from reviewer.scoring.row import Row
from reviewer.scoring.rubric_source import TABLES, Base, Document, load
from reviewer.scoring.step_rows import read_step

__all__ = ["Fault", "RubricError", "check_rubric", "parse_rubric", "read_rubric", "row_digest"]


def parse_rubric(data: bytes, *, name: str, base: Base | None = None) -> Rubric:
    """The rubric in `data`; raises `RubricError` naming the line of each fault.

    `base` returns the bytes of a rubric that this one extends, by name.
    """
    rubric, faults = read_rubric(data, name=name, base=base)
    errors = [(fault.line, fault.text) for fault in faults if not fault.is_warning]
    if rubric is None or errors:
        raise RubricError(name, errors)
    return rubric


def read_rubric(
    data: bytes, *, name: str, base: Base | None = None
) -> tuple[Rubric | None, list[Fault]]:
    """The rubric as far as it could be read, and all faults in the order of their lines."""
    faults: list[Fault] = []
    document = load(data, name, base=base, faults=faults)
    if document is None:
        return None, faults
    rubric = rubric_of(document, name, faults)
    check_references(
        rubric,
        faults,
        lines={table: [at for _, at in document.rows.get(table, [])] for table in TABLES},
        declared=_declared(document),
    )
    return rubric, sorted(faults, key=lambda fault: fault.line)


def check_rubric(data: bytes, *, name: str, base: Base | None = None) -> list[Fault]:
    """All faults of a rubric, and warnings where raising a credit can lower a headline."""
    rubric, faults = read_rubric(data, name=name, base=base)
    if rubric is not None and not _says_version(data):
        faults = [*faults, Fault(1, "rubric: has no version, which counts as 1", is_warning=True)]
    if rubric is None or any(not fault.is_warning for fault in faults):
        return faults
    return sorted([*faults, *falling_credits(rubric)], key=lambda fault: fault.line)


def _says_version(data: bytes) -> bool:
    """True where a file, or the rubric that it extends, says which version it is."""
    said = row_lines(data.decode("utf-8-sig", "replace"))[""][0].keys
    return not {"version", "extends"}.isdisjoint(said)


def row_digest(check: Check) -> str:
    """What an answer is bound to: the question and its scale, not thresholds or weights."""
    text = json.dumps([check.asks, check.scale], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def rubric_of(document: Document, name: str, faults: list[Fault]) -> Rubric:
    """The rubric that a merged document describes."""
    top = Row(document.top, what="rubric", lines=document.lines, faults=faults)
    for key in ("extends", "remove"):
        top.get(key)
    top.texts("buckets")
    by = top.text("translated_by")
    headlines = tuple(read_headline(row) for row in _rows(document, "headline", faults))
    first = headlines[0].name if headlines else ""
    rubric = Rubric(
        name=top.name("name", name.removesuffix(".toml")),
        version=top.whole("version", 1) or 1,
        about=top.text("about"),
        checks=tuple(read_check(row, translated_by=by) for row in _rows(document, "check", faults)),
        steps=tuple(
            read_step(row, first_headline=first) for row in _rows(document, "step", faults)
        ),
        headlines=headlines,
        uncovered=tuple(read_uncovered(row) for row in _rows(document, "uncovered", faults)),
        parameters=tuple(read_parameter(row) for row in _rows(document, "parameter", faults)),
        sha256=_digest(document.data),
        source=name,
    )
    top.close()
    return rubric


def _declared(document: Document) -> frozenset[str]:
    """Buckets that a task may leave empty: their rows are added a task at a time."""
    buckets = document.top.get("buckets")
    return frozenset(
        name for name in (buckets if isinstance(buckets, list) else ()) if isinstance(name, str)
    )


def _rows(document: Document, table: str, faults: list[Fault]) -> Iterator[Row]:
    """The rows of one table; a name used twice is a fault."""
    key = TABLES[table]
    seen: dict[str, int] = {}
    for values, lines in document.rows.get(table, []):
        name = values.get(key)
        what = f"{table} {name}" if isinstance(name, str) and name else table
        row = Row(values, what=what, lines=lines, faults=faults)
        if isinstance(name, str) and name:
            if name in seen:
                row.fault(key, f"{key} {name!r} is already used in line {seen[name]}")
            seen.setdefault(name, lines.line)
        yield row


def _digest(data: tuple[bytes, ...]) -> str:
    """SHA-256 of the file; with bases, of the digests of the file and its bases in order."""
    if len(data) == 1:
        return hashlib.sha256(data[0]).hexdigest()
    joined = "".join(hashlib.sha256(part).hexdigest() for part in data)
    return hashlib.sha256(joined.encode()).hexdigest()
