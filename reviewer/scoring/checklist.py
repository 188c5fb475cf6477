"""Yes or no questions about a picture, children after their parents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from reviewer.scoring.answer_key import Question, order_questions
from reviewer.scoring.check_result import ENGINE_FAULTS, CheckResult

Picture = TypeVar("Picture")
PictureIn = TypeVar("PictureIn", contravariant=True)


class AnswersQuestions(Protocol[PictureIn]):
    """Someone who answers a question about a picture: a model, a person, or a record."""

    def answer(self, picture: PictureIn, question: str) -> str:
        """The answer as given; raises RuntimeError, OSError or ValueError without one."""
        ...


def read_yes(reply: str) -> bool:
    """True for a clear yes; whatever is not one counts as no."""
    words = [word.strip(".,;:!*\"'()`").casefold() for word in reply.split()]
    words = [word for word in words if word]
    if not words:
        return False
    # "Yes, clearly." is a yes; a longer sentence that begins with "1" or "y" is not.
    return words[0] == "yes" or (len(words) == 1 and words[0] in ("y", "true", "1"))


def check_questions(
    questions: Sequence[Question], picture: Picture, *, vqa: AnswersQuestions[Picture]
) -> list[CheckResult]:
    """One check a question, as written; a child of a failed parent fails without being asked."""
    results: dict[str, CheckResult] = {}
    for question in order_questions(questions):
        parent = results.get(question.depends_on or "")
        if parent is not None and not parent.passed:
            detail = f"not asked: depends on {question.depends_on}, which failed"
            results[question.id] = replace(_result(question, False, detail), skipped=True)
        else:
            results[question.id] = _ask(question, picture, vqa)
    return [results[question.id] for question in questions]


def _ask(question: Question, picture: Picture, vqa: AnswersQuestions[Picture]) -> CheckResult:
    try:
        reply = vqa.answer(picture, question.text)
    except ENGINE_FAULTS as error:
        return _result(question, False, f"vqa error: {error}"[:200])
    answer = "yes" if read_yes(reply) else "no"
    detail = f"expected {question.expect}, answered {answer}"
    return _result(question, answer == question.expect, detail)


def _result(question: Question, passed: bool, detail: str) -> CheckResult:
    label = f"{question.id}: {question.text}"
    return CheckResult("question", label, passed, float(passed), question.weight, detail)
