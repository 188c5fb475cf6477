"""Where a thing that a list names lies in the pictures, and what lies at a place in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reviewer import kinds
from reviewer.kinds.agent_roles import DRAWING
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import Mark
from reviewer.session.layers import PANEL as LAYERS
from reviewer.session.layers import path_of

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

ELEMENT = "element:"
Marks = tuple[Mark, ...]


class Places:
    """Looks places up in the pool; those of the task on show are kept."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._all: Marks | None = None
        self._of: object = None

    def find(self, item: str, *, panel: str, done: Callable[[Marks], None]) -> None:
        """The marks of one item of a list; none when it has no place in any picture."""
        if panel.startswith(LAYERS):
            role = panel.removeprefix(LAYERS)
            self._submit("place", lambda request: _layer(request, role, item), done)
        elif ":" in item and self._has_drawing():
            self._submit("place", lambda request: _evidence(request, item), done)
        else:
            done(())

    def elements(self, done: Callable[[Marks], None]) -> None:
        """The place of every element of the task's drawing; none without a drawing."""
        states = self._session.showing.states
        if self._of is states and self._all is not None:
            done(self._all)
            return
        if not self._has_drawing():
            done(())
            return

        def take(found: Marks) -> None:
            self._all, self._of = found, states
            done(found)

        self._submit("places", lambda request: _evidence(request, ELEMENT), take)

    def _has_drawing(self) -> bool:
        state = self._session.current
        return state is not None and state.task.artifact(DRAWING) is not None

    def _submit(
        self, key: str, call: Callable[[Request], Marks], done: Callable[[Marks], None]
    ) -> None:
        session = self._session
        state: TaskState | None = session.current
        if state is None or state.rubric is None:
            done(())
            return

        def take(found: Marks) -> None:
            if session.current is state:
                done(found)

        session.jobs.submit(
            key,
            lambda token: call(session.showing.request(state, token)),
            done=take,
            failed=session.failing(state.task.id),
            title="Looking for the place",
            is_quiet=True,
        )


def _evidence(request: Request, item: str) -> Marks:
    found = kinds.kind(request.task.kind).evidence(request, item)
    return tuple(mark for mark in found.marks if item in (mark.item, ELEMENT))


def _layer(request: Request, role: str, item: str) -> Marks:
    """The extent of one layer of a layered picture."""
    artifact = request.task.artifact(role)
    if artifact is None:
        return ()
    try:
        layer = request.reader.document(artifact, "xcf").layer(path_of(item))
    except (UnreadableError, IndexError, ValueError):
        # The whole picture, or one of which the panel says itself why it cannot be read.
        return ()
    x, y = layer.offset
    box = (float(x), float(y), float(layer.width), float(layer.height))
    return (Mark("box", box, layer.name, "accent", role=role, item=item),)
