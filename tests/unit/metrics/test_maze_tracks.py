"""Following a marker: on masks of a few pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_spot import Patch, Spot
from reviewer.metrics.maze_walk import MarkerPosition, count_jumps, draw_walk, loops_and_length
from reviewer.metrics.tracks import Green, around_start, find_static, follow_marker

SIZE = (60, 100)


def square(*boxes):
    """Draw squares given as (left, top, side)."""
    mask = np.zeros(SIZE, dtype=np.uint8)
    for left, top, side in boxes:
        mask[top : top + side, left : left + side] = 255
    return mask


START = square((4, 4, 20))


def green_of(*boxes):
    """Pack squares, as `square` takes them, around the start square and elsewhere."""
    return packed(square(*boxes))


def packed(mask):
    near = np.zeros_like(mask)
    near[around_start(START)] = mask[around_start(START)]
    return Green(*(Patch.of(Spot(0, 0, part).cut()) for part in (near, mask - near)))


def follow(greens, static=None, **kwargs):
    return follow_marker(greens, static, size=SIZE, pitch=24.0, open_width=20.0, **kwargs)


@given(st.integers(0, 80), st.integers(0, 40), st.integers(4, 18))
def test_a_square_is_found_at_its_middle(left, top, side):
    (position,) = follow([green_of((left, top, side))]).positions
    assert position == (left + (side - 1) / 2, top + (side - 1) / 2)


def test_the_largest_piece_is_the_marker_and_specks_are_none():
    track = follow([green_of((10, 10, 8), (50, 10, 5)), green_of((50, 10, 2)), green_of()])
    assert track.positions == ((13.5, 13.5), None, None)
    assert track.has_marker == (True, False, False)


def test_all_that_was_covered_is_kept():
    track = follow([green_of((10, 10, 8)), green_of((30, 10, 8))])
    assert np.count_nonzero(track.covered) == 128
    assert set(np.unique(track.covered)) == {0, 255}


def test_a_trail_is_followed_at_its_new_end():
    def trail(length):
        mask = np.zeros(SIZE, dtype=np.uint8)
        mask[10:18, 10 : 10 + length] = 255
        return packed(mask)

    track = follow([trail(8), trail(28), trail(36), trail(36), trail(44)])
    assert track.positions[0] == (13.5, 13.5)
    assert track.positions[1] == (23.5, 13.5)
    # New are columns 47 to 53: one beyond what was there is taken for a soft edge.
    assert track.positions[2] == (42.0, 13.5)
    assert track.positions[3] == track.positions[2]
    assert track.positions[4] == (50.0, 13.5)
    assert all(track.has_marker)


def test_a_trail_that_is_there_from_the_first_frame_has_no_tip_yet():
    mask = np.zeros(SIZE, dtype=np.uint8)
    mask[10:18, 10:70] = 255
    track = follow([packed(mask)])
    assert track.positions == (None,)
    assert track.has_marker == (True,)


def test_by_difference_the_new_side_is_the_position():
    greens = [green_of((10, 10, 8)), green_of((14, 10, 8)), green_of((14, 10, 8))]
    track = follow(greens, by_difference=True)
    assert track.positions == ((13.5, 13.5), (20.0, 13.5), (20.0, 13.5))


def test_what_stays_in_the_start_square_is_static_and_taken_out():
    greens = [green_of((4, 4, 20), (30 + 6 * step, 10, 8)) for step in range(6)]
    static = find_static(greens, START)
    assert static is not None
    assert static.xy == (13.5, 13.5)
    track = follow(greens, static)
    assert track.positions[0] == (33.5, 13.5)
    assert track.positions[-1] == (63.5, 13.5)


def test_a_trail_from_a_start_square_that_stays_is_followed_without_the_rim_of_the_square():
    def trail(length):
        mask = START.copy()
        mask[10:18, 24 : 24 + length] = 255
        return packed(mask)

    greens = [trail(length) for length in (40, 44, 48, 56)]
    static = find_static(greens, START)
    assert static is not None
    # A quarter of the square beside it stays as long as it does, and two columns are its soft edge.
    covered = follow(greens, static).covered[10:18]
    assert not covered[:, :31].any()
    assert covered[:, 31:80].all()


def test_what_lies_around_a_corner_of_the_start_square_is_one_piece():
    mask = np.zeros(SIZE, dtype=np.uint8)
    mask[20:40, 20:24] = mask[36:40, 20:44] = mask[20:24, 20:44] = 255
    green = packed(mask)
    assert 0 not in (green.near.width, green.rest.width)
    assert np.array_equal(green.spot().drawn(SIZE) * 255, mask)


@pytest.mark.parametrize(
    ("greens", "why"),
    [
        ([green_of((4, 4, 20))] * 6, "nothing else ever moves"),
        ([green_of((4 + 6 * step, 4, 20)) for step in range(6)], "nothing stays"),
        ([green_of((60, 4, 20), (30, 4 + 5 * step, 8)) for step in range(6)], "it stays elsewhere"),
        ([green_of((4, 4, 6), (30, 4 + 5 * step, 8)) for step in range(6)], "it is too small"),
        ([green_of()] * 3, "no green at all"),
    ],
)
def test_nothing_is_static_where(greens, why):
    assert find_static(greens, START) is None, why


def lattice():
    joined = np.ones((2, 3), dtype=bool), np.ones((1, 4), dtype=bool)
    return Lattice(
        rows=2,
        columns=4,
        x0=4,
        y0=4,
        pitch_x=24,
        pitch_y=24,
        wall=4,
        joined_right=joined[0],
        joined_down=joined[1],
    )


def positions(*points):
    return [MarkerPosition(i, i, float(x), float(y)) for i, (x, y) in enumerate(points)]


def test_a_cell_is_entered_an_eighth_inside_its_box():
    middle, beyond, inside = (14, 14), (29, 14), (31, 14)
    assert loops_and_length(positions(middle, beyond, middle), lattice()) == (0, 0)
    assert loops_and_length(positions(middle, inside, middle), lattice()) == (1, 2)
    assert loops_and_length([], lattice()) == (0, 0)


def test_skipped_cells_count_by_the_way_there():
    assert loops_and_length(positions((14, 14), (86, 38)), lattice()) == (0, 4)


def test_jumps_are_longer_than_one_and_two_cells():
    walk = positions((14, 14), (38, 14), (63, 14), (14, 14))
    assert count_jumps(walk, lattice()) == (2, 1)


def test_a_walk_is_a_line_of_one_pixel():
    line = draw_walk(positions((10, 10), (20, 10), (20, 30)), SIZE)
    assert np.count_nonzero(line) == 11 + 20
    assert np.count_nonzero(draw_walk(positions((5, 6)), SIZE)) == 1
    assert not draw_walk([], SIZE).any()


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**31))
def test_a_patch_gives_back_its_mask(width, height, seed):
    mask = (np.random.default_rng(seed).random((height, width)) < 0.5).astype(np.uint8) * 255
    patch = Patch.of(Spot(3, 4, mask))
    assert (patch.mask() * 255 == mask).all()
    assert patch.window == np.s_[4 : 4 + height, 3 : 3 + width]
