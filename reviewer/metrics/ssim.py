"""Structural similarity with a uniform window, equal to scikit-image's and lean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics import SMALLEST_SIDE, NotMeasured, TooSmall
from reviewer.metrics.pixels import Pixels, eight_bit, rgb, same_size
from reviewer.metrics.ssim_strips import STRIP_ROWS, Floats, Room, sum_over_strips

WINDOW = 7
SMALLEST_WINDOW = SMALLEST_SIDE


@dataclass(frozen=True, slots=True)
class Ssim:
    """A structural similarity in [-1, 1] and the window it was measured with."""

    value: float
    window: int
    channels: tuple[float, ...]
    map: Floats | None = field(default=None, compare=False, repr=False)


def ssim(
    a: Pixels,
    b: Pixels,
    *,
    window: int = WINDOW,
    data_range: float = 255.0,
    channels: Literal["rgb", "each"] = "rgb",
    full: bool = False,
) -> Ssim:
    """Measure the structural similarity of two pictures of one size.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4)
        Any number type; 8 and 16 bits, or floats within `data_range`.
    window : int
        Width of the uniform window, odd. Where the smaller side is below it, the largest odd
        number that fits is used, and said in the result.
    data_range : float
        Distance from black to white: 255 for 8 bits.
    channels : {"rgb", "each"}
        "rgb" drops alpha, repeats grey beside color, and scales 16 bits to 8 unless both have
        16 and `data_range` is above 255; "each" takes all channels as they are, alpha too.
    full : bool
        Also return the map.

    Returns
    -------
    Ssim
        `value` is the mean over the channels of the mean over all windows that lie inside;
        `map` is (H, W) or (H, W, C) float64 with mirrored borders.

    Raises
    ------
    NotMeasured
        Sizes or channels differ, the smaller side is below 3 pixels, or pixels that are not
        finite.
    ValueError
        An even window or one below 3.

    Notes
    -----
    Wang, Bovik, Sheikh, Simoncelli 2004, with K1 0.01, K2 0.03 and the sample covariance; the
    same number as ``skimage.metrics.structural_similarity`` to 1e-9. Not the Gaussian-weighted
    one of `similarity.ImageSSIM`.
    """
    width, height = same_size(a, b)
    one, two = _prepared(a, b, channels, data_range)
    return _measured(one, two, fitting_window(width, height, window), data_range, full)


def _measured(one: Pixels, two: Pixels, window: int, data_range: float, full: bool) -> Ssim:
    height, width = one.shape[:2]
    pad = window // 2
    if full:
        one, two = _mirrored(one, pad), _mirrored(two, pad)
    count = 1 if one.ndim == 2 else one.shape[2]
    shape = (one.shape[0] - 2 * pad, one.shape[1] - 2 * pad, count)
    whole = np.empty(shape) if full else None
    total = sum_over_strips(one, two, window, data_range, whole)
    if whole is not None:
        inside = whole[pad : height - pad, pad : width - pad]
        total = inside.sum(axis=(0, 1))
    means = total / ((height - 2 * pad) * (width - 2 * pad))
    return Ssim(
        value=float(means.mean()),
        window=window,
        channels=tuple(float(mean) for mean in means),
        map=whole[..., 0] if whole is not None and one.ndim == 2 else whole,
    )


def ssim_map(
    a: Pixels, b: Pixels, *, window: int = WINDOW, data_range: float = 255.0, step: int = 1
) -> NDArray[np.float32]:
    """Return where two pictures of one size are alike, for showing.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4)
        As for `ssim` with ``channels="rgb"``.
    window, data_range
        As for `ssim`.
    step : int
        Average over blocks of step × step pixels: 12 megapixels with 4 give 750 000 values.

    Returns
    -------
    (ceil(H / step), ceil(W / step)) float32
        Mean over the channels, in [-1, 1].

    Raises
    ------
    NotMeasured
        As for `ssim`.
    """
    width, height = same_size(a, b)
    window = fitting_window(width, height, window)
    one, two = _prepared(a, b, "rgb", data_range)
    pad = window // 2
    one, two = _mirrored(one, pad), _mirrored(two, pad)
    out = np.empty((-(-height // step), -(-width // step)), dtype=np.float32)
    rows = max(step, STRIP_ROWS // step * step)
    room = Room(rows + 2 * pad, one, window)
    columns = np.arange(0, width, step)
    for top in range(0, height, rows):
        bottom = min(top + rows, height)
        part = room.similarity(one[top : bottom + 2 * pad], two[top : bottom + 2 * pad], data_range)
        mean = part.mean(axis=2)
        starts = np.arange(0, bottom - top, step)
        blocks = np.add.reduceat(np.add.reduceat(mean, starts, axis=0), columns, axis=1)
        heights = np.diff(np.append(starts, bottom - top))
        widths = np.diff(np.append(columns, width))
        first = top // step
        out[first : first + len(starts)] = blocks / (heights[:, None] * widths[None, :])
    return out


def fitting_window(width: int, height: int, window: int = WINDOW) -> int:
    """Return the window that a picture of this size can be measured with.

    Parameters
    ----------
    width, height : int
        Pixels.
    window : int
        The wanted window, odd and at least 3.

    Returns
    -------
    int
        `window`, or the largest odd number that is not above the smaller side.

    Raises
    ------
    NotMeasured
        The smaller side is below 3 pixels.
    ValueError
        An even window or one below 3.
    """
    if window < SMALLEST_WINDOW or window % 2 == 0:
        raise ValueError(f"the window is odd and at least {SMALLEST_WINDOW}, not {window}")
    side = min(width, height)
    if side < SMALLEST_WINDOW:
        raise TooSmall(f"{width}×{height} is too small for SSIM: both sides need at least 3 pixels")
    return window if side >= window else side - (1 - side % 2)


def _prepared(a: Pixels, b: Pixels, channels: str, data_range: float) -> tuple[Pixels, Pixels]:
    if channels == "rgb":
        if data_range <= 255.0 or a.dtype != b.dtype:
            a, b = _shallow(a), _shallow(b)
        if a.ndim != b.ndim or (a.ndim == 3 and not a.shape[2] == b.shape[2] == 3):
            a, b = _without_alpha(a), _without_alpha(b)
    if a.shape != b.shape or a.dtype != b.dtype:
        raise NotMeasured(f"channels or depth differ: {a.shape} {a.dtype} and {b.shape} {b.dtype}")
    if a.ndim == 3 and a.shape[2] == 1:
        a, b = a[..., 0], b[..., 0]
    return _checked(a), _checked(b)


def _shallow(image: Pixels) -> Pixels:
    return eight_bit(image) if image.dtype in (np.bool_, np.uint16) else image


def _without_alpha(image: Pixels) -> Pixels:
    if image.dtype == np.uint8:
        return rgb(image)
    return image[..., :-1] if image.ndim == 3 and image.shape[2] in (2, 4) else image


def _checked(image: Pixels) -> Pixels:
    if image.dtype in (np.uint8, np.uint16):
        return image
    image = image.astype(np.float64)
    if not np.isfinite(image).all():
        raise NotMeasured("the picture holds pixels that are not finite numbers")
    return image


def _mirrored(image: Pixels, pad: int) -> Pixels:
    return cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_REFLECT)
