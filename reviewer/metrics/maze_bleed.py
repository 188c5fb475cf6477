"""Blue on thin walls that is no path: it runs over them from paths on both sides."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_faint import DARK, SOLID, THICKEST_WALL, inner_share, is_narrow
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_meeting import ROOM, comes_head_on
from reviewer.metrics.maze_pieces import Window, square, window_around
from reviewer.metrics.maze_spot import Mask

_BESIDE = 3
_ALONG = 2
_NEAR_END = 4
# Lines from this width on keep their color, and cut walls at their width.
_BROAD = 6
_CUT_SHARE = 0.75
# Smaller parts are no part of a path.
_SPECK = 9
# Between path and square lie pixels that are neither.
_RIM = 2


def without_bleed(
    channels: Channels,
    path: Mask,
    walls: Mask,
    squares: Mask,
    lattice: Lattice,
    *,
    thickness: int,
) -> tuple[Mask, int]:
    """Return a path less the blue that ran over thin walls between it.

    A piece on a wall goes when most of it is paler than the blue on both sides of it, and the
    path is one beside the wall: the way round is walked, and nothing needs this piece. What a
    shortcut goes through is kept however pale it is, and so is what a narrow line goes through
    that comes to the wall head on.

    Parameters
    ----------
    channels : Channels
    path, walls, squares : (H, W) uint8
        0 or not 0, of the picture's size.
    lattice : Lattice
        In the pixels of the masks.
    thickness : int
        Of the walls, in pixels; above 4 of the solution all of the path is returned.

    Returns
    -------
    path : (H, W) uint8
    taken : int
        Pixels taken away.
    """
    touching = np.asarray(cv2.bitwise_and(path, walls), dtype=np.uint8)
    box = cv2.boundingRect(touching)
    if thickness > THICKEST_WALL * max(1.0, lattice.unit) or not box[2]:
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
    is_pale |= _are_scraps(labels, stats, lead, path[window], lattice.open_width)
    if not is_pale.any():
        return path, 0
    ground = cv2.subtract(cv2.bitwise_or(path, cv2.dilate(squares, square(_RIM))), walls)
    _, parts, sizes, _ = cv2.connectedComponentsWithStats(np.asarray(ground), connectivity=8)
    parts[sizes[parts, cv2.CC_STAT_AREA] < _SPECK] = 0
    bled = is_pale & _have_one_part(labels, is_pale, parts[window], thickness // 2 + 1)
    if is_narrow(path):
        bled &= ~_come_head_on(channels, path, walls, lattice, window, labels, stats, bled)
    is_bled = bled[labels]
    left = path.copy()
    left[window][is_bled] = 0
    return left, int(np.count_nonzero(is_bled))


def _are_scraps(
    labels: NDArray[Any], stats: NDArray[Any], lead: Mask, path: Mask, open_width: float
) -> NDArray[np.bool_]:
    """Say of each label whether it is paler and shorter than a cut by a broad line would be."""
    breadth = min(open_width, 2 / max(1e-3, 1 - inner_share(path)))
    if breadth < _BROAD:
        return np.zeros(len(stats), dtype=bool)
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    is_short = sides.max(axis=1) < _CUT_SHARE * breadth
    sure = float(np.percentile(lead[path > 0], 90))
    is_scrap = is_short & (_bluest_of(labels, lead, len(stats)) < SOLID * sure)
    is_scrap[0] = False
    return np.asarray(is_scrap)


def _come_head_on(
    channels: Channels,
    path: Mask,
    walls: Mask,
    lattice: Lattice,
    window: Window,
    labels: NDArray[Any],
    stats: NDArray[Any],
    wanted: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Say of the wanted labels, in a window, whether a line comes to them head on."""
    drawn = (path > 0) & (channels.darkest() < DARK)
    found = np.zeros(len(stats), dtype=bool)
    for number in np.flatnonzero(wanted).tolist():
        near = window_around(stats[number, :4].tolist(), ROOM, labels.shape)
        rows, columns = (
            slice(inner.start + outer.start, inner.stop + outer.start)
            for inner, outer in zip(near, window, strict=True)
        )
        piece = np.asarray(labels[near] == number)
        place = rows, columns
        found[number] = comes_head_on(piece, drawn[place], walls[place], place, lattice)
    return found


def _bluest_of(labels: NDArray[Any], lead: Mask, count: int) -> NDArray[Any]:
    """Return the highest lead of each label."""
    places = np.flatnonzero(labels)
    bluest = np.zeros(count, dtype=np.int64)
    np.maximum.at(bluest, labels.reshape(-1)[places], lead.reshape(-1)[places])
    return bluest


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
    labels: NDArray[Any], wanted: NDArray[np.bool_], parts: NDArray[Any], reach: int
) -> NDArray[np.bool_]:
    """Say of the wanted labels whether no two parts of the path lie around each."""
    numbers = parts.astype(np.float32)
    highest = cv2.dilate(numbers, square(reach))
    numbers[parts == 0] = np.inf
    lowest = cv2.erode(numbers, square(reach))
    places = np.flatnonzero(wanted[labels])
    own = labels.reshape(-1)[places]
    most, least = np.zeros(len(wanted)), np.full(len(wanted), np.inf)
    np.maximum.at(most, own, highest.reshape(-1)[places])
    np.minimum.at(least, own, lowest.reshape(-1)[places])
    return np.asarray(most <= least)
