"""What the screen asks to see: pictures, evidence, the 2×2 sheet and panels, made in the pool."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reviewer import kinds
from reviewer.kinds.agent_roles import DRAWING
from reviewer.kinds.protocol import Request, Token
from reviewer.model import Evidence, Flag, Panel, Sheet
from reviewer.model.failure import told
from reviewer.model.wording import worded
from reviewer.scoring.naming import in_language
from reviewer.session import changes as facet
from reviewer.session import folding, pictures
from reviewer.session.alarms import flags_of, is_judges
from reviewer.session.changes import changes
from reviewer.session.jobs import CancelToken
from reviewer.session.veiling import HIDDEN, is_answered_by_code, tells_grade, untold, veiled

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

_FIRST_SIDE = 1200
_AHEAD = 3


class Showing:
    """Pictures and drawings of the task on the desk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.states: dict[str, pictures.PictureState] = {}
        self.evidence: Evidence | None = None
        self._evidence_row = ""
        self.sheet: Sheet | None = None
        self.panels: tuple[Panel, ...] = ()
        self.trial: tuple[Panel, ...] = ()
        self.compared: Mapping[str, Any] = {}
        self.problem = ""
        self.hidden_layers: frozenset[str] = frozenset()
        self._is_veiled = False

    def start(self, state: TaskState) -> None:
        """Begin to show a task: panes at once, reduced pictures, then full ones."""
        self.states = pictures.waiting(state.task)
        self.evidence, self._evidence_row = None, ""
        self.sheet = None
        self.panels = self.trial = ()
        self.compared = {}
        self.problem = ""
        self.hidden_layers = frozenset()
        self._is_veiled = self.is_veiled(state)
        for key, artifact in pictures.keyed(state.task):
            self._start_picture(state, key, artifact)
        self._ahead()

    def _start_picture(self, state: TaskState, key: str, artifact: Any) -> None:  # noqa: ANN401
        session = self._session
        reading = session.settings.reading

        def work(token: CancelToken) -> pictures.PictureState:
            if not state.reader.is_decoded(artifact, reading=reading):
                early = pictures.first_paint(state.reader, artifact, max_side=_FIRST_SIDE)
                if early is not None and not token.is_cancelled:
                    session.jobs.post(lambda: self._take(state, key, early))
            return pictures.full(state.reader, artifact, reading=reading, token=token)

        session.jobs.submit(
            f"picture:{key}",
            work,
            done=lambda found: self._take(state, key, found),
            failed=session.failing(),
            title=worded("Reading {file}", file=artifact.name),
            is_quiet=True,
        )

    def _take(self, state: TaskState, key: str, found: pictures.PictureState) -> None:
        if self._session.current is not state:
            return
        if self.states.get(key) is not None and self.states[key].is_full and not found.is_full:
            return
        self.states[key] = found
        self._session.announce(changes({facet.PICTURES}, state.task.id))

    def _ahead(self) -> None:
        """Decode the next tasks of the queue, so that going there shows them at once."""
        session = self._session
        ids = session.task_rows.after(session.current_id, _AHEAD)
        coming = [session.tasks[task_id] for task_id in ids]
        readers = [(task, session.state(task.id).reader) for task in coming]
        reading = session.settings.reading

        def work(token: CancelToken) -> None:
            for task, reader in readers:
                for artifact in pictures.artifacts_to_show(task):
                    pictures.full(reader, artifact, reading=reading, token=token)

        session.jobs.submit(
            "ahead",
            work,
            done=lambda _: None,
            failed=session.failing(),
            pool="ahead",
            is_quiet=True,
        )
        for task in coming:
            session.grading.load(session.state(task.id), pool="ahead")

    def result_painted(self) -> None:
        """The full picture of the result, or its failure, is on the screen: answers count now."""
        state = self._session.current
        if state is not None:
            state.result_shown = True

    def show_evidence(self, check_id: str) -> None:
        """Work out the evidence of one check; that of another row goes at once."""
        self.leave_evidence(check_id)
        self._evidence_row = check_id
        state = self._session.current
        is_told = state is not None and (tells_grade(state.task) or is_answered_by_code(state.task))
        if state is not None and is_told and self.is_veiled(state):
            self.evidence = Evidence(check_id, f"It is {HIDDEN} every item of this task")
            self._session.announce(changes({facet.EVIDENCE}, state.task.id))
            return

        def take(found: Evidence) -> None:
            self.evidence = found

        self._submit("evidence", facet.EVIDENCE, lambda kind, r: kind.evidence(r, check_id), take)

    def leave_evidence(self, row: str) -> None:
        """Another row is looked at: what was shown of the one before would look like its own."""
        if self._evidence_row in ("", row):
            return
        self._evidence_row = ""
        self._session.jobs.cancel("evidence")
        if self.evidence is not None:
            self.evidence = None
            self._session.announce(changes({facet.EVIDENCE}, self._session.current_id))

    def show_sheet(self) -> None:
        """Work out the 2×2 sheet of the task."""

        def take(found: Sheet) -> None:
            self.sheet = found

        self._submit(
            "sheet", facet.SHEET, lambda kind, request: kind.sheet(request), take, is_trial=True
        )

    def refresh_sheet(self, state: TaskState) -> None:
        """Work the sheet out again when it is on the screen."""
        if self._session.current is state and self.sheet is not None:
            self.show_sheet()

    def is_veiled(self, state: TaskState) -> bool:
        """True while what others said of a task is hidden from this person."""
        rows = self._session.panel(state)
        if rows is None:
            # Pictures may be made before it is known what is answered.
            return self._session.is_blind and is_answered_by_code(state.task)
        return rows.is_hidden

    def hides_answers(self, state: TaskState) -> bool:
        """True while pictures and panels may not tell how code answered the questions."""
        return is_answered_by_code(state.task) and self.is_veiled(state)

    def flags(self, state: TaskState) -> tuple[Flag, ...]:
        """The sanity flags that this person may see."""
        found = flags_of(state)
        if not self.is_veiled(state):
            return found
        return tuple(flag for flag in found if not is_judges(flag.id))

    def follow_veil(self) -> None:
        """What was made before it was hidden, or while it was, goes at once and is made anew."""
        state, row = self._session.current, self._evidence_row
        if state is None or self._is_veiled == self.is_veiled(state):
            return
        self._is_veiled = not self._is_veiled
        jobs = self._session.jobs
        had_panels = bool(self.panels) or jobs.is_running("panels")
        had_trial = bool(self.trial) or jobs.is_running("trial")
        for key in ("evidence", "panels", "trial"):
            jobs.cancel(key)
        self.panels = self.trial = ()
        self._session.announce(changes({facet.PANELS, facet.TRIAL}, state.task.id))
        if row:
            self.leave_evidence("")
            self.show_evidence(row)
        self._follow_veil_in_sheet(state)
        if had_panels:
            self.show_panels()
        if had_trial:
            self.show_trial()

    def _follow_veil_in_sheet(self, state: TaskState) -> None:
        if not (kinds.kind(state.task.kind).draws_answers or is_answered_by_code(state.task)):
            return
        if self.sheet is not None and self.hides_answers(state):
            self.sheet = untold(self.sheet)
            self._session.announce(changes({facet.SHEET}, state.task.id))
        if self.sheet is not None or self._session.jobs.is_running("sheet"):
            self.show_sheet()

    def refresh_answers(self, state: TaskState) -> None:
        """Draw anew what shows people's answers, where it is on the screen."""
        if self._session.current is not state or not kinds.kind(state.task.kind).draws_answers:
            return
        self.refresh_sheet(state)
        if self.panels:
            self.show_panels()

    def show_layer(self, item: str, is_on: bool) -> None:
        """Switch a layer of the drawing on or off (`layer:<label>`), and draw it again."""
        state = self._session.current
        label = item.removeprefix("layer:")
        self.hidden_layers = self.hidden_layers - {label} if is_on else self.hidden_layers | {label}
        found = state.task.artifact(DRAWING) if state is not None else None
        if state is None or found is None:
            return
        hidden = tuple(sorted(self.hidden_layers))
        self._session.jobs.submit(
            "layers",
            lambda token: pictures.drawn(state.reader, found, hidden=hidden),
            done=lambda made: self._take(state, DRAWING, made),
            failed=self._session.failing(),
            title=worded("Drawing {file}", file=found.name),
        )

    def show_panels(self) -> None:
        """Work out the further panels of the task's kind."""

        def take(found: tuple[Panel, ...]) -> None:
            self.panels = found

        self._submit("panels", facet.PANELS, lambda kind, request: kind.panels(request), take)

    def show_trial(self) -> None:
        """The same panels as the values tried give them, for what stands beside the sheet."""

        def take(found: tuple[Panel, ...]) -> None:
            self.trial = found

        self._submit(
            "trial", facet.TRIAL, lambda kind, request: kind.panels(request), take, is_trial=True
        )

    def show_compared(self) -> None:
        """Work out the pictures as the grader compared them."""

        def take(found: Mapping[str, Any]) -> None:
            self.compared = found

        self._submit("compared", facet.PICTURES, lambda kind, request: kind.compared(request), take)

    def _submit(
        self,
        key: str,
        changed: str,
        call: Callable[[Any, Request], Any],
        take: Callable[[Any], None],
        *,
        is_trial: bool = False,
    ) -> None:
        session = self._session
        state = session.current
        if state is None or state.rubric is None:
            return
        kind = kinds.kind(state.task.kind)
        make = self.trial_request if is_trial else self.request
        request, hides = make(state, CancelToken()), self.hides_answers(state)

        def work(token: CancelToken) -> Any:  # noqa: ANN401 - what the kind makes
            found = call(kind, dataclasses.replace(request, token=token))
            return untold(found) if hides else found

        def done(found: object) -> None:
            if session.current is state:
                self.problem = ""
                take(found)
                session.announce(changes({changed}, state.task.id))

        def failed(error: Exception) -> None:
            if session.current is state:
                self.problem = told(error)
                session.announce(changes({changed}, state.task.id))

        session.jobs.submit(
            key, work, done=done, failed=failed, title=worded("Drawing the {what}", what=key)
        )

    def trial_request(self, state: TaskState, token: Token) -> Request:
        """The same with the values that are tried, for what is shown in the sheet only."""
        request, trial = self.request(state, token), folding.trial_of(state)
        if trial is None:
            return dataclasses.replace(request, parameters=dict(state.parameters))
        request = dataclasses.replace(
            request,
            rubric=in_language(trial.rubric, self._session.settings.languages),
            parameters=dict(state.parameters),
            measurements=dict(trial.measurements),
            credits={c.id: c.credit for c in trial.ledger.checks},
        )
        return veiled(request) if self.is_veiled(state) else request

    def request(self, state: TaskState, token: Token) -> Request:
        """All that a kind needs to draw or measure this task, by the rubric's values."""
        assert state.rubric is not None
        session = self._session
        known, ledger = folding.known_to(
            state, author=session.settings.author, is_blind=session.is_blind
        )
        request = Request(
            task=state.task,
            # What is drawn is read by a person: its words are in the language that is asked for.
            rubric=in_language(state.effective or state.rubric, session.settings.languages),
            reader=state.reader,
            token=token,
            measurements=dict(known),
            credits={c.id: c.credit for c in ledger.checks} if ledger else {},
        )
        return veiled(request) if self.is_veiled(state) else request
