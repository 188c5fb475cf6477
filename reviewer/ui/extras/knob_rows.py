"""One measuring value that can be tried: a slider with a field, a choice, or on and off."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from reviewer.model import Parameter, Scalar
from reviewer.ui import fonts
from reviewer.ui.extras.words import wrapped
from reviewer.ui.widgets.buttons import DropDown, add_choice
from reviewer.ui.widgets.inputs import NumberField, Slider, Toggle
from reviewer.ui.widgets.segmented import Segment, Segmented

# A slider with more stops than this cannot be set by hand; the field still takes every value.
_STOPS = 400
_PLACES = 6
_WIDEST_CHOICES = 288


@dataclass(frozen=True, slots=True)
class Scale:
    """How a number is stepped: whole numbers by one, others by a round part of their range."""

    low: float
    high: float
    step: float
    places: int

    @property
    def stops(self) -> int:
        """The last stop of a slider that begins at 0."""
        return max(1, round((self.high - self.low) / self.step))

    def stop_of(self, value: float) -> int:
        """The stop nearest to a value."""
        return round((min(self.high, max(self.low, value)) - self.low) / self.step)

    def value_of(self, stop: int) -> float:
        """The value at a stop, rounded so that it reads as it is set."""
        return round(min(self.high, self.low + stop * self.step), self.places)


def scale_of(low: float, high: float, *, is_whole: bool) -> Scale:
    """A scale for a range; whole numbers keep whole steps."""
    span = high - low if high > low else 1.0
    if is_whole:
        return Scale(low, low + span, float(max(1, math.ceil(span / _STOPS))), 0)
    step = 10.0 ** math.floor(math.log10(span / 100))
    if span / step > _STOPS:
        step *= 5
    least = max(0, -math.floor(math.log10(step)))
    # A range that begins between two steps needs the places of its beginning too.
    places = next((p for p in range(least, _PLACES) if round(low, p) == low), _PLACES)
    return Scale(low, low + span, step, places)


def is_number(value: Scalar) -> bool:
    """True for a number that is no yes or no."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class NumberKnob(QWidget):
    """A slider under its words with the field at the right; `auto` leaves it to the instrument.

    Who moves the slider takes it from the instrument. It ends at `reach`, where the useful values
    do; the field takes all up to `high`.
    """

    changed = Signal(object)
    refused = Signal(str)

    def __init__(
        self, words: str, *, low: float, high: float, is_whole: bool, unit: str = "",
        auto: str = "", start: float | None = None, reach: float | None = None,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._auto, self._is_whole = auto, is_whole
        self.scale = scale_of(low, high if reach is None else reach, is_whole=is_whole)
        self.words = wrapped(words, most=0)
        self.slider = Slider(words, 0, self.scale.stops)
        self.field = NumberField(
            words, low=low, high=high, places=self.scale.places, step=self.scale.step, unit=unit,
            compact=True,
        )  # fmt: skip
        self.field.setFixedWidth(max(fonts.scaled(64), fonts.width(_longest(self), "m") + 20))
        self.automatic = Toggle(auto)
        self.automatic.setAccessibleName(f"{auto}: {words}")
        first = low if start is None else start
        self.slider.setValue(self.scale.stop_of(first))
        self.field.setValue(first)
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(fonts.scaled(8))
        top.addWidget(self.words, 1)
        top.addWidget(self.field, 0, Qt.AlignmentFlag.AlignTop)
        low_row = QHBoxLayout()
        low_row.setContentsMargins(0, 0, 0, 0)
        low_row.setSpacing(fonts.scaled(8))
        low_row.addWidget(self.slider, 1)
        low_row.addWidget(self.automatic)
        column = QVBoxLayout(self)
        column.setContentsMargins(fonts.scaled(16), fonts.scaled(6), fonts.scaled(16), 0)
        column.setSpacing(fonts.scaled(4))
        column.addLayout(top)
        column.addLayout(low_row)
        # Only once it has a parent: shown without one, it would be a window for a moment.
        self.automatic.setVisible(bool(auto))
        self.slider.valueChanged.connect(self._slid)
        self.field.valueChanged.connect(self._typed)
        self.field.refused.connect(self.refused)
        self.automatic.clicked.connect(self._switched)

    def set_value(self, value: Scalar, *, is_changed: bool, in_use: float | None = None) -> None:
        """Show a value without telling anybody; left to the instrument, the one it came to."""
        is_auto = bool(self._auto) and not is_number(value)
        if is_auto and in_use is not None:
            value = in_use
        for each in (self.slider, self.field, self.automatic):
            each.blockSignals(True)
        self.automatic.setChecked(is_auto)
        if is_number(value):
            self.slider.setValue(self.scale.stop_of(float(value)))  # type: ignore[arg-type]
            self.field.setValue(float(value))  # type: ignore[arg-type]
        for each in (self.slider, self.field, self.automatic):
            each.blockSignals(False)
        self.field.setEnabled(not is_auto)
        self.field.set_changed(is_changed and not is_auto)
        self.words.set_look(bold=is_changed)

    def _given(self, value: float) -> None:
        self.changed.emit(round(value) if self._is_whole else value)

    def _slid(self, stop: int) -> None:
        value = self.scale.value_of(stop)
        self.automatic.setChecked(False)
        self.field.setEnabled(True)
        self.field.blockSignals(True)
        self.field.setValue(value)
        self.field.blockSignals(False)
        self._given(value)

    def _typed(self, value: float) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(self.scale.stop_of(value))
        self.slider.blockSignals(False)
        self._given(value)

    def _switched(self, is_auto: bool) -> None:
        if is_auto:
            self.changed.emit(self._auto)
        else:
            self._given(self.field.value())


class ChoiceKnob(QWidget):
    """One of a few words; a menu where they do not fit side by side."""

    changed = Signal(object)

    def __init__(self, words: str, choices: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = {key: key.replace("_", " ") for key in choices}
        self.words = wrapped(words, most=3)
        self.segments = Segmented(
            words, [Segment(key, said) for key, said in self._choices.items()], stretch=True
        )
        self.menu = DropDown("", words)
        needed = sum(fonts.width(said, "m") + fonts.scaled(24) for said in self._choices.values())
        self._is_menu = needed > fonts.scaled(_WIDEST_CHOICES - 32)
        column = QVBoxLayout(self)
        column.setContentsMargins(fonts.scaled(16), fonts.scaled(6), fonts.scaled(16), 0)
        column.setSpacing(fonts.scaled(4))
        column.addWidget(self.words)
        column.addWidget(self.segments)
        column.addWidget(self.menu, 0, Qt.AlignmentFlag.AlignLeft)
        self.segments.setVisible(not self._is_menu)
        self.menu.setVisible(self._is_menu)
        self.segments.changed.connect(self.changed.emit)
        self.menu.menu_wanted.connect(self._fill)

    def set_value(self, value: Scalar, *, is_changed: bool, in_use: float | None = None) -> None:
        """Show a value without telling anybody."""
        del in_use
        if str(value) in self._choices:
            self.segments.set_current(str(value))
            self.menu.set_text(self._choices[str(value)])
        self.words.set_look(bold=is_changed)

    def _fill(self, menu: QMenu) -> None:
        for key, said in self._choices.items():
            is_current = said == self.menu.text()
            add_choice(menu, said, partial(self._chosen, key), is_current=is_current)

    def _chosen(self, key: str) -> None:
        self.menu.set_text(self._choices[key])
        self.changed.emit(key)


class SwitchKnob(QWidget):
    """On or off."""

    changed = Signal(object)

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = wrapped(words, most=0)
        self.toggle = Toggle("")
        self.toggle.setAccessibleName(words)
        row = QHBoxLayout(self)
        row.setContentsMargins(fonts.scaled(16), fonts.scaled(6), fonts.scaled(16), 0)
        row.addWidget(self.words, 1)
        row.addWidget(self.toggle)
        self.toggle.clicked.connect(self.changed.emit)

    def set_value(self, value: Scalar, *, is_changed: bool, in_use: float | None = None) -> None:
        """Show a value without telling anybody."""
        del in_use
        self.words.set_look(bold=is_changed)
        self.toggle.setChecked(bool(value))


Knob = NumberKnob | ChoiceKnob | SwitchKnob


def knob_of(parameter: Parameter, words: str) -> Knob | None:
    """The control for a parameter; None where it can only be read (a text without choices)."""
    value = parameter.value
    if isinstance(value, bool):
        return SwitchKnob(words)
    if parameter.choices:
        return ChoiceKnob(words, parameter.choices)
    has_range = parameter.low is not None and parameter.high is not None
    if not is_number(value) and not has_range:
        return None
    number = float(value) if is_number(value) else None  # type: ignore[arg-type]
    low = parameter.low if parameter.low is not None else min(0.0, number or 0.0)
    high = parameter.high if parameter.high is not None else max(low + 1, 4 * (number or 1.0))
    bounds = (low, high) if number is None else (low, high, number)
    is_whole = all(float(each).is_integer() for each in bounds) and not isinstance(value, float)
    return NumberKnob(
        words, low=low, high=high, is_whole=is_whole, unit=parameter.unit,
        auto="" if is_number(value) else str(value),
    )  # fmt: skip


def _longest(knob: NumberKnob) -> str:
    ends = (knob.field.textFromValue(end) for end in (knob.scale.low, knob.scale.high))
    return max(ends, key=len) + knob.field.suffix()
