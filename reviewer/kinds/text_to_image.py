"""A picture made from a prompt and graded by its answer key; with two, which one is better."""

from __future__ import annotations

import dataclasses
import re
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
from reviewer.model.counting import counted
from reviewer.model.task import NO_PICTURE

SINGLE = "text_to_image"
PAIR = "text_to_image_pair"
_KEYS = ("answer_key.json", "problem.json")
_TOLD = ("answer_key", "requirements", "prompt")
# What is judged goes first, what it is held against second.
_FIRST = frozenset({"challenger", "result", "candidate", "output"})
_SECOND = frozenset(
    {"king", "other", "golden", "initial", "reference", "baseline", "champion", "expected"}
)
_NO_PIXELS = frozenset({"svg", "svgz", "pdf", "heic", "heif", "eps"})


def detect(listing: Listing) -> tuple[Found, ...]:
    """`problem.json` or `answer_key.json` with one or two pictures beside it."""
    names = {name.casefold(): name for name in listing.files}
    keys = [names[key] for key in _KEYS if key in names]
    if not keys:
        return ()
    images = [name for name in listing.files if naming.is_image(name)]
    documents = [listing.peek(key) for key in keys]
    # A file that cannot be read is still the key: its own error says more than another kind's.
    if not any(_tells(document) or document is None for document in documents):
        return ()
    told = [document for document in documents if isinstance(document, Mapping)]
    if not 1 <= len(images) <= 2:
        return _unfit(listing, keys, images, told)
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


def _unfit(
    listing: Listing, keys: list[str], images: list[str], told: list[Mapping[str, Any]]
) -> tuple[Found, ...]:
    """A problem with no picture, or too many: named, since a folder left out is never missed."""
    if not any("requirements" in document or "answer_key" in document for document in told):
        return ()
    return (
        Found(
            kind=SINGLE,
            stem="",
            roles=((ANSWER_KEY, keys[0]),),
            why=f"{keys[0]} beside {counted(len(images), 'picture')}",
            instruction=_said(told, "prompt"),
            problem=_count_problem(listing, images),
        ),
    )


def _count_problem(listing: Listing, images: list[str]) -> str:
    if images:
        return (
            f"{len(images)} pictures ({', '.join(images[:6])}), and one or two are compared; "
            "keep one or two, or name them in task.toml."
        )
    drawn = [name for name in listing.files if naming.extension(name) in _NO_PIXELS]
    if drawn:
        return f"{drawn[0]} is no picture of pixels; export it as PNG and put that beside it."
    folders = [name for name in listing.folders if naming.is_image(name)]
    if folders:
        return f"{folders[0]} is a folder, not a picture; put one or two pictures here."
    return f"{NO_PICTURE}; put one or two pictures here."


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
    """The challenger first where the names say which is which, else as people count."""
    return sorted(images, key=lambda name: (_place(name), naming.natural_key(name)))


def _place(name: str) -> int:
    words = set(re.split(r"[^a-z]+", naming.stem(name).casefold()))
    return 0 if words & _FIRST else 2 if words & _SECOND else 1


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
    instruments={"validity": 1, "facts": 2},
    draws_answers=True,
)
