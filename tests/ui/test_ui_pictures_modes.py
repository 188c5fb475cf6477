"""Every compare mode, probed by the pixels that reach the screen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import Evidence, Mark
from reviewer.ui import fonts
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.pictures.difference import DifferenceResult, Region
from reviewer.ui.pictures.source import PictureSource
from reviewer.ui.pictures.toolbar import Toolbar
from tests.ui import picture_parts
from tests.ui.picture_parts import BLUE, GREEN, RED, color, middle, plain, three


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot) -> PictureDesk:
    return picture_parts.shown_desk(qapp, qtbot)


def test_three_up_shows_each_role_in_its_order(desk: PictureDesk) -> None:
    desk.set_sources(three())
    assert list(desk.stage.panes) == ["initial", "result", "golden"]
    assert [middle(pane) for pane in desk.stage.panes.values()] == [RED, GREEN, BLUE]
    heading = desk.stage.panes["golden"].header.heading
    assert (heading.title, heading.key, heading.file) == ("Golden", "Q", "golden.png")


def test_swipe_shows_the_result_left_and_golden_right(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.set_mode("swipe")
    view = desk.stage.main.view
    assert color(view, 0.45, 0.2) == GREEN
    assert color(view, 0.55, 0.2) == BLUE
    desk.toolbar.slider.setValue(80)
    assert color(view, 0.55, 0.2) == GREEN


def test_swipe_by_dragging_its_edge(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(three())
    desk.set_mode("swipe")
    view = desk.stage.main.view
    start = QPoint(view.width() // 2, view.height() // 2)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view, start + QPoint(60, 0))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 0))
    assert desk.toolbar.slider.value() > 52
    assert color(view, 0.52, 0.2) == GREEN


def test_onion_skin_mixes_by_opacity(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.set_mode("onion")
    mixed = middle(desk.stage.main)
    for got, one, two in zip(mixed, GREEN, BLUE, strict=True):
        assert got == pytest.approx((one + two) / 2, abs=2)
    desk.toolbar.slider.setValue(100)
    assert middle(desk.stage.main) == BLUE
    desk.set_partner("initial")
    assert middle(desk.stage.main) == RED


def test_difference_shows_the_painted_map_and_says_alpha(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.set_mode("difference")
    view = desk.stage.main.view
    at = view.to_view(60, 60)
    assert color(view, at.x() / view.width(), at.y() / view.height()) == (90, 90, 90)
    inside = view.to_view(30, 30)
    shown = color(view, inside.x() / view.width(), inside.y() / view.height())
    assert shown == (213, 94, 0)
    assert desk.stage.main.header.heading.flags == ("alpha differs in 4 px",)
    assert "same 95.0 %" in desk.readout.reading.aside


def test_walk_goes_by_area_round_and_back(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(three())
    desk.set_mode("difference")
    assert desk.walk.index == 0
    fit = desk.camera.state()
    with qtbot.waitSignal(desk.region_changed) as caught:
        region = desk.next_region()
    assert caught.args == [1, 2]
    assert region is not None
    assert region.area == 4
    assert desk.next_region() == desk.walk.regions[0]
    assert desk.previous_region() == desk.walk.regions[1]
    assert desk.camera.state() == fit, "a region that is in view moves nothing but the close-ups"
    assert desk.close_up.zoom > desk.camera.zoom


def test_walk_from_another_mode_computes_first_and_moves_all_panes(desk: PictureDesk) -> None:
    desk.set_sources(three())
    assert desk.next_region() is not None or desk.walk.index == 0
    assert desk.camera.zoom > desk.camera.fit_zoom()
    assert desk.camera.u == pytest.approx(30 / 120)
    assert "difference 1 of 2" in desk.readout.reading.aside


def test_tolerance_computes_anew(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.set_mode("difference")
    assert desk.walk.count == 2
    desk.toolbar.slider.setValue(60)
    assert desk.walk.tolerance == 60
    assert desk.walk.count == 1


def test_a_difference_that_fails_is_read_in_place(desk: PictureDesk) -> None:
    def refuse(*_: object) -> DifferenceResult:
        raise ValueError("sizes differ")

    desk.set_difference(refuse)
    desk.set_sources(three())
    desk.set_mode("difference")
    assert "sizes differ" in desk.walk.problem
    assert desk.stage.main.view.picture is None


def test_blink_puts_golden_in_the_results_place_and_back(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.start_blink("golden")
    assert middle(desk.stage.panes["result"]) == BLUE
    assert desk.stage.panes["result"].header.heading.is_blinking
    desk.stop_blink()
    assert middle(desk.stage.panes["result"]) == GREEN
    for mode in ("one", "swipe", "onion", "difference"):
        desk.set_mode(mode)
        desk.start_blink("initial")
        assert middle(desk.stage.main) == RED, mode
        desk.stop_blink()


def test_space_on_a_picture_toggles_the_blink(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(three())
    view = desk.stage.panes["result"].view
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert middle(desk.stage.panes["result"]) == BLUE
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert middle(desk.stage.panes["result"]) == GREEN


def test_an_error_stands_in_its_pane_and_counts_as_shown(desk: PictureDesk, qtbot: QtBot) -> None:
    sources = [each for each in three() if each.role != "result"]
    with qtbot.waitSignal(desk.result_shown):
        desk.set_sources([*sources, PictureSource("result", error="result.png: cut short")])
        desk.grab()
    assert desk.pictures.problem("result") == "result.png: cut short"
    assert middle(desk.stage.panes["initial"]) == RED


def test_a_reduced_picture_is_not_yet_the_result(desk: PictureDesk, qtbot: QtBot) -> None:
    small = plain(GREEN, 60, 80)
    early = PictureSource("result", None, reduced=small, full_size=(120, 160))
    with qtbot.assertNotEmitted(desk.result_shown):
        desk.set_sources([early])
        desk.grab()
    assert desk.camera.reference == (120, 160)
    rect = desk.stage.lead().view.picture_rect()
    desk.update_source(PictureSource("result", plain(GREEN)))
    assert desk.stage.lead().view.picture_rect() == rect, "the full decode must not jump"
    with qtbot.waitSignal(desk.result_shown):
        desk.grab()


def test_a_wrong_array_says_so(desk: PictureDesk) -> None:
    desk.set_sources([PictureSource("result", np.zeros((4, 4, 2), np.uint8), file="odd.png")])
    assert "odd.png: cannot be shown" in desk.pictures.problem("result")


def test_modes_that_a_task_cannot_show_are_left_alone(desk: PictureDesk) -> None:
    desk.set_sources([PictureSource("result", plain(GREEN))])
    before = desk.mode
    desk.set_mode("swipe")
    desk.set_mode("sheet")
    assert desk.mode == before
    with pytest.raises(ValueError, match="no such compare mode"):
        desk.set_mode("sideways")


def test_a_chosen_mode_stays_for_the_next_task(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.choose_mode("onion")
    desk.set_sources(three())
    assert desk.mode == "onion"


def test_zoom_survives_the_next_task_only_as_an_option(desk: PictureDesk) -> None:
    desk.set_sources(three())
    desk.camera.look_at(0.2, 0.3, zoom=8.0)
    desk.keeps_zoom = True
    desk.set_sources(three())
    assert desk.camera.zoom == 8.0
    assert desk.camera.u == 0.2
    desk.keeps_zoom = False
    desk.set_sources(three())
    assert desk.camera.is_fit


def test_only_a_zoom_made_by_hand_survives_the_next_task(desk: PictureDesk) -> None:
    desk.keeps_zoom = True
    near = Evidence("ssim", "low", zoom=(40, 60, 2, 2))
    looks = {
        "evidence": desk.zoom_to_evidence,
        "Z": desk.actual_size_at_evidence,
        "N": lambda: desk.moves.show_region(Region(40, 60, 2, 2, 4, False)),
        "mark": lambda: desk.moves.show_mark(Mark("box", (40, 60, 2, 2), "here")),
    }
    for name, look in looks.items():
        desk.set_sources(three())
        desk.set_evidence(near)
        look()
        assert not desk.camera.is_fit, name
        desk.set_sources(three())
        assert desk.camera.is_fit, name
        assert desk.camera.zoom == desk.camera.fit_zoom(), name
    for by_hand in (desk.moves.actual_size, lambda: desk.moves.zoom_by(1.25)):
        desk.set_evidence(near, zoom=True)
        by_hand()
        kept = desk.camera.zoom
        desk.set_sources(three())
        assert (desk.camera.is_fit, desk.camera.zoom) == (False, kept)


def test_evidence_marks_zooms_and_brings_pictures(desk: PictureDesk) -> None:
    desk.set_sources(three())
    marks = (Mark("box", (40, 60, 20, 20), "here", tone="bad"),)
    evidence = Evidence("ssim", "low", zoom=(40, 60, 20, 20), marks=marks,
                        pictures={"SSIM map": plain((77, 77, 77))})  # fmt: skip
    desk.set_evidence(evidence, zoom=True)
    assert "evidence:SSIM map" in desk.stage.panes
    assert middle(desk.stage.panes["evidence:SSIM map"]) == (77, 77, 77)
    assert desk.camera.u == pytest.approx(50 / 120)
    view = desk.stage.panes["result"].view
    edge = view.to_view(40, 70) - QPointF(2, 0)
    shown = color(view, edge.x() / (view.width() - 1), edge.y() / (view.height() - 1))
    assert shown[0] > 200, "the box is in the tone of the mark"
    assert desk.toggle_overlay() is False
    assert color(view, edge.x() / (view.width() - 1), edge.y() / (view.height() - 1)) == GREEN
    desk.set_evidence(None)
    assert list(desk.stage.panes) == ["initial", "result", "golden"]


def test_grader_view_is_said_once(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(three())
    with qtbot.waitSignal(desk.grader_view_changed) as caught:
        desk.toolbar.grader.click()
    assert caught.args == [True]


def test_a_role_that_arrives_late_gets_its_pane(desk: PictureDesk) -> None:
    desk.set_sources(three()[1:])
    assert list(desk.stage.panes) == ["initial", "result"]
    desk.update_source(three()[0])
    assert middle(desk.stage.panes["golden"]) == BLUE


@pytest.mark.parametrize("factor", [1.0, 1.5])
@pytest.mark.parametrize("width", [1200, 800, 560])
def test_no_mode_is_cut_at_any_width_and_type_size(
    qapp: QApplication, qtbot: QtBot, factor: float, width: int
) -> None:
    fonts.set_scale(qapp, factor)
    try:
        bar = Toolbar()
        qtbot.addWidget(bar)
        bar.resize(width, bar.height())
        bar.show()
        bar.set_modes(is_narrow=width < 1000, count=1, has_sheet=True)
        bar.set_mode("one")
        QApplication.processEvents()
        assert bar.modes.width() >= bar.modes.sizeHint().width()
        assert bar.modes.geometry().right() < bar.fit.x()
        assert bar.zoom.geometry().right() < bar.width()
        names = [each.accessibleName() for each in bar.modes.findChildren(QAbstractButton)]
        assert any("Swipe" in name for name in names)
        assert not bar.modes.is_offered("swipe")
        assert bar.modes.is_offered("sheet")
    finally:
        fonts.set_scale(qapp, 1.0)


def test_the_default_mode_follows_the_room_until_one_is_chosen(desk: PictureDesk) -> None:
    desk.set_sources(three())
    seen = []
    for width in (1600, 1400, 1600):
        desk.resize(width, 900)
        seen.append(desk.mode)
    assert seen == ["3-up", "one", "3-up"]
    desk.choose_mode("swipe")
    desk.resize(1400, 900)
    assert desk.mode == "swipe"
    desk.choose_mode("3-up")
    desk.resize(1200, 900)
    assert desk.mode == "3-up"
