"""Brings what changed at the desk to the panes, each pane only for its own facets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.session.pictures import PictureState
from reviewer.ui.found_lines import mark_lines
from reviewer.ui.lower import Lower
from reviewer.ui.panel.view import PanelView
from reviewer.ui.pictures.source import PictureSource
from reviewer.ui.said import Said
from reviewer.ui.told import Told
from reviewer.ui.translate import tr
from reviewer.ui.veil import Veil

if TYPE_CHECKING:
    from reviewer.kinds.protocol import Measured
    from reviewer.model import Evidence, Task
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState
    from reviewer.ui.window import Window

_GRADE = frozenset({facet.TASK, facet.MEASUREMENTS, facet.REVIEW, facet.GRADE, facet.RUBRIC})


def _is_plot(found: Evidence | None) -> bool:
    """True for evidence that is a plot; the curve of a clip stands under its frames."""
    if found is None:
        return False
    return bool(found.histograms) or (found.curve is not None and found.frame is None)


def is_written_in_markdown(task: Task) -> bool:
    """True when the instruction comes from a Markdown file."""
    return task.instruction_path is not None and task.instruction_path.suffix.lower() == ".md"


class Binder:
    """Refreshes the panes of one window."""

    def __init__(self, window: Window, session: Session) -> None:
        self._window = window
        self._session = session
        self._shown_task = ""
        self._told = Told(session)
        self.said = Said(session, messages=window.messages, status=window.status)
        self.lower = Lower(window, session, self._told)
        self._sources: dict[str, PictureState] = {}
        self._sheet_of: Measured | None = None
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
            self._window.pictures.set_sheet(self._told.sheet())
        if facet.PANELS in changed and is_current:
            self.lower.refresh_details()
        if facet.MESSAGE in changed:
            self.said.take_new()
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
        filtered, mine = tr("{done:,} of {total:,} in the filter"), tr("{done:,} of {total:,} mine")
        said = filtered if session.task_rows.words.strip() else mine
        self._window.set_mine(said.format(done=progress.done, total=progress.total))
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
        self.said.follow(state)
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
        self.lower.refresh_files(state)

    def refresh_pictures(self) -> None:
        """The panes: all of them for another task, single ones as they are decoded."""
        session, desk = self._session, self._window.pictures
        state = session.current
        if state is None:
            return
        states = session.showing.states
        veil, self._veil = self._veil, self._told.veil
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
        if self._veil != self._told.veil:
            # The vote, or taking it back: names and what was made of them come and go with it.
            self.refresh_pictures()
            self.refresh_evidence()
            self._window.pictures.set_sheet(self._told.sheet())
        self.refresh_panel()
        self.lower.refresh()
        mark_lines(self._window.pictures, self._session.current, self._told.evidence())
        if state.measured is not None and self._sheet_of is not state.measured:
            self._sheet_of = state.measured
            self._session.showing.show_sheet()

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
            busy = tr("Measuring…") if state.is_loaded else tr("Reading the task…")
        self._window.panel.set_view(
            PanelView(
                rows=rows,
                ledger=state.ledger,
                automatic=state.automatic,
                rubric=self._told.worded(state),
                is_hidden=hidden,
                error=state.error,
                busy=busy,
                is_done=state.review.status_by.get(self._session.settings.author) == "reviewed",
                is_complete_possible=state.result_shown and state.ledger is not None,
                author=self._session.settings.author,
                task=state.task.id,
            )
        )

    def refresh_evidence(self) -> None:
        """Marks, maps and numbers of the row that was opened."""
        zoom, found = self._window.rows.zooms, self._told.evidence()
        self._window.pictures.set_evidence(found, zoom=zoom)
        mark_lines(self._window.pictures, self._session.current, self._told.evidence())
        if zoom and _is_plot(found) and self._window.bottom_tab != "details":
            # It was asked for, and no picture shows it: whatever else was open gives way.
            self._window.show_tab("details", takes_focus=False)
        self.lower.refresh_details()

    def refresh_status(self) -> None:
        """Journal and jobs."""
        editor = self._session.editor
        self._window.status.set_journaled(editor.journaled_at, editor.journal_error)
        self._window.status.set_jobs(self._session.jobs.running())
