"""The small editors of the panel, each opened at the row that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from reviewer.session.panel import CheckRow, Item
from reviewer.ui.panel import words
from reviewer.ui.panel.asking import (
    NoteEditor,
    NumberSheet,
    RawReply,
    ReasonEditor,
    SettleSheet,
)  # fmt: skip
from reviewer.ui.panel.dispute import DisputeSheet
from reviewer.ui.panel.popover import Popover

if TYPE_CHECKING:
    from reviewer.ui.panel.panel import RightPanel


class Editors(QObject):
    """Made when first wanted; what they return comes as signals."""

    # At once when a code is chosen, and again with what is added then.
    disputed = Signal(str, int, str, object)
    reason_given = Signal(str, str)
    number_given = Signal(str, float)
    noted = Signal(str)
    settled = Signal(str, float, str)

    def __init__(self, panel: RightPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._dispute: DisputeSheet | None = None
        self._reason: ReasonEditor | None = None
        self._number: NumberSheet | None = None
        self._raw: RawReply | None = None
        self._note: NoteEditor | None = None
        self._settle: SettleSheet | None = None

    def dispute(self, row: str) -> DisputeSheet | None:
        """Open the six codes for a row."""
        found = self._panel.row(row)
        if found is None:
            return None
        if self._dispute is None:
            self._dispute = DisputeSheet(self._panel)
            self._dispute.saved.connect(self.disputed)
        self._only(self._dispute)
        self._dispute.ask(row, self._question(found), y=self._panel.y_of(row))
        return self._dispute

    @property
    def recorded(self) -> str:
        """The entry of the dispute that is being written, once it is recorded; else nothing."""
        return self._dispute.recorded if self._dispute is not None else ""

    def dispute_recorded(self, entry: str) -> None:
        """The dispute that is being written stands in the log."""
        if self._dispute is not None and self._dispute.isVisible():
            self._dispute.say_recorded(entry)

    def dispute_refused(self, why: str) -> None:
        """The dispute that is being written could not be recorded."""
        if self._dispute is not None and self._dispute.isVisible():
            self._dispute.refuse(why)

    def reason(self, row: str) -> ReasonEditor | None:
        """Open the reason of one's answer to an item."""
        found = self._panel.row(row)
        if not isinstance(found, Item):
            return None
        if self._reason is None:
            self._reason = ReasonEditor(self._panel)
            self._reason.saved.connect(self.reason_given)
        self._only(self._reason)
        text = found.mine.reason if found.mine else ""
        self._reason.ask(row, self._question(found), text=text, y=self._panel.y_of(row))
        return self._reason

    def number(self, row: str) -> NumberSheet | None:
        """Open the number field; items take 0 to 1, checks any number in their unit."""
        found = self._panel.row(row)
        if found is None:
            return None
        if self._number is None:
            self._number = NumberSheet(self._panel)
            self._number.given.connect(self.number_given)
        self._only(self._number)
        question, y = self._question(found), self._panel.y_of(row)
        if isinstance(found, Item):
            said = found.mine.value if found.mine else None
            value = float(said) if isinstance(said, (int, float)) else None
            self._number.ask(row, question, value=value, y=y)
        else:
            is_number = isinstance(found.value, (int, float))
            value = float(found.value) if is_number else None  # type: ignore[arg-type]
            self._number.ask(row, question, value=value, low=None, high=None, unit=found.unit, y=y)
        return self._number

    def raw(self, row: str) -> RawReply | None:
        """Show the judge's reply word for word; nothing while it is hidden."""
        found = self._panel.row(row)
        if not isinstance(found, Item) or found.opinion is None or not found.opinion.raw:
            return None
        if self._raw is None:
            self._raw = RawReply(self._panel)
        self._only(self._raw)
        question = self._question(found)
        self._raw.show_reply(row, question, found.opinion.raw, y=self._panel.y_of(row))
        return self._raw

    def note(self, task: str) -> NoteEditor:
        """Open a note on the task."""
        if self._note is None:
            self._note = NoteEditor(self._panel)
            self._note.saved.connect(self.noted)
        self._only(self._note)
        self._note.ask(task, y=self._panel.body.y())
        return self._note

    def settle(self, row: str) -> SettleSheet | None:
        """Open the answers that settle what people disagree on."""
        found = self._panel.row(row)
        if not isinstance(found, Item) or not found.may_settle:
            return None
        if self._settle is None:
            self._settle = SettleSheet(self._panel)
            self._settle.saved.connect(self.settled)
        self._only(self._settle)
        answers = {k.word: k.value for k in found.keys if k.key != "=" and k.value is not None}
        self._settle.ask(row, self._question(found), answers, y=self._panel.y_of(row))
        return self._settle

    @property
    def is_open(self) -> bool:
        """True while one of them lies over the window."""
        return any(each.isVisible() for each in self._all())

    def close(self) -> None:
        """Leave whatever is open."""
        for each in self._all():
            each.leave()

    def _only(self, wanted: Popover) -> None:
        for each in self._all():
            # What is open for another row is left as by Esc: a draft is kept for its own row.
            each.leave()
        wanted.scope = self._panel.task

    def _all(self) -> list[Popover]:
        made = (
            self._dispute, self._reason, self._number, self._raw, self._note, self._settle,
        )  # fmt: skip
        return [each for each in made if each is not None]

    def _question(self, found: Item | CheckRow) -> str:
        """As the row asks it: where both languages are shown, the one it was written in first."""
        return " · ".join(part for part in words.asked(found, self._panel.languages) if part)
