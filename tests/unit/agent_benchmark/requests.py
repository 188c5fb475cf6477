"""A task that was graded, as its kind is asked for what is shown of it."""

from __future__ import annotations

from reviewer.kinds.protocol import Request
from reviewer.session.jobs import CancelToken
from reviewer.session.state import TaskState


def request_of(state: TaskState) -> Request:
    """What was measured and credited, with the rubric in force."""
    return Request(
        task=state.task,
        rubric=state.effective,
        reader=state.reader,
        token=CancelToken(),
        measurements=state.measurements,
        credits={check.id: check.credit for check in state.ledger.checks},
    )
