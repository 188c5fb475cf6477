"""The facts of an answer key, looked for by machines and scored by the published rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reviewer.kinds.t2i_rows import FactRow, fact_rows
from reviewer.scoring.check_result import CheckResult

if TYPE_CHECKING:
    from reviewer.scoring.answer_key import AnswerKey
    from reviewer.session.backends import PictureMachines


def local_facts(
    machines: PictureMachines,
    key: AnswerKey,
    *,
    digest: str,
    pixels: Any,  # noqa: ANN401 - an RGB array
) -> Mapping[str, Any]:
    """What was seen and how each fact came out, as plain data; a machine that failed is an error.

    `results` holds for each row a score with its detail, or the error with its remedy. Questions
    are a judge's to answer and stand nowhere here.
    """
    from reviewer.scoring.object_check import check_objects, check_relations
    from reviewer.scoring.text_check import check_text

    rows = fact_rows(key)
    height, width = pixels.shape[:2]
    found: dict[str, Any] = {"results": {}, "width": width, "height": height}
    if key.text:
        by, spans, fault = _look(lambda: machines.spans(digest, pixels))
        found |= {"reader": by, "spans": [_span(span) for span in spans]}
        _put(found, _of(rows, "text"), fault, lambda: check_text(key.text, spans))
    if key.objects or key.relations:
        by, seen, fault = _look(lambda: machines.detections(digest, pixels))
        found |= {"detector": by, "detections": [_detection(one) for one in seen]}
        _put(found, _of(rows, "objects"), fault, lambda: check_objects(key.objects, seen))
        found["results"].update(_unnamed_colors(rows, key))
        _put(
            found,
            _of(rows, "relations"),
            fault,
            lambda: check_relations(key.relations, seen, image_width=width, image_height=height),
        )
    return found


def _unnamed_colors(rows: Sequence[FactRow], key: AnswerKey) -> dict[str, Any]:
    """Colors that the classifier has no word for: not measured, since it could never say yes."""
    from reviewer.backends.color import COLORS

    return {
        row.id: {
            "error": f"{color!r} is none of the colors that are told apart here "
            f"({', '.join(COLORS)}); ask the vision judge, or answer yourself"
        }
        for row in rows
        if row.part == "color"
        and (color := key.objects[row.number].color)
        and color.strip().casefold() not in COLORS
    }


def _look(
    look: Callable[[], tuple[str, Sequence[Any]]],
) -> tuple[str, Sequence[Any], Mapping[str, Any]]:
    """Who looked and what was seen, or the fault; one that is not there did not fail."""
    from reviewer.backends.seen import BackendError, MissingBackendError

    try:
        by, seen = look()
    except MissingBackendError as error:
        return "", (), {"error": str(error), "is_missing": True}
    except BackendError as error:
        return "", (), {"error": str(error)}
    return by, seen, {}


def _put(
    found: dict[str, Any],
    rows: Sequence[FactRow],
    fault: Mapping[str, Any],
    score: Callable[[], Sequence[CheckResult]],
) -> None:
    if fault:
        found["results"].update({row.id: fault for row in rows})
        return
    for row, result in zip(rows, score(), strict=True):
        found["results"][row.id] = {
            "value": result.score,
            "detail": result.detail,
            "label": result.label,
        }


def _of(rows: Sequence[FactRow], group: str) -> list[FactRow]:
    return [row for row in rows if row.group == group]


def _span(span: Any) -> dict[str, Any]:  # noqa: ANN401 - a TextSpan
    return {"text": span.text, "confidence": round(span.confidence, 4), "box": _box(span.box)}


def _detection(one: Any) -> dict[str, Any]:  # noqa: ANN401 - a Detection
    return {
        "label": one.label,
        "confidence": round(one.confidence, 4),
        "color": one.color,
        "box": _box(one.box),
    }


def _box(box: Sequence[float]) -> list[float]:
    return [round(float(edge), 2) for edge in box]
