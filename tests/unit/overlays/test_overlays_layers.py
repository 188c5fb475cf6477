"""Layers are painted in order, counted, found by a click, and never written to."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.overlays.layers import Layer, draw_rings, legend, paint, ring_points
from reviewer.overlays.palette import DOCUMENTED, HATCH_INK, SAFE


def mask(size: tuple[int, int], *boxes: tuple[int, int, int, int]) -> np.ndarray:
    out = np.zeros(size, dtype=bool)
    for left, top, right, bottom in boxes:
        out[top:bottom, left:right] = True
    return out


def test_later_layers_lie_on_top_and_the_rest_keeps_the_base():
    base = np.full((4, 6, 3), 10, dtype=np.uint8)
    layers = [
        Layer("solution_only", "solution only", mask((4, 6), (0, 0, 4, 2))),
        Layer("result_only", "result only", mask((4, 6), (2, 0, 6, 2))),
    ]
    out = paint(base, layers)
    assert out[0, 0].tolist() == [0, 190, 70]
    assert out[0, 2].tolist() == [230, 40, 40]
    assert out[3, 3].tolist() == [10, 10, 10]


def test_nothing_is_written_to_its_inputs():
    base = np.full((4, 6, 3), 10, dtype=np.uint8)
    area = mask((4, 6), (0, 0, 4, 2))
    base.setflags(write=False)
    area.setflags(write=False)
    paint(base, [Layer("both", "both", area)], SAFE)
    assert base.max() == 10
    assert int(area.sum()) == 8


def test_masks_of_any_memory_layout():
    wide = np.zeros((6, 8), dtype=bool)
    wide[::2, ::2] = True
    for area in (wide[::2, ::2], wide.T[:3, :4] | True, np.asfortranarray(np.ones((3, 4), bool))):
        layer = Layer("crossing", "c", area)
        out = paint(np.zeros((3, 4), np.uint8), [layer])
        assert (out == (255, 221, 0)).all()
        assert ring_points([layer], 1.0)[0].side == 4.0


def test_opacity_mixes_with_the_base():
    base = np.zeros((2, 2, 3), dtype=np.uint8)
    half = Layer("x", "x", mask((2, 2), (0, 0, 1, 1)), color=(200, 100, 50), opacity=0.5)
    out = paint(base, [half])
    assert out[0, 0].tolist() == [100, 50, 25]
    assert out[1, 1].tolist() == [0, 0, 0]


def test_path_clear_has_the_opacity_of_the_palette():
    base = np.zeros((2, 2, 3), dtype=np.uint8)
    out = paint(base, [Layer("path_clear", "path, clear", mask((2, 2), (0, 0, 2, 2)))])
    assert out[0, 0].tolist() == [66, 90, 123]


def test_both_is_hatched_four_of_fourteen_in_the_safe_palette_only():
    base = np.zeros((28, 28, 3), dtype=np.uint8)
    layer = Layer("both", "both", mask((28, 28), (0, 0, 28, 28)))
    safe = paint(base, [layer], SAFE)
    dark = np.all(safe == HATCH_INK, axis=2)
    assert dark.sum(axis=1).tolist() == [8] * 28
    assert dark[5, 3] == dark[4, 4] == dark[3, 5]
    assert np.all(paint(base, [layer], DOCUMENTED) == (255, 221, 0))


def test_hatching_keeps_its_size_on_the_screen():
    base = np.zeros((28, 28, 3), dtype=np.uint8)
    layer = Layer("both", "both", mask((28, 28), (0, 0, 28, 28)))
    dark = np.all(paint(base, [layer], SAFE, scale=0.5) == HATCH_INK, axis=2)
    assert dark[0].tolist() == [True] * 8 + [False] * 20


def test_a_mask_of_another_size_is_refused_by_name():
    with pytest.raises(ValueError, match=r"'crossing'.*\(2, 2\)"):
        paint(np.zeros((3, 3), np.uint8), [Layer("crossing", "c", np.ones((2, 2), bool))])


def test_an_unknown_class_needs_a_color():
    with pytest.raises(KeyError, match="no class 'sofa'"):
        paint(np.zeros((2, 2), np.uint8), [Layer("sofa", "sofa", np.ones((2, 2), bool))])


@pytest.mark.parametrize("opacity", [-0.1, 1.5])
def test_an_opacity_outside_its_range_is_refused(opacity: float):
    layer = Layer("both", "both", np.ones((2, 2), bool), opacity=opacity)
    with pytest.raises(ValueError, match="opacity"):
        paint(np.zeros((2, 2), np.uint8), [layer])


def test_the_legend_counts_hidden_and_empty_classes_too():
    layers = [
        Layer("crossing", "crossing, counted", mask((5, 5), (0, 0, 2, 3))),
        Layer("edge_touch", "edge touch", np.zeros((5, 5), np.uint8), is_visible=False),
    ]
    rows = legend(layers, SAFE)
    assert [(row.name, row.pixels, row.is_visible) for row in rows] == [
        ("crossing", 6, True),
        ("edge_touch", 0, False),
    ]
    assert rows[0].color == (240, 228, 66)


def test_only_marked_regions_under_six_screen_pixels_get_a_ring():
    layers = [
        Layer("crossing", "c", mask((40, 40), (2, 2, 4, 4), (10, 10, 16, 16))),
        Layer("path_clear", "p", mask((40, 40), (30, 30, 31, 31))),
    ]
    near = ring_points(layers, 1.0)
    assert [(ring.x, ring.y, ring.side) for ring in near] == [(2.5, 2.5, 2.0)]
    far = ring_points(layers, 0.5)
    assert [ring.side for ring in far] == [6.0, 2.0]
    assert ring_points(layers, 4.0) == ()


@pytest.mark.parametrize("scale", [0.2, 0.5, 1.0, 3.0])
def test_what_is_tolerated_gets_no_ring_however_small(scale):
    """It would look like the ring round a crossing that counts."""
    spots = mask((40, 40), (2, 2, 4, 4), (20, 20, 21, 21))
    for is_line in (False, True):
        assert ring_points([Layer("edge_touch", "e", spots, is_line=is_line)], scale) == ()
        assert ring_points([Layer("crossing", "c", spots, is_line=is_line)], scale)


@pytest.mark.parametrize("is_slanted", [False, True])
def test_a_counted_crossing_that_is_only_thin_gets_a_ring(is_slanted):
    """Six pixels of a line of one pixel are a mark of one by eight on the screen."""
    line = np.diag(np.ones(6, bool)) if is_slanted else np.ones((6, 1), bool)
    piece = np.zeros((60, 60), bool)
    piece[20 : 20 + line.shape[0], 20 : 20 + line.shape[1]] = line
    for is_line in (False, True):
        (ring,) = ring_points([Layer("crossing", "c", piece, is_line=is_line)], 1.35)
        assert ring.side == 6.0
        assert ring_points([Layer("edge_touch", "e", piece, is_line=is_line)], 1.35) == ()
    assert ring_points([Layer("crossing", "c", piece)], 5.0) == ()
    assert len(ring_points([Layer("crossing", "c", piece, is_line=True)], 5.0)) == 1


def test_a_large_counted_crossing_needs_no_ring():
    assert ring_points([Layer("crossing", "c", mask((40, 40), (2, 2, 12, 12)))], 1.0) == ()
    assert ring_points([Layer("crossing", "c", mask((40, 40), (2, 2, 3, 30)))], 1.0) == ()


def test_rings_are_drawn_into_a_copy():
    base = np.full((40, 40, 3), 100, dtype=np.uint8)
    rings = ring_points([Layer("crossing", "c", mask((40, 40), (20, 20, 21, 21)))], 1.0)
    out = draw_rings(base, rings)
    assert base.min() == base.max() == 100
    assert out.max() > 200
    assert out.min() < 60
    assert out[20, 20].tolist() == [100, 100, 100]


@pytest.mark.parametrize(("scale", "wide"), [(2.0, 1), (1.0, 2), (0.5, 4), (0.1, 20)])
def test_a_line_stays_in_sight_and_is_counted_as_it_is(scale: float, wide: int):
    mask = np.zeros((60, 60), np.uint8)
    mask[:, 30] = 1
    layer = Layer("path_clear", "path", mask, opacity=1.0, is_line=True)
    base = np.zeros((60, 60, 3), np.uint8)
    shown = paint(base, [layer], scale=scale).any(axis=2)
    assert shown.sum(axis=1).tolist() == [wide] * 60
    assert legend([layer])[0].pixels == 60
    assert mask.sum() == 60
