"""Instruments of image edits: the file, its size, and how alike two pictures are."""

from __future__ import annotations

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_value import (
    Params,
    Read,
    Value,
    against,
    box_of,
    in_space,
    method_of,
    off,
    pair,
    side_of,
)
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, RESULT
from reviewer.model.counting import counted, percent


def exists(pictures: EditPictures, params: Params) -> Value:
    """Whether the result file is there."""
    return Value(pictures.has(RESULT), facts={"name": pictures.artifact(RESULT).name})


def readable(pictures: EditPictures, params: Params) -> Value:
    """Whether the result opens."""
    return Value(pictures.is_readable(RESULT))


def file_bytes(pictures: EditPictures, params: Params) -> Value:
    """The size of the result file."""
    artifact = pictures.artifact(RESULT)
    return Value(pictures.request.reader.size(artifact), "bytes")


def mode(pictures: EditPictures, params: Params) -> Value:
    """The mode that the result is stored in."""
    picture = pictures.picture(RESULT)
    return Value(picture.mode, "", (), {"format": picture.format})


def wanted_size(pictures: EditPictures, params: Params) -> tuple[int | None, int | None]:
    """The size asked for: sides given in params, else both of a reference."""
    from reviewer.metrics.pixels import size_of

    if "width" in params or "height" in params:
        return side_of(params, "width"), side_of(params, "height")
    role = str(params.get("size_of", "")) or against(pictures, params)
    return size_of(pictures.pixels(role))


def size_difference(pictures: EditPictures, params: Params) -> Value:
    """The larger difference of the two sides."""
    from reviewer.metrics.pixels import size_of

    return off(size_of(pictures.pixels(RESULT)), wanted_size(pictures, params))


def content_size_difference(pictures: EditPictures, params: Params) -> Value:
    """The same for what is not transparent."""
    from reviewer.metrics.masks import content_size

    found = content_size(pictures.with_alpha(RESULT), ignore_transparent=True)
    if found.box is None:
        raise NotMeasured("the result is fully transparent")
    made = off((found.width, found.height), wanted_size(pictures, params))
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
    """SSIM where the sizes are the same, or after resizing where the row asks for that."""
    from reviewer.metrics.pixels import alike
    from reviewer.metrics.ssim import WINDOW
    from reviewer.metrics.ssim import ssim as measure

    window = int(params.get("window", WINDOW))
    is_plain = window == WINDOW and params.get("space", "rgb") == "rgb"
    if against(pictures, params) == GOLDEN and is_plain and not pictures.ssim[1]:
        return ssim(pictures, params)
    one, two, notes = pair(pictures, params)
    each = params.get("space") == "each"
    if each:
        one, two, more = alike(one, two)
        notes = (*notes, *more)
    found = measure(one, two, window=window, channels="each" if each else "rgb")
    if found.window != window:
        notes = (*notes, f"window {found.window}")
    return Value(found.value, "", notes, {"window": found.window})


def palette_ssim(pictures: EditPictures, params: Params) -> Value:
    """The same, with the number of colors: a dithered palette scores low and is still right."""
    from reviewer.metrics.color import color_count as count

    found = ssim_same_size(pictures, params)
    colors = count(pictures.native(RESULT))
    notes = (*found.notes, f"{counted(colors, 'color')}, stored as {pictures.picture(RESULT).mode}")
    return Value(found.value, "", notes, {**found.facts, "colors": colors})


def ssim_resized(pictures: EditPictures, params: Params) -> Value:
    """SSIM after cutting to the alpha box and scaling to the reference."""
    from reviewer.metrics.edits import resized_ssim

    reference = pictures.pixels(against(pictures, params))
    found = resized_ssim(pictures.with_alpha(RESULT), reference, method=method_of(params))
    facts = {"box": box_of(found.box), "window": found.window}
    return Value(found.value, "", found.notes, facts)


def histogram_correlation(pictures: EditPictures, params: Params) -> Value:
    """Pearson's correlation of the color histograms."""
    from reviewer.metrics.histogram import histogram_correlation as measure

    space = str(params.get("space", "rgb"))
    one, two = (
        in_space(pictures.pixels(role), space) for role in (RESULT, against(pictures, params))
    )
    found = measure(one, two, bins=int(params.get("bins", 64)))
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
    from reviewer.metrics.exact import STORED_DEPTH, compare_exact

    role = against(pictures, params)
    found = compare_exact(*pictures.stored(RESULT, role))
    notes = list(found.notes)
    if found.alpha_only:
        notes.append(f"{found.alpha_only:,} px differ in alpha alone")
    if found.hidden:
        notes.append(f"{found.hidden:,} px differ only under alpha 0")
    count = found.pixels if found.differing is None else found.differing
    if found.differing and found.share is not None:
        share = percent(found.share, 2)
        unit = "in stored values" if found.depth == STORED_DEPTH else "levels"
        most = "" if found.largest is None else f", at most {found.largest:g} {unit} apart"
        notes.append(f"{share} of the picture{most}")
    facts = {
        "box": box_of(found.box),
        "share": found.share,
        "largest": found.largest,
        "depth": found.depth,
        "alpha_only": found.alpha_only,
        "hidden": found.hidden,
        "same_size": found.is_same_size,
    }
    return Value(count, "px", tuple(notes), facts)


def mean_absolute_difference(pictures: EditPictures, params: Params) -> Value:
    """The mean difference of all channels, 0-255."""
    from reviewer.metrics.closeness import mean_absolute_difference as measure

    one, two, notes = pair(pictures, {"against": INITIAL, **params})
    return Value(measure(one, two), "levels", notes)


def distance_to(role: str) -> Read:
    """How far the result is from golden or initial, alpha included, beside the grade."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        value, notes = pictures.distance(role)
        return Value(value, "levels", notes)

    return measure


def intended(pictures: EditPictures, params: Params) -> Value:
    """How much of the intended change was made: 1 all, 0 none, below 0 the wrong way."""
    from reviewer.metrics.intent import intended_change

    found = intended_change(*(pictures.whole(role) for role in (INITIAL, GOLDEN, RESULT)))
    facts = {"aligned": found.aligned, "made": found.made, "meant": found.meant}
    return Value(found.value, "", (), facts)
