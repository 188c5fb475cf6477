"""Every check that an answer key asks for, folded into one fact score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from reviewer.scoring.answer_key import AnswerKey
from reviewer.scoring.check_result import CheckResult, FactReport, weighted_mean
from reviewer.scoring.checklist import AnswersQuestions, check_questions
from reviewer.scoring.object_check import SeenObject, check_objects, check_relations
from reviewer.scoring.text_check import ReadText, check_text
from reviewer.scoring.verifier import VerifiesObjects, verify_objects, verify_relations

Picture = TypeVar("Picture")
PictureIn = TypeVar("PictureIn", contravariant=True)


class MissingBackendError(RuntimeError):
    """The key asks for something that nothing here can look for; never a free pass."""


class ReadsText(Protocol[PictureIn]):
    """A text reader."""

    def read(self, picture: PictureIn) -> Sequence[ReadText]:
        """Every piece of text in the picture, in reading order."""
        ...


class DetectsObjects(Protocol[PictureIn]):
    """An object detector."""

    def detect(self, picture: PictureIn) -> Sequence[SeenObject]:
        """Every object in the picture, with its color where that is known."""
        ...


class KnowsSize(Protocol[PictureIn]):
    """A loader that can tell a picture's size."""

    def size(self, picture: PictureIn) -> tuple[int, int]:
        """Width and height of the picture in which the boxes lie."""
        ...


def score_facts(
    picture: Picture,
    key: AnswerKey,
    *,
    ocr: ReadsText[Picture] | None = None,
    detector: DetectsObjects[Picture] | None = None,
    verifier: VerifiesObjects[Picture] | None = None,
    vqa: AnswersQuestions[Picture] | None = None,
    loader: KnowsSize[Picture] | None = None,
) -> FactReport:
    """Grade one picture; `picture` is whatever the engines take: a path, an array, a name."""
    _require_backends(
        key,
        has_ocr=ocr is not None,
        has_objects=detector is not None or verifier is not None,
        has_size=loader is not None or detector is None,
        has_vqa=vqa is not None,
    )
    checks: list[CheckResult] = []
    if key.text and ocr is not None:
        checks += check_text(key.text, ocr.read(picture))
    if (key.objects or key.relations) and detector is not None:
        checks += _from_boxes(picture, key, detector, loader)
    elif verifier is not None:
        checks += verify_objects(key.objects, picture, verifier=verifier)
        checks += verify_relations(key.relations, picture, verifier=verifier)
    if key.questions and vqa is not None:
        checks += check_questions(key.questions, picture, vqa=vqa)
    return FactReport(key.problem_id, weighted_mean(checks), tuple(checks))


def _from_boxes(
    picture: Picture,
    key: AnswerKey,
    detector: DetectsObjects[Picture],
    loader: KnowsSize[Picture] | None,
) -> list[CheckResult]:
    # Detection is the dear part: once a picture, not once a check.
    seen = detector.detect(picture)
    checks = check_objects(key.objects, seen)
    if key.relations and loader is not None:
        width, height = loader.size(picture)
        checks += check_relations(key.relations, seen, image_width=width, image_height=height)
    return checks


def _require_backends(
    key: AnswerKey, *, has_ocr: bool, has_objects: bool, has_size: bool, has_vqa: bool
) -> None:
    if key.text and not has_ocr:
        _missing(key, "text", "no OCR engine was supplied; install the extra 'ocr'")
    if (key.objects or key.relations) and not has_objects:
        _missing(
            key,
            "objects",
            "neither a detector nor an object verifier was supplied; "
            "set a detector model or a vision model",
        )
    if key.relations and not has_size:
        _missing(key, "relations", "no image loader was supplied to tell the picture's size")
    if key.questions and not has_vqa:
        _missing(key, "questions", "no VQA engine was supplied; set a vision model")


def _missing(key: AnswerKey, group: str, why: str) -> None:
    raise MissingBackendError(f"answer key {key.problem_id!r} asks for {group} but {why}")
