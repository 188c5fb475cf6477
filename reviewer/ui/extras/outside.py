"""What leaves the window only when the person asks: GIMP, and the task's own grader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from reviewer.session.refusing import RefusedError
from reviewer.ui import numbers
from reviewer.ui.bottom.bottom import GraderRan
from reviewer.ui.extras import gimp
from reviewer.ui.extras.run_dialog import Row, ask
from reviewer.ui.translate import tr

if TYPE_CHECKING:
    from reviewer.session.grader_run import Prepared, Rerun
    from reviewer.session.state import TaskState
    from reviewer.ui.window import Window

_TITLE = "Run the task's own grader"


class Outside:
    """Asks first, names what will run, and shows what came of it."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def connect(self) -> None:
        """Layers that are shown or hidden change the picture; a grader's number can be taken."""
        self._window.bottom.tree_toggled.connect(self._toggle_layer)
        self._window.bottom.grader_taken.connect(self._take)

    def _toggle_layer(self, panel: str, item: str, is_on: bool) -> None:
        if panel.startswith("layers:"):
            session = self._window.session
            self._window.commands.apply(lambda: session.layers.toggle(panel, item, is_on))
        elif item.startswith("layer:"):
            self._window.session.showing.show_layer(item, is_on)

    def open_in_gimp(self) -> None:
        """Open the picture or file with the keyboard in GIMP; never the golden one."""
        gimp.open_in_gimp(self._window)

    # The task's own grader

    def ran(self, state: TaskState) -> GraderRan | None:
        """What the grader's last run gave, for the ledger."""
        desk = self._window.session.grader
        ledger = desk.ledger(state)
        if ledger is None:
            return None
        return GraderRan(ledger, desk.offered(state), desk.is_outdated(state))

    def rerun_grader(self) -> None:
        """Run the task's own grader after the person confirmed what it can reach."""
        desk = self._window.session.grader

        def confirm(prepared: Prepared) -> None:
            if not prepared.is_possible:
                self._window.refused(RefusedError(prepared.reason))
            elif self._is_confirmed(prepared):
                desk.run(
                    prepared,
                    confirmed=prepared.open_ends,
                    done=lambda found: self._show(prepared.task.id, found),
                )

        # A dialog has an event loop of its own: it must not run inside a job's answer.
        desk.prepare(lambda found: QTimer.singleShot(0, self._window, lambda: confirm(found)))

    def _is_confirmed(self, prepared: Prepared) -> bool:
        """What will run; and where something is not isolated, that list on its own, asked again."""
        is_closed = not prepared.open_ends
        if not ask(
            _TITLE,
            _about(prepared),
            _rows(prepared),
            accept="Run it once" if is_closed else "Go on to what is not isolated…",
            parent=self._window,
        ):
            return False
        if is_closed:
            return True
        return ask(
            "Run it without isolation?",
            f"{prepared.reason}. Code from strangers would run with all of this open:",
            [(text, "") for text in prepared.open_ends],
            accept="Run it without isolation",
            parent=self._window,
        )

    def _show(self, task: str, found: Rerun) -> None:
        session = self._window.session
        lacking = f" Missing: {', '.join(found.missing_modules)}." if found.missing_modules else ""
        if found.ledger is None:
            said = f"{task}: the task's own grader: {found.problem}{lacking}"
            session.say(said, is_error=True, task=task)
            return
        line = found.ledger.lines[-1]
        closed = tr("in a closed room") if found.was_isolated else tr("without isolation")
        session.say(
            tr(
                "{task}: the task's own grader ran {closed} in {seconds} s: {before} → {after} "
                "with the answers in force.{lacking} The Ledger shows it item by item."
            ).format(
                task=task,
                closed=closed,
                seconds=f"{found.seconds:.1f}",
                before=numbers.credit(line.before),
                after=numbers.credit(line.after),
                lacking=lacking,
            ),
            task=task,
        )
        if session.current_id == task and not self._window.extras.view:
            self._window.show_tab("ledger", takes_focus=False)

    def _take(self) -> None:
        desk = self._window.session.grader
        self._window.act(lambda: self._window.commands.apply(desk.take))


def _about(prepared: Prepared) -> str:
    if prepared.open_ends:
        return (
            f"The grader is code from the task folder, and here it cannot be closed in: "
            f"{prepared.reason}. You are asked once more, about what is not isolated."
        )
    return (
        "The grader is code from the task folder. It runs on a copy of the workspace in a closed "
        "room: no network, no environment, limits on time, memory and disk."
    )


def _rows(prepared: Prepared) -> list[Row]:
    rows: list[Row] = [(f"workspace: {prepared.workspace}", "a copy")]
    if prepared.truth is not None:
        rows.append((f"ground truth: {prepared.truth}", "read-only"))
    for item, value in prepared.answers.items():
        before = prepared.before.get(item)
        is_same = before == value
        said = numbers.credit(value) if is_same else (
            f"{numbers.credit(before)} → {numbers.credit(value)}"
        )  # fmt: skip
        rows.append((f"answer: {item}", said))
    return rows
