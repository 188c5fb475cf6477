"""One picture under the linked camera: what is shown, where it lies, how it is painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.model import Mark
from reviewer.ui import fonts, icons, theme
from reviewer.ui.pictures import canvas, marks, text_lines
from reviewer.ui.pictures.camera import Camera, Nudge
from reviewer.ui.pictures.source import Picture
from reviewer.ui.pictures.text_lines import ShownText
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.labels import lines_of

OverStyle = Literal["none", "swipe", "onion"]


class PictureSurface(paint.Painted, QWidget):
    """A pane's canvas without hands."""

    painted = Signal(bool)

    def __init__(self, camera: Camera, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key, self._camera = key, camera
        self._picture: Picture | None = None
        self._over: Picture | None = None
        self._over_style: OverStyle = "none"
        self._amount, self._message, self._is_error = 0.5, "", False
        self._marks: tuple[Mark, ...] = ()
        self._note: tuple[float, float, str] | None = None
        self._hint = ""
        self._text, self._text_top = ShownText(()), -1
        self.is_lead = self._is_apart = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(24, 24)
        camera.changed.connect(self.update)
        camera.cursor_moved.connect(self.update)

    def set_picture(
        self, picture: Picture | None, *, message: str = "", is_error: bool = False,
        is_apart: bool = False,
    ) -> None:  # fmt: skip
        """Show a picture, or in its place why there is none; one apart is always seen whole."""
        self._picture, self._message, self._is_error = picture, message, is_error
        self._is_apart = is_apart
        self.update()

    def set_text(self, text: ShownText) -> None:
        """The lines of a file in the place of a picture; no lines take them away."""
        if text == self._text:
            return
        if (text.lines, text.at) != (self._text.lines, self._text.at) or not self._text.found:
            # Another text or another line that matters; else it stays where it was scrolled to.
            self._text_top = -1
        self._text = text
        self.setAccessibleDescription(text.spoken())
        self.update()

    def scroll_text(self, rows: int) -> None:
        """Show other lines."""
        start = self.text_top()
        self._text_top = text_lines.kept_inside(self._text, start + rows, self.height())
        self.update()

    def text_top(self) -> int:
        """How many lines are above the first that is seen."""
        if self._text_top < 0:
            return text_lines.top_for(self._text, self.height())
        return text_lines.kept_inside(self._text, self._text_top, self.height())

    @property
    def text(self) -> ShownText:
        """The lines that are shown in the place of a picture."""
        return self._text

    def set_over(self, picture: Picture | None, style: OverStyle, amount: float) -> None:
        """A second picture over the first: right of a divider, or faded in."""
        self._over, self._over_style, self._amount = picture, style, amount
        self.update()

    @property
    def over(self) -> Picture | None:
        """The second picture."""
        return self._over

    def set_marks(self, shown: Sequence[Mark]) -> None:
        """Marks in the picture's own pixels."""
        self._marks = tuple(shown)
        self.update()

    def set_note(self, x: float, y: float, words: str) -> None:
        """One label at a pixel, the answer to a click; empty words take it away."""
        self._note = (x, y, words) if words else None
        self.update()

    def set_hint(self, words: str) -> None:
        """A quiet label at the lower left edge."""
        if words != self._hint:
            self._hint = words
            self.update()

    @property
    def picture(self) -> Picture | None:
        """What is shown now."""
        return self._picture

    @property
    def is_nudged(self) -> bool:
        """Whether this pane was moved off the others."""
        return self._camera.nudge(self.key) != Nudge()

    def device_size(self) -> QSizeF:
        """The size of the canvas in device pixels."""
        ratio = self.devicePixelRatioF()
        return QSizeF(round(self.width() * ratio), round(self.height() * ratio))

    def picture_rect(self) -> QRectF:
        """Where the whole picture lies, in device pixels."""
        if self._picture is None:
            return QRectF()
        if self._is_apart:
            return _whole(self._picture.size, self.device_size())
        return self._camera.rect(self._picture.size, self.key, self.device_size())

    def to_view(self, x: float, y: float) -> QPointF:
        """A place in the picture's pixels as logical pixels of this widget."""
        rect, ratio = self.picture_rect(), self.devicePixelRatioF()
        if self._picture is None:
            return QPointF()
        wide, high = self._picture.size
        return QPointF(
            (rect.left() + x / wide * rect.width()) / ratio,
            (rect.top() + y / high * rect.height()) / ratio,
        )

    def share_at(self, at: QPointF) -> tuple[float, float]:
        """A place of this widget in shares of the picture."""
        rect, ratio = self.picture_rect(), self.devicePixelRatioF()
        if rect.isEmpty():
            return 0.0, 0.0
        return (
            (at.x() * ratio - rect.left()) / rect.width(),
            (at.y() * ratio - rect.top()) / rect.height(),
        )

    def seen_shares(self) -> QRectF:
        """The part of the picture in view, in shares."""
        left, top = self.share_at(QPointF(0, 0))
        right, bottom = self.share_at(QPointF(self.width(), self.height()))
        return QRectF(QPointF(left, top), QPointF(right, bottom)).intersected(QRectF(0, 0, 1, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.tell_lead()

    def tell_lead(self) -> None:
        """The lead view decides what "fit" means."""
        if self.is_lead and self.isVisible():
            self._camera.set_lead(self.device_size())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.tell_lead()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """Canvas, pictures, then everything that is drawn in screen space."""
        painter.fillRect(self.rect(), QColor(tokens.canvas))
        if self._picture is None and self._text.lines:
            text_lines.draw_text(painter, self, tokens, self._text, self.text_top())
        elif self._picture is None:
            self._draw_message(painter, tokens)
        else:
            self._draw_pictures(painter, self._picture)
            view = QSizeF(self.size())
            marks.draw_marks(painter, self._marks, self.to_view, view)
            self._draw_note(painter, view)
            if self._hint:
                corner = QPointF(6, self.height() - fonts.scaled(22) - 6)
                marks.draw_label(painter, corner, self._hint, view)
        if self.hasFocus():
            paint.focus_ring(painter, QRectF(self.rect()), tokens, radius=2)
        if self._picture is not None or self._is_error or self._text.lines:
            # A failure that is read in place counts as seen, as the full picture does.
            self.painted.emit(self._picture is None or self._picture.is_full)

    def _draw_pictures(self, painter: QPainter, picture: Picture) -> None:
        ratio, view, rect = self.devicePixelRatioF(), self.device_size(), self.picture_rect()
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        canvas.draw_picture(painter, picture, rect, view)
        if self._over is not None and self._over_style != "none":
            self._draw_over(painter, self._over, rect, view)
        canvas.draw_grid(painter, rect, view, picture.size)
        cursor = self._camera.cursor
        if cursor is not None and not self.underMouse():
            at = QPointF(
                rect.left() + cursor[0] * rect.width(), rect.top() + cursor[1] * rect.height()
            )
            canvas.draw_cross_hair(painter, at, ratio)
        painter.restore()

    def _draw_over(self, painter: QPainter, over: Picture, rect: QRectF, view: QSizeF) -> None:
        place = self._camera.rect(over.size, self.key, view)
        if self._over_style == "onion":
            canvas.draw_picture(painter, over, place, view, opacity=self._amount)
            return
        x = round(rect.left() + self._amount * rect.width())
        right = QRectF(x, 0, max(0.0, view.width() - x), view.height())
        painter.save()
        painter.setClipRect(right)
        painter.fillRect(right.intersected(rect), QColor(theme.of(self).canvas))
        canvas.draw_picture(painter, over, place, view)
        painter.restore()
        canvas.draw_divider(painter, x, view, self.devicePixelRatioF())

    def _draw_note(self, painter: QPainter, view: QSizeF) -> None:
        if self._note is None:
            return
        x, y, words = self._note
        at = self.to_view(x + 0.5, y + 0.5)
        marks.draw_ring(painter, at, fonts.scaled(11))
        width = fonts.width(words, "s", bold=True) + fonts.scaled(16)
        left, top = at.x() - width - fonts.scaled(17), at.y() - fonts.scaled(11)
        if left < 2:
            left = at.x() + fonts.scaled(17)
        if left + width > view.width() - 2:
            above = at.y() - fonts.scaled(40)
            left, top = at.x() - width / 2, above if above > 2 else at.y() + fonts.scaled(17)
        marks.draw_label(painter, QPointF(left, top), words, view)

    def _draw_message(self, painter: QPainter, tokens: theme.Tokens) -> None:
        width = min(self.width() - 24.0, 420.0)
        lines = lines_of(self._message, width, step="m", most=8) if self._message else []
        height, side = fonts.line_height("m"), fonts.scaled(24)
        extra = side + 8 if self._is_error else 0
        top = (self.height() - extra - height * len(lines)) / 2
        if self._is_error:
            square = QRectF((self.width() - side) / 2, top, side, side)
            icons.paint(painter, "error", square, color=tokens.text, knockout=tokens.canvas)
        for number, line in enumerate(lines):
            rect = QRectF((self.width() - width) / 2, top + extra + number * height, width, height)
            color = tokens.text if self._is_error else tokens.text2
            paint.text(painter, rect, line, font=fonts.font("m"), color=color, align=paint.CENTER)


def _whole(size: tuple[int, int], view: QSizeF) -> QRectF:
    """A picture as large as a view takes it, in its middle."""
    scale = min(view.width() / size[0], view.height() / size[1])
    wide, high = size[0] * scale, size[1] * scale
    return QRectF((view.width() - wide) / 2, (view.height() - high) / 2, wide, high)
