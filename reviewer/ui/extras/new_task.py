"""Binds the dialog "New task" to the workshop of the session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.ui.extras.new_task_dialog import NewTaskDialog
from reviewer.ui.translate import tr

if TYPE_CHECKING:
    from reviewer.ui.window import Window


class NewTask:
    """One dialog at a time; nothing is written before the proof holds."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.dialog: NewTaskDialog | None = None

    def open(self) -> None:
        """Show the dialog; the task goes into the open folder unless another one is chosen."""
        if self.dialog is not None:
            return
        session = self._window.session
        dialog = NewTaskDialog(str(session.root or ""), self._window)
        self.dialog = dialog
        dialog.preview_wanted.connect(self._preview)
        dialog.proof_wanted.connect(self._prove)
        dialog.write_wanted.connect(lambda: session.workshop.write(dialog.place()))
        dialog.library_wanted.connect(self._library)
        dialog.checks.library_wanted.connect(self._checks)
        dialog.finished.connect(self._finished)
        session.workshop.made = session.workshop.written = None
        session.workshop.forget_library()
        dialog.open()

    def _preview(self) -> None:
        dialog = self.dialog
        source = dialog.begin() if dialog is not None else None
        if dialog is not None and source is not None:
            self._window.session.workshop.show(source, dialog.steps())

    def _prove(self) -> None:
        wish = self.dialog.wish() if self.dialog is not None else None
        if wish is not None:
            self._window.session.workshop.make(wish)

    def _library(self, path: str) -> None:
        if Path(path).expanduser().is_file():
            self._window.session.workshop.read_manifest(Path(path).expanduser())

    def _checks(self) -> None:
        from reviewer.session.one_check import library_rows

        if self.dialog is not None:
            self.dialog.checks.set_library(library_rows())

    def changed(self, changed: Changes) -> None:
        """Show what the workshop has now."""
        dialog = self.dialog
        if facet.MAKING not in changed or dialog is None:
            return
        workshop = self._window.session.workshop
        found = workshop.previewed
        dialog.set_preview(found.before, found.after, found.problem)
        dialog.set_assets(workshop.assets, workshop.left_out)
        if workshop.written is not None:
            dialog.written()
            return
        made = workshop.made
        if workshop.problem or (made is not None and made.wish == dialog.wish()):
            dialog.set_made(made, workshop.problem)

    def _finished(self, _said: int) -> None:
        dialog, self.dialog = self.dialog, None
        session = self._window.session
        for key in ("making:preview", "making:proof", "making:manifest"):
            session.jobs.cancel(key)
        if dialog is None:
            return
        written = session.workshop.written
        dialog.deleteLater()
        if written is None:
            return
        root = session.root
        folder = root if root is not None and written.is_relative_to(root) else written.parent
        # The new task is the one to look at.
        self._window.preferences.visited(folder, written.relative_to(folder).as_posix())
        self._window.open(folder)
        # Only now: what was said of a folder goes when a folder is opened.
        session.say(tr("The task was written to {path}.").format(path=written))
