"""Asking the judge from the window: an estimate first, then a run with cancel and cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.scoring.naming import asked_in
from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.session.pairs import is_pair
from reviewer.session.refusing import RefusedError
from reviewer.ui.extras.judge_dialog import QUEUE, TASK, JudgeDialog, Offer
from reviewer.ui.translate import tr
from reviewer.ui.veil import Veil

if TYPE_CHECKING:
    from reviewer.ui.window import Window


class AskingJudge:
    """One dialog at a time; the run itself goes on in the status row."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.dialog: JudgeDialog | None = None

    def open(self, *, is_whole_queue: bool = False) -> None:
        """Show the dialog for the task on the desk or the queue."""
        session = self._window.session
        if session.judging.run is not None and session.judging.run.is_running:
            raise RefusedError("the judge is being asked; cancel that first")
        if self.dialog is not None:
            return
        dialog = JudgeDialog(self._offer(), self._window)
        self.dialog = dialog
        dialog.wanted.connect(self._estimate)
        dialog.finished.connect(self._finished)
        dialog.open()
        dialog.choose_scope(QUEUE if is_whole_queue or not dialog.has_task else TASK)

    def changed(self, changed: Changes) -> None:
        """Show the estimate when it is there, and the run in the status row."""
        if facet.JUDGE not in changed:
            return
        judging = self._window.session.judging
        if self.dialog is not None and judging.estimated is not None:
            found = judging.estimated
            is_replay = self.dialog.options().replay is not None
            text = found.text_of_replay if is_replay else found.text
            text = text if found.calls else self.dialog.why_nothing()
            if found.problems:
                text += f"; {len(found.problems)} cannot be read: {found.problems[0]}"
            per_minute = self._window.session.settings.judge.requests_per_minute
            details = found.details(per_minute=None if is_replay else per_minute)
            self.dialog.set_estimate(text, can_ask=found.calls > 0, details=details)
        run = judging.run
        if run is not None and not run.problem and (run.is_running or run.is_cancelled):
            said = tr("Judge: cancelled: {run}") if run.is_cancelled else tr("Judge: {run}")
            self._window.status.say(said.format(run=run.text))

    def cancel(self) -> None:
        """Stop asking; what was answered stays."""
        judging = self._window.session.judging
        if judging.run is not None and judging.run.is_running:
            self._window.session.announce(judging.cancel())

    def _offer(self) -> Offer:
        session = self._window.session
        state = session.current
        rows: tuple[tuple[str, str], ...] = ()
        veil = Veil(state, session.settings.author)
        if state is not None and state.effective is not None:
            shown = session.settings.languages
            checks = veil.worded(state.effective).checks
            rows = tuple((c.id, asked_in(c, shown)) for c in checks if c.overridable)
        queue = session.rows()
        return Offer(
            task=state.task.id if state is not None and rows else "",
            queue=len(queue),
            rows=rows,
            model=session.settings.judge.model,
            address=session.settings.judge.base_url,
            has_pairs=any(is_pair(session.tasks[row.id]) for row in queue[:200]),
            due=session.judging.due(),
            due_again=session.judging.due(again=True),
            has_ids=not veil.is_open,
        )

    def _ids(self, dialog: JudgeDialog) -> list[str]:
        session = self._window.session
        if dialog.is_whole_queue:
            return [row.id for row in session.rows()]
        return [session.current_id]

    def _estimate(self) -> None:
        if self.dialog is not None:
            judging = self._window.session.judging
            changed = judging.estimate(self._ids(self.dialog), self.dialog.options())
            self._window.session.announce(changed)

    def _finished(self, said: int) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is None:
            return
        session = self._window.session
        session.jobs.cancel("judge-estimate")
        if said:
            session.announce(session.judging.ask(self._ids(dialog), dialog.options()))
        dialog.deleteLater()
