"""Instruments of image edits: turned, mirrored, cut out, where a shape or text stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_value import Params, Read, Value, against, box_of
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, RESULT

if TYPE_CHECKING:
    from reviewer.metrics.crop import Crop


def turned(name: str) -> Read:
    """SSIM of the result with one turn or mirror of the reference; no-op and best fit beside it."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.edits import orientation

        role = against(pictures, params)
        reference = pictures.pixels(role)
        found = orientation(pictures.pixels(RESULT), reference, names=(name, "none"))
        scores = {key: score for key, score in pictures.turns(role).items() if score is not None}
        scores |= {key: score for key, score in found.scores.items() if score is not None}
        best = max(scores, key=lambda key: scores[key])
        note = f"fits best: {best.replace('_', ' ')} ({scores[best]:.3f})"
        return Value(found.value(name), "", (note,), {"scores": scores, "best": best})

    return measure


def crop(name: str) -> Read:
    """Where the result was cut out of the reference: SSIM there, or the share of the area."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.pixels import size_of

        found = place_of(pictures, RESULT, against(pictures, params))
        width, height = size_of(pictures.pixels(against(pictures, params)))
        left, top, right, bottom = found.box
        share = (right - left) * (bottom - top) / (width * height)
        facts = {"box": box_of(found.box), "share": share}
        value = found.value if name == "ssim" else share
        return Value(value, "", (f"best place x {left}, y {top}",), facts)

    return measure


def crop_offset(pictures: EditPictures, params: Params) -> Value:
    """How far the cut-out's edges are from those asked for, or from the golden picture's."""
    found = place_of(pictures, RESULT, INITIAL)
    if "left" in params or "top" in params:
        left, top = int(params.get("left", 0)), int(params.get("top", 0))
        width, height = found.box[2] - found.box[0], found.box[3] - found.box[1]
        wanted = (
            left,
            top,
            left + int(params.get("width", width)),
            top + int(params.get("height", height)),
        )
    else:
        wanted = place_of(pictures, GOLDEN, INITIAL).box
    note = f"cut at {found.box[:2]}–{found.box[2:]}, asked {wanted[:2]}–{wanted[2:]}"
    facts = {"box": box_of(found.box), "wanted": list(wanted), "ssim": found.value}
    return Value(found.off_by(wanted), "px", (note,), facts)


def place_of(pictures: EditPictures, part: str, whole: str) -> Crop:
    """Where one picture lies in another."""
    from reviewer.metrics.crop import crop_place

    return crop_place(pictures.pixels(part), pictures.pixels(whole))


def center_offset(pictures: EditPictures, params: Params) -> Value:
    """How far the shape's centroid is from the middle, over the side."""
    from reviewer.metrics.shapes import second_color_shape

    found = second_color_shape(pictures.pixels(RESULT))
    facts: dict[str, Any] = {
        "box": box_of(found.box),
        "centroid": list(found.centroid),
        "color": list(found.color),
        "pixels": found.pixels,
    }
    color = ", ".join(str(value) for value in found.color)
    note = f"shape color {color}, {found.pixels:,} px"
    return Value(max(abs(part) for part in found.offset), "", (note,), facts)


def leftmost_dark(pictures: EditPictures, params: Params) -> Value:
    """The leftmost column with a dark pixel, over the width."""
    from reviewer.metrics.shapes import left_edge

    found = left_edge(pictures.pixels(RESULT), dark_below=int(params.get("dark_below", 128)))
    if found.column is None:
        raise NotMeasured("no pixel of the result is dark")
    note = f"column {found.column} of {found.width}"
    return Value(found.column / found.width, "", (note,), {"column": found.column})
