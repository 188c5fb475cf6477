"""The shape of a path: centre line, thickness, the cells it visits, the ground it covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask

# Right, below right, below, below left: with these every pair of neighbours is seen once.
_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1))
_PADDING = 1


@dataclass(frozen=True, slots=True, eq=False)
class CenterLine:
    """The one pixel wide middle of a path.

    Parameters
    ----------
    xs, ys : (N,) int
        Pixels of the middle.
    thickness : float
        Width of the line in pixels; 0 without a path.
    """

    xs: NDArray[np.int64]
    ys: NDArray[np.int64]
    thickness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PathMatch:
    """How a widened path covers the solution's ground: ratios in [0, 1] and pixel counts."""

    iou: float
    precision: float
    recall: float
    both: int
    result_only: int
    solution_only: int


def center_line(path: Mask) -> CenterLine:
    """Thin a path to its middle and measure how wide it is.

    Parameters
    ----------
    path : (H, W) uint8

    Returns
    -------
    CenterLine
        Thickness is 2 · median(distance to open ground on the middle) - 1.
    """
    from skimage import morphology

    left, top, width, height = cv2.boundingRect(path)
    if not width:
        empty = np.empty(0, dtype=np.int64)
        return CenterLine(empty, empty, 0.0)
    # A rim of open ground: neither thinning nor distance may take the crop's edge for path.
    part = np.pad(path[top : top + height, left : left + width], _PADDING)
    skeletonize: Any = morphology.skeletonize
    middle = np.flatnonzero(skeletonize(part > 0))
    distance = cv2.distanceTransform(part, cv2.DIST_L2, 5)
    thickness = 2.0 * float(np.median(distance.reshape(-1)[middle])) - 1.0
    ys, xs = np.divmod(middle, part.shape[1])
    return CenterLine(xs + (left - _PADDING), ys + (top - _PADDING), thickness)


def cells_and_steps(
    line: CenterLine, lattice: Lattice
) -> tuple[NDArray[np.int64], set[tuple[int, int]]]:
    """Count the middle's pixels per cell and collect the steps between cells.

    Parameters
    ----------
    line : CenterLine
    lattice : Lattice

    Returns
    -------
    (cells,) int
        Pixels in each cell.
    set of (int, int)
        Pairs of cells, smaller number first, that two neighbouring pixels connect.
    """
    count = lattice.rows * lattice.columns
    numbers = lattice.ids_of(line.xs, line.ys)
    pixels = np.bincount(numbers[numbers >= 0], minlength=count)
    if not numbers.size:
        return pixels, set()
    left, top = int(line.xs.min()), int(line.ys.min())
    stride = int(line.xs.max()) - left + 3
    grid = np.zeros((int(line.ys.max()) - top + 3) * stride, dtype=np.int32)
    flat = (line.ys - top + 1) * stride + (line.xs - left + 1)
    own = numbers + 1
    grid[flat] = own
    steps: set[tuple[int, int]] = set()
    for down, right in _STEPS:
        other = grid[flat + down * stride + right]
        is_step = (own > 0) & (other > 0) & (own != other)
        for pair in np.unique((own[is_step] - 1) * count + other[is_step] - 1).tolist():
            first, second = divmod(pair, count)
            steps.add((min(first, second), max(first, second)))
    return pixels, steps


def without(line: CenterLine, mask: Mask) -> CenterLine:
    """Return the middle less the pixels under a mask."""
    keep = mask[line.ys, line.xs] == 0
    return CenterLine(line.xs[keep], line.ys[keep], line.thickness)


def kernel_side(solution: SolutionAnalysis, *, thickness: float) -> int:
    """Return the side of the square that makes a line of this thickness as wide as a cell."""
    return max(1, round(solution.lattice.open_width - thickness + 1) | 1)


def widen(path: Mask, solution: SolutionAnalysis, *, side: int) -> Mask:
    """Widen a path to the width of a cell, without the solution's walls and unscored cells.

    Parameters
    ----------
    path : (H, W) uint8
        Of the size of the analysis' masks.
    solution : SolutionAnalysis
    side : int
        Side of the square kernel, such as `kernel_side` gives.

    Returns
    -------
    (H, W) uint8
    """
    out = np.zeros_like(path)
    left, top, width, height = cv2.boundingRect(path)
    if not width:
        return out
    margin = side // 2 + 1
    window = (
        slice(max(0, top - margin), top + height + margin),
        slice(max(0, left - margin), left + width + margin),
    )
    wide = cv2.dilate(path[window], np.ones((side, side), dtype=np.uint8))
    barred = cv2.bitwise_or(solution.barriers[window], solution.unscored[window])
    out[window] = cv2.subtract(wide, barred)
    return out


def match_path(wide: Mask, solution: SolutionAnalysis) -> PathMatch:
    """Compare a widened path with the solution's path.

    Parameters
    ----------
    wide : (H, W) uint8
        From `widen`.
    solution : SolutionAnalysis

    Returns
    -------
    PathMatch
        All 0 where one of the two is empty.
    """
    target = scored_target(solution)
    both = cv2.countNonZero(cv2.bitwise_and(wide, target))
    found, wanted = cv2.countNonZero(wide), cv2.countNonZero(target)
    union = found + wanted - both
    return PathMatch(
        iou=both / union if union else 0.0,
        precision=both / found if found else 0.0,
        recall=both / wanted if wanted else 0.0,
        both=both,
        result_only=found - both,
        solution_only=wanted - both,
    )


def scored_target(solution: SolutionAnalysis) -> Mask:
    """Return the solution's path less start and end cell, (H, W) uint8."""
    return np.asarray(cv2.subtract(solution.path, solution.unscored), dtype=np.uint8)
