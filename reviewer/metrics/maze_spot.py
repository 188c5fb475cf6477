"""Small masks: cut to their bounding box, reduced to their larger pieces, packed to bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A mask cut to its bounding box: left, top, and (height, width) uint8 of 0 or 255."""

    left: int
    top: int
    mask: Mask

    @property
    def window(self) -> tuple[slice, slice]:
        """Rows and columns of the picture that it covers."""
        height, width = self.mask.shape
        return slice(self.top, self.top + height), slice(self.left, self.left + width)

    def cut(self) -> Spot:
        """Return it without empty rows and columns at its edges."""
        left, top, width, height = cv2.boundingRect(self.mask)
        mask = self.mask[top : top + height, left : left + width]
        return Spot(self.left + left, self.top + top, mask)

    def drawn(self, shape: tuple[int, ...]) -> Mask:
        """Return it as a mask of the picture's (height, width)."""
        out = np.zeros(shape[:2], dtype=np.uint8)
        out[self.window] = self.mask
        return out

    def grown(self, shape: tuple[int, ...]) -> Spot:
        """Return it grown by a pixel to all sides, inside a picture of (height, width)."""
        rows, columns = self.window
        top, left = max(0, rows.start - 1), max(0, columns.start - 1)
        bottom, right = min(shape[0], rows.stop + 1), min(shape[1], columns.stop + 1)
        mask = np.zeros((bottom - top, right - left), dtype=np.uint8)
        height, width = self.mask.shape
        y, x = self.top - top, self.left - left
        mask[y : y + height, x : x + width] = self.mask
        grown = cv2.dilate(mask, np.ones((3, 3), dtype=np.uint8))
        return Spot(left, top, np.asarray(grown, dtype=np.uint8))

    def middle(self, share: float = 0.25) -> tuple[float, float] | None:
        """Return the centroid of its larger pieces.

        Parameters
        ----------
        share : float
            In [0, 1]: pieces under this share of the largest one's area are specks.

        Returns
        -------
        (x, y) in pixels of the picture, or None where it is empty
        """
        if not self.mask.size:
            return None
        _, _, stats, middles = cv2.connectedComponentsWithStats(self.mask, connectivity=8)
        areas = stats[1:, cv2.CC_STAT_AREA].astype(np.float64)
        areas[areas < share * areas.max()] = 0.0
        x, y = areas @ middles[1:] / areas.sum()
        return float(x) + self.left, float(y) + self.top


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A mask cut to its bounding box and packed to bits: a clip's worth of them stays small."""

    left: int
    top: int
    width: int
    height: int
    bits: NDArray[np.uint8]

    @classmethod
    def of(cls, spot: Spot) -> Patch:
        """Pack a cut mask."""
        height, width = spot.mask.shape
        return cls(spot.left, spot.top, width, height, np.packbits(spot.mask > 0))

    @property
    def window(self) -> tuple[slice, slice]:
        """Rows and columns of the frame that the patch covers."""
        return (
            slice(self.top, self.top + self.height),
            slice(self.left, self.left + self.width),
        )

    def mask(self) -> Mask:
        """Return the cut mask, (height, width) uint8 of 0 or 1."""
        count = self.width * self.height
        return np.unpackbits(self.bits, count=count).reshape(self.height, self.width)

    def spot(self) -> Spot:
        """Return the cut mask, of 0 or 1, in its place."""
        return Spot(self.left, self.top, self.mask())


def pieces_of(mask: Mask) -> Iterator[Spot]:
    """Yield each connected piece of a mask, (H, W) uint8, that is empty but for a few places."""
    # A row without pixels parts pieces: only the rows between such rows are looked through.
    edges = np.flatnonzero(np.diff(mask.max(axis=1) > 0, prepend=False, append=False))
    for top, bottom in edges.reshape(-1, 2).tolist():
        band = Spot(0, top, mask[top:bottom]).cut()
        count, labels, stats, _ = cv2.connectedComponentsWithStats(band.mask, connectivity=8)
        for number in range(1, count):
            left, up, width, height = stats[number, :4].tolist()
            piece = labels[up : up + height, left : left + width] == number
            yield Spot(band.left + left, band.top + up, np.where(piece, 255, 0).astype(np.uint8))


def largest_pieces(mask: Mask, share: float = 0.25) -> Mask:
    """Drop specks: keep the pieces with at least a share of the largest one's area.

    Parameters
    ----------
    mask : (H, W) uint8
    share : float
        In [0, 1].

    Returns
    -------
    (H, W) uint8
    """
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return mask
    part = mask[top : top + height, left : left + width]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
    if count <= 2:
        return mask
    areas = stats[:, cv2.CC_STAT_AREA].astype(np.float64)
    keep = areas >= share * areas[1:].max()
    keep[0] = False
    out = np.zeros_like(mask)
    out[top : top + height, left : left + width] = np.where(keep, 255, 0).astype(np.uint8)[labels]
    return out


def centroid(mask: Mask) -> tuple[float, float] | None:
    """Return the mean column and row of a mask's pixels, or None where it is empty.

    Parameters
    ----------
    mask : (H, W) uint8

    Returns
    -------
    (x, y) in pixels, or None
    """
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return None
    moments = cv2.moments(mask[top : top + height, left : left + width], binaryImage=True)
    area = moments["m00"]
    return left + moments["m10"] / area, top + moments["m01"] / area
