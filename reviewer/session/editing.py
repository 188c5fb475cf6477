"""What people do to a task: answers, disputes, completing, undo. Every act is a log entry first."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from reviewer.model import Entry, Scalar
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
from reviewer.scoring.rubric_file import row_digest
from reviewer.session import changes as facet
from reviewer.session.changes import Changes, changes
from reviewer.store import log
from reviewer.store.files import FileError
from reviewer.store.locks import TaskLock
from reviewer.store.undo import Journal, Target

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

_EDITED = (facet.REVIEW, facet.GRADE, facet.TASKS)


class RefusedError(Exception):
    """An act that must not be done now; the status line says why."""


class Editor:
    """Writes entries for the person at the desk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._syncer = log.Syncer(on_synced=self._synced)
        self._locks: dict[str, TaskLock] = {}
        self.journal = Journal(session.settings)
        self.journaled_at = ""
        self.journal_error = ""

    # Acts on one item

    def answer(
        self, item: str, value: float | None, *, reason: str = "", code: int | None = None
    ) -> Changes:
        """Answer an item; None says that it cannot be told. Refused before the result is seen."""
        state = self._ready()
        self._refuse_unseen(state)
        before = self._mine(state, item)
        return self._write(
            state,
            self._entry(
                state,
                ANSWER,
                item=item,
                value=value,
                text=reason,
                code=code,
                replaced=before.value if before else None,
                blind=self._is_blind_for(state),
            ),
        )

    def vote(
        self, item: str, value: float, *, reason: str, is_blind: bool, extra: Mapping[str, Any]
    ) -> Changes:
        """Vote on a pair: an answer that says under which slots it was given."""
        state = self._ready()
        self._refuse_unseen(state)
        before = self._mine(state, item)
        return self._write(
            state,
            self._entry(
                state,
                ANSWER,
                item=item,
                value=value,
                text=reason,
                replaced=before.value if before else None,
                blind=is_blind,
                extra=extra,
            ),
        )

    def take_back(self, item: str) -> Changes:
        """Take one's own answer back; the judge's value stands again."""
        state = self._ready()
        mine = self._mine(state, item)
        if mine is None:
            raise RefusedError("there is no answer of yours to take back")
        return self._write(state, self._entry(state, RETRACT, item=item, retracts=mine.entry))

    def dispute(self, item: str, code: int, *, text: str = "", should_be: Scalar = None) -> Changes:
        """Dispute a row under one of the six codes; "measured wrong" may carry a value."""
        if code not in DISPUTE_CODES:
            raise RefusedError(f"there is no dispute code {code}; codes run from 1 to 6")
        state = self._ready()
        return self._write(
            state,
            self._entry(state, DISPUTE, item=item, code=code, text=text, value=should_be),
        )

    def note(self, text: str, *, item: str = "") -> Changes:
        """Leave a note on the task or on one row."""
        state = self._ready()
        return self._write(state, self._entry(state, NOTE, item=item, text=text))

    def adjudicate(self, item: str, value: float, *, reason: str = "") -> Changes:
        """Settle what people disagree on."""
        state = self._ready()
        return self._write(
            state, self._entry(state, ADJUDICATE, item=item, value=value, text=reason)
        )

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
                f"not judged and not answered: {', '.join(open_items)}; answer it, or press - "
                "for cannot tell"
            )
        panel = self._session.panel(state)
        unsaid = [i.id for i in panel.needs if not i.is_answered] if panel else []
        if unsaid and self._session.is_blind:
            raise RefusedError(f"answer the hidden items first: {', '.join(unsaid)}")
        group = str(uuid.uuid4())
        seconds = round(state.seconds + time.monotonic() - state.opened_at, 1)
        confirm = self._entry(
            state, CONFIRM, items=tuple(unsaid), mode=mode, seconds=seconds, group=group
        )
        status = self._entry(state, STATUS, text="reviewed", group=group)
        done = self._write(state, confirm, status)
        self._session.save(state.task.id)
        return done

    def reopen(self) -> Changes:
        """Take the mark "reviewed" back."""
        state = self._ready()
        return self._write(state, self._entry(state, STATUS, text="open"))

    def confirm_many(self, task_ids: Iterable[str], *, mode: str) -> Changes:
        """Confirm several loaded tasks as one step of undo (a page of a contact sheet)."""
        group = str(uuid.uuid4())
        for task_id in task_ids:
            state = self._session.state(task_id)
            if state.ledger is None or state.effective is None:
                continue
            unsaid = tuple(
                check.id
                for check in state.effective.checks
                if check.overridable and self._mine(state, check.id) is None
            )
            self._write(
                state,
                self._entry(state, CONFIRM, items=unsaid, mode=mode, group=group),
                self._entry(state, STATUS, text="reviewed", group=group),
            )
            self._session.save(task_id)
        return changes(_EDITED)

    # Undo

    def undo(self) -> tuple[Changes, str]:
        """Take the latest step back, on whatever task it was; says which and what."""
        return self._step_back(self.journal.undo_target())

    def redo(self) -> tuple[Changes, str]:
        """Do again what was undone last."""
        return self._step_back(self.journal.redo_target())

    def _step_back(self, target: Target | None) -> tuple[Changes, str]:
        if target is None:
            raise RefusedError("there is nothing to undo or redo")
        task_id = self._task_of(target)
        if task_id is None:
            raise RefusedError(f"open {target.folder} to undo there: {target.says}")
        if task_id != self._session.current_id:
            self._session.select(task_id)
        state = self._session.state(task_id)
        self._load_now(state)
        group = str(uuid.uuid4())
        retracts = [
            self._entry(state, RETRACT, retracts=entry_id, group=group)
            for entry_id in target.entry_ids
        ]
        changed = self._write(state, *retracts, step=target)
        return changed, target.says

    def _task_of(self, target: Target) -> str | None:
        for task_id, task in self._session.tasks.items():
            if str(task.grade_path) == target.grade_path:
                return task_id
        return None

    def _load_now(self, state: TaskState) -> None:
        """Undo needs the entries of the task at once, whether or not its job is done."""
        if state.is_loaded:
            return
        from reviewer.session import loading
        from reviewer.session.jobs import CancelToken

        loaded = loading.load(
            state.task,
            reader=state.reader,
            settings=self._session.settings,
            cache=self._session.cache,
            token=CancelToken(),
        )
        self._session.loaded(state, loaded)

    # Writing

    def _entry(self, state: TaskState, type: str, **fields: Any) -> Entry:  # noqa: ANN401
        item = str(fields.get("item", ""))
        return log.new_entry(
            type,
            task=state.task.id,
            author=self._session.settings.author,
            row_sha256=self._row_digest(state, item),
            bound_to=self._bound_to(state, item),
            **fields,
        )

    def _row_digest(self, state: TaskState, item: str) -> str:
        check = state.rubric.check(item) if state.rubric and item else None
        return row_digest(check) if check else ""

    def _bound_to(self, state: TaskState, item: str) -> Mapping[str, str]:
        check = state.rubric.check(item) if state.rubric and item else None
        roles = check.reads if check else ("result",) if item else ()
        return {role: state.digests[role] for role in roles if role in state.digests}

    def _write(self, state: TaskState, *entries: Entry, step: object = None) -> Changes:
        self._lock(state)
        if state.writer is None:
            state.writer = log.LogWriter(state.task, self._session.settings, self._syncer)
        try:
            for entry in entries:
                state.writer.append(entry)
        except FileError as error:
            self.journal_error = str(error)
            raise RefusedError(f"not written: {error}") from error
        self.journal_error = ""
        state.entries.extend(entries)
        state.is_edited = True
        self.journal.record(state.task, entries, undoing=step)
        self._session.refold(state)
        if state.writer.note:
            self._session.say(state.writer.note, task=state.task.id)
        return changes(_EDITED, state.task.id)

    def _lock(self, state: TaskState) -> None:
        """Locks are taken at the first edit; another program's lock is said, not fought."""
        key = str(state.task.grade_path)
        if key in self._locks:
            return
        lock = TaskLock(state.task)
        if not lock.acquire():
            raise RefusedError(
                f"{state.task.id} is being edited in another window of Reviewer; close it there"
            )
        self._locks[key] = lock

    def _synced(self, entry: Entry, problem: str) -> None:
        self._session.jobs.post(lambda: self._say_synced(entry, problem))

    def _say_synced(self, entry: Entry, problem: str) -> None:
        if problem:
            self.journal_error = problem
            self._session.say(problem, is_error=True, task=entry.task)
        else:
            self.journaled_at = entry.at
        self._session.announce(changes({facet.BUSY}))

    def wait_synced(self) -> None:
        """Wait until every entry is on the disk."""
        self._syncer.wait()

    def let_go(self, state: TaskState) -> None:
        """Close the log and the lock of a task that leaves the desk."""
        if state.writer is not None:
            state.writer.close()
            state.writer = None
        lock = self._locks.pop(str(state.task.grade_path), None)
        if lock is not None:
            lock.release()

    def close(self) -> None:
        """Wait for the disk, end the writer's thread, release every lock."""
        self._syncer.close()
        self.journal.close()
        for lock in self._locks.values():
            lock.release()
        self._locks.clear()

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

    def _mine(self, state: TaskState, item: str) -> Any:  # noqa: ANN401 - Answer or None
        author = self._session.settings.author
        return next((a for a in state.review.answers.get(item, ()) if a.author == author), None)

    def _is_blind_for(self, state: TaskState) -> bool:
        panel = self._session.panel(state)
        return bool(panel and panel.is_hidden)

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
