"""Why a check of an edit came out as it did: the place, the map, the histogram, the lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reviewer.kinds.edit_instruments import against
from reviewer.kinds.edit_pictures import TOLERANCE, EditPictures
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import RESULT, Check, Evidence, Mark, Measurement, Table

_MARKS = 40


def evidence(request: Request, check_id: str) -> Evidence:
    """The evidence of one check; what cannot be drawn is said in words."""
    check = request.rubric.check(check_id)
    if check is None:
        return Evidence(check_id, f"The rubric has no row {check_id}.")
    found = request.measurements.get(check.measure)
    pictures = EditPictures(request)
    summary = _summary(check, found)
    try:
        drawn = _DRAW.get(check.look, _whole)(pictures, check, found)
    except (NotMeasured, UnreadableError) as error:
        return Evidence(check_id, summary, text=str(error), table=_table(request, check))
    return Evidence(
        check_id,
        summary,
        role=drawn.get("role", RESULT),
        zoom=drawn.get("zoom"),
        marks=drawn.get("marks", ()),
        pictures=drawn.get("pictures", {}),
        histograms=drawn.get("histograms", {}),
        text=drawn.get("text", ""),
        table=_table(request, check),
    )


def _summary(check: Check, found: Measurement | None) -> str:
    if found is None:
        return f"{check.asks}: nobody has said yet."
    if not found.is_measured:
        return f"{check.asks}: {found.error or found.reason}"
    value = f"{found.value:.4g}" if isinstance(found.value, float) else str(found.value)
    unit = f" {found.unit}" if found.unit else ""
    return f"{check.asks}: {value}{unit}. {'; '.join(found.notes)}".rstrip(". ") + "."


def _table(request: Request, check: Check) -> Table:
    from reviewer.kinds.edit_measure import ids_of

    rows = []
    for name in dict.fromkeys(ids_of(check)):
        found = request.measurements.get(name)
        if found is None:
            continue
        said = found.value if found.is_measured else found.error or found.reason
        rows.append((name, said, found.unit, "; ".join(found.notes)))
    return Table(("measured", "value", "unit", "note"), tuple(rows))


Drawn = dict[str, Any]
Draw = Callable[[EditPictures, Check, Measurement | None], Drawn]


def _whole(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    from reviewer.metrics.pixels import size_of

    width, height = size_of(pictures.pixels(RESULT))
    mark = Mark("box", (0, 0, width, height), f"{width}×{height}", "plain")
    return {"zoom": (0.0, 0.0, float(width), float(height)), "marks": (mark,)}


def _file(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    artifact = pictures.artifact(RESULT)
    picture = pictures.picture(RESULT)
    lines = [
        f"{artifact.name}: {picture.format}, {picture.mode}, {picture.byte_count:,} bytes",
        f"{picture.frames} frame(s)",
        *picture.notes,
    ]
    return {"text": "\n".join(lines)}


def _ssim(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    import numpy as np

    from reviewer.metrics.ssim import ssim_map
    from reviewer.overlays.heatmap import paint_heatmap

    reference, _ = pictures.fitted(against(pictures, check.params))
    result = pictures.pixels(RESULT)
    similarity = ssim_map(result, reference)
    size = (result.shape[1], result.shape[0])
    row, column = np.unravel_index(int(np.argmin(similarity)), similarity.shape)
    step_x, step_y = size[0] / similarity.shape[1], size[1] / similarity.shape[0]
    x, y = float(column * step_x), float(row * step_y)
    reach = max(size) / 12
    mark = Mark("ring", (x, y, reach / 2), f"least alike, {float(similarity.min()):.2f}", "bad")
    return {
        "zoom": (max(0.0, x - reach), max(0.0, y - reach), 2 * reach, 2 * reach),
        "marks": (mark,),
        "pictures": {"SSIM map": paint_heatmap(similarity, size=size)},
    }


def _histogram(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    from reviewer.metrics.histogram import color_histogram

    role = against(pictures, check.params)
    series: dict[str, tuple[float, ...]] = {}
    for name in (RESULT, role):
        row = color_histogram(pictures.pixels(name))
        for channel, values in zip("RGB", row.reshape(3, -1), strict=True):
            series[f"{name} {channel}"] = tuple(float(value) for value in values)
    means = []
    for name in (RESULT, role):
        from reviewer.metrics.pixels import rgb

        mean = rgb(pictures.pixels(name)).reshape(-1, 3).mean(axis=0)
        means.append(f"{name}: mean R {mean[0]:.1f}, G {mean[1]:.1f}, B {mean[2]:.1f}")
    return {"histograms": series, "text": "\n".join(means)}


def _difference(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    from reviewer.overlays.difference import paint_difference

    role = against(pictures, check.params)
    tolerance = 0 if check.measure == "differing_pixels" else TOLERANCE
    regions = pictures.differences(role, tolerance)
    painted = paint_difference(pictures.pixels(RESULT), regions.classes)
    marks = tuple(
        Mark("box", _xywh(region.box), f"{region.area:,} px", "warn")
        for region in regions.regions[:_MARKS]
    )
    drawn: Drawn = {
        "marks": marks,
        "pictures": {f"Difference from {role}": painted},
        "text": f"{regions.count} regions; {regions.differing:,} px differ by over {tolerance}",
    }
    if regions.regions:
        drawn["zoom"] = _around(_xywh(regions.regions[0].box))
    return drawn


def _xywh(box: Any) -> tuple[float, float, float, float]:  # noqa: ANN401 - a box of four
    left, top, right, bottom = (float(value) for value in box)
    return left, top, right - left, bottom - top


def _around(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x, y, width, height = box
    pad = max(8.0, 0.25 * max(width, height))
    return x - pad, y - pad, width + 2 * pad, height + 2 * pad


def _fact_box(found: Measurement | None) -> tuple[float, float, float, float] | None:
    box = found.facts.get("box") if found is not None else None
    return _xywh(box) if box else None


def _boxed(label: str) -> Draw:
    def draw(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
        box = _fact_box(found)
        if box is None:
            return _whole(pictures, check, found)
        return {"zoom": _around(box), "marks": (Mark("box", box, label, "warn"),)}

    return draw


def _alpha(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    import numpy as np

    from reviewer.metrics.pixels import alpha

    pixels = pictures.pixels(RESULT)
    seen = alpha(pixels)
    if seen is None:
        return {"text": "The result has no alpha channel."}
    drawn = _boxed("content")(pictures, check, found)
    return {**drawn, "pictures": {"Alpha": np.repeat(seen[..., None], 3, axis=2)}}


def _shape(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    from reviewer.metrics.pixels import size_of

    width, height = size_of(pictures.pixels(RESULT))
    marks = [Mark("ring", (width / 2, height / 2, 0.05 * max(width, height)), "middle, 5 %", "ok")]
    box = _fact_box(found)
    if box is not None and found is not None:
        x, y = found.facts["centroid"]
        marks += [
            Mark("box", box, "the shape", "warn"),
            Mark("line", (width / 2, height / 2, x, y), "", "warn"),
        ]
    return {"marks": tuple(marks)}


def _text(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    from reviewer.metrics.pixels import size_of

    width, height = size_of(pictures.pixels(RESULT))
    marks = [Mark("column", (0.05 * width,), "5 % of the width", "plain")]
    column = found.facts.get("column") if found is not None else None
    if column is not None:
        marks.append(Mark("column", (float(column),), f"first dark column, {column}", "warn"))
    return {"marks": tuple(marks), "zoom": (0.0, 0.0, width / 3, float(height))}


def _sharpness(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    import cv2
    import numpy as np

    from reviewer.metrics.pixels import luma

    drawn = {}
    for role in (RESULT, against(pictures, check.params)):
        edges = np.abs(cv2.Laplacian(luma(pictures.pixels(role)), cv2.CV_64F))
        drawn[f"Laplacian of {role}"] = np.repeat(
            np.minimum(edges * 2, 255).astype(np.uint8)[..., None], 3, axis=2
        )
    return {"pictures": drawn}


def _lines(pictures: EditPictures, check: Check, found: Measurement | None) -> Drawn:
    if found is None or not found.facts:
        return {"text": found.reason if found else ""}
    if "text" in found.facts:
        return {"text": f"line {found.facts['line']}: {found.facts['text']}"}
    return {"text": "\n".join(str(name) for name in found.facts.get("names", ()))}


_DRAW: dict[str, Draw] = {
    "whole": _whole,
    "file": _file,
    "ssim": _ssim,
    "histogram": _histogram,
    "difference": _difference,
    "colors": _boxed("here"),
    "alpha": _alpha,
    "shape": _shape,
    "text": _text,
    "sharpness": _sharpness,
    "layers": _lines,
    "settings": _lines,
}
