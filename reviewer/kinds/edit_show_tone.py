"""Evidence of edits of tone and color: distributions with their means, masks, what was wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_show_likeness import (
    Drawn,
    Found,
    around,
    similarity_drawn,
    xywh,
)
from reviewer.kinds.edit_value import against
from reviewer.model import RESULT, Check, Curve, Mark
from reviewer.model.counting import true_minus

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BINS = 64


def _grey(mask: Any) -> NDArray[np.uint8]:  # noqa: ANN401 - a mask
    """A mask as a picture: white where it holds."""
    return np.repeat(np.where(mask, 255, 0).astype(np.uint8)[..., None], 3, axis=2)


def _spread(channel: NDArray[np.uint8]) -> tuple[tuple[float, float], ...]:
    counts = np.bincount(channel.ravel() >> 2, minlength=_BINS) / channel.size
    return tuple((float(4 * level + 2), float(share)) for level, share in enumerate(counts))


def _curve(
    pictures: EditPictures,
    check: Check,
    label: str,
    take: Callable[[Any], NDArray[np.uint8]],
    *,
    with_spread: bool = False,
) -> Curve:
    """How one channel is distributed in both pictures, with the means marked."""
    series, marks = {}, []
    for role in (RESULT, against(pictures, check.params)):
        channel = take(pictures.pixels(role))
        series[f"{role} {label}"] = _spread(channel)
        mean, deviation = float(channel.mean()), float(channel.std())
        marks.append((mean, f"{role} mean {mean:.1f}"))
        if with_spread:
            marks += [(mean - deviation, f"{role} −σ"), (mean + deviation, f"{role} +σ")]
    return Curve(f"{label}, 0 to 255", "share of the pixels", series, tuple(marks))


def brightness(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Both distributions of L, and what differs once both are brought to brightness 128."""
    from reviewer.metrics.pixels import luma
    from reviewer.metrics.tone import MIDDLE

    drawn: Drawn = {"curve": _curve(pictures, check, "L", luma)}
    shown = {}
    for role in (RESULT, against(pictures, check.params)):
        grey = luma(pictures.pixels(role)).astype(np.float32)
        level = np.minimum(grey * (MIDDLE / max(float(grey.mean()), 1.0)), 255).astype(np.uint8)
        shown[f"L of {role} at brightness 128"] = np.repeat(level[..., None], 3, axis=2)
    return {**drawn, "pictures": shown}


def contrast(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """How far R, G and B spread around their mean, and the structure that stayed."""
    from reviewer.metrics.pixels import rgb

    curve = _curve(pictures, check, "R, G and B", rgb, with_spread=True)
    reference, _ = pictures.fitted(against(pictures, check.params))
    title = "SSIM map of the structure"
    return {**similarity_drawn(pictures.pixels(RESULT), reference, title), "curve": curve}


def saturation(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Both distributions of S, and the maps of hue and value, which should have stayed."""
    from reviewer.kinds.edit_value import in_space

    def channel(index: int) -> Callable[[Any], NDArray[np.uint8]]:
        return lambda pixels: np.ascontiguousarray(in_space(pixels, "hsv")[..., index])

    drawn: Drawn = {"curve": _curve(pictures, check, "S", channel(1)), "pictures": {}}
    reference, _ = pictures.fitted(against(pictures, check.params))
    for title, index in (("SSIM map of hue", 0), ("SSIM map of value", 2)):
        take = channel(index)
        found_map = similarity_drawn(take(pictures.pixels(RESULT)), take(reference), title)
        drawn["pictures"] |= found_map["pictures"]
    return drawn


def warmth(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The means of the channels in both pictures, and how red and blue are distributed."""
    from reviewer.metrics.pixels import rgb

    role = against(pictures, check.params)
    reference, notes = pictures.fitted(role)
    means = {}
    series = {}
    for name, pixels in ((RESULT, pictures.pixels(RESULT)), (role, reference)):
        picture = rgb(pixels)
        means[name] = picture.reshape(-1, 3).mean(axis=0)
        for channel, index in (("R", 0), ("B", 2)):
            part = _spread(np.ascontiguousarray(picture[..., index]))
            series[f"{name} {channel}"] = tuple(share for _, share in part)
    rows = [
        (f"mean of {channel}", round(float(means[RESULT][n]), 3), "levels", "",
         f"{role} {means[role][n]:.2f}, " + true_minus(f"{means[RESULT][n] - means[role][n]:+.2f}"))
        for n, channel in enumerate(("red", "green", "blue"))
    ]  # fmt: skip
    return {"histograms": series, "rows": rows, "text": "; ".join(notes)}


def sharpness(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The edges of both pictures."""
    from reviewer.metrics.spaces import edges

    drawn = {}
    for role in (RESULT, against(pictures, check.params)):
        shown = np.minimum(edges(pictures.pixels(role)) * 2, 255).astype(np.uint8)
        drawn[f"Laplacian of {role}"] = np.repeat(shown[..., None], 3, axis=2)
    return {"pictures": drawn}


def colored(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The pixels that are not gray, and the box around them."""
    from reviewer.metrics.pixels import rgb

    picture = rgb(pictures.pixels(RESULT))
    spread = picture.max(axis=2) - picture.min(axis=2)
    drawn: Drawn = {"pictures": {"What is not gray": _grey(spread > 0)}}
    return {**drawn, **_boxed(found, "colored")}


def inverted(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """What differs from the inverted reference, and what from the reference itself."""
    from reviewer.metrics.pixels import rgb

    role = against(pictures, check.params)
    reference, _ = pictures.fitted(role)
    result = rgb(pictures.pixels(RESULT)).astype(np.int16)
    shown = {}
    for title, other in (("inverted", 255 - rgb(reference)), ("as it is", rgb(reference))):
        gap = np.abs(result - other.astype(np.int16)).max(axis=2)
        shown[f"Distance to the {role} {title}"] = np.repeat(
            gap.astype(np.uint8)[..., None], 3, axis=2
        )
    no_op = found.facts.get("no_op") if found is not None else None
    said = f"MSE to the reference itself: {no_op:.1f}" if no_op is not None else ""
    return {"pictures": shown, "text": said}


def green(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The pixels that should be green and are not."""
    from reviewer.metrics.pixels import rgb

    reference, _ = pictures.fitted(against(pictures, check.params))
    asked = rgb(reference).any(axis=2)
    red, going, blue = (rgb(pictures.pixels(RESULT))[..., index] for index in range(3))
    wrong = asked & ~((going > red) & (going > blue))
    shown = {"Should be green": _grey(asked), "Should be green and is not": _grey(wrong)}
    return {"pictures": shown, **_boxed(found, "not green")}


def white_border(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Which pixels are white; the border is what counts."""
    from reviewer.kinds.edit_read_tone import white_pixels
    from reviewer.metrics.pixels import size_of

    white = white_pixels(pictures, int(check.params.get("above", 240)))
    width, height = size_of(pictures.pixels(RESULT))
    marks = [Mark("box", (0, 0, width, height), "the border that counts", "plain")]
    edge = np.ones_like(white)
    edge[1:-1, 1:-1] = False
    places = np.argwhere(edge & ~white)
    if len(places):
        y, x = (int(value) for value in places[0])
        marks.append(Mark("ring", (x, y, max(width, height) / 24), "first not white", "bad"))
    return {"marks": marks, "pictures": {"White and opaque": _grey(white)}}


def _boxed(found: Found, label: str) -> Drawn:
    box = found.facts.get("box") if found is not None else None
    if not box:
        return {}
    place = xywh(box)
    return {"zoom": around(place), "marks": (Mark("box", place, label, "warn"),)}
