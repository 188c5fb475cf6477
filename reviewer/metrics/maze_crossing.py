"""Where a path goes through a wall, and where it only brushes one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_lattice import Cell, Lattice
from reviewer.metrics.maze_pieces import (
    WallPiece,
    Window,
    cell_or_none,
    cells_around,
    group_cells,
    square,
    two_sides,
    window_around,
)
from reviewer.metrics.maze_spot import Mask
from reviewer.metrics.maze_strips import covered_wall

_SLACK = 1e-6
# The most that the edge of a drawn line may lie on a wall, in solution pixels; a larger tolerance
# takes no more of thin walls, whose core it can't reach.
_OVERLAP = 3.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Crossing:
    """All meetings of a path and the walls.

    Parameters
    ----------
    pixels : int
        Path pixels that count as crossing.
    path_pixels : int
    walls_crossed : int
        Pieces that go through.
    pieces : tuple of WallPiece
    counted, edge_touch, crossing_pieces : (H, W) uint8
        Counted pixels, tolerated pixels, and the crossing pieces whole.
    is_thin : bool
        Whether the rule for thin walls decided.
    """

    pixels: int
    path_pixels: int
    walls_crossed: int
    pieces: tuple[WallPiece, ...]
    counted: Mask
    edge_touch: Mask
    crossing_pieces: Mask
    is_thin: bool

    @property
    def edge_touch_pixels(self) -> int:
        """Path pixels on walls that are tolerated."""
        return cv2.countNonZero(self.edge_touch)

    @property
    def ratio(self) -> float:
        """Counted pixels over path pixels, in [0, 1]; 0 for an empty path."""
        return self.pixels / self.path_pixels if self.path_pixels else 0.0


@dataclass(frozen=True, slots=True)
class ErosionPoint:
    """One point of the tolerance curve."""

    erosion: int
    ratio: float
    walls_crossed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sizes:
    """How pieces are judged, in pixels of the masks.

    All is worked out in whole pixels of the solution: a picture twice as large is judged with
    every size doubled.

    Parameters
    ----------
    erosion : int
        What is left of the walls is their core.
    reach : int
        Width of the ring around a piece.
    overlap : float
        How far a path may overlap a wall from one side.
    is_thin : bool
        False: the core alone decides.
    may_cover : bool
        Whether the edge of a path may cover a whole wall.
    """

    erosion: int
    reach: int
    overlap: float
    is_thin: bool
    may_cover: bool

    @classmethod
    def of(cls, thickness: int, tolerance: float, unit: float, *, is_drawn: bool) -> _Sizes:
        """Choose them for walls of a thickness, in pixels of which the solution has 1 / unit."""
        wall, most = max(1, round(thickness / unit)), tolerance / unit + _SLACK
        overlap = min(most, _OVERLAP + _SLACK) if is_drawn else most
        # Rounded down, and no more than the mask allows: a core of a pixel must be left.
        erosion = int(min(most, (wall - 1) // 2))
        reach = round(wall - min(most, wall // 2))
        return cls(
            erosion=min(round(erosion * unit), (thickness - 1) // 2),
            reach=max(1, min(round(reach * unit), thickness)),
            overlap=overlap * unit,
            is_thin=wall <= 2 * most,
            may_cover=is_drawn and wall <= overlap,
        )


def find_crossings(
    path: Mask,
    walls: Mask,
    lattice: Lattice,
    *,
    thickness: int,
    tolerance: float,
    is_drawn: bool = True,
    squares: Mask | None = None,
) -> Crossing:
    """Find the pieces of a path that go through a wall.

    With walls up to twice the tolerance, a piece crosses when it reaches the wall's core and
    leads between cells that no passage joins, or covers the wall from face to face; with walls up
    to the tolerance and 3 solution pixels the path itself has to go on there. With thicker walls
    the core alone decides.

    Parameters
    ----------
    path, walls : (H, W) uint8
        0 or not 0, of one size, in whose pixels `lattice` and `thickness` are.
    lattice : Lattice
    thickness : int
        Of the walls.
    tolerance : float
        Erosion of the walls in pixels of the masks.
    is_drawn : bool
        The edge of a drawn line may cover a wall no thicker than that; the way that a marker went
        has no width.
    squares : (H, W) uint8, optional
        The drawn start and end: a line that reaches one goes on below it.

    Returns
    -------
    Crossing
        Its masks are (H, W) uint8 of 0 or 255.
    """
    sizes = _Sizes.of(thickness, tolerance, lattice.unit, is_drawn=is_drawn)
    touching = np.asarray(cv2.bitwise_and(path, walls), dtype=np.uint8)
    counted, whole = np.zeros_like(touching), np.zeros_like(touching)
    pieces: tuple[WallPiece, ...] = ()
    box = cv2.boundingRect(touching)
    if box[2]:
        window = window_around(box, max(sizes.erosion, sizes.reach) + 1, touching.shape)
        core = cv2.bitwise_and(touching[window], _eroded(walls[window], sizes.erosion))
        seen = path if squares is None else np.bitwise_or(path, squares)
        pieces, is_through, labels = _judge(seen, touching, core, walls, window, lattice, sizes)
        whole[window] = np.where(is_through, 255, 0).astype(np.uint8)[labels]
        counted[window] = whole[window] if sizes.is_thin else cv2.bitwise_and(whole[window], core)
    return Crossing(
        pixels=cv2.countNonZero(counted),
        path_pixels=cv2.countNonZero(path),
        walls_crossed=sum(piece.is_crossing for piece in pieces),
        pieces=pieces,
        counted=counted,
        edge_touch=np.asarray(cv2.subtract(touching, counted), dtype=np.uint8),
        crossing_pieces=whole,
        is_thin=sizes.is_thin,
    )


def crossing_curve(
    path: Mask,
    walls: Mask,
    lattice: Lattice,
    *,
    thickness: int,
    erosions: Iterable[int] = range(9),
    is_drawn: bool = True,
    squares: Mask | None = None,
) -> tuple[ErosionPoint, ...]:
    """Measure how the crossing ratio depends on the tolerance.

    On thin walls the core is capped by the wall itself, so the curve is flat once the tolerance
    reaches half of the wall and, where a line may cover it, the whole wall.

    Parameters
    ----------
    path, walls : (H, W) uint8
    lattice : Lattice
    thickness : int
        Of the walls in the mask, in pixels.
    erosions : iterable of int
        Tolerances in solution pixels.
    is_drawn, squares
        See `find_crossings`.

    Returns
    -------
    tuple of ErosionPoint
    """
    points = []
    for erosion in erosions:
        found = find_crossings(
            path,
            walls,
            lattice,
            thickness=thickness,
            tolerance=erosion * lattice.unit,
            is_drawn=is_drawn,
            squares=squares,
        )
        points.append(ErosionPoint(erosion, found.ratio, found.walls_crossed))
    return tuple(points)


def _judge(
    path: Mask,
    touching: Mask,
    core: NDArray[Any],
    walls: Mask,
    window: Window,
    lattice: Lattice,
    sizes: _Sizes,
) -> tuple[tuple[WallPiece, ...], NDArray[np.bool_], NDArray[np.int32]]:
    """Return all pieces, which labels go through, and the label of each window pixel."""
    rows, columns = window
    count, labels, stats, middles = cv2.connectedComponentsWithStats(
        touching[window], connectivity=8
    )
    reaches_core = np.zeros(count, dtype=bool)
    reaches_core[np.unique(labels[core > 0])] = True
    is_through = np.zeros(count, dtype=bool)
    pieces = []
    for number in range(1, count):
        left, top, width, height, pixels = (int(value) for value in stats[number])
        box = (left + columns.start, top + rows.start, width, height)
        x, y = float(middles[number][0]) + columns.start, float(middles[number][1]) + rows.start
        if reaches_core[number]:
            piece = (labels[top : top + height, left : left + width] == number).view(np.uint8)
            is_through[number], cells = _through(path, piece, box, walls, lattice, sizes)
        else:
            cells = (cell_or_none(lattice, lattice.id_at(x, y)), None)
        pieces.append(WallPiece(x, y, box, pixels, bool(is_through[number]), cells))
    return tuple(pieces), is_through, np.asarray(labels, dtype=np.int32)


def _through(
    path: Mask,
    piece: Mask,
    box: tuple[int, int, int, int],
    walls: Mask,
    lattice: Lattice,
    sizes: _Sizes,
) -> tuple[bool, tuple[Cell | None, Cell | None]]:
    """Say whether a piece that reaches the core goes through, and between which cells it lies."""
    around = cells_around(piece, box, walls, lattice, sizes.reach)
    groups = group_cells(around, lattice)
    sides = two_sides(groups, lattice)
    if not sizes.is_thin or (len(groups) > 1 and not sizes.may_cover):
        return True, sides
    # Ground without path counts as wall: what is left are the cells it goes on in.
    barred = np.asarray(cv2.bitwise_or(walls, cv2.bitwise_not(path)), dtype=np.uint8)
    held = cells_around(piece, box, barred, lattice, sizes.reach)
    if len(groups) > 1 and (
        len(group_cells(held, lattice)) > 1 or not _is_edge(piece, box, barred, sizes.reach)
    ):
        return True, sides
    pair = covered_wall(piece, box, path, lattice, around, held, overlap=sizes.overlap)
    if pair is None:
        return False, sides
    return True, (cell_or_none(lattice, pair[0]), cell_or_none(lattice, pair[1]))


def _is_edge(piece: Mask, box: tuple[int, int, int, int], barred: Mask, reach: int) -> bool:
    """Say whether most of a piece lies along path on open ground, not in a row inside the wall."""
    window = window_around(box, reach, barred.shape)
    near = cv2.erode(barred[window], square(reach)) == 0
    rows, columns = window
    top, left = box[1] - rows.start, box[0] - columns.start
    along = near[top : top + box[3], left : left + box[2]] & (piece > 0)
    return 2 * int(np.count_nonzero(along)) > cv2.countNonZero(piece)


def _eroded(walls: Mask, erosion: int) -> NDArray[Any]:
    return cv2.erode(walls, square(erosion)) if erosion else walls
