"""The panel over the bottom row: title, content, close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from reviewer.model import Entry, Evidence, HeadlineValue, Ledger, Panel, Rubric, Task
from reviewer.scoring.whatif import Comparison, Editable, TurningPoint
from reviewer.ui import fonts, key_filter, numbers, theme
from reviewer.ui.bottom.details_view import DetailsView
from reviewer.ui.bottom.files_view import FilesView, file_rows
from reviewer.ui.bottom.history_rows import history_rows
from reviewer.ui.bottom.history_view import HistoryView
from reviewer.ui.bottom.ledger_rows import LedgerRow
from reviewer.ui.bottom.ledger_table import grader_rows
from reviewer.ui.bottom.ledger_view import LedgerView
from reviewer.ui.bottom.parts import HeightGrip, PartRule, PartTitle
from reviewer.ui.bottom.what_if_view import WhatIfView
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button, IconButton
from reviewer.ui.widgets.labels import ElidedLabel

TITLES = {"ledger": "Ledger", "what-if": "What if", "history": "History", "files": "Files",
          "details": "Details"}  # fmt: skip
DEFAULT_HEIGHT = 280
LEAST_HEIGHT = 208
# Of the room for pictures and panel together.
_MOST, _MOST_CHOSEN = 0.4, 0.6
# From this width on the ledger stands beside the numbers that are tried.
_BESIDE_FROM = 1240
_NO_GRADE = "There is no grade to show yet. In blind mode it appears after the last answer."


@dataclass(frozen=True, slots=True)
class GraderRan:
    """What the task's own grader gave, and the number that may be taken from it, if one may."""

    ledger: Ledger
    offered: float | None
    is_outdated: bool


class BottomPanel(paint.Painted, QWidget):
    """Ledger, what if, history, files, details; one at a time, what if beside the ledger."""

    closed = Signal()
    draft_changed = Signal(str, object)
    draft_discarded = Signal()
    draft_adopted = Signal(str)
    file_wanted = Signal(str)
    turning_wanted = Signal()
    row_wanted = Signal(str)
    item_wanted = Signal(str, str)
    tree_toggled = Signal(str, str, bool)
    picture_wanted = Signal(str, int)
    frame_wanted = Signal(str, int)
    grader_taken = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tab = "ledger"
        self._rubric: Rubric | None = None
        self._ledger: Ledger | None = None
        self._comparison: Comparison | None = None
        self._points: Sequence[TurningPoint] | None = None
        self._hidden = ""
        self.ledger, self.what_if = LedgerView(), WhatIfView()
        self.history, self.files, self.details = HistoryView(), FilesView(), DetailsView()
        self.side_title, self.title = PartTitle(), PartTitle()
        self.close_button = IconButton("close", tr("Close this panel (Esc)"), framed=False)
        self._nothing = ElidedLabel("", step="m", role="text2", most=3)
        self._stack = QStackedWidget()
        self._lay_out()
        self.grip = HeightGrip(self)
        self.title.set_field(self.what_if.filter)
        self.take_button = Button("", kind="primary")
        self.take_button.hide()
        self.side_title.set_field(self.take_button)
        self._connect()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(tr("Lower panel"))
        self.show_tab("ledger", show=False)

    def _lay_out(self) -> None:
        self._empty = QWidget()
        self._empty.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._empty.setProperty(key_filter.TAKES_TYPING, True)
        inside = QVBoxLayout(self._empty)
        inside.setContentsMargins(fonts.scaled(16), 8, fonts.scaled(16), 8)
        inside.addWidget(self._nothing, 0, Qt.AlignmentFlag.AlignTop)
        for view in (self.what_if, self.history, self.files, self.details, self._empty):
            self._stack.addWidget(view)
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(0)
        left.addWidget(self.side_title)
        left.addWidget(self.ledger, 1)
        self._rule = PartRule()
        self._right = QWidget()
        right = QVBoxLayout(self._right)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.title)
        right.addWidget(self._stack, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 1, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._left, 1)
        row.addWidget(self._rule)
        row.addWidget(self._right, 1)

    def _connect(self) -> None:
        self.close_button.setParent(self)
        self.close_button.clicked.connect(self.closed)
        self.ledger.row_wanted.connect(self.row_wanted)
        self.take_button.clicked.connect(self.grader_taken)
        self.history.row_wanted.connect(self.row_wanted)
        self.what_if.changed.connect(self.draft_changed)
        self.what_if.discarded.connect(self.draft_discarded)
        self.what_if.adopted.connect(self.draft_adopted)
        self.files.file_wanted.connect(self.file_wanted)
        self.details.item_wanted.connect(self.item_wanted)
        self.details.tree_toggled.connect(self.tree_toggled)
        self.details.picture_wanted.connect(self.picture_wanted)
        self.details.frame_wanted.connect(self.frame_wanted)
        self.details.choice.changed.connect(lambda _: self.setFocusProxy(self._target()))

    # Which tab

    def tab(self) -> str:
        """The tab on show."""
        return self._tab

    def show_tab(self, name: str, *, show: bool = True) -> None:
        """Open one tab: ledger, what-if, history, files or details."""
        if name not in TITLES:
            raise KeyError(f"there is no tab {name!r}; tabs are {', '.join(TITLES)}")
        self._tab = name
        self._arrange()
        if show:
            self.show()
            self._want_turning()

    @property
    def is_asking(self) -> bool:
        """True while the draft's reason is being written."""
        is_shown = self.isVisible() and self._tab == "what-if"
        return is_shown and self.what_if.footer.is_asking

    def leave_asking(self) -> bool:
        """Back from the draft's reason; False when it is not asked for."""
        return self.is_asking and self.what_if.footer.leave_asking()

    def focus_content(self) -> None:
        """Give the keyboard to what is on show."""
        self._target().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _target(self) -> QWidget:
        if self._tab == "what-if" and self._stack.currentWidget() is self._empty:
            # Numbers are about to be typed here: they must not become answers meanwhile.
            return self._empty
        targets: dict[str, QWidget] = {
            "ledger": self.ledger.list, "what-if": self.what_if.list,
            "history": self.history.list, "files": self.files.list,
            "details": self.details.focus_target(),
        }  # fmt: skip
        return targets[self._tab]

    def _arrange(self) -> None:
        is_beside = self._tab == "what-if" and self.width() >= fonts.scaled(_BESIDE_FROM)
        has_ledger = not self._hidden and self._ledger is not None
        self._left.setVisible((self._tab == "ledger" or is_beside) and has_ledger)
        self._rule.setVisible(is_beside and has_ledger)
        needs = self._tab in ("ledger", "what-if") and not has_ledger
        self._right.setVisible(self._tab != "ledger" or needs)
        if is_beside and has_ledger:
            wide = min(fonts.scaled(560), max(fonts.scaled(480), round(self.width() * 0.29)))
            self._right.setFixedWidth(wide)
        else:
            self._right.setMinimumWidth(0)
            self._right.setMaximumWidth(16_777_215)
        views = {"what-if": self.what_if, "history": self.history, "files": self.files,
                 "details": self.details}  # fmt: skip
        was_waiting = self._empty.hasFocus()
        if needs or (self._hidden and self._tab in ("history", "details")):
            self._nothing.set_words(tr(self._hidden or _NO_GRADE))
            self._stack.setCurrentWidget(self._empty)
        elif self._tab in views:
            self._stack.setCurrentWidget(views[self._tab])
        # Whoever gives the panel the keyboard gives it to what is on show.
        self.setFocusProxy(self._target())
        if was_waiting and self._stack.currentWidget() is self.what_if:
            # The stack has handed the keyboard on by itself, which opens no field.
            self.focus_content()
            QTimer.singleShot(0, self.what_if.list, self.what_if.list.open_field)
        self._say_titles()
        self._place_close()

    def _say_titles(self) -> None:
        rubric = self._rubric
        about = f"{rubric.name.replace('_', ' ')}, rubric {rubric.version}" if rubric else ""
        if self._comparison is not None:
            about += ", and the draft beside it"
        self.side_title.set_words(tr("Ledger"), about)
        subtitle = {"what-if": self.what_if.subtitle, "details": self.details.subtitle}
        said = subtitle[self._tab]() if self._tab in subtitle and not self._hidden else ""
        is_trying = self._tab == "what-if" and not self._hidden and self._ledger is not None
        has_filter = is_trying and self.what_if.wants_filter
        self.what_if.filter.setVisible(has_filter)
        right = "this task only" if is_trying and not has_filter else ""
        self.title.set_words(TITLES[self._tab], said, right)

    # What it shows

    def set_hidden(self, why: str) -> None:
        """In blind mode nothing of the grade is shown: `why` stands in its place."""
        self._hidden = why
        self._arrange()

    def set_ledger(
        self, ledger: Ledger | None, comparison: Comparison | None, rubric: Rubric | None,
        ran: GraderRan | None = None,
    ) -> None:  # fmt: skip
        """The fold in force, and with a comparison the draft's beside it; then a grader's run."""
        self._ledger, self._comparison, self._rubric = ledger, comparison, rubric
        rows: tuple[LedgerRow, ...] = ()
        if ran is not None and rubric is not None:
            rows = grader_rows(ran.ledger, rubric, is_outdated=ran.is_outdated)
        self.ledger.set_ledger(ledger, comparison, rubric, rows)
        offered = ran.offered if ran is not None else None
        self.take_button.setVisible(offered is not None)
        taken = tr("Take {score} as my overall score")
        self.take_button.setText(taken.format(score=numbers.credit(offered)))
        self._arrange()

    def set_what_if(
        self, editables: Sequence[Editable], draft: Mapping[str, float],
        comparison: Comparison | None, turning_points: Sequence[TurningPoint] | None,
    ) -> None:  # fmt: skip
        """The numbers to try; turning points None are asked for when the tab is open."""
        self._points = turning_points
        self.what_if.set_what_if(
            editables, draft, comparison, turning_points, rubric=self._rubric, ledger=self._ledger
        )
        self._say_titles()
        self._want_turning()

    def _want_turning(self) -> None:
        if self._tab == "what-if" and self._points is None and self.isVisible():
            self.turning_wanted.emit()

    def set_history(
        self, entries: Iterable[Entry], automatic: HeadlineValue | None, *,
        stale: Sequence[str] = (), disputed: Sequence[str] = (), ignored: Sequence[str] = (),
        names: Mapping[str, str] | None = None, source: str = "",
    ) -> None:  # fmt: skip
        """What people said, after the grade as it came; `names` are the questions by row."""
        rows = history_rows(
            entries, automatic, stale=stale, disputed=disputed, ignored=ignored, names=names,
            source=source,
        )  # fmt: skip
        self.history.set_rows(rows)

    def set_files(
        self, task: Task | None, digests: Mapping[str, str], notes: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        """The files of a task; `sizes` in bytes by absolute path."""
        self.files.set_rows(() if task is None else file_rows(task, digests, notes, sizes))

    def set_details(
        self, evidence: Evidence | None, panels: Sequence[Panel] = (), problem: str = ""
    ) -> None:
        """Evidence of the current row and the panels of the kind; `problem` says what failed."""
        self.details.set_details(evidence, panels, problem)
        self._say_titles()

    def forget(self) -> None:
        """Nothing of any task, whichever tab is on show."""
        self.set_hidden("")
        self.set_ledger(None, None, None)
        self.set_history((), None)
        self.set_files(None, {})
        self.set_details(None)

    # Size

    def set_height(self, chosen: int, room: int, *, spared: int = 0) -> None:
        """As high as was chosen (0: the default) within the room, whatever it shows.

        `spared` is what stays above it by itself: the right panel with its question and answers.
        Who drags it higher means it.
        """
        least = fonts.scaled(LEAST_HEIGHT)
        share = room * _MOST_CHOSEN if chosen else min(room * _MOST, room - spared)
        most = max(least, round(share))
        wanted = chosen or fonts.scaled(DEFAULT_HEIGHT)
        self.setFixedHeight(min(most, max(least, wanted)))

    def sizeHint(self) -> QSize:
        return QSize(800, fonts.scaled(DEFAULT_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, fonts.scaled(LEAST_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.grip.setGeometry(0, 0, self.width(), HeightGrip.HEIGHT)
        self.grip.raise_()
        self._arrange()

    def _place_close(self) -> None:
        size = self.close_button.sizeHint()
        self.close_button.setGeometry(
            self.width() - size.width() - fonts.scaled(8), fonts.scaled(3), size.width(),
            size.height(),
        )  # fmt: skip
        self.close_button.raise_()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), self.palette().window())
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line2)
