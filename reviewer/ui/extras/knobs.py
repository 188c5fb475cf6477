"""Measure again: the rubric's measuring values as knobs beside the 2×2 sheet, for looking only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPointF, QTimer, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from reviewer.model import Curve, Parameter, Scalar
from reviewer.scoring.whatif import Editable
from reviewer.ui import fonts, theme
from reviewer.ui.extras.knob_rows import Knob, NumberKnob, knob_of
from reviewer.ui.extras.trial_words import threshold_words, words_of
from reviewer.ui.extras.words import wrapped
from reviewer.ui.key_filter import TAKES_TYPING
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.plot import Plot
from reviewer.ui.widgets.rows import SectionTitle

# While a slider moves, a value is asked for at most this often; the newest one wins.
PAUSE = 40
_CURVE_HEIGHT = 128
# So many lines of the verdict have their room from the start: what is above must not jump.
_VERDICT_LINES = 4
_CURVE_HEIGHT_TIGHT = 112
# As far as a slider of a share goes at least: what is flagged must fit under it.
_SHARE_REACH = 0.2
_FOR_LOOKING = (
    "For looking: the grade keeps the rubric's values. To grade with others, write them into a "
    "rubric.toml beside the task."
)
_LIMITS = ("at_least", "above", "at_most", "below")


@dataclass(frozen=True, slots=True)
class Spec:
    """What can be turned: measuring values, and the thresholds of the rows that code decides."""

    parameters: tuple[Parameter, ...] = ()
    thresholds: tuple[Editable, ...] = ()
    languages: tuple[str, ...] = ()

    def words_of(self, parameter: Parameter) -> str:
        """The parameter's own words."""
        return words_of(parameter)


class Knobs(QWidget):
    """Emits what is tried, newest value last; the verdict stands in `foot`, which never scrolls."""

    tried = Signal(str, object)
    refused = Signal(str)
    drafted = Signal(str, float)
    reset_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec, self._over = Spec(), ""
        self.knobs: dict[str, Knob] = {}
        self.drafts: dict[str, NumberKnob] = {}
        self.title = SectionTitle(tr("Measure again"))
        self.foot = Foot()
        self.note = wrapped(_FOR_LOOKING, step="s", role="text2", most=0)
        self.curve = Plot("Over the first value")
        self.curve.setFixedHeight(fonts.scaled(_CURVE_HEIGHT))
        self.curve_note = wrapped("", step="s", role="text2", most=0)
        pad = fonts.scaled(16)
        self.curve_note.setContentsMargins(pad, 0, pad, 0)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(fonts.scaled(4))
        # Keys pressed at a knob are meant for it: a 0 that is typed is no answer to a question.
        self.setProperty(TAKES_TYPING, True)
        self._lay_out()
        self._pending: dict[str, object] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._send)
        self.foot.back.clicked.connect(self._reset)
        self.setAccessibleName(tr("Measure again"))
        self.set_curve(None)
        # A kind without measuring values never has any to set.
        self.hide()
        self.foot.hide()

    def _lay_out(self) -> None:
        pad = fonts.scaled(16)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addLayout(self._rows)
        column.addSpacing(fonts.scaled(12))
        # Below the knobs: it is read once, and they are turned often.
        self.note.setContentsMargins(pad, 0, pad, 0)
        column.addWidget(self.note)
        column.addSpacing(fonts.scaled(8))
        # Labels that wrap would share out any height that is left over.
        column.addStretch(1)

    def set_spec(self, spec: Spec) -> None:
        """Other knobs: another rubric."""
        self._timer.stop()
        self._pending.clear()
        if spec == self.spec:
            return
        self.spec = spec
        for widget in (*self.knobs.values(), *self.drafts.values()):
            self._rows.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._rows.removeWidget(self.curve)
        self._rows.removeWidget(self.curve_note)
        self.knobs, self.drafts = {}, {}
        for parameter in spec.parameters:
            # What follows a semicolon explains a value that only the instrument gives.
            words, _, explained = spec.words_of(parameter).partition(";")
            knob = knob_of(parameter, words)
            if knob is not None:
                self.knobs[parameter.id] = knob
                self._rows.addWidget(knob)
                knob.setToolTip(explained.strip())
                knob.changed.connect(lambda value, name=parameter.id: self._turn(name, value))
                if isinstance(knob, NumberKnob):
                    knob.refused.connect(self.refused)
        for row in spec.thresholds:
            high = _highest(row)
            made = NumberKnob(
                row.text, low=row.low, high=high, is_whole=False, unit=row.unit, start=row.value,
                reach=min(high, _reach(row)),
            )  # fmt: skip
            made.refused.connect(self.refused)
            made.changed.connect(lambda value, key=row.key: self.drafted.emit(key, float(value)))
            self.drafts[row.key] = made
            self._rows.addWidget(made)
        self._place_curve()
        self.setVisible(bool(self.knobs))
        self.foot.setVisible(bool(self.knobs))

    def set_values(
        self, tried: Mapping[str, object], draft: Mapping[str, float],
        in_use: Mapping[str, float] | None = None,
    ) -> None:  # fmt: skip
        """Show what is tried now; everything else stands at the rubric's value.

        `in_use` is what values left to the instrument came to.
        """
        for parameter in self.spec.parameters:
            knob = self.knobs.get(parameter.id)
            if knob is not None and parameter.id not in self._pending:
                value = tried.get(parameter.id, parameter.value)
                knob.set_value(
                    _scalar(value), is_changed=value != parameter.value,
                    in_use=(in_use or {}).get(parameter.id),
                )  # fmt: skip
        for row in self.spec.thresholds:
            value = draft.get(row.key, row.value)
            self.drafts[row.key].set_value(value, is_changed=value != row.value)
        is_tried = bool(tried) or any(row.key in draft for row in self.spec.thresholds)
        self.foot.set_tried(is_tried)

    def set_busy(self) -> None:
        """Measuring goes on."""
        self.title.set_words(tr("Measure again"), tr("measuring…"))

    def set_took(self, milliseconds: float | None) -> None:
        """How long measuring took; None before anything was tried."""
        said = "" if milliseconds is None else f"{milliseconds:.0f} ms"
        self.title.set_words(tr("Measure again"), said)

    def set_curve(self, curve: Curve | None) -> None:
        """How the number at stake goes over the first value, where the kind knows it."""
        is_shown = curve is not None
        self.curve.setVisible(is_shown)
        self.curve_note.setVisible(is_shown and bool(curve and curve.note))
        if curve is not None:
            self.curve.set_series(
                curve.series, x_label=curve.x_label, y_label=curve.y_label, marks=curve.marks
            )
            self.curve_note.set_words(curve.note)
            self._over = curve.over
            self._place_curve()

    def _place_curve(self) -> None:
        """First of all, under the knob that moves along it, so that both are seen at once."""
        first = next(iter(self.knobs.values()), None)
        knob = self.knobs.get(self._over, first)
        if knob is None:
            return
        together = (knob, self.curve, self.curve_note)
        if [self._rows.indexOf(widget) for widget in together] == [0, 1, 2]:
            return
        for widget in together:
            self._rows.removeWidget(widget)
        for at, widget in enumerate(together):
            self._rows.insertWidget(at, widget)

    def set_tight(self, is_tight: bool) -> None:
        """In a low window the first knob and its curve have what else is kept free below them."""
        height = _CURVE_HEIGHT_TIGHT if is_tight else _CURVE_HEIGHT
        self.curve.setFixedHeight(fonts.scaled(height))
        self.foot.set_tight(is_tight)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._claim_height()
        return done

    def _claim_height(self) -> None:
        """A scroll area goes by the least height, which knows nothing of wrapped words."""
        layout = self.layout()
        needed = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        if needed > 0 and needed != self.minimumHeight():
            self.setMinimumHeight(needed)

    def _turn(self, name: str, value: object) -> None:
        self._pending[name] = value
        if not self._timer.isActive():
            self._timer.start()

    def _send(self) -> None:
        pending, self._pending = self._pending, {}
        for name, value in pending.items():
            self.tried.emit(name, value)

    def _reset(self) -> None:
        self._timer.stop()
        self._pending.clear()
        self.reset_wanted.emit()


class Foot(paint.Painted, QWidget):
    """Under the knobs, always in the same place: what the values come to, never cut."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = wrapped(most=0)
        self._is_tight = False
        self.back = Button(tr("Back to the rubric’s values"), kind="quiet", icon_name="undo")
        self.back.setEnabled(False)
        pad = fonts.scaled(16)
        self.verdict.setContentsMargins(pad, 0, pad, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, fonts.scaled(8), 0, fonts.scaled(4))
        column.setSpacing(0)
        column.addWidget(self.verdict)
        row = QHBoxLayout()
        row.setContentsMargins(fonts.scaled(4), 0, pad, 0)
        row.addWidget(self.back)
        row.addStretch(1)
        column.addLayout(row)
        self.setAccessibleName(tr("What the values come to"))
        self._claim_height()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """What scrolls above ends at this line."""
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)

    def set_verdict(self, words: str, role: str) -> None:
        """What the grade is, and what it would be with the values tried."""
        self.verdict.set_words(words)
        self.verdict.set_look(role=role)
        self._claim_height()

    def set_tried(self, is_tried: bool) -> None:
        """Whether there is anything to go back from."""
        self.back.setEnabled(is_tried)
        self.back.setVisible(is_tried or not self._is_tight)

    def set_tight(self, is_tight: bool) -> None:
        """Keep no room free that nothing stands in."""
        self._is_tight = is_tight
        self.set_tried(self.back.isEnabled())
        self._claim_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._claim_height()

    def _claim_height(self) -> None:
        least = (1 if self._is_tight else _VERDICT_LINES) * fonts.line_height("m")
        self.verdict.setFixedHeight(max(least, self.verdict.heightForWidth(self.width())))


def thresholds_of(editables: Sequence[Editable], rows: Sequence[str]) -> tuple[Editable, ...]:
    """The thresholds of these rows as knobs; weights, caps and side conditions stay in What if."""
    found = []
    for each in editables:
        limit = next((name for name in _LIMITS if each.key.startswith(f"{each.row}.{name}")), "")
        if each.row in rows and each.sort == "threshold" and limit:
            found.append(replace(each, text=threshold_words(each)))
    return tuple(found)


def _reach(row: Editable) -> float:
    """A slider over the whole range would be useless for a threshold of 1 %."""
    least = _SHARE_REACH if _is_share(row) else row.low + 0.001
    return max(least, abs(row.value) * 4) if row.value else row.high


def _is_share(row: Editable) -> bool:
    return not row.unit and 0 < row.value < 1


def _highest(row: Editable) -> float:
    """No share is more than all."""
    return min(row.high, 1.0) if _is_share(row) else row.high


def _scalar(value: object) -> Scalar:
    return value if isinstance(value, (bool, int, float, str)) else None
