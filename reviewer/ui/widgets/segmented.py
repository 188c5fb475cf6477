"""One of a few: a trough with a raised chip on the current choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.key_filter import HORIZONTAL, KEEPS_ARROWS
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton


@dataclass(frozen=True, slots=True)
class Segment:
    """One choice."""

    key: str
    text: str
    icon_name: str = ""
    tip: str = ""


class Segmented(paint.Painted, QWidget):
    """A row of segments, exactly one of them on; arrow keys move the choice."""

    changed = Signal(str)

    def __init__(
        self, name: str, segments: Sequence[Segment] = (), *, stretch: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        # The window leaves the arrows to a focused control that says so.
        self.setProperty("keepsArrows", True)
        self._stretch, self._buttons = stretch, dict[str, _SegmentButton]()
        self._group = QButtonGroup(self)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        horizontal = QSizePolicy.Policy.Preferred if stretch else QSizePolicy.Policy.Fixed
        self.setSizePolicy(horizontal, QSizePolicy.Policy.Fixed)
        self.set_segments(segments)

    def set_segments(self, segments: Sequence[Segment]) -> None:
        """Other choices; the current one stays if it is among them."""
        before = self.current()
        for button in self._buttons.values():
            self._group.removeButton(button)
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = {}
        for segment in segments:
            button = _SegmentButton(segment, self)
            self._buttons[segment.key] = button
            self._group.addButton(button)
            self._layout.addWidget(button, 1 if self._stretch else 0)
            button.clicked.connect(lambda _checked=False, key=segment.key: self._choose(key))
        self._group.setExclusive(True)
        if self._buttons:
            self.set_current(before if before in self._buttons else segments[0].key)
        self.updateGeometry()

    def current(self) -> str:
        """The key of the choice that is on."""
        return next((key for key, each in self._buttons.items() if each.isChecked()), "")

    def needed_width(self) -> int:
        """What all segments take; a layout counts new ones only once they are shown."""
        return sum(button.sizeHint().width() for button in self._buttons.values())

    def is_offered(self, key: str) -> bool:
        """Whether a choice can be made now."""
        return self._buttons[key].isEnabled()

    def set_current(self, key: str) -> None:
        """Choose without telling anybody."""
        self._buttons[key].setChecked(True)
        for each, button in self._buttons.items():
            button.setFocusPolicy(
                Qt.FocusPolicy.TabFocus if each == key else Qt.FocusPolicy.NoFocus
            )
        self.update()

    def set_enabled(self, key: str, enabled: bool, reason: str = "") -> None:
        """Grey one choice, with the reason in its tooltip."""
        button = self._buttons[key]
        button.setEnabled(enabled)
        button.setToolTip(button.segment.tip if enabled else reason)

    def step(self, by: int) -> None:
        """Move the choice to the next enabled segment in a direction."""
        keys = [key for key, button in self._buttons.items() if button.isEnabled()]
        if self.current() in keys:
            key = keys[(keys.index(self.current()) + by) % len(keys)]
            self._choose(key)
            self._buttons[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, key: str) -> None:
        self.set_current(key)
        self.changed.emit(key)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        paint.box(painter, rect, radius=6, fill=tokens.trough, outline=tokens.line2)
        buttons = list(self._buttons.values())
        for left, right in pairwise(buttons):
            if not left.isChecked() and not right.isChecked():
                top = round((rect.height() - 12) / 2)
                paint.hairline(painter, QPointF(right.x(), top), 12, tokens.line2, vertical=True)


class _SegmentButton(PaintedButton):
    def __init__(self, segment: Segment, parent: Segmented) -> None:
        super().__init__(segment.text, parent)
        self.segment, self._owner = segment, parent
        self.setProperty(KEEPS_ARROWS, HORIZONTAL)
        self.setCheckable(True)
        self.setAccessibleName(segment.text or segment.tip)
        self.setToolTip(segment.tip)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        width = fonts.width(self.text(), "m") + 2 * fonts.scaled(12)
        if self.segment.icon_name and not self.text():
            width += icons.side() - fonts.scaled(8)
        elif self.segment.icon_name:
            width += icons.side() + fonts.scaled(6) - fonts.scaled(2)
        return QSize(width, fonts.scaled(28))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers():
            self._owner.step(step)
            return
        super().keyPressEvent(event)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, is_on = QRectF(self.rect()), self.isChecked()
        chip = rect.adjusted(2, 2, -2, -2)
        if is_on:
            paint.box(painter, chip, radius=4, fill=tokens.raised, outline=tokens.line2)
        elif self.underMouse() and self.isEnabled():
            paint.box(painter, chip, radius=4, fill=tokens.hover)
        needed, side = fonts.width(self.text(), "m"), icons.side()
        gap = fonts.scaled(6) if self.text() else 0
        total = needed + (side + gap if self.segment.icon_name else 0)
        left = round((rect.width() - total) / 2)
        if self.segment.icon_name:
            at = QRectF(left, round((rect.height() - side) / 2), side, side)
            color = tokens.accent if is_on else tokens.text2
            icons.paint(painter, self.segment.icon_name, at, color=color, knockout=tokens.panel)
            left += side + gap
        color = tokens.text if is_on else tokens.text2
        shown = color if self.isEnabled() else paint.disabled(tokens.text3)
        line = QRectF(left, 0, needed + 1, rect.height())
        paint.text(painter, line, self.text(), font=fonts.font("m"), color=shown)
        if self.hasFocus():
            paint.focus_ring(painter, chip, tokens, radius=4)
