"""Toggle, slider and number field."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSizePolicy, QSlider, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.numbers import MINUS, bare, fixed
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton


class Toggle(PaintedButton):
    """On or off, 28 × 16, with its words beside it."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setCheckable(True)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        words = fonts.width(self.text(), "m") + fonts.scaled(8) if self.text() else 0
        return QSize(fonts.scaled(28) + words + 8, fonts.scaled(28))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        width, height = fonts.scaled(28), fonts.scaled(16)
        track = QRectF(2, round((self.height() - height) / 2), width, height)
        fill = tokens.accentfill if self.isChecked() else tokens.track
        if not self.isEnabled():
            fill = tokens.line
        outline = tokens.text3 if self.underMouse() and not self.isChecked() else None
        paint.box(painter, track, radius=height / 2, fill=fill, outline=outline)
        knob = height - 4.0
        x = track.right() - knob - 2 if self.isChecked() else track.left() + 2
        paint.box(
            painter, QRectF(x, track.top() + 2, knob, knob), radius=knob / 2,
            fill="#ffffff" if self.isEnabled() else tokens.text3,
        )  # fmt: skip
        line = QRectF(track.right() + fonts.scaled(8), 0, self.width(), self.height())
        color = tokens.text2 if self.isEnabled() else paint.disabled(tokens.text3)
        line.setRight(self.width())
        paint.text(painter, line, self.text(), font=fonts.font("m"), color=color)
        if self.hasFocus():
            ring = QRectF(self.rect()).adjusted(0, 2, 0, -2)
            paint.focus_ring(painter, ring, tokens, radius=6)


class Slider(paint.Painted, QSlider):
    """A 4-px track filled up to a white knob; a press jumps there, arrows step."""

    def __init__(self, name: str, low: int, high: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(low, high)
        self.setPageStep(max(1, (high - low) // 10))
        self.setAccessibleName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(80), fonts.scaled(20))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.scaled(40), fonts.scaled(20))

    def _knob(self) -> float:
        return float(fonts.scaled(13))

    def _value_at(self, x: float) -> int:
        span = max(1.0, self.width() - self._knob())
        share = min(1.0, max(0.0, (x - self._knob() / 2) / span))
        return round(self.minimum() + share * (self.maximum() - self.minimum()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._value_at(event.position().x()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self._value_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # A wheel over an unfocused slider means to scroll what lies around it.
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        knob, middle = self._knob(), self.height() / 2
        span = max(1, self.maximum() - self.minimum())
        x = knob / 2 + (self.value() - self.minimum()) / span * (self.width() - knob)
        paint.box(painter, QRectF(0, middle - 2, self.width(), 4), radius=2, fill=tokens.track)
        fill = tokens.accent if self.isEnabled() else tokens.text3
        paint.box(painter, QRectF(0, middle - 2, x, 4), radius=2, fill=fill)
        round_knob = QRectF(x - knob / 2, middle - knob / 2, knob, knob)
        outline = None if tokens.is_dark and not self.hasFocus() else tokens.accent
        paint.box(
            painter, round_knob, radius=knob / 2, fill="#ffffff", outline=outline,
            stroke=2.5 if self.hasFocus() else 1.5,
        )  # fmt: skip


class NumberField(paint.Painted, QDoubleSpinBox):
    """A right-aligned number with its unit; arrows and Page keys step, no spin buttons.

    `refused` says why a number that was typed is not taken.
    """

    refused = Signal(str)

    def __init__(
        self, name: str, *, low: float, high: float, places: int = 0, step: float = 1.0,
        unit: str = "", without_zero: bool = False, compact: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._without_zero, self._compact = without_zero, compact
        self._is_changed = False
        self.setLocale(QLocale.c())
        self.setDecimals(places)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setSuffix(f" {unit}" if unit else "")
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setFrame(False)
        self.setKeyboardTracking(False)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._dress()

    def set_changed(self, is_changed: bool) -> None:
        """Show in the accent that the draft differs from the rubric."""
        self._is_changed = is_changed
        self.setFont(fonts.font("m", bold=is_changed))
        self._dress()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._is_changed:
            self._dress()

    def _dress(self) -> None:
        """By style sheet: a palette set on a field that is on the screen would fill its ground."""
        rules = "border: none; background: transparent; padding: 0; min-height: 0;"
        if self._is_changed:
            rules += f" color: {theme.of(self).accent}; font-weight: 600;"
        if self.lineEdit().styleSheet() != rules:
            self.lineEdit().setStyleSheet(rules)

    def sizeHint(self) -> QSize:
        size = (64, 24) if self._compact else (72, 28)
        return QSize(fonts.scaled(size[0]), fonts.scaled(size[1]))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def textFromValue(self, value: float) -> str:
        text = fixed(value, self.decimals())
        return bare(text) if self._without_zero else text

    def valueFromText(self, text: str) -> float:
        return float(self._bare(text))

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        bare_text = self._bare(text)
        if bare_text in ("", "-", ".", "-."):
            return QValidator.State.Intermediate, text, position
        try:
            value = float(bare_text)
        except ValueError:
            return QValidator.State.Invalid, text, position
        inside = self.minimum() <= value <= self.maximum()
        state = QValidator.State.Acceptable if inside else QValidator.State.Intermediate
        return state, text, position

    def fixup(self, text: str) -> str:
        """The value before stays, and what was wrong with the one typed is said."""
        low, high = (self.textFromValue(end) for end in (self.minimum(), self.maximum()))
        said = self._bare(text) or "nothing"
        name = self.accessibleName()
        words = f"{name}: {said} is not taken; give a number from {low} to {high}"
        self.refused.emit(words + self.suffix())
        return self.textFromValue(self.value()) + self.suffix()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.clearFocus()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        outline = tokens.text3 if self.underMouse() else tokens.line2
        paint.box(
            painter, rect, radius=4 if self._compact else 6, fill=tokens.field, outline=outline
        )
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens, radius=4 if self._compact else 6)

    def _bare(self, text: str) -> str:
        return text.removesuffix(self.suffix()).strip().replace(MINUS, "-").replace(",", ".")
