"""A task as one tile of a contact sheet: a claim in a few words, and the place it hangs on."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reviewer import kinds
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import RESULT, Check, Credited, Mark, Rubric, Task
from reviewer.model.counting import true_minus
from reviewer.model.ledger import ERROR
from reviewer.scoring.naming import asked_in
from reviewer.session import maze_tiles, pair_desk, survey
from reviewer.session.queue import MEASURED_SORTS
from reviewer.session.state import TaskState
from reviewer.session.tile_claims import is_spoken_of, reason_on_tile, short_claim

if TYPE_CHECKING:
    from collections.abc import Callable

    from reviewer.session.desk import Session
    from reviewer.session.jobs import CancelToken

KEY = "sheet-order"
QUEUE, RANDOM, MARGIN = "queue", "random", "margin"
_SIDE = 640
_LEAST_SHARE = 0.3
UNVOTED = "A pair: Enter opens it, to say first which picture is better"
# So many claims beside the one of the page.
_FURTHER = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A few words on a tile: the claim with how it stands, or a number beside it (no state)."""

    check: str
    words: str
    state: str = ""
    # The number alone, for a tile with little room: what it is, the order of the page says.
    brief: str = ""


@dataclass(frozen=True, slots=True)
class TileView:
    """What a tile says: one claim and its numbers.

    `credit` is what code or judge gave the claim's row; `mine` is agrees, wrong, unsure,
    reviewed (the claim was confirmed) or empty. `further` are other claims of the task, the worst
    first, as they stand: they are for looking only. `is_seen`: this person said something of any
    claim of it. Of a secret one nothing is told: its pair waits for a vote.
    That the claim is wrong says no number where the row takes one (`takes_number`), and nothing at
    all where `why_not_wrong` tells why.
    """

    task: str
    lines: tuple[Line, ...]
    headline: float | None = None
    passes: bool | None = None
    claim: str = ""
    credit: float | None = None
    holds: bool | None = None
    mine: str = ""
    is_ready: bool = False
    is_reviewed: bool = False
    problem: str = ""
    further: tuple[Line, ...] = ()
    is_secret: bool = False
    is_seen: bool = False
    takes_number: bool = False
    why_not_wrong: str = ""

    @property
    def words(self) -> str:
        """The claim with its numbers: `No crossing · target .98`."""
        return " · ".join(line.words for line in self.lines)

    @property
    def is_open(self) -> bool:
        """True where the claim may be confirmed as it stands."""
        return self.is_ready and not self.mine and self.holds is not None

    @property
    def is_begun(self) -> bool:
        """True where the claim was marked and the task is not reviewed yet."""
        return bool(self.mine) and not self.is_reviewed


@dataclass(frozen=True, slots=True, eq=False)
class TilePicture:
    """The cut of a picture that a claim hangs on, with marks in its own pixels.

    `bare` is the same cut where something is painted into `pixels`.
    """

    pixels: Any
    marks: tuple[Mark, ...] = ()
    problem: str = ""
    bare: Any = None


def claims(rubric: Rubric) -> tuple[Check, ...]:
    """The rows to go through, one at a time: those a person may overrule, else all of them."""
    open_rows = tuple(check for check in rubric.checks if check.overridable)
    return open_rows or rubric.checks


def first_claim(rows: Sequence[Check]) -> str:
    """The claim a sheet begins with: the one most often wrong of a maze, else the first."""
    names = [row.id for row in rows]
    return "no_wall_crossing" if "no_wall_crossing" in names else names[0] if names else ""


def alike(claim: str) -> str:
    """The name that another kind has for the same claim; else the claim itself."""
    return maze_tiles.ALIKE.get(claim, claim)


def claim_of(rubric: Rubric, claim: str) -> str:
    """The row that a task has for a claim: a picture and a clip may name theirs differently."""
    other = alike(claim)
    return other if rubric.check(claim) is None and rubric.check(other) is not None else claim


def claim_names(rubric: Rubric, languages: str) -> dict[str, str]:
    """Row → what is claimed of it, as a person chooses it, in the languages that are read."""
    return {
        row.id: maze_tiles.CLAIMS.get(row.id) or asked_in(row, languages) for row in claims(rubric)
    }


def view_of(state: TaskState, claim: str, *, author: str, order: str = QUEUE) -> TileView:
    """What is said of a task under one claim, by what code and judge gave."""
    if pair_desk.is_open(state, author):
        return TileView(state.task.id, (), problem=UNVOTED, is_secret=True)
    if state.ledger is None or state.effective is None:
        return TileView(state.task.id, (), problem=state.error)
    claim = claim_of(state.effective, claim)
    headline, found = state.ledger.headline, state.ledger.check(claim)
    credit = _credit(found)
    holds = None if credit is None else maze_tiles.holds(claim, credit)
    lines = (Line(claim, "Not asked of it", "not_judged"),)
    return TileView(
        state.task.id,
        _lines(state, claim, found, holds, order) if found is not None else lines,
        headline.value if headline else None,
        headline.passes if headline else None,
        claim,
        credit,
        holds,
        _mine(state, claim, author),
        is_ready=True,
        is_reviewed=state.review.status_by.get(author) == "reviewed",
        further=_further(state, claim),
        is_seen=is_spoken_of(state.review, author),
        takes_number=_takes_number(state.effective, claim),
        why_not_wrong=maze_tiles.why_not_wrong(state, claim, found),
    )


def _takes_number(rubric: Rubric, claim: str) -> bool:
    """Whether a person answers the row with a share of one, not with yes or no."""
    row = rubric.check(claim)
    return row is not None and row.scale == "unit"


def _further(state: TaskState, claim: str) -> tuple[Line, ...]:
    """The other claims that were judged, those that do not hold before the rest."""
    assert state.effective is not None
    assert state.ledger is not None
    found = []
    for row in claims(state.effective):
        other = state.ledger.check(row.id)
        credit = _credit(other)
        if other is None or credit is None or row.id in (claim, alike(claim)):
            continue
        # What is claimed elsewhere is said as it stands now: a person may have overruled it.
        stands = other.credit if other.is_overridden and other.credit is not None else credit
        found.append(_claim_line(state, row.id, other, maze_tiles.holds(row.id, stands)))
    return tuple(sorted(found, key=lambda line: line.state == "passes"))[:_FURTHER]


def _credit(found: Credited | None) -> float | None:
    """What stood before any person spoke."""
    if found is None:
        return None
    return found.previous if found.is_overridden else found.credit


def _lines(
    state: TaskState, claim: str, found: Credited, holds: bool | None, order: str
) -> tuple[Line, ...]:
    facts: tuple[str, ...] = ()
    if maze_tiles.is_maze(state.task) and holds is not None:
        facts = maze_tiles.facts(state, claim, order)
    if order == MARGIN and found.margin is not None:
        facts = (f"margin {_short_margin(found.margin)}", *facts)
    first = _claim_line(state, claim, found, holds)
    rest = [Line(claim, said) for said in facts]
    # Orders are called as the numbers that they go by.
    if rest and rest[0].words.startswith(f"{order} "):
        rest[0] = replace(rest[0], brief=rest[0].words.removeprefix(f"{order} "))
    return first, *rest


def _short_margin(margin: float) -> str:
    """`+.006`, `−17.3`: a tile has little room."""
    places = ".3f" if 0.0005 <= abs(margin) < 10 else ".3g"
    return true_minus(f"{margin + 0.0:+{places}}".replace("+0.", "+.").replace("-0.", "-."))


def _claim_line(state: TaskState, claim: str, found: Credited, holds: bool | None) -> Line:
    """What is claimed, in few words, and how it stands."""
    words, stands = "", _stands(found, holds)
    if maze_tiles.is_maze(state.task) and holds is not None:
        stands = "passes" if holds else "fails"
        is_turned = holds is not maze_tiles.holds(claim, _credit(found) or 0.0)
        if is_turned:
            # What code measured speaks for the claim that a person overruled.
            words = maze_tiles.plain_words(claim, is_true=holds)
        else:
            words = maze_tiles.claim_words(state, claim, found, is_true=holds)
            if maze_tiles.has_nothing_to_judge(state, claim):
                stands = "not_judged"
    if holds is None and found.state == ERROR:
        # Nothing is claimed; why stands in the place of the picture.
        words = "Not measured"
    check = state.effective.check(claim) if state.effective is not None else None
    return Line(claim, words or short_claim(claim, check.asks if check else claim), stands)


def _stands(found: Credited, holds: bool | None) -> str:
    if holds is None:
        return "error" if found.state == ERROR else "not_judged"
    credit = _credit(found) or 0.0
    return "passes" if holds else "partial" if credit > 0 else "fails"


def _mine(state: TaskState, claim: str, author: str) -> str:
    for answer in state.review.answers.get(claim, ()):
        if answer.author != author:
            continue
        if answer.value is None:
            return "unsure"
        before = _credit(state.ledger.check(claim)) if state.ledger is not None else None
        return "agrees" if before is not None and answer.value == before else "wrong"
    if any(e.author == author and e.item == claim for e in state.review.disputes):
        return "wrong"
    return "reviewed" if author in state.review.confirmed.get(claim, ()) else ""


def opposite(view: TileView) -> float:
    """The answer that says that a claim is wrong."""
    return 0.0 if view.holds else 1.0


# Pictures


def picture(request: Request, check_id: str) -> TilePicture:
    """The cut for a claim; pure, for the pool. What cannot be shown is said on the tile."""
    from reviewer.metrics import NotMeasured

    try:
        check_id = claim_of(request.rubric, check_id)
        if maze_tiles.is_maze(request.task):
            from reviewer.kinds.maze_tiles import tile

            made = tile(request, check_id)
            shown, bare = _reduced(made.pixels, made.marks), _reduced(made.bare, ())
            return replace(shown, bare=bare.pixels)
        return _cut(request, check_id)
    except (UnreadableError, NotMeasured) as error:
        return TilePicture(None, problem=reason_on_tile(str(error), request.task))


def _cut(request: Request, check_id: str) -> TilePicture:
    if request.rubric.check(check_id) is None:
        # The claim is none of this task's: its result is shown whole.
        whole = request.task.artifact(RESULT)
        if whole is not None:
            return _reduced(request.reader.picture(whole).pixels, ())
    shown = kinds.kind(request.task.kind).evidence(request, check_id)
    artifact = request.task.artifact(shown.role) or request.task.artifact(RESULT)
    if artifact is None:
        return TilePicture(None, problem="There is no picture to show")
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
    kinds_here = {task.kind for task in session.tasks.values()}
    return {**found, **maze_tiles.sorts_of(kinds_here)}


def note_of(order: str, *, sort: str) -> str:
    """What a page in this order tells about all tasks; `sort` is that of the list."""
    if order == QUEUE and sort not in MEASURED_SORTS:
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
            # A place in the order would tell what was said of a pair: it has none before the vote.
            is_told = not pair_desk.is_open(state, settings.author)
            known = _keys(task, state, claim) if is_told else {}
            if order in known:
                keys[task.id] = known[order]
            token.report(number, len(tasks))
        return sorted(ids, key=lambda name: keys.get(name, float("inf")))

    session.jobs.submit(
        KEY,
        work,
        done=done,
        failed=session.failing(),
        pool="background",
        title="Ordering the contact sheet",
    )


def _keys(task: Task, state: TaskState, claim: str) -> Mapping[str, float]:
    keys = maze_tiles.sort_keys(state) if maze_tiles.is_maze(task) else {}
    found = None
    if state.ledger is not None and state.effective is not None:
        found = state.ledger.check(claim_of(state.effective, claim))
    if found is not None and found.margin is not None:
        keys[MARGIN] = abs(found.margin)
    return keys
