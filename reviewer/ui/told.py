"""What may be told to the person of the task on the desk: nothing before its time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.scoring.naming import in_language
from reviewer.ui.veil import Veil

if TYPE_CHECKING:
    from reviewer.model import Evidence, Rubric, Sheet
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

_HIDDEN = "Hidden until you have answered every item of this task"
_UNVOTED = "Hidden until you have said which of the two pictures is better"


class Told:
    """The veils over the task on the desk, as they lie now."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def veil(self) -> Veil:
        """What lies over two candidates before the vote."""
        return Veil(self._session.current, self._session.settings.author)

    def is_hidden(self, state: TaskState) -> bool:
        """True while nothing that the grade is made of may be told."""
        return self.veil.is_open or self._session.showing.is_veiled(state)

    def why_hidden(self, state: TaskState) -> str:
        """What stands in place of the grade while it is hidden; empty when it is not."""
        if not self.is_hidden(state):
            return ""
        return self.why_unvoted or _HIDDEN

    @property
    def why_unvoted(self) -> str:
        """What stands in place of all that names a candidate; empty when names may be told."""
        return _UNVOTED if self.veil.is_open else ""

    def worded(self, state: TaskState) -> Rubric | None:
        """The rubric with its questions in the language that is read."""
        rubric, shown = state.effective, self._session.settings.languages
        return in_language(self.veil.worded(rubric), shown) if rubric else None

    def sheet(self) -> Sheet | None:
        """The 2×2 sheet, which names both candidates: only after the vote on them."""
        return None if self.veil.is_open else self._session.showing.sheet

    def evidence(self) -> Evidence | None:
        """The evidence of a row, unless the row may not tell what was said of it yet."""
        found, state = self._session.showing.evidence, self._session.current
        panel = self._session.panel(state) if state is not None else None
        if found is None or panel is None:
            return None if self.veil.is_open else found
        item = panel.item(found.check)
        is_secret = panel.is_unvoted or (item is not None and item.is_hidden)
        return None if is_secret else found
