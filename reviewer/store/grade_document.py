"""The grade document, purely: from the grader's own, the rubric and all logs, and back again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reviewer.model import Ledger, Measurement, Review, Rubric, Task
from reviewer.model.measurement import JUDGE
from reviewer.store.grade_block import SCHEMA, number, review_block
from reviewer.store.places import Place, as_written, get_at, is_at, place_of, put_back, taken_out

HEADLINE = "overall_score"
_REVIEW = "review"
_JUDGE_METHOD = "judge_method"


def is_ours(document: Mapping[str, Any]) -> bool:
    """True for a document that a review was added to."""
    review = document.get(_REVIEW)
    return isinstance(review, Mapping) and review.get("schema") == SCHEMA


def restore_original(document: Mapping[str, Any]) -> dict[str, Any]:
    """The grader's own document: first values put back, everything of ours taken out."""
    if not is_ours(document):
        return dict(document)
    review = document[_REVIEW]
    original = review.get("original")
    if original is None:
        return {}
    plain = {key: value for key, value in document.items() if key != _REVIEW}
    restored = put_back(plain, original if isinstance(original, Mapping) else {})
    for place in review.get("added", ()):
        where = tuple(place) if isinstance(place, list | tuple) else (str(place),)
        restored = taken_out(restored, where)
    return dict(restored)


def build(
    grader: Mapping[str, Any],
    *,
    task: Task,
    rubric: Rubric,
    measurements: Mapping[str, Measurement],
    ledger: Ledger,
    review: Review,
    digests: Mapping[str, str],
    graded_from: str = "",
) -> dict[str, Any]:
    """The grade document: a pure function of the grader's output, the rubric and all logs."""
    document = {key: value for key, value in grader.items() if key != _REVIEW}
    changes = _Changes(document)
    if grader:
        if _REVIEW in grader:
            changes.original[_REVIEW] = grader[_REVIEW]
        is_reviewed = bool(review.overrides) or bool(review.measured)
        _overlay(changes, ledger=ledger, measurements=measurements, is_reviewed=is_reviewed)
    else:
        document.update(_fresh(ledger, measurements))
    document[_REVIEW] = review_block(
        task=task,
        rubric=rubric,
        measurements=measurements,
        ledger=ledger,
        review=review,
        digests=digests,
        original=changes.original if grader else None,
        added=tuple(changes.added),
        graded_from=graded_from,
    )
    return document


def _fresh(ledger: Ledger, measurements: Mapping[str, Measurement]) -> dict[str, Any]:
    """What a grader would have written, where there is none."""
    headline = ledger.headline
    document: dict[str, Any] = {
        HEADLINE: number(headline.value) if headline else None,
        "checks": {check.id: number(check.credit) for check in ledger.checks},
    }
    if any(m.source == JUDGE and m.model and m.is_measured for m in measurements.values()):
        document[_JUDGE_METHOD] = "vlm"
    return document


class _Changes:
    """Values set in a document, with the first values and the places that were not there."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.original: dict[str, Any] = {}
        self.added: list[Place] = []

    def get(self, place: Place) -> tuple[object, bool]:
        """The value at a place, and whether there is one."""
        return get_at(self.document, place), is_at(self.document, place)

    def set(self, place: Place, value: object) -> None:
        """Set a value in copies of the nested objects; what stood there first is kept."""
        target: Any = self.document
        depth = 0
        while depth < len(place) - 1:
            inner = get_at(target, (place[depth],))
            if not isinstance(inner, Mapping | list):
                break
            target[place[depth]] = list(inner) if isinstance(inner, list) else dict(inner)
            target = target[place[depth]]
            depth += 1
        # At `depth` stands the value itself, or something that holds nothing and makes way.
        if is_at(target, (place[depth],)):
            self._keep(place[: depth + 1], target[place[depth]])
        else:
            self.added.append(place[: depth + 1])
        for part in place[depth:-1]:
            target[part] = {}
            target = target[part]
        target[place[-1]] = value

    def _keep(self, place: Place, first: object) -> None:
        keep = self.original
        for part in place[:-1]:
            keep = keep.setdefault(str(part), {})
        keep.setdefault(str(place[-1]), first)


def _overlay(
    changes: _Changes,
    *,
    ledger: Ledger,
    measurements: Mapping[str, Measurement],
    is_reviewed: bool,
) -> None:
    """Put overridden checks and the headline into the grader's document."""
    for check in ledger.checks:
        if check.is_overridden and check.id != HEADLINE:
            place = _place(check.measurement, changes.document, check.id)
            changes.set(place, as_written(check.measurement, number(check.credit)))
    headline = ledger.headline
    where = _headline_place(changes.document, measurements)
    before, is_there = changes.get(where)
    if headline is None:
        return
    if not is_there:
        changes.set(where, number(headline.value))
    elif _is_number(before) and headline.value is not None and float(before) == headline.value:  # type: ignore[arg-type]
        # Written as the grader wrote it, digit for digit; the first value is kept all the same.
        if is_reviewed:
            changes.set(where, before)
    elif headline.value is not None:
        changes.set(where, number(headline.value))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _place(measurement: Measurement | None, document: Mapping[str, Any], check: str) -> Place:
    place = place_of(measurement)
    if place:
        return place
    for name in ("checks", "scores"):
        if isinstance(document.get(name), Mapping):
            return (name, check)
    return (check,) if check in document else ("checks", check)


def _headline_place(document: Mapping[str, Any], measurements: Mapping[str, Measurement]) -> Place:
    return place_of(measurements.get("headline")) or (HEADLINE,)
