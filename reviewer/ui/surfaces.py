"""What lies over the window for a moment: sheets, small editors, dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from reviewer.session.editing import RefusedError

if TYPE_CHECKING:
    from reviewer.model import Artifact
    from reviewer.ui.window import Window


class Surfaces:
    """Opens them, takes what they return, closes the one on top."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._open: list[QWidget] = []

    def close_top(self) -> bool:
        """Close what lies on top; False when nothing does."""
        while self._open:
            top = self._open.pop()
            if top.isVisible():
                top.close()
                self._window.workspace.setFocus()
                return True
        return False

    def _keep(self, surface: QWidget) -> None:
        self._open = [one for one in self._open if one is not surface]
        self._open.append(surface)

    # Rows

    def save_filter(self, words: str) -> None:
        """Keep filter words under a name."""
        window = self._window
        if not words.strip():
            raise RefusedError("there are no filter words to save")
        name, fine = QInputDialog.getText(window, "Save this filter", f"A name for “{words}”:")
        if fine and name.strip():
            known = {**window.preferences.settings.saved_filters, name.strip(): words}
            window.preferences.change(saved_filters=known)
            window.list_pane.set_saved_filters(known)

    def confirm_stale(self) -> None:
        """Show the stale answers, then confirm them as a set."""
        state = self._window.session.current
        stale = state.review.stale if state else ()
        if not stale:
            raise RefusedError("none of the answers is stale")
        words = "\n".join(stale)
        said = QMessageBox.question(
            self._window,
            "Confirm stale answers",
            "These answers were given to other files or another question. "
            f"Do they still hold?\n\n{words}",
        )
        if said == QMessageBox.StandardButton.Yes:
            self._window.commands.apply(self._window.session.editor.confirm_stale)

    def adopt(self, why: str) -> None:
        """Adopt the draft, with the reason that was given."""
        self._window.act(
            lambda: self._window.commands.apply(lambda: self._window.session.editor.adopt(why))
        )

    # Files

    def open_outside(self, artifact: Artifact) -> None:
        """Ask, then hand a file to the program that the system has for it."""
        from reviewer.ui.commands import open_with_system

        said = QMessageBox.question(
            self._window,
            "Open with another program",
            f"{artifact.name} comes from the task folder. Opening it hands it to the program "
            f"your system has for such files.\n\n{artifact.path}\n\nOpen it?",
        )
        if said == QMessageBox.StandardButton.Yes and not open_with_system(artifact.path):
            self._window.session.say(
                f"{artifact.path}: the system has no program for it. Install one, or open it "
                "from that program.",
                is_error=True,
            )

    def settle(self, action: str) -> None:
        """Do what a button of the message bar offers."""
        window = self._window
        if action in ("save", "save-copy"):
            window.commands.run(action)
        elif action == "conflict-show":
            self._show_conflict()
        elif action == "conflict-mine":
            window.session.save(window.session.current_id, force=True)
            window.messages.dismiss_for("conflict")
        elif action == "conflict-theirs":
            window.commands.apply(window.session.reload)
            window.messages.dismiss_for("conflict")

    def _show_conflict(self) -> None:
        from reviewer.ui.conflict import ConflictView

        state = self._window.session.current
        if state is None or state.conflicting is None:
            return
        mine, theirs = state.conflicting
        view = ConflictView(mine, theirs, self._window)
        view.settled.connect(self.settle)
        self._keep(view)
        view.show()

    def may_leave(self) -> bool:
        """Asked only when the journal could not be written."""
        problem = self._window.session.editor.journal_error
        said = QMessageBox.warning(
            self._window,
            "Not everything is safe on the disk",
            f"{problem}\n\nLeave all the same?",
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel,
            QMessageBox.StandardButton.Cancel,
        )
        return said == QMessageBox.StandardButton.Yes
