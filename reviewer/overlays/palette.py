"""The data colors: which color, opacity and mark stand for which class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Color = tuple[int, int, int]
Image = NDArray[np.uint8]

WALL_GREY = 58
OPEN_GREY = 176
GREY_GAIN = 0.42
GREY_LIFT = 26.0

HATCH_PERIOD = 14.0
HATCH_WIDTH = 4.0
HATCH_INK: Color = (16, 17, 19)

RING_UNDER = 6.0
# A line of one pixel shows its crossings too faintly: up to this length all of them get a ring.
LINE_RING_UNDER = 48.0
RING_INNER: Color = (255, 255, 255)
RING_OUTER: Color = (0, 0, 0)
RING_INNER_WIDTH = 1.5
RING_OUTER_WIDTH = 3.5


@dataclass(frozen=True, slots=True)
class Paint:
    """How one class is drawn: color, opacity in [0, 1], hatched or plain."""

    color: Color
    opacity: float = 1.0
    is_hatched: bool = False


@dataclass(frozen=True, slots=True)
class Palette:
    """One complete set of paints; `name` is what a setting stores, `label` what a person reads."""

    name: str
    label: str
    paints: Mapping[str, Paint]

    def paint(self, name: str) -> Paint:
        """Return the paint of a class.

        Parameters
        ----------
        name : str
            A class name such as ``"crossing"`` or ``"both"``.

        Returns
        -------
        Paint

        Raises
        ------
        KeyError
            The palette has no such class; the message lists those it has.
        """
        try:
            return self.paints[name]
        except KeyError:
            known = ", ".join(sorted(self.paints))
            raise KeyError(
                f"palette {self.name!r} has no class {name!r}; give the layer a color or use "
                f"one of {known}"
            ) from None


def _paints(**paints: Paint) -> Mapping[str, Paint]:
    return MappingProxyType(paints)


# A difference is read the same way in every palette: its two hues are Okabe-Ito already.
_DIFFERENCE = {
    "same": Paint((96, 96, 96), opacity=0.0),
    "small": Paint((86, 180, 233), opacity=0.85),
    "large": Paint((213, 94, 0), opacity=0.9),
}

# What the golden changed against what the result changed.
_CHANGE = {
    "changed_right": Paint((0, 158, 115), opacity=0.85),
    "changed_otherwise": Paint((240, 228, 66), opacity=0.9),
    "change_missing": Paint((86, 180, 233), opacity=0.9),
    "change_uncalled": Paint((213, 94, 0), opacity=0.9),
}

_SAFE_MAZE = {
    "crossing": Paint((240, 228, 66)),
    "edge_touch": Paint((230, 159, 0)),
    "path_clear": Paint((86, 180, 233), opacity=0.6),
    # Darker than the line that lies on it: the two blues are told apart by every eye.
    "path_clear_video": Paint((0, 114, 178), opacity=0.85),
    "solution_only": Paint((0, 158, 115)),
    "result_only": Paint((213, 94, 0)),
    "both": Paint((240, 228, 66), is_hatched=True),
}

_DOCUMENTED_MAZE = {
    "crossing": Paint((255, 221, 0)),
    "edge_touch": Paint((255, 140, 0)),
    "path_clear": Paint((110, 150, 205), opacity=0.6),
    "path_clear_video": Paint((173, 216, 230), opacity=0.6),
    "solution_only": Paint((0, 190, 70)),
    "result_only": Paint((230, 40, 40)),
    "both": Paint((255, 221, 0)),
}

_FILE_MAZE = {
    **_DOCUMENTED_MAZE,
    "crossing": Paint((255, 255, 0)),
    "both": Paint((255, 255, 0)),
}

DOCUMENTED = Palette(
    "documented", "Documented", _paints(**_DOCUMENTED_MAZE, **_DIFFERENCE, **_CHANGE)
)
SAFE = Palette("safe", "Color-blind safe", _paints(**_SAFE_MAZE, **_DIFFERENCE, **_CHANGE))
FILES = Palette("files", "Documented, in files", _paints(**_FILE_MAZE, **_DIFFERENCE, **_CHANGE))

PALETTES: Mapping[str, Palette] = MappingProxyType(
    {palette.name: palette for palette in (DOCUMENTED, SAFE, FILES)}
)


def as_rgb(image: NDArray[Any]) -> Image:
    """Return a new RGB copy of an 8-bit picture.

    Parameters
    ----------
    image : (H, W), (H, W, 1), (H, W, 2), (H, W, 3) or (H, W, 4) uint8
        Grey, grey with alpha, RGB or RGBA. Alpha is laid over white.

    Returns
    -------
    (H, W, 3) uint8
        Never a view of the input.

    Raises
    ------
    ValueError
        Another type or shape.
    """
    if image.dtype != np.uint8 or image.ndim not in (2, 3):
        raise ValueError(
            f"a picture to paint on is uint8 with 2 or 3 axes, not {image.dtype} {image.shape}"
        )
    grey = image[..., None] if image.ndim == 2 else image
    channels = grey.shape[2]
    if channels not in (1, 2, 3, 4):
        raise ValueError(f"a picture has 1 to 4 channels, not {channels}; shape {image.shape}")
    color = grey[..., : 3 if channels >= 3 else 1]
    if channels in (2, 4):
        alpha = grey[..., -1:].astype(np.float32) / 255.0
        mixed = color.astype(np.float32) * alpha + 255.0 * (1.0 - alpha)
        color = np.rint(mixed).astype(np.uint8)
    if color.shape[2] == 1:
        return np.repeat(color, 3, axis=2)
    return np.array(color, dtype=np.uint8, order="C")


def grey_base(image: NDArray[Any]) -> Image:
    """Redraw a picture in quiet greys so that the classes above it are read first.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4) uint8

    Returns
    -------
    (H, W, 3) uint8
        Luma × 0.42 + 26, the range 26…133.
    """
    luma = cv2.cvtColor(as_rgb(image), cv2.COLOR_RGB2GRAY)
    levels = np.arange(256, dtype=np.float64)
    table = np.rint(levels * GREY_GAIN + GREY_LIFT).astype(np.uint8)
    return np.asarray(cv2.cvtColor(cv2.LUT(luma, table), cv2.COLOR_GRAY2RGB), dtype=np.uint8)


def two_grey_base(wall: NDArray[np.bool_]) -> Image:
    """Redraw a maze in two greys.

    Parameters
    ----------
    wall : (H, W) bool
        True where a wall stands.

    Returns
    -------
    (H, W, 3) uint8
        58 on walls, 176 on open ground.
    """
    levels = np.full(256, WALL_GREY, dtype=np.uint8)
    levels[0] = OPEN_GREY
    grey = cv2.LUT(np.ascontiguousarray(wall, dtype=bool).view(np.uint8), levels)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), dtype=np.uint8)
