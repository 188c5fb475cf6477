"""The maze's sheet: its classes, its colors, its toggles, and what a pixel is said to be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reviewer.overlays.layers import legend
from reviewer.overlays.maze import (
    LayerChoice,
    MazePictures,
    compare_layers,
    crossing_layers,
)
from reviewer.overlays.maze_sheet import draw_maze_sheet, sheet_size
from reviewer.overlays.palette import FILES, SAFE
from reviewer.overlays.sheet import GAP, LEGEND_ROW, TITLE_ROW

SIZE = (60, 80)


def mask(top, bottom, left, right, value=255):
    out = np.zeros(SIZE, dtype=np.uint8)
    out[top:bottom, left:right] = value
    return out


@pytest.fixture
def pictures():
    """A wall across the middle, a path down through it, and a solution beside the path."""
    result = np.full((*SIZE, 3), 255, dtype=np.uint8)
    return MazePictures(
        result=result,
        reference=result,
        walls=mask(28, 34, 0, 80),
        path=mask(10, 50, 20, 26),
        counted=mask(28, 34, 20, 24),
        edge_touch=mask(28, 34, 24, 26),
        wide=mask(10, 50, 15, 31),
        target=mask(10, 50, 25, 41),
    )


@pytest.fixture
def clip(pictures):
    return replace(pictures, covered=mask(8, 52, 16, 30))


def pixels(layers):
    return {layer.name: int(np.count_nonzero(layer.mask)) for layer in layers}


def test_the_wall_pane_splits_the_path_into_three(pictures):
    assert pixels(crossing_layers(pictures)) == {
        "path_clear": 40 * 6 - 6 * 6,
        "edge_touch": 6 * 2,
        "crossing": 6 * 4,
    }


def test_the_comparison_splits_both_paths_into_three(pictures):
    assert pixels(compare_layers(pictures)) == {
        "solution_only": 40 * 10,
        "result_only": 40 * 10,
        "both": 40 * 6,
    }


def test_a_clip_shows_what_the_marker_covered_below_the_judged_line(clip):
    layers = crossing_layers(clip)
    assert [layer.name for layer in layers] == [
        "path_clear_video",
        "path_clear",
        "edge_touch",
        "crossing",
    ]
    assert pixels(layers)["path_clear_video"] == 44 * 14


@pytest.mark.parametrize("kind", [bool, "ones"])
def test_masks_of_any_kind_give_the_same_classes(pictures, kind):
    names = ("walls", "path", "counted", "edge_touch", "wide", "target")
    turned = {
        name: getattr(pictures, name) > 0 if kind is bool else getattr(pictures, name) // 255
        for name in names
    }
    other = replace(pictures, **turned)
    assert pixels(crossing_layers(other)) == pixels(crossing_layers(pictures))
    assert pixels(compare_layers(other)) == pixels(compare_layers(pictures))
    assert (draw_maze_sheet(other) == draw_maze_sheet(pictures)).all()


def test_a_hidden_class_keeps_its_legend_row(pictures):
    layers = crossing_layers(pictures, LayerChoice(hidden={"crossing"}))
    rows = {row.name: row for row in legend(layers, FILES)}
    assert not rows["crossing"].is_visible
    assert rows["crossing"].pixels == 24


def panes(sheet):
    height, width = sheet.shape[:2]
    return (
        sheet[: height // 2],
        sheet[height // 2 :, : width // 2],
        sheet[height // 2 :, width // 2 :],
    )


def colors(part):
    return {tuple(int(v) for v in color) for color in np.unique(part.reshape(-1, 3), axis=0)}


def test_the_documented_colors_are_on_the_panes_they_belong_to(pictures):
    _, wrong, compare = panes(draw_maze_sheet(pictures))
    assert {(255, 255, 0), (255, 140, 0)} <= colors(wrong)
    assert {(0, 190, 70), (230, 40, 40), (255, 255, 0)} <= colors(compare)
    assert (255, 140, 0) not in colors(compare)
    assert {(58, 58, 58), (176, 176, 176)} <= colors(compare)


def test_the_safe_palette_hatches_what_both_paths_share(pictures):
    _, _, compare = panes(draw_maze_sheet(pictures, palette=SAFE))
    assert {(0, 158, 115), (213, 94, 0), (240, 228, 66), (16, 17, 19)} <= colors(compare)


def test_hiding_and_fading_reach_the_sheet(pictures):
    plain = draw_maze_sheet(pictures)
    hidden = draw_maze_sheet(pictures, choice=LayerChoice(hidden={"crossing"}))
    faded = draw_maze_sheet(pictures, choice=LayerChoice(opacities={"solution_only": 0.5}))
    # The legend keeps a swatch of the color: look above it.
    assert (255, 255, 0) in colors(panes(plain)[1][:-40])
    assert (255, 255, 0) not in colors(panes(hidden)[1][:-40])
    assert (0, 190, 70) not in colors(panes(faded)[2][:-40])
    assert (88, 183, 123) in colors(panes(faded)[2][:-40])


def test_a_clip_rings_its_crossings(clip):
    narrow = replace(clip, counted=mask(30, 32, 22, 23), edge_touch=mask(0, 0, 0, 0))
    ringed = panes(draw_maze_sheet(narrow))[1][40:-40]
    assert (255, 255, 255) in colors(ringed)
    assert ringed.max(axis=2).min() < 20
    clear = replace(narrow, counted=mask(0, 0, 0, 0))
    assert (255, 255, 255) not in colors(panes(draw_maze_sheet(clear))[1][40:-40])


@pytest.mark.parametrize("size", [(80, 60), (294, 294), (1026, 1026), (1280, 720), (4000, 3000)])
def test_every_pane_shows_the_picture_at_a_whole_scale(size):
    width, height = sheet_size(*size)
    room = (width - 3 * GAP) / 2, (height - 3 * GAP) / 2 - TITLE_ROW - LEGEND_ROW
    scale = min(room[0] / size[0], room[1] / size[1])
    assert scale >= 1 or 1 / scale == pytest.approx(round(1 / scale), rel=0.01)
    assert scale < 1 or scale == round(scale)
    assert max(width, height) < 3000


def test_a_reference_of_another_size_is_shown_at_the_size_of_the_result(pictures):
    large = np.full((120, 160, 3), 200, dtype=np.uint8)
    sheet = draw_maze_sheet(replace(pictures, reference=large))
    assert sheet.shape == draw_maze_sheet(pictures).shape
    assert (200, 200, 200) in colors(sheet[: sheet.shape[0] // 2, sheet.shape[1] // 2 :])


def test_nothing_handed_in_is_written_to(clip):
    before = {name: np.array(getattr(clip, name)) for name in MazePictures.__slots__}
    draw_maze_sheet(clip, palette=SAFE)
    for name, value in before.items():
        assert (getattr(clip, name) == value).all(), name


def test_masks_of_another_size_are_refused(pictures):
    with pytest.raises(ValueError, match="does not fit"):
        draw_maze_sheet(replace(pictures, edge_touch=np.zeros((3, 3), dtype=bool)))
