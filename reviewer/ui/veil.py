"""What lies over two candidates before the person's vote: sides in place of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from reviewer.model import RESULT, Flag, Panel, Rubric, Task
from reviewer.session import pair_desk
from reviewer.ui.pictures.source import PictureSource

if TYPE_CHECKING:
    from reviewer.session.state import TaskState

_LAST = "B"


class Veil:
    """Over the pictures and files of one task, for one person; nothing for other tasks."""

    def __init__(self, state: TaskState | None, author: str) -> None:
        self.is_open = state is not None and pair_desk.is_open(state, author)
        self.sides = dict(pair_desk.sides(state)) if state is not None else {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Veil) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.is_open, *self.sides.items()

    def over(self, source: PictureSource) -> PictureSource:
        """The picture by its side; before the vote without its name."""
        side = self.sides.get(source.role, "")
        if source.role not in pair_desk.CANDIDATES or not (side or self.is_open):
            return source
        title = QCoreApplication.translate("Veil", "Candidate")
        named = replace(source, title=f"{title} {side}".strip(), is_last=side == _LAST)
        if not self.is_open:
            # The facts speak of the first and the second picture.
            first = QCoreApplication.translate("Veil", "first picture")
            second = QCoreApplication.translate("Veil", "second picture")
            place = first if source.role == RESULT else second
            return replace(named, title=f"{side}: {place}")
        problem = QCoreApplication.translate("Veil", "it cannot be read")
        return replace(named, file="", error=problem if source.error else "")

    def worded(self, rubric: Rubric) -> Rubric:
        """The rubric; of a pair with questions named by side before the vote, by picture after."""
        slot = self.sides.get(RESULT, "")
        if not slot:
            return rubric
        return pair_desk.by_sides(rubric, slot) if self.is_open else pair_desk.by_pictures(rubric)

    def flagged(self, flags: Sequence[Flag]) -> Sequence[Flag]:
        """The flags; before the vote without the detail, which names the picture it is about."""
        return [replace(flag, detail="") for flag in flags] if self.is_open else flags

    def told(self, panels: Sequence[Panel]) -> Sequence[Panel]:
        """What is told of the two apart from evidence: nothing before the vote."""
        return () if self.is_open else panels

    def listed(self, task: Task) -> Task:
        """The task with the files that may be named."""
        if not self.is_open:
            return task
        kept = tuple(a for a in task.artifacts if a.role not in pair_desk.CANDIDATES)
        return replace(task, artifacts=kept)
