"""The 2×2 sheet on the desk: classes, counts, rings, what a pixel is."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from reviewer.model import Sheet, SheetClass, SheetPane
from reviewer.ui import theme
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.widgets.labels import ElidedLabel
from tests.ui import picture_parts
from tests.ui.picture_parts import BLUE, GREEN, RED, color, middle, plain, three


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot) -> PictureDesk:
    return picture_parts.shown_desk(qapp, qtbot)


def maze_sheet() -> Sheet:
    wall = np.zeros((160, 120), bool)
    wall[:, 60:] = True
    path = np.zeros_like(wall)
    path[70:90] = True
    dot = np.zeros_like(wall)
    dot[10:12, 100:102] = True
    classes = (
        SheetClass("path_clear", "path, clear", path & ~wall, 0.6),
        SheetClass("crossing", "crossing, counted", dot | (path & wall), says="on a wall"),
    )
    compared = (SheetClass("both", "both", path),)
    return Sheet(
        (
            SheetPane("Result", "r.png", plain(GREEN)),
            SheetPane("Reference", "s.png", plain(BLUE)),
            SheetPane("What is wrong", "1 wall", wall, classes, "two_grey"),
            SheetPane("How the two compare", "", wall, compared, "two_grey"),
        )
    )


def test_sheet_paints_classes_over_two_greys(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.set_sheet(maze_sheet())
    desk.set_mode("sheet")
    view = desk.stage.sheet[2].view

    def shown(x: float, y: float) -> tuple[int, int, int]:
        at = view.to_view(x, y)
        return color(view, at.x() / (view.width() - 1), at.y() / (view.height() - 1))

    assert shown(20, 130) == (176, 176, 176)
    assert shown(90, 130) == (58, 58, 58)
    assert shown(90, 80) == (255, 221, 0)
    desk.inspector.palettes._buttons["safe"].click()
    assert shown(90, 80) == (240, 228, 66)
    desk.inspector.row(2, "crossing").eye.click()
    assert shown(90, 80) == (58, 58, 58)
    desk.inspector.row(2, "crossing").eye.click()
    desk.inspector.row(2, "crossing").slider.setValue(50)
    assert shown(90, 80) == pytest.approx((149, 143, 62), abs=1)


def test_long_words_of_the_legend_are_read_whole(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(three())
    made = maze_sheet()
    long = SheetClass(
        "changed_right", "piece, keeps the rules measured here", plain(RED)[..., 0] > 0
    )
    short = SheetClass("change_missing", "room", long.mask)
    desk.set_sheet(
        Sheet((*made.panes[:2], SheetPane("Rules", "", plain(GREEN), (long, short)), made.panes[3]))
    )
    desk.set_mode("sheet")
    rows = [desk.inspector.row(2, name) for name in ("changed_right", "change_missing")]
    qtbot.waitUntil(lambda: rows[0].height() > rows[1].height() > 0)
    said = rows[0].words._lines(rows[0].words.width())
    assert " ".join(said).replace("  ", " ") == long.label


def test_a_pane_of_the_sheet_without_picture_says_why_and_no_more(desk: PictureDesk) -> None:
    desk.set_sources(three())
    made = maze_sheet()
    without = SheetPane("Reference", "no sketch here", None)
    desk.set_sheet(Sheet((made.panes[0], without, *made.panes[2:])))
    desk.set_mode("sheet")
    pane = desk.stage.sheet[1]
    assert pane.view.picture is None
    assert pane.view._message == "no sketch here"


def test_sheet_counts_rings_and_says_what_a_pixel_is(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(three())
    desk.set_sheet(maze_sheet())
    desk.set_mode("sheet")
    counts = {row.key: row.pixels for row in desk.sheet.rows(2)}
    assert counts == {"path_clear": 20 * 60, "crossing": 20 * 60 + 4}
    desk.sheet.set_scale(1.0)
    desk.sheet.paint_all()
    rings = [mark for mark in desk.sheet.marks(2) if mark.shape == "ring"]
    assert len(rings) == 1
    view = desk.stage.sheet[2].view
    with qtbot.waitSignal(desk.pixel_said) as caught:
        place = view.to_view(90.5, 80.5).toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == ["on a wall"]
    assert desk.sheet.says(2, 20, 80) == "path, clear"
    assert desk.sheet.says(2, 20, 20) == ""


def test_a_second_pixel_takes_away_what_was_said_of_the_first(
    desk: PictureDesk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.set_sources(three())
    desk.set_sheet(maze_sheet())
    desk.set_mode("sheet")
    notes: dict[int, str] = {}
    for number, pane in enumerate(desk.stage.sheet):
        keep = functools.partial(lambda n, _x, _y, words: notes.update({n: words}), number)
        monkeypatch.setattr(pane.view, "set_note", keep)
    for number in (2, 0):
        view = desk.stage.sheet[number].view
        place = view.to_view(90.5, 80.5).toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
        assert [n for n, words in notes.items() if words] == [number]


def test_sheet_class_choices_survive_the_next_task(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.set_sheet(maze_sheet())
    desk.choose_mode("sheet")
    desk.inspector.row(2, "crossing").eye.click()
    desk.set_sources(three())
    desk.set_sheet(maze_sheet())
    assert desk.mode == "sheet"
    assert not desk.sheet.rows(2)[1].state.is_visible


def test_a_sheet_pane_that_fails_is_read_in_place(desk: PictureDesk) -> None:
    broken = SheetPane("What is wrong", "", plain(RED), base_style="no such")
    desk.set_sources(three())
    desk.set_sheet(Sheet((SheetPane("Result", "", plain(GREEN)), broken)))
    desk.set_mode("sheet")
    assert "no such base style" in desk.sheet.problem(1)
    assert middle(desk.stage.sheet[0]) == GREEN
    assert QColor(*color(desk.stage.sheet[1].view, 0.02, 0.02)).name() == theme.DARK.canvas


def test_classes_of_one_color_stay_two_rows_and_the_note_is_read(desk: PictureDesk) -> None:
    here, there = np.zeros((160, 120), bool), np.zeros((160, 120), bool)
    here[:20], there[40:50] = True, True
    classes = (
        SheetClass("small", "small difference", here),
        SheetClass("small", "small difference, alpha only", there),
    )
    pane = SheetPane("What is wrong", "", plain(RED), classes, "grey")
    desk.set_sources(three())
    desk.set_sheet(Sheet((pane, pane, pane, pane), note="golden resized to compare"))
    desk.set_mode("sheet")
    rows = desk.sheet.rows(0)
    assert [row.pixels for row in rows] == [20 * 120, 10 * 120]
    assert [row.opacity for row in rows] == [0.85, 0.85], "what the palette says"
    desk.inspector.row(0, rows[1].key).eye.click()
    assert desk.sheet.says(0, 5, 5) == "small difference"
    assert desk.sheet.says(0, 5, 45) == ""
    notes = [label.words() for label in desk.inspector.findChildren(ElidedLabel)]
    assert "golden resized to compare" in notes


@pytest.mark.parametrize("width", [1093, 1366, 1920])
def test_a_long_note_is_never_cut(desk: PictureDesk, width: int) -> None:
    note = "undersampled: " + "steps are longer than a cell, and chords may cut corners; " * 4
    desk.resize(width, 700)
    desk.set_sheet(replace(maze_sheet(), note=note))
    desk.set_mode("sheet")
    QApplication.processEvents()
    shown = desk.inspector.note
    assert shown is not None
    assert shown.height() >= shown.heightForWidth(shown.width())


@pytest.mark.parametrize("height", [340, 900])
def test_the_legend_is_short_where_more_stands_below_it(desk: PictureDesk, height: int) -> None:
    below = QWidget()
    below.setMinimumHeight(200)
    desk.inspector.set_extra(below)
    desk.resize(1366, height)
    desk.set_sources(three())
    desk.set_sheet(maze_sheet())
    desk.set_mode("sheet")
    QApplication.processEvents()
    inspector = desk.inspector
    short = inspector.short
    assert short is not None
    is_tight = height == 340
    assert (short.isVisible(), inspector.row(2, "crossing").isVisible()) == (is_tight, not is_tight)
    assert inspector.fold.isVisible() is is_tight
    if is_tight:
        short.chips[2, "crossing"].click()
        assert not desk.sheet.rows(2)[1].state.is_visible
        inspector.fold.click()
        assert inspector.row(2, "crossing").isVisible()
        assert not short.isVisible()
    below.hide()
    assert inspector.row(2, "crossing").isVisible()
    assert not inspector.fold.isVisible()
