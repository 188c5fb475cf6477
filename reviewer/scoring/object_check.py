"""Are the objects there, as many, in their colors and places? Arithmetic over boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from reviewer.scoring.answer_key import ObjectNeed, RelationNeed
from reviewer.scoring.check_result import CheckResult

MIN_CONFIDENCE = 0.5
# Centres closer than this share of the width or height are neither left nor right, above nor below.
RELATION_MARGIN = 0.05

Box = tuple[float, float, float, float]


class SeenObject(Protocol):
    """An object that a detector found; the box is (x0, y0, x1, y1) in pixels of the picture."""

    @property
    def label(self) -> str:
        """What it is."""
        ...

    @property
    def box(self) -> Box:
        """Where it is."""
        ...

    @property
    def confidence(self) -> float:
        """How sure the detector is, in [0, 1]."""
        ...

    @property
    def color(self) -> str | None:
        """The color that a classifier saw, or None."""
        ...


def check_objects(
    needs: Sequence[ObjectNeed],
    seen: Sequence[SeenObject],
    *,
    min_confidence: float = MIN_CONFIDENCE,
) -> list[CheckResult]:
    """One check of presence or count an object, and one more where a color is asked for."""
    results: list[CheckResult] = []
    for need in needs:
        found = _labelled(seen, need.name, min_confidence)
        results.append(count_result(need, len(found)))
        if need.color is not None:
            results.append(_color_result(need, need.color, found))
    return results


def check_relations(
    needs: Sequence[RelationNeed],
    seen: Sequence[SeenObject],
    *,
    image_width: float,
    image_height: float,
    min_confidence: float = MIN_CONFIDENCE,
    margin: float = RELATION_MARGIN,
) -> list[CheckResult]:
    """One check a relation: it holds when the centres of any pair satisfy it."""
    if image_width <= 0 or image_height <= 0:
        raise ValueError(f"a picture of {image_width}×{image_height} has no places to compare")
    slack = (margin * image_width, margin * image_height)
    results: list[CheckResult] = []
    for need in needs:
        subjects = _labelled(seen, need.subject, min_confidence)
        others = _labelled(seen, need.object, min_confidence)
        if not subjects or not others:
            missing = need.object if subjects else need.subject
            results.append(relation_result(need, f"{missing} was not detected", passed=False))
            continue
        passed = any(
            relation_holds(need.relation, one.box, other.box, slack=slack)
            for one in subjects
            for other in others
        )
        detail = "satisfied" if passed else "no detected pair satisfies the relation"
        results.append(relation_result(need, detail, passed=passed))
    return results


def relation_holds(relation: str, one: Box, other: Box, *, slack: tuple[float, float]) -> bool:
    """Whether the centre of one box lies so with respect to another's, beyond the slack."""
    dx = (other[0] + other[2] - one[0] - one[2]) / 2
    dy = (other[1] + other[3] - one[1] - one[3]) / 2
    ahead = {"left_of": dx, "right_of": -dx, "above": dy, "below": -dy}
    if relation not in ahead:
        raise ValueError(f"unknown relation {relation!r}; known are {', '.join(ahead)}")
    return ahead[relation] > slack[0 if relation in ("left_of", "right_of") else 1]


def count_result(need: ObjectNeed, found: int, *, detail: str = "") -> CheckResult:
    """The check of presence, or of the exact count with credit for coming close."""
    if need.count is None:
        passed = found >= 1
        label, score = f"object: {need.name}", float(passed)
        words = f"found {found}"
    else:
        passed = found == need.count
        size = max(1, need.count)
        label = f"object: {need.count}x {need.name}"
        score = max(0, size - abs(found - need.count)) / size
        words = f"expected {need.count}, found {found}"
    return CheckResult("object", label, passed, score, need.weight, detail or words)


def relation_result(need: RelationNeed, detail: str, *, passed: bool) -> CheckResult:
    """The check of one relation."""
    label = f"relation: {need.subject} {need.relation} {need.object}"
    return CheckResult("relation", label, passed, float(passed), need.weight, detail)


def color_result(need: ObjectNeed, score: float, detail: str, *, passed: bool) -> CheckResult:
    """The check of one object's color."""
    label = f"color: {need.name} is {need.color}"
    return CheckResult("object", label, passed, score, need.weight, detail)


def _color_result(need: ObjectNeed, color: str, found: Sequence[SeenObject]) -> CheckResult:
    expected = max(1, len(found)) if need.count is None else need.count
    correct = sum(_fold(one.color or "") == _fold(color) for one in found)
    # "No red cups" is said by the count; as a color check it has nothing to look at.
    passed = expected > 0 and correct >= expected
    score = 1.0 if passed else correct / expected if expected else 0.0
    detail = f"{correct} of {expected} {need.name} are {color}"
    if not found:
        detail = f"no {need.name} detected to check color"
    return color_result(need, score, detail, passed=passed)


def _labelled(seen: Sequence[SeenObject], name: str, least: float) -> list[SeenObject]:
    return [one for one in seen if _fold(one.label) == _fold(name) and one.confidence >= least]


def _fold(text: str) -> str:
    return text.strip().casefold()
