"""What lies over the window for a moment: sheets, small editors, dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QInputDialog, QMessageBox

from reviewer.session.refusing import RefusedError
from reviewer.ui.translate import tr, translated

if TYPE_CHECKING:
    from reviewer.model import Artifact
    from reviewer.session.settling import Choice, Conflict
    from reviewer.ui.command_palette import CommandPalette
    from reviewer.ui.keys_sheet import KeysSheet
    from reviewer.ui.window import Window


MEASURED_WRONG = 1


class Surfaces:
    """Opens them, takes what they return, closes the one on top.

    What lies over the window is loaded when it is opened: the window must not wait for it.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self._palette: CommandPalette | None = None
        self._keys: KeysSheet | None = None

    def close_top(self) -> bool:
        """Close what lies on top; False when nothing does."""
        for surface in (self._palette, self._keys):
            if surface is not None and surface.isVisible():
                surface.leave()
                return True
        return self._window.bottom.leave_asking()

    @property
    def is_open(self) -> bool:
        """True while the palette or the sheet of keys lies over the window."""
        made = (self._palette, self._keys)
        return any(surface is not None and surface.isVisible() for surface in made)

    # Rows

    def connect(self) -> None:
        """Take what the small editors of the right panel give."""
        editors = self._window.panel.editors
        editors.disputed.connect(self._disputed)
        editors.reason_given.connect(self._reasoned)
        editors.number_given.connect(self._numbered)
        editors.noted.connect(self._noted)
        editors.settled.connect(self._settled)

    def show_dispute(self, row: str) -> None:
        """The six codes for a row."""
        self._window.panel.editors.dispute(row)

    def show_reason(self, row: str) -> None:
        """A reason for one's own answer: of this row, or of the row just answered."""
        panel = self._window.session.panel()
        item = panel.item(row) if panel else None
        if panel is not None and (item is None or item.mine is None):
            row = self._window.rows.last_answered
            item = panel.item(row)
        if item is None or item.mine is None:
            raise RefusedError("answer the row first, then give the reason")
        self._window.panel.editors.reason(row)

    def show_number(self, row: str) -> None:
        """A number field for a numeric row."""
        self._window.panel.editors.number(row)

    def show_raw(self, row: str) -> None:
        """What the judge wrote, word for word."""
        if self._window.panel.editors.raw(row) is None:
            self._window.status.say(tr("no raw reply was kept for this row"))

    def _disputed(self, row: str, code: int, text: str, should_be: object) -> None:
        """What the sheet records; with a reason added it takes the place of what was recorded."""
        editors, session = self._window.panel.editors, self._window.session
        try:
            self._dispute(row, code, text, should_be, amends=editors.recorded)
        except RefusedError as error:
            said = translated(error.why)
            self._window.status.say(said)
            editors.dispute_refused(said)
            return
        state = session.current
        own = [
            entry.id
            for entry in (state.review.disputes if state is not None else ())
            if entry.item == row and entry.author == session.settings.author
        ]
        editors.dispute_recorded(own[-1] if own else "")

    def _dispute(
        self, row: str, code: int, text: str, should_be: object, *, amends: str = ""
    ) -> None:
        value = should_be if isinstance(should_be, (bool, int, float, str)) else None
        editor = self._window.session.editor
        self._window.commands.apply(
            lambda: editor.dispute(row, code, text=text, should_be=value, amends=amends)
        )

    def _reasoned(self, row: str, text: str) -> None:
        panel = self._window.session.panel()
        item = panel.item(row) if panel else None
        if item is None or item.mine is None:
            return
        said = item.mine.value
        value = float(said) if isinstance(said, (int, float)) else None
        editor = self._window.session.editor
        self._window.act(
            lambda: self._window.commands.apply(lambda: editor.answer(row, value, reason=text))
        )

    def _noted(self, text: str) -> None:
        editor = self._window.session.editor
        self._window.act(lambda: self._window.commands.apply(lambda: editor.note(text)))

    def _settled(self, row: str, value: float, why: str) -> None:
        editor = self._window.session.editor
        self._window.act(
            lambda: self._window.commands.apply(lambda: editor.adjudicate(row, value, reason=why))
        )

    def _numbered(self, row: str, number: float) -> None:
        editor = self._window.session.editor
        panel = self._window.session.panel()
        if panel is not None and panel.item(row) is not None:
            self._window.act(
                lambda: self._window.commands.apply(lambda: editor.answer(row, number))
            )
            self._window.rows.after_answer(row)
            return
        # A measured row: the number stands for what should have been measured.
        self._window.act(lambda: self._dispute(row, MEASURED_WRONG, "", number))

    def save_filter(self, words: str) -> None:
        """Keep filter words under a name."""
        window = self._window
        if not words.strip():
            raise RefusedError("there are no filter words to save")
        name, fine = QInputDialog.getText(
            window, tr("Save this filter"), tr("A name for “{words}”:").format(words=words)
        )
        if fine and name.strip():
            known = {**window.preferences.settings.saved_filters, name.strip(): words}
            window.preferences.change(saved_filters=known)
            window.list_pane.set_saved_filters(known)

    def confirm_stale(self) -> None:
        """Show the stale answers, then confirm them as a set."""
        from reviewer.ui.confirm_list import ask
        from reviewer.ui.panel.words import short_name

        state = self._window.session.current
        stale = state.review.stale if state else ()
        if not stale:
            raise RefusedError("none of the answers is stale")
        about = tr("Given to other files or to another question. Do they still hold?")
        panel = self._window.session.panel()
        found = [panel.item(item) if panel else None for item in stale]
        shown = self._window.preferences.settings.languages
        rows = [
            (short_name(row, shown) if row else item, "")
            for row, item in zip(found, stale, strict=True)
        ]
        if ask(tr("Stale answers"), about, rows, accept=tr("Confirm them"), parent=self._window):
            self._window.commands.apply(self._window.session.editor.confirm_stale)

    def adopt(self, why: str) -> None:
        """Adopt the draft, with the reason that was given."""
        editor = self._window.session.editor
        self._window.act(lambda: self._window.commands.apply(lambda: editor.adopt(why)))

    # Commands and keys

    def show_palette(self) -> None:
        """Every command and task, by a few letters."""
        if self._palette is None:
            from reviewer.ui.command_palette import CommandPalette

            self._palette = CommandPalette(self._window.page)
            self._palette.action_chosen.connect(self._window.commands.run)
            self._palette.task_chosen.connect(self._window.select)
        settings = self._window.preferences.settings
        self._palette.toggle(
            profile=settings.key_profile,
            own=settings.keys,
            is_enabled=self._window.commands.is_enabled,
            tasks=tuple(self._window.session.tasks),
        )

    def toggle_keys(self) -> None:
        """The sheet of keys, and away again."""
        if self._keys is None:
            from reviewer.ui.keys_sheet import KeysSheet

            self._keys = KeysSheet(self._window.page)
        settings = self._window.preferences.settings
        self._keys.set_keys(settings.key_profile, settings.keys, self._window.extras.view)
        self._keys.toggle()

    def show_rebind(self) -> None:
        """Change keys; conflicts are refused where they are made."""
        from reviewer.ui.rebind import RebindDialog

        settings = self._window.preferences.settings
        dialog = RebindDialog(profile=settings.key_profile, own=settings.keys, parent=self._window)
        if dialog.exec():
            profile, own = dialog.values()
            self._window.preferences.change(key_profile=profile, keys=own)
            key = self._window.preferences.key_of("focus-filter")
            self._window.list_pane.filter.set_key(key)
            self._window.menus.refresh()
        dialog.deleteLater()

    def show_settings(self, name: str = "") -> None:
        """All settings, kept when the person says so; open at the page that has this one."""
        from reviewer.ui.settings_dialog import SettingsDialog

        dialog = SettingsDialog(self._window.preferences.settings, self._window)
        if name:
            dialog.show_field(name)
        if dialog.exec():
            changed = dialog.changes()
            if changed:
                self._window.preferences.change_many(changed)
        dialog.deleteLater()

    def show_roles(self) -> None:
        """Choose which file plays which role; saved as the folder's task.toml."""
        from reviewer.session import roles
        from reviewer.session.pair_desk import require_vote
        from reviewer.ui.roles_dialog import KindChoice, RolesDialog

        session = self._window.session
        author = session.settings.author
        require_vote(session.current, author, why="the roles are named by its files")
        offered = roles.offered(session)
        if offered is None:
            raise RefusedError("open a folder with pictures first")
        dialog = RolesDialog(
            folder=str(offered.folder),
            files=offered.files,
            kinds=[KindChoice(k.name, k.title, k.roles) for k in offered.kinds],
            kind=offered.kind,
            roles=offered.roles,
            instruction=offered.instruction,
            parent=self._window,
        )
        if dialog.exec():
            chosen = dialog.chosen()
            saved = roles.save(
                session,
                offered.folder,
                kind=chosen.kind,
                roles=chosen.roles,
                instruction=chosen.instruction,
            )
            if saved:
                self._window.open(session.root or offered.folder)
        dialog.deleteLater()

    # Files

    def open_outside(self, artifact: Artifact) -> None:
        """Ask, then hand a file to the program that the system has for it."""
        from reviewer.session.pair_desk import CANDIDATES, require_vote
        from reviewer.ui.commands import open_with_system

        if artifact.role in CANDIDATES:
            session = self._window.session
            require_vote(session.current, session.settings.author, why="the program names it")
        said = QMessageBox.question(
            self._window,
            tr("Open with another program"),
            tr(
                "{name} comes from the task folder. Opening it hands it to the program "
                "your system has for such files.\n\n{path}\n\nOpen it?"
            ).format(name=artifact.name, path=artifact.path),
        )
        if said == QMessageBox.StandardButton.Yes and not open_with_system(artifact.path):
            self._window.session.say(
                tr(
                    "{path}: the system has no program for it. Install one, or open it "
                    "from that program."
                ).format(path=artifact.path),
                is_error=True,
            )

    def settle(self, action: str, task: str) -> None:
        """Do what a button of the message bar offers, for the task that the message is about."""
        window = self._window
        if task and task != window.session.current_id:
            if task not in window.session.tasks:
                said = tr("{task} is in another folder: open that folder first")
                window.status.say(said.format(task=task))
                return
            window.select(task)
        if action in ("save", "save-copy", "choose-roles"):
            window.commands.run(action)
        elif action == "conflict-show":
            self._show_conflict()
        elif action == "conflict-mine":
            self._settle_conflict("mine")
        elif action == "conflict-theirs":
            self._settle_conflict("theirs")

    def _settle_conflict(self, choice: Choice) -> None:
        window = self._window
        window.commands.apply(lambda: window.session.settle_conflict(choice))
        window.messages.dismiss_for("conflict")

    def _show_conflict(self) -> None:
        """The two forms as they are by now, which is later than they were found to differ."""

        # The dialog waits for the person, which what hands over answers of jobs must not.
        self._window.session.look_at_conflict(
            lambda found: QTimer.singleShot(0, self._window, lambda: self._ask_conflict(found))
        )

    def _ask_conflict(self, found: Conflict) -> None:
        from reviewer.ui.conflict import ConflictDialog

        dialog = ConflictDialog(str(found.path), found.mine, found.theirs, self._window)
        if dialog.exec():
            self._settle_conflict("mine" if dialog.keeps_mine else "theirs")
        dialog.deleteLater()

    def may_leave(self) -> bool:
        """Asked only when the journal could not be written."""
        problem = self._window.session.editor.journal_error
        said = QMessageBox.warning(
            self._window,
            tr("Not everything is safe on the disk"),
            tr("{problem}\n\nLeave all the same?").format(problem=problem),
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel,
            QMessageBox.StandardButton.Cancel,
        )
        return said == QMessageBox.StandardButton.Yes
