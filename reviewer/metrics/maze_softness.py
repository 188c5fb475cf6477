"""How soft a maze picture is, and how its walls would look in it whole and drawn over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_pieces import Window, square

Plane = NDArray[np.float32]
Flags = NDArray[np.bool_]
# Makes a drawing as soft as the picture; the corner is where in the picture the drawing begins.
Carrier = Callable[[Plane, tuple[int, int]], Plane]

_SIGMAS = (0.0, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 1.75)
_NEAR = 3
# Softness is the same all over: a part of a large picture tells it.
_PART = 256
_LEAST_NOISE = (7.0, 3.0)
# A line through a wall shows as long as less of the color is unexplained; through walls thinner
# than two pixels, less again.
_THICK = 2.0
_CLEAR, _CLEAR_THIN, _CLEAR_ENDS = 8.0, 5.0, 3.0
_ENDS, _SOFT_WALL = 5, 4.0
# Of the widest blur, and of the noise that is measured around a pixel.
_REACH = 7 + 3


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """The softness that explains best what is seen, how strong it is, and what it leaves over."""

    carrier: Carrier
    strength: float
    error: float


@dataclass(frozen=True, slots=True, eq=False)
class _Planes:
    """A part of the picture: color and brightness, what is drawn, and brightness as drawn."""

    corner: tuple[int, int]
    color: Plane
    light: Plane
    drawn: Plane
    whole: Plane


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SoftPicture:
    """A soft picture of a maze: JPEG halves its color and keeps its brightness.

    Parameters
    ----------
    channels : Channels
    window : (rows, columns)
        Of the picture; the masks are of its size.
    drawn, path, is_wall : (H, W) bool
        Path and squares, the path alone, the walls.
    """

    channels: Channels
    window: Window
    drawn: Flags
    path: Flags
    is_wall: Flags
    dark: float
    color: _Fit
    light: _Fit

    @classmethod
    def of(
        cls, channels: Channels, window: Window, drawn: Flags, path: Flags, is_wall: Flags
    ) -> SoftPicture:
        """Measure how soft it is around its squares and path."""
        dark = _darkness(channels, window, path)
        near = cv2.dilate(drawn.view(np.uint8), square(_NEAR)) > 0
        part = _middle_part(near.shape)
        if not near[part].any():
            part = (slice(0, near.shape[0]), slice(0, near.shape[1]))
        planes = _planes(channels, window, part, drawn, path, is_wall, dark)
        plain: list[Carrier] = [partial(_blurred, sigma=sigma) for sigma in _SIGMAS]
        return cls(
            channels=channels, window=window, drawn=drawn, path=path, is_wall=is_wall, dark=dark,
            color=_fit(planes.color, planes.drawn, near[part], [*plain, _halved], planes.corner),
            light=_fit(planes.light, planes.whole, near[part], plain, planes.corner),
        )  # fmt: skip

    def clear_from(self, wall: float) -> int | None:
        """Return how far from the ends of a wall a line of 2 px through it shows, None if nowhere.

        So little has to be left unexplained; at the ends of thin walls, where
        other walls begin, less again.
        """
        if self.color.error > (_CLEAR if wall >= _THICK else _CLEAR_THIN):
            return None
        return 0 if self.color.error <= _CLEAR_ENDS or wall > _SOFT_WALL else _ENDS

    def evidence(self, stretch: Flags, part: Window) -> Plane:
        """Say how well drawing over a stretch explains each pixel of a part of the window.

        Parameters
        ----------
        stretch : (H, W) bool
            Wall that may be drawn over.
        part : (rows, columns)

        Returns
        -------
        (4, h, w) float32
            Of color and then of brightness two numbers whose ratio is 1 where the wall is drawn
            over and 0 where it is whole.
        """
        crop = _grown(part, stretch.shape)
        planes = _planes(
            self.channels, self.window, crop, self.drawn, self.path, self.is_wall, self.dark
        )
        over = stretch[crop].astype(np.float32)
        out = np.zeros((4, *over.shape), dtype=np.float32)
        # Few pixels are in question: all but the softness is worked out for them alone.
        places = np.flatnonzero(stretch[crop])
        flat = out.reshape(4, -1)
        rest = planes.color - _softened(self.color, planes.drawn, planes.corner)
        gain = self.color.strength * self.color.carrier(over, planes.corner).reshape(-1)[places]
        noise: Any = 2 * max(self.color.error, _LEAST_NOISE[0]) ** 2
        flat[0, places], flat[1, places] = _pair(gain, rest.reshape(-1)[places], noise)
        rest = planes.light - _softened(self.light, planes.whole, planes.corner)
        gain = (self.light.strength * self.dark) * self.light.carrier(over, planes.corner).reshape(
            -1
        )[places]
        noise = _local_noise(rest, planes.drawn, places)
        flat[2, places], flat[3, places] = _pair(gain, rest.reshape(-1)[places], noise)
        rows, columns = (
            slice(inner.start - outer.start, inner.stop - outer.start)
            for inner, outer in zip(part, crop, strict=True)
        )
        return out[:, rows, columns]


def _darkness(channels: Channels, window: Window, path: Flags) -> float:
    """Return how bright a path is; of a large picture some rows tell it."""
    step = max(1, path.shape[0] // _PART)
    if not path[::step].any():
        step = 1
    some = path[::step]
    if not some.any():
        return 0.0
    red, green, blue = (
        part[window][::step][some].astype(np.float32)
        for part in (channels.red, channels.green, channels.blue)
    )
    return float(np.median(_light(red, green, blue)))


def _light(red: Plane, green: Plane, blue: Plane) -> Plane:
    return np.asarray(0.299 * red + 0.587 * green + 0.114 * blue, dtype=np.float32)


def _planes(
    channels: Channels,
    window: Window,
    part: Window,
    drawn: Flags,
    path: Flags,
    is_wall: Flags,
    dark: float,
) -> _Planes:
    rows, columns = (
        slice(whole.start + inner.start, whole.start + inner.stop)
        for whole, inner in zip(window, part, strict=True)
    )
    red, green, blue = (
        one[rows, columns].astype(np.float32)
        for one in (channels.red, channels.green, channels.blue)
    )
    light = _light(red, green, blue)
    # Of one or two pure colors, white and black in a pixel, this is how much is color.
    color = red + green + blue - 3 * cv2.min(cv2.min(red, green), blue)
    whole = np.asarray(cv2.threshold(light, 128, 255, cv2.THRESH_BINARY)[1], dtype=np.float32)
    np.copyto(whole, light, where=drawn[part])
    np.copyto(whole, np.float32(dark), where=path[part])
    np.copyto(whole, np.float32(0), where=is_wall[part])
    return _Planes((rows.start, columns.start), color, light, drawn[part].astype(np.float32), whole)


def _middle_part(shape: tuple[int, ...]) -> Window:
    # Even steps from the corner: JPEG's colors lie on every second pixel.
    top, left = (max(0, (size - _PART) // 4 * 2) for size in shape)
    return (
        slice(top, min(shape[0], top + _PART)),
        slice(left, min(shape[1], left + _PART)),
    )


def _fit(
    seen: Plane, drawing: Plane, near: Flags, carriers: list[Carrier], corner: tuple[int, int]
) -> _Fit:
    wanted = seen[near]
    found = []
    for number, carrier in enumerate(carriers):
        given = carrier(drawing, corner)[near]
        strength = float(given @ wanted) / max(1e-6, float(given @ given))
        found.append((float(np.abs(wanted - strength * given).mean()), number, strength))
    error, number, strength = min(found)
    return _Fit(carriers[number], strength, error)


def _softened(fit: _Fit, drawing: Plane, corner: tuple[int, int]) -> Plane:
    return fit.strength * fit.carrier(drawing, corner)


def _pair(gain: Plane, rest: Plane, noise: Any) -> tuple[Plane, Plane]:  # noqa: ANN401 - one or many
    weight = np.float32(1) / noise
    return gain * rest * weight, gain * gain * weight


def _local_noise(rest: Plane, drawn: Plane, places: NDArray[Any]) -> Plane:
    # Beside white, JPEG stirs brightness by more than blue differs from black.
    stirred = cv2.boxFilter(drawn * rest * rest, -1, (7, 7)).reshape(-1)[places]
    count = cv2.boxFilter(drawn, -1, (7, 7)).reshape(-1)[places]
    return np.asarray(stirred / (count + 1e-3) + _LEAST_NOISE[1] ** 2, dtype=np.float32)


def _grown(part: Window, shape: tuple[int, ...]) -> Window:
    rows, columns = (
        slice(max(0, side.start - _REACH), min(size, side.stop + _REACH))
        for side, size in zip(part, shape, strict=True)
    )
    return rows, columns


def _blurred(plane: Plane, corner: tuple[int, int], *, sigma: float) -> Plane:
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma), np.float32) if sigma else plane


def _halved(plane: Plane, corner: tuple[int, int]) -> Plane:
    """Return one value for 2x2 pixels, spread smoothly: JPEG's colors."""
    height, width = plane.shape
    top, left = corner[0] % 2, corner[1] % 2
    bottom, right = (height + top) % 2, (width + left) % 2
    even = cv2.copyMakeBorder(plane, top, bottom, left, right, cv2.BORDER_REPLICATE)
    size = (even.shape[1], even.shape[0])
    half = cv2.resize(even, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)
    whole = cv2.resize(half, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole[top : top + height, left : left + width], dtype=np.float32)
