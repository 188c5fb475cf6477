"""The data colors are the documented ones, in each palette, and bases are quiet greys."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from reviewer.overlays.palette import (
    DOCUMENTED,
    FILES,
    OPEN_GREY,
    PALETTES,
    SAFE,
    WALL_GREY,
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


# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
SEEN_BY = {
    "everybody": np.eye(3),
    "protanopes": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                            [-0.003882, -0.048116, 1.051998]]),
    "deuteranopes": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                              [-0.011820, 0.042940, 0.968881]]),
    "tritanopes": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                            [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip


def as_lab(color: tuple[float, ...], eyes: np.ndarray) -> np.ndarray:
    share = np.array(color) / 255
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ np.clip(eyes @ light, 0, 1) / np.array([0.9505, 1.0, 1.089])
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("eyes", SEEN_BY)
@pytest.mark.parametrize("ground", [OPEN_GREY, WALL_GREY])
def test_no_two_classes_of_a_clip_look_alike_to_any_eye(eyes: str, ground: int):
    """The four classes of the crossing pane as they are drawn, and the ground they lie on."""
    shown = [(ground,) * 3]
    for name in ("crossing", "edge_touch", "path_clear", "path_clear_video"):
        paint = SAFE.paint(name)
        # In a clip the judged line is drawn solid over the band of the marker.
        opacity = 1.0 if name == "path_clear" else paint.opacity
        shown.append(tuple(c * opacity + (1 - opacity) * ground for c in paint.color))
    labs = [as_lab(color, SEEN_BY[eyes]) for color in shown]
    for one, other in combinations(labs, 2):
        assert np.linalg.norm(one - other) > 15
