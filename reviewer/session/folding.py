"""From what is known of a task to its ledger and its row in the list."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from reviewer import kinds
from reviewer.kinds.graded_shapes import read_output
from reviewer.kinds.protocol import Measured
from reviewer.model import Entry, Ledger, Review, Rubric
from reviewer.model.entry import ADOPT
from reviewer.model.ledger import ERROR, FAIL, PARTIAL
from reviewer.model.measurement import JUDGE, Measurement
from reviewer.scoring.editable import with_values
from reviewer.scoring.in_force import notes_on
from reviewer.scoring.review import resolve
from reviewer.scoring.standing import standing
from reviewer.session import loading
from reviewer.session.alarms import alarm, flags_of
from reviewer.session.check_rows import is_near
from reviewer.session.kept import with_kept
from reviewer.session.ladder import folded
from reviewer.session.pair_desk import is_open
from reviewer.session.questions import unanswered
from reviewer.session.queue import blinded
from reviewer.session.said_elsewhere import with_more
from reviewer.session.state import BEGUN, DONE, OPEN, Alone, Loaded, Row, TaskState

# Stands among the digests of the artifacts: of a score file that is none of them.
SCORE_FILE = "graded_from"


def take(state: TaskState, loaded: Loaded) -> None:
    """Take over what loading gave."""
    state.task = loaded.task
    state.instruction = loaded.instruction
    state.rubric = loaded.rubric
    state.grade = loaded.grade
    state.entries = with_more(loaded.entries, state.said_early)
    state.said_early.clear()
    state.digests = loaded.digests
    state.sizes = loaded.sizes
    state.stamp = loaded.stamp
    state.notes = state.read_notes = loaded.notes
    state.error = loaded.error
    state.unread = loaded.unread
    state.is_loaded = True
    state.tried, state.try_error = None, ""
    state.parameters.clear()
    if loaded.grade is not None and loaded.rubric is not None:
        state.judged.update(judged_by_grader(loaded.grade.grader, loaded.rubric))
        state.judged.update(
            judged_before(loaded.grade.document, rubric=loaded.rubric, digests=loaded.digests)
        )
    if loaded.measured is not None:
        take_measured(state, loaded.measured)


@dataclasses.dataclass(frozen=True, slots=True)
class Trial:
    """A look at other values: the rules, what was measured, and the ledger that they give."""

    rubric: Rubric
    measurements: Mapping[str, Measurement]
    ledger: Ledger


def take_measured(state: TaskState, measured: Measured) -> None:
    """Take over measurements; what a machine measured that is not here stays as it was."""
    document = state.grade.document if state.grade is not None else {}
    state.measured = with_kept(measured, document, digests=state.digests)


def judged_by_grader(grader: Mapping[str, object], rubric: Rubric) -> dict[str, Measurement]:
    """What the grader's own file says of the rows that a judge answers."""
    asked = {check.id: check.measure for check in rubric.checks if check.overridable}
    output = read_output(grader) if grader and asked else None
    found = {}
    for row in output.rows if output else ():
        if row.id in asked and row.sort in ("judge", "check"):
            found[asked[row.id]] = dataclasses.replace(
                row.measurement, id=asked[row.id], source=JUDGE
            )
    return found


def judged_before(
    document: Mapping[str, object], *, rubric: Rubric, digests: Mapping[str, str]
) -> dict[str, Measurement]:
    """Answers of a judge that this program asked and kept in the grade file.

    An answer of other bytes, or to another answer key, is none: the judge has to be asked again.
    """
    review = document.get("review")
    kept = review.get("measurements") if isinstance(review, dict) else None
    bound = review.get("bound_to") if isinstance(review, dict) else None
    reads = {check.measure: (*check.reads, "answer_key") for check in rubric.checks}
    found: dict[str, Measurement] = {}
    for name, row in (kept if isinstance(kept, dict) else {}).items():
        if isinstance(bound, dict) and any(
            role in bound and bound[role] != digests.get(role)
            for role in reads.get(name, tuple(role for role in bound if role != SCORE_FILE))
        ):
            continue
        if isinstance(row, dict) and row.get("source") == JUDGE and row.get("asked_here"):
            value = row.get("value")
            instrument, _, version = str(row.get("instrument", "")).rpartition("/")
            found[name] = Measurement(
                name,
                value if isinstance(value, (int, float, bool)) else None,
                source=JUDGE,
                instrument=instrument,
                version=int(version) if version.isdecimal() else 1,
                model=str(row.get("model", "")),
                raw=str(row.get("raw", "")),
                reason=str(row.get("reason", "")),
                notes=tuple(str(note) for note in row.get("notes", ())),
                facts={"asked_here": True},
            )
    return found


def refold(state: TaskState, *, author: str) -> None:
    """Review, effective rubric, measurements in force, ledger with and without people."""
    rubric = state.rubric
    if rubric is None:
        state.ledger = state.automatic = state.alone = None
        state.review = Review(entries=tuple(state.entries))
        return
    judged = kinds.kind(state.task.kind).settle(rubric, state.judged)
    base = loading.merge(rubric, state.measured, judged=judged, by_people={})
    state.review = resolve(state.entries, rubric=rubric, measurements=base, digests=state.digests)
    state.notes = (*state.read_notes, *notes_on(state.review, rubric))
    state.effective = adopted_rubric(rubric, state.review.adopted)
    if state.measured is None:
        state.measurements = base
        state.ledger = state.automatic = state.alone = None
        return
    state.measurements = loading.merge(
        rubric, state.measured, judged=judged, by_people=state.review.measured
    )
    _, state.automatic = folded(rubric, base, {})
    state.measurements, state.ledger = folded(
        state.effective, state.measurements, state.review.overrides
    )
    state.alone = _alone(state, rubric, base, author=author)


def _alone(
    state: TaskState, rubric: Rubric, base: Mapping[str, Measurement], *, author: str
) -> Alone | None:
    """What one person knows of the task before they may see what others corrected."""
    corrects = [e for e in state.review.disputes if e.author != author and e.value is not None]
    if not corrects or state.measured is None or state.effective is None:
        return None
    own = [entry for entry in state.entries if entry.author == author]
    review = resolve(own, rubric=rubric, measurements=base, digests=state.digests)
    found = {**base, **loading.corrected(base, review.measured)}
    return Alone(*folded(state.effective, found, review.overrides))


def known_to(
    state: TaskState, *, author: str, is_blind: bool
) -> tuple[Mapping[str, Measurement], Ledger | None]:
    """Measurements and ledger as a person may see them: in blind mode nobody else's, until all
    items are answered."""
    alone = state.alone
    if alone is None or not is_blind or state.effective is None:
        return state.measurements, state.ledger
    if not unanswered(state.effective, alone.ledger, state.review, author=author):
        return state.measurements, state.ledger
    return alone.measurements, alone.ledger


def adopted_rubric(rubric: Rubric, adopted: tuple[Entry, ...]) -> Rubric:
    """The rubric with the values that people adopted for this task, oldest first."""
    values: dict[str, float] = {}
    for entry in adopted:
        rows = entry.extra.get("rows", {}) if entry.type == ADOPT else {}
        values.update({key: float(value) for key, value in rows.items()})
    return with_values(rubric, values) if values else rubric


def trial_of(state: TaskState) -> Trial | None:
    """What the values tried and the draft would give; None without any, and while measuring."""
    if state.rubric is None or state.effective is None or state.ledger is None:
        return None
    draft = draft_of(state)
    if state.tried is None and (draft is None or state.parameters):
        return None
    rubric, found = draft or state.effective, state.measurements
    if state.tried is not None:
        found = loading.merge(
            rubric, state.tried, judged=state.judged, by_people=state.review.measured
        )
    found, ledger = folded(rubric, found, state.review.overrides)
    return Trial(rubric, found, ledger)


def draft_of(state: TaskState) -> Rubric | None:
    """The effective rubric with the draft's values, or None without a draft."""
    if state.effective is None or not state.draft:
        return None
    return with_values(state.effective, state.draft)


def row_of(state: TaskState, *, author: str) -> Row:
    """The line of the list for this task."""
    ledger = state.ledger
    review = state.review
    base = Row(
        state.task.id,
        state.task.kind,
        status=status_of(review, author),
        error=state.error,
        is_disputed=bool(review.disputed),
        is_stale=bool(review.stale),
        text=state.instruction[:400],
        stamp=state.stamp,
        seconds=seconds_of(review.entries, author),
    )
    raised = tuple(flag for flag in flags_of(state) if flag.warns)
    base = dataclasses.replace(base, flags=tuple(f.id for f in raised), alarm=alarm(raised))
    if ledger is None or state.effective is None:
        return base
    known = _graded(base, ledger, state.effective, review, author)
    return blinded(known) if is_open(state, author) else known


def _graded(base: Row, ledger: Ledger, rubric: Rubric, review: Review, author: str) -> Row:
    """The line with what the fold came to, and what the judge and this person said."""
    headline = ledger.headline
    margins = [c.margin for c in ledger.checks if c.margin is not None]
    judged = {
        c.id: value
        for c in ledger.checks
        if c.measurement is not None
        and c.measurement.source == JUDGE
        and (value := c.previous if c.is_overridden else c.credit) is not None
    }
    mine = {
        item: answer.value if isinstance(answer.value, (int, float)) else None
        for item, answers in review.answers.items()
        for answer in answers
        if answer.author == author
    }
    asked = [c for c in rubric.checks if c.overridable and ledger.check(c.id)]
    return dataclasses.replace(
        base,
        headline=headline.value if headline else None,
        passes=headline.passes if headline else None,
        is_known=True,
        held_by=headline.held_by if headline else "",
        near=tuple(c.id for c in ledger.checks if is_near(c)),
        failed=tuple(c.id for c in ledger.checks if c.state in (FAIL, ERROR)),
        partial=tuple(c.id for c in ledger.checks if c.state == PARTIAL),
        margin=min(margins, key=abs) if margins else None,
        judge=judged,
        mine=mine,
        unanswered=sum(check.id not in mine for check in asked),
        error=base.error or (headline.error if headline else ""),
    )


def status_of(review: Review, author: str) -> str:
    """Open, begun or done, as this person left the task."""
    if review.status_by.get(author) == "reviewed":
        return DONE
    mine = any(entry.author == author for entry in standing(review.entries))
    return BEGUN if mine else OPEN


def seconds_of(entries: tuple[Entry, ...], author: str) -> float | None:
    """The seconds this person took, as noted on completing."""
    taken = [e.seconds for e in entries if e.author == author and e.seconds is not None]
    return taken[-1] if taken else None
