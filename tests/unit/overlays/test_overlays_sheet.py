"""The 2×2 sheet holds four titled panes, fitted whole, with legends under them."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.overlays.layers import Layer, legend
from reviewer.overlays.palette import SAFE
from reviewer.overlays.sheet import GAP, TITLE_ROW, compose_2x2, fit_into

TITLES = ("Result", "Reference", "What is wrong", "How the two compare")


def panes() -> list[np.ndarray]:
    return [np.full((30, 40, 3), level, np.uint8) for level in (250, 200, 150, 100)]


def middle_of(sheet: np.ndarray, index: int) -> list[int]:
    height, width = sheet.shape[:2]
    return sheet[height * (1 + 2 * (index // 2)) // 4, width * (1 + 2 * (index % 2)) // 4].tolist()


def test_each_pane_is_in_its_place():
    sheet = compose_2x2(panes(), titles=TITLES, size=(800, 640))
    assert sheet.shape == (640, 800, 3)
    assert [middle_of(sheet, index)[0] for index in range(4)] == [250, 200, 150, 100]


def test_titles_are_written_and_differ():
    sheet = compose_2x2(panes(), titles=TITLES, size=(800, 640))
    heads = [sheet[GAP : GAP + TITLE_ROW, left : left + 380] for left in (GAP, 404)]
    assert all(head.max() > 200 for head in heads)
    assert (heads[0] != heads[1]).any()


def test_a_missing_picture_is_never_a_blank_one():
    three = [*panes()[:3], None]
    sheet = compose_2x2(three, titles=TITLES, size=(800, 640))
    pane = sheet[330:620, 410:790]
    assert pane.max() > 120
    empty = compose_2x2([None] * 4, titles=TITLES, size=(800, 640))
    assert empty.shape == sheet.shape


def test_a_legend_shows_its_colors_and_takes_room():
    rows = legend([Layer("both", "both", np.ones((30, 40), bool))], SAFE)
    plain = compose_2x2(panes(), titles=TITLES, size=(800, 640))
    with_legend = compose_2x2(panes(), titles=TITLES, size=(800, 640), legends=((), (), rows, ()))
    yellow = (240, 228, 66)
    assert not (plain == yellow).all(axis=2).any()
    rows_of_yellow = np.nonzero((with_legend == yellow).all(axis=2))[0]
    assert rows_of_yellow.min() > 590


def test_many_legend_rows_wrap_inside_the_pane():
    layers = [
        Layer(
            f"class {index}",
            f"a class with a long name {index}",
            np.ones((2, 2), bool),
            color=(index * 9, 255, 0),
        )
        for index in range(8)
    ]
    sheet = compose_2x2(
        panes(), titles=TITLES, size=(800, 640), legends=((), (), legend(layers), ())
    )
    for layer in layers:
        rows, columns = np.nonzero((sheet == layer.color).all(axis=2))
        assert rows.size > 50, layer.name
        assert columns.max() < 400
        assert rows.max() < 640 - GAP


def test_pictures_keep_their_shape_and_grow_in_whole_pixels():
    image = np.zeros((2, 4, 3), np.uint8)
    image[0, 0] = (255, 0, 0)
    grown = fit_into(image, (100, 100))
    assert grown.shape == (50, 100, 3)
    assert np.unique(grown[..., 0]).tolist() == [0, 255]
    assert fit_into(np.zeros((1000, 10, 3), np.uint8), (50, 50)).shape == (50, 1, 3)


def test_a_sheet_has_four_of_everything():
    with pytest.raises(ValueError, match="4 panes"):
        compose_2x2(panes()[:3], titles=TITLES, size=(800, 640))
    with pytest.raises(ValueError, match="too small"):
        compose_2x2(panes(), titles=TITLES, size=(60, 60))


def test_nothing_is_written_to_the_panes():
    given = panes()
    for pane in given:
        pane.setflags(write=False)
    compose_2x2(given, titles=TITLES, size=(300, 300))
    assert [int(pane.min()) for pane in given] == [250, 200, 150, 100]
