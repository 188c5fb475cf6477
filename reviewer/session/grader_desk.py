"""The run of the task's own grader at the desk: asked for, run, shown, and taken over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reviewer.model import HeadlineValue, Ledger, Line
from reviewer.model.entry import RETRACT
from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session.changes import Changes, changes
from reviewer.session.grader_run import (
    KEPT,
    KEY,
    NAME,
    OVERALL,
    PASSES,
    Ground,
    Prepared,
    Rerun,
    ground_of,
    in_force,
    prepare,
    rerun,
)
from reviewer.session.jobs import CancelToken
from reviewer.session.refusing import RefusedError

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState


class GraderDesk:
    """What runs, and what each task's last run gave; that is kept in the log once it is taken."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._runs: dict[tuple[object, str], Rerun] = {}

    def prepare(self, done: Callable[[Prepared], None]) -> None:
        """Work out what would run for the task on the desk; RefusedError where nothing may."""
        session, state = self._session, self._session.current
        if state is None or not state.is_loaded:
            raise RefusedError("the task is still being read")
        panel = session.panel(state)
        if panel is not None and panel.is_hidden:
            raise RefusedError("answer every item first: a run would tell the score")
        task, reader = state.task, state.reader

        def take(ground: Ground) -> None:
            if session.current is state:
                done(prepare(state, ground=ground))

        session.jobs.submit(
            f"{KEY}:prepare",
            lambda token: ground_of(task, reader),
            done=take,
            failed=session.failing(task.id),
            title=worded("Looking at the grader of {task}", task=task.id),
        )

    def run(
        self,
        prepared: Prepared,
        *,
        confirmed: Sequence[str] | None,
        done: Callable[[Rerun], None],
    ) -> None:
        """Run it in the background; a second call replaces the first."""
        session, key = self._session, self._key(prepared.task.id)

        def work(token: CancelToken) -> Rerun:
            return rerun(prepared, confirmed=confirmed, cancel=token.check)

        def take(found: Rerun) -> None:
            self._runs[key] = found
            session.announce(changes({facet.GRADE}, prepared.task.id))
            done(found)

        session.jobs.submit(
            KEY,
            work,
            done=take,
            failed=session.failing(prepared.task.id),
            title=worded("Running the grader of {task}", task=prepared.task.id),
        )

    def cancel(self) -> None:
        """End the run and every process it started."""
        self._session.jobs.cancel(KEY)

    def _key(self, task: str) -> tuple[object, str]:
        return self._session.root, task

    def ledger(self, state: TaskState) -> Ledger | None:
        """What the grader's last run gave: of this session, else as the log keeps it."""
        found = self._runs.get(self._key(state.task.id))
        if found is not None and found.ledger is not None:
            return found.ledger
        return _kept(state)

    def is_outdated(self, state: TaskState) -> bool:
        """True when people have answered otherwise since the grader ran."""
        ledger = self.ledger(state)
        if ledger is None:
            return False
        return {line.part: line.after for line in ledger.lines[:-1]} != in_force(state)

    def offered(self, state: TaskState) -> float | None:
        """The number that can be taken over as the person's overall score; None when it is."""
        ledger = self.ledger(state)
        after = ledger.headlines[0].value if ledger is not None else None
        if after is None or self.is_outdated(state) or not self._takes_score(state):
            return None
        mine = state.review.overrides.get(OVERALL)
        return None if mine is not None and mine.value == after else after

    def _takes_score(self, state: TaskState) -> bool:
        check = state.rubric.check(OVERALL) if state.rubric is not None else None
        return check is not None and check.overridable

    def take(self) -> Changes:
        """Answer with the grader's number; the log keeps what it was worked out from."""
        state = self._session.current
        after = self.offered(state) if state is not None else None
        ledger = self.ledger(state) if state is not None else None
        if state is None or after is None or ledger is None:
            raise RefusedError("the task's own grader gave no number to take over")
        return self._session.editor.answer(
            OVERALL, after, reason=f"as {NAME} says", extra={KEPT: _document(ledger)}
        )


def _document(ledger: Ledger) -> dict[str, Any]:
    rows = [{"part": line.part or NAME, "before": line.before, "after": line.after}
            for line in ledger.lines]  # fmt: skip
    return {"rows": rows}


def _kept(state: TaskState) -> Ledger | None:
    """The run that the latest answer in force was taken from."""
    taken_back = {entry.retracts for entry in state.entries if entry.type == RETRACT}
    for entry in reversed(state.entries):
        kept = entry.extra.get(KEPT)
        if isinstance(kept, Mapping) and entry.id not in taken_back:
            return _ledger(kept)
    return None


def _ledger(kept: Mapping[str, Any]) -> Ledger | None:
    """A kept run as a ledger; None when somebody has changed it into something else."""
    rows = kept.get("rows")
    found = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    lines = tuple(_line(row) for row in found)
    if not lines or lines[-1].into != OVERALL:
        return None
    after = lines[-1].after
    headline = HeadlineValue(OVERALL, after, None if after is None else after >= PASSES, PASSES)
    return Ledger((), lines, (headline,), {OVERALL: after})


def _line(row: Mapping[str, Any]) -> Line:
    part = str(row.get("part", ""))
    before, after = (_number(row.get(name)) for name in ("before", "after"))
    is_grader = part == NAME
    return Line(
        verb="grader" if is_grader else "override",
        because=NAME if is_grader else f"{part}, as in force",
        into=OVERALL if is_grader else part,
        before=before,
        after=after,
        fired=before != after,
        part="" if is_grader else part,
        is_binding=is_grader,
    )


def _number(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number else None  # type: ignore[arg-type]
