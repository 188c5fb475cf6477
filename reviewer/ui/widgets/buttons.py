"""Push buttons: plain, primary, icon toggle, drop-down and link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.widgets import paint

ButtonKind = Literal["plain", "primary", "quiet"]


class PaintedButton(paint.Painted, QAbstractButton):
    """Hover, focus by keyboard and Enter, which every button of ours shares."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            # A held key that opened a dialog must not press its button before it was read.
            if not event.isAutoRepeat():
                self.click()
            return
        super().keyPressEvent(event)


class Button(PaintedButton):
    """A button with words, an optional icon and the key that does the same."""

    def __init__(
        self, text: str, *, kind: ButtonKind = "plain", key: str = "", icon_name: str = "",
        key_as_cap: bool = False, height: int = 28, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(text, parent)
        self._kind: ButtonKind = kind
        self._key, self._icon_name, self._height = key, icon_name, height
        self._key_as_cap = key_as_cap
        self.setAccessibleName(text)
        if key:
            self.setToolTip(f"{text} ({key})")

    def set_kind(self, kind: ButtonKind) -> None:
        """Primary is for the one button that the screen leads to."""
        self._kind = kind
        self.update()

    def set_text(self, text: str) -> None:
        """New words, for the eye and for the screen reader."""
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = 2 * fonts.scaled(12) + fonts.width(self.text(), "m")
        if self._icon_name:
            width += icons.side() + fonts.scaled(8)
        if self._key:
            width += self._key_width() + fonts.scaled(8)
            if self._key_as_cap:
                width -= fonts.scaled(4)
        return QSize(width, fonts.scaled(self._height))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _key_width(self) -> int:
        cap = paint.key_cap_width(self._key)
        return cap if self._key_as_cap else fonts.width(self._key, "s")

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        words, second = self._paint_ground(painter, rect, tokens)
        left, gap = float(fonts.scaled(12)), fonts.scaled(8)
        if self._icon_name:
            side = icons.side()
            square = QRectF(left, round((rect.height() - side) / 2), side, side)
            icons.paint(painter, self._icon_name, square, color=second, knockout=tokens.panel)
            left += side + gap
        color = words if self.isEnabled() else paint.disabled(tokens.text3)
        line = QRectF(left, 0, rect.width() - left, rect.height())
        left += paint.text(painter, line, self.text(), font=fonts.font("m"), color=color) + gap
        if self._key and self._key_as_cap:
            paint.key_cap(painter, left, rect.height() / 2, self._key, tokens=tokens)
        elif self._key:
            line = QRectF(left, 0, rect.width() - left, rect.height())
            paint.text(painter, line, self._key, font=fonts.font("s"), color=second)

    def _paint_ground(
        self, painter: QPainter, rect: QRectF, tokens: theme.Tokens
    ) -> tuple[str, str]:
        hovered = self.underMouse() and self.isEnabled()
        if self._kind == "primary" and self.isEnabled():
            paint.box(painter, rect, radius=6, fill=tokens.accentfill)
            if self.isDown():
                paint.box(painter, rect, radius=6, outline=tokens.text)
            elif hovered:
                paint.box(painter, rect, radius=6, outline=tokens.accent)
            words, second = tokens.onaccent, tokens.onaccent
        elif self._kind == "quiet":
            if hovered or self.isDown():
                fill = tokens.sel2 if self.isDown() else tokens.hover
                paint.box(painter, rect, radius=6, fill=fill)
            words, second = tokens.text2, tokens.text2
        else:
            ground = tokens.sel2 if self.isDown() else tokens.raised
            outline = tokens.text3 if hovered else tokens.line2
            shown = ground if self.isEnabled() else None
            paint.box(painter, rect, radius=6, fill=shown, outline=outline)
            words, second = tokens.text, tokens.text2
        if self.hasFocus():
            inner = rect.adjusted(2, 2, -2, -2) if self._kind == "primary" else rect
            ring = tokens.onaccent if self._kind == "primary" and self.isEnabled() else None
            if ring:
                paint.box(painter, inner, radius=4, outline=ring, stroke=1.5)
            else:
                paint.focus_ring(painter, rect, tokens)
        return words, second


class IconButton(PaintedButton):
    """A square with one icon; checkable ones take the sel fill while on."""

    def __init__(
        self, icon_name: str, name: str, *, checkable: bool = False, framed: bool = True,
        size: int = 28, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__("", parent)
        self._icon_name, self._framed, self._size = icon_name, framed, size
        self.setCheckable(checkable)
        self.setAccessibleName(name)
        self.setToolTip(name)

    def set_icon(self, icon_name: str) -> None:
        """Another picture for another state."""
        self._icon_name = icon_name
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(self._size), fonts.scaled(self._size))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, is_on = QRectF(self.rect()), self.isCheckable() and self.isChecked()
        hovered = self.underMouse() and self.isEnabled()
        if is_on:
            outline = tokens.accentfill if self._framed else None
            paint.box(painter, rect, radius=6, fill=tokens.sel, outline=outline)
        elif self._framed:
            outline = tokens.text3 if hovered else tokens.line2
            paint.box(painter, rect, radius=6, fill=tokens.raised, outline=outline)
        elif hovered:
            paint.box(painter, rect, radius=6, fill=tokens.sel2 if self.isDown() else tokens.hover)
        side = icons.side()
        at = QRectF(round((rect.width() - side) / 2), round((rect.height() - side) / 2), side, side)
        color = tokens.accent if is_on else tokens.text2 if self.isEnabled() else tokens.text3
        icons.paint(painter, self._icon_name, at, color=color, knockout=tokens.panel)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens)


class DropDown(PaintedButton):
    """A value with a chevron; a press asks its owner for a menu and shows it below."""

    menu_wanted = Signal(QMenu)

    def __init__(
        self, text: str, name: str, *, framed: bool = True, step: fonts.Step = "m",
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(text, parent)
        self._framed, self._step = framed, step
        self.setAccessibleName(name)
        self.clicked.connect(self._open)

    def set_text(self, text: str) -> None:
        """The value shown; screen readers hear it as the description."""
        if text == self.text():
            return
        self.setText(text)
        self.setAccessibleDescription(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        pad = 12 if self._framed else 4
        width = fonts.width(self.text(), self._step) + fonts.scaled(pad + 6 + 6) + icons.side()
        return QSize(width, fonts.scaled(28))

    def _open(self) -> None:
        menu = QMenu(self)
        self.menu_wanted.emit(menu)
        if menu.isEmpty():
            return
        current = menu.activeAction()
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        if current is not None:
            menu.setActiveAction(current)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        if self._framed:
            outline = tokens.text3 if self.underMouse() else tokens.line2
            fill = tokens.sel2 if self.isDown() else tokens.raised
            paint.box(painter, rect, radius=6, fill=fill, outline=outline)
        side, left = icons.side(), fonts.scaled(12 if self._framed else 4)
        at = QRectF(
            rect.right() - side - fonts.scaled(6), round((rect.height() - side) / 2), side, side
        )
        color = tokens.text if self._framed else tokens.text2
        line = QRectF(left, 0, at.left() - left, rect.height())
        paint.text(painter, line, self.text(), font=fonts.font(self._step), color=color)
        icons.paint(painter, "chevron-down", at, color=tokens.text3)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens)


def add_choice(menu: QMenu, words: str, chosen: Callable[[], object], *, is_current: bool) -> None:
    """A value of a drop-down; the current one is ticked, and the menu opens with it highlighted.

    Words may be of files: what would be a letter to press is only a letter.
    """
    action = menu.addAction(words.replace("&", "&&"))
    action.setCheckable(True)
    action.setChecked(is_current)
    action.triggered.connect(lambda _=False: chosen())
    # Where a menu holds two lists of values, the first one is what the button shows.
    if is_current and menu.activeAction() is None:
        menu.setActiveAction(action)


class Link(PaintedButton):
    """Words in the accent that act, underlined under the mouse."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(fonts.width(self.text(), "s") + 2, fonts.line_height("s") + 2)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        font, rect = fonts.font("s"), QRectF(self.rect())
        font.setUnderline(self.underMouse())
        color = tokens.accent if self.isEnabled() else tokens.text3
        paint.text(painter, rect.adjusted(1, 0, 0, 0), self.text(), font=font, color=color)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens, radius=4)
