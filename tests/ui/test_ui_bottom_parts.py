"""Small parts of the lower panel: pictures, plots, cells."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from pytestqt.qtbot import QtBot

from reviewer.ui import fonts
from reviewer.ui.widgets.axes import most_ticks, range_of, tick_text, ticks, value_at
from reviewer.ui.widgets.filmstrip import image_of
from reviewer.ui.widgets.plot import Plot
from reviewer.ui.widgets.table_list import cell_text


def test_arrays_become_pictures_or_nothing() -> None:
    mask = image_of(np.array([[True, False]]))
    assert mask is not None
    assert [mask.pixelColor(x, 0).red() for x in (0, 1)] == [255, 0]
    colored = image_of(np.full((2, 3, 3), (255, 80, 20), np.uint8)[:, ::-1])
    assert colored is not None
    assert colored.pixelColor(2, 1).name() == "#ff5014"
    assert image_of(np.zeros((2, 2), np.float32)) is None
    assert image_of(None) is None
    assert image_of(np.zeros((0, 2), np.uint8)) is None


def test_plots_survive_what_is_not_a_number(qtbot: QtBot) -> None:
    plot = Plot("p")
    qtbot.addWidget(plot)
    plot.set_series({"a": ((0.0, float("nan")), (1.0, float("inf"))), "b": ()})
    assert not plot.grab().isNull()
    shown = range_of({"a": ((2.0, 5.0), (2.0, 5.0))})
    assert (shown.left, shown.right, shown.low, shown.high) == (2.0, 3.0, 0.0, 5.0)
    assert ticks(0.0, 1.0, 4) == [0.0, 0.5, 1.0]
    assert ticks(0.0, 200.0, 10) == [float(n) for n in range(0, 201, 20)]


def test_cells_are_written_for_people() -> None:
    cells = (None, True, 23803, 0.91, float("nan"), -0.25, "x")
    assert [cell_text(cell) for cell in cells] == [
        "—", "yes", "23\u202f803", ".91", "not a number", "−.25", "x"
    ]  # fmt: skip


def test_counts_are_whole_on_the_axis() -> None:
    assert most_ticks(400.0, 40, 5.0, [0.0, 3.0, 5.0]) == 5
    assert all(float(tick).is_integer() for tick in ticks(0.0, 5.0, 5))
    assert most_ticks(400.0, 40, 5.5, [0.0, 5.5]) == 10


def test_labels_of_marks_stand_above_the_curve_and_over_none_other(qtbot: QtBot) -> None:
    plot = Plot("Spread")
    qtbot.addWidget(plot)
    plot.resize(500, 240)
    points = ((0.0, 0.0), (0.96, 9.0), (1.0, 0.0))
    marks = ((0.95, "SSIM mean .950"), (0.96, "Hash mean .960"), (0.2, "far away"))
    plot.set_series({"SSIM": points, "Hash": points}, marks=marks)
    flags = {flag.words: flag for flag in plot.flags()}
    assert len(flags) == 3
    assert flags["SSIM mean .950"].row != flags["Hash mean .960"].row
    assert flags["far away"].row == 0
    rows = 1 + max(flag.row for flag in flags.values())
    assert plot.body().top() >= 28 + 18 * rows
    image = plot.grab().toImage()
    for name, number in (("SSIM mean .950", 0), ("Hash mean .960", 1)):
        x, y = round(flags[name].x), round(plot.body().top() + 20)
        assert image.pixelColor(x, y).name() == plot.hue(number, name.split()[0])


@pytest.mark.parametrize("width", [250, 264, 500])
@pytest.mark.parametrize("last", [8.0, 13.0, 26.0, 60.0])
def test_an_axis_has_at_least_three_ticks_beside_its_words(
    qtbot: QtBot, width: int, last: float
) -> None:
    plot = Plot("Curve")
    qtbot.addWidget(plot)
    plot.resize(width, 128)
    step = max(1.0, last // 12)
    points = tuple((n * step, 0.01) for n in range(int(last / step) + 1))
    plot.set_series({"ratio": points}, x_label="erosion, px")
    ticks_shown = plot.ticks_across()
    assert len(ticks_shown) >= 3
    assert all(tick.is_integer() for tick in ticks_shown)
    gap = (ticks_shown[1] - ticks_shown[0]) / points[-1][0] * plot.body().width()
    assert gap > fonts.width(tick_text(ticks_shown[-1]), "s")


def test_under_the_mouse_all_series_are_read_at_one_place(qtbot: QtBot) -> None:
    plot = Plot("Curve")
    qtbot.addWidget(plot)
    plot.resize(264, 128)
    curve = tuple((float(n), max(0.0, 0.05 - 0.01 * n)) for n in range(9))
    plot.set_series({"crossing ratio": curve, "flagged above": ((0.0, 0.01), (8.0, 0.01))})
    body = plot.body()
    assert plot.under_mouse() is None
    for share, at, ratio in ((0.3, 2.0, ".03"), (0.6, 5.0, "0")):
        place = QPointF(body.left() + share * body.width(), body.center().y())
        no_button = Qt.MouseButton.NoButton
        plot.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, place, place, no_button, no_button,
                                        Qt.KeyboardModifier.NoModifier))  # fmt: skip
        assert plot.under_mouse() == (at, [("crossing ratio", ratio), ("flagged above", ".01")])
        assert plot.body() == body


def test_a_curve_is_read_between_its_points() -> None:
    assert value_at(((0.0, 1.0), (4.0, 3.0)), 1.0) == 1.5
    assert value_at(((0.0, 1.0), (4.0, 3.0)), 4.0) == 3.0
    assert value_at(((0.0, 1.0), (4.0, 3.0)), 5.0) is None
    assert value_at((), 0.0) is None
