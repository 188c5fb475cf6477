"""Why a check of an edit came out as it did: the place, the map, the histogram, the lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reviewer.kinds import edit_show_layers as layers
from reviewer.kinds import edit_show_likeness as likeness
from reviewer.kinds import edit_show_shape as shape
from reviewer.kinds import edit_show_tone as tones
from reviewer.kinds.edit_catalog import ids_of
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import RESULT, Bound, Check, Evidence, Measurement, Scalar, Table
from reviewer.model.counting import share_text, yes_or_no

Drawn = Mapping[str, Any]
Draw = Callable[[EditPictures, Check, Measurement | None], Drawn]

_DRAW: Mapping[str, Draw] = {
    "exists": likeness.file_there,
    "readable": likeness.file_there,
    "file_bytes": likeness.file_size,
    "mode": likeness.file_modes,
    "size_difference": likeness.sizes,
    "size_changed": likeness.sizes,
    "content_size_difference": shape.content,
    "ssim": likeness.ssim,
    "ssim_same_size": likeness.ssim,
    "palette_ssim": likeness.palette,
    "color_count": likeness.palette,
    "ssim_resized": likeness.ssim_resized,
    "histogram_correlation": likeness.histogram,
    "pixel_closeness": likeness.difference,
    "differing_pixels": likeness.exact,
    "mean_absolute_difference": likeness.difference,
    "brightness_change": tones.brightness,
    "contrast_change": tones.contrast,
    "saturation_change": tones.saturation,
    "red_change": tones.warmth,
    "sharpness_ratio": tones.sharpness,
    "channel_spread": tones.colored,
    "inverted_mse": tones.inverted,
    "green_share": tones.green,
    "white_border_share": tones.white_border,
    "transparent_share": shape.transparent,
    "white_cleared": shape.white_cleared,
    "mirror_ssim": shape.turned("mirror"),
    "flip_ssim": shape.turned("flip"),
    "rotate_90_ssim": shape.turned("rotate_90"),
    "rotate_180_ssim": shape.turned("rotate_180"),
    "rotate_270_ssim": shape.turned("rotate_270"),
    "crop_ssim": shape.cropped,
    "crop_offset": shape.crop_place,
    "center_offset": shape.centered,
    "leftmost_dark": shape.text_edge,
    "layer_count": layers.of_layers,
    "layers_named": layers.of_layers,
    "text_layers": layers.of_layers,
    "layer_visible": layers.of_layers,
    "layer_mode": layers.of_layers,
    "layer_opacity": layers.of_layers,
    "layer_size_difference": layers.of_layers,
    "setting_value": layers.setting,
}


def evidence(request: Request, check_id: str) -> Evidence:
    """The evidence of one check; what cannot be drawn is said in words."""
    check = request.rubric.check(check_id)
    if check is None:
        return Evidence(check_id, f"The rubric has no row {check_id}.")
    found = request.measurements.get(check.measure)
    pictures = EditPictures(request, reading=request.parameters.get("read", "seen"))
    summary = _summary(check, found)
    draw = _DRAW.get(check.measure.rpartition(".")[2], likeness.whole)
    try:
        drawn = draw(pictures, check, found)
    except (NotMeasured, UnreadableError, ValueError) as error:
        return Evidence(check_id, summary, text=str(error), table=_table(request, check, ()))
    return Evidence(
        check_id,
        summary,
        role=drawn.get("role", RESULT),
        zoom=drawn.get("zoom"),
        marks=tuple(drawn.get("marks", ())),
        pictures=drawn.get("pictures", {}),
        histograms=drawn.get("histograms", {}),
        curve=drawn.get("curve"),
        text=drawn.get("text", ""),
        table=_table(request, check, drawn.get("rows", ())),
    )


def _summary(check: Check, found: Measurement | None) -> str:
    if found is None:
        return f"{check.asks}: nobody has said yet."
    if not found.is_measured:
        return f"{check.asks}: {found.error or found.reason}"
    unit = f" {found.unit}" if found.unit else ""
    said = f"{check.asks}: {_value(found.value)}{unit}. {'; '.join(found.notes)}"
    return said.rstrip(". ") + "."


def _value(value: object) -> str:
    if not isinstance(value, float):
        return yes_or_no(value)
    return share_text(value, 4)


def _table(request: Request, check: Check, more: Any) -> Table:  # noqa: ANN401 - rows
    needs = _needs(check)
    rows = []
    for name in dict.fromkeys(ids_of(check)):
        rows.append(_row(request, name, needs.get(name, "")))
    for name in ("distance_to_golden", "distance_to_initial"):
        found = request.measurements.get(name)
        if found is not None and found.is_measured and len(check.reads) > 1:
            rows.append(_row(request, name, ""))
    rows += list(more)
    return Table(("measured", "value", "unit", "needs", "note"), tuple(rows))


def _row(request: Request, name: str, needs: str) -> tuple[Any, ...]:
    found = request.measurements.get(name)
    if found is None:
        return (name, "not measured", "", needs, "")
    said: Scalar = found.error or found.reason
    if found.is_measured:
        said = yes_or_no(found.value) if isinstance(found.value, bool) else found.value
    return (name, said, found.unit, needs, "; ".join(found.notes))


def _needs(check: Check) -> dict[str, str]:
    """What each measurement of a row is compared with, in words."""
    rule = check.rule
    needs: dict[str, list[str]] = {}
    for bound in (*rule.conditions, *(stair.bound for stair in rule.stairs)):
        needs.setdefault(bound.of or check.measure, []).append(_bound(bound))
    if rule.form == "equals":
        wanted = '""' if rule.equals == "" else yes_or_no(rule.equals)
        needs.setdefault(check.measure, []).append(f"= {wanted}")
    # Stairs and the row itself may ask for the same: it is said once.
    return {name: " or ".join(dict.fromkeys(said)) for name, said in needs.items()}


def _bound(bound: Bound) -> str:
    signs = (
        ("≥", bound.at_least),
        (">", bound.above),
        ("≤", bound.at_most),
        ("<", bound.below),
        ("=", bound.equals if bound.has_equals else None),
    )
    return " and ".join(f"{sign} {yes_or_no(limit)}" for sign, limit in signs if limit is not None)
