"""What code had measured of a row whose value a person corrected."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Mapping
from contextlib import suppress

from reviewer.model import Check, Measurement, Rubric, Scalar
from reviewer.model.measurement import CODE, PERSON
from reviewer.scoring.credit import credit

# What the note of a corrected value begins with, in the grade file too.
_NOTE = "measured by code: "


def note_of(value: Scalar) -> str:
    """The note of a corrected measurement, which says what code had measured."""
    return f"{_NOTE}{value}"


def value_in(note: str) -> Scalar:
    """The value that such a note names; None for another note."""
    if not note.startswith(_NOTE):
        return None
    value: object = None
    with suppress(ValueError, SyntaxError):
        value = ast.literal_eval(note.removeprefix(_NOTE))
    return value if isinstance(value, (bool, int, float)) else None


def before_correction(found: Measurement) -> Measurement | None:
    """The measurement as code gave it; None where no person corrected it, or code had none."""
    if found.source != PERSON or not found.notes:
        return None
    value = value_in(found.notes[0])
    if value is None:
        return None
    return dataclasses.replace(found, value=value, source=CODE, notes=())


def credit_before(
    check: Check, found: Measurement, rubric: Rubric, measurements: Mapping[str, Measurement]
) -> float | None:
    """The credit that the row had by what code measured."""
    by_code = {**measurements, check.measure: found}
    return next((each.credit for each in credit(rubric, by_code) if each.id == check.id), None)
