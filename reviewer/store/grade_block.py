"""What a review adds to a grade file, as types: the JSON schema is made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from reviewer.model import Ledger, Measurement, Review, Rubric, Task

SCHEMA = "reviewer.grade/1"


class RubricRow(msgspec.Struct, frozen=True):
    """The rules a grade came from."""

    name: str
    version: int
    sha256: str


class MeasurementRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One measurement, by whom and how; a null value is not measured or not judged."""

    value: bool | int | float | str | None
    unit: str
    source: str
    notes: tuple[str, ...]
    instrument: str = ""
    reason: str = ""
    error: str = ""
    model: str = ""
    raw: str = ""
    asked_here: bool = False


class LedgerRow(msgspec.Struct, frozen=True):
    """One step of the fold."""

    verb: str
    because: str
    into: str
    before: float | None
    after: float | None
    fired: bool
    binding: bool


class AnswerRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's current answer to an item; a null value is "cannot tell"."""

    author: str
    value: bool | int | float | str | None
    at: str
    blind: bool
    reason: str = ""
    code: int | None = None
    stale: bool = False
    # The first blind vote on a pair, where a later one differs: it is the one that counts.
    first: bool | int | float | str | None = None


class OverrideRow(msgspec.Struct, frozen=True):
    """The value in force for an item in place of the judge's."""

    value: float | None
    previous: float | None
    by: Literal["adjudicated", "unanimous", "single"]
    author: str


class DisputeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row that a person disputes, under one of six codes."""

    item: str
    code: int | None
    text: str
    author: str
    at: str
    should_be: bool | int | float | str | None = None


class AdoptedRow(msgspec.Struct, frozen=True):
    """Numbers of the rubric that a person changed for this task, and why."""

    author: str
    at: str
    why: str
    rows: dict[str, Any]


class ReviewBlock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything under `review`.

    `original` holds the grader's own values of what was changed (null: there was no grader's
    file), `added` the places that the grader did not have.
    """

    schema: str
    task: str
    kind: str
    status: Literal["open", "reviewed", "disputed"]
    rubric: RubricRow
    headlines: dict[str, float | None]
    measurements: dict[str, MeasurementRow]
    ledger: tuple[LedgerRow, ...]
    answers: dict[str, tuple[AnswerRow, ...]]
    overrides: dict[str, OverrideRow]
    original: dict[str, Any] | None
    bound_to: dict[str, str]
    graded_from: str = ""
    disputes: tuple[DisputeRow, ...] = ()
    adopted: tuple[AdoptedRow, ...] = ()
    added: tuple[tuple[str | int, ...], ...] = ()


# The order in which people read them; msgspec wants fields without a default first.
_ORDER = (
    "schema", "task", "kind", "status", "graded_from", "rubric", "headlines", "measurements",
    "ledger", "answers", "overrides", "disputes", "adopted", "original", "added", "bound_to",
)  # fmt: skip
_MEASUREMENT_ORDER = (
    "value", "unit", "source", "instrument", "reason", "error", "model", "raw", "asked_here",
    "notes",
)  # fmt: skip


def number(value: float | None) -> float | None:
    """A number as the file carries it: full precision, without a negative zero."""
    return None if value is None else value + 0.0


def review_block(
    *,
    task: Task,
    rubric: Rubric,
    measurements: Mapping[str, Measurement],
    ledger: Ledger,
    review: Review,
    digests: Mapping[str, str],
    original: Mapping[str, Any] | None,
    added: tuple[tuple[str | int, ...], ...],
    graded_from: str,
) -> dict[str, Any]:
    """The block as plain JSON values, its keys in the order in which people read them."""
    block = ReviewBlock(
        schema=SCHEMA,
        # The last part of the id is the same whichever folder above was opened.
        task=task.id.rpartition("/")[2],
        kind=task.kind,
        status=review.status,  # type: ignore[arg-type]
        graded_from=graded_from,
        rubric=RubricRow(rubric.name, rubric.version, rubric.sha256),
        headlines={h.name: number(h.value) for h in ledger.headlines},
        measurements={name: _measurement(m) for name, m in sorted(measurements.items())},
        ledger=_lines(ledger),
        answers=_answers(review),
        overrides=_overrides(review),
        disputes=_disputes(review),
        adopted=tuple(
            AdoptedRow(e.author, e.at, e.text, dict(e.extra.get("rows", {})))
            for e in review.adopted
        ),
        original=None,
        added=added,
        bound_to=dict(digests),
    )
    plain: dict[str, Any] = msgspec.to_builtins(block)
    # The grader's own values pass untouched: they remember how the file wrote each number.
    plain["original"] = None if original is None else dict(original)
    plain["measurements"] = {
        name: _ordered(row, _MEASUREMENT_ORDER) for name, row in plain["measurements"].items()
    }
    return _ordered(plain, _ORDER)


def _ordered(row: Mapping[str, Any], order: tuple[str, ...]) -> dict[str, Any]:
    return {key: row[key] for key in order if key in row}


def _measurement(m: Measurement) -> MeasurementRow:
    value = float(m.value) if isinstance(m.value, float) else m.value
    return MeasurementRow(
        value=value,
        unit=m.unit,
        source=m.source,
        instrument=f"{m.instrument}/{m.version}" if m.instrument else "",
        reason=m.reason,
        error=m.error,
        model=m.model,
        raw=m.raw,
        asked_here=bool(m.facts.get("asked_here")),
        notes=tuple(m.notes),
    )


def _lines(ledger: Ledger) -> tuple[LedgerRow, ...]:
    return tuple(
        LedgerRow(
            line.verb,
            line.because,
            line.into,
            number(line.before),
            number(line.after),
            line.fired,
            line.is_binding,
        )
        for line in ledger.lines
    )


def _answers(review: Review) -> dict[str, tuple[AnswerRow, ...]]:
    return {
        item: tuple(
            AnswerRow(
                a.author,
                a.value,
                a.at,
                a.blind,
                a.reason,
                a.code,
                a.is_stale,
                None if a.first == a.value else a.first,
            )
            for a in answers
        )
        for item, answers in sorted(review.answers.items())
    }


def _overrides(review: Review) -> dict[str, OverrideRow]:
    return {
        item: OverrideRow(number(o.value), number(o.previous), o.by, o.author)  # type: ignore[arg-type]
        for item, o in sorted(review.overrides.items())
    }


def _disputes(review: Review) -> tuple[DisputeRow, ...]:
    return tuple(
        DisputeRow(e.item, e.code, e.text, e.author, e.at, e.value) for e in review.disputes
    )


def schema() -> dict[str, Any]:
    """The JSON Schema of a grade file: anything a grader writes, and our block under `review`."""
    (found,), parts = msgspec.json.schema_components((ReviewBlock,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Grade file",
        "description": "What the grader wrote, value for value, and what a review adds to it.",
        "type": "object",
        "properties": {
            "overall_score": {"type": ["number", "string", "null"]},
            "checks": {"type": ["object", "null"]},
            "judge_method": {"type": ["string", "null"]},
            "review": found,
        },
        "required": ["review"],
        "$defs": parts,
    }
