"""Stretches of a thin line that JPEG made pale: they are path, though not half as blue as most."""

from __future__ import annotations

import cv2
import numpy as np

from reviewer.metrics.maze_color import DOMINANCE, Channels
from reviewer.metrics.maze_pieces import square, window_around
from reviewer.metrics.maze_spot import Mask, Spot

# Around a line of 2 px: as far as halved colors carry.
_NEAR = 3
# Blue enough to be path beside blue that is sure, and as a share of the bluest pixel near it.
_FAINTEST = 20
_FAINTEST_SHARE = 0.25
_SURE_SHARE = 0.5
# JPEG keeps brightness where it halves color: a line on open ground stays dark, and blue enough
# to be no wall.
DARK = 100
_TINGED = 12
# A line through a wall is as blue there as beside it; blue that ran over lets the wall through.
SOLID = 0.85
# Past the bluest pixels there may be a pale end.
_BEYOND = 16
# A blur of 1.5 px and the halved colors of JPEG carry blue about 2 px from each side.
THICKEST_WALL = 4
# Pixels whose neighbors are all path: none in a line of 2 px, a third of one of 3 px, half of 4 px.
_THIN_SHARE = 0.4
_NARROW_SHARE = 0.55


def is_narrow(path: Mask) -> bool:
    """Say whether a path is a line of 4 px or less: so narrow that JPEG breaks its color."""
    return inner_share(path) <= _NARROW_SHARE


def inner_share(path: Mask) -> float:
    """Return which share of a path's pixels has path on all sides, 1 without a path."""
    left, top, width, height = cv2.boundingRect(path)
    if not width:
        return 1.0
    part = path[top : top + height, left : left + width]
    inner = cv2.erode(part, square(1), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return cv2.countNonZero(inner) / cv2.countNonZero(part)


def with_faint(channels: Channels, spot: Spot, path: Mask, walls: Mask, *, thickness: int) -> Mask:
    """Return the path of a thin line with its pale stretches.

    JPEG keeps one color for four pixels: depending on where a line of 2 px falls, stretches of it
    are a quarter as blue as others. Each is measured by the bluest pixel near it, or by how dark
    it is, and is path where it hangs together with blue that is sure. Thicker lines keep their
    color, and pale blue beside them is the rim of anti-aliasing. Nothing hangs together over
    walls: on them a line is added where it is as blue as beside them, and between two ends of it.

    Parameters
    ----------
    channels : Channels
    spot : Spot
        All that is blue.
    path : (H, W) uint8
        From `Channels.path`.
    walls : (H, W) uint8
        0 or not 0.
    thickness : int
        Of the walls, in pixels.

    Returns
    -------
    (H, W) uint8
    """
    share = inner_share(path)
    if not spot.mask.size or share > _NARROW_SHARE:
        return path
    height, width = spot.mask.shape
    window = window_around((spot.left, spot.top, width, height), _BEYOND, path.shape)
    ground = walls[window] == 0
    lead = channels.lead("blue", window)
    near = cv2.dilate(lead, square(_NEAR))
    is_dark = (channels.darkest()[window] < DARK) & ground
    is_pale = is_dark & (lead >= _TINGED)
    if share <= _THIN_SHARE:
        is_pale |= (lead >= _FAINTEST) & (lead >= _FAINTEST_SHARE * near) & ground
    is_sure = ((path[window] > 0) & ground) | (
        is_dark & (lead >= DOMINANCE) & (lead >= _SURE_SHARE * near)
    )
    together = (is_pale | is_sure).view(np.uint8)
    _, parts = cv2.connectedComponents(together, connectivity=4)
    out = path.copy()
    out[window][is_pale & np.isin(parts, parts[is_sure])] = 255
    own = out[window]
    is_solid = (lead >= DOMINANCE) & (lead >= SOLID * near) & ~ground
    if thickness > THICKEST_WALL:
        own[is_solid] = 255
        return out
    drawn = np.where(ground, own, 0).astype(np.uint8)
    between = cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, square(thickness // 2 + 1)) > 0
    is_line = (own > 0) & is_solid | between & (lead >= DOMINANCE)
    own[~ground & ~is_line] = 0
    own[~ground & is_line] = 255
    return out
