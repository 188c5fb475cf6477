"""Blue on walls that a line beside them left there in JPEG or blur."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_ends import RIM
from reviewer.metrics.maze_faint import SOLID
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_pieces import OUTSIDE, is_beyond, square, window_around
from reviewer.metrics.maze_spot import Mask

# So near to a piece lies the line that it belongs to.
_BESIDE = 3
# As blue as this and as dark as this is a line on open ground: JPEG carries color farther than
# brightness.
_TINGED = 30
_DARK = 160
# No line that ends goes on in a wall so far.
_FARTHEST = 5


def without_overshoot(
    channels: Channels,
    path: Mask,
    walls: Mask,
    squares: Mask,
    lattice: Lattice,
    *,
    thickness: int,
) -> Mask:
    """Return a path less what JPEG or blur carried into walls beside it.

    A piece on a wall goes when there is a line on one side of the wall alone, or on none: a line
    that ends or turns at a wall goes on in it for some pixels, and beside lines there are spots.
    What a shortcut goes through has a line on both sides, or a square.

    Parameters
    ----------
    channels : Channels
        Of a soft picture.
    path, walls, squares : (H, W) uint8
        0 or not 0, of the picture's size; the path from `up_to_squares`.
    lattice : Lattice
        In the pixels of the masks.
    thickness : int
        Of the walls, in pixels.

    Returns
    -------
    (H, W) uint8
    """
    touching = np.asarray(cv2.bitwise_and(path, walls), dtype=np.uint8)
    if not touching.any():
        return path
    lead = channels.lead("blue")
    ground = walls == 0
    drawn = ((path > 0) | ((lead >= _TINGED) & (channels.darkest() < _DARK))) & ground
    _, labels, stats, _ = cv2.connectedComponentsWithStats(touching, connectivity=8)
    out = path.copy()
    # JPEG takes single pixels out of walls of 1 px; a line is at least 2 px wide.
    dots = stats[:, cv2.CC_STAT_AREA] == 1
    out[dots[labels] & (touching > 0)] = 0
    for number in (1 + np.flatnonzero(~dots[1:])).tolist():
        window = window_around(stats[number, :4].tolist(), thickness + _BESIDE, path.shape)
        piece = labels[window] == number
        line = int(lead[window][drawn[window]].max(initial=0))
        sides = _cells(_near(piece, _BESIDE) & drawn[window], window, lattice)
        beyond = (squares[window] > 0) & ground[window]
        is_solid = bool((lead[window][piece] >= SOLID * line).any())
        reach = _touch(thickness, is_solid=is_solid)
        sides |= _cells(_near(piece, reach) & beyond, window, lattice)
        ys, xs = np.nonzero(piece & (lead[window] >= SOLID * line))
        if is_beyond(xs + window[1].start, ys + window[0].start, lattice).any():
            sides.add(OUTSIDE)
        if not _are_apart(sides, lattice) and not _is_deep(piece, drawn[window], ground[window]):
            out[window][piece] = 0
    return out


def _touch(thickness: int, *, is_solid: bool) -> int:
    """Return how near to a square a piece has to lie to go on below it."""
    # No line goes on so far by itself: what lies that deep in a thick wall goes through.
    if thickness > _FARTHEST + 1:
        return max(_BESIDE, thickness - _FARTHEST)
    return _BESIDE if is_solid else RIM


def _is_deep(piece: NDArray[np.bool_], drawn: NDArray[np.bool_], ground: NDArray[np.bool_]) -> bool:
    """Say whether a piece runs from a line farther into a wall than one that ends there does."""
    is_met = bool((_near(piece, 1) & drawn).any())
    return is_met and bool((piece & ~_near(ground, _FARTHEST)).any())


def _near(piece: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    return np.asarray(cv2.dilate(piece.view(np.uint8), square(reach)) > 0)


def _cells(flags: NDArray[np.bool_], window: tuple[slice, slice], lattice: Lattice) -> set[int]:
    ys, xs = np.nonzero(flags)
    found: list[Any] = lattice.ids_of(xs + window[1].start, ys + window[0].start).tolist()
    return set(found)


def _are_apart(cells: set[int], lattice: Lattice) -> bool:
    """Say whether a wall lies between two of some cells, and no short way round its end."""
    if OUTSIDE in cells:
        return len(cells) > 1
    for first, second in combinations(sorted(cells), 2):
        (row, column), (other_row, other_column) = lattice.cell_of(first), lattice.cell_of(second)
        between = (row * lattice.columns + other_column, other_row * lattice.columns + column)
        if not lattice.are_joined(first, second) and not any(
            lattice.are_joined(first, corner) and lattice.are_joined(corner, second)
            for corner in between
        ):
            return True
    return False
