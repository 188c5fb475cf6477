"""Before and after, side by side, small."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.filmstrip import image_of
from reviewer.ui.widgets.labels import lines_of

# Of the reason why there is no picture.
_MOST_LINES = 4


class TwoPictures(paint.Painted, QWidget):
    """The initial picture and what the recipe makes of it."""

    def __init__(self, titles: tuple[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = titles
        self._pixmaps: list[QPixmap | None] = [None, None]
        self._words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(fonts.scaled(120))
        self.setAccessibleName(" and ".join(titles))

    def set_pictures(self, before: Any, after: Any) -> None:  # noqa: ANN401 - arrays or None
        """Show two arrays; None is an empty place."""
        self._pixmaps = []
        for pixels in (before, after):
            image = image_of(pixels) if pixels is not None else None
            self._pixmaps.append(QPixmap.fromImage(image) if image is not None else None)
        self.update()

    def set_words(self, words: str) -> None:
        """What stands in an empty place."""
        self._words = words
        self.setAccessibleDescription(words)
        self.update()

    def has_pictures(self) -> bool:
        """True when both places are filled."""
        return all(pixmap is not None for pixmap in self._pixmaps)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(480), fonts.scaled(190))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        gap, title = float(fonts.scaled(8)), float(fonts.scaled(20))
        width = (self.width() - gap) / 2
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        small = fonts.font("s")
        for number, pixmap in enumerate(self._pixmaps):
            left = number * (width + gap)
            head = QRectF(left, 0, width, title)
            paint.text(painter, head, self._titles[number], font=small, color=tokens.text2)
            place = QRectF(left, title, width, self.height() - title)
            painter.fillRect(place, QColor(tokens.canvas))
            if pixmap is None:
                self._draw_words(painter, place.adjusted(8, 0, -8, 0), tokens)
                continue
            size = QSizeF(pixmap.size())
            scale = min(place.width() / size.width(), place.height() / size.height(), 4.0)
            shown = QRectF(0, 0, size.width() * scale, size.height() * scale)
            shown.moveCenter(place.center())
            painter.drawPixmap(shown, pixmap, QRectF(pixmap.rect()))

    def _draw_words(self, painter: QPainter, place: QRectF, tokens: theme.Tokens) -> None:
        lines = lines_of(self._words, place.width(), step="s", most=_MOST_LINES)
        high = float(fonts.line_height("s"))
        top = place.center().y() - high * len(lines) / 2
        for number, line in enumerate(lines):
            at = QRectF(place.left(), top + number * high, place.width(), high)
            paint.text(painter, at, line, font=fonts.font("s"), color=tokens.text2,
                       align=paint.CENTER)  # fmt: skip
