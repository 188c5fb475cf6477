"""The bottom row: tabs of the lower panel, what is journaled, what is being worked on."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from reviewer.session.jobs import Running
from reviewer.ui import fonts, icons, theme
from reviewer.ui.translate import tr, translated
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.bars import ProgressLine
from reviewer.ui.widgets.buttons import IconButton, PaintedButton
from reviewer.ui.widgets.labels import ElidedLabel

TABS = (
    ("ledger", "Ledger"),
    ("what-if", "What if"),
    ("history", "History"),
    ("files", "Files"),
    ("details", "Details"),
)
# How long the quiet line stands, in milliseconds: at least, and for each letter.
_SAID_LEAST, _SAID_EACH = 6000, 60


def local_time(at: str) -> str:
    """The hour and minute of an entry in the person's own time zone."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M")


def progress_words(job: Running) -> str:
    """What is done: how many of how many, as far as that is known, and how fast."""
    title = translated(job.title)
    if not job.done:
        return title
    count = f"{job.done:,}/{job.total:,}" if job.total else f"{job.done:,}"
    rate = f" · {job.rate:,.0f}/s" if job.rate >= 10 else f" · {job.rate:.1f}/s"
    return f"{title} {count}{rate if job.rate else ''}"


class Tab(PaintedButton):
    """One tab of the lower panel."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setCheckable(True)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        return QSize(fonts.width(self.text(), "s", bold=True) + 2 * fonts.scaled(10), 24)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        if self.isChecked():
            paint.box(painter, rect, radius=6, fill=tokens.sel2)
        elif self.underMouse():
            paint.box(painter, rect, radius=6, fill=tokens.hover)
        color = tokens.text if self.isChecked() else tokens.text2
        font = fonts.font("s", bold=self.isChecked())
        paint.text(painter, rect, self.text(), font=font, color=color, align=paint.CENTER)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens)


class StatusRow(paint.Painted, QWidget):
    """Tabs at the left; a quiet line; the journal; jobs with cancel."""

    tab_wanted = Signal(str)
    walk_wanted = Signal(str)
    cancel_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tabs = {name: Tab(tr(words)) for name, words in TABS}
        # Where the list is a drawer, the mouse goes through the queue here.
        self.walk = {
            action: IconButton(icon, tr(words), framed=False, size=26)
            for action, icon, words in (
                ("task-list", "drawer", "Task list (Ctrl+L)"),
                ("previous-task", "chevron-left", "Previous task (←)"),
                ("next-task", "chevron-right", "Next task (→)"),
            )
        }
        self.said = ElidedLabel("", step="s", role="text2")
        self._expiry = QTimer(self)
        self._expiry.setSingleShot(True)
        self._expiry.timeout.connect(self.forget)
        self.journal = _Journal()
        self.jobs = ElidedLabel("", step="s", role="text2", right=True)
        self.line = ProgressLine(tr("Work in progress"))
        self.line.setFixedWidth(fonts.scaled(72))
        self.cancel = IconButton("close", tr("Cancel the work in progress"))
        row = QHBoxLayout(self)
        # As high with the button that cancels as without it: nothing above may move.
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(4)
        for action, button in self.walk.items():
            button.clicked.connect(lambda _=False, action=action: self.walk_wanted.emit(action))
            row.addWidget(button)
        self.show_walk(False)
        for name, tab in self.tabs.items():
            tab.clicked.connect(lambda _=False, name=name: self.tab_wanted.emit(name))
            row.addWidget(tab)
        row.addSpacing(12)
        row.addWidget(self.said, 3)
        row.addWidget(self.journal)
        row.addSpacing(12)
        row.addWidget(self.jobs, 2)
        row.addWidget(self.line)
        row.addWidget(self.cancel)
        self.cancel.clicked.connect(self.cancel_wanted)
        self.set_jobs(())

    def sizeHint(self) -> QSize:
        return QSize(600, fonts.scaled(32))

    def set_tab(self, name: str) -> None:
        """Which tab is open; an empty name is none."""
        for tab, button in self.tabs.items():
            button.setChecked(tab == name)

    def show_tabs(self, are_shown: bool) -> None:
        """Tabs belong to the desk: on a page of its own they would open what cannot be seen."""
        for button in self.tabs.values():
            button.setVisible(are_shown)

    def show_walk(self, is_shown: bool) -> None:
        """The way through the queue, while the list is out of sight."""
        for button in self.walk.values():
            button.setVisible(is_shown)

    def say(self, text: str) -> None:
        """A quiet line: what was done, or why something was refused."""
        self.said.set_words(text)
        # Long words are read longer; nobody should read them as news of a minute later.
        self._expiry.start(_SAID_LEAST + _SAID_EACH * len(text))

    def forget(self) -> None:
        """What was said is of another task."""
        self._expiry.stop()
        self.said.set_words("")

    def set_journaled(self, at: str, error: str) -> None:
        """When the last entry was safe on the disk, or why it is not."""
        self.journal.set_words(at, error)

    def set_jobs(self, running: tuple[Running, ...]) -> None:
        """What is being worked on."""
        loud = [job for job in running if not job.is_quiet]
        for widget in (self.jobs, self.line, self.cancel):
            widget.setVisible(bool(loud))
        if not loud:
            return
        # What can say how far it is speaks for all; the latest of these.
        job = max(reversed(loud), key=lambda job: (bool(job.total), bool(job.done)))
        more = tr(" · {count} jobs").format(count=len(loud)) if len(loud) > 1 else ""
        self.jobs.set_words(progress_words(job) + more)
        self.line.set_share(job.done / job.total if job.total else None)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), self.palette().window())
        paint.hairline(painter, QRectF(self.rect()).topLeft(), self.width(), tokens.line)


class _Journal(paint.Painted, QWidget):
    """A tick and the time, or a triangle and the cause."""

    def __init__(self) -> None:
        super().__init__()
        self._words, self._is_error = "", False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_words(self, at: str, error: str) -> None:
        self._is_error = bool(error)
        written = tr("journaled {time}").format(time=local_time(at)) if at else ""
        self._words = tr("not journaled") if error else written
        self.setToolTip(error)
        self.setAccessibleName(error or self._words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if not self._words:
            return QSize(0, 24)
        return QSize(fonts.width(self._words, "s") + fonts.scaled(24), 24)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if not self._words:
            return
        side = fonts.scaled(14)
        place = QRectF(0, (self.height() - side) / 2, side, side)
        name, tone = ("error", tokens.bad) if self._is_error else ("done", tokens.ok)
        icons.paint(painter, name, place, color=tone)
        rest = QRectF(self.rect()).adjusted(side + 6, 0, 0, 0)
        paint.text(painter, rest, self._words, font=fonts.font("s"), color=tokens.text2)
