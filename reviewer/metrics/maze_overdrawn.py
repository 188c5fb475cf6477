"""Walls that a soft picture shows drawn over: both drawings compared with what is seen.

Blur and JPEG carry blue over a wall between two stretches of path. How far is told by the picture
itself, around its squares and path; with that the wall is drawn whole and drawn over, and a stretch
counts as drawn over when color and brightness both say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_pieces import Window, square, window_around
from reviewer.metrics.maze_spot import Mask

Plane = NDArray[np.float32]
Carrier = Callable[[Plane], Plane]

# Shorter stretches are judged by their pixels: over fewer, JPEG is as likely to speak as the path.
SHORTEST = 6
# 1 where the wall is drawn over, 0 where it is whole.
_LEAST, _MOST = 0.75, 1.35
_SIGMAS = (0.0, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 1.75)
_NEAR = 3
_MARGIN = 8
# Beside a wall a soft path is this far from it.
_RIM = 2
# Softness is the same all over: a part of a large picture tells it.
_PART = 256
_LEAST_NOISE = (7.0, 3.0)
_PURE = 0.95


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """One view of a picture: what is seen, and how a drawing with whole walls would be seen.

    Parameters
    ----------
    seen, whole : (H, W) float32
    over : float
        What a wall that is drawn over adds.
    carrier : callable
        Makes a drawing as soft as the picture.
    noise : (H, W) float32 or float
        Variance of what is seen.
    """

    seen: Plane
    whole: Plane
    over: float
    carrier: Carrier
    noise: Any

    def evidence(self, stretch: Plane) -> NDArray[Any]:
        """How well drawing over a stretch explains each pixel: (2, H, W), their ratio is 0 or 1."""
        gain = self.over * self.carrier(stretch)
        rest = self.seen - self.whole
        pair = np.stack([gain * rest, gain * gain]) * (stretch / self.noise)
        return np.asarray(pair, dtype=np.float32)


def with_overdrawn(
    channels: Channels, blue: Mask, path: Mask, walls: Mask, squares: Mask, lattice: Lattice
) -> Mask:
    """Return a path with the stretches of wall that a soft picture shows drawn over.

    Parameters
    ----------
    channels : Channels
    blue, path : (H, W) uint8
        All blue, and what of it was taken for path.
    walls, squares : (H, W) uint8
    lattice : Lattice
        In the pixels of the masks.

    Returns
    -------
    (H, W) uint8
        On walls beside such a stretch nothing else is left: the ends of its softness.
    """
    if not _is_soft(channels, blue):
        return path
    window = window_around(cv2.boundingRect(cv2.bitwise_or(blue, squares)), _MARGIN, path.shape)
    is_wall = walls[window] > 0
    drawn = (cv2.bitwise_or(blue, squares)[window] > 0) & ~is_wall
    between = cv2.morphologyEx(
        drawn.view(np.uint8), cv2.MORPH_CLOSE, square(round(lattice.wall) // 2 + 2)
    )
    stretch = (is_wall & (between > 0)).astype(np.float32)
    if not stretch.any():
        return path
    layers = _layers(channels, blue[window] > 0, drawn, is_wall, window)
    evidence = np.concatenate([layer.evidence(stretch) for layer in layers])
    found = []
    for rows, columns, is_upright in _strips(lattice, path.shape):
        top, left = rows.start - window[0].start, columns.start - window[1].start
        inside = (
            slice(top, top + rows.stop - rows.start),
            slice(left, left + columns.stop - columns.start),
        )
        if min(top, left) < 0 or not stretch[inside].any():
            continue
        part = evidence[:, inside[0], inside[1]]
        part_over = _stretch(part.transpose(0, 2, 1) if is_upright else part)
        if part_over is not None:
            found.append(_places((rows, columns), part_over, is_upright=is_upright))
    out = path.copy()
    for beside, _ in found:
        out[beside][walls[beside] > 0] = 0
    for _, over in found:
        out[over] = 255
    return out


def _is_soft(channels: Channels, blue: Mask) -> bool:
    """Say whether some blue is paler than most."""
    lead = channels.lead("blue")[blue > 0]
    return bool(lead.size) and bool(lead.min() < _PURE * lead.max())


def _layers(
    channels: Channels,
    blue: NDArray[np.bool_],
    drawn: NDArray[np.bool_],
    is_wall: NDArray[np.bool_],
    window: Window,
) -> tuple[_Layer, _Layer]:
    """Return color and brightness: JPEG halves one and keeps the other."""
    red, green, last = (
        np.asarray(part[window], dtype=np.float32)
        for part in (channels.red, channels.green, channels.blue)
    )
    light = 0.299 * red + 0.587 * green + 0.114 * last
    # Of one or two pure colors, white and black in a pixel, this is how much is color.
    color = red + green + last - 3 * cv2.min(cv2.min(red, green), last)
    near = cv2.dilate(drawn.view(np.uint8), square(_NEAR)) > 0
    plain = [partial(_blurred, sigma=sigma) for sigma in _SIGMAS]
    halved = partial(_halved, odd=(window[0].start % 2, window[1].start % 2))
    color_layer = _fitted(color, drawn.astype(np.float32), near, [*plain, halved], over=1.0)
    path = blue & ~is_wall
    dark = float(np.median(light[path])) if path.any() else 0.0
    whole = np.where(light > 128, 255, 0).astype(np.float32)
    whole[drawn] = light[drawn]
    whole[path] = dark
    whole[is_wall] = 0
    light_layer = _fitted(light, whole, near, plain, over=dark)
    return color_layer, _with_local_noise(light_layer, drawn.astype(np.float32))


def _fitted(
    seen: Plane, drawing: Plane, near: NDArray[np.bool_], carriers: list[Any], *, over: float
) -> _Layer:
    """Return a layer with the softness that explains best what is seen."""
    part = tuple(
        slice(max(0, (size - _PART) // 4 * 2), max(0, (size - _PART) // 4 * 2) + _PART)
        for size in seen.shape
    )
    mask = near[part] if near[part].any() else near
    part = part if near[part].any() else (slice(None), slice(None))
    wanted = seen[part][mask]
    found = []
    for number, carrier in enumerate(carriers):
        given = carrier(drawing[part])[mask]
        strength = float(given @ wanted) / max(1e-6, float(given @ given))
        found.append((float(np.abs(wanted - strength * given).mean()), number, strength))
    error, number, strength = min(found)
    noise = 2 * max(error, _LEAST_NOISE[0]) ** 2
    carrier = carriers[number]
    return _Layer(seen, strength * carrier(drawing), strength * over, carrier, noise)


def _with_local_noise(layer: _Layer, drawn: Plane) -> _Layer:
    # Beside white, JPEG stirs brightness by more than blue differs from black.
    rest = layer.seen - layer.whole
    near = cv2.boxFilter(drawn * rest * rest, -1, (7, 7)) / (
        cv2.boxFilter(drawn, -1, (7, 7)) + 1e-3
    )
    return _Layer(layer.seen, layer.whole, layer.over, layer.carrier, near + _LEAST_NOISE[1] ** 2)


def _blurred(plane: Plane, *, sigma: float) -> Plane:
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma), np.float32) if sigma else plane


def _halved(plane: Plane, *, odd: tuple[int, int]) -> Plane:
    """Return one value for 2x2 pixels, spread smoothly: JPEG's colors."""
    height, width = plane.shape
    top, left = odd
    bottom, right = (height + top) % 2, (width + left) % 2
    even = cv2.copyMakeBorder(plane, top, bottom, left, right, cv2.BORDER_REPLICATE)
    size = (even.shape[1], even.shape[0])
    half = cv2.resize(even, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)
    whole = cv2.resize(half, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole[top : top + height, left : left + width], dtype=np.float32)


def _strips(lattice: Lattice, shape: tuple[int, ...]) -> Iterator[tuple[slice, slice, bool]]:
    """Each wall between two cells, or of one cell to the outside, without the posts at its ends.

    Its rows and columns, and whether it runs upright.
    """
    for number in range(lattice.rows * lattice.columns):
        row, column = lattice.cell_of(number)
        left, top, right, bottom = lattice.box(number)
        next_left = round(lattice.x0 + (column + 1) * lattice.pitch_x)
        next_top = round(lattice.y0 + (row + 1) * lattice.pitch_y)
        wall = max(1, round(lattice.wall))
        if column == lattice.columns - 1 or not lattice.joined_right[row, column]:
            yield slice(top, bottom), slice(right, min(next_left, shape[1])), True
        if row == lattice.rows - 1 or not lattice.joined_down[row, column]:
            yield slice(bottom, min(next_top, shape[0])), slice(left, right), False
        if column == 0 and left >= wall:
            yield slice(top, bottom), slice(left - wall, left), True
        if row == 0 and top >= wall:
            yield slice(top - wall, top), slice(left, right), False


def _stretch(evidence: NDArray[Any]) -> slice | None:
    """Return the part of a wall that is drawn over, from (4, thickness, length)."""
    thickness = evidence.shape[1]
    # Its sides are the softest: the middle tells.
    profile = evidence[:, thickness // 4 : thickness - thickness // 4].sum(axis=1)
    sums = np.cumsum(np.append(0.0, profile[0] + profile[2] - (profile[1] + profile[3]) / 2))
    stop = int(np.argmax(sums - np.minimum.accumulate(sums)))
    # The last of equals: what lies before says nothing.
    start = stop - int(np.argmin(sums[stop::-1]))
    total = profile[:, start:stop].sum(axis=1)
    shares = total[::2] / np.maximum(total[1::2], 1e-6)
    slack = 1 / np.sqrt(np.maximum(total[1::2], 1e-6))
    is_over = (
        stop - start >= SHORTEST
        and (shares + slack >= _LEAST).all()
        and (shares - slack <= _MOST).all()
    )
    return slice(start, stop) if is_over else None


def _places(strip: Window, along: slice, *, is_upright: bool) -> tuple[Window, Window]:
    """Return how far softness reaches along a wall, and what is drawn over up to the path."""
    across, whole = strip[::-1] if is_upright else strip
    reach = across.stop - across.start + _NEAR
    beside = (across, slice(max(0, whole.start - reach), whole.stop + reach))
    over = (
        slice(max(0, across.start - _RIM), across.stop + _RIM),
        slice(whole.start + along.start, whole.start + along.stop),
    )
    return (beside[::-1], over[::-1]) if is_upright else (beside, over)
