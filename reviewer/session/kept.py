"""Measurements of a grade file whose machine is not here: they stand as they were measured.

A grade file is a function of the grader's output, the rubric and the logs, and not of what is
installed on the computer that writes it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import Measured
from reviewer.kinds.t2i_rows import KEPT, LACKS, NO_BACKEND, unseen
from reviewer.model import Flag, Measurement
from reviewer.model.counting import listed
from reviewer.model.measurement import CODE, PERSON, Scalar
from reviewer.session.by_code import value_in

if TYPE_CHECKING:
    from reviewer.session.state import TaskState


def with_kept(
    measured: Measured, document: Mapping[str, Any], *, digests: Mapping[str, str]
) -> Measured:
    """What was measured, with what the grade file says where a machine is missing here.

    Only of the very files that are there now: of another picture, or by another answer key, it says
    nothing.
    """
    kept = dict(_kept(measured, document, digests))
    if not kept:
        return measured
    found = {one.id: one for one in measured.measurements} | kept
    flags = [unseen(found.values()) if f.id == NO_BACKEND else f for f in measured.flags]
    by = listed(list(dict.fromkeys(one.instrument for one in kept.values() if one.instrument)))
    flags.append(
        Flag(
            KEPT,
            "measured elsewhere, and kept",
            True,
            severity="info",
            detail=f"kept from the grade file, since it is not here: {by}",
        )
    )
    return dataclasses.replace(measured, measurements=tuple(found.values()), flags=tuple(flags))


def lost(state: TaskState) -> str:
    """What writing the grade file would lose, and what to install; empty where it loses nothing."""
    if state.grade is None or state.measured is None:
        return ""
    rows, _ = _of_file(state.grade.document)
    gone = {
        one.id: one.error
        for one in state.measured.measurements
        if one.error and LACKS in one.facts and _value(rows.get(one.id)) is not None
    }
    if not gone:
        return ""
    causes = "; ".join(dict.fromkeys(gone.values()))
    return (
        f"{state.task.id}: not written: {listed(list(gone), most=8)} were measured of other files "
        f"than are there now, and cannot be measured again here: {causes}"
    )


def _kept(
    measured: Measured, document: Mapping[str, Any], digests: Mapping[str, str]
) -> Iterator[tuple[str, Measurement]]:
    rows, bound = _of_file(document)
    for one in measured.measurements:
        lacks = one.facts.get(LACKS)
        if not one.error or not isinstance(lacks, Mapping):
            continue
        if any(role not in bound or bound[role] != digests.get(role) for role in lacks["of"]):
            continue
        seen = _read(str(lacks["seen"]), rows)
        found = _read(one.id, rows)
        if found is None or not found.is_measured:
            continue
        if not found.instrument and seen is not None:
            found = dataclasses.replace(found, instrument=seen.instrument, version=seen.version)
        yield found.id, found
        if seen is not None:
            yield seen.id, seen


def _of_file(document: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    review = document.get("review")
    parts = review if isinstance(review, Mapping) else {}
    rows, bound = parts.get("measurements"), parts.get("bound_to")
    return (
        rows if isinstance(rows, Mapping) else {},
        bound if isinstance(bound, Mapping) else {},
    )


def _value(row: object) -> Scalar:
    """What code measured for a row of a grade file, also below a person's correction."""
    if not isinstance(row, Mapping):
        return None
    value: object = None
    if row.get("source") == CODE:
        value = row.get("value")
    elif row.get("source") == PERSON:
        value = value_in(next(iter(_texts(row.get("notes"))), ""))
    if isinstance(value, bool):
        return value
    # Without the digits that a file remembers: it is written anew, and comes out the same.
    return float(value) if isinstance(value, float) else value if isinstance(value, int) else None


def _read(name: str, rows: Mapping[str, Any]) -> Measurement | None:
    row = rows.get(name)
    value = _value(row)
    if not isinstance(row, Mapping) or value is None:
        return None
    by_person = row.get("source") == PERSON
    instrument, _, version = str(row.get("instrument", "")).rpartition("/")
    return Measurement(
        name,
        value,
        unit=str(row.get("unit", "")),
        instrument="" if by_person else instrument,
        version=int(version) if version.isdecimal() and not by_person else 1,
        notes=() if by_person else tuple(_texts(row.get("notes"))),
        facts={KEPT: True},
    )


def _texts(notes: object) -> list[str]:
    return [str(note) for note in notes] if isinstance(notes, (list, tuple)) else []
