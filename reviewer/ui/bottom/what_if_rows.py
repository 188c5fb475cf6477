"""The numbers of a rubric as rows to try out, with where each would turn the grade."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reviewer.model import Rubric
from reviewer.scoring.bounds import NOISE
from reviewer.scoring.naming import part_name, sentence, spelled
from reviewer.scoring.whatif import Editable, TurningPoint
from reviewer.ui import numbers
from reviewer.ui.bottom.ledger_rows import Names, names_of

_WORDS = {"cap": "Cap", "gate": "Set to", "share": "Share", "by": "Taken off"}


@dataclass(frozen=True, slots=True)
class WhatIfRow:
    """One number: what it is, its value in force, in the draft, and its turning point in words."""

    editable: Editable
    text: str
    now: str
    value: float
    is_edited: bool
    turning: str
    detail: str

    @property
    def key(self) -> str:
        """The number's key in the rubric."""
        return self.editable.key


def what_if_rows(
    editables: Sequence[Editable],
    *,
    points: Sequence[TurningPoint] | None,
    rubric: Rubric | None,
    passes: bool | None,
) -> tuple[WhatIfRow, ...]:
    """All rows, nothing edited; `points` None: the turning points are still being looked for."""
    by_key: dict[str, list[TurningPoint]] = {}
    for point in points or ():
        by_key.setdefault(point.key, []).append(point)
    names = names_of(rubric) if rubric is not None else None
    rows = [
        WhatIfRow(
            editable=each,
            text=editable_text(each, names),
            now=numbers.threshold(each.value),
            value=each.value,
            is_edited=False,
            turning="" if points is None else turning_text(by_key.get(each.key, []), passes),
            detail=_detail(each, by_key.get(each.key, []), passes),
        )
        for each in editables
    ]
    # What could turn the grade comes first; each group keeps the rubric's order.
    return tuple(sorted(rows, key=lambda row: _rank(by_key.get(row.key, []))))


def edited_rows(rows: Sequence[WhatIfRow], draft: Mapping[str, float]) -> tuple[WhatIfRow, ...]:
    """The rows with the draft's values in them."""
    if not draft:
        return tuple(rows)
    return tuple(
        replace(row, value=draft[row.key], is_edited=True) if row.key in draft else row
        for row in rows
    )


def _rank(points: Sequence[TurningPoint]) -> int:
    if any(point.verdict_at is not None for point in points):
        return 0
    if any(not _is_smooth(point) for point in points):
        return 1
    return 2 if points else 3


def editable_text(each: Editable, names: Names | None) -> str:
    """`At least 22 pieces …: full credit at 22`, `Weight: mean of …`, `Cap: fewer than …`."""
    if names is None:
        return sentence(each.text)
    if each.row in names.checks:
        check = names.checks[each.row]
        # Its own measurement needs no name behind the question.
        what = each.text.removeprefix(f"{check.measure} ").replace("_", " ")
        return f"{part_name(each.row, names.parts)}: {what}"
    if each.sort == "weight" and "." in each.key:
        part = each.key.split(".", 1)[1].split("#")[0]
        return f"Weight: {_lower(part_name(part, names.parts))}"
    if each.sort == "condition":
        return f"Fires: {spelled(each.text.removeprefix('fires when '), names.parts).strip()}"
    for sort, word in _WORDS.items():
        if each.sort == sort:
            return f"{word}: {each.text.split(': ', 1)[-1]}"
    return sentence(each.text.replace("_", " "))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def matches(row: WhatIfRow, words: str) -> bool:
    """True when every word stands in the row."""
    heap = f"{row.text} {row.key} {row.turning} {'edited' if row.is_edited else ''}".lower()
    return all(word in heap for word in words.lower().split())


def turning_text(points: Sequence[TurningPoint], passes: bool | None) -> str:
    """The turning point that matters most: of the verdict, else of the number."""
    if not points:
        return "changes nothing"
    deciding = [point for point in points if point.verdict_at is not None]
    if deciding:
        nearest = min(deciding, key=lambda point: abs((point.verdict_at or 0.0) - point.now))
        return _verdict_text(nearest, passes)
    stepped = [point for point in points if not _is_smooth(point)]
    if not stepped:
        return "moves the grade with it"
    nearest = min(stepped, key=lambda point: abs(point.at - point.now))
    return f"{_side(nearest.at, nearest.now, beyond=nearest.beyond)} {_gives(nearest)}"


def _verdict_text(point: TurningPoint, passes: bool | None) -> str:
    assert point.verdict_at is not None
    word = "changes the verdict" if passes is None else "fails" if passes else "passes"
    return f"{_side(point.verdict_at, point.now, beyond=point.verdict_beyond)} {word}"


def _is_smooth(point: TurningPoint) -> bool:
    """The grade moves with the number from the first step on: no one place turns it."""
    moved = abs((point.after or 0.0) - (point.before or 0.0))
    return abs(point.at - point.now) < NOISE and moved < 1e-6


def _gives(point: TurningPoint) -> str:
    if point.after is None:
        return "leaves no grade"
    if point.before is not None and abs(point.after - point.before) < 2e-3:
        return "lowers it" if point.after < point.before else "raises it"
    return f"gives {numbers.credit(point.after)}"


def _side(at: float, now: float, *, beyond: bool) -> str:
    """`at most .71`, `above 22`: a number of four places that surely lies on the far side."""
    is_up = at > now or (at == now and beyond)
    near = round(at, 4)
    if abs(at - near) < NOISE:
        past = beyond or (at > near if is_up else at < near)
        if past:
            return f"{'above' if is_up else 'below'} {numbers.threshold(near)}"
        return f"{'at least' if is_up else 'at most'} {numbers.threshold(near)}"
    safe = math.ceil(at * 1000) / 1000 if is_up else math.floor(at * 1000) / 1000
    return f"{'at least' if is_up else 'at most'} {numbers.threshold(safe)}"


def _detail(each: Editable, points: Sequence[TurningPoint], passes: bool | None) -> str:
    said = [each.key]
    for point in points:
        if not _is_smooth(point):
            said.append(f"{_side(point.at, point.now, beyond=point.beyond)} {_gives(point)}")
        if point.verdict_at is not None:
            said.append(_verdict_text(point, passes))
    return "\n".join(dict.fromkeys(said))
