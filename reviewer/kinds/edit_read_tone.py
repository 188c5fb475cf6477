"""Instruments of image edits: brightness, contrast, color, sharpness."""

from __future__ import annotations

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_value import Params, Read, Value, against, box_of, method_of, pair
from reviewer.metrics import NotMeasured
from reviewer.model import RESULT

_GREY_MODES = ("L", "LA", "1", "I;16", "I;16B", "I;16L", "I", "F")
_LEAST_VARIANCE = 1e-6


def tone(name: str, unit: str = "levels") -> Read:
    """Brightness, contrast or saturation: the result's minus the reference's."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics import tone as tones

        one, two = pictures.pixels(RESULT), pictures.pixels(against(pictures, params))
        change = getattr(tones, name)(one, two)
        facts = {"result": change.source, "reference": change.target}
        note = f"{change.target:.2f} → {change.source:.2f}"
        return Value(change.source - change.target, unit, (note,), facts)

    return measure


def brightness_structure(pictures: EditPictures, params: Params) -> Value:
    """MSE / 255² after both pictures were brought to brightness 128."""
    from reviewer.metrics.tone import brightness_structure as measure

    one, two, notes = pair(pictures, params)
    return Value(measure(one, two), "", notes)


def hue_value(name: str) -> Read:
    """SSIM of the hue or of the value channel."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.tone import hue_value_structure

        one, two, notes = pair(pictures, params)
        found = hue_value_structure(one, two)
        return Value(getattr(found, name), "", notes, {"window": found.window})

    return measure


def shift(name: str) -> Read:
    """The mean of red, green or blue: the result's minus the reference's."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.tone import tone_shift

        one, two = pictures.pixels(RESULT), pictures.pixels(against(pictures, params))
        found = tone_shift(one, two, method=method_of(params))
        facts = {"red": found.red, "green": found.green, "blue": found.blue}
        note = f"R {found.red:+.2f}, G {found.green:+.2f}, B {found.blue:+.2f}"
        return Value(getattr(found, name), "levels", (*found.notes, note), facts)

    return measure


def sharpness_ratio(pictures: EditPictures, params: Params) -> Value:
    """Variance of the Laplacian, result over reference."""
    from reviewer.metrics.tone import sharpness_change

    change = sharpness_change(pictures.pixels(RESULT), pictures.pixels(against(pictures, params)))
    facts = {"result": change.source, "reference": change.target}
    notes = [f"variance {change.target:.1f} → {change.source:.1f}"]
    if change.target < _LEAST_VARIANCE:
        if change.source < _LEAST_VARIANCE:
            raise NotMeasured("neither picture has an edge: there is no sharpness to compare")
        notes.append("the reference has no edge at all")
    return Value(change.source / max(change.target, _LEAST_VARIANCE), "×", tuple(notes), facts)


def channel_spread(pictures: EditPictures, params: Params) -> Value:
    """The largest difference between channels; 0 for gray modes."""
    from reviewer.metrics.color import greyness

    picture = pictures.picture(RESULT)
    if picture.mode in _GREY_MODES:
        return Value(0, "levels", (f"stored as {picture.mode}",))
    found = greyness(pictures.native(RESULT))
    facts = {"box": box_of(found.box), "colored": found.colored}
    return Value(found.spread, "levels", (f"{found.colored:,} colored px",), facts)


def inverted_mse(pictures: EditPictures, params: Params) -> Value:
    """MSE with the inverted reference; the no-op is reported beside it."""
    from reviewer.metrics.color import inversion

    one, two, notes = pair(pictures, params)
    found = inversion(one, two)
    note = f"against the reference itself: MSE {found.no_op:.1f}"
    return Value(found.value, "", (*notes, note), {"no_op": found.no_op})


def green_share(pictures: EditPictures, params: Params) -> Value:
    """The share of the reference's non-black pixels that are green in the result."""
    from reviewer.metrics.color import green_background

    one, two, notes = pair(pictures, params)
    found = green_background(one, two)
    facts = {"box": box_of(found.box), "checked": found.checked, "wrong": found.wrong}
    said = f"{found.wrong:,} of {found.checked:,} px are not green"
    return Value(found.value, "", (*notes, *found.notes, said), facts)


def white_border_share(pictures: EditPictures, params: Params) -> Value:
    """The share of the outermost pixels that are white and opaque."""
    import numpy as np

    white = white_pixels(pictures, int(params.get("above", 240)))
    border = np.concatenate([white[0], white[-1], white[1:-1, 0], white[1:-1, -1]])
    wrong = int((~border).sum())
    return Value(float(border.mean()), "", (f"{wrong:,} of {border.size:,} px are not",))


def white_pixels(pictures: EditPictures, above: int):  # type: ignore[no-untyped-def]  # noqa: ANN201
    """Which pixels of the result are white and opaque."""
    import numpy as np

    from reviewer.metrics.pixels import alpha, rgb

    pixels = pictures.with_alpha(RESULT)
    white = np.asarray((rgb(pixels) > above).all(axis=2))
    seen = alpha(pixels)
    return white if seen is None else white & (seen == 255)


def color_count(pictures: EditPictures, params: Params) -> Value:
    """How many colors the result has."""
    from reviewer.metrics.color import color_count as measure

    return Value(measure(pictures.native(RESULT)), "colors")


def transparent_share(pictures: EditPictures, params: Params) -> Value:
    """The share of pixels with alpha below a limit."""
    from reviewer.metrics.masks import transparent_share as measure

    found = measure(pictures.with_alpha(RESULT), below=int(params.get("alpha_below", 10)))
    notes = () if found.has_alpha else ("the result has no alpha",)
    return Value(found.value, "", notes, {"pixels": found.pixels})


def white_cleared(name: str) -> Read:
    """The share of the white that became transparent, or of the rest that was lost with it."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.masks import white_cleared as look

        role = against(pictures, params)
        found = look(
            pictures.with_alpha(RESULT),
            pictures.with_alpha(role),
            above=int(params.get("above", 240)),
            below=int(params.get("alpha_below", 10)),
        )
        notes = (
            f"{found.cleared:,} of {found.white:,} white px are clear",
            f"{found.lost:,} px that were not white are gone",
        )
        return Value(getattr(found, name), "", notes, {"white": found.white, "lost": found.lost})

    return measure
