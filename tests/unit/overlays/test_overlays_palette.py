"""The data colors are the documented ones, in each palette, and bases are quiet greys."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.overlays.palette import (
    DOCUMENTED,
    FILES,
    PALETTES,
    SAFE,
    as_rgb,
    grey_base,
    two_grey_base,
)

# name: documented, Okabe-Ito
KNOWN = {
    "crossing": ("#ffdd00", "#f0e442"),
    "edge_touch": ("#ff8c00", "#e69f00"),
    "path_clear": ("#6e96cd", "#56b4e9"),
    "solution_only": ("#00be46", "#009e73"),
    "result_only": ("#e62828", "#d55e00"),
    "both": ("#ffdd00", "#f0e442"),
    "small": ("#56b4e9", "#56b4e9"),
    "large": ("#d55e00", "#d55e00"),
}


def as_hex(color: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)


@pytest.mark.parametrize("name", KNOWN)
def test_colors_of_each_class(name: str):
    documented, safe = KNOWN[name]
    assert as_hex(DOCUMENTED.paint(name).color) == documented
    assert as_hex(SAFE.paint(name).color) == safe


def test_files_write_pure_yellow():
    for name in ("crossing", "both"):
        assert FILES.paint(name).color == (255, 255, 0)
    assert FILES.paint("edge_touch") == DOCUMENTED.paint("edge_touch")


def test_every_palette_knows_every_class_and_only_safe_hatches():
    assert set(PALETTES) == {"documented", "safe", "files"}
    assert set(DOCUMENTED.paints) == set(SAFE.paints) == set(FILES.paints)
    assert [name for name, paint in SAFE.paints.items() if paint.is_hatched] == ["both"]
    assert not any(paint.is_hatched for paint in DOCUMENTED.paints.values())


def test_a_path_is_seen_through():
    assert DOCUMENTED.paint("path_clear").opacity == SAFE.paint("path_clear").opacity == 0.6


def test_an_unknown_class_names_the_known_ones():
    with pytest.raises(KeyError, match="crossing"):
        SAFE.paint("sofa")


def test_grey_base_keeps_within_its_range():
    image = np.array([[[0, 0, 0], [255, 255, 255], [100, 100, 100]]], np.uint8)
    assert grey_base(image)[0].tolist() == [[26] * 3, [133] * 3, [68] * 3]


def test_a_maze_has_two_greys():
    walls = np.array([[True, False]])
    assert two_grey_base(walls)[0].tolist() == [[58] * 3, [176] * 3]


@pytest.mark.parametrize(
    ("pixel", "expected"),
    [([7], [7, 7, 7]), ([7, 0], [255] * 3), ([1, 2, 3], [1, 2, 3]), ([0, 0, 0, 51], [204] * 3)],
)
def test_any_channels_become_rgb_over_white(pixel: list[int], expected: list[int]):
    image = np.array([[pixel]], np.uint8)
    out = as_rgb(image)
    assert out[0, 0].tolist() == expected
    out[:] = 9
    assert image[0, 0].tolist() == pixel


@pytest.mark.parametrize("image", [np.zeros((2, 2)), np.zeros((2, 2, 5), np.uint8)])
def test_what_cannot_be_painted_on(image: np.ndarray):
    with pytest.raises(ValueError, match="picture"):
        as_rgb(image)
