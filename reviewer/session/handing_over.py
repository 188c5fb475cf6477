"""Another person at the same desk: nothing that the one before said or was told stays on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.session import agreement, pair_report, survey, tiles, time_spent
from reviewer.session import changes as facet
from reviewer.session.changes import Changes, changes
from reviewer.session.preferences import changed
from reviewer.session.state import Row

if TYPE_CHECKING:
    from reviewer.session.desk import Session

# What is worked out for one person, and told when it is done.
_FOR_ONE = (survey.KEY, agreement.KEY, pair_report.KEY, tiles.KEY)


def put_down(session: Session) -> None:
    """Before the name changes: the time is the earlier person's, and what they said is written."""
    state = session.current
    if state is not None:
        time_spent.note(session, state, is_last=True)
        state.seconds += session.clock.take()
    for known in session.held:
        session.drafts.put_back(known)
        known.draft.clear()
        if known.is_edited:
            session.save(known.task.id)
    for key in _FOR_ONE:
        session.jobs.cancel(key)


def take_up(session: Session) -> Changes:
    """After the name changed: tasks and list as the new person may see them, none on the desk.

    A task that is still being written stays as it is known here; all others are read anew. How
    far the earlier person was in other folders is not told.
    """
    session.settings = changed(session.settings, folders={})
    session.current_id = ""
    session.held.put_away({known.task.id for known in session.held if not known.is_edited})
    session.task_rows.start_over(
        Row(name, task.kind, error=task.problem) for name, task in session.tasks.items()
    )
    for state in session.held:
        state.seconds = state.noted = 0.0
        state.knows_time = False
        session.refold(state)
    session.arrange()
    if session.root is not None and not session.is_discovering:
        session.survey()
    # The list is told later: it would put a task on the desk before the panes have let go of this.
    return changes({facet.TASK, facet.BUSY})
