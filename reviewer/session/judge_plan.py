"""What a judge would be asked of a task, and how many requests that takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from reviewer.kinds.t2i_rows import OTHER
from reviewer.model import INITIAL, RESULT, Check, Measurement, Rubric
from reviewer.model.counting import counted, noun
from reviewer.model.measurement import CODE
from reviewer.scoring import pairwise
from reviewer.scoring.pairwise import VOTES

PREFERENCE = pairwise.PREFERENCE
SWAPPED = "preference_swapped"
EDIT = "vision_judge"
# Purposes that name what is asked about, in the form that their count asks for.
_NOUNS = {
    "objects": ("object", "objects"),
    "relations": ("relation", "relations"),
    "questions": ("question", "questions"),
    "pair": ("vote", "votes"),
    "edit": ("edit", "edits"),
}


@dataclass(frozen=True, slots=True)
class Planned:
    """One sort of question about one picture (or pair), for some rows of the rubric.

    `purpose` is rubric, edit, text, objects, relations, questions or pair.
    """

    purpose: str
    rows: tuple[Check, ...]
    roles: tuple[str, ...]
    calls: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """How much asking would take, before anything is sent; `calls` is the most it can be."""

    tasks: int = 0
    items: int = 0
    calls: int = 0
    by_purpose: Mapping[str, int] = field(default_factory=dict)
    model: str = ""
    problems: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The estimate in a line."""
        return self._told(f"at most {counted(self.calls, 'request')}", "")

    @property
    def text_of_replay(self) -> str:
        """The same where recorded answers are played: nothing is sent."""
        return self._told(f"{counted(self.calls, 'recorded answer')} at most", ", nothing is sent")

    def details(self, *, per_minute: float | None) -> tuple[str, ...]:
        """The same line by line, with the least time it takes at so many requests a minute."""
        if not self.calls:
            return ()
        found = [f"{counted(self.items, 'item')} of {counted(self.tasks, 'task')}"]
        found += [f"{counted(count, 'request')}: {name}" for name, count in self._parts()]
        minutes = self.calls / per_minute if per_minute else 0
        if minutes >= 1:
            pace = f"at {per_minute:g} requests a minute, as the settings say"
            found.append(f"about {counted(round(minutes), 'minute')} {pace}")
        return tuple(found)

    def _parts(self) -> list[tuple[str, int]]:
        """Nouns with their counts."""
        return [
            (noun(count, *_NOUNS.get(name, (name, name))), count)
            for name, count in self.by_purpose.items()
        ]

    def _told(self, calls: str, end: str) -> str:
        parts = ", ".join(f"{count} {name}" for name, count in self._parts())
        asked = f"{counted(self.items, 'item')} of {counted(self.tasks, 'task')}"
        return f"{asked}: {calls} ({parts}){end}" if self.calls else "nothing to ask"


def plan(
    rubric: Rubric,
    measurements: Mapping[str, Measurement],
    *,
    items: Sequence[str] | None = None,
    again: bool = False,
    probe: bool = False,
) -> tuple[Planned, ...]:
    """The questions for the rows that a judge answers.

    Without `items` those that have no answer yet, with `again` also those that a judge answered;
    `items` are ids or patterns and are asked whether answered or not, also where code measured.
    `probe` asks the pair once more with its sides swapped.
    """
    chosen = [
        check
        for check in rubric.checks
        if check.overridable and _is_asked(check, measurements.get(check.measure), items, again)
    ]
    chosen = _with_parents(rubric, measurements, chosen)
    planned: list[Planned] = []
    for purpose, role in _groups(chosen):
        rows = tuple(c for c in chosen if (purpose_of(c), _role_of(c)) == (purpose, role))
        roles = tuple(dict.fromkeys(name for row in rows for name in row.reads))
        planned.append(Planned(purpose, rows, roles, _calls(purpose, rows, probe=probe)))
    # Votes last: they are only asked for where the facts of both leave it open.
    return tuple(sorted(planned, key=lambda one: one.purpose == "pair"))


def estimate(plans: Iterable[tuple[Planned, ...]], *, model: str = "") -> Estimate:
    """The sum over tasks; a task with nothing to ask is not counted."""
    tasks = items = 0
    by_purpose: Counter[str] = Counter()
    for planned in plans:
        tasks += bool(planned)
        for one in planned:
            items += len(one.rows)
            by_purpose[one.purpose] += one.calls
    return Estimate(tasks, items, sum(by_purpose.values()), dict(by_purpose), model)


def purpose_of(check: Check) -> str:
    """How a row is asked."""
    group = str(check.params.get("group", ""))
    if group in ("text", "objects", "relations", "questions"):
        return group
    if check.id == PREFERENCE and OTHER in check.reads:
        return "pair"
    if check.measure == EDIT and INITIAL in check.reads:
        return "edit"
    return "rubric"


def _is_asked(
    check: Check, found: Measurement | None, items: Sequence[str] | None, again: bool
) -> bool:
    if items is not None and not any(fnmatchcase(check.id, pattern) for pattern in items):
        return False
    if found is None or (items is not None and found.is_measured):
        return True
    if found.is_measured:
        return again and found.source != CODE
    # Code that looked and says why there is nothing to see leaves nothing to ask either.
    return bool(found.error) or found.source != CODE


def _with_parents(
    rubric: Rubric, measurements: Mapping[str, Measurement], chosen: list[Check]
) -> list[Check]:
    """A child means something only after its parent: unanswered parents are asked too."""
    ids = {check.id for check in chosen}
    waiting = [name for check in chosen for name in check.needs]
    while waiting:
        parent = rubric.check(waiting.pop())
        if parent is None or parent.id in ids:
            continue
        found = measurements.get(parent.measure)
        if found is None or not found.is_measured:
            ids.add(parent.id)
            waiting.extend(parent.needs)
    return [check for check in rubric.checks if check.id in ids]


def _groups(chosen: Sequence[Check]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((purpose_of(check), _role_of(check)) for check in chosen))


def _role_of(check: Check) -> str:
    """Rows about one candidate are asked together; a rubric's rows with those of equal pictures."""
    if purpose_of(check) == "rubric":
        return " ".join(check.reads)
    return OTHER if check.reads == (OTHER,) else RESULT


def _calls(purpose: str, rows: Sequence[Check], *, probe: bool) -> int:
    if purpose == "pair":
        return 2 * VOTES if probe else VOTES
    if purpose in ("questions", "relations"):
        return len(rows)
    if purpose == "objects":
        numbers = {row.params.get("number") for row in rows}
        colors = {row.params.get("number") for row in rows if row.params.get("part") == "color"}
        return len(numbers) + len(colors)
    return 1
