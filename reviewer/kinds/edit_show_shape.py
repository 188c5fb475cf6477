"""Evidence of edits of shape: turns, cuts, alpha, where a shape or text stands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reviewer.kinds.edit_pictures import TOLERANCE, EditPictures
from reviewer.kinds.edit_show_likeness import Drawn, Found, around, sizes, xywh
from reviewer.kinds.edit_value import against
from reviewer.metrics import NotMeasured
from reviewer.model import INITIAL, RESULT, Check, Mark, Measurement
from reviewer.model.counting import percent

Draw = Callable[[EditPictures, Check, Measurement | None], Drawn]


def turned(name: str) -> Draw:
    """What differs from the turned reference, and how well every other turn fits."""

    def draw(pictures: EditPictures, check: Check, found: Found) -> Drawn:
        from reviewer.metrics.differences import difference_regions
        from reviewer.metrics.edits import TRANSFORMS
        from reviewer.metrics.pixels import rgb, size_of
        from reviewer.overlays.difference import paint_difference

        role = against(pictures, check.params)
        scores = found.facts.get("scores", {}) if found is not None else {}
        scores = scores or pictures.turns(role)
        rows = [
            (f"{role}, {key.replace('_', ' ')}", score, "", "", "SSIM")
            for key, score in scores.items()
            if score is not None
        ]
        expected = np.ascontiguousarray(TRANSFORMS[name](rgb(pictures.pixels(role))))
        words = name.replace("_", " ")
        drawn: Drawn = {"rows": rows, "pictures": {f"Expected: {role}, {words}": expected}}
        result = pictures.pixels(RESULT)
        if size_of(result) == size_of(expected):
            found_at = difference_regions(rgb(result), expected, tolerance=TOLERANCE)
            painted = paint_difference(result, found_at.classes)
            drawn["pictures"] |= {f"Difference from {role}, {words}": painted}
            drawn["marks"] = tuple(
                Mark("box", xywh(region.box), f"{region.area:,} px", "warn")
                for region in found_at.regions[:12]
            )
        return drawn

    return draw


def cropped(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Where the result lies in the picture it was cut from."""
    role = against(pictures, check.params)
    box = found.facts.get("box") if found is not None else None
    if not box:
        return sizes(pictures, check, found)
    place = xywh(box)
    mark = Mark("box", place, "the cut-out", "ok", role=role)
    part = pictures.pixels(role)[box[1] : box[3], box[0] : box[2]]
    return {
        "role": role,
        "zoom": around(place),
        "marks": (mark,),
        "pictures": {f"The same part of {role}": np.ascontiguousarray(part)},
    }


def crop_place(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The cut-out's place beside the one asked for."""
    if found is None or "wanted" not in found.facts:
        return sizes(pictures, check, found)
    is_there = found.value == 0
    marks = (
        Mark("box", xywh(found.facts["box"]), "cut here", "ok" if is_there else "bad", INITIAL),
        Mark("box", xywh(found.facts["wanted"]), "asked", "plain", INITIAL),
    )
    return {"role": INITIAL, "marks": marks, "zoom": around(xywh(found.facts["wanted"]))}


def content(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The box of what is not transparent, and the alpha it was found in."""
    drawn = _alpha(pictures)
    box = found.facts.get("box") if found is not None else None
    if box:
        place = xywh(box)
        said = f"content {place[2]:g}×{place[3]:g}"
        drawn |= {"zoom": around(place), "marks": (Mark("box", place, said, "warn"),)}
    return drawn


def _alpha(pictures: EditPictures) -> Drawn:
    from reviewer.metrics.pixels import alpha

    seen = alpha(pictures.with_alpha(RESULT))
    if seen is None:
        return {"text": "The result has no alpha channel."}
    return {"pictures": {"Alpha": np.repeat(seen[..., None], 3, axis=2)}}


def transparent(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """What counts as transparent."""
    from reviewer.metrics.pixels import alpha

    seen = alpha(pictures.with_alpha(RESULT))
    if seen is None:
        return {"text": "The result has no alpha channel: nothing is transparent."}
    below = int(check.params.get("alpha_below", 10))
    clear = np.repeat(np.where(seen < below, 255, 0).astype(np.uint8)[..., None], 3, axis=2)
    return {
        "pictures": {f"Alpha below {below}": clear},
        "text": f"{int((seen < below).sum()):,} of {seen.size:,} px have alpha below {below}",
    }


def white_cleared(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """White that was cleared, white that was left, and what was lost with it."""
    from reviewer.metrics.pixels import alpha, rgb, same_size
    from reviewer.overlays.palette import DOCUMENTED

    role = against(pictures, check.params)
    same_size(pictures.pixels(RESULT), pictures.pixels(role))
    above = int(check.params.get("above", 240))
    below = int(check.params.get("alpha_below", 10))
    white = (rgb(pictures.pixels(role)) > above).all(axis=2)
    seen = alpha(pictures.with_alpha(RESULT))
    if seen is None:
        raise NotMeasured("the result has no alpha channel: nothing was cleared")
    clear = seen < below
    shown = np.full((*white.shape, 3), 40, dtype=np.uint8)
    shown[white & clear] = DOCUMENTED.paint("both").color
    shown[white & ~clear] = DOCUMENTED.paint("small").color
    shown[~white & clear] = DOCUMENTED.paint("large").color
    left, lost = int((white & ~clear).sum()), int((~white & clear).sum())
    said = f"{left:,} white px were left, {lost:,} px that were not white are gone"
    return {"pictures": {"Cleared, left, lost": shown}, "text": said}


def centered(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The shape, the middle, and the line between them."""
    from reviewer.metrics.pixels import size_of

    width, height = size_of(pictures.pixels(RESULT))
    reach = next((b.below for b in check.rule.conditions if b.below is not None), 0.05)
    ring = (width / 2, height / 2, reach * max(width, height))
    marks = [Mark("ring", ring, f"middle, {percent(reach)}", "ok")]
    if found is not None and found.facts.get("box"):
        x, y = found.facts["centroid"]
        marks += [
            Mark("box", xywh(found.facts["box"]), "the shape", "warn"),
            Mark("line", (width / 2, height / 2, x, y), "", "warn"),
        ]
    return {"marks": marks}


def text_edge(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The leftmost dark column beside the limit."""
    from reviewer.metrics.pixels import luma, size_of

    width, height = size_of(pictures.pixels(RESULT))
    reach = next((b.below for b in check.rule.conditions if b.below is not None), 0.05)
    marks = [Mark("column", (reach * width,), f"{percent(reach)} of the width", "plain")]
    column = found.facts.get("column") if found is not None else None
    if column is not None:
        marks.append(Mark("column", (float(column),), f"first dark column, {column}", "warn"))
    dark = luma(pictures.pixels(RESULT)) < int(check.params.get("dark_below", 128))
    mask = np.repeat(np.where(dark, 255, 0).astype(np.uint8)[..., None], 3, axis=2)
    return {
        "marks": marks,
        "zoom": (0.0, 0.0, width / 3, float(height)),
        "pictures": {"What is dark": mask},
    }
