"""Person beside judge, row by row: each count with its tasks, blind answers apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from reviewer.kinds.naming import natural_key
from reviewer.model import Answer, Check, Scalar, Task
from reviewer.model.entry import ANSWER
from reviewer.scoring.agreement import (
    Agreement,
    ItemAgreement,
    ItemAnswer,
    agreement_by_item,
    overall_agreement,
)
from reviewer.scoring.standing import standing
from reviewer.session import survey
from reviewer.session.jobs import Cancelled, CancelToken
from reviewer.session.pair_desk import is_choice, is_open
from reviewer.session.state import TaskState

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.store.cache import MeasurementCache
    from reviewer.store.settings import Settings

KEY = "agreement"


@dataclass(frozen=True, slots=True)
class Case:
    """One person's answer to one item of one task beside what stood before anybody spoke.

    Of an answer given blind the blind one is compared; `is_changed` says that this person said
    something else once the judge's was in view.
    """

    task: str
    item: str
    asks: str
    author: str
    judge: float | None
    person: float | None
    is_blind: bool
    is_confirmed: bool = False
    is_choice: bool = False
    is_changed: bool = False

    @property
    def answer(self) -> ItemAnswer:
        """The case as the rules count it."""
        return ItemAnswer(
            self.item, self.judge, self.person, self.is_blind, self.is_confirmed, self.is_choice
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """One count of agreement with the cases behind each figure."""

    figures: Agreement
    agrees: tuple[Case, ...] = ()
    false_passes: tuple[Case, ...] = ()
    false_fails: tuple[Case, ...] = ()
    chose_otherwise: tuple[Case, ...] = ()
    changed: tuple[Case, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Figures and task ids, as plain values."""
        figures = self.figures
        return {
            "compared": figures.compared,
            "agrees": figures.agrees,
            "false_passes": figures.false_passes,
            "false_fails": figures.false_fails,
            "chose_otherwise": figures.chose_otherwise,
            "changed": len(self.changed),
            "share": figures.share,
            "interval": list(figures.interval) if figures.interval else None,
            "tasks": {
                "agrees": [case.task for case in self.agrees],
                "false_passes": [case.task for case in self.false_passes],
                "false_fails": [case.task for case in self.false_fails],
                "chose_otherwise": [case.task for case in self.chose_otherwise],
                "changed": [case.task for case in self.changed],
            },
        }


@dataclass(frozen=True, slots=True)
class ItemRow:
    """Agreement on one item; `confirmed` are the tasks where the judge's value was let stand."""

    item: str
    asks: str
    blind: Counted
    open: Counted
    confirmed: tuple[Case, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The row as plain values."""
        return {
            "item": self.item,
            "asks": self.asks,
            "blind": self.blind.as_json(),
            "open": self.open.as_json(),
            "confirmed": [case.task for case in self.confirmed],
        }


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """All items and their sum; an item that nobody answered has no row."""

    rows: tuple[ItemRow, ...] = ()
    overall: ItemRow | None = None
    tasks: int = 0
    problems: tuple[str, ...] = field(default=())
    # Pairs on which the reader has not voted: choices of others would tell what the model chose.
    waiting: int = 0

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "tasks": self.tasks,
            "items": [row.as_json() for row in self.rows],
            "overall": self.overall.as_json() if self.overall else None,
            "problems": list(self.problems),
        }


def cases_of(state: TaskState, *, author: str = "") -> list[Case]:
    """The cases of one task, of one author or of everybody; stale answers count nowhere."""
    if state.automatic is None or state.effective is None:
        return []
    blind = _Blind(state)
    return [
        case
        for check in state.effective.checks
        if check.overridable
        for case in _cases_of_row(state, check, blind)
        if not author or case.author == author
    ]


def _cases_of_row(state: TaskState, check: Check, blind: _Blind) -> Iterator[Case]:
    """What each person answered one row with, then those who confirmed it unanswered."""
    assert state.automatic is not None
    credited = state.automatic.check(check.id)
    judge = credited.credit if credited is not None else None
    named = (state.task.id, check.id, check.asks)
    answered = set()
    for answer in state.review.answers.get(check.id, ()):
        if answer.is_stale:
            continue
        answered.add(answer.author)
        said, is_blind = blind.compared(check, answer)
        value = float(said) if isinstance(said, (int, float)) else None
        yield Case(
            *named, answer.author, judge, value, is_blind,
            is_choice=is_choice(check), is_changed=is_blind and said != answer.value,
        )  # fmt: skip
    for name in state.review.confirmed.get(check.id, ()):
        if name not in answered:
            yield Case(*named, name, judge, None, False, True, is_choice(check))


class _Blind:
    """What people said before they saw the judge's answer, by item and person."""

    def __init__(self, state: TaskState) -> None:
        given = [e for e in standing(state.review.entries) if e.type == ANSWER]
        self._by_id = {entry.id: entry for entry in given}
        # The last one: in blind mode people may think again before anything is told.
        self._last = {
            (entry.item, entry.author): entry
            for entry in given
            if entry.blind and entry.value is not None
        }

    def compared(self, check: Check, answer: Answer) -> tuple[Scalar, bool]:
        """The value that is compared and whether it is blind; on other pictures nothing counts."""
        if is_choice(check):
            return answer.counted, answer.blind or answer.first is not None
        now = self._by_id.get(answer.entry)
        before = self._last.get((check.id, answer.author))
        if before is None or now is None or before.bound_to != now.bound_to:
            return answer.value, answer.blind
        return before.value, True


def report_of(
    cases: Iterable[Case], *, tasks: int = 0, problems: Sequence[str] = ()
) -> AgreementReport:
    """The figures of many cases, by item in the order of their names."""
    every = list(cases)
    counted = [row for row in agreement_by_item([case.answer for case in every]) if _has(row)]
    # Tasks lack different items: the order in which they come up is none.
    counted.sort(key=lambda row: natural_key(row.item))
    rows = tuple(_row(row, [case for case in every if case.item == row.item]) for row in counted)
    overall = None
    if counted:
        names = {row.item for row in counted}
        overall = _row(overall_agreement(counted), [c for c in every if c.item in names])
    return AgreementReport(rows, overall, tasks, tuple(problems))


def _has(row: ItemAgreement) -> bool:
    return bool(row.all.compared)


def _row(row: ItemAgreement, cases: Sequence[Case]) -> ItemRow:
    given = [case for case in cases if not case.is_confirmed]
    confirmed = [case for case in cases if case.is_confirmed and case.judge is not None]
    blind = [case for case in given if case.is_blind]
    seen = [case for case in given if not case.is_blind]
    return ItemRow(
        item=row.item,
        asks=cases[0].asks if row.item and cases else "",
        blind=_counted(row.blind, blind),
        open=_counted(row.open, [*seen, *confirmed]),
        confirmed=tuple(confirmed),
    )


def _counted(figures: Agreement, cases: Sequence[Case]) -> Counted:
    names = ("agrees", "false_passes", "false_fails", "chose_otherwise")
    sorted_out: dict[str, list[Case]] = {name: [] for name in names}
    for case in cases:
        # The rules themselves say what one case is, so that lists and counts cannot differ.
        one = agreement_by_item([case.answer])[0].all
        for name, listed in sorted_out.items():
            if getattr(one, name):
                listed.append(case)
    return Counted(
        figures,
        tuple(sorted_out["agrees"]),
        tuple(sorted_out["false_passes"]),
        tuple(sorted_out["false_fails"]),
        tuple(sorted_out["chose_otherwise"]),
        tuple(case for case in cases if case.is_changed and case.judge is not None),
    )


def compare_tasks(
    tasks: Sequence[Task],
    *,
    settings: Settings,
    cache: MeasurementCache | None,
    token: CancelToken,
    author: str = "",
    reader: str = "",
    visit: Callable[[TaskState], None] = lambda state: None,
) -> AgreementReport:
    """Read many tasks and compare; a task that cannot be read is named and left out.

    Pairs on which the `reader` of the report has not voted are left out and counted.
    """
    cases: list[Case] = []
    problems: list[str] = []
    waiting = 0
    for number, task in enumerate(tasks, 1):
        token.check()
        try:
            state = survey.grade_state(
                task, settings=settings, cache=cache, answers=None, token=token
            )
        except Cancelled:
            raise
        except Exception as error:  # noqa: BLE001 - one task's failure must not end the count
            problems.append(f"{task.id}: {error}")
            continue
        if state.error:
            problems.append(f"{task.id}: {state.error}")
        visit(state)
        if reader and is_open(state, reader):
            waiting += 1
        else:
            cases += cases_of(state, author=author)
        token.report(number, len(tasks))
    report = report_of(cases, tasks=len(tasks), problems=problems)
    return replace(report, waiting=waiting)


def start(session: Session, done: Callable[[AgreementReport], None], *, author: str = "") -> None:
    """Count in the background over the tasks of the open folder; `done` gets the report."""
    tasks = [session.tasks[row.id] for row in session.rows()]
    settings, cache = session.settings, session.cache
    session.jobs.submit(
        KEY,
        lambda token: compare_tasks(
            tasks,
            settings=settings,
            cache=cache,
            token=token,
            author=author,
            reader=settings.author,
        ),
        done=done,
        failed=session.failing(),
        pool="background",
        title="Comparing people and judge",
    )
