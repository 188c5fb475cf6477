"""What counts as a crossing: small walls drawn pixel by pixel."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_crossing import crossing_curve, find_crossings
from reviewer.metrics.maze_grid import find_lattice, wall_thickness
from reviewer.metrics.maze_lattice import Lattice

OPEN, WALL = 20, 6
PITCH = OPEN + WALL


def lattice_of(*, joined_right=(), joined_down=(), rows=2, columns=2, wall=WALL):
    right = np.zeros((rows, columns - 1), dtype=bool)
    down = np.zeros((rows - 1, columns), dtype=bool)
    for cell in joined_right:
        right[cell] = True
    for cell in joined_down:
        down[cell] = True
    return Lattice(
        rows=rows,
        columns=columns,
        x0=wall,
        y0=wall,
        pitch_x=OPEN + wall,
        pitch_y=OPEN + wall,
        wall=wall,
        joined_right=right,
        joined_down=down,
    )


def walls_of(lattice, *, margin=0):
    """Draw a lattice's walls."""
    wall = int(lattice.wall)
    side_y, side_x = (n * (OPEN + wall) + wall for n in (lattice.rows, lattice.columns))
    walls = np.full((side_y, side_x), 255, dtype=np.uint8)
    for row in range(lattice.rows):
        for column in range(lattice.columns):
            top, left = wall + row * (OPEN + wall), wall + column * (OPEN + wall)
            walls[top : top + OPEN, left : left + OPEN] = 0
            if column + 1 < lattice.columns and lattice.joined_right[row, column]:
                walls[top : top + OPEN, left + OPEN : left + OPEN + wall] = 0
            if row + 1 < lattice.rows and lattice.joined_down[row, column]:
                walls[top + OPEN : top + OPEN + wall, left : left + OPEN] = 0
    return np.pad(walls, margin, constant_values=255)


def find(path, walls, lattice, *, tolerance=3.0, thickness=WALL):
    return find_crossings(path, walls, lattice, thickness=thickness, tolerance=tolerance)


@pytest.fixture
def maze():
    """Two by two cells; all joined but the upper two."""
    lattice = lattice_of(joined_right=[(1, 0)], joined_down=[(0, 0), (0, 1)])
    return lattice, walls_of(lattice)


def test_through_a_wall_is_a_crossing_with_its_two_cells(maze):
    lattice, walls = maze
    path = np.zeros_like(walls)
    path[14:18, 10:50] = 255
    found = find(path, walls, lattice)
    assert found.walls_crossed == 1
    assert found.pixels == 4 * WALL
    assert found.path_pixels == 160
    assert found.ratio == 24 / 160
    assert found.edge_touch_pixels == 0
    (piece,) = found.pieces
    assert set(piece.cells) == {(0, 0), (0, 1)}
    assert (piece.x, piece.y) == (28.5, 15.5)
    assert piece.box == (26, 14, 6, 4)
    assert (found.counted == found.crossing_pieces).all()


@pytest.mark.parametrize("overlap", [1, 2, 3])
def test_along_a_wall_up_to_the_tolerance_is_an_edge_touch(maze, overlap):
    lattice, walls = maze
    path = np.zeros_like(walls)
    path[8:24, 26 + overlap - 6 : 26 + overlap] = 255
    found = find(path, walls, lattice)
    assert (found.walls_crossed, found.pixels) == (0, 0)
    assert found.edge_touch_pixels == 16 * overlap


def test_clipping_the_free_end_of_a_wall_is_an_edge_touch(maze):
    lattice, walls = maze
    # The wall between the upper cells ends at the post; the way round it is open.
    path = np.zeros_like(walls)
    path[29:36, 10:50] = 255
    found = find(path, walls, lattice)
    assert found.walls_crossed == 0
    assert found.edge_touch_pixels > 0


def test_into_a_wall_by_more_than_the_tolerance_counts(maze):
    lattice, walls = maze
    path = np.zeros_like(walls)
    path[14:18, 10:30] = 255
    assert find(path, walls, lattice).walls_crossed == 1
    path[:, 29:] = 0
    found = find(path, walls, lattice)
    assert found.walls_crossed == 0
    assert found.edge_touch_pixels == 4 * 3


def test_out_of_the_maze_is_a_crossing():
    lattice = lattice_of(joined_right=[(0, 0), (1, 0)], joined_down=[(0, 0)])
    walls = np.pad(walls_of(lattice), 10)
    moved = Lattice(
        rows=2,
        columns=2,
        x0=WALL + 10,
        y0=WALL + 10,
        pitch_x=PITCH,
        pitch_y=PITCH,
        wall=WALL,
        joined_right=lattice.joined_right,
        joined_down=lattice.joined_down,
    )
    path = np.zeros_like(walls)
    path[24:28, 2:30] = 255
    found = find(path, walls, moved)
    assert found.walls_crossed == 1
    assert set(found.pieces[0].cells) == {(0, 0), None}


def test_on_into_a_black_margin_is_a_crossing_too():
    lattice = lattice_of(joined_right=[(0, 0), (1, 0)], joined_down=[(0, 0)])
    walls = walls_of(lattice, margin=20)
    moved = Lattice(
        rows=2,
        columns=2,
        x0=WALL + 20,
        y0=WALL + 20,
        pitch_x=PITCH,
        pitch_y=PITCH,
        wall=WALL,
        joined_right=lattice.joined_right,
        joined_down=lattice.joined_down,
    )
    path = np.zeros_like(walls)
    path[34:38, 5:40] = 255
    assert find(path, walls, moved).walls_crossed == 1
    path[:, :23] = 0
    assert find(path, walls, moved).walls_crossed == 0


def test_of_thick_walls_the_core_alone_decides():
    lattice = lattice_of(wall=20)
    walls = walls_of(lattice)
    path = np.zeros_like(walls)
    # Four pixels deep: one more than the tolerance, and nowhere near the other side.
    path[30:34, 35:44] = 255
    found = find(path, walls, lattice, thickness=20)
    assert not found.is_thin
    assert found.walls_crossed == 1
    assert found.pixels == 4
    assert found.edge_touch_pixels == 12
    path[:, 43:] = 0
    assert find(path, walls, lattice, thickness=20).walls_crossed == 0


def test_nothing_on_walls_and_nothing_at_all():
    lattice = lattice_of(joined_right=[(0, 0)])
    walls = walls_of(lattice)
    path = np.zeros_like(walls)
    assert find(path, walls, lattice).ratio == 0.0
    path[10:12, 10:40] = 255
    found = find(path, walls, lattice)
    assert (found.pixels, found.edge_touch_pixels, found.pieces) == (0, 0, ())


def test_the_curve_is_flat_once_a_thin_wall_is_within_the_tolerance(maze):
    lattice, walls = maze
    path = np.zeros_like(walls)
    path[14:18, 10:50] = 255
    curve = crossing_curve(path, walls, lattice, thickness=WALL)
    assert [point.erosion for point in curve] == list(range(9))
    assert [point.walls_crossed for point in curve] == [1] * 9
    ratios = [point.ratio for point in curve]
    assert ratios[0] == 24 / 160
    assert ratios[:3] == sorted(ratios[:3], reverse=True)
    assert len(set(ratios[3:])) == 1


def test_masks_handed_in_stay_as_they_were(maze):
    lattice, walls = maze
    path = np.zeros_like(walls)
    path[14:18, 10:50] = 255
    before = path.copy(), walls.copy()
    find(path, walls, lattice)
    assert (path == before[0]).all()
    assert (walls == before[1]).all()


def test_soft_walls_are_measured_as_thin_as_they_are(maze):
    lattice, walls = maze
    assert wall_thickness(walls, lattice.wall) == WALL
    thin = walls.copy()
    thin[:, 26] = thin[:, 31] = 0
    assert wall_thickness(thin, lattice.wall) == WALL - 2
    assert wall_thickness(np.zeros_like(walls), lattice.wall) == WALL


def test_the_lattice_of_these_walls_is_found_again(maze):
    lattice, walls = maze
    picture = np.repeat(np.where(walls, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    found = find_lattice(Channels.of(picture))
    assert (found.rows, found.columns, found.wall, found.pitch) == (2, 2, WALL, PITCH)
    assert (found.joined_right == lattice.joined_right).all()
    assert (found.joined_down == lattice.joined_down).all()
    assert found.are_joined(0, 2)
    assert not found.are_joined(0, 1)
    assert not found.are_joined(0, 3)
