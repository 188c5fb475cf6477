"""What each action does, by its id."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox

from reviewer import __version__
from reviewer.model.wording import worded
from reviewer.session import rereading
from reviewer.session.changes import Changes
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.panel import AnswerKey
from reviewer.session.refusing import RefusedError
from reviewer.session.undoing import row_changed
from reviewer.ui import leaving
from reviewer.ui.actions import BY_ID
from reviewer.ui.lacking import lack
from reviewer.ui.translate import tr

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.ui.window import Window

_ANSWERS = {"answer-yes": "1", "answer-no": "0", "answer-half": "5", "cannot-tell": "-"}
_MODES = {
    "mode-3up": "3-up",
    "mode-swipe": "swipe",
    "mode-onion": "onion",
    "mode-difference": "difference",
    "mode-sheet": "sheet",
}
_TABS = {
    "show-ledger": "ledger",
    "show-what-if": "what-if",
    "show-history": "history",
    "show-files": "files",
    "show-details": "details",
}
# Of the queue: is it the last or the first task, is there a filter.
_END = {
    (True, True): "this is the last task that the filter shows",
    (True, False): "this is the last task",
    (False, True): "this is the first task that the filter shows",
    (False, False): "this is the first task",
}


class Commands:
    """Runs actions; what is refused is said in the status line, never in a dialog."""

    def __init__(self, window: Window, session: Session) -> None:
        self._window = window
        self._session = session
        self._table: dict[str, Callable[[], object]] = {
            **{name: partial(self.answer, "", key) for name, key in _ANSWERS.items()},
            **{name: partial(window.pictures.choose_mode, mode) for name, mode in _MODES.items()},
            **{name: partial(window.show_tab, tab) for name, tab in _TABS.items()},
            **self._about_tasks(),
            **self._about_views(),
            **self._about_judging(),
            **window.extras.commands(),
        }

    def _about_tasks(self) -> dict[str, Callable[[], object]]:
        window, session = self._window, self._session
        return {
            "open-folder": self.open_folder,
            "open-samples": window.open_samples,
            "save": self.save,
            "save-copy": self.save_copy,
            "reload": self.reload,
            "settings": window.surfaces.show_settings,
            "quit": window.close,
            "next-task": lambda: self.go(1),
            "previous-task": lambda: self.go(-1),
            "next-unreviewed": self.next_unreviewed,
            "focus-filter": window.queue.focus_filter,
            "save-filter": window.queue.save_filter,
            "choose-roles": window.surfaces.show_roles,
            "measure-all": session.survey,
            "open-outside": self.open_outside,
        }

    def _about_views(self) -> dict[str, Callable[[], object]]:
        window = self._window
        return {
            "fit": lambda: window.pictures.moves.fit(),
            "zoom-100": lambda: window.pictures.moves.actual_size(),
            "zoom-evidence": lambda: window.pictures.actual_size_at_evidence(),
            "zoom-in": lambda: window.pictures.moves.zoom_by(1.25),
            "zoom-out": lambda: window.pictures.moves.zoom_by(0.8),
            "show-evidence": self.show_evidence,
            "next-difference": lambda: window.pictures.next_region(),
            "previous-difference": lambda: window.pictures.previous_region(),
            "blink-golden": lambda: window.pictures.start_blink("golden"),
            "blink-initial": lambda: window.pictures.start_blink("initial"),
            "overlay": lambda: window.pictures.toggle_overlay(),
            "grader-view": window.toggle_grader_view,
            "instruction": window.header.toggle_instruction,
            "translation": window.preferences.cycle_languages,
            "panels": window.toggle_panels,
            "pictures-only": window.toggle_pictures_only,
            "task-list": window.toggle_list,
            "next-region": partial(leaving.next_region, window),
        }

    def _about_judging(self) -> dict[str, Callable[[], object]]:
        window, session = self._window, self._session
        return {
            "number": self.number,
            "take-back": lambda: self.take_back(""),
            "reason": lambda: window.surfaces.show_reason(self.row("")),
            "dispute": lambda: window.surfaces.show_dispute(self.row("")),
            "note": self.note,
            "adjudicate": self.adjudicate,
            "previous-item": lambda: window.panel.move(-1),
            "next-item": lambda: window.panel.move(1),
            "agree-all": lambda: self.complete(agree=True),
            "complete": lambda: self.complete(agree=False),
            "reopen": lambda: self.apply(session.editor.reopen),
            "confirm-stale": window.surfaces.confirm_stale,
            "undo": self.undo,
            "redo": self.redo,
            "blind": lambda: window.set_blind(not session.is_blind),
            "palette": window.surfaces.show_palette,
            "theme": window.preferences.cycle_theme,
            "safe-palette": window.preferences.toggle_safe_palette,
            "rebind": window.surfaces.show_rebind,
            "keys": window.surfaces.toggle_keys,
            "about": self.about,
            "escape": partial(leaving.escape, window),
        }

    @property
    def ids(self) -> frozenset[str]:
        """The actions that can be run."""
        return frozenset(self._table)

    def run(self, action_id: str) -> bool:
        """Run an action when it is enabled; True when the key is used up."""
        missing = lack(self._window, action_id)
        if missing:
            said = tr("“{action}” needs {what}")
            self._window.status.say(said.format(action=BY_ID[action_id].text, what=missing))
            return True
        try:
            self._table[action_id]()
        except RefusedError as error:
            self._window.refused(error)
        return True

    def end(self, action_id: str) -> None:
        """The key of a held action was let go."""
        self._window.extras.end(action_id)
        if BY_ID[action_id].hold:
            self._window.pictures.stop_blink()

    def is_enabled(self, action_id: str) -> bool:
        """Whether an action can be run now."""
        return not lack(self._window, action_id)

    # Going about

    def open_folder(self) -> None:
        """Ask for a folder and open it."""
        start = str(self._session.root or Path.home())
        chosen = QFileDialog.getExistingDirectory(self._window, tr("Open folder"), start)
        if chosen:
            self._window.open(Path(chosen))

    def go(self, step: int) -> None:
        """The next or previous task of the queue."""
        rows, current = self._session.task_rows, self._session.current_id
        wanted = self._session.neighbour(step)
        if wanted is None:
            if rows.is_hidden(current):
                raise RefusedError("the filter shows no task")
            raise RefusedError(_END[step > 0, bool(rows.words.strip())])
        goes_round = rows.goes_round(current, step)
        self._window.select(wanted)
        if goes_round:
            first = tr("Went round to the first task that the filter shows")
            last = tr("Went round to the last task that the filter shows")
            self._window.status.say(first if step > 0 else last)

    def next_unreviewed(self) -> None:
        """The next task of the queue that is not done."""
        wanted = self._session.next_unreviewed()
        if wanted is None:
            raise RefusedError("every task of the queue is reviewed")
        self._window.select(wanted)

    def reload(self) -> None:
        """Read the task again, files and all, and look what tasks the folder holds by now."""
        known = frozenset(self._session.tasks)

        def told(words: str) -> None:
            self._window.messages.leave_gone(known - self._session.tasks.keys())
            self._window.status.say(words)

        self.apply(self._session.reload)
        rereading.reread_tree(self._session, told)

    def open_outside(self) -> None:
        """Open the result with the program the system has for it, after asking."""
        state = self._session.current
        artifact = state.task.artifact("result") if state else None
        if artifact is None:
            raise RefusedError("the task has no result file")
        self._window.surfaces.open_outside(artifact)

    # Judging

    def row(self, row: str) -> str:
        """A row named, or the current one."""
        found = row or self._window.panel.current_row()
        if not found:
            raise RefusedError("go to a row of the right panel first")
        return found

    def answer(self, row: str, key: str) -> None:
        """Answer an item with the key that was pressed."""
        wanted = self.row(row)
        panel = self._session.panel()
        item = panel.item(wanted) if panel else None
        if item is None:
            raise RefusedError("this row takes no answer; ! disputes it")
        if key == "X":
            self.take_back(wanted)
            return
        spec = next((k for k in item.keys if k.key == key), None)
        if spec is None:
            raise RefusedError(worded("{key} is no answer to this row", key=key))
        if key == "=":
            self._window.surfaces.show_number(wanted)
            return
        self.apply(lambda: self._answered(wanted, spec))
        self._window.rows.after_answer(wanted)

    def _answered(self, row: str, spec: AnswerKey) -> Changes:
        """The answer of a key; a choice between two candidates is a vote on their sides."""
        if row == PREFERENCE and spec.value is not None:
            return self._session.pairs.vote(spec.word)
        return self._session.editor.answer(row, spec.value)

    def take_back(self, row: str) -> None:
        """Take one's own answer back."""
        wanted = self.row(row)
        self.apply(lambda: self._session.editor.take_back(wanted))

    def number(self) -> None:
        """Give a number on a numeric row."""
        wanted = self.row("")
        panel = self._session.panel()
        item = panel.item(wanted) if panel else None
        if item is not None and not any(key.key == "=" for key in item.keys):
            raise RefusedError("this row takes yes, no or half, not a number")
        self._window.surfaces.show_number(wanted)

    def adjudicate(self) -> None:
        """Settle what people disagree on."""
        if self._window.panel.editors.settle(self.row("")) is None:
            raise RefusedError("people do not disagree on this row: there is nothing to settle")

    def note(self) -> None:
        """Leave a note on the task."""
        self._window.panel.editors.note(self._session.current_id)

    def complete(self, *, agree: bool) -> None:
        """Mark the task reviewed and go on."""
        if self._window.panel.editors.is_open:
            raise RefusedError("save or cancel what you are writing first")
        if self._window.bottom.is_asking:
            raise RefusedError("adopt the draft, or go back from its reason first")
        if self._window.surfaces.is_open:
            raise RefusedError("close what lies over the window first: Esc")
        self.apply(lambda: self._session.editor.complete(agree=agree))
        wanted = self._session.next_unreviewed()
        if wanted is None:
            self._window.status.say(tr("Every task of the queue is reviewed"))
            return
        self._window.select(wanted)

    def undo(self) -> None:
        """Take the latest step back."""
        self._step(tr("Undone: {step}"), *self._session.editor.undo())

    def redo(self) -> None:
        """Do again what was undone last."""
        self._step(tr("Done again: {step}"), *self._session.editor.redo())

    def _step(self, said: str, changed: Changes, step: str) -> None:
        """Show what a step back or forth changed: the task, and the row where there is one."""
        self._session.announce(changed)
        self._window.status.say(said.format(step=step))
        state = self._session.current
        row = row_changed(state) if state is not None else ""
        if row:
            self._window.panel.point_at(row)

    def show_evidence(self) -> None:
        """Evidence of the current row, zoomed to."""
        row = self.row("")
        self._window.rows.show_evidence(row, zoom=True)

    def apply(self, act: Callable[[], Changes]) -> None:
        """Run something that changes the desk and show what changed."""
        self._session.announce(act())

    # Files

    def save(self) -> None:
        """Write the grade file of the task now."""
        self._session.save(self._session.current_id, is_asked=True)
        self._window.messages.dismiss_for("save-copy")
        self._window.status.say(tr("Writing the grade file"))

    def save_copy(self) -> None:
        """Save the grade somewhere else."""
        name = f"{self._session.current_id.replace('/', '_')}.grade.json"
        chosen, _ = QFileDialog.getSaveFileName(
            self._window, tr("Save a copy of the grade"), str(Path.home() / name), "JSON (*.json)"
        )
        if chosen:
            self._session.save_copy(Path(chosen))

    def about(self) -> None:
        """Name and version."""
        QMessageBox.about(
            self._window,
            tr("Reviewer"),
            f"Reviewer {__version__}\n\n{tr('See, understand and overrule automatic grades.')}",
        )


def open_with_system(path: Path) -> bool:
    """Hand a file to the program that the system has for it."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
