"""Under the pictures of a clip: play, the strip, jumps, the way of the marker."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.extras.scrub_strip import ScrubStrip
from reviewer.ui.panel.words import tip
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button, IconButton
from reviewer.ui.widgets.inputs import Toggle

# Under this width the words of the buttons are cut to one each.
_TIGHT = 820


class FrameWords(paint.Painted, QWidget):
    """What is said of a frame, as fully as there is room for; the tooltip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spellings: tuple[str, ...] = ("",)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def words(self) -> str:
        """All of it."""
        return self._spellings[0]

    def shown(self) -> str:
        """The fullest spelling that fits; the shortest where none does."""
        fits = (s for s in self._spellings if fonts.width(s, "s") <= self.width())
        return next(fits, self._spellings[-1])

    def set_words(self, *spellings: str) -> None:
        """Say something else, the fullest spelling first."""
        self._spellings = spellings
        self.setAccessibleName(self.words())
        self.setToolTip(tip(self.words()))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(200), fonts.line_height("s"))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        font = fonts.font("s")
        paint.text(painter, QRectF(self.rect()), self.shown(), font=font, color=tokens.text2)


class Scrubber(paint.Painted, QWidget):
    """Says what is wanted; the frames themselves are shown by the pictures."""

    play_wanted = Signal()
    crossing_wanted = Signal()
    worst_wanted = Signal()
    trail_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._no_play = ""
        self.strip = ScrubStrip()
        self.play = IconButton("play", tr("Play the clip (P)"))
        self.words = FrameWords()
        self.trail = Toggle(tr("Way so far"))
        self.trail.setChecked(True)
        self.crossing = Button(tr("First crossing"), key="J", key_as_cap=True)
        self.worst = Button(tr("Worst layout"), key="K", key_as_cap=True)
        pad = fonts.scaled(12)
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(fonts.scaled(8))
        top.addWidget(self.play)
        top.addWidget(self.strip, 1)
        low = QHBoxLayout()
        low.setContentsMargins(0, 0, 0, 0)
        low.setSpacing(fonts.scaled(8))
        low.addWidget(self.words, 1)
        for widget in (self.trail, self.crossing, self.worst):
            low.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(pad, fonts.scaled(6), pad, fonts.scaled(6))
        column.setSpacing(fonts.scaled(4))
        column.addLayout(top)
        column.addLayout(low)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Clip"))
        self.play.clicked.connect(self.play_wanted)
        self.crossing.clicked.connect(self.crossing_wanted)
        self.worst.clicked.connect(self.worst_wanted)
        self.trail.toggled.connect(self.trail_toggled)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.strip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_tight = self.width() < fonts.scaled(_TIGHT)
        self.crossing.set_text(tr("Crossing") if is_tight else tr("First crossing"))
        self.worst.set_text(tr("Worst") if is_tight else tr("Worst layout"))
        self.trail.setText(tr("Way") if is_tight else tr("Way so far"))
        self.trail.updateGeometry()

    def set_playing(self, is_playing: bool) -> None:
        """Show what the button would do next."""
        self.play.set_icon("pause" if is_playing else "play")
        word = tr("Stop the clip (P)") if is_playing else tr("Play the clip (P)")
        self.play.setAccessibleName(word)
        self.play.setToolTip(self._no_play or word)

    def set_jumps(self, *, no_crossing: str = "", no_worst: str = "", no_play: str = "") -> None:
        """What cannot be gone to or played, each with the reason why."""
        for button, why in ((self.crossing, no_crossing), (self.worst, no_worst)):
            button.setEnabled(not why)
            button.setToolTip(why)
        self._no_play = no_play
        self.play.setEnabled(not no_play)
        self.play.setToolTip(no_play or self.play.accessibleName())

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), self.palette().window())
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
