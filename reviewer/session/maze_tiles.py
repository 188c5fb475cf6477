"""What a tile of the contact sheet says of a maze, and the orders that mazes come in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from reviewer.kinds.maze_names import IMAGE, VIDEO
from reviewer.model import Credited, Task
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from reviewer.session.state import TaskState

HUNTING = "hunting, not an estimate"
CROSSING, TARGET, DISAGREEMENT = "crossing", "target", "disagreement"
# Sort key → words; every order but the queue's own hunts for mistakes.
SORTS: Mapping[str, str] = {
    CROSSING: "crossing ratio, largest first",
    TARGET: "target achievement, smallest first",
    DISAGREEMENT: "overall and gated disagree",
}
_WALLS = "no_wall_crossing"
_SHARE, _GATE = "target_achievement", "target_achievement_gated"
# Flag of a clip → why its marker goes no way.
_MOTIONLESS = {"one-frame": "One frame only", "still": "Marker never moves"}
_SQUARES = {"green_position_match": "Start", "red_position_match": "End"}
# Row → what is claimed of it, as the person chooses it.
CLAIMS: Mapping[str, str] = {
    _WALLS: "No crossing",
    _SHARE: "Reaches the target",
    _GATE: "Reaches the target",
    "green_position_match": "Start matches",
    "red_position_match": "End matches",
}
# A picture has a share where a clip has a gate: one claim of both.
ALIKE: Mapping[str, str] = {_SHARE: _GATE, _GATE: _SHARE}
# The share of cells that the gate of a clip asks for; a picture reaches its target by the same.
_REACHED_ABOVE = 0.95


def is_maze(task: Task) -> bool:
    """True for a maze, picture or clip."""
    return task.kind in (IMAGE, VIDEO)


def sorts_of(kinds: Collection[str]) -> Mapping[str, str]:
    """The orders of tasks of these kinds; a gated grade, which may disagree, is of clips only."""
    if not {IMAGE, VIDEO} & set(kinds):
        return {}
    return {key: words for key, words in SORTS.items() if key != DISAGREEMENT or VIDEO in kinds}


def holds(claim: str, credit: float) -> bool:
    """Whether a row's credit says that the claim is true."""
    return credit > _REACHED_ABOVE if claim == _SHARE else credit >= 1


def has_nothing_to_judge(state: TaskState, claim: str) -> bool:
    """True where no way was gone: nothing that could be wrong is claimed of it."""
    return claim == _WALLS and bool(_why_no_way(state))


def _why_no_way(state: TaskState) -> str:
    """Why there is no way that could cross a wall; empty where there is one."""
    if _number(state, "path_pixels") == 0:
        return "No path drawn" if state.task.kind == IMAGE else "No marker seen"
    flags = state.measured.flags if state.measured is not None else ()
    raised = {flag.id for flag in flags if flag.is_raised}
    return next((words for flag, words in _MOTIONLESS.items() if flag in raised), "")


def why_not_wrong(state: TaskState, claim: str, found: Credited | None) -> str:
    """Why the opposite of a claim does not follow from its being wrong; empty where it does."""
    if found is None or not is_maze(state.task):
        return ""
    if has_nothing_to_judge(state, claim):
        return f"{_why_no_way(state)}: there is nothing here to be wrong about"
    square = _SQUARES.get(claim)
    if square is not None and (found.measurement is None or found.measurement.value is None):
        return f"No {square.lower()} square was found: that there is one does not say where"
    return ""


def claim_words(state: TaskState, claim: str, found: Credited, *, is_true: bool) -> str:
    """The claim, at most twenty characters; empty for a row that is none of a maze's claims."""
    if claim == _WALLS:
        if has_nothing_to_judge(state, claim):
            return _why_no_way(state)
        cut = round(_number(state, "walls_crossed") or 0)
        if is_true:
            return f"Cuts {cut}, tolerated" if cut else "No crossing"
        return f"Crosses {counted(cut, 'wall')}" if cut else "Crosses a wall"
    if claim in (_SHARE, _GATE):
        return "Reaches target" if is_true else "Misses target"
    square = _SQUARES.get(claim)
    if square is None:
        return ""
    if found.measurement is None or found.measurement.value is None:
        return f"No {square.lower()} square"
    return f"{square} matches" if is_true else f"{square} elsewhere"


def plain_words(claim: str, *, is_true: bool) -> str:
    """The claim without what was measured of it; empty for a row that is none of a maze's."""
    if claim == _WALLS:
        return "No crossing" if is_true else "Crosses a wall"
    if claim in (_SHARE, _GATE):
        return "Reaches target" if is_true else "Misses target"
    square = _SQUARES.get(claim)
    return f"{square} {'matches' if is_true else 'elsewhere'}" if square else ""


def facts(state: TaskState, claim: str, order: str) -> tuple[str, ...]:
    """The numbers that stand beside the claim: what the page is sorted by comes before its own."""
    said = []
    if has_nothing_to_judge(state, claim):
        said.append("nothing to cross")
    said.append(_of_order(state, order))
    # Where grade and gate are set side by side, both are read before anything else.
    if claim in (_WALLS, _SHARE, _GATE) and not (said[-1] and order == DISAGREEMENT):
        said.append(_of_order(state, TARGET))
    if claim in _SQUARES:
        distance = _number(state, claim.replace("position_match", "centroid_distance"))
        said.append("" if distance is None else f"{distance:.0f} px off")
    return tuple(dict.fromkeys(words for words in said if words))


def _of_order(state: TaskState, order: str) -> str:
    crossing, target = _number(state, "wall_crossing_ratio"), _number(state, _SHARE)
    if order == CROSSING and crossing is not None:
        return f"crossing {crossing * 100:.1f} %"
    if order == TARGET and target is not None:
        return f"target {short(target)}"
    gated = _headlines(state).get("overall_score_gated")
    if order != DISAGREEMENT or gated is None:
        return ""
    return "gated passes" if gated >= 1 else "gated fails"


def short(value: float) -> str:
    """A share as `.98`; only all of it is 1."""
    return "1" if value >= 1 else f"{min(value, 0.99):.2f}".removeprefix("0")


def sort_keys(state: TaskState) -> dict[str, float]:
    """A number for each order, smaller ones first; an order without a number is left out."""
    keys = {}
    for name, measure, sign in (
        (CROSSING, "wall_crossing_ratio", -1.0),
        (TARGET, _SHARE, 1.0),
    ):
        found = _number(state, measure)
        if found is not None:
            keys[name] = sign * found
    values = _headlines(state)
    overall, gated = values.get("overall_score"), values.get("overall_score_gated")
    if overall is not None and gated is not None:
        # High beside a failed gate, or low beside a passed one: .7 is the highest overall.
        keys[DISAGREEMENT] = -abs(min(max(overall, 0.0) / 0.7, 1.0) - gated)
    return keys


def _headlines(state: TaskState) -> dict[str, float | None]:
    return {h.name: h.value for h in state.ledger.headlines} if state.ledger else {}


def _number(state: TaskState, name: str) -> float | None:
    found = state.measurements.get(name)
    value = found.value if found is not None else None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number else None  # type: ignore[arg-type]
