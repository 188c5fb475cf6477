"""What leaves the window only when the person asks: GIMP, and the task's own grader."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from reviewer.session.editing import RefusedError
from reviewer.ui import numbers
from reviewer.ui.confirm_list import Row, ask
from reviewer.ui.extras import gimp

if TYPE_CHECKING:
    from reviewer.session.grader_run import GraderDesk, Prepared, Rerun
    from reviewer.ui.window import Window


class Outside:
    """Asks first, names what will run, and shows what came of it."""

    def __init__(self, window: Window) -> None:
        self._window = window

    @cached_property
    def _grader(self) -> GraderDesk:
        from reviewer.session.grader_run import GraderDesk

        return GraderDesk(self._window.session)

    def connect(self) -> None:
        """Layers that are shown or hidden in the lower panel change the picture."""
        self._window.bottom.tree_toggled.connect(self._toggle_layer)

    def _toggle_layer(self, panel: str, item: str, is_on: bool) -> None:
        if panel.startswith("layers:"):
            session = self._window.session
            self._window.commands.apply(lambda: session.layers.toggle(panel, item, is_on))
        elif item.startswith("layer:"):
            self._window.session.showing.show_layer(item, is_on)

    def open_in_gimp(self) -> None:
        """Open the picture or file with the keyboard in GIMP; never the golden one."""
        gimp.open_in_gimp(self._window)

    def rerun_grader(self) -> None:
        """Run the task's own grader after the person confirmed what it can reach."""
        prepared = self._grader.prepare()
        if prepared is None:
            raise RefusedError("the task is still being read")
        if not prepared.is_possible:
            raise RefusedError(prepared.reason)
        if ask(
            "Run the task's own grader",
            _about(prepared),
            _rows(prepared),
            accept="Run it once",
            parent=self._window,
        ):
            confirmed = prepared.open_ends
            self._grader.run(prepared, confirmed=confirmed, done=self._show)

    def _show(self, found: Rerun) -> None:
        if found.ledger is None:
            lacking = (
                f" Missing: {', '.join(found.missing_modules)}." if found.missing_modules else ""
            )
            self._window.session.say(
                f"The task's own grader: {found.problem}{lacking}", is_error=True
            )
            return
        rows: list[Row] = [
            (line.because, f"{numbers.credit(line.before)} → {numbers.credit(line.after)}")
            for line in found.ledger.lines
        ]
        rows += [(f"missing module: {name}", "") for name in found.missing_modules]
        closed = "in a closed room" if found.was_isolated else "without isolation"
        about = f"Ran {closed} in {found.seconds:.1f} s, with your answers in place of the judge's."
        ask("The task's own grader", about, rows, accept="Close", parent=self._window)


def _about(prepared: Prepared) -> str:
    if prepared.open_ends:
        return (
            f"{prepared.reason}. The grader is code from the task folder. "
            "It would run with these things not isolated:"
        )
    return (
        "The grader is code from the task folder. It runs on a copy of the workspace in a closed "
        "room: no network, no environment, limits on time, memory and disk."
    )


def _rows(prepared: Prepared) -> list[Row]:
    rows: list[Row] = [(text, "not isolated") for text in prepared.open_ends]
    rows.append((f"workspace: {prepared.workspace}", "a copy"))
    if prepared.truth is not None:
        rows.append((f"ground truth: {prepared.truth}", "read-only"))
    rows += [(item, numbers.credit(value)) for item, value in prepared.answers.items()]
    return rows
