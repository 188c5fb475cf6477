"""Evidence of edits: files and sizes, similarity maps, histograms, differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from reviewer.kinds.edit_pictures import TOLERANCE, EditPictures
from reviewer.kinds.edit_value import against, method_of
from reviewer.model import GOLDEN, INITIAL, RESULT, Check, Mark, Measurement
from reviewer.model.counting import counted, percent, true_minus

if TYPE_CHECKING:
    from numpy.typing import NDArray

Drawn = dict[str, Any]
Found = Measurement | None
_MARKS = 40
_SWATCHES = 64


def whole(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The whole picture: a frame round all of it would mark nothing."""
    from reviewer.metrics.pixels import size_of

    width, height = size_of(pictures.pixels(RESULT))
    return {"zoom": (0.0, 0.0, float(width), float(height))}


def file_there(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Where the result was looked for, and what else of the task is there."""
    rows = [
        (f"file of {a.role}", a.name, "", "", "there" if pictures.has(a.role) else "missing")
        for a in pictures.request.task.artifacts
    ]
    return {"text": f"Looked for {pictures.artifact(RESULT).path}", "rows": rows}


def file_size(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The bytes of each file of the task."""
    reader = pictures.request.reader
    rows = [
        (f"bytes of {a.role}", reader.size(a), "bytes", "", a.name)
        for a in pictures.request.task.artifacts
        if reader.exists(a)
    ]
    size = reader.size(pictures.artifact(RESULT))
    return {"text": f"{pictures.artifact(RESULT).name}: {size:,} bytes", "rows": rows}


def file_modes(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """How each picture is stored."""
    rows = []
    for role in (INITIAL, RESULT, GOLDEN):
        if pictures.has(role):
            picture = pictures.picture(role)
            frames = f"{picture.frames} frames" if picture.frames > 1 else ""
            rows.append((f"mode of {role}", picture.mode, "", "", f"{picture.format} {frames}"))
    return {"text": "\n".join(pictures.picture(RESULT).notes) or "stored as shown", "rows": rows}


def sizes(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The frame that was asked for over the one that is there."""
    from reviewer.metrics.pixels import size_of

    width, height = size_of(pictures.pixels(RESULT))
    marks = [Mark("box", (0, 0, width, height), f"is {width}×{height}", "plain")]
    wanted = found.facts.get("wanted") if found is not None else None
    zoom = (0.0, 0.0, float(width), float(height))
    if wanted:
        wide, high = (side or own for side, own in zip(wanted, (width, height), strict=True))
        tone = "ok" if (wide, high) == (width, height) else "warn"
        marks.append(Mark("box", (0, 0, wide, high), f"asked {wide}×{high}", tone))
        zoom = (0.0, 0.0, float(max(width, wide)), float(max(height, high)))
    return {"zoom": zoom, "marks": marks}


def ssim(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The map of similarity, with the place that is least alike."""
    role = against(pictures, check.params)
    reference, notes = pictures.fitted(role, method_of(check.params))
    drawn = similarity_drawn(pictures.pixels(RESULT), reference, f"SSIM map against {role}")
    return {**drawn, "text": "; ".join(notes)}


def similarity_drawn(result: Any, reference: Any, title: str) -> Drawn:  # noqa: ANN401 - arrays
    """A map of two pictures of one size, a ring around the place that is least alike."""
    from reviewer.metrics.ssim import ssim_map
    from reviewer.overlays.heatmap import paint_heatmap

    similarity = ssim_map(result, reference)
    size = (result.shape[1], result.shape[0])
    row, column = np.unravel_index(int(np.argmin(similarity)), similarity.shape)
    x, y = float(column * size[0] / similarity.shape[1]), float(row * size[1] / similarity.shape[0])
    reach = max(size) / 12
    least = true_minus(f"{float(similarity.min()):.2f}")
    mark = Mark("ring", (x, y, reach / 2), f"least alike, {least}", "bad")
    return {
        "zoom": (max(0.0, x - reach), max(0.0, y - reach), 2 * reach, 2 * reach),
        "marks": (mark,),
        "pictures": {title: paint_heatmap(similarity, size=size)},
    }


def ssim_resized(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """What was cut to the visible part and scaled, and its map."""
    from reviewer.metrics.pixels import resized, rgb, size_of

    reference = rgb(pictures.pixels(against(pictures, check.params)))
    pixels = rgb(pictures.pixels(RESULT))
    box = found.facts.get("box") if found is not None else None
    marks: tuple[Mark, ...] = ()
    if box:
        pixels = pixels[box[1] : box[3], box[0] : box[2]]
        marks = (Mark("box", xywh(box), "what can be seen", "plain"),)
    scaled = resized(np.ascontiguousarray(pixels), size_of(reference), method_of(check.params))
    drawn = similarity_drawn(scaled, reference, "SSIM map at the reference's size")
    shown = {"As compared": scaled, **drawn["pictures"]}
    return {"pictures": shown, "marks": marks, "text": "; ".join(found.notes) if found else ""}


def palette(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The colors of the result, the most common first, beside the similarity map."""
    from reviewer.metrics.color import color_counts
    from reviewer.metrics.pixels import rgb

    colors, counts = color_counts(rgb(pictures.pixels(RESULT)))
    shown = colors[:_SWATCHES] if colors.shape[1] == 3 else colors[:_SWATCHES].repeat(3, axis=1)
    pictures_shown = {"Colors, most common first": _swatches(shown)}
    drawn: Drawn = {}
    if len(check.reads) > 1:
        reference, _ = pictures.fitted(against(pictures, check.params))
        drawn = similarity_drawn(pictures.pixels(RESULT), reference, "SSIM map, bright differs")
        pictures_shown |= drawn["pictures"]
    most = percent(counts[0] / counts.sum(), 1)
    said = f"{counted(len(counts), 'color')}; the most common covers {most}"
    return {**drawn, "pictures": pictures_shown, "text": said}


def _swatches(colors: Any, edge: int = 24, across: int = 16) -> NDArray[np.uint8]:  # noqa: ANN401
    rows = -(-len(colors) // across)
    grid = np.zeros((rows * across, 3), dtype=np.uint8)
    grid[: len(colors)] = colors
    return grid.reshape(rows, across, 3).repeat(edge, axis=0).repeat(edge, axis=1)


def histogram(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The pair of histograms that were correlated, in the bins they were counted in."""
    from reviewer.kinds.edit_value import in_space
    from reviewer.metrics.histogram import color_histogram
    from reviewer.metrics.pixels import rgb

    space = str(check.params.get("space", "rgb"))
    bins = int(check.params.get("bins", 64))
    letters = {"hsv": "HSV", "lab": "Lab"}.get(space, "RGB")
    series: dict[str, tuple[float, ...]] = {}
    means = []
    for name in (RESULT, against(pictures, check.params)):
        row = color_histogram(in_space(pictures.pixels(name), space), bins=bins)
        for channel, values in zip(letters, row.reshape(3, -1), strict=True):
            series[f"{name} {channel}"] = tuple(float(value) for value in values)
        mean = rgb(pictures.pixels(name)).reshape(-1, 3).mean(axis=0)
        means.append(f"{name}: mean R {mean[0]:.1f}, G {mean[1]:.1f}, B {mean[2]:.1f}")
    return {"histograms": series, "text": "\n".join(means)}


def difference(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Where the result differs by more than the tolerance."""
    return _difference(pictures, against(pictures, check.params), TOLERANCE)


def exact(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Every pixel that differs at all; those that differ in alpha alone apart."""
    from reviewer.metrics.differences import difference_regions
    from reviewer.metrics.pixels import size_of

    role = against(pictures, check.params)
    one, two = pictures.with_alpha(RESULT), pictures.with_alpha(role)
    if size_of(one) != size_of(two):
        return sizes(pictures, check, found)
    drawn = _difference(pictures, role, 0, regions=difference_regions(one, two, tolerance=0))
    alpha_mask = drawn.pop("alpha_mask")
    if alpha_mask is not None and alpha_mask.any():
        mask = np.repeat(np.where(alpha_mask, 255, 0).astype(np.uint8)[..., None], 3, axis=2)
        drawn["pictures"] = {**drawn["pictures"], "Differs in alpha alone": mask}
    return drawn


def _difference(
    pictures: EditPictures,
    role: str,
    tolerance: int,
    *,
    regions: Any = None,  # noqa: ANN401 - Regions
) -> Drawn:
    from reviewer.overlays.difference import paint_difference

    is_exact = regions is not None
    regions = regions or pictures.differences(role, tolerance)
    painted = paint_difference(pictures.pixels(RESULT), regions.classes)
    marks = tuple(
        Mark("box", xywh(region.box), f"{region.area:,} px", "warn")
        for region in regions.regions[:_MARKS]
    )
    drawn: Drawn = {
        "marks": marks,
        "pictures": {f"Difference from {role}, over {tolerance} levels": painted},
        "text": f"{counted(regions.count, 'region')}; {regions.differing:,} px differ by over "
        f"{tolerance}",
    }
    if regions.regions:
        drawn["zoom"] = around(xywh(regions.regions[0].box))
    if is_exact:
        drawn["alpha_mask"] = regions.alpha_mask
    return drawn


def xywh(box: Any) -> tuple[float, float, float, float]:  # noqa: ANN401 - a box of four
    """A box of edges as x, y, width, height."""
    left, top, right, bottom = (float(value) for value in box)
    return left, top, right - left, bottom - top


def around(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A box with some room around it."""
    x, y, width, height = box
    pad = max(8.0, 0.25 * max(width, height))
    return x - pad, y - pad, width + 2 * pad, height + 2 * pad
