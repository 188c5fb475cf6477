"""Measuring values as knobs: what they emit, and that nothing tried is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from reviewer.model import Curve, Parameter
from reviewer.scoring.whatif import Editable
from reviewer.ui import fonts, theme
from reviewer.ui.extras.knob_rows import ChoiceKnob, NumberKnob, SwitchKnob, knob_of, scale_of
from reviewer.ui.extras.knobs import Knobs, Spec, thresholds_of
from reviewer.ui.window import Window

SPEC = Spec(
    (
        Parameter("tolerance", "Walls are eroded by", 3, 0, 8, "px"),
        Parameter("dilation", "Widened by", "auto", 1, 199, "px"),
        Parameter("source", "Walls of", "solution", choices=("solution", "result")),
        Parameter("strict", "Strictly", False),
        Parameter("free", "A text", "anything"),
    )
)
EXTRA = (
    '[[parameter]]\nid = "tolerance"\nasks = "Walls are eroded by"\nvalue = 3\nlow = 0\n'
    'high = 8\nunit = "px"\n'
)


@pytest.fixture
def knobs(qtbot: QtBot, qapp: QApplication) -> Knobs:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")
    made = Knobs()
    qtbot.addWidget(made)
    made.set_spec(SPEC)
    made.set_values({}, {})
    made.show()
    return made


@given(st.floats(-1000, 1000), st.floats(0.001, 1000), st.floats(0, 1), st.booleans())
def test_a_stop_reads_as_it_is_set(low: float, span: float, share: float, is_whole: bool) -> None:
    if is_whole:
        low, span = float(round(low)), float(max(1, round(span)))
    scale = scale_of(low, low + span, is_whole=is_whole)
    stop = round(share * scale.stops)
    value = scale.value_of(stop)
    assert scale.stop_of(value) == stop or value == scale.high
    assert scale.stops <= 2000


def test_the_control_fits_the_value(qapp: QApplication) -> None:
    kinds = [type(knob_of(each, each.asks)) for each in SPEC.parameters]
    assert kinds == [NumberKnob, NumberKnob, ChoiceKnob, SwitchKnob, type(None)]


def test_a_slider_gives_whole_numbers_and_the_newest_wins(knobs: Knobs, qtbot: QtBot) -> None:
    knob = knobs.knobs["tolerance"]
    assert isinstance(knob, NumberKnob)
    said: list[tuple[str, object]] = []
    knobs.tried.connect(lambda name, value: said.append((name, value)))
    with qtbot.waitSignal(knobs.tried):
        for value in (4, 5, 6):
            knob.slider.setValue(value)
    assert said == [("tolerance", 6)]
    assert isinstance(said[0][1], int)
    assert knob.field.value() == 6


def test_auto_is_left_by_the_switch_and_comes_back(knobs: Knobs, qtbot: QtBot) -> None:
    knob = knobs.knobs["dilation"]
    assert isinstance(knob, NumberKnob)
    assert not knob.field.isEnabled()
    knobs.set_values({}, {}, {"dilation": 17})
    assert knob.field.value() == 17
    with qtbot.waitSignal(knobs.tried) as off:
        knob.automatic.click()
    assert off.args == ["dilation", 17]
    with qtbot.waitSignal(knobs.tried) as on:
        knob.automatic.click()
    assert on.args == ["dilation", "auto"]


def test_moving_the_slider_takes_a_value_from_the_instrument(knobs: Knobs, qtbot: QtBot) -> None:
    knob = knobs.knobs["dilation"]
    assert isinstance(knob, NumberKnob)
    knobs.set_values({}, {}, {"dilation": 17})
    knob.slider.setFocus()
    with qtbot.waitSignal(knobs.tried) as moved:
        qtbot.keyClick(knob.slider, Qt.Key.Key_Right)
    assert moved.args[0] == "dilation"
    assert moved.args[1] > 17
    assert not knob.automatic.isChecked()
    assert knob.field.isEnabled()


def test_a_choice_and_what_differs_from_the_rubric(knobs: Knobs, qtbot: QtBot) -> None:
    knob = knobs.knobs["source"]
    assert isinstance(knob, ChoiceKnob)
    with qtbot.waitSignal(knobs.tried) as sent:
        knob.segments.step(1)
    assert sent.args == ["source", "result"]
    assert not knobs.foot.back.isEnabled()
    knobs.set_values({"source": "result"}, {})
    assert knobs.foot.back.isEnabled()
    with qtbot.waitSignal(knobs.reset_wanted):
        knobs.foot.back.click()


def test_without_measuring_values_nothing_of_them_is_shown(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    made = Knobs()
    column = QVBoxLayout(holder)
    column.addWidget(made)
    column.addWidget(made.foot)
    made.set_spec(Spec())
    holder.show()
    assert not made.isVisible()
    assert not made.foot.isVisible()
    made.set_spec(SPEC)
    assert made.isVisible()
    assert made.foot.isVisible()


def test_a_curve_stands_directly_under_the_knob_that_moves_along_it(
    knobs: Knobs, qtbot: QtBot
) -> None:
    series = {"crossing": ((0.0, 0.2), (3.0, 0.01))}
    for over, above in (("dilation", "dilation"), ("", "tolerance")):
        knobs.set_curve(Curve("px", "share", series, over=over))
        knob = knobs.knobs[above]

        def is_under(knob: object = knob) -> bool:
            gap = knobs.curve.y() - knob.geometry().bottom()  # type: ignore[attr-defined]
            return 0 < gap < 16

        qtbot.waitUntil(is_under)
        assert knobs.curve.isVisible()


def test_a_curve_is_shown_with_what_it_means(knobs: Knobs) -> None:
    assert not knobs.curve.isVisible()
    knobs.set_curve(Curve("px", "share", {"crossing": ((0, 0.2), (3, 0.01))}, note="flat"))
    assert knobs.curve.isVisible()
    assert knobs.curve_note.words() == "flat"
    knobs.set_curve(None)
    assert not knobs.curve.isVisible()


def test_every_control_has_a_name(knobs: Knobs) -> None:
    for knob in knobs.knobs.values():
        for name in ("slider", "field", "segments", "toggle"):
            control = getattr(knob, name, None)
            assert control is None or control.accessibleName()


def test_what_is_tried_is_measured_and_kept_nowhere(
    make_task: Callable[..., Path], opened: Callable[[Path], Window], qtbot: QtBot
) -> None:
    folder = make_task("one", extra=EXTRA)
    window = opened(folder.parent)
    knobs = window.extras.measuring.knobs
    state = window.session.current
    assert state is not None
    before = state.measured
    knob = knobs.knobs["tolerance"]
    assert isinstance(knob, NumberKnob)
    knob.slider.setValue(7)
    qtbot.waitUntil(lambda: state.tried is not None, timeout=10_000)
    assert state.parameters == {"tolerance": 7}
    assert state.measured is before
    assert knobs.foot.verdict.words().startswith("Looking at “Walls are eroded by” 7: ")
    assert "The grade is at 3: " in knobs.foot.verdict.words()
    assert "ms" in knobs.title.accessibleName()
    window.session.save(state.task.id)
    qtbot.waitUntil(lambda: state.task.grade_path.exists(), timeout=10_000)
    assert '"tolerance": 7' not in json.dumps(json.loads(state.task.grade_path.read_text()))
    knobs.foot.back.click()
    assert state.tried is None
    assert state.parameters == {}


def test_going_to_another_task_lets_go_of_what_was_tried(
    make_task: Callable[..., Path], opened: Callable[[Path], Window], qtbot: QtBot
) -> None:
    folder = make_task("one", extra=EXTRA)
    make_task("two", extra=EXTRA)
    window = opened(folder.parent)
    first = window.session.current
    assert first is not None
    before = first.measured
    window.session.announce(window.session.set_parameter("tolerance", 5))
    window.commands.run("next-task")
    assert first.parameters == {}
    assert first.measured is before


def test_a_first_move_leaves_every_slider_where_the_mouse_is(knobs: Knobs) -> None:
    knobs.resize(328, 900)
    QApplication.processEvents()
    before = [knob.geometry() for knob in knobs.knobs.values()]
    knobs.set_values({"source": "result"}, {})
    knobs.foot.set_verdict("Looking at source result: 0.500. The grade is at solution: 0.7.", "bad")
    QApplication.processEvents()
    assert [knob.geometry() for knob in knobs.knobs.values()] == before


def test_a_threshold_of_a_share_can_be_tried_up_to_all(qtbot: QtBot, knobs: Knobs) -> None:
    row = Editable(
        "crossing.at_most", "crossing_ratio at most", 0.01, 0.0, 4.0, "threshold", "crossing",
        "", (),
    )  # fmt: skip
    knobs.set_spec(replace(SPEC, thresholds=thresholds_of([row], ["crossing"])))
    knob = knobs.drafts["crossing.at_most"]
    assert knob.words.words() == "Crossing ratio at most"
    assert knob.scale.high == pytest.approx(0.2)
    with qtbot.waitSignal(knobs.drafted) as sent:
        knob.field.setValue(1.0)
    assert sent.args == ["crossing.at_most", 1.0]


def test_a_number_that_is_not_taken_says_why(qtbot: QtBot, knobs: Knobs) -> None:
    knob = knobs.knobs["tolerance"]
    assert isinstance(knob, NumberKnob)
    knob.field.setFocus()
    knob.field.selectAll()
    qtbot.keyClicks(knob.field, "12")
    with qtbot.waitSignal(knobs.refused) as said:
        qtbot.keyClick(knob.field, Qt.Key.Key_Return)
    assert said.args == ["Walls are eroded by: 12 is not taken; give a number from 0 to 8 px"]
    assert knob.field.value() == 3


def test_words_of_a_knob_are_never_cut(knobs: Knobs) -> None:
    long = Parameter("rule", "Flag a crossing by its share of the path, or as soon as a wall is "
                     "cut at all, whichever the rubric of the task says", 1, 0, 2)  # fmt: skip
    knobs.set_spec(Spec((long,)))
    knobs.set_values({"rule": 2}, {})
    knobs.resize(300, 600)
    QApplication.processEvents()
    words = knobs.knobs["rule"].words
    assert words.height() >= words.heightForWidth(words.width())
    assert not words.grab().isNull()
    assert words.toolTip() == ""


def test_the_knob_of_the_curve_comes_first_and_its_explanation_is_a_tooltip(knobs: Knobs) -> None:
    spec = Spec(
        (
            Parameter("first", "Frames taken", 3, 0, 8),
            Parameter("erosion", "Walls are eroded; auto is a quarter", "auto", 0, 9, "px"),
        )
    )
    knobs.set_spec(spec)
    line = ((0.0, 0.0), (9.0, 1.0))
    knobs.set_curve(Curve("x", "y", {"ratio": line, "flagged above": line}, over="erosion"))
    places = [knobs._rows.indexOf(each) for each in (knobs.knobs["erosion"], knobs.curve)]
    assert places == [0, 1]
    knob = knobs.knobs["erosion"]
    assert isinstance(knob, NumberKnob)
    assert knob.words.words() == "Walls are eroded"
    assert knob.toolTip() == "auto is a quarter"


@pytest.mark.parametrize("width", [150, 250, 400])
def test_every_entry_of_a_legend_has_its_words(knobs: Knobs, width: int) -> None:
    knobs.resize(width, 600)
    names = ("crossing ratio", "flagged above", "another series")
    knobs.curve.resize(width, 128)
    places = knobs.curve.legend_places(names)
    for (left, row), name in zip(places, names, strict=True):
        assert left + 28 + fonts.width(name, "s") <= width or left <= 8
        assert row < len(names)
    assert len(set(places)) == len(names)
