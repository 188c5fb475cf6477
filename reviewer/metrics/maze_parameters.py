"""Every number of the maze evaluation that a person may tune, with the document's defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

WallSource = Literal["solution", "generated", "union"]
CrossingRule = Literal["document", "any"]
ExtractionMethod = Literal["green_marker_tracking", "frame_differencing"]

DEFAULT_FRAMES = 192
SORA_FRAMES = 360


@dataclass(frozen=True, slots=True, kw_only=True)
class MazeParameters:
    """Parameters of one maze evaluation; see IMAGE_DEFAULTS and VIDEO_DEFAULTS.

    Parameters
    ----------
    tolerance_pixels : float
        Image: wall erosion in solution pixels before a crossing counts.
    wall_erosion : float, optional
        Video: wall erosion in solution pixels; None is a quarter of the cell pitch.
    dilation_size : int, optional
        Side of the square kernel for thin paths in pixels; None is found from the cell.
    black_threshold, white_threshold : int
        A wall has every channel below the first, open ground every channel above the second.
    wall_source : {"solution", "generated", "union"}
        Whose walls an image's path must not cross.
    num_frames : int
        Frames taken from a clip, first and last included.
    extraction_method : {"green_marker_tracking", "frame_differencing"}
        How a clip's path is found.
    min_crossing_ratio : float
        Share of path pixels on walls above which a crossing is flagged (judging).
    position_tolerance : float
        Largest marker distance that still matches, in solution pixels, inclusive (judging).
    crossing_rule : {"document", "any"}
        Flag by the ratio, or as soon as one wall is crossed (judging).
    path_ratio_for_reflection : float
        Length ratio above which a path counts as exploring (judging).
    iou_gate, target_gate : float
        Gates, strictly above (judging).
    layout_weight, path_weight, crossing_penalty : float
        Terms of the overall score.
    structure_share, marker_share : float
        Terms of the layout score: walls, and each of the two markers.
    loop_credit, detour_credit : float
        Exploration score per loop and per unit of length ratio above 1.
    """

    tolerance_pixels: float = 3.0
    wall_erosion: float | None = None
    dilation_size: int | None = None
    black_threshold: int = 30
    white_threshold: int = 200
    wall_source: WallSource = "solution"
    num_frames: int = DEFAULT_FRAMES
    extraction_method: ExtractionMethod = "green_marker_tracking"
    min_crossing_ratio: float = 0.01
    position_tolerance: float = 20.0
    crossing_rule: CrossingRule = "document"
    path_ratio_for_reflection: float = 1.3
    iou_gate: float = 0.8
    target_gate: float = 0.95
    layout_weight: float = 0.2
    path_weight: float = 0.5
    crossing_penalty: float = 0.3
    structure_share: float = 0.6
    marker_share: float = 0.2
    loop_credit: float = 0.1
    detour_credit: float = 0.5

    def __post_init__(self) -> None:
        """Refuse values outside their range, naming the parameter."""
        for name in ("tolerance_pixels", "wall_erosion", "position_tolerance"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < 10_000:
                raise ValueError(f"{name} is {value}; give a number of pixels from 0 up")
        for name in ("black_threshold", "white_threshold"):
            if not 0 < getattr(self, name) < 255:
                raise ValueError(f"{name} is {getattr(self, name)}; give a level from 1 to 254")
        if self.dilation_size is not None and not 1 <= self.dilation_size < 10_000:
            raise ValueError(f"dilation_size is {self.dilation_size}; give 1 pixel or more")
        if self.num_frames < 1:
            raise ValueError(f"num_frames is {self.num_frames}; give 1 frame or more")
        if not 0 <= self.min_crossing_ratio <= 1:
            raise ValueError(f"min_crossing_ratio is {self.min_crossing_ratio}; give 0 to 1")
        for name, allowed in (
            ("wall_source", WallSource),
            ("crossing_rule", CrossingRule),
            ("extraction_method", ExtractionMethod),
        ):
            if getattr(self, name) not in get_args(allowed):
                known = ", ".join(get_args(allowed))
                raise ValueError(f"{name} is {getattr(self, name)!r}; give one of {known}")


IMAGE_DEFAULTS = MazeParameters()
VIDEO_DEFAULTS = MazeParameters(min_crossing_ratio=0.05, position_tolerance=50.0)


def frames_to_extract(model_name: str, given: int | None) -> int:
    """Return how many frames to take: what was given, else 360 for a sora model, else 192.

    Parameters
    ----------
    model_name : str
        Name of the model that made the clip.
    given : int or None
        The person's own number; an explicit 192 counts as given.
    """
    if given is not None:
        return given
    return SORA_FRAMES if "sora" in model_name.lower() else DEFAULT_FRAMES
