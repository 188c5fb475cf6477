"""Words: elided labels, key caps and chips."""

from __future__ import annotations

import re
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton

# A number and its unit are one word, whatever the width.
_GLUED = re.compile(r"(?<=\d) (?=(?:%|(?:px|ms|kB|MB|fps)\b))")

ChipKind = Literal["plain", "warn", "bad"]


def lines_of(
    words: str, width: float, *, step: fonts.Step, bold: bool = False, most: int = 0
) -> list[str]:
    """Break plain text to a width; the last of `most` lines is elided. 0 means all lines."""
    font = fonts.for_words(fonts.font(step, bold=bold), words)
    metrics, found = QFontMetricsF(font), list[str]()
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    paragraphs = words.split("\n")
    for number, paragraph in enumerate(paragraphs):
        layout = QTextLayout(_GLUED.sub("\u00a0", paragraph), font)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1.0, width))
            start = line.textStart()
            if most and len(found) == most - 1:
                rest = " ".join([paragraph[start:], *paragraphs[number + 1 :]]).strip()
                found.append(metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width))
                layout.endLayout()
                return found
            found.append(paragraph[start : start + line.textLength()].rstrip())
        layout.endLayout()
    return found


class ElidedLabel(paint.Painted, QWidget):
    """Plain text in up to `most` lines; the whole of it is in the tooltip when it was cut."""

    def __init__(
        self, words: str = "", *, step: fonts.Step = "m", bold: bool = False, role: str = "text",
        most: int = 1, right: bool = False, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._words, self._step, self._bold, self._role = "", step, bold, role
        self._most, self._right = most, right
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_words(words)

    def words(self) -> str:
        """The whole text."""
        return self._words

    def set_words(self, words: str) -> None:
        """Show other words."""
        self._words = words
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def set_look(self, *, role: str | None = None, bold: bool | None = None) -> None:
        """Another color role or weight."""
        self._role = self._role if role is None else role
        if bold is not None and bold != self._bold:
            # Bold words are wider: they may need another line.
            self._bold = bold
            self.updateGeometry()
        self.update()

    def set_most(self, most: int) -> None:
        """How many lines at most; 0 shows all."""
        self._most = most
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return self._most != 1

    def heightForWidth(self, width: int) -> int:
        inside = width - self.contentsMargins().left() - self.contentsMargins().right()
        shown = lines_of(self._words, inside, step=self._step, bold=self._bold, most=self._most)
        return max(1, len(shown)) * fonts.line_height(self._step)

    def sizeHint(self) -> QSize:
        width = fonts.width(self._words, self._step, bold=self._bold)
        if self._most == 1:
            return QSize(width + 1, fonts.line_height(self._step))
        return QSize(min(width, 400), self.heightForWidth(self.width() or 400))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.scaled(24), fonts.line_height(self._step))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        font, height = fonts.font(self._step, bold=self._bold), fonts.line_height(self._step)
        color, align = str(getattr(tokens, self._role)), paint.RIGHT if self._right else paint.LEFT
        left, width = float(self.contentsRect().left()), float(self.contentsRect().width())
        shown = [self._words]
        if self._most != 1:
            shown = lines_of(self._words, width, step=self._step, bold=self._bold, most=self._most)
        for number, line in enumerate(shown):
            rect = QRectF(left, number * height, width, height)
            paint.text(painter, rect, line, font=font, color=color, align=align)
        whole = fonts.width(self._words, self._step, bold=self._bold)
        is_cut = shown[-1].endswith("…") if self._most != 1 else whole > width
        # Qt reads a tooltip with a tag in it as markup; a file's text is never markup.
        tip = self._words.replace("<", "‹") if is_cut else ""
        if self.toolTip() != tip:
            self.setToolTip(tip)


class KeyCap(paint.Painted, QWidget):
    """The picture of one key."""

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = key
        self.setAccessibleName(key)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(paint.key_cap_width(self._key), fonts.scaled(18))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        paint.key_cap(painter, 0, self.height() / 2, self._key, tokens=tokens)


class Chip(PaintedButton):
    """A sanity flag, or the quiet word that none was raised; a press may open its list."""

    def __init__(
        self, words: str = "", *, kind: ChipKind = "plain", icon_name: str = "",
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(words, parent)
        self.set_chip(words, kind=kind, icon_name=icon_name)

    def set_chip(self, words: str, *, kind: ChipKind = "plain", icon_name: str = "") -> None:
        """Other words and another look."""
        self._kind: ChipKind = kind
        self._icon_name = icon_name
        self.setText(words)
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = fonts.width(self.text(), "s") + 2 * fonts.scaled(8)
        if self._icon_name:
            width += fonts.scaled(14 + 4)
        return QSize(width, fonts.scaled(22))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.scaled(48), fonts.scaled(22))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, left = QRectF(self.rect()), float(fonts.scaled(8))
        fill = {"plain": None, "warn": tokens.warnbg, "bad": tokens.badbg}[self._kind]
        outline = tokens.line2 if fill is None else None
        if self.underMouse():
            outline = tokens.text3
        paint.box(painter, rect, radius=4, fill=fill, outline=outline)
        if self._icon_name:
            hue = {"plain": tokens.text2, "warn": tokens.warn, "bad": tokens.bad}[self._kind]
            side = fonts.scaled(14)
            at = QRectF(left - 1, round((rect.height() - side) / 2), side, side)
            icons.paint(painter, self._icon_name, at, color=hue, knockout=tokens.panel)
            left += side + fonts.scaled(4)
        color = tokens.text2 if self._kind == "plain" else tokens.text
        line = QRectF(left, 0, rect.width() - left - 4, rect.height())
        paint.text(painter, line, self.text(), font=fonts.font("s"), color=color)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens, radius=4)
