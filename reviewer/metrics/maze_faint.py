"""Stretches of a thin line that JPEG made pale: they are path, though not half as blue as most."""

from __future__ import annotations

import cv2
import numpy as np

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_pieces import square
from reviewer.metrics.maze_spot import Mask, Spot

# Around a line of 2 px: as far as halved colors carry.
_NEAR = 3
# Blue enough to be path beside blue that is sure, and as a share of the bluest pixel near it.
_FAINTEST = 20
_FAINTEST_SHARE = 0.25
# Pixels whose neighbors are all path: none in a line of 2 px, a third of one of 3 px, half of 4 px.
_THICK_SHARE = 0.4


def with_faint(channels: Channels, spot: Spot, path: Mask, walls: Mask) -> Mask:
    """Return the path of a thin line with its pale stretches.

    JPEG keeps one color for four pixels: depending on where a line of 2 px falls, stretches of it
    are a quarter as blue as others. Each is measured by the bluest pixel near it, and is path where
    it hangs together with blue that is sure. Thicker lines keep their color, and pale blue beside
    them is the rim of anti-aliasing. On walls nothing is added, and nothing hangs together over
    them: pale blue there is what JPEG carried over.

    Parameters
    ----------
    channels : Channels
    spot : Spot
        All that is blue.
    path : (H, W) uint8
        From `Channels.path`.
    walls : (H, W) uint8
        0 or not 0.

    Returns
    -------
    (H, W) uint8
    """
    if not spot.mask.size or not _is_thin(path[spot.window]):
        return path
    window = spot.window
    ground = walls[window] == 0
    lead = channels.lead("blue", window)
    near = cv2.dilate(lead, square(_NEAR))
    is_pale = (lead >= _FAINTEST) & (lead >= _FAINTEST_SHARE * near) & ground
    is_sure = (path[window] > 0) & ground
    together = (is_pale | is_sure).view(np.uint8)
    _, parts = cv2.connectedComponents(together, connectivity=4)
    out = path.copy()
    out[window][is_pale & np.isin(parts, parts[is_sure])] = 255
    return out


def _is_thin(path: Mask) -> bool:
    inner = cv2.erode(path, square(1))
    return cv2.countNonZero(inner) <= _THICK_SHARE * cv2.countNonZero(path)
