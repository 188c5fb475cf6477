"""Blue on thin walls that is no path, and path on them that is not blue.

Blue runs over a wall from paths on both of its sides; beside a square it turns green or red.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_pieces import group_cells, square, window_around
from reviewer.metrics.maze_spot import Mask

# A blur of 1.5 px and the halved colors of JPEG carry blue about 2 px from each side.
THICKEST_WALL = 4
# A path over a wall is as blue there as beside it; blue that ran over lets the wall through.
SOLID = 0.85
_BESIDE = 3
# Blue enough to tell that a line comes out there; colors of JPEG stray less.
_TINGED = 30
_ALONG = 2
_NEAR_END = 4


def without_bleed(
    channels: Channels, path: Mask, walls: Mask, lattice: Lattice, *, thickness: int
) -> tuple[Mask, int]:
    """Return a path less the blue that ran over thin walls between it.

    A piece on a wall goes when most of it is paler than the blue on both sides of it, and the
    path is one beside the wall: the way round is walked, and nothing needs this piece. What a
    shortcut goes through is kept however pale it is.

    Parameters
    ----------
    channels : Channels
    path, walls : (H, W) uint8
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
    _, labels, stats, middles = cv2.connectedComponentsWithStats(touching[window], connectivity=8)
    corner = np.array((window[1].start, window[0].start))
    is_pale = _are_pale(labels, pale, stats, _are_near_ends(middles + corner, lattice))
    if not is_pale.any():
        return path, 0
    _, parts = cv2.connectedComponents(np.asarray(cv2.subtract(path, walls)), connectivity=8)
    bled = is_pale & _have_one_part(labels, is_pale, parts[window])
    is_bled = bled[labels]
    left = path.copy()
    left[window][is_bled] = 0
    return left, int(np.count_nonzero(is_bled))


def without_halo(
    channels: Channels, path: Mask, walls: Mask, lattice: Lattice, *, thickness: int
) -> Mask:
    """Return a path less the spots on thin walls that JPEG set beside a thin line.

    A spot goes when it is paler than the line near it and there is blue on one side of the wall
    alone. What a shortcut goes through has blue on both.

    Parameters
    ----------
    channels : Channels
    path, walls : (H, W) uint8
        0 or not 0, of the picture's size.
    lattice : Lattice
        In the pixels of the masks.
    thickness : int
        Of the walls, in pixels; above 4 all of the path is returned.

    Returns
    -------
    (H, W) uint8
    """
    touching = np.asarray(cv2.bitwise_and(path, walls), dtype=np.uint8)
    if thickness > THICKEST_WALL or not touching.any():
        return path
    lead = channels.lead("blue")
    out = path.copy()
    count, labels, stats, _ = cv2.connectedComponentsWithStats(touching, connectivity=8)
    bluest = _bluest(labels, lead, count)
    # No line is bluer than the bluest: most pieces need no closer look.
    suspects = np.flatnonzero(bluest < SOLID * lead.max())
    for number in suspects[suspects > 0].tolist():
        window = window_around(stats[number][:4].tolist(), thickness + _BESIDE, path.shape)
        piece = labels[window] == number
        is_open = walls[window] == 0
        line = int(lead[window][is_open & (path[window] > 0)].max(initial=0))
        if bluest[number] >= SOLID * line:
            continue
        around = cv2.dilate(piece.view(np.uint8), square(thickness + 1)) > 0
        ys, xs = np.nonzero(around & is_open & (lead[window] >= _TINGED))
        cells = lattice.ids_of(xs + window[1].start, ys + window[0].start)
        if len(group_cells(dict.fromkeys(cells.tolist(), 1), lattice)) <= 1:
            out[window][piece] = 0
    return out


def _bluest(labels: NDArray[Any], lead: Mask, count: int) -> NDArray[Any]:
    """Return the highest lead of each label."""
    places = np.flatnonzero(labels)
    bluest = np.zeros(count, dtype=np.int64)
    np.maximum.at(bluest, labels.reshape(-1)[places], lead.reshape(-1)[places])
    return bluest


def up_to_squares(channels: Channels, path: Mask, walls: Mask, squares: Mask) -> Mask:
    """Return a path with what of it is blended into start or end square over a wall.

    Between blue and a square soft pictures have pixels that are neither, and a line through the
    wall beside it would seem to end inside the wall. Where the wall is whole they are dark.

    Parameters
    ----------
    channels : Channels
    path, walls, squares : (H, W) uint8
        0 or not 0, of the picture's size.

    Returns
    -------
    (H, W) uint8
    """
    left, top, width, height = cv2.boundingRect(squares)
    if not width:
        return path
    window = window_around((left, top, width, height), _BESIDE, path.shape)
    between = cv2.bitwise_and(
        cv2.dilate(squares[window], square(_BESIDE)), cv2.dilate(path[window], square(_BESIDE))
    )
    is_free = (path[window] == 0) & (squares[window] == 0)
    places = np.flatnonzero((between > 0) & (walls[window] > 0) & is_free)
    rows, columns = np.divmod(places, between.shape[1])
    if not rows.size:
        return path
    parts = (channels.red, channels.green, channels.blue)
    colors = np.stack([part[window][rows, columns] for part in parts]).astype(np.int16)
    # Of blue, one other color, white and black in a pixel, this is how much is not black.
    light = colors.sum(axis=0) - 2 * colors.min(axis=0)
    is_through = light >= SOLID * 255
    out = path.copy()
    out[window][rows[is_through], columns[is_through]] = 255
    return out


def _are_near_ends(middles: NDArray[Any], lattice: Lattice) -> NDArray[np.bool_]:
    """Say of (N, 2) points x, y on walls whether another wall could begin within a few pixels."""
    steps = (lattice.pitch_x, lattice.pitch_y)
    # Measured from the middle of the first wall, between -pitch / 2 and pitch / 2.
    off = middles - (lattice.x0 - lattice.wall / 2, lattice.y0 - lattice.wall / 2)
    off -= np.round(off / steps) * steps
    return np.asarray((np.abs(off) <= _NEAR_END + lattice.wall / 2).all(axis=1))


def _are_pale(
    labels: NDArray[Any], pale: NDArray[np.bool_], stats: NDArray[Any], near_ends: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Say of each label, 0 none of them, whether most of its piece is pale."""
    areas = stats[:, cv2.CC_STAT_AREA]
    counts = np.bincount(labels[pale], minlength=len(areas))
    # Near the end of a wall blue falls off on all sides: the wall farther on shows the valley.
    for number in np.flatnonzero(near_ends & (counts > 0) & (2 * counts <= areas)).tolist():
        window = window_around(stats[number][:4].tolist(), _ALONG, labels.shape)
        piece = np.asarray(labels[window] == number).view(np.uint8)
        looked_at = cv2.dilate(piece, square(_ALONG)) > 0
        counts[number] = np.count_nonzero(pale[window] & looked_at)
    counts[0] = 0
    return np.asarray(2 * counts > areas)


def _have_one_part(
    labels: NDArray[Any], wanted: NDArray[np.bool_], parts: NDArray[Any]
) -> NDArray[np.bool_]:
    """Say of the wanted labels whether a single part of the path lies around each."""
    numbers = parts.astype(np.float32)
    highest = cv2.dilate(numbers, square(1))
    numbers[parts == 0] = np.inf
    lowest = cv2.erode(numbers, square(1))
    places = np.flatnonzero(wanted[labels])
    own = labels.reshape(-1)[places]
    most, least = np.zeros(len(wanted)), np.full(len(wanted), np.inf)
    np.maximum.at(most, own, highest.reshape(-1)[places])
    np.minimum.at(least, own, lowest.reshape(-1)[places])
    return np.asarray(most == least)
