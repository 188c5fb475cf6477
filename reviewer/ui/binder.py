"""Brings what changed at the desk to the panes, each pane only for its own facets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.scoring.naming import in_language
from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.session.pictures import PictureState
from reviewer.ui.bottom.history_rows import history_names
from reviewer.ui.found_lines import mark_lines
from reviewer.ui.panel.view import PanelView
from reviewer.ui.pictures.source import PictureSource
from reviewer.ui.translate import tr
from reviewer.ui.veil import Veil

if TYPE_CHECKING:
    from reviewer.kinds.protocol import Measured
    from reviewer.model import Evidence, Ledger, Rubric, Sheet, Task
    from reviewer.scoring.turning import TurningPoint
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState
    from reviewer.ui.window import Window

_HIDDEN = "Hidden until you have answered every item of this task"
_UNVOTED = "Hidden until you have said which of the two pictures is better"
_GRADE = frozenset({facet.TASK, facet.MEASUREMENTS, facet.REVIEW, facet.GRADE, facet.RUBRIC})


def _is_plot(found: Evidence | None) -> bool:
    """True for evidence that is a plot; the curve of a clip stands under its frames."""
    if found is None:
        return False
    return bool(found.histograms) or (found.curve is not None and found.frame is None)


def errors_of(state: TaskState) -> frozenset[str]:
    """What is wrong with a task, in the words that a message may have for it."""
    return frozenset({state.error, f"{state.task.id}: {state.error}"} if state.error else ())


def is_written_in_markdown(task: Task) -> bool:
    """True when the instruction comes from a Markdown file."""
    return task.instruction_path is not None and task.instruction_path.suffix.lower() == ".md"


class Binder:
    """Refreshes the panes of one window."""

    def __init__(self, window: Window, session: Session) -> None:
        self._window = window
        self._session = session
        self._shown_task = ""
        self._said_of = ""
        self._errors: frozenset[str] = frozenset()
        self._messages_seen = 0
        self._sources: dict[str, PictureState] = {}
        self._points: tuple[TurningPoint, ...] = ()
        self._points_of: Ledger | None = None
        self._sheet_of: Measured | None = None
        self._panels_of: Ledger | None = None
        self._veil = Veil(None, "")
        session.on_changes = self.changed

    def changed(self, changed: Changes) -> None:
        """Refresh what the facets name."""
        is_current = changed.task in ("", self._session.current_id)
        if facet.TASKS in changed:
            self.refresh_list()
        if facet.TASK in changed and is_current:
            self.refresh_task()
        if facet.PICTURES in changed and is_current:
            self.refresh_pictures()
        if is_current and changed.facets & _GRADE:
            self.refresh_grade()
        if facet.EVIDENCE in changed and is_current:
            self.refresh_evidence()
        if facet.SHEET in changed and is_current:
            self._window.pictures.set_sheet(self._sheet())
        if facet.PANELS in changed and is_current:
            self.refresh_details()
        if facet.MESSAGE in changed:
            self._take_messages()
        if facet.BUSY in changed:
            self.refresh_status()
        self._window.extras.changed(changed)

    # The list

    def refresh_list(self) -> None:
        """Rows, order, progress."""
        session, pane = self._session, self._window.list_pane
        pane.set_rows(
            session.rows(),
            current=session.current_id,
            total=len(session.tasks),
            is_searching=session.is_discovering,
        )
        progress = session.progress()
        pane.set_progress(progress)
        of = "in the filter" if session.task_rows.words.strip() else "mine"
        self._window.set_mine(f"{progress.done:,} of {progress.total:,} {of}")
        self._window.show_tasks(bool(session.tasks) or session.is_discovering)
        if not session.current_id:
            self._window.open_first_task()

    # The task

    def refresh_task(self) -> None:
        """Header of the task on the desk."""
        state = self._session.current
        if state is None:
            # Another folder, or the same one again: its pictures are painted anew.
            self._shown_task = ""
            return
        self._window.preferences.visited(self._session.root, state.task.id)
        if state.task.id != self._said_of:
            self._said_of = state.task.id
            self._window.status.forget()
            errors = {said for known in self._session.known_states() for said in errors_of(known)}
            self._window.messages.leave_task(state.task.id, shown_there=errors)
        elif self._errors != errors_of(state):
            # Read again: what was wrong with the task is settled, or something else is wrong.
            self._window.messages.forget(self._errors - errors_of(state))
        self._errors = errors_of(state)
        rubric = state.rubric
        about = state.task.kind.replace("_", " ")
        if rubric is not None:
            about += f" · {rubric.name} rubric {rubric.version}"
        self._window.header.set_task(
            title=state.task.id, about=about, instruction=state.instruction,
            is_markdown=is_written_in_markdown(state.task),
        )  # fmt: skip
        self._refresh_flags(state)
        self._window.setWindowTitle(tr("{task} — Reviewer").format(task=state.task.id))
        self.refresh_files(state)

    def refresh_pictures(self) -> None:
        """The panes: all of them for another task, single ones as they are decoded."""
        session, desk = self._session, self._window.pictures
        state = session.current
        if state is None:
            return
        states = session.showing.states
        veil, self._veil = self._veil, Veil(state, session.settings.author)
        is_other = self._shown_task != state.task.id or set(states) != set(self._sources)
        if is_other or veil.sides != self._veil.sides:
            self._shown_task = state.task.id
            self._sources = dict(states)
            desk.set_sheet(None)
            desk.set_evidence(None)
            desk.set_sources([self._source(key, found) for key, found in states.items()])
        elif self._window.is_grader_view or veil != self._veil:
            self._sources = dict(states)
            self.refresh_pictures_all()
        else:
            for key, found in states.items():
                if self._sources.get(key) is not found:
                    self._sources[key] = found
                    desk.update_source(self._source(key, found))
        if not any(found.role == "result" for found in states.values()):
            session.showing.result_painted()
            self.refresh_panel()

    def refresh_pictures_all(self) -> None:
        """Every pane anew: originals instead of what the grader compared, or the reverse."""
        for key, found in self._session.showing.states.items():
            self._window.pictures.update_source(self._source(key, found))

    def _source(self, key: str, found: PictureState) -> PictureSource:
        flags: tuple[str, ...] = found.notes
        pixels = found.pixels if found.is_full else None
        if self._window.is_grader_view and key in self._session.showing.compared:
            pixels = self._session.showing.compared[key]
            flags = ("as the grader compared it",)
        return self._veil.over(
            PictureSource(
                role=key,
                pixels=pixels,
                reduced=None if found.is_full else found.pixels,
                full_size=found.size,
                file=found.name,
                details=found.meta,
                flags=flags,
                error=found.error,
                lines=found.lines,
            )
        )

    # The grade

    def refresh_grade(self) -> None:
        """Panel, ledger, what if, history."""
        state = self._session.current
        if state is None:
            return
        self._refresh_flags(state)
        self._session.showing.follow_veil()
        if self._veil != Veil(state, self._session.settings.author):
            # The vote, or taking it back: names and what was made of them come and go with it.
            self.refresh_pictures()
            self.refresh_evidence()
            self._window.pictures.set_sheet(self._sheet())
        self.refresh_panel()
        self.refresh_bottom()
        mark_lines(self._window.pictures, self._session.current, self._evidence())
        if state.measured is not None and self._sheet_of is not state.measured:
            self._sheet_of = state.measured
            self._session.showing.show_sheet()

    def _worded(self, state: TaskState) -> Rubric | None:
        """The rubric with its questions in the language that is read."""
        rubric, shown = state.effective, self._session.settings.languages
        return in_language(self._veil.worded(rubric), shown) if rubric else None

    def languages_changed(self) -> None:
        """Every pane says the questions in another language."""
        self.refresh_grade()
        found = self._session.showing.evidence
        if found is not None:
            self._session.showing.show_evidence(found.check)

    def _refresh_flags(self, state: TaskState) -> None:
        rows = self._session.panel(state)
        flags = self._veil.flagged(self._session.showing.flags(state)) if state.measured else None
        self._window.header.set_flags(flags, differ=rows.differ if rows else 0)

    def refresh_panel(self) -> None:
        """The right side."""
        state = self._session.current
        if state is None:
            return
        rows = self._session.panel(state)
        hidden = bool(rows and rows.is_hidden)
        busy = ""
        if state.ledger is None and not state.error:
            busy = "Measuring…" if state.is_loaded else "Reading the task…"
        self._window.panel.set_view(
            PanelView(
                rows=rows,
                ledger=state.ledger,
                automatic=state.automatic,
                rubric=self._worded(state),
                is_hidden=hidden,
                error=state.error,
                busy=busy,
                is_done=state.review.status_by.get(self._session.settings.author) == "reviewed",
                is_complete_possible=state.result_shown and state.ledger is not None,
                author=self._session.settings.author,
                task=state.task.id,
            )
        )

    def refresh_bottom(self) -> None:
        """The tab of the lower panel that is open; the others when they are opened."""
        state = self._session.current
        tab = self._window.bottom_tab
        if state is None or not tab:
            return
        if tab == "ledger":
            self._refresh_ledger(state)
        elif tab == "what-if":
            self._refresh_ledger(state)
            self._refresh_what_if(state)
        elif tab == "history":
            self._refresh_history(state)
        elif tab == "files":
            self.refresh_files(state)
        elif tab == "details":
            self._follow_panels(state)
            self.refresh_details()

    def _follow_panels(self, state: TaskState) -> None:
        """Panels say how rows stand: they are made anew when what is in force changed."""
        if state.ledger is not None and self._panels_of is not state.ledger:
            self._panels_of = state.ledger
            self._session.showing.show_panels()

    def _is_hidden(self, state: TaskState) -> bool:
        return self._veil.is_open or self._session.showing.is_veiled(state)

    def _sheet(self) -> Sheet | None:
        """The 2×2 sheet, which names both candidates: only after the vote on them."""
        return None if self._veil.is_open else self._session.showing.sheet

    def _evidence(self) -> Evidence | None:
        """The evidence of a row, unless the row may not tell what was said of it yet."""
        found, state = self._session.showing.evidence, self._session.current
        panel = self._session.panel(state) if state is not None else None
        if found is None or panel is None:
            return None if self._veil.is_open else found
        item = panel.item(found.check)
        is_secret = panel.is_unvoted or (item is not None and item.is_hidden)
        return None if is_secret else found

    def _refresh_ledger(self, state: TaskState) -> None:
        hidden, why = self._is_hidden(state), _UNVOTED if self._veil.is_open else _HIDDEN
        self._window.bottom.set_hidden(why if hidden else "")
        if hidden:
            self._window.bottom.set_ledger(None, None, self._worded(state), None)
            return
        draft, ran = self._session.comparison(), self._window.extras.outside.ran(state)
        self._window.bottom.set_ledger(state.ledger, draft, self._worded(state), ran)

    def _refresh_what_if(self, state: TaskState) -> None:
        if self._is_hidden(state) or state.effective is None:
            self._window.bottom.set_what_if((), {}, None, ())
            return
        self._window.bottom.set_what_if(
            self._session.editable(),
            dict(state.draft),
            self._session.comparison(),
            self._points if self._points_of is state.ledger else None,
        )

    def find_turning_points(self) -> None:
        """Work out in the pool where each value would change a headline."""
        state = self._session.current
        if state is None or state.ledger is None:
            return
        ledger = state.ledger

        def done(points: object) -> None:
            self._points_of = ledger
            self._points = points if isinstance(points, tuple) else ()
            if self._session.current is state and self._window.bottom_tab == "what-if":
                self._refresh_what_if(state)

        self._session.find_turning_points(done)

    def _refresh_history(self, state: TaskState) -> None:
        hidden, author = self._is_hidden(state), self._session.settings.author
        entries = [e for e in state.review.entries if not hidden or e.author == author]
        original = state.automatic.headline if state.automatic and not hidden else None
        names = history_names(self._worded(state), self._session.editable())
        self._window.bottom.set_hidden("")
        self._window.bottom.set_history(
            entries,
            original,
            stale=state.review.stale,
            disputed=state.review.disputed,
            ignored=[entry.id for entry in state.review.ignored],
            names=names,
            source=state.task.graded_from.name if state.task.graded_from else "",
        )

    def refresh_files(self, state: TaskState) -> None:
        """The files of the task."""
        if self._window.bottom_tab == "files":
            task = self._veil.listed(state.task)
            # What the logs hold tells of others; what reading met does not.
            said = state.read_notes if self._is_hidden(state) else state.notes
            notes = () if self._veil.is_open else said
            self._window.bottom.set_files(task, state.digests, notes, state.sizes)

    def refresh_evidence(self) -> None:
        """Marks, maps and numbers of the row that was opened."""
        zoom, found = self._window.rows.zooms, self._evidence()
        self._window.pictures.set_evidence(found, zoom=zoom)
        mark_lines(self._window.pictures, self._session.current, self._evidence())
        if zoom and _is_plot(found) and self._window.bottom_tab != "details":
            # It was asked for, and no picture shows it: whatever else was open gives way.
            self._window.show_tab("details", takes_focus=False)
        self.refresh_details()

    def refresh_details(self) -> None:
        """Evidence and panels in the lower panel."""
        if self._window.bottom_tab == "details":
            showing, panels = self._session.showing, self._veil.told(self._session.layers.panels)
            self._window.bottom.set_hidden(_UNVOTED if self._veil.is_open else "")
            self._window.bottom.details.keeps_panel = not self._window.rows.zooms
            self._window.bottom.set_details(self._evidence(), panels, showing.problem)

    # What is said

    def leave_old_runs(self) -> None:
        """What an earlier run of something said goes when it is run again."""
        self._window.messages.leave_runs(self._session.jobs.is_latest)

    def _take_messages(self) -> None:
        self.leave_old_runs()
        current = self._session.current
        elsewhere = {
            said
            for known in self._session.known_states()
            if known is not current
            for said in errors_of(known)
        }
        for message in self._session.messages[self._messages_seen :]:
            # What is wrong with a task is said where the task is: in its row, and when it is open.
            if not (message.task and message.text in elsewhere):
                self._window.messages.show_message(message)
        self._messages_seen = len(self._session.messages)

    def refresh_status(self) -> None:
        """Journal and jobs."""
        editor = self._session.editor
        self._window.status.set_journaled(editor.journaled_at, editor.journal_error)
        self._window.status.set_jobs(self._session.jobs.running())
