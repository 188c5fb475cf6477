"""What came of many blind pairs: wins, ties, agreement with the model, pull of a side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reviewer.scoring.agreement import PairChoice, PairStatistics, VoterCounts, pair_statistics
from reviewer.session.agreement import compare_tasks
from reviewer.session.jobs import CancelToken
from reviewer.session.judge_plan import PREFERENCE, SWAPPED
from reviewer.session.ladder import VERDICT
from reviewer.session.pairs import bias_of, is_pair, model_votes, people_in, slot_in
from reviewer.session.state import TaskState

if TYPE_CHECKING:
    from reviewer.session.desk import Session

KEY = "pairs"


@dataclass(frozen=True, slots=True)
class PairRow:
    """One pair: the slot each voter picked and the ladder's verdict with its rule.

    `people` are blind votes, the first ones; `changed` are those votes as they were changed after
    the reveal, `open_votes` those of people who never voted blind.
    """

    task: str
    challenger_slot: str
    people: Mapping[str, str]
    model: str
    probe: str
    verdict: float | None
    rule: str
    says: str
    open_votes: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, str] = field(default_factory=dict)
    people_probes: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The row as plain values."""
        return {
            "task": self.task,
            "challenger_slot": self.challenger_slot,
            "people": dict(self.people),
            "open_votes": dict(self.open_votes),
            "changed_after_the_reveal": dict(self.changed),
            "probes_of_people": dict(self.people_probes),
            "model": self.model or None,
            "probe": self.probe,
            "verdict": self.verdict,
            "rule": self.rule,
            "detail": self.says,
        }


@dataclass(frozen=True, slots=True)
class PairReport:
    """All pairs, and the figures of each person beside the model."""

    rows: tuple[PairRow, ...] = ()
    people: Mapping[str, PairStatistics] = field(default_factory=dict)
    model: VoterCounts | None = None
    probes: Mapping[str, int] = field(default_factory=dict)
    people_probes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def changed(self) -> int:
        """How many blind votes were changed after the reveal."""
        return sum(len(row.changed) for row in self.rows)

    @property
    def open_votes(self) -> int:
        """How many votes were cast by people who knew whose pictures they were."""
        return sum(len(row.open_votes) for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "pairs": [row.as_json() for row in self.rows],
            "people": {
                name: {
                    **_voter(found.person),
                    "with_model": {
                        "both": found.both,
                        "agrees": found.agrees,
                        "opposed": found.opposed,
                        "share": found.share,
                        "interval": list(found.interval) if found.interval else None,
                    },
                }
                for name, found in self.people.items()
            },
            "model": _voter(self.model) if self.model is not None else None,
            "probes": dict(self.probes),
            "probes_of_people": {name: dict(one) for name, one in self.people_probes.items()},
            "changed_after_the_reveal": self.changed,
            "open_votes": self.open_votes,
        }


def pair_row(state: TaskState) -> PairRow | None:
    """The pair of a task, or None where there are not two candidates that could be read."""
    if not is_pair(state.task) or state.rubric is None:
        return None
    voted = model_votes(state.judged.get(PREFERENCE))
    verdict = state.measurements.get(VERDICT)
    value = verdict.value if verdict is not None else None
    people = people_in(state)
    return PairRow(
        task=state.task.id,
        challenger_slot=slot_in(state),
        people={name: vote.choice for name, vote in people.items() if vote.is_blind},
        model=voted.choice if voted is not None else "",
        probe=bias_of(voted, model_votes(state.judged.get(SWAPPED))),
        verdict=float(value) if isinstance(value, (int, float)) else None,
        rule=str(verdict.facts.get("rule", "")) if verdict is not None else "",
        says=("; ".join(verdict.notes) or verdict.reason or verdict.error) if verdict else "",
        open_votes={name: vote.choice for name, vote in people.items() if not vote.is_blind},
        changed={name: vote.changed for name, vote in people.items() if vote.changed},
        people_probes={name: vote.bias for name, vote in people.items() if vote.probe},
    )


def pair_report(rows: Iterable[PairRow]) -> PairReport:
    """The figures over many pairs; each person is compared with the model apart."""
    every = tuple(rows)
    names = sorted({name for row in every for name in row.people})
    people = {name: pair_statistics(_choices(every, name)) for name in names}
    probes = Counter(row.probe for row in every)
    by_person: dict[str, Counter[str]] = {}
    for row in every:
        for name, bias in row.people_probes.items():
            by_person.setdefault(name, Counter())[bias] += 1
    model = pair_statistics(_choices(every, "")).model if any(row.model for row in every) else None
    return PairReport(every, people, model, dict(probes), by_person)


def start(session: Session, done: Callable[[PairReport], None]) -> None:
    """Count the pairs of the queue in the background; `done` gets the report."""
    tasks = [task for row in session.rows() if is_pair(task := session.tasks[row.id])]
    settings, cache = session.settings, session.cache

    def work(token: CancelToken) -> PairReport:
        rows: list[PairRow | None] = []
        compare_tasks(
            tasks,
            settings=settings,
            cache=cache,
            token=token,
            visit=lambda state: rows.append(pair_row(state)),
        )
        return pair_report(row for row in rows if row is not None)

    session.jobs.submit(
        KEY,
        work,
        done=done,
        failed=session.failing(),
        pool="background",
        title="Counting pairs",
    )


def _choices(rows: Iterable[PairRow], name: str) -> list[PairChoice]:
    return [
        PairChoice(row.task, row.challenger_slot, row.people.get(name), row.model or None)
        for row in rows
    ]


def _voter(counts: VoterCounts) -> dict[str, Any]:
    return {
        "first_wins": counts.challenger_wins,
        "second_wins": counts.king_wins,
        "ties": counts.ties,
        "slot_a": counts.slot_a,
        "slot_b": counts.slot_b,
        "slot_a_share": counts.slot_a_share,
        "slot_interval": list(counts.slot_interval) if counts.slot_interval else None,
        "slot_chance": counts.slot_chance,
    }
