"""Instruments of image edits: each gives one number, with its unit, notes and facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.metrics import NotMeasured
from reviewer.metrics import edits as edit_metrics
from reviewer.model import GOLDEN, INITIAL, RESULT, Scalar

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Value:
    """What an instrument read."""

    value: Scalar
    unit: str = ""
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


Instrument = Callable[[EditPictures, Params], Value]


def against(pictures: EditPictures, params: Params) -> str:
    """The role that the result is compared with."""
    role = str(params.get("against", ""))
    if role in ("", "reference"):
        return pictures.reference_role
    return role


def _two(pictures: EditPictures, params: Params) -> tuple[Any, Any]:
    return pictures.pixels(RESULT), pictures.pixels(against(pictures, params))


def exists(pictures: EditPictures, params: Params) -> Value:
    """Whether the result file is there."""
    return Value(pictures.has(RESULT))


def readable(pictures: EditPictures, params: Params) -> Value:
    """Whether the result opens."""
    return Value(pictures.is_readable(RESULT))


def file_bytes(pictures: EditPictures, params: Params) -> Value:
    """The size of the result file."""
    artifact = pictures.artifact(RESULT)
    return Value(pictures.request.reader.size(artifact), "bytes")


def mode(pictures: EditPictures, params: Params) -> Value:
    """The mode that the result is stored in."""
    return Value(pictures.picture(RESULT).mode)


def wanted_size(pictures: EditPictures, params: Params) -> tuple[int, int]:
    """The size asked for: of params, else that of the reference."""
    from reviewer.metrics.pixels import size_of

    if "width" in params and "height" in params:
        return int(params["width"]), int(params["height"])
    return size_of(pictures.pixels(against(pictures, params)))


def _off(size: tuple[int, int], wanted: tuple[int, int]) -> Value:
    gap = max(abs(size[0] - wanted[0]), abs(size[1] - wanted[1]))
    note = f"{size[0]}×{size[1]}, asked {wanted[0]}×{wanted[1]}"
    return Value(gap, "px", (note,), {"size": list(size), "wanted": list(wanted)})


def size_difference(pictures: EditPictures, params: Params) -> Value:
    """The larger difference of the two sides."""
    from reviewer.metrics.pixels import size_of

    return _off(size_of(pictures.pixels(RESULT)), wanted_size(pictures, params))


def content_size_difference(pictures: EditPictures, params: Params) -> Value:
    """The same for what is not transparent."""
    from reviewer.metrics.masks import content_size

    found = content_size(pictures.pixels(RESULT), ignore_transparent=True)
    if found.box is None:
        raise NotMeasured("the result is fully transparent")
    made = _off((found.width, found.height), wanted_size(pictures, params))
    return Value(made.value, "px", made.notes, {**made.facts, "box": list(found.box)})


def size_changed(pictures: EditPictures, params: Params) -> Value:
    """Whether the result has another size than the initial picture."""
    from reviewer.metrics.pixels import size_of

    one, two = size_of(pictures.pixels(RESULT)), size_of(pictures.pixels(INITIAL))
    return Value(one != two, notes=(f"{two[0]}×{two[1]} → {one[0]}×{one[1]}",))


def ssim(pictures: EditPictures, params: Params) -> Value:
    """SSIM with the golden picture, which is resized where sizes differ."""
    found, notes = pictures.ssim
    if found.window != 7:
        notes = (*notes, f"window {found.window}")
    return Value(found.value, "", notes, {"window": found.window})


def ssim_same_size(pictures: EditPictures, params: Params) -> Value:
    """SSIM where the sizes are the same."""
    from reviewer.metrics.ssim import ssim as measure

    role = against(pictures, params)
    if role == GOLDEN and not pictures.ssim[1]:
        return ssim(pictures, params)
    found = measure(*_two(pictures, params))
    return Value(found.value, facts={"window": found.window})


def ssim_resized(pictures: EditPictures, params: Params) -> Value:
    """SSIM after cutting to the alpha box and scaling to the reference."""
    found = edit_metrics.resized_ssim(
        *_two(pictures, params), method=params.get("filter", "lanczos")
    )
    box = list(found.box) if found.box else None
    return Value(found.value, "", found.notes, {"box": box, "window": found.window})


def histogram_correlation(pictures: EditPictures, params: Params) -> Value:
    """Pearson's correlation of the color histograms."""
    from reviewer.metrics.histogram import histogram_correlation as measure

    found = measure(*_two(pictures, params), bins=int(params.get("bins", 64)))
    notes = ("both histograms are flat",) if found.is_flat else ()
    return Value(found.value, "", notes)


def pixel_closeness(pictures: EditPictures, params: Params) -> Value:
    """exp(−MSE / 1000) with the golden picture, which is resized where sizes differ."""
    from reviewer.metrics.closeness import closeness, mse

    golden, notes = pictures.fitted(GOLDEN)
    result = pictures.pixels(RESULT)
    return Value(closeness(result, golden), "", notes, {"mse": mse(result, golden)})


def differing_pixels(pictures: EditPictures, params: Params) -> Value:
    """How many pixels differ in any channel; all of them where sizes differ."""
    from reviewer.metrics.exact import compare_exact

    found = compare_exact(*_two(pictures, params))
    notes = list(found.notes)
    if found.alpha_only:
        notes.append(f"{found.alpha_only} px differ in alpha alone")
    if found.hidden:
        notes.append(f"{found.hidden} px differ only under alpha 0")
    count = found.pixels if found.differing is None else found.differing
    facts = {
        "box": list(found.box) if found.box else None,
        "share": found.share,
        "largest": found.largest,
        "same_size": found.is_same_size,
    }
    return Value(count, "px", tuple(notes), facts)


def mean_absolute_difference(pictures: EditPictures, params: Params) -> Value:
    """The mean difference of all channels, 0-255."""
    from reviewer.metrics.closeness import mean_absolute_difference as measure

    role = str(params.get("against", INITIAL))
    return Value(measure(pictures.pixels(RESULT), pictures.pixels(role)), "levels")


def distance_to(role: str) -> Instrument:
    """How far the result is from golden or initial, for the eye beside the grade."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.closeness import mean_absolute_difference as distance

        other, notes = pictures.fitted(role)
        return Value(distance(pictures.pixels(RESULT), other), "levels", notes)

    return measure


def intended(pictures: EditPictures, params: Params) -> Value:
    """How much of the intended change was made: 1 all, 0 none, below 0 the wrong way."""
    from reviewer.metrics.intent import intended_change

    found = intended_change(*(pictures.pixels(role) for role in (INITIAL, GOLDEN, RESULT)))
    facts = {"aligned": found.aligned, "made": found.made, "meant": found.meant}
    return Value(found.value, "", (), facts)


def _tone(name: str, unit: str = "levels") -> Instrument:
    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics import tone

        change = getattr(tone, name)(*_two(pictures, params))
        facts = {"result": change.source, "reference": change.target}
        note = f"{change.target:.2f} → {change.source:.2f}"
        return Value(change.source - change.target, unit, (note,), facts)

    return measure


def brightness_structure(pictures: EditPictures, params: Params) -> Value:
    """MSE / 255² after both pictures were brought to brightness 128."""
    from reviewer.metrics.tone import brightness_structure as measure

    return Value(measure(*_two(pictures, params)))


def _hue_value(name: str) -> Instrument:
    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.tone import hue_value_structure

        found = hue_value_structure(*_two(pictures, params))
        return Value(getattr(found, name), facts={"window": found.window})

    return measure


def _shift(name: str) -> Instrument:
    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.tone import tone_shift

        found = tone_shift(*_two(pictures, params))
        facts = {"red": found.red, "green": found.green, "blue": found.blue}
        return Value(getattr(found, name), "levels", found.notes, facts)

    return measure


def sharpness_ratio(pictures: EditPictures, params: Params) -> Value:
    """Variance of the Laplacian, result over reference."""
    from reviewer.metrics.tone import sharpness_change

    change = sharpness_change(*_two(pictures, params))
    facts = {"result": change.source, "reference": change.target}
    if change.target == 0:
        raise NotMeasured("the reference is flat: nothing can be sharper in proportion")
    note = f"variance {change.target:.1f} → {change.source:.1f}"
    return Value(change.source / change.target, "×", (note,), facts)


INSTRUMENTS: dict[str, Instrument] = {
    "exists": exists,
    "readable": readable,
    "file_bytes": file_bytes,
    "mode": mode,
    "size_difference": size_difference,
    "content_size_difference": content_size_difference,
    "size_changed": size_changed,
    "ssim": ssim,
    "ssim_same_size": ssim_same_size,
    "ssim_resized": ssim_resized,
    "histogram_correlation": histogram_correlation,
    "pixel_closeness": pixel_closeness,
    "differing_pixels": differing_pixels,
    "mean_absolute_difference": mean_absolute_difference,
    "distance_to_golden": distance_to(GOLDEN),
    "distance_to_initial": distance_to(INITIAL),
    "intended_change": intended,
    "brightness_change": _tone("brightness_change"),
    "brightness_structure": brightness_structure,
    "contrast_change": _tone("contrast_change"),
    "saturation_change": _tone("saturation_change"),
    "hue_ssim": _hue_value("hue"),
    "value_ssim": _hue_value("brightness"),
    "red_change": _shift("red"),
    "blue_change": _shift("blue"),
    "sharpness_ratio": sharpness_ratio,
}
