"""Where a line comes up to a wall head on, and where it runs along it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_pieces import Window, square
from reviewer.metrics.maze_spot import Mask

# A narrow line that comes head on touches no more of a wall than this.
HEAD = 6
# To be seen whole, what runs along a wall needs so much room around a piece.
ROOM = HEAD + 2
_NEAR = 2


def comes_head_on(
    piece: NDArray[np.bool_],
    drawn: NDArray[np.bool_],
    walls: Mask,
    window: Window,
    lattice: Lattice,
) -> bool:
    """Say whether a narrow line lies on two sides of a piece and comes head on from one of them.

    A line that only runs along a wall lies against it for longer.

    Parameters
    ----------
    piece, drawn : (h, w) bool
        The piece on a wall, and narrow line, in the window.
    walls : (h, w) uint8
        0 or not 0.
    window : (rows, columns)
        Around the piece with `ROOM`.
    lattice : Lattice
    """
    is_face = (cv2.dilate(walls, square(1)) > 0) & (walls == 0) & drawn
    near = (cv2.dilate(piece.view(np.uint8), square(_NEAR)) > 0) & is_face
    _, labels, stats, _ = cv2.connectedComponentsWithStats(is_face.view(np.uint8), connectivity=8)
    longest: dict[int, int] = {}
    for number in np.unique(labels[near]).tolist():
        ys, xs = np.nonzero((labels == number) & near)
        x, y = float(xs.mean()) + window[1].start, float(ys.mean()) + window[0].start
        cell, length = lattice.id_at(x, y), int(stats[number, 2:4].max())
        longest[cell] = max(longest.get(cell, 0), length)
    return len(longest) >= 2 and min(longest.values()) <= HEAD
