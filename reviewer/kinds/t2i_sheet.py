"""The 2×2 sheet of candidates, and the panels: checklist, texts read, objects found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.kinds.t2i_evidence import box_mark, count_seen, seen
from reviewer.kinds.t2i_measure import candidates, rgb, start_of
from reviewer.kinds.t2i_rows import OTHER
from reviewer.kinds.t2i_swatches import hash_picture
from reviewer.model import (
    RESULT,
    Check,
    Mark,
    Measurement,
    Panel,
    Sheet,
    SheetPane,
    Table,
    TreeNode,
)
from reviewer.model.counting import counted

Pixels = NDArray[np.uint8]
_TITLES = {RESULT: "First picture", OTHER: "Second picture"}
_LINE = 22.0


def sheet(request: Request) -> Sheet:
    """Two candidates with what was found in each; one with what is missing and its hash."""
    pictures = {a.role: (a.name, _pixels(request, a)) for a in candidates(request)}
    if len(pictures) == 2:
        (name, first), (second_name, second) = pictures[RESULT], pictures[OTHER]
        return Sheet(
            (
                SheetPane(_TITLES[RESULT], name, first),
                SheetPane(_TITLES[OTHER], second_name, second),
                _found(request, RESULT, first, "Found and missing in the first"),
                _found(request, OTHER, second, "Found and missing in the second"),
            ),
            _verdict(request),
        )
    name, first = pictures[RESULT]
    return Sheet(
        (
            SheetPane("Result", name, first),
            _found(request, RESULT, first, "What was found"),
            _missing(request, RESULT, first),
            _hashed(request, first),
        )
    )


def _pixels(request: Request, artifact: Any) -> Pixels:  # noqa: ANN401 - an Artifact
    try:
        return rgb(request, artifact)
    except UnreadableError:
        # A sheet with one candidate still shows the other; the row of validity says why.
        return np.full((256, 256, 3), 58, dtype=np.uint8)


def _found(request: Request, role: str, base: Pixels, title: str) -> SheetPane:
    spans, objects = seen(request, role, "spans"), seen(request, role, "detections")
    marks = [box_mark(one, f"“{one['text']}”", "accent", role) for one in spans]
    marks += [
        box_mark(one, " ".join(filter(None, (one["color"], one["label"]))), "ok", role)
        for one in objects
    ]
    lacking = _lacking(request, role)
    if role == OTHER or request.task.artifact(OTHER) is not None:
        marks += _labels(lacking, base, role)
    said = " · ".join((counted(count_seen(request, role, "spans"), "text"),
                       counted(count_seen(request, role, "detections"), "object"),
                       f"{counted(len(lacking), 'fact')} missing"))  # fmt: skip
    return SheetPane(title, said, base, base_style="grey", marks=tuple(marks))


def _missing(request: Request, role: str, base: Pixels) -> SheetPane:
    lacking = _lacking(request, role)
    nothing = "nothing that was looked for is missing"
    subtitle = counted(len(lacking), "fact") if lacking else nothing
    marks = tuple(_labels(lacking, base, role))
    return SheetPane("What is missing", subtitle, base, base_style="grey", marks=marks)


def _hashed(request: Request, base: Pixels) -> SheetPane:
    held = request.measurements.get("valid")
    digest = str(held.facts.get("phash", "")) if held is not None else ""
    if not digest:
        return SheetPane("Hash", "the picture cannot be decoded", base, base_style="grey")
    known = f" · replays {held.facts['replays']}" if held and held.facts.get("replays") else ""
    return SheetPane("Hash", f"{digest}{known}", hash_picture(digest))


def _labels(lacking: list[Check], base: Pixels, role: str) -> Iterator[Mark]:
    step = max(_LINE, base.shape[0] / 24)
    for number, check in enumerate(lacking):
        place = (step / 2, step * (number + 1))
        yield Mark("label", place, f"missing: {check.asks}", "bad", role, check.id)


def _lacking(request: Request, role: str) -> list[Check]:
    """The facts of a candidate that earn less than full credit."""
    bucket = f"{start_of(role)}facts"
    return [
        check
        for check in request.rubric.checks
        if check.bucket == bucket
        and (credit := credit_of(request, check)) is not None
        and credit < 1
    ]


def credit_of(request: Request, check: Check) -> float | None:
    """What a row earns, people's answers counted where they are known."""
    if check.id in request.credits:
        return request.credits[check.id]
    found = request.measurements.get(check.measure)
    return float(found.value) if found and isinstance(found.value, (bool, int, float)) else None


def _verdict(request: Request) -> str:
    found = request.measurements.get("verdict")
    return "; ".join(found.notes) or found.reason if found is not None else ""


def panels(request: Request) -> tuple[Panel, ...]:
    """The checklist as a tree, then everything that machines saw."""
    made: list[Panel] = []
    for role in [artifact.role for artifact in candidates(request)]:
        title = "" if role == RESULT else " of the second picture"
        tree = checklist(request, role)
        if tree:
            name = f"{start_of(role)}checklist"
            made.append(Panel(name, "tree", f"Checklist{title}", tree=tree))
        made += _tables(request, role, title)
    return tuple(made)


def _tables(request: Request, role: str, title: str) -> Iterator[Panel]:
    spans, objects = seen(request, role, "spans"), seen(request, role, "detections")
    if spans:
        rows = tuple((one["text"], one["confidence"]) for one in spans)
        table = Table(("read", "confidence"), rows)
        yield Panel(f"{start_of(role)}read", "table", f"Text read{title}", table=table)
    if objects:
        found = tuple((one["label"], one["color"] or "", one["confidence"]) for one in objects)
        table = Table(("object", "color", "confidence"), found)
        yield Panel(f"{start_of(role)}found", "table", f"Objects found{title}", table=table)


def checklist(request: Request, role: str) -> tuple[TreeNode, ...]:
    """Questions below their parents; children of a failed parent are greyed."""
    bucket = f"{start_of(role)}facts"
    rows = [
        check
        for check in request.rubric.checks
        if check.bucket == bucket and check.params.get("group") == "questions"
    ]
    return tuple(_node(request, row, rows, False) for row in rows if not row.needs)


def _node(request: Request, row: Check, rows: list[Check], is_skipped: bool) -> TreeNode:
    credit = credit_of(request, row)
    found = request.measurements.get(row.measure)
    detail = "skipped: its parent failed" if is_skipped else _standing(credit, found)
    children = [child for child in rows if row.id in child.needs]
    # A child follows its parent: what nobody asked must not look answered.
    skips = is_skipped or (credit is not None and credit < 1)
    return TreeNode(
        label=row.asks,
        detail=detail,
        is_dimmed=is_skipped,
        item=row.id,
        children=tuple(_node(request, child, rows, skips) for child in children),
    )


def _standing(credit: float | None, found: Measurement | None) -> str:
    """How a question stands: what was answered by whom, or why there is no answer."""
    if credit is None:
        return (found.error or found.reason) if found is not None else "not judged"
    word = "passes" if credit >= 1 else "fails"
    said = f" — “{found.raw}”" if found is not None and found.raw else ""
    if found is not None and found.is_measured and float(found.value or 0) == credit:
        return word + said
    # What the judge said is no reason for what a person made of it.
    return f"{word}, as a person says" + (
        f"; the judge said{said.removeprefix(' —')}" if said else ""
    )
