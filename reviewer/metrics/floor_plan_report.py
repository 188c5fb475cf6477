"""The acceptance report (``placement_check.md``): what each line claims about one piece."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .floor_plan_names import room_named, rooms_named

_SEMANTIC = re.compile(r"(?<![\w-])[a-z]+(?:_[a-z0-9]+)+(?![\w-])")
_PAIR = re.compile(
    r"(?:x\s*+[=:：]\s*+)?(-?(?<!\d)\d++(?:\.\d++)?)\s*+(?:mm|px)?+\s*+[,，;；]\s*+"
    r"(?:y\s*+[=:：]\s*+)?(-?\d++(?:\.\d++)?)",
    re.IGNORECASE,
)
_TARGET = re.compile(r"target|expect|planned|intended|目标|计划|预期", re.IGNORECASE)
_CENTER = re.compile(r"actual|cent(?:er|re)|measured|drawn|实际|中心", re.IGNORECASE)
_ROOM = re.compile(r"\brooms?\b|房间|所在", re.IGNORECASE)
# Failure first at each place: 不符合 holds 符合.
_VERDICT = re.compile(
    r"(?P<bad>不符合|不满足|不合格|未通过|未满足|✗|✘|❌|\bfail(?:s|ed)?\b|\bnot\s+ok\b|\bnok?\b|\bfalse\b)"
    r"|(?P<good>符合|满足|合格|通过|✓|✔|✅|\bpass(?:es|ed)?\b|\bok\b|\byes\b|\btrue\b)",
    re.IGNORECASE,
)
_ALONE = {"是": True, "否": False, "y": True, "n": False, "√": True, "×": False}


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line that speaks of a piece. None where the line does not say."""

    number: int
    text: str
    element_id: str
    room: str | None
    rooms: frozenset[str]
    """Every room the line names; those of the column for rooms where the table has one."""
    target: tuple[float, float] | None
    center: tuple[float, float] | None
    satisfied: bool | None


def parse_report(text: str, *, ids: Sequence[str], rooms: Sequence[str]) -> tuple[ReportLine, ...]:
    """Read the lines of a report that name a piece.

    Parameters
    ----------
    text : str
        Markdown: bullets, tables or plain lines.
    ids : sequence of str
        Ids drawn on the plan; a line may also name another semantic id, which is then missing.
    rooms : sequence of str
        Names of the rooms.

    Returns
    -------
    tuple of ReportLine
        One a line, in order. Two pairs of coordinates are target and center unless words or the
        table's header say otherwise.
    """
    known = sorted(set(ids), key=len, reverse=True)
    header: list[str] = []
    found: list[ReportLine] = []
    for number, line in enumerate(text.splitlines(), start=1):
        cells = _cells(line)
        element_id = _id_in(line, known)
        if element_id is None:
            is_rule = bool(cells) and not any(cell.strip(":- ") for cell in cells)
            header = cells if cells and not is_rule else header
            continue
        target, center = _coordinates(line, cells, header)
        # The id itself may hold a room's name; the rest of the line is asked first.
        rest = line.replace(element_id, " ")
        found.append(
            ReportLine(
                number=number,
                text=line.strip(),
                element_id=element_id,
                room=room_named(rest, rooms),
                rooms=rooms_named(_room_cell(cells, header) or _without(rest, known), rooms),
                target=target,
                center=center,
                satisfied=_verdict(rest, cells),
            )
        )
    return tuple(found)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []


def _id_in(line: str, known: Sequence[str]) -> str | None:
    for name in known:
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line):
            return name
    # Another semantic id counts only where the line also gives coordinates: prose has such words.
    other = _SEMANTIC.search(line)
    return other.group() if other and _PAIR.search(line) else None


def _coordinates(
    line: str, cells: Sequence[str], header: Sequence[str]
) -> tuple[tuple[float, float] | None, tuple[float, float] | None]:
    target: tuple[float, float] | None = None
    center: tuple[float, float] | None = None
    plain: list[tuple[float, float]] = []
    position = 0
    for pair in _PAIR.finditer(line):
        point = (float(pair.group(1)), float(pair.group(2)))
        words = line[position : pair.start()] + " " + _column(line, pair.start(), cells, header)
        position = pair.end()
        if _TARGET.search(words) and not _CENTER.search(words):
            target = point
        elif _CENTER.search(words):
            center = point
        else:
            plain.append(point)
    if center is None and plain:
        center = plain.pop()
    if target is None and plain:
        target = plain.pop()
    if center is None:
        center = _split_columns(cells, header)
    return target, center


def _column(line: str, offset: int, cells: Sequence[str], header: Sequence[str]) -> str:
    if not cells or len(header) != len(cells):
        return ""
    index = line[:offset].lstrip().lstrip("|").count("|")
    return header[index] if index < len(header) else ""


def _without(text: str, names: Sequence[str]) -> str:
    """A text without the ids of other pieces, which hold names of rooms too."""
    return _SEMANTIC.sub(lambda found: " " if found.group() in names else found.group(), text)


def _room_cell(cells: Sequence[str], header: Sequence[str]) -> str:
    """What stands in the column for rooms, or an empty string."""
    if len(header) != len(cells):
        return ""
    return next((c for t, c in zip(header, cells, strict=True) if _ROOM.search(t)), "")


def _split_columns(cells: Sequence[str], header: Sequence[str]) -> tuple[float, float] | None:
    """A table may give x and y a column each."""
    if not cells or len(header) != len(cells):
        return None
    values: dict[str, float] = {}
    for title, cell in zip(header, cells, strict=True):
        if _TARGET.search(title) or not re.fullmatch(r"-?\d+(?:\.\d+)?", cell):
            continue
        axis = re.search(r"(?<![a-z])([xy])(?![a-z])", title.lower())
        if axis:
            values[axis.group(1)] = float(cell)
    return (values["x"], values["y"]) if len(values) == 2 else None


def _verdict(rest: str, cells: Sequence[str]) -> bool | None:
    verdicts = list(_VERDICT.finditer(rest))
    if verdicts:
        return verdicts[-1].lastgroup == "good"
    for word in reversed([*cells, *rest.split()]):
        if word.lower() in _ALONE:
            return _ALONE[word.lower()]
    return None
