"""Writing what people say: the lock, the log, the undo journal, and what is safe on the disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reviewer.model import Entry
from reviewer.model.entry import CONFIRM
from reviewer.model.failure import told
from reviewer.model.wording import worded
from reviewer.scoring.review import REVIEWED
from reviewer.scoring.rubric_file import row_digest
from reviewer.session import changes as facet
from reviewer.session import saving
from reviewer.session.changes import Changes, changes
from reviewer.session.disk_jobs import on_disk
from reviewer.session.refusing import RefusedError
from reviewer.session.said_elsewhere import LogsRead, logs_key, read_logs
from reviewer.session.worded import question_of
from reviewer.store import log_writer
from reviewer.store.files import FileError
from reviewer.store.locks import TaskLock
from reviewer.store.log import new_entry
from reviewer.store.undo import Journal, Target

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

EDITED = (facet.REVIEW, facet.GRADE, facet.TASKS)


class EntryWriter:
    """Makes entries for the person at the desk and appends them, one step of undo at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._syncer = log_writer.Syncer(on_synced=self._synced)
        self._locks: dict[str, TaskLock] = {}
        self._journal = Journal(session.settings)
        self.journaled_at = ""
        self.journal_error = ""
        self._said_undo = False

    @property
    def journal(self) -> Journal:
        """The undo journal of the person who reviews now."""
        if self._journal.author != self._session.settings.author:
            self._journal.close()
            self._journal = Journal(self._session.settings)
        return self._journal

    def entry(self, state: TaskState, type: str, **fields: Any) -> Entry:  # noqa: ANN401
        """A new entry bound to today's row and bytes."""
        item = str(fields.get("item", ""))
        return new_entry(
            type,
            task=state.task.id,
            author=self._session.settings.author,
            row_sha256=_row_digest(state, item),
            bound_to=_bound_to(state, type, item),
            **fields,
        )

    def write(self, state: TaskState, *entries: Entry, step: Target | None = None) -> Changes:
        """Append the entries of one step, then fold again; refused when they cannot be kept."""
        self.append(state, *entries)
        self.record([(state, entries)], step=step)
        return changes(EDITED, state.task.id)

    def append(self, state: TaskState, *entries: Entry) -> None:
        """Append entries without a step of undo.

        What was completed is on the disk: each edit of it is written there at once, so that a
        program that is ended leaves no grade file that says something else than the log.
        """
        writer = self._open(state)
        was_done = state.review.status_by.get(writer.settings.author) == REVIEWED
        try:
            for entry in entries:
                writer.append(entry)
                state.entries.append(entry)
                if not state.is_loaded:
                    state.said_early.append(entry)
                state.is_edited = True
        except FileError as error:
            self.journal_error = str(error)
            raise RefusedError(worded("not written: {why}", why=str(error))) from error
        finally:
            self._session.grading.refold(state)
        self.journal_error = ""
        self._tell(state)
        if was_done or state.review.status_by.get(writer.settings.author) == REVIEWED:
            saving.save(self._session, state)

    def _tell(self, state: TaskState) -> None:
        """Say where a log went, or that it had to be written again."""
        writer = state.writer
        if writer is not None and writer.note:
            self._session.say(writer.note, task=state.task.id)
            writer.note = ""

    def record(
        self,
        parts: list[tuple[TaskState, tuple[Entry, ...]]],
        *,
        step: Target | None = None,
    ) -> None:
        """Note a step of undo over one or more tasks; the logs stay right without it."""
        try:
            languages = self._session.settings.languages
            asked = question_of(parts[0][0], parts[0][1][0].item, languages=languages)
            self.journal.record([(s.task, e) for s, e in parts], undoing=step, asked=asked)
        except FileError as error:
            if not self._said_undo:  # once: the next steps meet the same
                said = "Undo will not know what you do after a restart: {why}"
                self._session.say(worded(said, why=str(error)))
            self._said_undo = True

    def _open(self, state: TaskState) -> log_writer.LogWriter:
        """The log of a task; it is locked at the first edit, and another's lock is not fought."""
        settings = self._session.settings
        if state.writer is not None and state.writer.settings.author != settings.author:
            state.writer.close()
            state.writer = None
        key = str(state.task.grade_path)
        if key not in self._locks:
            self._locks[key] = self._lock(state)
            self._read_again(state)
        if state.writer is None:
            state.writer = log_writer.LogWriter(
                state.task,
                settings,
                self._syncer,
                held=lambda: self._held(state),
                apart=lambda read, then: self._apart(state, read, then),
            )
        return state.writer

    def _lock(self, state: TaskState) -> TaskLock:
        lock = TaskLock(state.task)
        try:
            is_taken = lock.acquire()
        except FileError as error:
            raise RefusedError(worded("not written: {why}", why=str(error))) from error
        if not is_taken:
            raise RefusedError(
                worded(
                    "{task} is being edited in another window of Reviewer; close it there",
                    task=state.task.id,
                )
            )
        return lock

    def _read_again(self, state: TaskState) -> None:
        """What was said in another window since the task was read: the lock is ours now.

        The edit does not wait for the disk; writing the grade file waits for what is read here.
        """
        task = state.task

        def done(found: LogsRead) -> None:
            saving.take_said(self._session, state, found)
            saving.go_on(self._session, state)

        def failed(error: Exception) -> None:
            state.is_reading_logs = False
            self._session.say(f"{task.id}: {told(error)}", is_error=True, task=task.id)
            saving.go_on(self._session, state)

        state.is_reading_logs = True
        on_disk(
            self._session,
            logs_key(state),
            lambda: read_logs(task),
            done=done,
            failed=failed,
            title=worded("Reading the logs of {task}", task=task.id),
        )

    def _apart(
        self,
        state: TaskState,
        read: Callable[[], set[str]],
        then: Callable[[set[str]], None],
    ) -> None:
        """Read what logs say off this thread; what they lost is written again on it."""
        task_id = state.task.id

        def done(there: set[str]) -> None:
            try:
                then(there)
            except FileError as error:
                self._session.failing(task_id)(error)
            self._tell(state)

        on_disk(
            self._session,
            f"restore:{task_id}",
            read,
            done=done,
            task=task_id,
            title=worded("Reading the logs of {task}", task=task_id),
        )

    def _held(self, state: TaskState) -> list[Entry]:
        """What the desk holds of a log; tasks of single files share one."""
        folder = state.task.review_folder
        sharing = [s for s in self._session.held if s.task.review_folder == folder]
        if not any(each is state for each in sharing):
            sharing.append(state)
        return [entry for each in sharing for entry in each.entries]

    def _synced(self, entry: Entry, problem: str) -> None:
        self._session.jobs.post(lambda: self._say_synced(entry, problem))

    def _say_synced(self, entry: Entry, problem: str) -> None:
        if problem:
            self.journal_error = problem
            self._session.say(problem, is_error=True, task=entry.task)
        else:
            self.journaled_at = entry.at
        self._session.announce(changes({facet.BUSY}))

    def let_go(self, state: TaskState) -> None:
        """Close the log and the lock of a task that leaves the desk; the disk is not waited for."""
        writer, state.writer = state.writer, None
        if writer is not None:
            held = tuple(self._held(state))
            writer.held, writer.apart = lambda: held, log_writer.at_once
            task_id = state.task.id

            def done(note: str) -> None:
                if note:
                    self._session.say(note, task=task_id)

            on_disk(
                self._session,
                f"let-go:{id(writer)}",
                lambda: log_writer.finished(writer),
                done=done,
                task=task_id,
                is_kept=True,
            )
        lock = self._locks.pop(str(state.task.grade_path), None)
        if lock is not None:
            lock.release()

    def close(self) -> None:
        """Wait for the disk, end the writer's thread, release every lock."""
        self._syncer.close()
        self._journal.close()
        for lock in self._locks.values():
            lock.release()
        self._locks.clear()


def _row_digest(state: TaskState, item: str) -> str:
    check = state.rubric.check(item) if state.rubric and item else None
    return row_digest(check) if check else ""


def _bound_to(state: TaskState, type: str, item: str) -> Mapping[str, str]:
    """The digests of the artifacts that an entry is about.

    A row names what it reads. A question that is no row, and a confirmation of many rows, are
    about all artifacts.
    """
    check = state.rubric.check(item) if state.rubric and item else None
    if check is not None:
        return {role: state.digests[role] for role in check.reads if role in state.digests}
    return dict(state.digests) if item or type == CONFIRM else {}
