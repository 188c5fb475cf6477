"""Running a task's own grader again with people's answers: prepared, confirmed, run, compared.

The grader is code from strangers. Nothing here runs by itself: `prepare` says what would run and
what is not isolated, and `rerun` needs that very list back as confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer import kinds
from reviewer.kinds import agent_roles as roles
from reviewer.kinds.graded_shapes import read_output
from reviewer.kinds.protocol import UnreadableError
from reviewer.model import HeadlineValue, Ledger, Line, Measurement, Task
from reviewer.session import loading
from reviewer.store import files

if TYPE_CHECKING:
    from reviewer.process.isolation import Isolation
    from reviewer.session.state import TaskState
    from reviewer.store.reader import TaskReader

KEY = "grader"
NAME = "the task's own grader"
PASSES = 0.80
OVERALL = "overall_score"
# Under this name an entry of the log keeps what a run gave.
KEPT = "grader_run"
_LEAVE_OUT = frozenset(
    [
        "task.md", "task.toml", "rubric.toml", "chat.jsonl", "agent.log", "score.json",
        "grade.json", "_manifest.json", "results_manifest.txt", "review", ".reviewer.json",
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prepared:
    """What would run. `open_ends` is what is not isolated, to be confirmed word for word."""

    task: Task
    code: str
    workspace: Path
    truth: Path | None
    chat: Path | None
    answers: Mapping[str, float]
    before: Mapping[str, float | None]
    method: str
    score: float | None
    open_ends: tuple[str, ...]
    reason: str
    is_possible: bool = True


@dataclass(frozen=True, slots=True)
class Rerun:
    """How the run ended: a ledger and the grader's own output, or the problem."""

    ledger: Ledger | None
    output: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    missing_modules: tuple[str, ...] = ()
    asked: Mapping[str, str] = field(default_factory=dict)
    was_isolated: bool = False
    open_ends: tuple[str, ...] = ()
    seconds: float = 0.0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """What a run stands on: the code, the room, and where its files lie. Looking takes a while."""

    code: str
    isolation: Isolation
    workspace: Path
    truth: Path | None
    chat: Path | None


def ground_of(task: Task, reader: TaskReader) -> Ground:
    """Look at the disk and try the closed room; FileError where the task brings no grader."""
    from reviewer.process.isolation import probe_isolation

    chat = task.artifact(roles.CHAT)
    truth = str(task.settings.get("ground_truth") or "")
    return Ground(
        code=_code(task, reader),
        isolation=probe_isolation(),
        workspace=_workspace(task),
        truth=(task.folder / truth).resolve() if truth else None,
        chat=chat.path if chat is not None and reader.exists(chat) else None,
    )


def prepare(
    state: TaskState, *, ground: Ground | None = None, answers: Mapping[str, float] | None = None
) -> Prepared:
    """What a run would be; raises FileError where the task brings no grader.

    `answers` are given on top of the judge's and people's answers in force.
    """
    ground = ground or ground_of(state.task, state.reader)
    judged, given = _answers(state)
    for item, value in (answers or {}).items():
        judged.setdefault(item, None)
        given[item] = value
    return Prepared(
        task=state.task,
        code=ground.code,
        workspace=ground.workspace,
        truth=ground.truth,
        chat=ground.chat,
        answers=given,
        before=judged,
        method=_method(state),
        score=_score(state),
        open_ends=ground.isolation.open_ends,
        reason=ground.isolation.reason,
        is_possible=not ground.isolation.reason.startswith("this system"),
    )


def _code(task: Task, reader: TaskReader) -> str:
    artifact = task.artifact(roles.TASK)
    if artifact is None:
        raise files.FileError(
            task.folder, "there is no task.md with a grader here", "Put the task's file there."
        )
    try:
        document = reader.document(artifact, "task_markdown")
    except UnreadableError as error:
        raise files.FileError(artifact.path, str(error), "Correct the file.") from error
    if not document.grader_code:
        raise files.FileError(
            artifact.path, "it holds no function grade", "Ask for the file with automated checks."
        )
    return str(document.grader_code)


def _workspace(task: Task) -> Path:
    archive = str(task.settings.get("archive") or "")
    if archive and not (task.folder / roles.RESULTS).is_dir():
        return Path(archive)
    return task.folder / str(task.settings.get("workspace") or "")


def _answers(state: TaskState) -> tuple[dict[str, float | None], dict[str, float]]:
    """What the judge said of each of its items, and what is in force after people."""
    judged: dict[str, float | None] = {}
    given: dict[str, float] = {}
    rubric = state.effective or state.rubric
    if rubric is None:
        return judged, given
    own = kinds.kind(state.task.kind).settle(rubric, state.judged)
    base = loading.merge(rubric, state.measured, judged=own, by_people={})
    for check in rubric.checks:
        if not check.overridable or check.id == OVERALL:
            continue
        said, now = _number(base.get(check.measure)), _number(state.measurements.get(check.measure))
        override = state.review.overrides.get(check.id)
        if said is not None:
            judged[check.id] = said
        if override is not None:
            now = override.value
        if now is not None:
            judged.setdefault(check.id, said)
            given[check.id] = now
    return judged, given


def in_force(state: TaskState) -> dict[str, float]:
    """The answers that a run would be given now."""
    return _answers(state)[1]


def _number(found: Measurement | None) -> float | None:
    value = found.value if found is not None and found.is_measured else None
    return float(value) if isinstance(value, (int, float)) else None


def _method(state: TaskState) -> str:
    grader = state.grade.grader if state.grade is not None else {}
    method = read_output(grader).judge_method if grader else ""
    return "" if method in ("failed", "agent_as_judge") else method


def _score(state: TaskState) -> float | None:
    """The score before: the grader's own where its file says one, else as it is graded here."""
    grader = state.grade.grader if state.grade is not None else {}
    said = read_output(grader).headline.value if grader else None
    if isinstance(said, (int, float)) and not isinstance(said, bool):
        return float(said)
    return state.automatic.headline.value if state.automatic and state.automatic.headline else None


def rerun(
    prepared: Prepared, *, confirmed: Sequence[str] | None, cancel: Callable[[], None]
) -> Rerun:
    """Run the grader; raises NotIsolatedError unless every open end was confirmed.

    `confirmed` None means that nobody was asked: then it runs only in a closed room.
    """
    from reviewer.process.task_grader import GraderRun, run_grader

    is_confirmed = confirmed is not None and set(prepared.open_ends) <= set(confirmed)
    outcome = run_grader(
        GraderRun(
            code=prepared.code,
            workspace=prepared.workspace,
            gt=prepared.truth,
            answers=prepared.answers or None,
            judge_method=prepared.method,
            chat=prepared.chat,
            leave_out=_LEAVE_OUT | {a.name for a in prepared.task.artifacts_in(roles.ARCHIVE)},
        ),
        confirmed=is_confirmed,
        cancel=cancel,
    )
    output: Mapping[str, Any] = outcome.result or {}
    return Rerun(
        ledger=None if outcome.problem else ledger_of(prepared, output),
        output=output,
        problem=outcome.problem,
        missing_modules=outcome.missing_modules,
        asked=outcome.asked,
        was_isolated=outcome.was_isolated,
        open_ends=outcome.open_ends,
        seconds=outcome.seconds,
        notes=outcome.notes,
    )


def ledger_of(prepared: Prepared, output: Mapping[str, Any]) -> Ledger:
    """One line for the grader, and one for each judge item: before and after."""
    headline = read_output(dict(output)).headline
    value = headline.value
    after = float(value) if isinstance(value, (int, float)) else None
    lines = [
        Line(
            verb="override",
            because=f"{item}, as in force",
            into=item,
            before=prepared.before.get(item),
            after=new,
            fired=prepared.before.get(item) != new,
            part=item,
        )
        for item, new in prepared.answers.items()
    ]
    lines.append(
        Line(
            verb="grader",
            because=NAME,
            into=OVERALL,
            before=prepared.score,
            after=after,
            fired=prepared.score != after,
            is_binding=True,
        )
    )
    shown = HeadlineValue(
        OVERALL, after, None if after is None else after >= PASSES, PASSES,
        held_by=f"as {NAME} says", error=headline.reason if after is None else "",
    )  # fmt: skip
    return Ledger((), tuple(lines), (shown,), {OVERALL: after})
