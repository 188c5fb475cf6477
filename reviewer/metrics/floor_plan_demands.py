"""What the task demands of a floor plan, as numbers; and what a rule finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .drawing_style import shortened
from .geometry import Segment

Box = tuple[float, float, float, float]
_MOST_WORDS = 400


@dataclass(frozen=True, slots=True)
class Demands:
    """Thresholds of the rules. The first group is the task's own words; the rest are tolerances."""

    pieces: int = 22
    clearance_units: float = 60.0
    passage_mm: float = 600.0
    passages: int = 5
    path_effects: int = 3
    east_pieces: int = 4
    east_variance: float = 5.0
    orientations: int = 8
    containment_tolerance: float = 0.5
    """Units a piece may reach out of its room; lines have a width."""
    spacing_tolerance: float = 0.05
    """How much the steps between aligned pieces may differ, relative to their mean."""
    dimension_tolerance: float = 0.05
    """How much a stated length may differ from the drawn one, relative."""
    report_tolerance: float = 5.0
    """Units (or mm) between a stated center and the drawn one."""
    label_reach: float = 0.05
    """How far a label may stand from its piece, relative to the diagonal of the view."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule found at one place. `holds` None: not measured, or for a person to say."""

    rule: str
    elements: tuple[str, ...]
    holds: bool | None
    text: str
    numbers: Mapping[str, float] = field(default_factory=dict)
    place: Box | None = None
    segments: tuple[Segment, ...] = ()

    @property
    def said(self) -> str:
        """The text as it can be shown, however long the ids in it are."""
        return shortened(self.text, _MOST_WORDS)


def not_measured(rule: str, reason: str) -> Finding:
    """A rule that could not be applied, with the reason."""
    return Finding(rule, (), None, f"not measured: {reason}")


def box_of(*segments: Segment) -> Box:
    """The box (x, y, width, height) around segments."""
    xs = [point[0] for segment in segments for point in segment]
    ys = [point[1] for segment in segments for point in segment]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
