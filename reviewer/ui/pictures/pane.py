"""A pane: a header that always says what is seen, over the picture itself."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.view import PictureView
from reviewer.ui.short_names import shortened
from reviewer.ui.widgets import paint

# Of the width beside the title a file's name keeps this much when flags are long.
_FILE_SHARE = 0.4
# Under that much room a name says nothing: it is then worth more than its details.
_LEAST_NAME = 60
_DOT = " · "


@dataclass(frozen=True, slots=True)
class Heading:
    """What a pane header says. `legend` is (color, word) pairs, `is_blinking` fills the header.

    `beside` are the files of the other panes: a name that is cut stays told from them.
    """

    title: str
    key: str = ""
    details: str = ""
    flags: tuple[str, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    is_blinking: bool = False
    file: str = ""
    beside: tuple[str, ...] = ()


def file_words(heading: Heading, room: float) -> str:
    """File, size, mode, bytes in the room that there is.

    The file's name is shortened first. Where that leaves too little of it the facts go, the last
    one first and each of them whole: half a number says something else.
    """
    facts = heading.details.split(_DOT) if heading.details else []
    if not heading.file:
        return heading.details
    least = min(fonts.width(heading.file, "s"), fonts.scaled(_LEAST_NAME))
    for count in range(len(facts), 0, -1):
        tail = _DOT + _DOT.join(facts[:count])
        left = room - fonts.width(tail, "s")
        if left >= least:
            return _short(heading, left) + tail
    return _short(heading, room)


def _short(heading: Heading, room: float) -> str:
    def width(words: str) -> float:
        return fonts.width(words, "s")

    return shortened(heading.file, heading.beside, room=room, width=width)


class PaneHeader(paint.Painted, QWidget):
    """Role, key, file, size, mode, bytes and flags in 28 px."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading = Heading("")
        self._is_moved = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_heading(self, heading: Heading) -> None:
        """Say something else."""
        if heading == self._heading:
            return
        self._heading = heading
        spoken = ", ".join(
            part for part in (heading.title, heading.file, heading.details, *heading.flags) if part
        )
        self.setAccessibleName(spoken)
        self.setToolTip(spoken)
        self.update()

    def set_moved(self, is_moved: bool) -> None:
        """Say that this pane does not show the same place as the others."""
        if is_moved != self._is_moved:
            self._is_moved = is_moved
            self.update()

    @property
    def heading(self) -> Heading:
        """What is said now."""
        return self._heading

    def sizeHint(self) -> QSize:
        return QSize(160, fonts.scaled(28))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """From the right the legend and flags are measured first; the details give way."""
        heading, height = self._heading, float(self.height())
        fill = tokens.sel if heading.is_blinking else tokens.panel
        painter.fillRect(self.rect(), QColor(fill))
        left, right = float(fonts.scaled(8)), float(self.width() - fonts.scaled(8))
        title = QRectF(left, 0, right - left, height)
        bold = fonts.font("m", bold=True)
        left += paint.text(painter, title, heading.title, font=bold, color=tokens.text)
        left += fonts.scaled(10)
        if heading.key and right - left > paint.key_cap_width(heading.key):
            left += paint.key_cap(painter, left, height / 2, heading.key, tokens=tokens, plain=True)
            left += fonts.scaled(10)
        right = self._draw_legend(painter, tokens, left, right)
        right = self._draw_flags(painter, tokens, left, right)
        self._draw_details(painter, tokens, QRectF(left, 0, right - left, height))
        paint.hairline(painter, QPointF(0, height - 1), self.width(), tokens.line)

    def _draw_details(self, painter: QPainter, tokens: theme.Tokens, line: QRectF) -> None:
        if line.width() > fonts.scaled(28):
            words = file_words(self._heading, line.width())
            paint.text(painter, line, words, font=fonts.font("s"), color=tokens.text2)

    def _draw_legend(
        self, painter: QPainter, tokens: theme.Tokens, left: float, right: float
    ) -> float:
        for color, word in reversed(self._heading.legend):
            width = fonts.width(word, "s")
            if right - width - fonts.scaled(20) < left:
                break
            line = QRectF(right - width, 0, width + 1, self.height())
            paint.text(painter, line, word, font=fonts.font("s"), color=tokens.text2)
            side = fonts.scaled(10)
            swatch = QRectF(
                line.left() - side - fonts.scaled(6), (self.height() - side) // 2, side, side
            )
            paint.box(painter, swatch, radius=2, fill=color)
            right = swatch.left() - fonts.scaled(14)
        return right

    def _draw_flags(
        self, painter: QPainter, tokens: theme.Tokens, left: float, right: float
    ) -> float:
        flags = (*self._heading.flags, *((self.tr("moved alone"),) if self._is_moved else ()))
        words, side = " · ".join(flags), fonts.scaled(14)
        if not words or right - left < side:
            return right
        # What file is seen is read first: flags leave it its room, and are whole in the tooltip.
        file = fonts.width(self._heading.file, "s") + fonts.scaled(14) if self._heading.file else 0
        room = right - left - side - 8 - min(file, (right - left) * _FILE_SHARE)
        width = min(fonts.width(words, "s"), max(0.0, room))
        line = QRectF(right - width, 0, width + 1, self.height())
        paint.text(painter, line, words, font=fonts.font("s"), color=tokens.text)
        at = QRectF(line.left() - side - fonts.scaled(4), (self.height() - side) // 2, side, side)
        icons.paint(painter, "flag", at, color=tokens.warn)
        return at.left() - fonts.scaled(10)


class Pane(paint.Painted, QWidget):
    """Header over view, one pixel of outline, radius 4."""

    def __init__(self, camera: Camera, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = PaneHeader(self)
        self.view = PictureView(camera, key, self)
        self.is_watched = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(1, 1, 1, 1)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.header)
        self._layout.addWidget(self.view, 1)

    def settle(self) -> None:
        """Have the view take its new size now, not at the next turn of the event loop."""
        self._layout.activate()

    @property
    def key(self) -> str:
        """Which offset of the camera this pane follows."""
        return self.view.key

    def set_heading(self, heading: Heading) -> None:
        """Say what is seen; screen readers hear it on the picture too."""
        self.header.set_heading(heading)
        said = " · ".join(part for part in (heading.file, heading.details) if part)
        self.view.setAccessibleName(f"{heading.title}: {said}" if said else heading.title)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """The outline; header and view fill the rest."""
        paint.box(painter, QRectF(self.rect()), radius=4, fill=tokens.panel, outline=tokens.line2)
