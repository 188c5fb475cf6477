"""Measuring a picture made from a prompt: is it usable, and which facts of the key does it show?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.kinds.protocol import Measured, Request, UnreadableError
from reviewer.kinds.t2i_rows import ANSWER_KEY, LACKS, OTHER, FactRow, fact_rows, unseen
from reviewer.metrics.validity import (
    DUPLICATE_DISTANCE,
    ValidityReport,
    analysis_copy,
    check_validity,
    hash_distance,
    undecodable,
)
from reviewer.model import RESULT, Artifact, Flag, Measurement

VERSION = 1
# Of the rows that hold what the color classifier said.
COLOR_VERSION = 2
QUESTIONS = "questions"
_MACHINE = {"text": "reader", "objects": "detector", "relations": "detector"}
# What a machine saw, as it is measured for the evidence.
_SEEN = {"reader": "spans", "detector": "detections"}


def candidates(request: Request) -> tuple[Artifact, ...]:
    """The pictures: the first, and the other one where there are two."""
    found = (request.task.artifact(role) for role in (RESULT, OTHER))
    return tuple(artifact for artifact in found if artifact is not None)


def start_of(role: str) -> str:
    """What the measurements of a candidate begin with."""
    return "" if role == RESULT else f"{OTHER}_"


def rgb(request: Request, artifact: Artifact) -> NDArray[np.uint8]:
    """The pixels as a grader reads them: not turned, alpha dropped."""
    if not request.reader.exists(artifact):
        why = request.reader.absence(artifact)
        raise UnreadableError(f"{artifact.name}: {why}. It was not handed in.")
    pixels = request.reader.picture(artifact, reading="raw").pixels
    return np.ascontiguousarray(pixels[..., :3])


def measure(request: Request) -> Measured:
    """The measurements of all candidates, and the sanity flags."""
    held = request.task.artifact(ANSWER_KEY)
    if held is None:
        raise UnreadableError(f"{request.task.id}: there is no answer key to measure by.")
    rows = fact_rows(request.reader.document(held, "answer_key"))
    found: list[Measurement] = []
    reports: dict[str, ValidityReport] = {}
    pictures = candidates(request)
    for number, artifact in enumerate(pictures):
        request.token.check()
        known = request.reader.document(artifact, "known_hashes")
        reports[artifact.role] = report = validity(request, artifact, [one.digest for one in known])
        found.append(_valid(report, artifact, known))
        found += _facts(request, artifact, rows, report)
        request.token.report(number + 1, len(pictures))
    return Measured(tuple(found), tuple(_flags(reports, found)))


def validity(request: Request, artifact: Artifact, known: list[str]) -> ValidityReport:
    """Whether a picture is usable; one that cannot be decoded has that one reason."""
    try:
        pixels = rgb(request, artifact)
    except UnreadableError as error:
        return undecodable(str(error))
    return check_validity(pixels, known_hashes=known)


def _valid(report: ValidityReport, artifact: Artifact, known: Any) -> Measurement:  # noqa: ANN401
    replayed = next((one for one in known if one.digest == report.replays), None)
    facts: dict[str, Any] = {**report.to_dict(), "replays": report.replays}
    if replayed is not None and replayed.name:
        facts |= {"replayed": replayed.name, "replayed_path": str(replayed.path)}
    return Measurement(
        f"{start_of(artifact.role)}valid",
        report.valid,
        instrument="validity",
        version=VERSION,
        params={"known_hashes": len(known)},
        notes=report.reasons,
        facts=facts,
    )


def _facts(
    request: Request, artifact: Artifact, rows: tuple[FactRow, ...], report: ValidityReport
) -> Iterator[Measurement]:
    start = start_of(artifact.role)
    if not report.valid:
        # The stages of the benchmark end here: whatever the picture shows, it does not count.
        why = f"not looked at: the picture is not valid ({'; '.join(report.reasons)})"
        for row in rows:
            yield Measurement(start + row.id, None, instrument="facts", reason=why)
        return
    seen = request.reader.document(artifact, "facts")
    yield from _seen(seen, start)
    for row in rows:
        if row.group != QUESTIONS:
            yield _fact(row, seen, artifact.role)


def _seen(seen: Mapping[str, Any], start: str) -> Iterator[Measurement]:
    """What machines saw, kept for the evidence."""
    size = {"width": seen["width"], "height": seen["height"]}
    for machine, unit in (("reader", "pieces of text"), ("detector", "objects")):
        name = _SEEN[machine]
        if seen.get(machine):
            yield Measurement(
                f"{start}{name}",
                len(seen[name]),
                unit=unit,
                instrument=seen[machine],
                version=VERSION,
                facts={name: seen[name], **size},
            )


def _fact(row: FactRow, seen: Mapping[str, Any], role: str) -> Measurement:
    start, sort = start_of(role), _MACHINE[row.group]
    result = seen["results"][row.id]
    if "error" in result:
        lacks = {LACKS: {"seen": start + _SEEN[sort], "of": [role, ANSWER_KEY]}}
        return Measurement(
            start + row.id,
            None,
            instrument="facts",
            version=VERSION,
            error=str(result["error"]),
            facts=lacks if result.get("is_missing") else {},
        )
    return Measurement(
        start + row.id,
        float(result["value"]),
        instrument=str(seen.get(sort, "")),
        version=COLOR_VERSION if row.part == "color" else VERSION,
        notes=(str(result["detail"]),),
        facts={"label": result["label"]},
    )


def _flags(reports: Mapping[str, ValidityReport], found: list[Measurement]) -> Iterator[Flag]:
    named = {RESULT: "", OTHER: "second picture: "}
    reasons = [named[role] + why for role, report in reports.items() for why in report.reasons]
    for identity, text, word in (
        ("undecodable", "a picture cannot be decoded", "could not be decoded"),
        ("too-small", "a picture is too small", "smaller than"),
        ("blank", "a picture is blank", "blank or a solid"),
        ("replay", "a picture was handed in before", "previously archived"),
    ):
        said = [why for why in reasons if word in why]
        yield Flag(identity, text, bool(said), severity="bad", detail="; ".join(said))
    hashes = [report.phash for report in reports.values() if report.phash]
    if len(hashes) == 2:
        distance = hash_distance(*hashes)
        yield Flag(
            "same-picture",
            "both pictures look alike",
            distance <= DUPLICATE_DISTANCE,
            detail=f"their hashes differ in {distance} of 64 bits",
        )
    yield unseen(found)


def compared(request: Request) -> Mapping[str, Any]:
    """The copies that blankness and hash are computed on, at most 256 px."""
    return {
        artifact.role: analysis_copy(rgb(request, artifact)) for artifact in candidates(request)
    }
