"""Small parts of the lower panel: pictures, plots, cells."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from reviewer.ui.widgets.axes import range_of, ticks
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
