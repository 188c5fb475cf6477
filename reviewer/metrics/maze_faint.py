"""Stretches of a thin line that JPEG made pale: they are path, though not half as blue as most."""

from __future__ import annotations

import cv2
import numpy as np

from reviewer.metrics.maze_color import DOMINANCE, Channels
from reviewer.metrics.maze_pieces import square
from reviewer.metrics.maze_spot import Mask

# Around a line of 2 px: as far as halved colors carry.
_NEAR = 3
# Pixels whose neighbors are all path: none in a line of 2 px, a third of one of 3 px, half of 4 px.
_THICK_SHARE = 0.4


def with_faint(channels: Channels, path: Mask, walls: Mask) -> Mask:
    """Return the path of a thin line with its pale stretches.

    JPEG keeps one color for four pixels: depending on where a line of 2 px falls, stretches of it
    are half as blue as others. Each is measured by the bluest pixel near it. Thicker lines keep
    their color, and pale blue beside them is the rim of anti-aliasing. On walls nothing is added:
    pale blue there is what JPEG carried over.

    Parameters
    ----------
    channels : Channels
    path : (H, W) uint8
        From `Channels.path`.
    walls : (H, W) uint8
        0 or not 0.

    Returns
    -------
    (H, W) uint8
    """
    spot = channels.spot("blue")
    if not spot.mask.size or not _is_thin(path[spot.window]):
        return path
    lead = cv2.bitwise_and(channels.lead("blue")[spot.window], spot.mask)
    near = cv2.dilate(lead, square(_NEAR)).astype(np.uint16)
    is_pale = (lead >= DOMINANCE) & (2 * lead.astype(np.uint16) >= near)
    out = path.copy()
    out[spot.window][is_pale & (walls[spot.window] == 0)] = 255
    return out


def _is_thin(path: Mask) -> bool:
    inner = cv2.erode(path, square(1))
    return cv2.countNonZero(inner) <= _THICK_SHARE * cv2.countNonZero(path)
