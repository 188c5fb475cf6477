"""What people do to a task: answers, disputes, completing, undo. Every act is a log entry first."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reviewer.model import Answer, Entry, Scalar
from reviewer.model.entry import (
    ADJUDICATE,
    ADOPT,
    ANSWER,
    CONFIRM,
    DISPUTE,
    DISPUTE_CODES,
    NOTE,
    RETRACT,
    STATUS,
)
from reviewer.scoring.in_force import fits, may_be_settled
from reviewer.scoring.naming import in_language
from reviewer.scoring.review import REVIEWED
from reviewer.scoring.standing import standing
from reviewer.session import pair_desk
from reviewer.session.changes import Changes, changes
from reviewer.session.entry_writer import EDITED, EntryWriter, RefusedError
from reviewer.session.undoing import step_back

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

__all__ = ["Editor", "RefusedError"]

_MEASURED_WRONG = 1


class Editor:
    """Writes entries for the person at the desk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._writer = EntryWriter(session)
        self._entry, self._write = self._writer.entry, self._writer.write
        self.let_go, self.close = self._writer.let_go, self._writer.close
        self.wait_synced = self._writer.wait_synced

    @property
    def journaled_at(self) -> str:
        """When the latest entry that is safe on the disk was written."""
        return self._writer.journaled_at

    @property
    def journal_error(self) -> str:
        """Why the latest entry is not safe, or an empty string."""
        return self._writer.journal_error

    # Acts on one item

    def answer(
        self,
        item: str,
        value: float | None,
        *,
        reason: str = "",
        code: int | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Changes:
        """Answer an item; None says that it cannot be told. Refused before the result is seen.

        `extra` is kept with the answer: what it was worked out from.
        """
        state = self._ready()
        self._refuse_unseen(state)
        pair_desk.refuse_unseen(state, item)
        _refuse_unfit(state, item, value)
        before = self._mine(state, item)
        if before is not None and before.value == value and not reason:
            # Pressing the same key again says the same again; it must not lose the reason.
            reason, code = before.reason, before.code if code is None else code
        # A reason that is added later makes no blind answer a seen one.
        was_blind = before and before.blind and before.value == value and not before.is_stale
        blind = bool(was_blind and item not in pair_desk.CHOICES) or self._is_blind_for(state, item)
        more = {"text": reason, "code": code, "blind": blind, "extra": extra or {}}
        entry = self._answer(state, item, value, **more)
        return self._write(state, entry)

    def vote(
        self, item: str, value: float, *, reason: str, is_blind: bool, extra: Mapping[str, Any]
    ) -> Changes:
        """Vote on a pair: an answer that says under which slots it was given."""
        state = self._ready()
        self._refuse_unseen(state)
        pair_desk.refuse_unseen(state, item)
        entry = self._answer(state, item, value, text=reason, blind=is_blind, extra=extra)
        return self._write(state, entry)

    def take_back(self, item: str) -> Changes:
        """Take one's own answer back; the judge's value stands again."""
        state = self._ready()
        mine = self._mine(state, item)
        if mine is None:
            raise RefusedError("there is no answer of yours to take back")
        return self._write(state, self._entry(state, RETRACT, item=item, retracts=mine.entry))

    def dispute(
        self, item: str, code: int, *, text: str = "", should_be: Scalar = None, amends: str = ""
    ) -> Changes:
        """Dispute a row under one of the six codes; "measured wrong" may carry a value.

        It takes the place of a dispute of one's own that it amends, if that still stands.
        """
        if code not in DISPUTE_CODES:
            raise RefusedError(f"there is no dispute code {code}; codes run from 1 to 6")
        state = self._ready()
        more: dict[str, Any] = {"code": code, "text": text, "value": should_be}
        author = self._session.settings.author
        if not any(e.id == amends and e.author == author for e in state.review.disputes):
            return self._write(state, self._entry(state, DISPUTE, item=item, **more))
        more["group"] = str(uuid.uuid4())
        return self._write(
            state,
            self._entry(state, DISPUTE, item=item, **more),
            self._entry(state, RETRACT, retracts=amends, group=more["group"]),
        )

    def note(self, text: str, *, item: str = "") -> Changes:
        """Leave a note on the task or on one row."""
        state = self._ready()
        return self._write(state, self._entry(state, NOTE, item=item, text=text))

    def adjudicate(self, item: str, value: float, *, reason: str = "") -> Changes:
        """Settle what people disagree on; there is nothing to settle anywhere else."""
        state = self._ready()
        _refuse_unfit(state, item, value)
        panel = self._session.panel(state)
        shown = panel.item(item) if panel else None
        if shown is not None and shown.is_hidden:
            raise RefusedError("answer it yourself first: what others say is hidden until then")
        check = state.rubric.check(item) if state.rubric is not None else None
        if check is None or not may_be_settled(check, state.review):
            raise RefusedError("people do not disagree here: there is nothing to settle")
        ruling = self._entry(state, ADJUDICATE, item=item, value=value, text=reason)
        # Another machine's clock may be ahead: a ruling is later than what it settles.
        latest = max((answer.at for answer in state.review.answers[item]), default="")
        return self._write(state, dataclasses.replace(ruling, at=max(ruling.at, latest)))

    def confirm_stale(self) -> Changes:
        """Say again, as a set, what was said of bytes or questions that have changed since."""
        state = self._ready()
        stale = [item for item in state.review.stale if self._mine(state, item)]
        if not stale:
            raise RefusedError("none of your answers is stale")
        group = str(uuid.uuid4())
        entries = []
        for item in stale:
            mine = self._mine(state, item)
            assert mine is not None
            entries.append(
                self._entry(
                    state,
                    ANSWER,
                    item=item,
                    value=mine.value,
                    text=mine.reason,
                    replaced=mine.value,
                    group=group,
                )
            )
        return self._write(state, *entries)

    def adopt(self, why: str) -> Changes:
        """Adopt the draft for this task: who, when, why and which rows."""
        state = self._ready()
        if not state.draft:
            raise RefusedError("there is no draft to adopt")
        if not why.strip():
            raise RefusedError("say why before a draft is adopted")
        entry = self._entry(state, ADOPT, text=why, extra={"rows": dict(state.draft)})
        state.draft.clear()
        return self._write(state, entry)

    # Completing

    def complete(self, *, agree: bool = False, mode: str = "single") -> Changes:
        """Mark the task reviewed; with `agree` what the judge said is confirmed item by item."""
        state = self._ready()
        self._refuse_unseen(state)
        if agree and self._session.is_blind:
            raise RefusedError("agreeing with all is off in blind mode: answer each item")
        open_items = self._must_answer(state)
        if open_items:
            raise RefusedError(
                f"Not judged and not answered: {self._questions(state, open_items)}; answer it, "
                "or press - for cannot tell",
                item=open_items[0],
            )
        panel = self._session.panel(state)
        if panel is not None and panel.is_unvoted:
            raise RefusedError("say first which picture is better, or press - for cannot tell")
        unsaid = (
            [i.id for i in panel.needs if not (i.is_answered or i.is_uncovered)] if panel else []
        )
        if unsaid and self._session.is_blind:
            raise RefusedError(
                f"Answer what is hidden first: {self._questions(state, unsaid)}", item=unsaid[0]
            )
        if self._is_completed_so(state, tuple(unsaid)):
            # It is in the log; but it may have to be written into the grade file yet.
            self._session.save(state.task.id)
            return changes((), state.task.id)
        group = str(uuid.uuid4())
        seconds = round(state.seconds + self._session.clock.seconds, 1)
        confirm = self._entry(
            state, CONFIRM, items=tuple(unsaid), mode=mode, seconds=seconds, group=group
        )
        status = self._entry(state, STATUS, text=REVIEWED, group=group)
        return self._write(state, confirm, status)

    def _is_completed_so(self, state: TaskState, items: tuple[str, ...]) -> bool:
        """True when completing is the last that this person said, of today's bytes and items."""
        author = self._session.settings.author
        mine = [e for e in standing(state.review.entries) if e.author == author][-2:]
        if [entry.type for entry in mine] != [CONFIRM, STATUS]:
            return False
        confirm, status = mine
        return (
            status.text == REVIEWED
            and confirm.group == status.group
            and (confirm.items, dict(confirm.bound_to)) == (items, dict(state.digests))
        )

    def reopen(self) -> Changes:
        """Take the mark "reviewed" back."""
        state = self._ready()
        return self._write(state, self._entry(state, STATUS, text="open"))

    def confirm_rows(
        self, rows: Mapping[str, str], *, mode: str, seconds: float | None = None
    ) -> Changes:
        """Confirm one row of each of several loaded tasks (task id → row) as one step of undo.

        What was answered singly is kept; a task that waits for no other answer is then reviewed.
        """
        if self._session.is_blind:
            raise RefusedError("agreeing with all is off in blind mode: answer each item")
        group = str(uuid.uuid4())
        done: list[tuple[TaskState, tuple[Entry, ...]]] = []
        for task_id, row in rows.items():
            state = self._session.state(task_id)
            waiting = self._must_answer(state)
            if state.ledger is None or state.effective is None or row in waiting:
                continue
            if pair_desk.is_open(state, self._session.settings.author):
                continue
            said = () if self._is_said(state, row) else (row,)
            entries = [
                self._entry(state, CONFIRM, items=said, mode=mode, seconds=seconds, group=group)
            ]
            if not waiting:
                entries.append(self._entry(state, STATUS, text=REVIEWED, group=group))
            self._writer.append(state, *entries)
            done.append((state, tuple(entries)))
        if not done:
            raise RefusedError("none of these tasks can be confirmed yet")
        self._writer.record(done)
        return changes(EDITED)

    def _is_said(self, state: TaskState, item: str) -> bool:
        author = self._session.settings.author
        disputes = state.review.disputes
        return self._mine(state, item) is not None or any(
            entry.author == author and entry.item == item for entry in disputes
        )

    # On a task beside the desk: a tile of a contact sheet

    def answer_on(self, task_id: str, item: str, value: float | None) -> Changes:
        """Answer an item of a task seen as a tile; a row that takes no answer is disputed."""
        state = self._measured(task_id)
        author = self._session.settings.author
        pair_desk.require_vote(state, author, why="a tile shows one of the two")
        check = state.rubric.check(item) if state.rubric is not None else None
        if check is not None and not check.overridable:
            entry = self._entry(state, DISPUTE, item=item, code=_MEASURED_WRONG, mode="sheet")
        else:
            _refuse_unfit(state, item, value)
            blind = self._is_blind_for(state, item)
            entry = self._answer(state, item, value, mode="sheet", blind=blind)
        done = self._write(state, entry)
        self._session.save(task_id)
        return done

    def take_back_on(self, task_id: str, item: str) -> Changes:
        """Take one's own answer on a tile back."""
        state = self._measured(task_id)
        mine = self._mine(state, item)
        if mine is None:
            raise RefusedError("there is no answer of yours to take back")
        done = self._write(state, self._entry(state, RETRACT, item=item, retracts=mine.entry))
        self._session.save(task_id)
        return done

    def _measured(self, task_id: str) -> TaskState:
        state = self._session.state(task_id)
        if state.ledger is None or state.effective is None:
            raise RefusedError(state.error or f"{task_id} is still being measured")
        return state

    # Undo

    def undo(self) -> tuple[Changes, str]:
        """Take the latest step back, on whatever task it was; says which and what."""
        target = self._writer.journal.undo_target()
        return step_back(self._session, self._writer, target)

    def redo(self) -> tuple[Changes, str]:
        """Do again what was undone last."""
        target = self._writer.journal.redo_target()
        return step_back(self._session, self._writer, target)

    # Small questions

    def _ready(self) -> TaskState:
        state = self._session.current
        if state is None:
            raise RefusedError("open a task first")
        if state.rubric is None or not state.is_loaded:
            raise RefusedError(state.error or "the task is still being read")
        return state

    def _refuse_unseen(self, state: TaskState) -> None:
        if not state.result_shown:
            raise RefusedError("wait until the result is on the screen")
        if state.ledger is None and not state.error:
            raise RefusedError("the task is still being measured")

    def _answer(
        self,
        state: TaskState,
        item: str,
        value: float | None,
        **more: Any,  # noqa: ANN401 - further fields of the entry
    ) -> Entry:
        """An answer that says which of one's own it replaces."""
        before = self._mine(state, item)
        replaced = before.value if before else None
        return self._entry(state, ANSWER, item=item, value=value, replaced=replaced, **more)

    def _mine(self, state: TaskState, item: str) -> Answer | None:
        author = self._session.settings.author
        return next((a for a in state.review.answers.get(item, ()) if a.author == author), None)

    def _is_blind_for(self, state: TaskState, item: str) -> bool:
        """True where nothing was told yet; of a pair nothing is blind once it was told whose."""
        panel = self._session.panel(state)
        was_told = pair_desk.was_told(state, self._session.settings.author)
        return bool(panel and panel.is_hidden) and not (was_told and item in pair_desk.CHOICES)

    def _questions(self, state: TaskState, items: Sequence[str]) -> str:
        """The first of some items by its question, in the language that is read, and how many."""
        rubric = state.effective or state.rubric
        check = rubric.check(items[0]) if rubric is not None else None
        said = items[0]
        if check is not None and rubric is not None:
            shown = self._session.settings.languages
            worded = in_language(rubric, "en" if shown == "both" else shown).check(items[0])
            said = f"“{worded.asks}”" if worded is not None and worded.asks else said
        return said if len(items) == 1 else f"{said} and {len(items) - 1} more"

    def _must_answer(self, state: TaskState) -> list[str]:
        """Items that the judge did not answer and nobody has: completing asks for them."""
        panel = self._session.panel(state)
        if panel is None or panel.is_hidden:
            return []
        return [
            item.id
            for item in panel.needs
            if not item.is_answered
            and not item.is_uncovered
            and item.opinion is not None
            and item.opinion.state == "not judged"
        ]


def _refuse_unfit(state: TaskState, item: str, value: float | None) -> None:
    """Refuse an answer that the row does not take."""
    assert state.rubric is not None
    check = state.rubric.check(item)
    if check is None:
        known = {row.id for row in state.rubric.uncovered}
        if item not in known:
            raise RefusedError(f"there is no item {item!r} in this task")
        return
    if not check.overridable:
        raise RefusedError("this row takes no answer; ! disputes it")
    if value is not None and not fits(check, value):
        raise RefusedError(f"{value:g} is no answer to this row")
