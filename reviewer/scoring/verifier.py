"""The object checks asked of a vision model, where there is no detector; each is marked so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from reviewer.scoring.answer_key import ObjectNeed, RelationNeed
from reviewer.scoring.check_result import ENGINE_FAULTS, CheckResult
from reviewer.scoring.object_check import color_result, count_result, relation_result

Picture = TypeVar("Picture")
PictureIn = TypeVar("PictureIn", contravariant=True)

MARK = "(non-deterministic: vision model)"


class VerifiesObjects(Protocol[PictureIn]):
    """A vision model that counts, names colors and places; raises like an AnswersQuestions."""

    def count(self, picture: PictureIn, name: str) -> int:
        """How many of the object can be seen."""
        ...

    def color(self, picture: PictureIn, name: str) -> str:
        """The main color of the object, empty when it is not there."""
        ...

    def relation(self, picture: PictureIn, subject: str, relation: str, other: str) -> bool:
        """Whether the subject lies so with respect to the other object."""
        ...


def verify_objects(
    needs: Sequence[ObjectNeed], picture: Picture, *, verifier: VerifiesObjects[Picture]
) -> list[CheckResult]:
    """The same checks as from boxes; a verifier that fails has failed its check, weight and all."""
    results: list[CheckResult] = []
    for need in needs:
        results.append(_verify_count(need, picture, verifier))
        if need.color is not None:
            results.append(_verify_color(need, need.color, picture, verifier))
    return [replace(result, is_deterministic=False) for result in results]


def verify_relations(
    needs: Sequence[RelationNeed], picture: Picture, *, verifier: VerifiesObjects[Picture]
) -> list[CheckResult]:
    """One check a relation, answered yes or no by the model."""
    results: list[CheckResult] = []
    for need in needs:
        try:
            holds = verifier.relation(picture, need.subject, need.relation, need.object)
        except ENGINE_FAULTS as error:
            results.append(relation_result(need, _failed(error), passed=False))
            continue
        words = "satisfied" if holds else "not satisfied"
        results.append(relation_result(need, f"{words} {MARK}", passed=holds))
    return [replace(result, is_deterministic=False) for result in results]


def marked(result: CheckResult) -> CheckResult:
    """A result of other rules that a vision model answered, marked like those of a verifier."""
    return replace(result, detail=f"{result.detail} {MARK}", is_deterministic=False)


def _verify_count(
    need: ObjectNeed, picture: Picture, verifier: VerifiesObjects[Picture]
) -> CheckResult:
    try:
        found = verifier.count(picture, need.name)
    except ENGINE_FAULTS as error:
        return replace(count_result(need, 0, detail=_failed(error)), passed=False, score=0.0)
    return count_result(need, max(0, found), detail=f"counted {max(0, found)} {MARK}")


def _verify_color(
    need: ObjectNeed, color: str, picture: Picture, verifier: VerifiesObjects[Picture]
) -> CheckResult:
    try:
        seen = verifier.color(picture, need.name).strip().casefold()
    except ENGINE_FAULTS as error:
        return color_result(need, 0.0, _failed(error), passed=False)
    passed = seen == color.strip().casefold()
    detail = f"saw {seen or 'nothing'} {MARK}"
    return color_result(need, float(passed), detail, passed=passed)


def _failed(error: Exception) -> str:
    return f"verifier error: {error}"[:160] + f" {MARK}"
