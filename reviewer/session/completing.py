"""Marking tasks reviewed: what still has to be answered first, and what is confirmed with it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reviewer.model import Entry
from reviewer.model.entry import CONFIRM, STATUS
from reviewer.model.ledger import NOT_JUDGED
from reviewer.model.wording import worded
from reviewer.scoring.review import REVIEWED
from reviewer.scoring.standing import standing
from reviewer.session import pair_desk
from reviewer.session.changes import Changes, changes
from reviewer.session.entry_writer import EDITED, EntryWriter
from reviewer.session.questions import answer_of
from reviewer.session.refusing import RefusedError, require_read, require_seen
from reviewer.session.worded import question_of

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.panel import Rows
    from reviewer.session.state import TaskState

_NOT_BLIND = "agreeing with all is off in blind mode: answer each item"


class Completing:
    """Completes tasks for the person at the desk, each time as one step of undo."""

    def __init__(self, session: Session, writer: EntryWriter) -> None:
        self._session = session
        self._writer = writer

    def complete(self, *, agree: bool = False, mode: str = "single") -> Changes:
        """Mark the task reviewed; with `agree` what the judge said is confirmed item by item."""
        state = require_seen(self._session)
        if agree and self._session.is_blind:
            raise RefusedError(_NOT_BLIND)
        panel = self._session.panel(state)
        unsaid = self._unsaid(state, panel)
        if self._is_completed_so(state, unsaid):
            # It is in the log; but it may have to be written into the grade file yet.
            self._session.save(state.task.id)
            return changes((), state.task.id)
        group = str(uuid.uuid4())
        seconds = round(state.seconds + self._session.clock.seconds, 1)
        confirm = self._writer.entry(
            state, CONFIRM, items=unsaid, mode=mode, seconds=seconds, group=group
        )
        status = self._writer.entry(state, STATUS, text=REVIEWED, group=group)
        return self._writer.write(state, confirm, status)

    def _unsaid(self, state: TaskState, panel: Rows | None) -> tuple[str, ...]:
        """What completing confirms of the judge's; refused while something must be answered."""
        open_items = _unjudged(panel)
        if open_items:
            raise RefusedError(
                worded(
                    "Not judged and not answered: {rows}; answer it, or press - for cannot tell",
                    rows=self._named(state, open_items),
                ),
                item=open_items[0],
            )
        if panel is not None and panel.is_unvoted:
            raise RefusedError("say first which picture is better, or press - for cannot tell")
        needs = panel.needs if panel is not None else ()
        unsaid = tuple(i.id for i in needs if not (i.is_answered or i.is_uncovered))
        if unsaid and self._session.is_blind:
            raise RefusedError(
                worded("Answer what is hidden first: {rows}", rows=self._named(state, unsaid)),
                item=unsaid[0],
            )
        return unsaid

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
        state = require_read(self._session)
        return self._writer.write(state, self._writer.entry(state, STATUS, text="open"))

    def confirm_rows(
        self, rows: Mapping[str, str], *, mode: str, seconds: float | None = None
    ) -> Changes:
        """Confirm one row of each of several loaded tasks (task id → row) as one step of undo.

        What was answered singly is kept; a task that waits for no other answer is then reviewed.
        """
        if self._session.is_blind:
            raise RefusedError(_NOT_BLIND)
        group = str(uuid.uuid4())
        done: list[tuple[TaskState, tuple[Entry, ...]]] = []
        for task_id, row in rows.items():
            state = self._session.state(task_id)
            waiting = _unjudged(self._session.panel(state))
            if state.ledger is None or state.effective is None or row in waiting:
                continue
            if pair_desk.is_open(state, self._session.settings.author):
                continue
            said = () if self._is_said(state, row) else (row,)
            entries = [
                self._writer.entry(
                    state, CONFIRM, items=said, mode=mode, seconds=seconds, group=group
                )
            ]
            if not waiting:
                entries.append(self._writer.entry(state, STATUS, text=REVIEWED, group=group))
            self._writer.append(state, *entries)
            done.append((state, tuple(entries)))
        if not done:
            raise RefusedError("none of these tasks can be confirmed yet")
        self._writer.record(done)
        return changes(EDITED)

    def _is_said(self, state: TaskState, item: str) -> bool:
        author, review = self._session.settings.author, state.review
        return answer_of(review.answers.get(item, ()), author) is not None or any(
            entry.author == author and entry.item == item for entry in review.disputes
        )

    def _named(self, state: TaskState, items: Sequence[str]) -> str:
        """The first of some items by its question, in the language that is read, and how many."""
        said = question_of(state, items[0], languages=self._session.settings.languages)
        if len(items) == 1:
            return said
        return worded("{row} and {count} more", row=said, count=len(items) - 1)


def _unjudged(panel: Rows | None) -> list[str]:
    """Items that the judge did not answer and nobody has: completing asks for them."""
    if panel is None or panel.is_hidden:
        return []
    return [
        item.id
        for item in panel.needs
        if not item.is_answered
        and not item.is_uncovered
        and item.opinion is not None
        and item.opinion.state == NOT_JUDGED
    ]
