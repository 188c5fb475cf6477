"""The pictures of one task: sources as they arrive, prepared off the UI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject, Signal

from reviewer.ui.pictures.source import Picture, PictureSource, Prepared, Run, prepare

ORDER = ("initial", "result", "golden")
# Pictures whose shapes differ by more do not show the same scene.
SAME_SHAPE = 0.02
KEYS = {"initial": "W", "golden": "Q"}


def title_of(source: PictureSource) -> str:
    """The role as a pane writes it."""
    known = {
        "initial": QCoreApplication.translate("PictureDesk", "Initial"),
        "result": QCoreApplication.translate("PictureDesk", "Result"),
        "golden": QCoreApplication.translate("PictureDesk", "Golden"),
    }
    return source.title or known.get(source.role) or source.role.replace("_", " ").capitalize()


def word_of(source: PictureSource) -> str:
    """The picture inside a sentence: a candidate by its side, others by file or role."""
    return source.file or source.title or source.role


class PictureSet(QObject):
    """Sources by role and the pictures made of them."""

    changed = Signal(str)

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._sources: dict[str, PictureSource] = {}
        self._extras: dict[str, PictureSource] = {}
        self._pictures: dict[str, Picture] = {}
        self._problems: dict[str, str] = {}

    def set_sources(self, sources: Sequence[PictureSource]) -> None:
        """All pictures of a task; what was there before goes."""
        known = [source for role in ORDER for source in sources if source.role == role]
        known += [source for source in sources if source.role not in ORDER]
        known.sort(key=lambda source: source.is_last)
        self._sources = {source.role: source for source in known}
        self._extras, self._pictures, self._problems = {}, {}, {}
        for source in known:
            self._take(source)

    def set_extras(self, sources: Sequence[PictureSource]) -> None:
        """Further pictures that evidence brings; they go when the evidence goes."""
        for role in self._extras:
            self._pictures.pop(role, None)
            self._problems.pop(role, None)
        self._extras = {source.role: source for source in sources}
        for source in sources:
            self._take(source)

    def add_extra(self, source: PictureSource) -> None:
        """One more picture beside those that evidence brought."""
        self._extras[source.role] = source
        self._take(source)

    def update_source(self, source: PictureSource) -> None:
        """One role anew: the full decode after the reduced one, or its failure."""
        self._sources[source.role] = source
        self._take(source)

    def roles(self) -> tuple[str, ...]:
        """Initial, result, golden, then further roles, then extras."""
        return (*self._sources, *self._extras)

    def own_roles(self) -> tuple[str, ...]:
        """The task's own roles, without extras."""
        return tuple(self._sources)

    @property
    def lead(self) -> str:
        """The role that is looked at first: the result, or of two candidates the one on side A."""
        is_turned = self.has("result") and self.source("result").is_last
        return next(iter(self._sources)) if is_turned else "result"

    def in_order(self, partner: str) -> tuple[str, str]:
        """The result and what it is compared with; of two candidates the one on side A first."""
        return (partner, "result") if self.lead == partner else ("result", partner)

    def source(self, role: str) -> PictureSource:
        """What a role was given."""
        return self._sources[role] if role in self._sources else self._extras[role]

    def files_beside(self, role: str) -> tuple[str, ...]:
        """The names of the other pictures' files."""
        others = (source.file for name, source in self._sources.items() if name != role)
        return tuple(file for file in others if file)

    def has(self, role: str) -> bool:
        """Whether there is such a role."""
        return role in self._sources or role in self._extras

    def picture(self, role: str) -> Picture | None:
        """The picture of a role once it is ready."""
        return self._pictures.get(role)

    def problem(self, role: str) -> str:
        """Why a role has no picture; empty while it is still being read."""
        return self._problems.get(role, "")

    def size(self, role: str) -> tuple[int, int] | None:
        """Width and height of a role's whole picture, if known."""
        return self.source(role).size if self.has(role) else None

    def is_apart(self, role: str) -> bool:
        """True for a picture of evidence that does not show the scene: swatches, a hash."""
        size, scene = self.size(role), self.size("result")
        if role not in self._extras or size is None or scene is None:
            return False
        return abs(size[0] * scene[1] / (size[1] * scene[0]) - 1) > SAME_SHAPE

    def _take(self, source: PictureSource) -> None:
        role = source.role
        if source.error:
            self._pictures.pop(role, None)
            self._problems[role] = source.error
            self.changed.emit(role)
        elif source.prepared is not None:
            self._ready(source, source.prepared)
        elif source.shown is not None:
            array = source.shown
            self._run(
                f"prepare:{role}",
                lambda _token: prepare(array),
                done=lambda made: self._ready(source, made),
                failed=lambda error: self._failed(source, error),
            )
        else:
            self.changed.emit(role)

    def _is_current(self, source: PictureSource) -> bool:
        return self.has(source.role) and self.source(source.role) is source

    def _ready(self, source: PictureSource, made: Prepared) -> None:
        if not self._is_current(source):
            return
        size = source.size or (made.width, made.height)
        is_full = (made.width, made.height) == size and (
            source.pixels is not None or source.reduced is None
        )
        self._pictures[source.role] = Picture(made, size, is_full, source.pixels)
        self._problems.pop(source.role, None)
        self.changed.emit(source.role)

    def _failed(self, source: PictureSource, error: Exception) -> None:
        if self._is_current(source):
            name = word_of(source)
            self._problems[source.role] = f"{name}: cannot be shown: {error}"
            self.changed.emit(source.role)
