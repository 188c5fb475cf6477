"""The headline block: the number, its verdict, what holds it, and its bar."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import brief, fonts, theme
from reviewer.ui.panel import words
from reviewer.ui.panel.headline_words import Shown, shown
from reviewer.ui.panel.row_widget import EDGE, icon_at
from reviewer.ui.panel.view import PanelView
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.bars import paint_bar
from reviewer.ui.widgets.labels import lines_of

_BLOCK = 98
_FURTHER = 28
_SECOND = 18
_ICON = 22
_LINES = 2


class HeadlineBlock(paint.Painted, QWidget):
    """The first headline in full; further ones as one line each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Shown, ...] = ()
        self._most = _LINES
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_view(PanelView())

    def set_view(self, view: PanelView) -> None:
        """Show the headlines of a task."""
        self._shown = shown(view)
        first = self._shown[0]
        self.setAccessibleName(tr("Headline"))
        self.setAccessibleDescription("; ".join(each.spoken for each in self._shown))
        self.setToolTip(words.tip(first.name, first.why, first.needs, first.right))
        self.updateGeometry()
        self.update()

    def set_tight(self, is_tight: bool) -> None:
        """With the least height the reason takes one line; the tooltip has all of it."""
        self._most = 1 if is_tight else _LINES

    def sizeHint(self) -> QSize:
        return QSize(200, self.height_for(self.width()))

    def height_for(self, width: int) -> int:
        """The height, in which the reason has its second line also while it needs none.

        What is below must not move under the mouse as an answer makes the reason longer.
        """
        extra = fonts.scaled(_SECOND) * (self._most - 1)
        return fonts.scaled(_BLOCK + _FURTHER * (len(self._shown) - 1)) + extra

    def _why_lines(self, width: int) -> list[str]:
        first = self._shown[0]
        room = width - 2 * fonts.scaled(EDGE) - (fonts.scaled(_ICON) if first.why_icon else 0)
        why = words.one_line(first.why)
        short = brief.fitting(why, room, lambda text: fonts.width(text, "m"))
        if fonts.width(short, "m") > room and self._most > 1:
            short = brief.typeset(why)
        return lines_of(short, max(1, room), step="m", most=self._most) or [""]

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        edge = fonts.scaled(EDGE)
        width = float(self.width() - 2 * edge)
        first = self._shown[0]
        self._first_line(painter, first, QRectF(edge, fonts.scaled(12), width, 0), tokens)
        self._why(painter, first, tokens)
        lower = fonts.scaled(_SECOND) * (self._most - 1)
        bar = QRectF(edge, fonts.scaled(74) + lower, width, 12)
        paint_bar(
            painter, bar, tokens, start=first.start, end=first.end, tick=first.tick, state=first.bar
        )
        for number, each in enumerate(self._shown[1:]):
            top = fonts.scaled(92 + number * _FURTHER) + lower
            self._further(painter, each, QRectF(edge, top, width, fonts.scaled(_FURTHER)), tokens)

    def _first_line(
        self, painter: QPainter, first: Shown, line: QRectF, tokens: theme.Tokens
    ) -> None:
        line.setHeight(fonts.line_height("l"))
        small = fonts.font("s")
        right = QRectF(line)
        beside, needs = self._fitting(first, line.width())
        used = paint.text(painter, right, beside, font=small, color=tokens.text2, align=paint.RIGHT)
        right.setRight(line.right() - used - (fonts.scaled(5) if used else 0))
        large = fonts.font("l", bold=not first.is_quiet)
        color = tokens.text2 if first.is_quiet else tokens.text
        left = line.left() + paint.text(painter, right, first.number, font=large, color=color)
        left += fonts.scaled(11) if first.number else 0
        middle = line.center().y() + 1
        if first.icon:
            color = str(getattr(tokens, first.icon_role))
            icon_at(painter, first.icon, left, middle, color=color, ground=tokens.panel)
            left += fonts.scaled(16 + 6)
        row = QRectF(left, line.top() + 1, right.right() - left, line.height())
        bold = fonts.font("m", bold=True)
        color = str(getattr(tokens, first.verdict_role))
        taken = paint.text(painter, row, first.verdict, font=bold, color=color)
        row.setLeft(left + taken + (fonts.scaled(5) if taken else 0))
        paint.text(painter, row, needs, font=fonts.font("m"), color=tokens.text2)

    @staticmethod
    def _fitting(first: Shown, width: float) -> tuple[str, str]:
        """What stands at the right and the mark, as far as both fit; the verdict is never cut."""
        fixed = fonts.width(first.number, "l", bold=not first.is_quiet) + fonts.scaled(11 + 10)
        fixed += fonts.scaled(22) if first.icon else 0
        fixed += fonts.width(first.verdict, "m", bold=True)
        short = first.needs.replace(tr("needs {mark}").partition("{")[0], "≥ ")
        tried = [(first.right, first.needs), (first.right, first.needs.replace(" 0.", " ."))]
        if first.is_right_same:
            tried.append(("", first.needs))
        tried += [(first.right, short), ("", first.needs), ("", short)]
        for right, needs in tried:
            if fixed + fonts.width(needs, "m") + fonts.width(right, "s") <= width:
                return right, needs
        return "", ""

    def _why(self, painter: QPainter, first: Shown, tokens: theme.Tokens) -> None:
        left, top = float(fonts.scaled(EDGE)), fonts.scaled(48)
        height = fonts.scaled(_SECOND)
        line = QRectF(left, top, self.width() - left - fonts.scaled(EDGE), fonts.line_height("m"))
        if first.why_icon:
            icon_at(
                painter, first.why_icon, left, line.center().y(), color=tokens.text2,
                ground=tokens.panel,
            )  # fmt: skip
            line.setLeft(left + fonts.scaled(_ICON))
        color = tokens.text if first.why_icon else tokens.text2
        for said in self._why_lines(self.width()):
            paint.text(painter, line, said, font=fonts.font("m"), color=color)
            line.translate(0, height)

    def _further(self, painter: QPainter, each: Shown, line: QRectF, tokens: theme.Tokens) -> None:
        paint.hairline(painter, QPointF(line.left(), line.top()), line.width(), tokens.line)
        bold, gap = fonts.font("m", bold=True), fonts.scaled(8)
        verdict = each.verdict or each.needs
        color = str(getattr(tokens, each.verdict_role if each.verdict else "text2"))
        right = QRectF(line)
        used = paint.text(
            painter, right, verdict, font=fonts.font("m"), color=color, align=paint.RIGHT
        )
        right.setRight(line.right() - used - gap)
        if each.icon:
            right.setRight(right.right() - fonts.scaled(16))
            icon_at(
                painter, each.icon, right.right(), line.center().y(),
                color=str(getattr(tokens, each.icon_role)), ground=tokens.panel,
            )  # fmt: skip
            right.setRight(right.right() - gap)
        used = paint.text(
            painter, right, each.number, font=bold, color=tokens.text, align=paint.RIGHT
        )
        right.setRight(right.right() - used - gap)
        name = words.one_line(each.name.replace("_", " "))
        paint.text(painter, right, name, font=fonts.font("m"), color=tokens.text2)
