"""Whether an answer kept the maze: walls, start square and end square."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2

from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How well an answer keeps the solution's maze.

    Parameters
    ----------
    iou : float
        Intersection over union of the walls, in [0, 1].
    green_distance, red_distance : float or None
        Distance of the squares' middles in solution pixels; None where the answer has none.
    green_match, red_match : bool
    green_xy, red_xy : (x, y) or None
        Middles in the answer's pixels.
    score : float
        In [0, 1]: shares of walls and of the two matches.
    """

    iou: float
    green_distance: float | None
    red_distance: float | None
    green_match: bool
    red_match: bool
    green_xy: Point | None
    red_xy: Point | None
    score: float


def wall_iou(walls: Mask, reference: Mask, *, left_out: Mask | None = None) -> float:
    """Return intersection over union of two wall masks, 0 where both are empty.

    Parameters
    ----------
    walls, reference : (H, W) uint8
    left_out : (H, W) uint8, optional
        Pixels that count in neither.

    Returns
    -------
    float
        In [0, 1].
    """
    if left_out is not None:
        walls, reference = cv2.subtract(walls, left_out), cv2.subtract(reference, left_out)  # type: ignore[assignment]
    both = cv2.countNonZero(cv2.bitwise_and(walls, reference))
    union = cv2.countNonZero(walls) + cv2.countNonZero(reference) - both
    return both / union if union else 0.0


def marker_distance(found: Point | None, wanted: Point, scale: Point) -> float | None:
    """Return the distance of two points in solution pixels, None where one was not found.

    Parameters
    ----------
    found, wanted : (x, y)
        In the answer's pixels.
    scale : (x, y)
        Answer pixels per solution pixel.
    """
    if found is None:
        return None
    return math.hypot((found[0] - wanted[0]) / scale[0], (found[1] - wanted[1]) / scale[1])


def is_within(distance: float | None, tolerance: float) -> bool:
    """Say whether a distance matches, the tolerance itself included."""
    return distance is not None and distance <= tolerance


def layout_score(iou: float, matches: int, parameters: MazeParameters) -> float:
    """Return the layout score in [0, 1] from the wall IoU and how many markers match."""
    return parameters.structure_share * iou + parameters.marker_share * matches


def find_layout(
    iou: float,
    green_xy: Point | None,
    red_xy: Point | None,
    *,
    solution: SolutionAnalysis,
    parameters: MazeParameters,
) -> Layout:
    """Put walls and markers of a still picture together.

    Parameters
    ----------
    iou : float
        From `wall_iou`.
    green_xy, red_xy : (x, y) or None
        Middles of the answer's squares.
    solution : SolutionAnalysis
        At the answer's size.
    parameters : MazeParameters

    Returns
    -------
    Layout
    """
    green = marker_distance(green_xy, solution.start_xy, solution.scale)
    red = marker_distance(red_xy, solution.end_xy, solution.scale)
    green_match = is_within(green, parameters.position_tolerance)
    red_match = is_within(red, parameters.position_tolerance)
    return Layout(
        iou=iou,
        green_distance=green,
        red_distance=red,
        green_match=green_match,
        red_match=red_match,
        green_xy=green_xy,
        red_xy=red_xy,
        score=layout_score(iou, green_match + red_match, parameters),
    )
