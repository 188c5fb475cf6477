"""The strip of role thumbnails beside one large pane, with the view drawn into each."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.pictures import canvas
from reviewer.ui.pictures.source import Picture
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton


class Thumbnail(PaintedButton):
    """A role at a glance; checked while it is the one in the large pane."""

    def __init__(self, role: str, title: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.role, self._key_word = role, key
        self._picture: Picture | None = None
        self._is_error, self._seen = False, QRectF()
        self.setCheckable(True)
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_picture(self, picture: Picture | None, *, is_error: bool = False) -> None:
        """What the thumbnail shows."""
        self._picture, self._is_error = picture, is_error
        self.update()

    def set_seen(self, seen: QRectF) -> None:
        """The part in the large pane, in shares of the picture."""
        if seen != self._seen:
            self._seen = seen
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(104), fonts.scaled(120))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """Picture, view rectangle, then a row with role and key."""
        rect, row = QRectF(self.rect()), fonts.scaled(24)
        is_on = self.isChecked()
        paint.box(painter, rect, radius=4, fill=tokens.panel)
        body = QRectF(1, 1, rect.width() - 2, rect.height() - row - 1)
        painter.fillRect(body, QColor(tokens.canvas))
        self._draw_picture(painter, tokens, body)
        foot = QRectF(1, rect.height() - row, rect.width() - 2, row - 1)
        if is_on:
            painter.fillRect(foot, QColor(tokens.sel))
        line = foot.adjusted(fonts.scaled(7), 0, -fonts.scaled(6), 0)
        if self._key_word:
            width = paint.key_cap_width(self._key_word)
            paint.key_cap(
                painter, line.right() - width + 2, foot.center().y(), self._key_word,
                tokens=tokens, plain=True,
            )  # fmt: skip
            line.setRight(line.right() - width - 2)
        font = fonts.font("s", bold=is_on)
        paint.text(painter, line, self.text(), font=font, color=tokens.text)
        outline = tokens.text if is_on else tokens.text3 if self.underMouse() else tokens.line2
        paint.box(painter, rect, radius=4, outline=outline)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens, radius=4)

    def _draw_picture(self, painter: QPainter, tokens: theme.Tokens, body: QRectF) -> None:
        if self._picture is None:
            side = icons.side()
            at = QRectF(body.center().x() - side / 2, body.center().y() - side / 2, side, side)
            name = "error" if self._is_error else "clock"
            icons.paint(painter, name, at, color=tokens.text2, knockout=tokens.canvas)
            return
        ratio = self.devicePixelRatioF()
        place = draw_fitted(painter, self._picture, body, ratio)
        whole = QRectF(0, 0, 1, 1)
        if self._seen.isEmpty() or self._seen.contains(whole.adjusted(0.01, 0.01, -0.01, -0.01)):
            return
        seen = QRectF(
            place.left() + self._seen.left() * place.width(),
            place.top() + self._seen.top() * place.height(),
            self._seen.width() * place.width(),
            self._seen.height() * place.height(),
        ).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((QColor(0, 0, 0, 200), 3.5), (QColor("white"), 1.5)):
            painter.setPen(QPen(color, width))
            painter.drawRect(seen)


def draw_fitted(
    painter: QPainter, picture: Picture, body: QRectF, ratio: float,
    box: QRectF | None = None, *, cover: bool = False,
) -> QRectF:  # fmt: skip
    """Draw a picture, or a box of it, into `body`. Returns where the whole picture lies."""
    wide, high = picture.size
    part = box if box is not None else QRectF(0, 0, wide, high)
    scales = (body.width() / part.width(), body.height() / part.height())
    scale = max(scales) if cover else min(scales)
    middle = part.center()
    place = QRectF(
        body.center().x() - middle.x() * scale, body.center().y() - middle.y() * scale,
        wide * scale, high * scale,
    )  # fmt: skip
    painter.save()
    painter.setClipRect(body)
    painter.translate(body.topLeft())
    painter.scale(1 / ratio, 1 / ratio)
    local = place.translated(-body.topLeft())
    device = QRectF(local.topLeft() * ratio, QSizeF(local.size()) * ratio)
    canvas.draw_picture(painter, picture, device, QSizeF(body.size()) * ratio)
    painter.restore()
    return place


class ThumbnailStrip(QWidget):
    """Thumbnails one below the other, each as tall as fits and as its picture needs."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thumbnails: dict[str, Thumbnail] = {}

    def set_roles(self, roles: list[tuple[str, str, str]]) -> None:
        """(role, title, key) for each thumbnail."""
        for old in self._thumbnails.values():
            old.hide()
            old.deleteLater()
        self._thumbnails = {}
        for role, title, key in roles:
            made = Thumbnail(role, title, key, self)
            made.clicked.connect(lambda _checked=False, each=role: self.chosen.emit(each))
            made.show()
            self._thumbnails[role] = made
        self._arrange()

    def thumbnail(self, role: str) -> Thumbnail | None:
        """The thumbnail of a role."""
        return self._thumbnails.get(role)

    def thumbnails(self) -> tuple[Thumbnail, ...]:
        """All of them, top down."""
        return tuple(self._thumbnails.values())

    def set_current(self, role: str) -> None:
        """Mark which role is in the large pane."""
        for each, thumbnail in self._thumbnails.items():
            thumbnail.setChecked(each == role)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._arrange()

    def _arrange(self) -> None:
        count = len(self._thumbnails)
        if not count:
            return
        gap = fonts.scaled(8)
        room = (self.height() - gap * (count - 1)) / count
        tallest = self.width() * 1.78 + fonts.scaled(24)
        height = int(min(room, tallest))
        for number, thumbnail in enumerate(self._thumbnails.values()):
            thumbnail.setGeometry(0, number * (height + gap), self.width(), height)
