"""The eight colors by name, in shades that people call so, over the object and not around it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from reviewer.backends.color import COLORS, color_of, color_shares, name_colors
from reviewer.backends.seen import BackendError, Detection


def filled(rgb: tuple[int, int, int], height: int = 40, width: int = 60) -> NDArray[np.uint8]:
    return np.full((height, width, 3), rgb, dtype=np.uint8)


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((10, 10, 12), "black"),
        ((20, 40, 180), "blue"),
        ((70, 130, 220), "blue"),
        ((120, 72, 30), "brown"),
        ((40, 140, 60), "green"),
        ((120, 30, 150), "purple"),
        ((210, 30, 40), "red"),
        ((240, 240, 238), "white"),
        ((245, 210, 30), "yellow"),
    ],
)
def test_shades(rgb: tuple[int, int, int], name: str) -> None:
    assert color_of(filled(rgb), (0, 0, 60, 40)) == name


def test_there_are_eight() -> None:
    assert COLORS == ("black", "blue", "brown", "green", "purple", "red", "white", "yellow")


def test_the_corners_of_a_box_do_not_count() -> None:
    picture = filled((255, 255, 255), 200, 300)
    y, x = np.mgrid[0:200, 0:300]
    inside = ((x - 150) / 90) ** 2 + ((y - 100) / 60) ** 2 <= 1
    picture[inside] = (200, 20, 30)
    shares = color_shares(picture, (60, 40, 240, 160))
    assert shares["red"] == 1.0
    assert sum(shares.values()) == pytest.approx(1)


def test_shares_follow_the_area() -> None:
    picture = filled((0, 0, 255), 100, 100)
    picture[:, 70:] = (255, 255, 0)
    shares = color_shares(picture, (0, 0, 100, 100))
    assert color_of(picture, (0, 0, 100, 100)) == "blue"
    assert 0.15 < shares["yellow"] < 0.35


@pytest.mark.parametrize("box", [(10, 10, 10, 20), (70, 0, 90, 10), (-9, -9, -1, -1)])
def test_a_box_without_pixels_has_no_color(box: tuple[int, int, int, int]) -> None:
    assert color_of(filled((255, 0, 0)), box) is None


def test_a_box_of_one_pixel_and_one_over_the_edge() -> None:
    assert color_of(filled((255, 0, 0)), (3, 3, 4, 4)) == "red"
    assert color_of(filled((255, 0, 0)), (-50, -50, 500, 500)) == "red"


def test_detections_get_their_colors() -> None:
    picture = filled((0, 128, 0))
    named = name_colors(picture, [Detection("cup", (0, 0, 30, 30), 0.9)])
    assert named == [Detection("cup", (0, 0, 30, 30), 0.9, "green")]
    with pytest.raises(BackendError, match="uint8 RGB"):
        color_of(picture.astype(np.float32), (0, 0, 9, 9))  # type: ignore[arg-type]
