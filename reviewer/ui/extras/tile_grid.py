"""The tiles of a contact sheet: painted in one widget, gone through by arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from reviewer.session.tiles import TilePicture, TileView
from reviewer.ui import fonts, theme
from reviewer.ui.extras.tile_words import draw_words, spoken
from reviewer.ui.key_filter import KEEPS_ARROWS, without_input_method
from reviewer.ui.panel.words import tip
from reviewer.ui.pictures.marks import draw_marks
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.filmstrip import image_of
from reviewer.ui.widgets.labels import lines_of

GAP = 12
# As many lines of the reason why a tile has no picture.
_REASON_LINES = 5
# Tiles of this height have room for a line of numbers under the claim.
_HIGH = 112
# A click chooses; a press that lasts enlarges, as the held key does.
_LONG_PRESS = 300
_STEPS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tile:
    """What stands in one place of the grid."""

    view: TileView
    picture: TilePicture | None = None
    pixmap: QPixmap | None = None
    # Without what is painted into it; None where nothing is.
    bare: QPixmap | None = None


class TileGrid(paint.Painted, QWidget):
    """Columns and rows of tiles; one is current, and it may be seen large."""

    opened = Signal(str)
    moved = Signal(str)
    page_wanted = Signal(int)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns, self.rows = 4, 3
        self.tiles: list[Tile] = []
        self.current = 0
        self.are_marks_on = True
        self.is_large = False
        self._press = QTimer(self)
        self._press.setSingleShot(True)
        self._press.setInterval(_LONG_PRESS)
        self._press.timeout.connect(lambda: self.set_large(True))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(KEEPS_ARROWS, True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        without_input_method(self)
        self.setAccessibleName(tr("Tiles"))

    def set_shape(self, columns: int, rows: int) -> None:
        """Another number of tiles."""
        self.columns, self.rows = columns, rows
        self.update()

    def set_views(self, views: Sequence[TileView]) -> None:
        """Other tiles, or the same ones with something new said; pictures that fit stay."""
        known = {tile.view.task: tile for tile in self.tiles}
        made = []
        for view in views:
            before = known.get(view.task)
            if before is None or view.is_secret:
                made.append(Tile(view))
            else:
                made.append(replace(before, view=view))
        is_same = [tile.view.task for tile in made] == [tile.view.task for tile in self.tiles]
        self.tiles = made
        if not is_same:
            self.current = 0
        self.current = min(self.current, max(0, len(made) - 1))
        self._say()
        self.update()

    def forget_pictures(self) -> None:
        """Another claim hangs on other places."""
        self.tiles = [Tile(tile.view) for tile in self.tiles]
        self.update()

    def set_picture(self, task: str, picture: TilePicture) -> None:
        """The cut of one tile."""
        pixmap, bare = _pixmap(picture.pixels), _pixmap(picture.bare)
        self.tiles = [
            Tile(tile.view, picture, pixmap, bare)
            if tile.view.task == task and not tile.view.is_secret
            else tile
            for tile in self.tiles
        ]
        self.update()

    def has_picture(self, task: str) -> bool:
        """True when the cut of a task, or why there is none, is here."""
        return any(t.view.task == task and t.picture is not None for t in self.tiles)

    def current_view(self) -> TileView | None:
        """The current tile."""
        return self.tiles[self.current].view if self.current < len(self.tiles) else None

    def choose(self, place: int) -> None:
        """Make a tile current."""
        if 0 <= place < len(self.tiles) and place != self.current:
            self.current = place
            self._say()
            self.update()
            self.moved.emit(self.tiles[place].view.task)

    def set_large(self, is_large: bool) -> None:
        """The current tile over all, and back."""
        self.is_large = is_large
        self.update()

    def _say(self) -> None:
        view = self.current_view()
        self.setAccessibleDescription(spoken(view) if view is not None else tr("no tiles"))
        if self.hasFocus():
            # What is current is heard at once, not only when the widget is entered again.
            event = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    # Hands

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        step = _STEPS.get(key)
        if step is not None and not held:
            place = self.current + step[0] + step[1] * self.columns
            is_row_kept = step[1] or place // self.columns == self.current // self.columns
            if is_row_kept:
                self.choose(place)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) and not held:
            self.page_wanted.emit(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not held:
            view = self.current_view()
            if view is not None:
                self.opened.emit(view.task)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        if place is None:
            return
        self.choose(place)
        if event.button() == Qt.MouseButton.RightButton:
            self.set_large(True)
        else:
            self._press.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._press.stop()
        self.set_large(False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        self._press.stop()
        if place is not None:
            self.opened.emit(self.tiles[place].view.task)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            place = self._place_at(QPointF(event.pos()))  # type: ignore[attr-defined]
            said = "" if place is None else self._told(self.tiles[place])
            QToolTip.showText(event.globalPos(), said, self)  # type: ignore[attr-defined]
            return True
        return super().event(event)

    @staticmethod
    def _told(tile: Tile) -> str:
        """A tile in full: its name, what is said of it, and why it has no picture."""
        view = tile.view
        further = [f"{line.words}: {line.state.replace('_', ' ')}" for line in view.further]
        problem = view.problem or (tile.picture.problem if tile.picture else "")
        return tip(view.task, view.words, *further, problem)

    def _place_at(self, at: QPointF) -> int | None:
        return next((n for n in range(len(self.tiles)) if self.cell(n).contains(at)), None)

    # Paint

    def _size_of_cell(self, columns: int, rows: int) -> QSizeF:
        gap = float(fonts.scaled(GAP))
        return QSizeF(
            (self.width() - gap * (columns + 1)) / columns,
            (self.height() - gap * (rows + 1)) / rows,
        )

    def picture_side(self, columns: int, rows: int) -> float:
        """How large the pictures would be with so many tiles."""
        at, _, _ = _parts(QRectF(QPointF(), self._size_of_cell(columns, rows)))
        return min(at.width(), at.height())

    def cell(self, number: int) -> QRectF:
        """Where a tile lies."""
        gap, size = float(fonts.scaled(GAP)), self._size_of_cell(self.columns, self.rows)
        width, height = size.width(), size.height()
        row, column = divmod(number, self.columns)
        return QRectF(
            round(gap + column * (width + gap)), round(gap + row * (height + gap)),
            round(width), round(height),
        )  # fmt: skip

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), QColor(tokens.canvas))
        for number, tile in enumerate(self.tiles):
            self._draw_tile(
                painter, self.cell(number), tile, tokens, is_current=number == self.current
            )
        if self.is_large and self.current < len(self.tiles):
            gap = fonts.scaled(GAP)
            whole = QRectF(self.rect()).adjusted(gap, gap, -gap, -gap)
            self._draw_tile(painter, whole, self.tiles[self.current], tokens, is_current=True)

    def _draw_tile(
        self, painter: QPainter, rect: QRectF, tile: Tile, tokens: theme.Tokens, *,
        is_current: bool,
    ) -> None:  # fmt: skip
        paint.box(painter, rect, radius=6, fill=tokens.panel, outline=tokens.line)
        at, words, is_wide = _parts(rect)
        self._draw_picture(painter, at, tile, tokens)
        beside = tuple(other.view.task for other in self.tiles if other is not tile)
        draw_words(
            painter, words, tile.view, tokens, beside=beside, is_wide=is_wide,
            has_keys=is_current and self.hasFocus(),
        )  # fmt: skip
        if is_current:
            if self.hasFocus():
                paint.focus_ring(painter, rect, tokens)
            else:
                paint.box(painter, rect, radius=6, outline=tokens.text)

    def _draw_picture(
        self, painter: QPainter, rect: QRectF, tile: Tile, tokens: theme.Tokens
    ) -> None:
        pixmap = tile.pixmap if self.are_marks_on else tile.bare or tile.pixmap
        if pixmap is None:
            painter.fillRect(rect, QColor(tokens.canvas))
            problem = tile.view.problem or (tile.picture.problem if tile.picture else "")
            words = problem or "measuring …"
            font = fonts.font("s")
            inner = rect.adjusted(4, 0, -4, 0)
            high = float(fonts.line_height("s"))
            most = max(1, min(_REASON_LINES, int(inner.height() // high)))
            lines = lines_of(words, inner.width(), step="s", most=most)
            top = inner.center().y() - high * len(lines) / 2
            for number, line in enumerate(lines):
                at = QRectF(inner.left(), top + number * high, inner.width(), high)
                paint.text(painter, at, line, font=font, color=tokens.text2, align=paint.CENTER)
            return
        size = QSizeF(pixmap.size())
        scale = min(rect.width() / size.width(), rect.height() / size.height())
        shown = QSizeF(size.width() * scale, size.height() * scale)
        left = rect.left() + (rect.width() - shown.width()) / 2
        top = rect.top() + (rect.height() - shown.height()) / 2
        target = QRectF(left, top, shown.width(), shown.height())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < 1)
        painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
        if self.are_marks_on and tile.picture is not None:
            painter.setClipRect(target)
            painter.translate(target.topLeft())
            marks = [replace(mark, label="") for mark in tile.picture.marks[:12]]
            draw_marks(painter, marks, lambda x, y: QPointF(x * scale, y * scale), shown)
        painter.restore()


def _parts(rect: QRectF) -> tuple[QRectF, QRectF, bool]:
    """Where picture and words of a tile lie, and whether they lie side by side."""
    pad = fonts.scaled(8)
    inner = rect.adjusted(pad, pad, -pad, -pad)
    is_wide = inner.width() >= inner.height() * 1.35 and inner.width() >= fonts.scaled(180)
    if is_wide:
        side = min(inner.height(), inner.width() - fonts.scaled(130))
        at = QRectF(inner.left(), inner.top(), side, inner.height())
        return at, inner.adjusted(side + fonts.scaled(12), 0, 0, 0), is_wide
    room = fonts.scaled(62 if inner.height() >= fonts.scaled(_HIGH) else 44)
    at = inner.adjusted(0, 0, 0, -room)
    return at, QRectF(inner.left(), at.bottom() + 4, inner.width(), room - 4), is_wide


def _pixmap(pixels: Any) -> QPixmap | None:  # noqa: ANN401 - a picture
    image = image_of(pixels) if pixels is not None else None
    return QPixmap.fromImage(image) if image is not None else None
