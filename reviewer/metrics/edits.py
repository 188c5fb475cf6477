"""Which edit was made: turned, mirrored, scaled; the wrong way and no edit shown too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.masks import content_size
from reviewer.metrics.pixels import (
    Box,
    Filter,
    Pixels,
    alpha,
    resized,
    rgb,
    size_of,
)
from reviewer.metrics.ssim import ssim

TRANSFORMS: Mapping[str, Callable[[Pixels], Pixels]] = MappingProxyType(
    {
        "none": lambda image: image,
        "mirror": np.fliplr,
        "flip": np.flipud,
        "rotate_90": lambda image: np.rot90(image, -1),
        "rotate_180": lambda image: np.rot90(image, 2),
        "rotate_270": lambda image: np.rot90(image, 1),
    }
)
"""Left-right, top-bottom, and turns clockwise as GIMP names them."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """SSIM of the result with each transform of the initial picture; None where sizes differ."""

    scores: Mapping[str, float | None]
    window: int

    @property
    def best(self) -> str:
        """The transform that fits best."""
        measured = {name: score for name, score in self.scores.items() if score is not None}
        return max(measured, key=lambda name: measured[name])

    def value(self, name: str) -> float:
        """Return the score of one transform, or say why there is none."""
        score = self.scores.get(name)
        if score is None:
            raise NotMeasured(f"the result does not have the size of the picture after {name}")
        return score


@dataclass(frozen=True, slots=True)
class ResizedSsim:
    """An SSIM after cutting to what can be seen and scaling to the reference."""

    value: float
    window: int
    box: Box | None
    notes: tuple[str, ...]


def orientation(
    result: Pixels, initial: Pixels, *, names: Collection[str] = tuple(TRANSFORMS)
) -> Orientation:
    """Measure with which turn or mirror of the initial picture a result agrees.

    Parameters
    ----------
    result, initial : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    names : collection of str
        Transforms to try: none, mirror (left-right), flip (top-bottom), rotate_90, rotate_180
        and rotate_270 (clockwise).

    Returns
    -------
    Orientation
        A no-op stands out under "none", a wrong direction under its own name.

    Raises
    ------
    NotMeasured
        No transform gives the size of the result, or a side is below 3 pixels.
    ValueError
        An unknown name.
    """
    unknown = sorted(set(names) - set(TRANSFORMS))
    if unknown:
        raise ValueError(f"unknown transforms {unknown}; known are {list(TRANSFORMS)}")
    picture, start = rgb(result), rgb(initial)
    scores: dict[str, float | None] = {}
    window = 0
    for name in names:
        turned = np.ascontiguousarray(TRANSFORMS[name](start))
        scores[name] = None
        if size_of(turned) == size_of(picture):
            measured = ssim(picture, turned)
            scores[name], window = measured.value, measured.window
    if not window:
        one, two = size_of(picture), size_of(start)
        raise NotMeasured(
            f"sizes differ whatever the turn: {one[0]}×{one[1]} and {two[0]}×{two[1]}"
        )
    return Orientation(MappingProxyType(scores), window)


def resized_ssim(source: Pixels, target: Pixels, *, method: Filter = "lanczos") -> ResizedSsim:
    """Measure the SSIM of what can be seen of a result, at the size of its reference.

    Parameters
    ----------
    source, target : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    method : str
        Filter of the scaling; LANCZOS and bicubic give different numbers.

    Returns
    -------
    ResizedSsim
        `box` is what the result was cut to when it has alpha; notes say what was done. A result
        that is transparent everywhere is not cut, and a note says so.

    Raises
    ------
    NotMeasured
        The reference's smaller side is below 3 pixels.
    """
    notes = []
    picture = rgb(source)
    box: Box | None = None
    if alpha(source) is not None:
        box = content_size(source, ignore_transparent=True).box
        if box is None:
            notes.append("the result is transparent everywhere: compared uncut")
        elif size_of(picture) != (box[2] - box[0], box[3] - box[1]):
            notes.append(f"cut to what can be seen: {box[2] - box[0]}×{box[3] - box[1]}")
            picture = picture[box[1] : box[3], box[0] : box[2]]
    was, size = size_of(picture), size_of(target)
    if was != size:
        notes.append(f"resized {was[0]}×{was[1]} → {size[0]}×{size[1]} ({method.upper()})")
        picture = resized(picture, size, method)
    measured = ssim(picture, rgb(target))
    return ResizedSsim(measured.value, measured.window, box, tuple(notes))
