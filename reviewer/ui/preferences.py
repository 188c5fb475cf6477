"""What the person chose, applied to the window and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtWidgets import QApplication

from reviewer.session.known_folders import with_progress
from reviewer.session.preferences import (
    Settings,
    changed,
    changed_judge,
    folder_name,
    keep_last_task,
    with_recent,
)
from reviewer.ui import keys, theme
from reviewer.ui.translate import tr
from reviewer.ui.welcome_rows import recents

if TYPE_CHECKING:
    from reviewer.ui.window import Window

FULL = "full"
_THEMES = ("system", "light", "dark")
_HIGHEST = 2000
LANGUAGES = {"both": "both languages", "en": "English", "zh": "中文"}


class Preferences:
    """Reads the settings of the session, changes them, hands them to be kept."""

    def __init__(
        self, window: Window, *, keep: Callable[[Settings], None], kept: Mapping[str, object]
    ) -> None:
        self._window = window
        self._write = keep
        # What the command line replaced for this run, as it was: that is what is written.
        self._kept = dict(kept)
        self._bindings: tuple[Settings, str, dict[str, str]] | None = None

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._window.session.settings

    def change(self, **values: Any) -> None:  # noqa: ANN401 - any setting
        """Change settings and keep them; what a person chooses outlives an option of this run."""
        for name in values:
            self._kept.pop(name, None)
        self._window.session.settings = changed(self.settings, **values)
        self._bindings = None
        self._keep()

    def _keep(self) -> None:
        self._write(changed(self.settings, **self._kept))

    def change_many(self, values: dict[str, object]) -> None:
        """Take over what the settings dialog gave, and bring the window to it."""
        judge = {name[6:]: value for name, value in values.items() if name.startswith("judge.")}
        plain = {name: value for name, value in values.items() if not name.startswith("judge.")}
        if judge:
            plain["judge"] = changed_judge(self.settings, judge)
        if plain.get("author", self.settings.author) != self.settings.author:
            self._window.hand_over(lambda: self.change(**plain))
        else:
            self.change(**plain)
        if "blind" in plain:
            self._window.session.announce(self._window.session.set_blind(self.settings.blind))
        self.apply()

    def apply(self) -> None:
        """Bring the whole window to the settings."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        settings, window = self.settings, self._window
        theme.apply(
            app, settings.theme, more_contrast=settings.more_contrast, canvas=settings.canvas
        )
        window.panel.set_languages(settings.languages)
        window.pictures.keeps_zoom = settings.keep_zoom
        window.pictures.sheet.set_palette(settings.palette)
        window.list_pane.set_saved_filters(settings.saved_filters)
        window.queue.tell()
        window.workspace.set_list_width(settings.list_width)
        window.workspace.set_drawer_height(settings.drawer_height)
        self.tell_welcome()
        self._tell_person()
        window.list_pane.filter.set_key(self.key_of("focus-filter"))
        window.menus.refresh()

    def _tell_person(self) -> None:
        """Who reviews, and in which languages the questions are shown."""
        window, settings = self._window, self.settings
        languages = tr(LANGUAGES[settings.languages])
        said = tr("reviewing as {author} · {languages}")
        window.welcome.set_person(said.format(author=settings.author, languages=languages))
        window.person.set_person(settings.author, settings.languages)

    def bindings(self) -> dict[str, str]:
        """Key → action id on the page that is shown."""
        settings, view = self.settings, self._window.extras.view
        known = self._bindings
        if known is None or known[0] is not settings or known[1] != view:
            table = keys.bindings(settings.key_profile, settings.keys, view)
            known = self._bindings = (settings, view, table)
        return known[2]

    def key_of(self, action_id: str) -> str:
        """The key of an action."""
        return keys.key_of(action_id, self.settings.key_profile, self.settings.keys)

    def opened(self, folder: Path) -> None:
        """A folder was opened: it is first among the recent ones, and the one before is left."""
        self._note_progress()
        self._window.session.settings = with_recent(self.settings, folder)
        self._keep()
        self.tell_welcome()

    def _note_progress(self) -> None:
        session = self._window.session
        session.settings = with_progress(session.settings, session, today=date.today())

    def tell_welcome(self) -> None:
        """Which folders can be opened again."""
        self._window.welcome.set_recent(
            self.settings.recent, recents(self.settings.folders, today=date.today())
        )

    def last_task(self, folder: Path | None) -> str:
        """The task that was open last in a folder."""
        return self.settings.last_task.get(folder_name(folder), "") if folder is not None else ""

    def visited(self, folder: Path | None, task_id: str) -> None:
        """Remember the task, however it came on the desk; it is written beside the window."""
        if folder is not None and task_id and self.last_task(folder) != task_id:
            keep_last_task(self._window.session, folder, task_id)
            known = {**self.settings.last_task, folder_name(folder): task_id}
            self._window.session.settings = changed(self.settings, last_task=known)

    def leaving(self) -> None:
        """Keep everything before the window goes, its size with it."""
        window = self._window
        self._note_progress()
        size = FULL if window.isMaximized() else f"{window.width()}x{window.height()}"
        window.session.settings = changed(self.settings, window=size)
        self._keep()

    def cycle_theme(self) -> None:
        """As the system, light, dark."""
        wanted = _after(_THEMES, self.settings.theme)
        self.change(theme=wanted)
        self.apply()
        self._window.status.say(tr("Theme: {name}").format(name=wanted))

    def set_drawer_height(self, height: int) -> None:
        """The lower panel keeps the height that it was dragged to; 0 follows the window."""
        self._window.workspace.set_drawer_height(height)
        self.change(drawer_height=min(_HIGHEST, height))

    def cycle_languages(self) -> None:
        """All questions in both languages, in English, in Chinese."""
        self.choose_languages(_after(tuple(LANGUAGES), self.settings.languages))

    def choose_languages(self, wanted: str) -> None:
        """Questions in these languages from now on."""
        self.change(languages=wanted)
        self._tell_person()
        self._window.panel.set_languages(wanted)
        self._window.binder.languages_changed()
        self._window.status.say(tr("Questions: {name}").format(name=tr(LANGUAGES[wanted])))

    def toggle_safe_palette(self) -> None:
        """Documented or color-blind-safe overlays."""
        wanted: Literal["documented", "safe"] = (
            "documented" if self.settings.palette == "safe" else "safe"
        )
        self._window.pictures.sheet.set_palette(wanted)
        self._window.status.say(tr("Overlay colors: {name}").format(name=wanted))

    def palette_chosen(self, palette: str) -> None:
        """The sheet has other colors, whoever chose them: they stay, and the menu says so."""
        if palette != self.settings.palette:
            self.change(palette=palette)
            self._window.menus.refresh()


def _after(values: tuple[str, ...], current: str) -> str:
    return values[(values.index(current) + 1) % len(values)]
