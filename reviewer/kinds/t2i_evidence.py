"""Why a fact came out as it did: boxes, swatches, an arrow, the checklist, hashes, votes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.kinds.t2i_measure import rgb, start_of
from reviewer.kinds.t2i_rows import ANSWER_KEY, KEPT, OTHER
from reviewer.model import RESULT, Artifact, Check, Evidence, Mark, Measurement, Table
from reviewer.model.counting import counted
from reviewer.model.measurement import CODE
from reviewer.model.reply import load_json

MIN_CONFIDENCE = 0.5
Drawn = dict[str, Any]
_ELSEWHERE = (
    "Measured where the machine was, and kept from the grade file. The boxes that it drew are not "
    "in there, and the machine is not here."
)
_ALIKE = " Readers take a zero for an O in many fonts: look at the letters yourself."


def evidence(request: Request, check_id: str) -> Evidence:
    """The evidence of one row; what cannot be drawn is said in words."""
    check = request.rubric.check(check_id)
    if check is None:
        return Evidence(check_id, f"The rubric has no row {check_id}.")
    found = request.measurements.get(check.measure)
    role = OTHER if check.reads == (OTHER,) else RESULT
    summary = f"{check.asks}: {_said(found)}"
    if found is not None and found.facts.get(KEPT):
        return Evidence(check_id, summary, role=role, text=_ELSEWHERE)
    try:
        drawn = _draw_of(check)(request, check, found, role)
    except UnreadableError as error:
        drawn = {"text": str(error)}
    return Evidence(check_id, summary, role=role, **drawn)


def _draw_of(check: Check) -> Callable[[Request, Check, Measurement | None, str], Drawn]:
    if check.id.endswith("valid"):
        return _validity
    group = str(check.params.get("group", ""))
    if group == "objects":
        return _colors if check.params.get("part") == "color" else _objects
    return {"text": _text, "relations": _relation, "questions": _question}.get(group, _votes)


def _said(found: Measurement | None) -> str:
    if found is None:
        return "nobody has said yet."
    if not found.is_measured:
        return found.error or found.reason or "not measured"
    value = f"{found.value:.4g}" if isinstance(found.value, float) else str(found.value)
    notes = "; ".join(found.notes) or found.reason
    by = f" ({found.model or found.instrument})" if found.model or found.instrument else ""
    return f"{value}{by}. {notes}".rstrip(". ") + "."


def need_of(request: Request, check: Check) -> Any:  # noqa: ANN401 - an entry of the answer key
    """What the key asks for in this row."""
    held = request.task.artifact(ANSWER_KEY)
    assert held is not None
    key = request.reader.document(held, "answer_key")
    return getattr(key, str(check.params["group"]))[int(check.params["number"])]


def seen(request: Request, role: str, name: str) -> list[Mapping[str, Any]]:
    """The spans or detections of a candidate, as measured."""
    held = request.measurements.get(f"{start_of(role)}{name}")
    return list(held.facts.get(name, ())) if held is not None else []


def count_seen(request: Request, role: str, name: str) -> int:
    """How many there were, also where their boxes were not kept."""
    held = request.measurements.get(f"{start_of(role)}{name}")
    return held.value if held is not None and isinstance(held.value, int) else 0


def box_mark(one: Mapping[str, Any], label: str, tone: str, role: str) -> Mark:
    """A box over what was found."""
    left, top, right, bottom = one["box"]
    return Mark("box", (left, top, right - left, bottom - top), label, tone, role)


def _zoom(boxes: Sequence[Sequence[float]]) -> tuple[float, float, float, float] | None:
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    pad = max(12.0, 0.15 * max(right - left, bottom - top))
    return left - pad, top - pad, right - left + 2 * pad, bottom - top + 2 * pad


def _fold(text: str) -> str:
    return text.strip().casefold()


def labelled(found: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """The objects of one name that are sure enough to count."""
    return [
        one
        for one in found
        if _fold(one["label"]) == _fold(name) and one["confidence"] >= MIN_CONFIDENCE
    ]


def _text(request: Request, check: Check, found: Measurement | None, role: str) -> Drawn:
    need = need_of(request, check)
    spans = seen(request, role, "spans")
    wanted = _fold(need.value)
    hits = [one for one in spans if wanted in _fold(one["text"]) or _fold(one["text"]) in wanted]
    marks = tuple(
        box_mark(
            one, f"{one['text']} {one['confidence']:.2f}", "ok" if one in hits else "warn", role
        )
        for one in spans
    )
    rows = tuple((one["text"], one["confidence"], *one["box"]) for one in spans)
    table = Table(("read", "confidence", "left", "top", "right", "bottom"), rows)
    read = counted(len(spans), "piece of text was", "pieces of text were")
    looked = f"{read} read" if spans else "No text was read"
    text = f"{looked}; “{need.value}” is asked for ({need.match})."
    if set(need.value) & {"O", "0"} and found is not None and found.source == CODE and hits:
        text += _ALIKE
    return {
        "marks": marks,
        "zoom": _zoom([one["box"] for one in hits or spans]),
        "table": table,
        "text": _raw(text, found),
    }


def _objects(request: Request, check: Check, found: Measurement | None, role: str) -> Drawn:
    need = need_of(request, check)
    every = seen(request, role, "detections")
    hits = labelled(every, need.name)
    is_right = bool(hits) if need.count is None else len(hits) == need.count
    marks = [
        box_mark(one, f"{one['label']} {one['confidence']:.2f}", "ok" if is_right else "bad", role)
        for one in hits
    ]
    marks += [
        box_mark(one, f"{one['label']} {one['confidence']:.2f}", "plain", role)
        for one in every
        if one not in hits
    ]
    return {
        "marks": tuple(marks),
        "zoom": _zoom([one["box"] for one in hits]),
        "table": _detections(every),
        "text": _raw(f"{len(hits)} counted as {need.name}.", found),
    }


def _colors(request: Request, check: Check, found: Measurement | None, role: str) -> Drawn:
    from reviewer.kinds.t2i_swatches import swatches

    need = need_of(request, check)
    every = seen(request, role, "detections")
    hits = labelled(every, need.name)
    marks = tuple(
        box_mark(
            one,
            f"{one['label']}: {one['color'] or 'no color'}",
            "ok" if _fold(one["color"] or "") == _fold(need.color) else "bad",
            role,
        )
        for one in hits
    )
    drawn: Drawn = {
        "marks": marks,
        "zoom": _zoom([one["box"] for one in hits]),
        "table": _detections(hits),
        "text": _raw(f"{need.color} is asked for.", found),
    }
    if hits:
        pixels = rgb(request, _artifact(request, role))
        title = "Each object, its color as named, the color asked for"
        drawn["pictures"] = {title: swatches(pixels, hits, wanted=need.color)}
    return drawn


def _relation(request: Request, check: Check, found: Measurement | None, role: str) -> Drawn:
    need = need_of(request, check)
    every = seen(request, role, "detections")
    subjects, others = labelled(every, need.subject), labelled(every, need.object)
    # An empty answer of a person or of a model has no boxes to draw.
    holds = found is not None and bool(found.value)
    tone = "ok" if holds else "bad"
    marks = [box_mark(one, need.subject, tone, role) for one in subjects]
    marks += [box_mark(one, need.object, "plain", role) for one in others]
    if subjects and others:
        one, other = farthest(need.relation, subjects, others)
        ends = (*centre(one["box"]), *centre(other["box"]))
        label = f"{need.subject} {need.relation} {need.object}"
        marks.append(Mark("arrow", ends, label, tone, role))
    return {
        "marks": tuple(marks),
        "zoom": _zoom([one["box"] for one in (*subjects, *others)]),
        "table": _detections([*subjects, *others]),
        "text": _raw("Centres must lie apart by more than 5 % of the width or height.", found),
    }


def centre(box: Sequence[float]) -> tuple[float, float]:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def farthest(
    relation: str, subjects: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The pair that fits a relation best."""

    def ahead(pair: tuple[Mapping[str, Any], Mapping[str, Any]]) -> float:
        (x0, y0), (x1, y1) = centre(pair[0]["box"]), centre(pair[1]["box"])
        return {"left_of": x1 - x0, "right_of": x0 - x1, "above": y1 - y0}.get(relation, y0 - y1)

    return max(((one, other) for one in subjects for other in others), key=ahead)


def _detections(found: Sequence[Mapping[str, Any]]) -> Table:
    rows = tuple(
        (one["label"], one["confidence"], one["color"] or "", *one["box"]) for one in found
    )
    return Table(("object", "confidence", "color", "left", "top", "right", "bottom"), rows)


def _raw(text: str, found: Measurement | None) -> str:
    """The words with what a model said, where one was asked."""
    return f"{text}\n{found.raw}" if found is not None and found.raw else text


def _question(request: Request, check: Check, found: Measurement | None, role: str) -> Drawn:
    need = need_of(request, check)
    parent = f"depends on {need.depends_on}" if need.depends_on else "asked on its own"
    said = found.raw if found is not None and found.raw else "not asked yet"
    rows = (("question", need.text), ("expected", need.expect), ("answered", said), ("", parent))
    return {"table": Table(("", "said"), rows), "text": said}


def _validity(request: Request, check: Check, found: Measurement | None, role: str) -> Drawn:
    from reviewer.kinds.t2i_swatches import hash_picture

    facts = found.facts if found is not None else {}
    if not facts.get("phash"):
        return {"text": "; ".join(found.notes) if found is not None else ""}
    rows = [
        ("size", f"{facts['width']}×{facts['height']}", "shortest edge at least 64"),
        ("luma deviation", facts["stddev"], "at least 2"),
        ("hash", facts["phash"], "known ones differ in more than 5 bits"),
    ]
    pictures: dict[str, Any] = {
        f"This picture's hash {facts['phash']}": hash_picture(facts["phash"])
    }
    if facts.get("replays"):
        from reviewer.metrics.validity import hash_distance

        bits = hash_distance(facts["phash"], facts["replays"])
        rows.append(("replays", facts["replays"], f"differs in {bits} of 64 bits"))
        pictures[f"The known hash {facts['replays']}"] = hash_picture(facts["replays"])
        pictures |= _replayed(request, facts)
    return {"table": Table(("what", "value", "needs"), tuple(rows)), "pictures": pictures}


def _replayed(request: Request, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The picture that was handed in before, where the list of hashes names its file."""
    if not facts.get("replayed"):
        return {}
    artifact = Artifact("known", Path(str(facts["replayed_path"])), str(facts["replayed"]))
    try:
        return {f"Handed in before: {artifact.name}": rgb(request, artifact)}
    except UnreadableError:
        # The archive may have been emptied since; the hash alone then stands for it.
        return {}


def _votes(request: Request, check: Check, found: Measurement | None, role: str) -> Drawn:
    if check.id == "verdict":
        return {"text": "; ".join(found.notes) or found.reason} if found is not None else {}
    try:
        votes = load_json(found.raw)["votes"] if found is not None and found.raw else []
    except (ValueError, KeyError, TypeError):
        return {"text": found.raw if found is not None else ""}
    rows = tuple((v["slot"] or "none", v["winner"], v["error"], v["raw"]) for v in votes)
    return {"table": Table(("slot named", "vote for", "error", "reply"), rows)}


def _artifact(request: Request, role: str) -> Artifact:
    artifact = request.task.artifact(role)
    assert artifact is not None
    return artifact
