"""What people say of a task: answers, disputes, notes, undo. Every act is a log entry first."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reviewer.model import Answer, Entry, Scalar
from reviewer.model.entry import (
    ADJUDICATE,
    ADOPT,
    ANSWER,
    DISPUTE,
    DISPUTE_CODES,
    NOTE,
    RETRACT,
)
from reviewer.model.wording import worded
from reviewer.scoring.in_force import may_be_settled
from reviewer.session import pair_desk
from reviewer.session.changes import Changes
from reviewer.session.completing import Completing
from reviewer.session.entry_writer import EntryWriter
from reviewer.session.questions import answer_of
from reviewer.session.refusing import (
    RefusedError,
    refuse_unfit,
    require_measured,
    require_read,
    require_seen,
)
from reviewer.session.undoing import step_back

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

_MEASURED_WRONG = 1


class Editor:
    """Writes entries for the person at the desk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._writer = EntryWriter(session)
        self._entry, self._write = self._writer.entry, self._writer.write
        self.let_go, self.close = self._writer.let_go, self._writer.close
        completing = Completing(session, self._writer)
        self.complete, self.reopen = completing.complete, completing.reopen
        self.confirm_rows = completing.confirm_rows

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
        state = require_seen(self._session)
        pair_desk.refuse_unseen(state, item)
        refuse_unfit(state, item, value)
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
        state = require_seen(self._session)
        pair_desk.refuse_unseen(state, item)
        entry = self._answer(state, item, value, text=reason, blind=is_blind, extra=extra)
        return self._write(state, entry)

    def take_back(self, item: str) -> Changes:
        """Take one's own answer back; the judge's value stands again."""
        state = require_read(self._session)
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
            said = "there is no dispute code {code}; codes run from 1 to 6"
            raise RefusedError(worded(said, code=code))
        state = require_read(self._session)
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
        state = require_read(self._session)
        return self._write(state, self._entry(state, NOTE, item=item, text=text))

    def adjudicate(self, item: str, value: float, *, reason: str = "") -> Changes:
        """Settle what people disagree on; there is nothing to settle anywhere else."""
        state = require_read(self._session)
        refuse_unfit(state, item, value)
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
        state = require_read(self._session)
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
        state = require_read(self._session)
        if not state.draft:
            raise RefusedError("there is no draft to adopt")
        if not why.strip():
            raise RefusedError("say why before a draft is adopted")
        entry = self._entry(state, ADOPT, text=why, extra={"rows": dict(state.draft)})
        state.draft.clear()
        return self._write(state, entry)

    # On a task beside the desk: a tile of a contact sheet

    def answer_on(self, task_id: str, item: str, value: float | None) -> Changes:
        """Answer an item of a task seen as a tile; a row that takes no answer is disputed."""
        state = require_measured(self._session, task_id)
        author = self._session.settings.author
        pair_desk.require_vote(state, author, why="a tile shows one of the two")
        check = state.rubric.check(item) if state.rubric is not None else None
        if check is not None and not check.overridable:
            entry = self._entry(state, DISPUTE, item=item, code=_MEASURED_WRONG, mode="sheet")
        else:
            refuse_unfit(state, item, value)
            blind = self._is_blind_for(state, item)
            entry = self._answer(state, item, value, mode="sheet", blind=blind)
        done = self._write(state, entry)
        self._session.save(task_id)
        return done

    def take_back_on(self, task_id: str, item: str) -> Changes:
        """Take one's own answer on a tile back."""
        state = require_measured(self._session, task_id)
        mine = self._mine(state, item)
        if mine is None:
            raise RefusedError("there is no answer of yours to take back")
        done = self._write(state, self._entry(state, RETRACT, item=item, retracts=mine.entry))
        self._session.save(task_id)
        return done

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

    def _mine(self, state: TaskState, item: str) -> Answer | None:
        return answer_of(state.review.answers.get(item, ()), self._session.settings.author)

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

    def _is_blind_for(self, state: TaskState, item: str) -> bool:
        """True where nothing was told yet; of a pair nothing is blind once it was told whose."""
        panel = self._session.panel(state)
        was_told = pair_desk.was_told(state, self._session.settings.author)
        return bool(panel and panel.is_hidden) and not (was_told and item in pair_desk.CHOICES)
