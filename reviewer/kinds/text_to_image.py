"""A picture made from a prompt and graded by its answer key; with two, which one is better."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from reviewer.kinds import naming
from reviewer.kinds.protocol import (
    Found,
    Kind,
    Listing,
    Measured,
    Reader,
    Request,
    UnreadableError,
)
from reviewer.kinds.t2i_rows import ANSWER_KEY, OTHER, check_of, fact_rows
from reviewer.model import RESULT, Evidence, Panel, Rubric, Sheet, Task

SINGLE = "text_to_image"
PAIR = "text_to_image_pair"
_KEYS = ("answer_key.json", "problem.json")
_TOLD = ("answer_key", "requirements", "prompt")


def detect(listing: Listing) -> tuple[Found, ...]:
    """`problem.json` or `answer_key.json` with one or two pictures beside it."""
    names = {name.casefold(): name for name in listing.files}
    keys = [names[key] for key in _KEYS if key in names]
    images = [name for name in listing.files if naming.is_image(name)]
    if not keys or not 1 <= len(images) <= 2:
        return ()
    documents = [listing.peek(key) for key in keys]
    # A file that cannot be read is still the key: its own error says more than another kind's.
    if not any(_tells(document) or document is None for document in documents):
        return ()
    told = [document for document in documents if isinstance(document, Mapping)]
    first, *others = in_order(images)
    roles = [(RESULT, first), *((OTHER, name) for name in others), (ANSWER_KEY, keys[0])]
    many = "two candidate pictures" if others else "one candidate picture"
    return (
        Found(
            kind=SINGLE,
            stem="",
            roles=tuple(roles),
            why=f"{keys[0]} beside {many}",
            instruction=_said(told, "prompt"),
            settings={"challenge_id": _said(told, "challenge_id")},
        ),
    )


def _tells(document: object) -> bool:
    return isinstance(document, Mapping) and any(key in document for key in _TOLD)


def _said(documents: list[Mapping[str, Any]], key: str) -> str:
    """A text that one of the files gives, at the top or inside its answer key."""
    for document in documents:
        inner = document.get("answer_key")
        for place in (document, inner if isinstance(inner, Mapping) else {}):
            value = place.get(key)
            if isinstance(value, str) and value.strip():
                return value.strip()
    return ""


def in_order(images: list[str]) -> list[str]:
    """The challenger first where the names say king and challenger, else as people count."""
    return sorted(images, key=lambda name: ("king" in name.casefold(), naming.natural_key(name)))


def rubric(task: Task) -> str:
    """Two pictures are also compared."""
    return PAIR if task.artifact(OTHER) is not None else SINGLE


def tailor(base: Rubric, task: Task, reader: Reader, shipped: Callable[[str], Rubric]) -> Rubric:
    """The shipped rules with a row for each fact of the answer key."""
    held = task.artifact(ANSWER_KEY)
    if held is None:
        raise UnreadableError(
            f"{task.id}: there is no answer key. Name one in the role {ANSWER_KEY!r} of task.toml."
        )
    rows = fact_rows(reader.document(held, "answer_key"))
    made = [check_of(row, of=RESULT) for row in rows]
    if task.artifact(OTHER) is not None:
        made += [check_of(row, of=OTHER) for row in rows]
    gates = [check for check in base.checks if check.id not in ("preference", "verdict")]
    judged = [check for check in base.checks if check not in gates]
    return dataclasses.replace(base, checks=(*gates, *made, *judged))


def measure(request: Request) -> Measured:
    """Validity of each picture, then every fact of the key that a machine can look for."""
    from reviewer.kinds import t2i_measure

    return t2i_measure.measure(request)


def evidence(request: Request, check_id: str) -> Evidence:
    """Boxes, swatches, the relation as an arrow, hashes, votes."""
    from reviewer.kinds import t2i_evidence

    return t2i_evidence.evidence(request, check_id)


def sheet(request: Request) -> Sheet:
    """The candidates beside what was found in them and what is missing."""
    from reviewer.kinds import t2i_sheet

    return t2i_sheet.sheet(request)


def panels(request: Request) -> tuple[Panel, ...]:
    """The checklist as a tree, everything read and found as tables."""
    from reviewer.kinds import t2i_sheet

    return t2i_sheet.panels(request)


def compared(request: Request) -> Mapping[str, Any]:
    """The pictures as validity reads them: reduced to 256 px."""
    from reviewer.kinds import t2i_measure

    return t2i_measure.compared(request)


KIND = Kind(
    name=SINGLE,
    title="Text to image",
    roles=(RESULT, OTHER, ANSWER_KEY),
    detect=detect,
    measure=measure,
    evidence=evidence,
    sheet=sheet,
    panels=panels,
    compared=compared,
    rubric=rubric,
    tailor=tailor,
    instruments={"validity": 1, "facts": 1},
)
