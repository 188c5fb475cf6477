"""A task as one tile of a contact sheet: a claim in a few words, and the place it hangs on."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reviewer import kinds
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import RESULT, Check, Credited, Mark, Rubric, Task
from reviewer.model.counting import counted
from reviewer.session import maze_tiles, survey
from reviewer.session.state import TaskState

if TYPE_CHECKING:
    from collections.abc import Callable

    from reviewer.session.desk import Session
    from reviewer.session.jobs import CancelToken

KEY = "sheet-order"
MOST_WORDS = 20
QUEUE, RANDOM, MARGIN = "queue", "random", "margin"
_SIDE = 640
_LEAST_SHARE = 0.3
_LINES = 3
_STATES = {"pass": "passes", "fail": "fails", "partial": "partial", "error": "error"}


@dataclass(frozen=True, slots=True)
class Line:
    """One claim: its words, at most twenty characters, and how it stands."""

    check: str
    words: str
    state: str


@dataclass(frozen=True, slots=True)
class TileView:
    """What a tile says; `mine` is agrees, wrong, unsure, reviewed or empty."""

    task: str
    lines: tuple[Line, ...]
    headline: float | None = None
    passes: bool | None = None
    holds: bool | None = None
    mine: str = ""
    is_ready: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class TilePicture:
    """The cut of a picture that a claim hangs on, with marks in its own pixels."""

    pixels: Any
    marks: tuple[Mark, ...] = ()
    problem: str = ""


def claims(rubric: Rubric) -> tuple[Check, ...]:
    """The rows to go through, one at a time: those a person may overrule, else all of them."""
    open_rows = tuple(check for check in rubric.checks if check.overridable)
    return open_rows or rubric.checks


def first_claim(rows: Sequence[Check]) -> str:
    """The claim a sheet begins with: the one most often wrong of a maze, else the first."""
    names = [row.id for row in rows]
    return "no_wall_crossing" if "no_wall_crossing" in names else names[0] if names else ""


def view_of(state: TaskState, claim: str, *, author: str) -> TileView:
    """What is said of a task under one claim."""
    if state.ledger is None or state.effective is None:
        return TileView(state.task.id, (), problem=state.error)
    headline = state.ledger.headline
    found = state.ledger.check(claim)
    holds = None if found is None or found.credit is None else found.credit >= 1
    rows = [claim, *(check.id for check in claims(state.effective) if check.id != claim)]
    lines = [_line(state, name) for name in rows if state.ledger.check(name) is not None]
    return TileView(
        state.task.id,
        tuple(lines[:_LINES]),
        headline.value if headline else None,
        headline.passes if headline else None,
        holds,
        _mine(state, claim, author),
        is_ready=True,
        problem="" if found is not None else f"this task has no row {claim}",
    )


def _line(state: TaskState, name: str) -> Line:
    assert state.ledger is not None
    assert state.effective is not None
    found, check = state.ledger.check(name), state.effective.check(name)
    assert found is not None
    words = _words(state, name, found) or (check.asks if check is not None else name)
    if len(words) > MOST_WORDS:
        words = words[: MOST_WORDS - 1].rstrip() + "…"
    return Line(name, words, _STATES.get(found.state, "not_judged"))


def _words(state: TaskState, name: str, found: Credited) -> str:
    """The claim, verb first, where the row is one that is known; else its question stands."""
    holds = (found.credit or 0) >= 1
    if name == "no_wall_crossing":
        cut = _number(state, "walls_crossed")
        if holds:
            return f"Cuts {cut:.0f}, tolerated" if cut else "Crosses no wall"
        walls = counted(round(cut), "wall") if cut else "a wall"
        return f"Crosses {walls}"
    known = {
        "green_position_match": ("Starts in place", "Starts elsewhere"),
        "red_position_match": ("Ends in place", "Ends elsewhere"),
        "layout_match_score_gated": ("Keeps the walls", "Changes the walls"),
    }
    if name in known:
        return known[name][0 if holds else 1]
    if name == "target_achievement_gated":
        share = _number(state, "target_achievement")
        verb = "Reaches" if holds else "Reaches only"
        return f"{verb} {_percent(share)}" if share is not None else ""
    return ""


def _percent(share: float) -> str:
    """A share in percent, short."""
    return f"{share * 100:.0f} %"


def _number(state: TaskState, name: str) -> float | None:
    found = state.measurements.get(name)
    value = found.value if found is not None else None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number else None  # type: ignore[arg-type]


def _mine(state: TaskState, claim: str, author: str) -> str:
    assert state.ledger is not None
    for answer in state.review.answers.get(claim, ()):
        if answer.author != author:
            continue
        if answer.value is None:
            return "unsure"
        credited = state.automatic.check(claim) if state.automatic is not None else None
        before = credited.credit if credited is not None else None
        return "agrees" if before is not None and answer.value == before else "wrong"
    if any(e.author == author and e.item == claim for e in state.review.disputes):
        return "wrong"
    return "reviewed" if state.review.status_by.get(author) == "reviewed" else ""


def opposite(view: TileView) -> float:
    """The answer that says that a claim is wrong."""
    return 0.0 if view.holds else 1.0


# Pictures


def picture(request: Request, check_id: str) -> TilePicture:
    """The cut for a claim; pure, for the pool. What cannot be shown is said on the tile."""
    from reviewer.metrics import NotMeasured

    try:
        if maze_tiles.is_maze(request.task):
            from reviewer.kinds.maze_tiles import tile

            made = tile(request, check_id)
            return _reduced(made.pixels, made.marks)
        return _cut(request, check_id)
    except (UnreadableError, NotMeasured) as error:
        return TilePicture(None, problem=str(error))


def _cut(request: Request, check_id: str) -> TilePicture:
    shown = kinds.kind(request.task.kind).evidence(request, check_id)
    artifact = request.task.artifact(shown.role) or request.task.artifact(RESULT)
    if artifact is None:
        return TilePicture(None, problem="there is no picture to show")
    pixels = request.reader.picture(artifact).pixels
    role = artifact.role
    marks = tuple(mark for mark in shown.marks if mark.role == role)
    if shown.zoom is None or shown.role != role:
        return _reduced(pixels, marks)
    height, width = pixels.shape[:2]
    left, top, right, bottom = _box(shown.zoom, width, height)
    return _reduced(
        pixels[top:bottom, left:right], tuple(_moved(mark, left, top) for mark in marks)
    )


def _box(zoom: Sequence[float], width: int, height: int) -> tuple[int, int, int, int]:
    """The zoom of the evidence with room around it, never a sliver and never outside."""
    least = _LEAST_SHARE * min(width, height)
    side = max(zoom[2] * 1.2, zoom[3] * 1.2, least)
    middle = zoom[0] + zoom[2] / 2, zoom[1] + zoom[3] / 2
    left = max(0, round(min(middle[0] - side / 2, width - side)))
    top = max(0, round(min(middle[1] - side / 2, height - side)))
    return left, top, min(width, left + round(side)), min(height, top + round(side))


def _moved(mark: Mark, left: float, top: float, scale: float = 1.0) -> Mark:
    """A mark in other pixels; of a ring's or box's size only the scale is felt."""
    pairs = {"ring": 2, "box": 2, "label": 2, "column": 1}.get(mark.shape, len(mark.points))
    moved = [
        (value - (left if n % 2 == 0 else top)) * scale if n < pairs else value * scale
        for n, value in enumerate(mark.points)
    ]
    return replace(mark, points=tuple(moved))


def _reduced(pixels: Any, marks: Sequence[Mark]) -> TilePicture:  # noqa: ANN401 - an array
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        marks = [_moved(mark, 0, 0, scale) for mark in marks]
    return TilePicture(pixels, tuple(marks))


# Orders


def orders(session: Session) -> dict[str, str]:
    """The orders that a page may come in, with their words."""
    found = {QUEUE: "as in the list", RANDOM: "at random"}
    found[MARGIN] = "nearest to its threshold"
    if any(maze_tiles.is_maze(session.tasks[row.id]) for row in session.rows()[:200]):
        found |= {key: words for key, words in maze_tiles.SORTS.items() if key != QUEUE}
    return found


def note_of(order: str) -> str:
    """What a page in this order tells about all tasks."""
    if order == QUEUE:
        return ""
    return "drawn at random: an estimate" if order == RANDOM else maze_tiles.HUNTING


def in_order(session: Session, order: str, claim: str, done: Callable[[list[str]], None]) -> None:
    """The tasks of the queue in an order; a measured one is worked out in the background."""
    ids = [row.id for row in session.rows()]
    if order == QUEUE:
        done(ids)
        return
    if order == RANDOM:
        # The same folder gives the same order, so that a page can be found again.
        random.Random(f"{session.root}:{len(ids)}").shuffle(ids)
        done(ids)
        return
    tasks = [session.tasks[task_id] for task_id in ids]
    settings, cache = session.settings, session.cache

    def work(token: CancelToken) -> list[str]:
        keys: dict[str, float] = {}
        for number, task in enumerate(tasks, 1):
            token.check()
            state = survey.grade_state(
                task, settings=settings, cache=cache, answers=None, token=token
            )
            known = _keys(task, state, claim)
            if order in known:
                keys[task.id] = known[order]
            token.report(number, len(tasks))
        return sorted(ids, key=lambda name: keys.get(name, float("inf")))

    session.jobs.submit(
        KEY,
        work,
        done=done,
        failed=lambda error: session.say(str(error), is_error=True),
        pool="background",
        title="Ordering the contact sheet",
    )


def _keys(task: Task, state: TaskState, claim: str) -> Mapping[str, float]:
    keys = maze_tiles.sort_keys(state) if maze_tiles.is_maze(task) else {}
    found = state.ledger.check(claim) if state.ledger is not None else None
    if found is not None and found.margin is not None:
        keys[MARGIN] = abs(found.margin)
    return keys
