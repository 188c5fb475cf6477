"""The desk: opened tasks, what people say of them, and what it comes to. No Qt.

Every method runs on the owner's thread and returns which facets changed; work that takes time is
submitted to `jobs` and announced through `on_changes` when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.model import RESULT, Task
from reviewer.model.failure import told
from reviewer.session import changes as facet
from reviewer.session import folding, gimp_window, opening, rereading, saving, survey, time_spent
from reviewer.session.answers import JudgeAnswers
from reviewer.session.changes import Changes, Message, changes
from reviewer.session.disk_jobs import on_disk
from reviewer.session.drafts import Drafts
from reviewer.session.editing import Editor
from reviewer.session.grading import Grading
from reviewer.session.held import Held
from reviewer.session.items import Rows, rows
from reviewer.session.jobs import Jobs
from reviewer.session.pair_desk import candidates_of, sides
from reviewer.session.review_clock import ReviewClock
from reviewer.session.settling import Choice, Conflict, look_at, settle
from reviewer.session.showing import Showing
from reviewer.session.state import Row, TaskState
from reviewer.session.task_rows import TaskRows
from reviewer.session.veiling import is_answered_by_code
from reviewer.session.watching import watch
from reviewer.store.cache import MeasurementCache
from reviewer.store.reader import PictureCache
from reviewer.store.settings import Settings, folder_name

if TYPE_CHECKING:
    from reviewer.session.arranging import Arranged
    from reviewer.session.distribution import Distributions
    from reviewer.session.grader_desk import GraderDesk
    from reviewer.session.judging import Judging
    from reviewer.session.layers import Layers
    from reviewer.session.pairs import Pairs
    from reviewer.session.places import Places
    from reviewer.session.workshop import Workshop


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
        self.pictures = PictureCache(settings.picture_memory)
        self.clock = ReviewClock()
        self.on_changes: Callable[[Changes], None] = lambda changed: None
        self.messages: list[Message] = []
        self.root: Path | None = None
        self.tasks: dict[str, Task] = {}
        self.current_id = ""
        self.is_discovering = False
        self.is_blind = settings.blind
        self.task_rows = TaskRows(is_blind=settings.blind)
        self.held = Held(self)
        self.drafts = drafts = Drafts(self)
        self.grading = Grading(self)
        self.editor = Editor(self)
        self.showing = Showing(self)
        # States, the queue and what-if, as the window asks the desk for them.
        self.state = self.held.state
        self.rows, self.row = self.task_rows.arranged, self.task_rows.row
        self.progress = self.task_rows.progress
        self.set_parameter, self.reset_parameters = drafts.set_parameter, drafts.reset_parameters
        self.set_draft, self.discard_draft = drafts.set_draft, drafts.discard_draft
        self.editable, self.comparison = drafts.editable, drafts.comparison
        self.find_turning_points = drafts.find_turning_points

    # What few sessions need is loaded when it is first asked for: the window must not wait for it.

    @cached_property
    def judging(self) -> Judging:
        """Asking a model."""
        from reviewer.session.judging import Judging

        return Judging(self)

    @cached_property
    def pairs(self) -> Pairs:
        """Blind pairs."""
        from reviewer.session.pairs import Pairs

        return Pairs(self)

    @cached_property
    def layers(self) -> Layers:
        """Layers of a picture, shown and hidden for looking only."""
        from reviewer.session.layers import Layers

        return Layers(self)

    @cached_property
    def grader(self) -> GraderDesk:
        """The task's own grader."""
        from reviewer.session.grader_desk import GraderDesk

        return GraderDesk(self)

    @cached_property
    def places(self) -> Places:
        """Where the things that lists name lie in the pictures."""
        from reviewer.session.places import Places

        return Places(self)

    @cached_property
    def distributions(self) -> Distributions:
        """How values spread over a folder."""
        from reviewer.session.distribution import Distributions

        return Distributions(self)

    @cached_property
    def workshop(self) -> Workshop:
        """Making tasks."""
        from reviewer.session.workshop import Workshop

        return Workshop(self)

    # Folders

    def open(self, path: Path) -> Changes:
        """Open a folder: its tasks arrive in batches, the first ones at once."""
        self.held.put_away()
        self.jobs.cancel_all()
        # Wherever the program was started, the tasks of the folder have whole paths.
        self.root = Path(folder_name(path))
        self.tasks.clear()
        self.task_rows.clear()
        self.current_id = ""
        self.is_discovering = True
        opening.start(self, self.root)
        return changes({facet.TASKS, facet.TASK, facet.BUSY})

    def discovered(self, problem: str = "") -> None:
        """All tasks of the folder are known, or why not; the survey follows."""
        self.is_discovering = False
        if problem:
            self.say(problem, is_error=True)
        self.announce(changes({facet.TASKS, facet.BUSY}))
        self.survey()
        self._check_answers()

    def _check_answers(self) -> None:
        """Say when a file of answers speaks of items that nobody asks for."""
        answers, found = self.judge_answers, list(self.tasks.values())
        if answers is not None and found:
            self.jobs.submit(
                "judge-answers",
                lambda token: answers.require_known(found, token),
                done=lambda _: None,
                failed=self.failing(),
                pool="background",
                is_quiet=True,
            )

    # The queue

    def arrange(
        self, *, words: str | None = None, sort: str | None = None, descending: bool | None = None
    ) -> Changes:
        """Filter or sort the queue; a word that means nothing raises FilterError."""
        wish: dict[str, Any] = {"words": words, "sort": sort, "descending": descending}
        if self.task_rows.are_many:
            return self._arrange_beside(**wish)
        self.jobs.cancel("arrange")
        self.task_rows.arrange(**wish)
        return changes({facet.TASKS})

    def _arrange_beside(self, **wish: Any) -> Changes:  # noqa: ANN401 - passed through
        arranging = self.task_rows.arranging(**wish)
        self.jobs.submit(
            "arrange",
            lambda token: arranging(token.check),
            done=self._take_order,
            failed=self.failing(),
            title="Arranging the list",
            is_quiet=True,
        )
        return changes({facet.BUSY})

    def _take_order(self, found: Arranged) -> None:
        old = self.task_rows.take(found)
        self.announce(changes({facet.TASKS}))
        self.jobs.post(old.clear)

    def neighbour(self, step: int) -> str | None:
        """The task `step` rows further in the queue, or None at its ends."""
        return self.task_rows.neighbour(self.current_id, step)

    def next_unreviewed(self) -> str | None:
        """The next task of the queue that is not done."""
        return self.task_rows.next_unreviewed(self.current_id)

    # One task

    @property
    def current(self) -> TaskState | None:
        """The task on the desk, or None."""
        return self.held.get(self.current_id)

    def select(self, task_id: str) -> Changes:
        """Put a task on the desk; the one left behind is saved when it was edited."""
        if task_id not in self.tasks:
            raise KeyError(f"there is no task {task_id!r} in this folder")
        if task_id == self.current_id:
            return changes(())
        self.leave()
        self.current_id = task_id
        self.task_rows.keep_place_of(task_id)
        state = self.state(task_id)
        state.result_shown, state.unseen = False, candidates_of(state.task)
        self.clock.take()
        self.showing.start(state)
        rereading.look_again(self, state)
        watch(self, state)
        self.grading.load(state)
        return changes({facet.TASK, facet.PICTURES, facet.TASKS}, task_id)

    def leave(self) -> None:
        """Leave the task on the desk: count the time, write its grade when it was edited."""
        state = self.current
        if state is None:
            return
        time_spent.note(self, state, is_last=True)
        state.seconds += self.clock.take()
        self.drafts.put_back(state)
        if state.is_edited:
            self.save(state.task.id)

    def refold(self, state: TaskState) -> None:
        """Credit and fold again: microseconds, on this thread."""
        self.grading.refold(state)

    def panel(self, state: TaskState | None = None) -> Rows | None:
        """The rows of the right panel for this person, blind where blind mode says so."""
        state = state or self.current
        if state is None or state.effective is None:
            return None
        author, is_blind = self.settings.author, self.is_blind
        measurements, ledger = folding.known_to(state, author=author, is_blind=is_blind)
        if ledger is None:
            return None
        return rows(
            state.effective,
            measurements,
            ledger,
            state.review,
            author=author,
            is_blind=is_blind,
            slot=sides(state).get(RESULT, ""),
            is_by_code=is_answered_by_code(state.task),
        )

    # Saving and saying

    def save(self, task_id: str, *, is_asked: bool = False) -> None:
        """Write the grade file of a task in the background; `is_asked` when the person said so."""
        saving.save(self, self.state(task_id), is_asked=is_asked)

    def look_at_conflict(self, shown: Callable[[Conflict], None]) -> None:
        """Hand both forms to `shown`, as they are by now."""
        look_at(self, shown)

    def settle_conflict(self, choice: Choice) -> Changes:
        """Write mine over it, take theirs, or keep both apart for now."""
        return settle(self, choice)

    def save_copy(self, path: Path) -> None:
        """Write the grade of the task on the desk to another place."""
        if self.current is not None:
            saving.save_copy(self, self.current, path)

    def reload(self) -> Changes:
        """Read the task on the desk again: its folder, files, logs, grade."""
        return rereading.reread(self, self.current) if self.current is not None else changes(())

    def copy_samples(self, done: Callable[[Path], None]) -> None:
        """Hand over a copy of the shipped samples in the user's data folder.

        It is not handed over any more where another folder was opened meanwhile.
        """
        from reviewer.store.samples import copied_samples

        on_disk(self, "samples", copied_samples, done=done)

    def open_in_gimp(self, key: str) -> None:
        """Open the picture of a pane in GIMP, without waiting; never the golden one."""
        gimp_window.open_in_gimp(self, key)

    def set_blind(self, is_blind: bool) -> Changes:
        """Hide or show what the judge said of items not yet answered."""
        self.is_blind = is_blind
        self.task_rows.set_blind(is_blind)
        if self.task_rows.are_many:
            self._arrange_beside()
        return changes({facet.TASKS, facet.REVIEW, facet.GRADE, facet.SETTINGS})

    def watch(self) -> None:
        """Take in what others said meanwhile of the task on the desk."""
        if self.current is not None:
            watch(self, self.current)

    def survey(self) -> None:
        """Grade every task in the background, so that the list can say how each fares."""
        survey.start(self)

    def put_row(self, row: Row) -> None:
        """A row worked out off the desk; a task on the desk knows better."""
        held = self.held.get(row.id)
        if row.id in self.tasks and (held is None or held.ledger is None):
            self.task_rows.put(row)

    def put_rows(self, rows: Iterable[Row]) -> None:
        """Several rows at once, as the survey hands them over."""
        for row in rows:
            self.put_row(row)
        self.announce(changes({facet.TASKS}))

    def say(self, text: str, *, is_error: bool = False, task: str = "", action: str = "") -> None:
        """A message for the person."""
        job, run = self.jobs.speaker()
        self.messages.append(
            Message(text, is_error=is_error, task=task, action=action, job=job, run=run)
        )
        self.announce(changes({facet.MESSAGE}, task))

    def failing(self, task: str = "") -> Callable[[Exception], None]:
        """What is handed to `jobs` for a failure: it is said, at the task that it is about."""
        return lambda error: self.say(told(error), is_error=True, task=task)

    def announce(self, changed: Changes) -> None:
        """Tell the owner that something changed."""
        self.on_changes(changed)

    def close(self) -> None:
        """Save what was edited, stop all work, let go of locks and logs."""
        time_spent.note_now(self)
        self.held.close()
        self.jobs.close()
        self.editor.close()
        if self.cache is not None:
            self.cache.close()
