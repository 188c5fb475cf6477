"""The contact sheet of many mazes: tiles made in the pool, and the orders they come in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.kinds.maze_names import IMAGE, VIDEO
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import Rubric, Task
from reviewer.session import survey
from reviewer.session.jobs import CancelToken
from reviewer.store.reader import PictureCache

if TYPE_CHECKING:
    from reviewer.kinds.maze_tiles import MazeTile
    from reviewer.session.state import TaskState
    from reviewer.store.cache import MeasurementCache
    from reviewer.store.settings import Settings

PAGE = 12
HUNTING = "hunting, not an estimate"
# Sort key → words; every order but the queue's own hunts for mistakes.
SORTS: Mapping[str, str] = {
    "queue": "as in the list",
    "crossing": "crossing ratio, largest first",
    "target": "target achievement, smallest first",
    "disagreement": "overall and gated disagree",
}


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One task on the contact sheet; `picture` None with a `problem` shows the problem."""

    task_id: str
    check: str
    picture: MazeTile | None
    keys: Mapping[str, float]
    answered: float | None = None
    problem: str = ""


def is_maze(task: Task) -> bool:
    """True for tasks that the contact sheet shows."""
    return task.kind in (IMAGE, VIDEO)


def claims(rubric: Rubric) -> tuple[str, ...]:
    """The rows to go through, one at a time."""
    from reviewer.kinds.maze_tiles import claims_of

    return claims_of(rubric.checks)


def make_tile(
    task: Task,
    check_id: str,
    *,
    settings: Settings,
    cache: MeasurementCache | None,
    token: CancelToken,
    pictures: PictureCache | None = None,
) -> Tile:
    """Grade one task and cut its tile; pure, for the pool. Failures become words on the tile."""
    from reviewer.kinds.maze_tiles import tile

    try:
        state = survey.grade_state(
            task, settings=settings, cache=cache, answers=None, token=token, pictures=pictures
        )
        if state.effective is None:
            return Tile(task.id, check_id, None, {}, problem=state.error)
        request = Request(task=state.task, rubric=state.effective, reader=state.reader, token=token)
        picture = tile(request, check_id)
    except (UnreadableError, NotMeasured) as error:
        return Tile(task.id, check_id, None, {}, problem=str(error))
    return Tile(task.id, check_id, picture, sort_keys(state), _answer(state, check_id, settings))


def sort_keys(state: TaskState) -> dict[str, float]:
    """A number for each order, smaller ones first; an order without a number is left out."""
    keys = {}
    for name, measure, sign in (
        ("crossing", "wall_crossing_ratio", -1.0),
        ("target", "target_achievement", 1.0),
    ):
        found = state.measurements.get(measure)
        if found is not None and isinstance(found.value, (int, float)):
            keys[name] = sign * float(found.value)
    values = {h.name: h.value for h in state.ledger.headlines} if state.ledger else {}
    overall, gated = values.get("overall_score"), values.get("overall_score_gated")
    if overall is not None and gated is not None:
        # High beside a failed gate, or low beside a passed one: .7 is the highest overall.
        keys["disagreement"] = -abs(min(max(overall, 0.0) / 0.7, 1.0) - gated)
    return keys


def in_order(tiles: list[Tile], sort: str) -> list[Tile]:
    """The tiles in one of the orders; those without a number at the end, as they were."""
    if sort == "queue":
        return list(tiles)
    return sorted(tiles, key=lambda each: each.keys.get(sort, float("inf")))


def note_of(sort: str) -> str:
    """What stands over a page in an order that hunts."""
    return "" if sort == "queue" else HUNTING


def _answer(state: TaskState, check_id: str, settings: Settings) -> float | None:
    for answer in state.review.answers.get(check_id, ()):
        if answer.author == settings.author and isinstance(answer.value, (int, float)):
            return float(answer.value)
    return None
