"""Ask the judge: of which tasks, which rows, and what it takes before anything is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from reviewer.model.counting import counted
from reviewer.session.judge_run import Options
from reviewer.ui import fonts
from reviewer.ui.extras.forms import FileField, FormRow, column_in, scrolled
from reviewer.ui.extras.words import wrapped
from reviewer.ui.translate import tr
from reviewer.ui.widgets.dialog import Dialog, focus_first
from reviewer.ui.widgets.inputs import Toggle
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.rows import SectionTitle
from reviewer.ui.widgets.segmented import Segment, Segmented

TASK, QUEUE = "task", "queue"
LIVE, REPLAY = "live", "replay"
_PAUSE = 200
_LINES = "JSON lines (*.jsonl);;All files (*)"


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be asked: the task on the desk, the queue, and the rows a judge answers there.

    `due` are the rows that are asked where nobody chooses, `due_again` those when what a judge
    has answered is asked anew; None stands for every row.
    """

    task: str
    queue: int
    rows: tuple[tuple[str, str], ...]
    model: str
    has_pairs: bool = False
    due: frozenset[str] | None = None
    due_again: frozenset[str] | None = None
    # Before the vote on two candidates the ids would tell which of them a row is about.
    has_ids: bool = True
    # Where the pictures go: the server that the settings name.
    address: str = ""

    def waiting(self, *, again: bool) -> frozenset[str]:
        """The rows that are switched on before anybody chooses."""
        due = self.due_again if again else self.due
        return frozenset(row for row, _ in self.rows) if due is None else due


class JudgeDialog(Dialog):
    """Says what is wanted whenever it changes; asks only when the person says so."""

    wanted = Signal()

    def __init__(self, offer: Offer, parent: QWidget | None = None) -> None:
        about = (
            "What the judge says is kept in the grade files. It never replaces an answer of yours."
        )
        super().__init__("Ask the judge", about, accept=tr("Ask"), parent=parent)
        self._offer = offer
        self.scope = Segmented(tr("Of which tasks"), self._scopes())
        self.source = Segmented(
            tr("Who answers"),
            [Segment(LIVE, offer.model or "the model"), Segment(REPLAY, tr("Recorded answers"))],
        )
        self.replay = FileField(
            tr("Recorded answers"), hint=tr("a record of before"), filter_words=_LINES
        )
        self.record = FileField(
            tr("Record to"), hint=tr("no record is kept"), filter_words=_LINES, is_new=True
        )
        self.again = Toggle(tr("Ask again what a judge has answered"))
        self.probe = Toggle(tr("Ask pairs twice, with the sides swapped"))
        self.rows: Mapping[str, Toggle] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self.wanted)
        self._lay_out()
        self._connect()
        self._adapt()
        self.accept_button.setEnabled(False)
        self.fit(600, 412 + 30 * min(7, len(offer.rows)))
        focus_first(self.scope.focusWidget() or self.scope)

    def _scopes(self) -> list[Segment]:
        words = f"The queue, {counted(self._offer.queue, 'task')}"
        queue = Segment(QUEUE, words)
        return [Segment(TASK, tr("This task")), queue] if self._offer.task else [queue]

    def _lay_out(self) -> None:
        column = column_in(self.body)
        column.addWidget(FormRow(tr("Tasks"), self.scope))
        column.addWidget(FormRow(tr("Who answers"), self.source))
        self._replay_row = FormRow(tr("Record to read"), self.replay, is_wide=True)
        self._record_row = FormRow(tr("Record to write"), self.record, is_wide=True)
        self.address = ElidedLabel(self._offer.address, role="text2")
        self.address.setToolTip(self._offer.address)
        self._address_row = FormRow(tr("Pictures go to"), self.address, is_wide=True)
        column.addWidget(self._address_row)
        column.addWidget(self._replay_row)
        column.addWidget(self._record_row)
        column.addWidget(FormRow("", self.again))
        self._probe_row = FormRow("", self.probe)
        column.addWidget(self._probe_row)
        self._title = SectionTitle(tr("Rows"), padding=24)
        self.body.addWidget(self._title)
        held = QWidget()
        inside = QVBoxLayout(held)
        inside.setContentsMargins(fonts.scaled(24), 0, fonts.scaled(24), fonts.scaled(8))
        inside.setSpacing(0)
        rows = {}
        for row, asks in self._offer.rows:
            toggle = Toggle(asks)
            toggle.setChecked(row in self._offer.waiting(again=False))
            toggle.setToolTip(row if self._offer.has_ids else "")
            toggle.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            toggle.toggled.connect(self._touched)
            rows[row] = toggle
            inside.addWidget(toggle)
        inside.addStretch(1)
        self.rows = rows
        self._area = scrolled(held)
        self.body.addWidget(self._area, 1)
        # Where no rows are chosen their place says what will be asked.
        self.details = wrapped("", most=8)
        said = QHBoxLayout()
        said.setContentsMargins(fonts.scaled(24), fonts.scaled(4), fonts.scaled(24), 0)
        said.addWidget(self.details)
        self.body.addLayout(said)
        self.body.addStretch()

    def _connect(self) -> None:
        self.scope.changed.connect(self._touched)
        self.source.changed.connect(self._touched)
        self.replay.changed.connect(self._touched)
        self.again.toggled.connect(self._follow)
        self.probe.toggled.connect(self._touched)

    def choose_scope(self, scope: str) -> None:
        """Of which tasks, as if it had been pressed."""
        self.scope.set_current(scope)
        self._touched()

    @property
    def has_task(self) -> bool:
        """True when the task on the desk can be asked about alone."""
        return bool(self._offer.task)

    @property
    def is_whole_queue(self) -> bool:
        """True when the whole queue is asked about."""
        return self.scope.current() == QUEUE

    def options(self) -> Options:
        """What was chosen; where nobody chose rows, those that wait for an answer are asked."""
        chosen = tuple(row for row, toggle in self.rows.items() if toggle.isChecked())
        waiting = self._offer.waiting(again=self.again.isChecked())
        is_all = self.is_whole_queue or set(chosen) == waiting & set(self.rows)
        replay = self.replay.path() if self.source.current() == REPLAY else ""
        record = self.record.path() if self.source.current() == LIVE else ""
        return Options(
            items=None if is_all else chosen,
            again=self.again.isChecked(),
            probe=self.probe.isChecked(),
            record=Path(record).expanduser() if record else None,
            replay=Path(replay).expanduser() if replay else None,
        )

    def set_estimate(self, text: str, *, can_ask: bool, details: Sequence[str] = ()) -> None:
        """What asking would take, or why nothing can be asked."""
        self.details.set_words("\n".join(details))
        # Squeezed, the last line would lose its lower half.
        self.details.setMinimumHeight(fonts.line_height("m") * len(details))
        problem = self._problem()
        self.say(problem or text, is_error=bool(problem))
        self.accept_button.setEnabled(can_ask and not problem)

    def why_nothing(self) -> str:
        """Why there is nothing to ask, and what to do about it."""
        if self.again.isChecked():
            return "Nothing to ask: what no judge answers has been measured. Choose rows to ask."
        if self.is_whole_queue:
            return "Nothing to ask: every row has an answer. “Ask again” asks the judge anew."
        return (
            "Nothing to ask: every row has an answer. “Ask again” asks the judge anew, "
            "or choose rows."
        )

    def _problem(self) -> str:
        if self.source.current() == REPLAY and not self.replay.path():
            return "Choose the file that holds the recorded answers."
        is_on = any(toggle.isChecked() for toggle in self.rows.values())
        if self.rows and not self.is_whole_queue and not is_on:
            has_due = bool(self._offer.waiting(again=self.again.isChecked()))
            return "Choose at least one row." if has_due else self.why_nothing()
        return ""

    def _follow(self, again: bool) -> None:
        """Rows that nobody chose otherwise follow whether answered ones are asked again."""
        before, now = self._offer.waiting(again=not again), self._offer.waiting(again=again)
        if {row for row, toggle in self.rows.items() if toggle.isChecked()} == before:
            for row, toggle in self.rows.items():
                toggle.setChecked(row in now)
        self._touched()

    def _touched(self) -> None:
        self._adapt()
        self.accept_button.setEnabled(False)
        problem = self._problem()
        if problem:
            self._timer.stop()
            self.say(problem, is_error=True)
            return
        self.say(tr("Counting questions…"))
        self.details.set_words("")
        self._timer.start()

    def _adapt(self) -> None:
        is_live = self.source.current() == LIVE
        self._replay_row.setVisible(not is_live)
        self._record_row.setVisible(is_live)
        self._address_row.setVisible(is_live and bool(self._offer.address))
        self._probe_row.setVisible(self._offer.has_pairs)
        has_rows = bool(self.rows) and not self.is_whole_queue
        self._area.setVisible(has_rows)
        self.details.setVisible(not has_rows)
        every = self.is_whole_queue or not self.rows
        ticked = sum(toggle.isChecked() for toggle in self.rows.values())
        some = tr("{count} of {every}").format(count=ticked, every=len(self.rows))
        self._title.set_words(
            tr("Every row that has no answer") if every else tr("Rows"), "" if every else some
        )
