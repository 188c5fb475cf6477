"""A quiet plot: named series over one axis, marked places, a value under the mouse."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.model.counting import counted
from reviewer.ui import fonts, numbers, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.axes import (
    Points,
    Range,
    apart,
    enough_ticks,
    most_ticks,
    range_of,
    tick_text,
    value_at,
)

# Series in the order in which they come; Okabe-Ito, readable on both grounds.
HUES = ("#d55e00", "#56b4e9", "#009e73", "#cc79a7", "#e69f00", "#8d929a")
_SWATCH = 22
_LEGEND, _APART = 20, 16
_FLAG = 18
_RED, _GREEN, _BLUE = "#d9534f", "#3f9e5c", "#4a86e8"
CHANNELS = {"red": _RED, "green": _GREEN, "blue": _BLUE, "r": _RED, "g": _GREEN, "b": _BLUE}


@dataclass(frozen=True, slots=True)
class Flag:
    """The label of a marked place: where its line stands, and where its words do."""

    x: float
    left: float
    width: float
    row: int
    words: str


class Plot(paint.Painted, QWidget):
    """Lines or filled steps; with `is_scrubber` a place can be chosen by mouse and arrows."""

    place_chosen = Signal(float)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._series: dict[str, Points] = {}
        self._marks: tuple[tuple[float, str], ...] = ()
        self._labels = ("", "")
        self._is_filled = self._is_scrubber = False
        self._at: float | None = None
        self._hover: float | None = None
        self._range = Range(0, 1, 0, 1)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(fonts.scaled(96))

    def set_series(
        self, series: Mapping[str, Points], *, x_label: str = "", y_label: str = "",
        marks: Sequence[tuple[float, str]] = (), is_filled: bool = False,
        is_scrubber: bool = False,
    ) -> None:  # fmt: skip
        """Show these series."""
        self._series = {name: points for name, points in series.items() if points}
        self._marks, self._labels = tuple(marks), (x_label, y_label)
        self._is_filled, self._is_scrubber = is_filled, is_scrubber
        self._range = range_of(self._series)
        policy = Qt.FocusPolicy.StrongFocus if is_scrubber else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        self.setProperty("keepsArrows", is_scrubber)
        self.setAccessibleDescription(self._spoken())
        self.update()

    def _spoken(self) -> str:
        said = [f"{name}, {counted(len(points), 'value')}" for name, points in self._series.items()]
        return "; ".join([*said, *(f"{text} at {at:g}" for at, text in self._marks)])

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(360), fonts.scaled(160))

    def body(self) -> QRectF:
        """Where the series are drawn."""
        px = fonts.scaled
        rows = 1 + max((flag.row for flag in self.flags()), default=-1)
        legend = max((row for _, row in self.legend_places(list(self._series))), default=0)
        top = px(28) + legend * px(_LEGEND) + rows * px(_FLAG)
        return self._beside().adjusted(0, top, 0, -px(28))

    def _beside(self) -> QRectF:
        """The width of the body: labels of marks are placed by it, above what is drawn."""
        return QRectF(self.rect()).adjusted(fonts.scaled(48), 0, -fonts.scaled(16), 0)

    def flags(self) -> list[Flag]:
        """Each marked place with its label, in the first row where it covers no other."""
        beside, flags = self._beside(), list[Flag]()
        ends = list[float]()
        for at, words in sorted(self._marks):
            if not self._range.left <= at <= self._range.right:
                continue
            x, width = self._x(at), fonts.width(words, "s") + 8
            left = max(beside.left(), min(x - 4.0, beside.right() - width))
            row = next((n for n, end in enumerate(ends) if end <= left), len(ends))
            ends[row : row + 1] = [left + width + 4]
            flags.append(Flag(x, left, width, row, words))
        return flags

    def _x(self, value: float) -> float:
        body, shown = self._beside(), self._range
        return body.left() + (value - shown.left) / (shown.right - shown.left) * body.width()

    def _y(self, value: float) -> float:
        body, shown = self.body(), self._range
        return body.bottom() - (value - shown.low) / (shown.high - shown.low) * body.height()

    def _value_at(self, x: float) -> float:
        body, shown = self.body(), self._range
        share = min(1.0, max(0.0, (x - body.left()) / max(1.0, body.width())))
        return shown.left + share * (shown.right - shown.left)

    def hue(self, number: int, name: str) -> str:
        """The color of a series."""
        return CHANNELS.get(name.split()[-1].lower(), HUES[number % len(HUES)])

    def is_second(self, name: str) -> bool:
        """True for the later of two series of one channel: it is dashed over the first."""
        channel = name.split()[-1].lower()
        if channel not in CHANNELS:
            return False
        same = [each for each in self._series if each.split()[-1].lower() == channel]
        return same.index(name) > 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover = self._value_at(event.position().x())
        if self._is_scrubber and event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self._hover)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._is_scrubber:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._choose(self._value_at(event.position().x()))

    def leaveEvent(self, _event: object) -> None:
        self._hover = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10,
                Qt.Key.Key_PageDown: 10}.get(Qt.Key(event.key()))  # fmt: skip
        if self._is_scrubber and step is not None:
            self._choose((self._range.left if self._at is None else self._at) + step)
            return
        super().keyPressEvent(event)

    def _choose(self, value: float) -> None:
        at = float(round(min(self._range.right, max(self._range.left, value))))
        if at != self._at:
            self._at = at
            self.place_chosen.emit(at)
            self.update()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        self._draw_axes(painter, tokens)
        painter.save()
        painter.setClipRect(self.body().adjusted(-2, -2, 2, 2))
        for number, (name, points) in enumerate(self._series.items()):
            self._draw_series(
                painter, points, self.hue(number, name), is_dashed=self.is_second(name)
            )
        painter.restore()
        self._draw_marks(painter, tokens)
        self._draw_legend(painter, tokens)
        self._draw_hover(painter, tokens)
        if self._is_scrubber and self._at is not None:
            x = round(self._x(self._at))
            painter.fillRect(QRectF(x - 1, self.body().top(), 2, self.body().height()),
                             QColor(tokens.accent))  # fmt: skip
        if self.hasFocus():
            paint.focus_ring(painter, QRectF(self.rect()).adjusted(2, 2, -2, -2), tokens)

    def _draw_axes(self, painter: QPainter, tokens: theme.Tokens) -> None:
        body, shown, small = self.body(), self._range, fonts.font("s")
        high = fonts.line_height("s")
        most = most_ticks(body.height(), 40, shown.high - shown.low, self._places(1))
        for value in enough_ticks(
            shown.low,
            shown.high,
            most,
            fits=lambda values: apart(values, shown.high - shown.low, body.height()) >= high,
            is_whole=self._is_whole(1),
        ):
            y = round(self._y(value))
            painter.fillRect(QRectF(body.left(), y, body.width(), 1), QColor(tokens.line))
            box = QRectF(0, y - 10, body.left() - 8, 20)
            words = tick_text(value)
            paint.text(painter, box, words, font=small, color=tokens.text2, align=paint.RIGHT)
        for value in self.ticks_across():
            x = self._x(value)
            box = QRectF(x - 40, body.bottom() + 4, 80, 18)
            words = tick_text(value)
            paint.text(painter, box, words, font=small, color=tokens.text2, align=paint.CENTER)
        if self._labels[0]:
            box = QRectF(body.left(), body.bottom() + 4, body.width() + 8, 18)
            paint.text(painter, box, self._labels[0], font=small, color=tokens.text2,
                       align=paint.RIGHT)  # fmt: skip

    def ticks_across(self) -> list[float]:
        """The ticks below the body that find room before the axis' own words."""
        body, shown = self.body(), self._range
        last = body.right() - (fonts.width(self._labels[0], "s") if self._labels[0] else -40)

        def seen(values: Sequence[float]) -> list[float]:
            return [v for v in values if self._x(v) + fonts.width(tick_text(v), "s") / 2 <= last]

        def fits(values: Sequence[float]) -> bool:
            widest = max((fonts.width(tick_text(v), "s") for v in seen(values)), default=0)
            return apart(values, shown.right - shown.left, body.width()) >= widest + 8

        most = most_ticks(body.width(), 72, shown.right - shown.left, self._places(0))
        found = enough_ticks(
            shown.left, shown.right, most, fits=fits, is_whole=self._is_whole(0), seen=seen
        )
        return seen(found)

    def _is_whole(self, axis: int) -> bool:
        return all(float(value).is_integer() for value in self._places(axis))

    def _places(self, axis: int) -> Iterator[float]:
        return (point[axis] for points in self._series.values() for point in points)

    def _draw_series(self, painter: QPainter, points: Points, hue: str, *, is_dashed: bool) -> None:
        places = [
            QPointF(self._x(x), self._y(y))
            for x, y in points
            if math.isfinite(x) and math.isfinite(y)
        ]
        if not places:
            return
        if self._is_filled and len(places) > 1 and not is_dashed:
            floor = self._y(0.0)
            feet = [QPointF(places[-1].x(), floor), QPointF(places[0].x(), floor)]
            fill = QColor(hue)
            fill.setAlphaF(0.16)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawPolygon(QPolygonF([*places, *feet]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(QColor(hue), 1.5)
        if is_dashed:
            pen.setDashPattern([3, 2])
        painter.setPen(pen)
        if len(places) == 1:
            painter.drawEllipse(places[0], 2.5, 2.5)
        else:
            painter.drawPolyline(QPolygonF(places))

    def _draw_marks(self, painter: QPainter, tokens: theme.Tokens) -> None:
        body, font, high = self.body(), fonts.font("s"), fonts.scaled(_FLAG)
        top = fonts.scaled(28)
        for flag in self.flags():
            hue = QColor(self._hue_of_mark(flag.words) or tokens.text2)
            box = QRectF(flag.left, top + flag.row * high, flag.width, high)
            foot = QRectF(round(flag.x), box.bottom(), 1, body.bottom() - box.bottom())
            painter.fillRect(foot, hue)
            painter.fillRect(QRectF(round(flag.x) - 1, box.bottom() - 2, 3, 4), hue)
            paint.box(painter, box, radius=2, fill=tokens.panel)
            paint.text(painter, box.adjusted(4, 0, 0, 0), flag.words, font=font, color=tokens.text)

    def _hue_of_mark(self, words: str) -> str:
        """A mark whose words begin with the name of a series belongs to that one."""
        names = list(self._series)
        own = max((name for name in names if words.startswith(name)), key=len, default=None)
        return "" if own is None else self.hue(names.index(own), own)

    def _draw_legend(self, painter: QPainter, tokens: theme.Tokens) -> None:
        places = self.legend_places(list(self._series))
        for number, name in enumerate(self._series):
            left, row = places[number]
            top = row * fonts.scaled(_LEGEND)
            hue, is_dashed = self.hue(number, name), self.is_second(name)
            self._draw_swatch(painter, left, top, hue, is_dashed=is_dashed)
            box = QRectF(left + _SWATCH + 6, 4 + top, fonts.width(name, "s") + 2, 20)
            box.setRight(min(box.right(), self.width() - 4))
            paint.text(painter, box, name, font=fonts.font("s"), color=tokens.text2)

    def under_mouse(self) -> tuple[float, list[tuple[str, str]]] | None:
        """One place for all series, and what each of them is there; None without a mouse."""
        longest = max(self._series.values(), key=len, default=())
        if self._hover is None or not longest:
            return None
        hover = self._hover
        at = min((x for x, _ in longest), key=lambda x: abs(x - hover))
        values = {name: value_at(points, at) for name, points in self._series.items()}
        return at, [
            (name, numbers.bare(f"{value:.4g}"))
            for name, value in values.items()
            if value is not None
        ]

    def _draw_hover(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """A line where the mouse is, and beside it a box that hides what it stands on."""
        found = self.under_mouse()
        if found is None:
            return
        at, values = found
        body, x, high = self.body(), round(self._x(at)), fonts.line_height("s")
        painter.fillRect(QRectF(x, body.top(), 1, body.height()), QColor(tokens.text2))
        axis, _, unit = self._labels[0].partition(", ")
        said = [f"{axis} {tick_text(at)} {unit}".strip()]
        said += [f"{name} {value}" for name, value in values]
        wide = max(fonts.width(words, "s") for words in said) + 16.0
        left = x + 8.0 if x < body.center().x() else x - 8.0 - wide
        left = max(2.0, min(left, self.width() - wide - 2.0))
        tall = high * len(said) + 8.0
        top = max(0.0, min(body.top(), self.height() - tall))
        box = QRectF(left, top, wide, tall)
        paint.box(painter, box, radius=4, fill=tokens.raised, outline=tokens.line2)
        line = QRectF(left + 8, top + 4, wide - 16, high)
        for number, words in enumerate(said):
            color = tokens.text if number else tokens.text2
            paint.text(painter, line, words, font=fonts.font("s"), color=color)
            line.translate(0, high)

    def legend_places(self, words: Sequence[str]) -> list[tuple[float, int]]:
        """Left edge and row of each entry of the legend, so that all of them are seen whole."""
        widths = [fonts.width(each, "s") + _SWATCH + 8 for each in words]
        left, room = self._beside().left(), self.width() - 4.0
        if left + sum(widths) + _APART * (len(widths) - 1) > room:
            left = float(fonts.scaled(8))
        start, row, places = left, 0, list[tuple[float, int]]()
        for width in widths:
            if left > start and left + width > room:
                left, row = start, row + 1
            places.append((left, row))
            left += width + _APART
        return places

    def _draw_swatch(
        self, painter: QPainter, left: float, top: float, hue: str, *, is_dashed: bool
    ) -> None:
        """The line as it is drawn: one of two series of a channel is told by its dashes alone."""
        dashes = ((0.0, 6.0), (8.0, 6.0), (16.0, 6.0)) if is_dashed else ((0.0, float(_SWATCH)),)
        if self._is_filled and not is_dashed:
            fill = QColor(hue)
            fill.setAlphaF(0.3)
            painter.fillRect(QRectF(left, 14 + top, _SWATCH, 6), fill)
        for start, length in dashes:
            painter.fillRect(QRectF(left + start, 13 + top, length, 2), QColor(hue))
