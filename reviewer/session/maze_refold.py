"""One row of a maze run with what people said of it, folded again by the rules of the run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeGuard

from reviewer.model import Ledger, Measurement, Review, Rubric, Scalar
from reviewer.model.measurement import PERSON
from reviewer.scoring.credit import CREDIT_UNIT
from reviewer.scoring.editable import editable, with_values
from reviewer.scoring.fold import fold
from reviewer.session.maze_rows import rounded

Row = dict[str, Any]
Told = tuple[str, Measurement]
_CROSSING = "wall_crossing_detected"
_LAYOUT = "layout_match_score"
_GATED = "_gated"
# Check → key of the row that holds its verdict.
_VERDICTS = {
    "no_wall_crossing": _CROSSING,
    "green_position_match": "green_position_match",
    "red_position_match": "red_position_match",
    "layout_match_score_gated": "layout_match_score_gated",
    "target_achievement_gated": "target_achievement_gated",
}
# Rows whose credit is the number itself.
_DIRECT = ("maze_structure_iou", "path_match_iou", "target_achievement")
_NUMBERS = (
    *_DIRECT, "green_centroid_distance", "red_centroid_distance", "wall_crossing_ratio",
)  # fmt: skip
# Number of the rubric → parameter of the run that stands in its place.
_OF_THE_RUN = {
    "green_position_match.at_most": "position_tolerance",
    "red_position_match.at_most": "position_tolerance",
    "red_position_match.at_most3": "position_tolerance",
    "no_wall_crossing.at_most3": "min_crossing_ratio",
    "layout_match_score_gated.above": "iou_gate",
    "target_achievement_gated.above": "target_gate",
    "layout.maze_structure_iou": "structure_share",
    "layout.green_position_match": "marker_share",
    "layout.red_position_match": "marker_share",
    "score.layout_match_score": "layout_weight",
    "score.path_match_iou": "path_weight",
    "wall_penalty.by": "crossing_penalty",
}


def refolded(row: Row, review: Review, rubric: Rubric, parameters: Mapping[str, Any]) -> Row:
    """A row with what people said, and all that follows from it.

    Scores move by the difference of two folds: rounded numbers give the same third decimal as
    exact ones.
    """
    adopted = {
        key: float(value)
        for entry in review.adopted
        for key, value in entry.extra.get("rows", {}).items()
    }
    ran = _with_known(rubric, {key: parameters[name] for key, name in _OF_THE_RUN.items()})
    told = dict(_told(row, rubric, parameters))
    before = fold(_apart(ran), told, {})
    said = told | dict(_said(row, rubric, review.measured, adopted))
    after = fold(_apart(_with_known(ran, adopted)), said, review.overrides)
    new = dict(row)
    for name in _NUMBERS:
        value = review.measured.get(name)
        if _is_number(value):
            new[name] = rounded(float(value))
    _put_credits(new, before, after)
    _move_scores(new, before, after)
    if new == row:
        return row
    overruled = {*review.overrides, *(n for n in _NUMBERS if n in review.measured), *adopted}
    return new | {"extra": dict(row.get("extra", {})) | {"overruled": sorted(overruled)}}


def _with_known(rubric: Rubric, values: Mapping[str, float]) -> Rubric:
    """The rubric with those numbers that it has: a task's own rubric may lack some."""
    known = {found.key for found in editable(rubric)}
    return with_values(rubric, {key: value for key, value in values.items() if key in known})


def _apart(rubric: Rubric) -> Rubric:
    """Each verdict reads a measurement of its own, also where two read the same number."""
    checks = (replace(c, measure=c.id) if c.id in _VERDICTS else c for c in rubric.checks)
    return replace(rubric, checks=tuple(checks))


def _told(row: Row, rubric: Rubric, parameters: Mapping[str, Any]) -> Iterator[Told]:
    """What the row tells: its numbers are rounded, its verdicts are not and stand as credits."""
    for name in _DIRECT:
        yield name, Measurement(name, row[name])
    for check in rubric.checks:
        key = _VERDICTS.get(check.id)
        if key is not None and key in row:
            held = bool(row[key]) is not (key == _CROSSING)
            yield check.id, Measurement(check.id, float(held), CREDIT_UNIT)
    extra = row.get("extra", {})
    notes = extra.get("notes", ())
    facts: dict[str, Scalar] = {
        "crossing_rule": parameters["crossing_rule"],
        "walls_crossed": extra.get("walls_crossed"),
        "red_missing_frames": int(_is_noted(notes, "red_missing")),
        "red_is_covered": _is_noted(notes, "red_covered"),
        "marker_arrived": bool(row["red_position_match"]),
    }
    for name, value in facts.items():
        yield name, Measurement(name, value)


def _is_noted(notes: Iterable[str], start: str) -> bool:
    return any(note.startswith(start) for note in notes)


def _said(
    row: Row, rubric: Rubric, measured: Mapping[str, Scalar], adopted: Mapping[str, float]
) -> Iterator[Told]:
    """What a person corrected, and the number of each verdict whose threshold one changed."""
    for check in rubric.checks:
        name = check.id if check.id in _VERDICTS else check.measure
        if check.measure in measured:
            yield name, Measurement(name, measured[check.measure], source=PERSON)
        elif name == check.id and any(key.startswith(f"{name}.") for key in adopted):
            value = row.get(check.measure)
            if value is not None:
                yield name, Measurement(name, value)


def _is_number(value: Scalar) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _put_credits(new: Row, before: Ledger, after: Ledger) -> None:
    """Each verdict that came out otherwise, and each number that is its own credit."""
    for old, now in zip(before.checks, after.checks, strict=True):
        if now.credit is None or now.credit == old.credit:
            continue
        key = _VERDICTS.get(now.id)
        if key is not None and key in new:
            holds = (now.credit >= 1) is not (key == _CROSSING)
            new[key] = type(new[key])(holds)
        elif now.id in _DIRECT:
            new[now.id] = rounded(now.credit)


def _move_scores(new: Row, before: Ledger, after: Ledger) -> None:
    """Move each score by what it moved in the fold; one that is withheld there stays."""
    moves = {_LAYOUT: (before.registers.get(_LAYOUT), after.registers.get(_LAYOUT))}
    for old, now in zip(before.headlines, after.headlines, strict=True):
        moves[now.name] = (old.value, now.value)
    for name, (old_value, value) in moves.items():
        if name not in new or old_value is None or value is None:
            continue
        if name.endswith(_GATED):
            new[name] = int(value >= 1)
        else:
            new[name] = rounded(new[name] + value - old_value)
