"""The desk: opened tasks, what people say of them, and what it comes to. No Qt.

Every method runs on the owner's thread and returns which facets changed; work that takes time is
submitted to `jobs` and announced through `on_changes` when it is done.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from reviewer.model import Scalar, Task
from reviewer.scoring.editable import Editable, editable
from reviewer.scoring.turning import TurningPoint, turning_points
from reviewer.scoring.whatif import Comparison, compare
from reviewer.session import changes as facet
from reviewer.session import folding, loading, saving
from reviewer.session.answers import JudgeAnswers
from reviewer.session.backends import machines_of
from reviewer.session.changes import Changes, Message, changes
from reviewer.session.editing import Editor
from reviewer.session.items import Rows, rows
from reviewer.session.jobs import CancelToken, Jobs
from reviewer.session.judge_run import Options
from reviewer.session.judging import Judging
from reviewer.session.pairs import Pairs
from reviewer.session.queue import Progress, arrange, next_unreviewed, progress
from reviewer.session.showing import Showing
from reviewer.session.state import Loaded, Row, TaskState
from reviewer.store import files, folder
from reviewer.store.cache import MeasurementCache
from reviewer.store.reader import PictureCache, TaskReader
from reviewer.store.settings import Settings

_STATES_KEPT = 48
_CHUNK = 200
_CHUNK_SECONDS = 0.08


class Session:
    """Tasks in, judgements out. One instance a window or command."""

    def __init__(
        self,
        *,
        settings: Settings,
        jobs: Jobs,
        cache: MeasurementCache | None = None,
        judge_answers: JudgeAnswers | None = None,
    ) -> None:
        self.settings = settings
        self.jobs = jobs
        self.cache = cache
        self.judge_answers = judge_answers
        self.pictures = PictureCache()
        self.on_changes: Callable[[Changes], None] = lambda changed: None
        self.messages: list[Message] = []
        self.root: Path | None = None
        self.tasks: dict[str, Task] = {}
        self.current_id = ""
        self.is_discovering = False
        self.words = ""
        self.sort = "folder"
        self.descending = False
        self.is_blind = settings.blind
        self._rows: dict[str, Row] = {}
        self._states: OrderedDict[str, TaskState] = OrderedDict()
        self._arranged: list[Row] | None = None
        self.editor = Editor(self)
        self.showing = Showing(self)
        self.judging = Judging(self)
        self.pairs = Pairs(self)

    # Folders

    def open(self, path: Path) -> Changes:
        """Open a folder: its tasks arrive in batches, the first ones at once."""
        self.leave()
        self.jobs.cancel_all()
        self.root = Path(path)
        self.tasks.clear()
        self._rows.clear()
        self._states.clear()
        self._arranged = None
        self.current_id = ""
        self.is_discovering = True
        self.jobs.submit(
            "discover",
            lambda token: self._discover(Path(path), token),
            done=lambda _: self._discovered(),
            failed=self._discovery_failed,
            title="Looking for tasks",
            pool="background",
        )
        return changes({facet.TASKS, facet.TASK, facet.BUSY})

    def _discover(self, path: Path, token: CancelToken) -> None:
        batch: list[Task] = []
        began = time.monotonic()

        def flush() -> None:
            nonlocal began
            ready = tuple(batch)
            batch.clear()
            began = time.monotonic()
            self.jobs.post(lambda: None if token.is_cancelled else self._add(ready))

        found = folder.discover(
            path,
            check=token.check,
            notes=lambda note: self.jobs.post(lambda: self.say(note.text, is_error=True)),
        )
        for count, task in enumerate(found, 1):
            batch.append(task)
            if count == 1 or len(batch) >= _CHUNK or time.monotonic() - began > _CHUNK_SECONDS:
                token.report(count, 0)
                flush()
        flush()

    def _add(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            self.tasks[task.id] = task
            self._rows[task.id] = Row(task.id, task.kind, error=task.problem)
        self._arranged = None
        self.announce(changes({facet.TASKS}))

    def _discovered(self) -> None:
        self.is_discovering = False
        self.announce(changes({facet.TASKS, facet.BUSY}))
        self.survey()

    def _discovery_failed(self, error: Exception) -> None:
        self.is_discovering = False
        self.say(str(error), is_error=True)
        self.announce(changes({facet.TASKS, facet.BUSY}))

    # The queue

    def rows(self) -> list[Row]:
        """The rows of the queue, filtered and sorted; in blind mode without the judge's part."""
        if self._arranged is None:
            every = [folding.blinded(row) if self.is_blind else row for row in self._rows.values()]
            self._arranged = arrange(
                every, words=self.words, sort=self.sort, descending=self.descending
            )
        return self._arranged

    def row(self, task_id: str) -> Row:
        """The row of one task, as the list may show it."""
        row = self._rows[task_id]
        return folding.blinded(row) if self.is_blind else row

    def arrange(
        self, *, words: str | None = None, sort: str | None = None, descending: bool | None = None
    ) -> Changes:
        """Filter or sort the queue; a word that means nothing raises FilterError."""
        tried_words = self.words if words is None else words
        tried_sort = self.sort if sort is None else sort
        tried_order = self.descending if descending is None else descending
        arrange([], words=tried_words, sort=tried_sort, descending=tried_order)
        self.words, self.sort, self.descending = tried_words, tried_sort, tried_order
        self._arranged = None
        return changes({facet.TASKS})

    def progress(self) -> Progress:
        """How far this person is in the queue as filtered."""
        return progress(self.rows())

    def neighbour(self, step: int) -> str | None:
        """The task `step` rows further in the queue, or None at its ends."""
        ids = [row.id for row in self.rows()]
        if self.current_id not in ids:
            return ids[0] if ids else None
        place = ids.index(self.current_id) + step
        return ids[place] if 0 <= place < len(ids) else None

    def next_unreviewed(self) -> str | None:
        """The next task of the queue that is not done."""
        return next_unreviewed(self.rows(), self.current_id)

    # One task

    @property
    def current(self) -> TaskState | None:
        """The task on the desk, or None."""
        return self._states.get(self.current_id)

    def state(self, task_id: str) -> TaskState:
        """The state of a task, made when it is first needed."""
        state = self._states.get(task_id)
        if state is None:
            task = self.tasks[task_id]
            reader = TaskReader(task, self.pictures, machines=machines_of(self.settings))
            state = TaskState(task, reader)
            self._states[task_id] = state
            self._trim()
        self._states.move_to_end(task_id)
        return state

    def _trim(self) -> None:
        for task_id, state in list(self._states.items()):
            if len(self._states) <= _STATES_KEPT:
                return
            if task_id != self.current_id and not state.is_edited:
                self.editor.let_go(state)
                del self._states[task_id]

    def known_states(self) -> Iterator[TaskState]:
        """The states held, least recently used first."""
        yield from list(self._states.values())

    def select(self, task_id: str) -> Changes:
        """Put a task on the desk; the one left behind is saved when it was edited."""
        if task_id not in self.tasks:
            raise KeyError(f"there is no task {task_id!r} in this folder")
        if task_id != self.current_id:
            self.leave()
        self.current_id = task_id
        state = self.state(task_id)
        state.opened_at = time.monotonic()
        state.result_shown = False
        self.showing.start(state)
        self.load(state)
        return changes({facet.TASK, facet.PICTURES, facet.TASKS}, task_id)

    def leave(self) -> None:
        """Leave the task on the desk: count the time, write its grade when it was edited."""
        state = self.current
        if state is None:
            return
        state.seconds += time.monotonic() - state.opened_at
        if state.is_edited:
            self.save(state.task.id)

    def load(self, state: TaskState) -> None:
        """Read what the disk says of a task, then measure it."""
        if state.is_loaded:
            self.measure(state)
            return
        task_id = state.task.id
        self.jobs.submit(
            f"load:{task_id}",
            lambda token: loading.load(
                state.task,
                reader=state.reader,
                settings=self.settings,
                cache=self.cache,
                token=token,
            ),
            done=lambda loaded: self.loaded(state, loaded),
            failed=lambda error: self._failed(state, error),
            title=f"Opening {task_id}",
            is_quiet=True,
        )

    def loaded(self, state: TaskState, loaded: Loaded) -> None:
        """Take over what was read, and measure unless it was measured before."""
        folding.take(state, loaded)
        if self.judge_answers is not None and state.rubric is not None:
            state.judged.update(self.judge_answers.measurements(state.task.id, state.rubric))
        self.refold(state)
        for note in loaded.notes:
            self.say(note, task=state.task.id)
        if loaded.error:
            self.say(loaded.error, is_error=True, task=state.task.id)
        self.announce(
            changes(
                {facet.TASK, facet.RUBRIC, facet.REVIEW, facet.GRADE, facet.MEASUREMENTS},
                state.task.id,
            )
        )
        self.measure(state)

    def measure(self, state: TaskState, *, again: bool = False) -> None:
        """Measure a task unless that was done; `again` after a parameter or file changed."""
        rubric = state.rubric
        if rubric is None or (state.measured is not None and not again):
            return
        parameters = dict(state.parameters)
        self.jobs.submit(
            f"measure:{state.task.id}",
            lambda token: loading.measure(
                state.task,
                rubric=rubric,
                reader=state.reader,
                parameters=parameters,
                token=token,
                cache=self.cache,
                digests=state.digests,
            ),
            done=lambda measured: self.measured(state, measured),
            failed=lambda error: self._failed(state, error),
            title=f"Measuring {state.task.id}",
        )

    def measured(self, state: TaskState, measured: object) -> None:
        """Take over measurements and fold."""
        folding.take_measured(state, measured)
        self.refold(state)
        self.announce(changes({facet.MEASUREMENTS, facet.GRADE, facet.TASKS}, state.task.id))

    def _failed(self, state: TaskState, error: Exception) -> None:
        text = str(error) or type(error).__name__
        state.error = text
        state.is_loaded = True
        self.refold(state)
        self.say(f"{state.task.id}: {text}", is_error=True, task=state.task.id)
        self.announce(changes({facet.TASK, facet.MEASUREMENTS, facet.TASKS}, state.task.id))

    def refold(self, state: TaskState) -> None:
        """Credit and fold again: microseconds, on this thread."""
        folding.refold(state, author=self.settings.author)
        self._rows[state.task.id] = folding.row_of(state, author=self.settings.author)
        self._arranged = None

    def panel(self, state: TaskState | None = None) -> Rows | None:
        """The rows of the right panel for this person, blind where blind mode says so."""
        state = state or self.current
        if state is None or state.ledger is None or state.effective is None:
            return None
        return rows(
            state.effective,
            state.measurements,
            state.ledger,
            state.review,
            author=self.settings.author,
            is_blind=self.is_blind,
        )

    # Parameters and drafts

    def set_parameter(self, name: str, value: Scalar) -> Changes:
        """Change a measuring parameter for this task: the pixels are measured again."""
        state = self.current
        if state is None:
            return changes(())
        state.parameters[name] = value
        self.measure(state, again=True)
        self.showing.refresh_sheet(state)
        return changes({facet.RUBRIC, facet.BUSY}, state.task.id)

    def reset_parameters(self) -> Changes:
        """Back to the rubric's values."""
        state = self.current
        if state is None or not state.parameters:
            return changes(())
        state.parameters.clear()
        self.measure(state, again=True)
        self.showing.refresh_sheet(state)
        return changes({facet.RUBRIC, facet.BUSY}, state.task.id)

    def set_draft(self, key: str, value: float | None) -> Changes:
        """Edit one judging threshold, weight or cap as a draft; None takes it back."""
        state = self.current
        if state is None:
            return changes(())
        if value is None:
            state.draft.pop(key, None)
        else:
            state.draft[key] = value
        return changes({facet.RUBRIC}, state.task.id)

    def discard_draft(self) -> Changes:
        """Forget the draft."""
        state = self.current
        if state is None:
            return changes(())
        state.draft.clear()
        return changes({facet.RUBRIC}, state.task.id)

    def comparison(self) -> Comparison | None:
        """The ledger now and with the draft, aligned; None without a draft."""
        state = self.current
        if state is None or state.effective is None or state.ledger is None:
            return None
        draft = folding.draft_of(state)
        if draft is None:
            return None
        return compare(state.measurements, state.effective, draft, state.review.overrides)

    def editable(self) -> tuple[Editable, ...]:
        """Every judging value of the task's rubric that a draft may change."""
        state = self.current
        return editable(state.effective) if state is not None and state.effective else ()

    def find_turning_points(self, done: Callable[[tuple[TurningPoint, ...]], None]) -> None:
        """For each value the nearest one at which a headline changes, worked out in the pool."""
        state = self.current
        if state is None or state.effective is None or state.ledger is None:
            return
        measurements, rubric = state.measurements, state.effective
        overrides = state.review.overrides
        self.jobs.submit(
            "turning",
            lambda token: turning_points(measurements, rubric, overrides),
            done=done,
            failed=lambda error: self.say(str(error), is_error=True),
            is_quiet=True,
        )

    def ask_judge(self, task_ids: Sequence[str], items: Sequence[str] | None = None) -> Changes:
        """Ask the judge about tasks; `items` are rows or patterns, by default all unanswered."""
        return self.judging.ask(task_ids, Options(None if items is None else tuple(items)))

    # Saving and saying

    def save(self, task_id: str, *, force: bool = False) -> None:
        """Write the grade file of a task in the background."""
        saving.save(self, self.state(task_id), force=force)

    def save_copy(self, path: Path) -> None:
        """Write the grade of the task on the desk to another place."""
        if self.current is not None:
            saving.save_copy(self.current, path)

    def reload(self) -> Changes:
        """Read the task on the desk again: files, logs, grade."""
        state = self.current
        if state is None:
            return changes(())
        state.is_loaded = False
        state.measured = None
        state.grade = None
        self.showing.start(state)
        self.load(state)
        return changes({facet.TASK, facet.PICTURES, facet.MEASUREMENTS}, state.task.id)

    def samples_folder(self) -> Path:
        """A copy of the shipped samples in the user's data folder."""
        from reviewer.store.samples import copied_samples

        return copied_samples()

    def set_blind(self, is_blind: bool) -> Changes:
        """Hide or show what the judge said of items not yet answered."""
        self.is_blind = is_blind
        self._arranged = None
        return changes({facet.TASKS, facet.REVIEW, facet.GRADE, facet.SETTINGS})

    def survey(self) -> None:
        """Grade every task in the background, so that the list can say how each fares."""
        from reviewer.session import survey

        survey.start(self)

    def put_row(self, row: Row) -> None:
        """A row that the survey worked out; a task on the desk knows better."""
        if row.id in self.tasks and row.id not in self._states:
            self._rows[row.id] = row
            self._arranged = None

    def say(self, text: str, *, is_error: bool = False, task: str = "", action: str = "") -> None:
        """A message for the person."""
        self.messages.append(Message(text, is_error=is_error, task=task, action=action))
        self.announce(changes({facet.MESSAGE}, task))

    def announce(self, changed: Changes) -> None:
        """Tell the owner that something changed."""
        self.on_changes(changed)

    def close(self) -> None:
        """Save what was edited, stop all work, let go of locks and logs."""
        self.leave()
        for state in self.known_states():
            if state.is_edited:
                saving.save_now(self, state)
            self.editor.let_go(state)
        self.jobs.close()
        self.editor.close()
        if self.cache is not None:
            self.cache.close()

    def problem_of(self, error: Exception) -> str:
        """An error in words for the message bar."""
        return (
            str(error) if isinstance(error, files.FileError) else f"{type(error).__name__}: {error}"
        )
