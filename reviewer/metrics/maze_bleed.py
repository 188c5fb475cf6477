"""Blue that ran over a thin wall from paths on both of its sides, and is none itself."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_pieces import square, window_around
from reviewer.metrics.maze_spot import Mask

# A blur of 1.5 px and the halved colors of JPEG carry blue about 2 px from each side.
THICKEST_WALL = 4
# A path over a wall is as blue there as beside it; blue that ran over lets the wall through.
SOLID = 0.85
_BESIDE = 3
_ALONG = 2
_NEAR_END = 4


def without_bleed(
    channels: Channels, walls: Mask, lattice: Lattice, *, thickness: int
) -> tuple[Mask, int]:
    """Return the blue path of a picture, less the blue that ran over thin walls between it.

    A piece on a wall goes when most of it is paler than the blue on both sides of it, and the
    path is one beside the wall: the way round is walked, and nothing needs this piece. What a
    shortcut goes through is kept however pale it is.

    Parameters
    ----------
    channels : Channels
    walls : (H, W) uint8
        0 or not 0, of the picture's size.
    lattice : Lattice
        In the pixels of the masks.
    thickness : int
        Of the walls, in pixels; above 4 all of the path is returned.

    Returns
    -------
    path : (H, W) uint8
    taken : int
        Pixels taken away.
    """
    path = channels.path()
    touching = np.asarray(cv2.bitwise_and(path, walls), dtype=np.uint8)
    box = cv2.boundingRect(touching)
    if thickness > THICKEST_WALL or not box[2]:
        return path, 0
    reach = thickness // 2 + _BESIDE
    window = window_around(box, 2 * reach, path.shape)
    # Closing fills valleys and leaves slopes: the end of a line and its soft sides are no valley.
    lead = channels.lead("blue")[window]
    beside = cv2.morphologyEx(lead, cv2.MORPH_CLOSE, square(reach))
    pale = (lead < SOLID * beside) & (walls[window] > 0)
    count, labels, _, middles = cv2.connectedComponentsWithStats(touching[window], connectivity=8)
    corner = np.array((window[1].start, window[0].start))
    ends = _are_near_ends(middles + corner, lattice)
    suspects = np.unique(labels[pale])
    if not suspects.any():
        return path, 0
    _, parts = cv2.connectedComponents(np.asarray(cv2.subtract(path, walls)), connectivity=8)
    bled = np.zeros(count, dtype=bool)
    for number in suspects[suspects > 0].tolist():
        bled[number] = _is_bled(
            labels == number, pale, parts[window], along=_ALONG if ends[number] else 0
        )
    is_bled = bled[labels]
    path[window][is_bled] = 0
    return path, int(np.count_nonzero(is_bled))


def _are_near_ends(middles: NDArray[Any], lattice: Lattice) -> NDArray[np.bool_]:
    """Say of (N, 2) points x, y on walls whether another wall could begin within a few pixels."""
    steps = (lattice.pitch_x, lattice.pitch_y)
    # Measured from the middle of the first wall, between -pitch / 2 and pitch / 2.
    off = middles - (lattice.x0 - lattice.wall / 2, lattice.y0 - lattice.wall / 2)
    off -= np.round(off / steps) * steps
    return np.asarray((np.abs(off) <= _NEAR_END + lattice.wall / 2).all(axis=1))


def _is_bled(
    piece: NDArray[np.bool_], pale: NDArray[np.bool_], parts: NDArray[Any], *, along: int
) -> bool:
    """Say whether a piece on a wall is mostly pale, and one part of the path lies around it."""
    mask = piece.view(np.uint8)
    window = window_around(cv2.boundingRect(mask), _ALONG, mask.shape)
    # Near the end of a wall blue falls off on all sides: the wall farther on shows the valley.
    looked_at = cv2.dilate(mask[window], square(along)) > 0
    if 2 * np.count_nonzero(pale[window] & looked_at) <= np.count_nonzero(piece):
        return False
    ring = cv2.dilate(mask[window], square(1)) > 0
    return int(np.count_nonzero(np.unique(parts[window][ring]))) == 1
