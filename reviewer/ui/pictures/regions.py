"""The strip of difference regions: count, keys, and a close-up of each of the largest."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.model.counting import noun
from reviewer.ui import fonts, numbers, theme
from reviewer.ui.pictures.difference import DifferenceWalk, Region
from reviewer.ui.pictures.source import Picture
from reviewer.ui.pictures.strip import draw_fitted
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton

HEIGHT = 100
THUMB = (104, 60)
# So many samples a side tell whether anything is there, and so many levels are nothing.
_SAMPLES, _FLAT = 16, 4


def is_flat(picture: Picture, box: QRectF) -> bool:
    """True when a part of a picture has one color only, as far as a close-up shows."""
    level = picture.prepared.levels[picture.level_for(fonts.scaled(THUMB[0]) / box.width())]
    scale = level.width() / picture.size[0]
    part = QRectF(box.topLeft() * scale, box.size() * scale).toAlignedRect()
    part = part.intersected(level.rect())
    if part.isEmpty():
        return True
    small = level.copy(part).scaled(min(_SAMPLES, part.width()), min(_SAMPLES, part.height()))
    seen = [
        small.pixelColor(x, y).getRgb() for y in range(small.height()) for x in range(small.width())
    ]
    return all(max(values) - min(values) <= _FLAT for values in zip(*seen, strict=True))


class RegionThumb(PaintedButton):
    """One region of the picture, close up."""

    def __init__(self, number: int, parent: QWidget) -> None:
        super().__init__("", parent)
        self.number = number
        self._region: Region | None = None
        self._picture: Picture | None = None
        self._box = QRectF()
        self._given: tuple[object, ...] = ()
        self.setCheckable(True)
        self.setFixedSize(fonts.scaled(THUMB[0]), fonts.scaled(THUMB[1] + 22))

    def set_region(
        self, region: Region, picture: Picture | None, difference: Picture | None, *,
        is_current: bool,
    ) -> None:  # fmt: skip
        """Show a region of a picture, or of the difference where the picture has nothing there."""
        if self._given != (region, picture, difference):
            self._given = (region, picture, difference)
            self._choose(region, picture, difference)
        words = f"{numbers.count(region.area)} px"
        self.setAccessibleName(self.tr("Region {0}, {1}").format(self.number + 1, words))
        self.setChecked(is_current)
        self.update()

    def _choose(self, region: Region, picture: Picture | None, difference: Picture | None) -> None:
        self._region, self._picture = region, picture
        margin = max(14.0, 0.2 * max(region.width, region.height))
        self._box = QRectF(*region.box).adjusted(-margin, -margin, margin, margin)
        is_empty = picture is not None and difference is not None and is_flat(picture, self._box)
        if is_empty:
            self._picture = difference
        self.setToolTip(self.tr("Nothing is there: the difference is shown") if is_empty else "")

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """Close-up, number and area."""
        region = self._region
        if region is None:
            return
        body = QRectF(0, 0, self.width(), fonts.scaled(THUMB[1]))
        painter.fillRect(body, QColor(tokens.canvas))
        if self._picture is not None:
            wide, high = self._picture.size
            inside = self._box.intersected(QRectF(0, 0, wide, high))
            draw_fitted(
                painter, self._picture, body.adjusted(1, 1, -1, -1), self.devicePixelRatioF(),
                inside, cover=True,
            )  # fmt: skip
        is_on = self.isChecked()
        outline = tokens.text if is_on else tokens.text3 if self.underMouse() else tokens.line2
        paint.box(painter, body, radius=2, outline=outline, stroke=2.0 if is_on else 1.0)
        line = QRectF(1, body.bottom() + 4, body.width() - 2, fonts.scaled(18))
        font = fonts.font("s", bold=is_on)
        color = tokens.text if is_on else tokens.text2
        paint.text(painter, line, str(self.number + 1), font=font, color=color)
        area = f"{numbers.count(region.area)} px" + (" α" if region.is_alpha else "")
        paint.text(painter, line, area, font=font, color=color, align=paint.RIGHT)
        if self.hasFocus():
            paint.focus_ring(painter, QRectF(self.rect()), tokens, radius=2)


class RegionStrip(paint.Painted, QWidget):
    """ "3 of 17 regions, largest first", then as many close-ups as fit."""

    chosen = Signal(int)

    def __init__(self, walk: DifferenceWalk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._walk = walk
        self._thumbs: list[RegionThumb] = []
        self._picture: Picture | None = None
        self._first = 0
        self.setAccessibleName(self.tr("Difference regions"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        walk.changed.connect(self.refresh)
        walk.region_changed.connect(self.refresh)

    def set_picture(self, picture: Picture | None) -> None:
        """Where the close-ups are taken from."""
        self._picture = picture
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(300, fonts.scaled(HEIGHT))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def fitting(self) -> int:
        """How many close-ups there is room for."""
        step = fonts.scaled(THUMB[0] + 8)
        return max(1, (self.width() - self._left() - fonts.scaled(48)) // step)

    def refresh(self) -> None:
        """Show the page of regions in which the walk stands."""
        regions, fitting = self._walk.regions, self.fitting()
        index = max(0, self._walk.index)
        self._first = index // fitting * fitting
        shown = regions[self._first : self._first + fitting]
        while len(self._thumbs) < len(shown):
            made = RegionThumb(len(self._thumbs), self)
            made.clicked.connect(lambda _checked=False, each=made: self.chosen.emit(each.number))
            self._thumbs.append(made)
        for place, thumb in enumerate(self._thumbs):
            thumb.setVisible(place < len(shown))
            if place < len(shown):
                thumb.number = self._first + place
                left = self._left() + place * fonts.scaled(THUMB[0] + 8)
                thumb.move(left, fonts.scaled(10))
                thumb.set_region(
                    shown[place], self._picture, self._walk.picture,
                    is_current=thumb.number == self._walk.index,
                )  # fmt: skip
        self.update()

    def _left(self) -> int:
        return fonts.scaled(168)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """Count and keys at the left, what did not fit at the right."""
        painter.fillRect(self.rect(), QColor(tokens.panel))
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
        pad, count = fonts.scaled(16), self._walk.count
        title = QRectF(pad, fonts.scaled(12), self._left() - pad - 8, fonts.scaled(18))
        bold, small = fonts.font("s", bold=True), fonts.font("s")
        paint.text(painter, title, self.count_words(), font=bold, color=tokens.text)
        below = title.translated(0, fonts.scaled(18))
        words = self.tr("largest first") if count else self._walk.problem
        paint.text(painter, below, words, font=small, color=tokens.text2)
        if count:
            self._draw_keys(painter, tokens, pad)
        rest = count - self._first - min(self.fitting(), count - self._first)
        if rest > 0:
            at = self._left() + self.fitting() * fonts.scaled(THUMB[0] + 8)
            line = QRectF(at, fonts.scaled(10), self.width() - at, fonts.scaled(THUMB[1]))
            paint.text(painter, line, f"+{rest}", font=small, color=tokens.text2)

    def count_words(self) -> str:
        """Where the walk stands, in words."""
        count = self._walk.count
        if self._walk.result is None:
            return (
                self.tr("comparing …") if not self._walk.problem else self.tr("no difference map")
            )
        if not count:
            return self.tr("no region differs")
        if self._walk.index < 0:
            return f"{numbers.count(count)} {noun(count, 'region')}"
        at, of = numbers.count(self._walk.index + 1), numbers.count(count)
        return f"{at} of {of} {noun(count, 'region')}"

    def _draw_keys(self, painter: QPainter, tokens: theme.Tokens, left: float) -> None:
        middle, small = float(fonts.scaled(70)), fonts.font("s")
        for key, word in (("N", self.tr("next")), ("⇧N", self.tr("back"))):
            left += paint.key_cap(painter, left, middle, key, tokens=tokens) + fonts.scaled(6)
            line = QRectF(left, middle - 10, 60, 20)
            left += paint.text(painter, line, word, font=small, color=tokens.text2)
            left += fonts.scaled(10)
