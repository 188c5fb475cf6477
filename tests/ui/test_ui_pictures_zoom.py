"""Linked pan and zoom, sampling, device pixel ratios, small windows, keyboard."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from reviewer.model import Evidence
from reviewer.ui import fonts, theme
from reviewer.ui.pictures import arrange, canvas
from reviewer.ui.pictures.camera import Camera, Nudge
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.pictures.source import Picture, PictureSource, prepare
from reviewer.ui.widgets.buttons import PaintedButton
from tests.ui.picture_parts import at_once

# Pixmaps need an application, whichever test comes first.
pytestmark = pytest.mark.usefixtures("qapp")


def noise(width: int, height: int, channels: int = 3) -> NDArray[np.uint8]:
    return np.random.default_rng(7).integers(0, 256, (height, width, channels), np.uint8)


def picture(array: NDArray[np.uint8]) -> Picture:
    return Picture(prepare(array), (array.shape[1], array.shape[0]), True, array)


def painted(shown: Picture, rect: QRectF, width: int, height: int) -> NDArray[np.uint8]:
    """RGB of a canvas on which a picture was drawn."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFF2B2B2B)
    with QPainter(image) as painter:
        canvas.draw_picture(painter, shown, rect, QSizeF(width, height))
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(height, width, 4)
    return raw[..., 2::-1].copy()


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot) -> PictureDesk:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")
    made = PictureDesk(run=at_once)
    qtbot.addWidget(made)
    made.resize(1600, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def pair(first: tuple[int, int], second: tuple[int, int]) -> list[PictureSource]:
    return [
        PictureSource("result", noise(*first)),
        PictureSource("golden", noise(*second)),
    ]


def test_a_picture_at_100_percent_is_its_own_pixels() -> None:
    array = noise(64, 48)
    seen = painted(picture(array), QRectF(3, 5, 64, 48), 80, 60)
    assert np.array_equal(seen[5:53, 3:67], array)


def test_above_100_percent_each_pixel_is_a_block() -> None:
    array = noise(8, 6)
    seen = painted(picture(array), QRectF(0, 0, 40, 30), 40, 30)
    assert np.array_equal(seen, array.repeat(5, axis=0).repeat(5, axis=1))


def test_below_100_percent_areas_are_averaged() -> None:
    checkers = np.indices((1024, 1024)).sum(axis=0) % 2 * 255
    array = np.repeat(checkers.astype(np.uint8)[..., None], 3, axis=2)
    seen = painted(picture(array), QRectF(0, 0, 256, 256), 256, 256)
    assert int(seen.min()) >= 125
    assert int(seen.max()) <= 130


def test_only_the_visible_part_is_drawn_and_lies_right() -> None:
    array = noise(500, 400)
    seen = painted(picture(array), QRectF(-200, -100, 500, 400), 50, 40)
    assert np.array_equal(seen, array[100:140, 200:250])


def test_alpha_lies_over_a_checkerboard() -> None:
    array = np.zeros((32, 32, 4), np.uint8)
    array[:, :16] = (255, 0, 0, 255)
    seen = painted(picture(array), QRectF(0, 0, 32, 32), 32, 32)
    assert tuple(seen[4, 4]) == (255, 0, 0)
    assert {tuple(value) for value in seen[:, 16:].reshape(-1, 3)} == {
        (255, 255, 255),
        (204, 204, 204),
    }


def test_strided_and_odd_sized_arrays_are_right() -> None:
    array = noise(101, 33)[::-1, 7:]
    shown = picture(array)
    seen = painted(shown, QRectF(0, 0, 94, 33), 94, 33)
    assert np.array_equal(seen, array)


def test_panes_of_different_sizes_show_the_same_place(desk: PictureDesk) -> None:
    desk.set_sources(pair((400, 300), (800, 600)))
    one, two = (desk.stage.panes[role].view for role in ("result", "golden"))
    assert one.seen_shares() == two.seen_shares()
    desk.camera.look_at(0.25, 0.75, zoom=6.0)
    for view in (one, two):
        u, v = view.share_at(QPointF(view.width() / 2, view.height() / 2))
        assert (u, v) == pytest.approx((0.25, 0.75), abs=0.01)
    assert one.picture_rect().width() == pytest.approx(two.picture_rect().width())


def test_the_wheel_zooms_at_the_cursor_in_all_panes(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(pair((400, 300), (200, 150)))
    view = desk.stage.panes["golden"].view
    at = QPointF(view.width() * 0.25, view.height() * 0.6)
    before = view.share_at(at)
    for _ in range(6):
        event = QWheelEvent(
            at, view.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, event)
    assert view.share_at(at) == pytest.approx(before, abs=0.004)
    other = desk.stage.panes["result"].view
    assert other.share_at(at) == pytest.approx(before, abs=0.01)


def test_drag_pans_all_and_with_ctrl_nudges_one_and_keeps_the_offset(
    desk: PictureDesk, qtbot: QtBot
) -> None:
    desk.set_sources(pair((400, 300), (400, 300)))
    desk.camera.set_zoom(4.0)
    one, two = (desk.stage.panes[role].view for role in ("result", "golden"))
    start = QPoint(100, 100)

    def drag(view: QWidget, by: QPoint, held: Qt.KeyboardModifier) -> None:
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, held, start)
        from PySide6.QtCore import QEvent
        from PySide6.QtGui import QMouseEvent

        for step in (by / 2, by):
            place = QPointF(start + step)
            event = QMouseEvent(
                QEvent.Type.MouseMove, place, view.mapToGlobal(place), Qt.MouseButton.NoButton,
                Qt.MouseButton.LeftButton, held,
            )  # fmt: skip
            QApplication.sendEvent(view, event)
        qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, held, start + by)

    drag(one, QPoint(40, 0), Qt.KeyboardModifier.NoModifier)
    assert desk.camera.u == pytest.approx(0.5 - 40 / 1600)
    assert one.picture_rect() == two.picture_rect()
    drag(two, QPoint(0, 60), Qt.KeyboardModifier.ControlModifier)
    assert desk.camera.nudge("golden").dv == pytest.approx(-60 / 1200)
    assert two.picture_rect().top() - one.picture_rect().top() == pytest.approx(60)
    drag(one, QPoint(20, 0), Qt.KeyboardModifier.NoModifier)
    assert two.picture_rect().top() - one.picture_rect().top() == pytest.approx(60)
    desk.camera.line_up()
    assert one.picture_rect() == two.picture_rect()


def test_unlinked_panes_move_alone(desk: PictureDesk) -> None:
    desk.set_sources(pair((400, 300), (400, 300)))
    desk.toolbar.link.click()
    assert not desk.camera.is_linked
    before = desk.stage.panes["result"].view.picture_rect()
    desk.camera.zoom_by(2.0, anchor=QPointF(0, 0), size=(400, 300), key="golden")
    assert desk.stage.panes["result"].view.picture_rect() == before
    assert desk.camera.nudge("golden").factor == 2.0
    desk.toolbar.link.click()
    assert desk.camera.nudge("golden") != Nudge()


def test_double_click_fits(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(pair((400, 300), (400, 300)))
    desk.camera.set_zoom(9.0)
    view = desk.stage.panes["result"].view
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    assert desk.camera.is_fit
    assert view.seen_shares() == QRectF(0, 0, 1, 1)


def test_fit_follows_the_size_of_the_window(desk: PictureDesk) -> None:
    desk.set_sources(pair((4000, 3000), (4000, 3000)))
    wide = desk.camera.zoom
    desk.resize(1000, 600)
    QApplication.processEvents()
    assert desk.camera.zoom < wide
    assert desk.stage.lead().view.seen_shares() == QRectF(0, 0, 1, 1)


def test_the_cursor_reads_every_role(desk: PictureDesk) -> None:
    sources = pair((400, 300), (800, 600))
    desk.set_sources(sources)
    desk.camera.set_cursor((0.5, 0.25))
    reading = desk.readout.reading
    assert reading.place == (200, 75)
    by_role = {probe.role: probe.values for probe in reading.probes}
    assert by_role["result"] == tuple(int(value) for value in sources[0].pixels[75, 200])
    assert by_role["golden"] == tuple(int(value) for value in sources[1].pixels[150, 400])
    apart = np.abs(sources[0].pixels[75, 200].astype(int) - sources[1].pixels[150, 400])
    assert reading.delta == "Δ result–golden " + ", ".join(str(int(value)) for value in apart)


def test_alpha_is_read_and_compared(desk: PictureDesk) -> None:
    one, two = noise(10, 10, 4), noise(10, 10, 3)
    desk.set_sources([PictureSource("result", one), PictureSource("golden", two)])
    desk.camera.set_cursor((0.05, 0.05))
    assert desk.readout.reading.delta.split()[-1] == str(255 - int(one[0, 0, 3]))


def test_the_cross_hair_is_mirrored_in_the_other_panes(desk: PictureDesk) -> None:
    flat = np.full((300, 400, 3), 120, np.uint8)
    desk.set_sources([PictureSource("result", flat), PictureSource("golden", flat)])
    desk.camera.set_cursor((0.5, 0.5))
    view = desk.stage.panes["golden"].view
    at = view.to_view(200, 150)
    image = view.grab().toImage()
    assert image.pixelColor(int(at.x()) + 10, int(at.y())).lightness() > 200
    assert image.pixelColor(int(at.x()), int(at.y())).red() == 120, "the pixel stays free"


def test_keys_pan_zoom_and_move_the_cross_hair(desk: PictureDesk, qtbot: QtBot) -> None:
    desk.set_sources(pair((400, 300), (400, 300)))
    view, alt = desk.stage.panes["result"].view, Qt.KeyboardModifier.AltModifier
    zoom = desk.camera.zoom
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert desk.camera.zoom > zoom
    qtbot.keyClick(view, Qt.Key.Key_Right, alt)
    assert desk.camera.u > 0.5
    place = desk.camera.u
    qtbot.keyClick(view, Qt.Key.Key_Left, alt | Qt.KeyboardModifier.ShiftModifier)
    assert desk.camera.cursor is not None
    assert desk.camera.cursor[0] == pytest.approx(place - 1 / 400)
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert desk.camera.nudge("result") != Nudge()


def test_evidence_at_its_place_and_size(desk: PictureDesk) -> None:
    desk.set_sources(pair((4000, 3000), (4000, 3000)))
    desk.moves.zoom_to("golden", (1000, 600, 400, 300))
    view = desk.stage.panes["golden"].view
    seen = view.seen_shares()
    assert seen.contains(QRectF(0.25, 0.2, 0.1, 0.1))
    assert seen.width() < 0.35


def test_a_small_picture_says_that_text_cannot_be_read(desk: PictureDesk) -> None:
    desk.set_sources([PictureSource("result", noise(5000, 4000))])
    desk.resize(1000, 600)
    QApplication.processEvents()
    hint = desk.stage.main.view._hint
    assert hint.endswith("%: text not readable, Z zooms")
    desk.camera.set_zoom(1.0)
    assert desk.stage.main.view._hint == ""


@pytest.mark.parametrize(
    ("window", "strip"), [((1093, 614), 88), ((1366, 768), 104), ((1499, 800), 104)]
)
def test_narrow_windows_get_one_pane_and_a_strip(
    desk: PictureDesk, window: tuple[int, int], strip: int
) -> None:
    desk.resize(*window)
    desk.set_sources(pair((300, 400), (300, 400)))
    assert desk.mode == "one"
    assert desk.stage.strip.isVisible()
    assert desk.stage.strip.width() == strip
    desk.stage.strip.thumbnails()[1].click()
    assert desk.stage.main.header.heading.title == "Golden"


def test_nothing_is_clipped_in_the_smallest_window(desk: PictureDesk, qtbot: QtBot) -> None:
    # The picture's share of 1093 × 614: without right panel, menu, instruction and status.
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(1093, 614)
    desk.setParent(holder)
    desk.setGeometry(0, 116, 797, 466)
    holder.show()
    desk.set_sources(pair((300, 400), (300, 400)))
    QApplication.processEvents()
    for mode in ("one", "3-up", "swipe", "onion", "difference"):
        desk.set_mode(mode)
        QApplication.processEvents()
        assert desk.minimumSizeHint().width() <= 797, mode
        for button in desk.findChildren(PaintedButton):
            if not button.isVisible():
                continue
            corner = button.mapTo(desk, QPoint(0, 0))
            assert desk.rect().contains(corner), (mode, button.accessibleName())
            end = corner + QPoint(button.width() - 1, button.height() - 1)
            assert desk.rect().contains(end), (mode, button.accessibleName())
            if button.parentWidget() in (desk.toolbar, desk.toolbar.modes):
                assert button.width() >= button.sizeHint().width(), button.accessibleName()
    desk.setParent(None)


def test_every_control_has_a_name(desk: PictureDesk) -> None:
    desk.set_sources(pair((300, 400), (300, 400)))
    unnamed = [
        type(widget).__name__
        for widget in desk.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not widget.accessibleName()
        and widget.isVisible()
    ]  # fmt: skip
    assert unnamed == []


@pytest.mark.parametrize(("aspect", "columns"), [(9 / 16, 3), (1, 3), (16 / 9, 2)])
def test_three_columns_unless_two_rows_show_clearly_more(aspect: float, columns: int) -> None:
    cells = arrange.grid(arrange.Room(1248, 900, 28, 1920), 3, aspect)
    assert len({left for left, _, _, _ in cells}) == columns
    for left, top, width, height in cells:
        assert left >= 8
        assert top >= 8
        assert left + width <= 1248 - 8
        assert top + height <= 900 - 8


def test_a_camera_keeps_its_place_inside_the_picture() -> None:
    camera = Camera()
    camera.set_reference((100, 100))
    camera.set_lead(QSizeF(100, 100))
    camera.pan(1e6, -1e6, size=(100, 100), key="x")
    assert (camera.u, camera.v) == (0.0, 1.0)
    camera.set_zoom(1e9)
    assert camera.zoom == 64.0


@pytest.mark.parametrize(
    ("size", "zoom"),
    [((1, 1), 64.0), ((3, 2), 32.0), ((8, 8), 12.0), ((24, 10), 4.0), ((100, 80), 4.0)],
)
def test_a_tiny_picture_that_fits_is_no_dot(
    desk: PictureDesk, size: tuple[int, int], zoom: float
) -> None:
    desk.set_sources(pair(size, size))
    desk.camera.fit()
    assert desk.camera.zoom == zoom


def test_evidence_in_view_grows_with_the_view_until_somebody_moves_on() -> None:
    camera = Camera()
    camera.set_reference((1000, 800))
    camera.set_lead(QSizeF(500, 400))
    camera.look_at_box((100, 100, 200, 160), size=(1000, 800))
    small = camera.zoom
    camera.set_lead(QSizeF(1000, 800))
    assert camera.zoom == pytest.approx(2 * small)
    assert (camera.u, camera.v) == pytest.approx((0.2, 0.225))
    camera.pan(10, 0, size=(1000, 800), key="result")
    moved = camera.state()
    camera.set_lead(QSizeF(1500, 1200))
    assert camera.state() == moved, "what a person moved stays where they put it"


def test_a_picture_that_is_seen_whole_is_not_moved_for_a_box_in_it() -> None:
    camera = Camera()
    camera.set_reference((200, 150))
    camera.set_lead(QSizeF(610, 398))
    camera.look_at_box((30, 30, 130, 100), size=(200, 150))
    assert camera.zoom == pytest.approx(1.99)
    assert (camera.u, camera.v) == (0.5, 0.5)
    # Where one side is cut, that one is moved.
    camera.set_lead(QSizeF(610, 150))
    camera.look_at_box((30, 30, 130, 40), size=(200, 150))
    assert camera.u == 0.5
    assert camera.v == pytest.approx(50 / 150)


def test_evidence_without_a_place_is_not_seen_at_that_of_the_row_before(desk: PictureDesk) -> None:
    desk.set_sources(pair((600, 400), (600, 400)))
    desk.camera.fit()
    placed = Evidence("one", "here", zoom=(10.0, 10.0, 20.0, 20.0))
    desk.set_evidence(placed, zoom=True)
    assert not desk.camera.is_fit
    desk.set_evidence(Evidence("two", "nowhere"), zoom=True)
    assert desk.camera.is_fit
    desk.camera.set_zoom(2.0)
    desk.set_evidence(Evidence("three", "nowhere"), zoom=True)
    assert desk.camera.zoom == 2.0, "a zoom made by hand stays"
