"""The row under the pictures: place, values per role with swatches, difference."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, numbers, theme
from reviewer.ui.widgets import paint


@dataclass(frozen=True, slots=True)
class Probe:
    """One role's value at the cursor; `values` is None outside its picture or before decoding."""

    role: str
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the readout says."""

    place: tuple[int, int] | None = None
    probes: tuple[Probe, ...] = ()
    delta: str = ""
    aside: str = ""


def delta_of(first: Probe, second: Probe, *, with_names: bool) -> str:
    """How far two values are apart, channel by channel."""
    if first.values is None or second.values is None:
        return ""
    one, two = (_with_alpha(p.values, first.values, second.values) for p in (first, second))
    apart = ", ".join(str(abs(a - b)) for a, b in zip(one, two, strict=True))
    return f"Δ {first.role}–{second.role} {apart}" if with_names else f"Δ {apart}"


def _with_alpha(
    values: tuple[int, ...] | None, first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[int, ...]:
    # An opaque picture has alpha 255, so that an alpha difference is seen.
    own = values or ()
    return own if len(own) == max(len(first), len(second)) else (*own, 255)


class Readout(paint.Painted, QWidget):
    """32 px; what does not fit is left out from the left roles on, never clipped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading = Reading()
        self.setAccessibleName(self.tr("Values under the cursor"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_reading(self, reading: Reading) -> None:
        """Say something else."""
        if reading == self._reading:
            return
        self._reading = reading
        self.setAccessibleDescription(self.spoken())
        self.update()

    @property
    def reading(self) -> Reading:
        """What is said now."""
        return self._reading

    def spoken(self) -> str:
        """The reading as one sentence."""
        said = [] if self._reading.place is None else [_place(self._reading.place)]
        said += [f"{probe.role} {_values(probe)}" for probe in self._reading.probes]
        return "; ".join(part for part in (*said, self._reading.delta, self._reading.aside) if part)

    def sizeHint(self) -> QSize:
        return QSize(200, fonts.scaled(32))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """The right side is measured first, then roles as far as they fit."""
        painter.fillRect(self.rect(), QColor(tokens.panel))
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
        reading, small, pad = self._reading, fonts.font("s"), fonts.scaled(16)
        line = QRectF(pad, 0, self.width() - 2 * pad, self.height())
        for words in (reading.aside, reading.delta):
            used = paint.text(
                painter, line, words, font=small, color=tokens.text2, align=paint.RIGHT
            )
            line.setRight(line.right() - (used + fonts.scaled(20) if used else 0))
        if reading.place is None:
            return
        used = paint.text(painter, line, _place(reading.place), font=small, color=tokens.text2)
        # The place changes at every move: a fixed column keeps the values from dancing.
        line.setLeft(line.left() + max(used + fonts.scaled(12), fonts.scaled(84)))
        probes = list(reading.probes)
        while probes and sum(_width(probe) for probe in probes) > line.width():
            probes.pop(0)
        for probe in probes:
            self._draw_probe(painter, tokens, line, probe)
            line.setLeft(line.left() + _width(probe))

    def _draw_probe(
        self, painter: QPainter, tokens: theme.Tokens, line: QRectF, probe: Probe
    ) -> None:
        small, side, gap = fonts.font("s"), fonts.scaled(12), fonts.scaled(8)
        left = line.left()
        left += paint.text(painter, line, probe.role, font=small, color=tokens.text2) + gap
        if probe.values is not None:
            swatch = QRectF(left, (self.height() - side) // 2, side, side)
            color = QColor(*probe.values[:3])
            paint.box(painter, swatch, radius=2, fill=color, outline=tokens.line2)
            left += side + gap - 1
        rest = QRectF(left, 0, line.right() - left, line.height())
        paint.text(painter, rest, _values(probe), font=fonts.font("m"), color=tokens.text)


def _values(probe: Probe) -> str:
    return numbers.ABSENT if probe.values is None else ", ".join(str(v) for v in probe.values)


def _width(probe: Probe) -> int:
    # Widest values, so that a role does not come and go while the mouse moves.
    widest = ", ".join(["000"] * len(probe.values)) if probe.values else numbers.ABSENT
    return fonts.width(probe.role, "s") + fonts.width(widest, "m") + fonts.scaled(12 + 2 * 8 + 20)


def _place(place: tuple[int, int]) -> str:
    return f"{numbers.count(place[0])}, {numbers.count(place[1])}"
