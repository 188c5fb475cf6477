"""The result of one maze evaluation: numbers, verdicts and the masks behind them."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.metrics.maze_color import RgbImage
from reviewer.metrics.maze_crossing import Crossing
from reviewer.metrics.maze_layout import Layout
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_path import PathMatch
from reviewer.metrics.maze_reflection import Reflection
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask
from reviewer.metrics.maze_walk import MarkerPosition


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MazeMasks:
    """Pictures an overlay needs, all of one size; masks are uint8, 0 or 255.

    Parameters
    ----------
    picture : (H, W, 3) uint8
        The answer, or a frame of the clip.
    path : mask
        What is judged: blue pixels, or the line through the marker's positions.
    covered : mask or None
        Only for a clip: all the marker ever covered; shown, never judged.
    squares : mask or None
        Only for a picture: the start and end that are drawn in it, over the path.
    wide : mask
        The path as wide as a cell.
    target : mask
        The solution's path, start and end cell left out.
    walls : mask
        The walls that must not be crossed.
    thickness : int
        Their thickness in pixels.
    widened_by : int
        Side of the square that the path was widened with.
    """

    picture: RgbImage
    path: Mask
    wide: Mask
    target: Mask
    walls: Mask
    thickness: int
    widened_by: int
    covered: Mask | None = None
    squares: Mask | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MazeTrack:
    """What only a clip has.

    Parameters
    ----------
    total_frames : int
        Frames taken from the clip.
    frames_with_marker : int
        Of these, frames with a moving marker.
    frames : tuple of int
        Number in the clip of each frame taken.
    positions : tuple of MarkerPosition
        The path in time, the static start first where there is one.
    has_marker : tuple of bool
        One per frame taken: whether a moving marker is seen in it.
    layout_scores, ious, raw_ious : tuple of float
        One per frame taken: layout score, wall IoU without and with marker pixels.
    is_faded : tuple of bool
        One per frame taken: whether it is left out of the layout.
    worst_index, worst_frame : int
        The frame of the lowest wall IoU among those that count.
    undersampled, jumps : int
        Steps longer than one cell and than two.
    first_crossing_frame : int or None
        Frame of the clip in which the marker first goes through a wall.
    static_start : (x, y) or None
        Middle of a start square that stays.
    extraction_method : str
    """

    total_frames: int
    frames_with_marker: int
    frames: tuple[int, ...]
    positions: tuple[MarkerPosition, ...]
    has_marker: tuple[bool, ...]
    layout_scores: tuple[float, ...]
    ious: tuple[float, ...]
    raw_ious: tuple[float, ...]
    is_faded: tuple[bool, ...]
    worst_index: int
    worst_frame: int
    undersampled: int
    jumps: int
    first_crossing_frame: int | None
    static_start: tuple[float, float] | None
    extraction_method: str

    @property
    def fade_frames(self) -> int:
        """How many leading and trailing frames are left out of the layout."""
        return sum(self.is_faded)

    @property
    def is_still(self) -> bool:
        """Whether the marker is seen and stays within a pixel."""
        xs, ys = [at.x for at in self.positions], [at.y for at in self.positions]
        return bool(xs) and max(max(xs) - min(xs), max(ys) - min(ys)) <= 1

    @property
    def are_alike(self) -> bool:
        """Whether no frame that counts has another layout than the rest."""
        pairs = zip(self.ious, self.layout_scores, self.is_faded, strict=True)
        return len({(iou, score) for iou, score, is_faded in pairs if not is_faded}) <= 1

    @property
    def iou_with_marker(self) -> float:
        """Lowest wall IoU with the marker's pixels left in, over the frames that count."""
        pairs = zip(self.raw_ious, self.is_faded, strict=True)
        return min(iou for iou, is_faded in pairs if not is_faded)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MazeEvaluation:
    """Everything measured about one answer, at full precision.

    Parameters
    ----------
    solution : SolutionAnalysis
        At the answer's size.
    parameters : MazeParameters
    layout : Layout
    crossing : Crossing
    path : PathMatch
    target_achievement : float
        Share of the solution's cells that the path touches, in [0, 1].
    touched_cells : tuple of int
        Those cells.
    reflection : Reflection
    masks : MazeMasks
    track : MazeTrack or None
        Only for a clip.
    notes : tuple of str
        What a person should know before trusting the numbers.
    """

    solution: SolutionAnalysis
    parameters: MazeParameters
    layout: Layout
    crossing: Crossing
    path: PathMatch
    target_achievement: float
    touched_cells: tuple[int, ...]
    reflection: Reflection
    masks: MazeMasks
    track: MazeTrack | None = None
    notes: tuple[str, ...] = ()

    @property
    def crossing_by_ratio(self) -> bool:
        """Whether the counted share is above the threshold: the document's rule."""
        return self.crossing.ratio > self.parameters.min_crossing_ratio

    @property
    def crossing_any(self) -> bool:
        """Whether at least one wall is crossed."""
        return self.crossing.walls_crossed >= 1

    @property
    def wall_crossing_detected(self) -> bool:
        """Whether a crossing is flagged under the chosen rule."""
        if self.parameters.crossing_rule == "any":
            return self.crossing_any
        return self.crossing_by_ratio

    @property
    def overall_score(self) -> float:
        """Layout and path IoU, weighed, less the penalty: -0.3 to 0.7, not clamped."""
        numbers = self.parameters
        penalty = numbers.crossing_penalty if self.wall_crossing_detected else 0.0
        return (
            self.layout.score * numbers.layout_weight
            + self.path.iou * numbers.path_weight
            - penalty
        )

    @property
    def layout_gate(self) -> bool:
        """Whether wall IoU is strictly above its gate."""
        return self.layout.iou > self.parameters.iou_gate

    @property
    def target_gate(self) -> bool:
        """Whether target achievement is strictly above its gate."""
        return self.target_achievement > self.parameters.target_gate

    @property
    def overall_gate(self) -> bool:
        """Whether both gates are passed and no crossing is flagged."""
        return self.layout_gate and self.target_gate and not self.wall_crossing_detected
