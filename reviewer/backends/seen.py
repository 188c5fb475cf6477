"""What machines find in pictures, what they may raise, and the protocols they fill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Box = tuple[float, float, float, float]


class BackendError(RuntimeError):
    """A machine that failed on a picture or a model; the message names cause and remedy."""


class MissingBackendError(BackendError):
    """A machine that is not installed or not set up; the message says what to install or set."""


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of text with its upright box (x0, y0, x1, y1) in pixels of the picture."""

    text: str
    confidence: float
    box: Box


@dataclass(frozen=True, slots=True)
class Detection:
    """An object with its box (x0, y0, x1, y1) in pixels of the picture."""

    label: str
    box: Box
    confidence: float
    color: str | None = None


class TextReader(Protocol):
    """Reads the text in an RGB picture."""

    @property
    def name(self) -> str:
        """What its results are signed with."""
        ...

    def read(self, picture: Pixels) -> list[TextSpan]:
        """Every piece of text, in reading order; a BackendError when the reader fails."""
        ...


class Detector(Protocol):
    """Finds objects in an RGB picture."""

    @property
    def name(self) -> str:
        """What its results are signed with."""
        ...

    def detect(self, picture: Pixels) -> list[Detection]:
        """Every object that is sure enough; a BackendError when the detector fails."""
        ...


def require_rgb(picture: NDArray[Any]) -> Pixels:
    """The picture if it is uint8 RGB, else a BackendError that says what it is."""
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or not picture.size:
        raise BackendError(
            f"a picture must be uint8 RGB of shape (H, W, 3), got {picture.dtype} "
            f"{picture.shape}; convert it first"
        )
    return picture
