"""Close-ups of difference regions are never blank: where the result has nothing, it is marked."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.pictures.regions import RegionThumb
from reviewer.ui.pictures.source import PictureSource
from tests.ui.picture_parts import plain, shown_desk

WHITE = (255, 255, 255)
LARGE = (213, 94, 0)


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot) -> PictureDesk:
    return shown_desk(qapp, qtbot)


def middle_of(thumb: RegionThumb) -> tuple[int, int, int]:
    image = thumb.grab().toImage()
    found = image.pixelColor(image.width() // 2, image.height() // 3)
    return found.red(), found.green(), found.blue()


def first_thumb(desk: PictureDesk) -> RegionThumb:
    return next(t for t in desk.regions.findChildren(RegionThumb) if t.number == 0)


def test_a_blank_result_shows_where_it_differs(desk: PictureDesk) -> None:
    desk.set_sources(
        [PictureSource("golden", plain((0, 0, 0))), PictureSource("result", plain(WHITE))]
    )
    desk.set_mode("difference")
    assert middle_of(first_thumb(desk)) == LARGE
    assert "difference" in first_thumb(desk).toolTip()


def test_a_result_with_something_there_is_shown_itself(desk: PictureDesk) -> None:
    pixels = plain(WHITE)
    pixels[24:36, 20:40] = (10, 200, 30)
    desk.set_sources([PictureSource("golden", plain((0, 0, 0))), PictureSource("result", pixels)])
    desk.set_mode("difference")
    assert middle_of(first_thumb(desk)) == (10, 200, 30)
    assert first_thumb(desk).toolTip() == ""
