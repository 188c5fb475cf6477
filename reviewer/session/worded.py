"""Rows by their questions, as messages name them: nobody knows a row by its id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model import RESULT
from reviewer.scoring.naming import in_language
from reviewer.session.pair_desk import by_sides, sides

if TYPE_CHECKING:
    from reviewer.session.state import TaskState


def question_of(state: TaskState, row: str, *, languages: str) -> str:
    """The question of a row in quotes, in the language that is read; its id without one.

    Of two candidates it names the side, never which picture of the task stands there.
    """
    rubric = state.effective or state.rubric
    if rubric is None or not row:
        return row
    slot = sides(state).get(RESULT, "")
    told = in_language(
        by_sides(rubric, slot) if slot else rubric, "en" if languages == "both" else languages
    )
    asked = {each.id: each.asks for each in told.uncovered}
    asked |= {each.id: each.asks for each in told.checks}
    said = asked.get(row, "")
    return f"“{said}”" if said else row
