"""Small pictures side by side, each with its words; one click goes to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QListView, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import RowDelegate, RowList, RowState


def image_of(pixels: Any) -> QImage | None:  # noqa: ANN401 - an array, without importing numpy
    """An array as a picture for the screen: grey or mask (H, W), RGB or RGBA; else None."""
    shape: tuple[int, ...] = getattr(pixels, "shape", ())
    if len(shape) not in (2, 3) or 0 in shape:
        return None
    array = pixels.astype("uint8") * 255 if pixels.dtype.name == "bool" else pixels
    if array.dtype.name != "uint8":
        return None
    channels = 1 if len(shape) == 2 else int(shape[2])
    forms = {1: QImage.Format.Format_Grayscale8, 3: QImage.Format.Format_RGB888,
             4: QImage.Format.Format_RGBA8888}  # fmt: skip
    if channels not in forms:
        return None
    array = array if array.flags.c_contiguous else array.copy(order="C")
    height, width = int(shape[0]), int(shape[1])
    # The copy owns its bytes: the array may be gone when the picture is painted.
    return QImage(array.data, width, height, width * channels, forms[channels]).copy()


class Filmstrip(RowList):
    """A row of frames that scrolls sideways; only what is visible is converted."""

    picture_wanted = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(
            name, height=120, paint_row=self._paint_frame, spoken=lambda row: row[1],
            tip=lambda row: row[1], parent=parent,
        )  # fmt: skip
        self._pictures: Sequence[tuple[str, Any]] = ()
        self._made: dict[int, QPixmap | None] = {}
        self.setItemDelegate(_FrameDelegate(self._paint_frame, self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.chosen.connect(lambda row: self.picture_wanted.emit(row[0]))
        self.setMinimumHeight(fonts.scaled(96))

    def set_pictures(self, pictures: Sequence[tuple[str, Any]]) -> None:
        """Show these pictures."""
        self._pictures = pictures
        self._made.clear()
        self.set_rows([(number, title) for number, (title, _) in enumerate(pictures)])

    def frame_size(self) -> QSize:
        """The room that one frame takes."""
        height = max(fonts.scaled(80), self.viewport().height() - 2)
        return QSize(round(height * 1.15), height)

    def _pixmap(self, number: int, size: QSize) -> QPixmap | None:
        if number not in self._made:
            image = image_of(self._pictures[number][1])
            made = None
            if image is not None:
                ratio = self.devicePixelRatioF()
                wanted = QSize(round(size.width() * ratio), round(size.height() * ratio))
                scaled = image.scaled(
                    wanted, Qt.AspectRatioMode.KeepAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )  # fmt: skip
                made = QPixmap.fromImage(scaled)
                made.setDevicePixelRatio(ratio)
            self._made[number] = made
        return self._made[number]

    def resizeEvent(self, event: Any) -> None:  # noqa: ANN401 - Qt's own
        self._made.clear()
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _paint_frame(
        self, painter: QPainter, rect: QRectF, row: tuple[int, str], tokens: theme.Tokens,
        state: RowState,
    ) -> None:  # fmt: skip
        inner = rect.adjusted(fonts.scaled(12), 4, -fonts.scaled(12), -fonts.scaled(22))
        painter.fillRect(inner, QColor(tokens.canvas))
        made = self._pixmap(row[0], inner.size().toSize())
        if made is not None:
            size = made.deviceIndependentSize()
            at = inner.center()
            painter.drawPixmap(
                round(at.x() - size.width() / 2), round(at.y() - size.height() / 2), made
            )
        else:
            font = fonts.font("s")
            paint.text(
                painter, inner, "no picture", font=font, color=tokens.text2, align=paint.CENTER
            )
        words = QRectF(inner.left(), inner.bottom() + 2, inner.width(), fonts.scaled(18))
        color = tokens.text if state.is_current else tokens.text2
        paint.text(painter, words, row[1], font=fonts.font("s"), color=color)


class _FrameDelegate(RowDelegate):
    def __init__(self, paint_row: Any, parent: Filmstrip) -> None:  # noqa: ANN401 - PaintRow
        super().__init__(paint_row, 120, parent)
        self._strip = parent

    def sizeHint(self, option: Any, index: Any) -> QSize:  # noqa: ANN401 - Qt's own
        return self._strip.frame_size()
