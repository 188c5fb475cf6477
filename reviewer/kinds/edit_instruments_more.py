"""Further instruments of image edits: colors, geometry, alpha, layers, settings."""

from __future__ import annotations

from typing import Any

from reviewer.kinds.edit_instruments import Instrument, Params, Value, against
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.metrics import edits as edit_metrics
from reviewer.model import RESULT


def _box(box: Any) -> list[int] | None:  # noqa: ANN401 - a box or None
    return [int(value) for value in box] if box is not None else None


def channel_spread(pictures: EditPictures, params: Params) -> Value:
    """The largest difference between channels; 0 for gray modes."""
    from reviewer.metrics.color import greyness

    picture = pictures.picture(RESULT)
    if picture.mode in ("L", "LA", "1", "I;16", "I;16B", "I", "F"):
        return Value(0, "levels", (f"stored as {picture.mode}",))
    found = greyness(picture.pixels)
    facts = {"box": _box(found.box), "colored": found.colored}
    return Value(found.spread, "levels", (f"{found.colored} colored px",), facts)


def inverted_mse(pictures: EditPictures, params: Params) -> Value:
    """MSE with the inverted reference; the no-op is reported beside it."""
    from reviewer.metrics.color import inversion

    found = inversion(pictures.pixels(RESULT), pictures.pixels(against(pictures, params)))
    note = f"against the reference itself: MSE {found.no_op:.1f}"
    return Value(found.value, "", (note,), {"no_op": found.no_op})


def green_share(pictures: EditPictures, params: Params) -> Value:
    """The share of the reference's non-black pixels that are green in the result."""
    from reviewer.metrics.color import green_background

    found = green_background(pictures.pixels(RESULT), pictures.pixels(against(pictures, params)))
    facts = {"box": _box(found.box), "checked": found.checked, "wrong": found.wrong}
    return Value(found.value, "", (*found.notes, f"{found.wrong} px are not green"), facts)


def white_border_share(pictures: EditPictures, params: Params) -> Value:
    """The share of the outermost pixels that are white and opaque."""
    import numpy as np

    from reviewer.metrics.pixels import alpha, rgb

    pixels = pictures.pixels(RESULT)
    white = np.asarray((rgb(pixels) > 240).all(axis=2))
    seen = alpha(pixels)
    if seen is not None:
        white &= seen == 255
    border = np.concatenate([white[0], white[-1], white[1:-1, 0], white[1:-1, -1]])
    return Value(float(border.mean()), "", (f"{int((~border).sum())} of {border.size} px are not",))


def color_count(pictures: EditPictures, params: Params) -> Value:
    """How many colors the result has."""
    from reviewer.metrics.color import color_count as measure

    return Value(measure(pictures.pixels(RESULT)), "colors")


def _turned(name: str) -> Instrument:
    def measure(pictures: EditPictures, params: Params) -> Value:
        reference = pictures.pixels(against(pictures, params))
        found = edit_metrics.orientation(pictures.pixels(RESULT), reference)
        others = {key: score for key, score in found.scores.items() if score is not None}
        note = f"fits best: {found.best.replace('_', ' ')} ({others[found.best]:.3f})"
        return Value(found.value(name), "", (note,), {"scores": others, "best": found.best})

    return measure


def _crop(name: str) -> Instrument:
    def measure(pictures: EditPictures, params: Params) -> Value:
        from reviewer.metrics.crop import crop_place
        from reviewer.metrics.pixels import size_of

        initial = pictures.pixels(against(pictures, params))
        found = crop_place(pictures.pixels(RESULT), initial)
        width, height = size_of(initial)
        left, top, right, bottom = found.box
        share = (right - left) * (bottom - top) / (width * height)
        facts = {"box": _box(found.box), "share": share}
        value = found.value if name == "ssim" else share
        return Value(value, "", (f"best place x {left}, y {top}",), facts)

    return measure


def center_offset(pictures: EditPictures, params: Params) -> Value:
    """How far the shape's centroid is from the middle, over the side."""
    from reviewer.metrics.shapes import second_color_shape

    found = second_color_shape(pictures.pixels(RESULT))
    facts = {
        "box": _box(found.box),
        "centroid": list(found.centroid),
        "color": list(found.color),
        "pixels": found.pixels,
    }
    color = ", ".join(str(value) for value in found.color)
    return Value(max(abs(part) for part in found.offset), "", (f"shape color {color}",), facts)


def leftmost_dark(pictures: EditPictures, params: Params) -> Value:
    """The leftmost column with a dark pixel, over the width."""
    from reviewer.metrics.shapes import left_edge

    found = left_edge(pictures.pixels(RESULT))
    if found.column is None:
        raise NotMeasured("no pixel of the result is dark")
    return Value(
        found.column / found.width, "", (f"column {found.column} of {found.width}",),
        {"column": found.column},
    )  # fmt: skip


def transparent_share(pictures: EditPictures, params: Params) -> Value:
    """The share of pixels with alpha below 10."""
    from reviewer.metrics.masks import transparent_share as measure

    found = measure(pictures.pixels(RESULT))
    notes = () if found.has_alpha else ("the result has no alpha",)
    return Value(found.value, "", notes, {"pixels": found.pixels})


def white_cleared(pictures: EditPictures, params: Params) -> Value:
    """The share of the white of the initial picture that became transparent."""
    from reviewer.metrics.masks import white_cleared as measure

    found = measure(pictures.pixels(RESULT), pictures.pixels(against(pictures, params)))
    return Value(found.value, "", (f"{found.lost} px that were not white are gone",))


def _document(pictures: EditPictures, form: str) -> Any:  # noqa: ANN401 - by form
    artifact = next(
        (a for a in pictures.request.task.artifacts_in("layers") if form == "xcf"),
        None,
    ) or pictures.artifact(RESULT)
    if not pictures.request.reader.exists(artifact):
        raise UnreadableError(f"{artifact.name}: there is no such file")
    return pictures.request.reader.document(artifact, form)


def all_layers(pictures: EditPictures) -> list[Any]:
    """Every layer of the XCF, groups and their children alike, top first."""
    found: list[Any] = []

    def walk(layers: Any) -> None:  # noqa: ANN401 - layers of the XCF reader
        for layer in layers:
            found.append(layer)
            walk(layer.children)

    walk(_document(pictures, "xcf").layers)
    return found


def layer_count(pictures: EditPictures, params: Params) -> Value:
    """How many layers the XCF has."""
    layers = all_layers(pictures)
    return Value(len(layers), "layers", (), {"names": [layer.name for layer in layers]})


def layers_named(pictures: EditPictures, params: Params) -> Value:
    """How many layers have a name that contains the words asked for, visible ones if asked."""
    wanted = str(params.get("name", "")).casefold()
    named = [layer for layer in all_layers(pictures) if wanted in layer.name.casefold()]
    if params.get("visible"):
        named = [layer for layer in named if layer.visible]
    if "mode" in params:
        named = [layer for layer in named if str(params["mode"]) in (layer.mode_name, layer.mode)]
    if "width" in params and "height" in params:
        size = (int(params["width"]), int(params["height"]))
        named = [layer for layer in named if (layer.width, layer.height) == size]
    names = [layer.name for layer in named]
    return Value(len(named), "layers", (", ".join(names) or "none",), {"names": names})


def text_layers(pictures: EditPictures, params: Params) -> Value:
    """How many text layers the XCF has."""
    names = [layer.name for layer in all_layers(pictures) if layer.is_text]
    return Value(len(names), "layers", (", ".join(names) or "none",), {"names": names})


def setting_value(pictures: EditPictures, params: Params) -> Value:
    """The value of a setting in a gimprc; the last line of a repeated key wins."""
    from collections.abc import Sequence

    key = params.get("key", "")
    wanted = tuple(key) if isinstance(key, Sequence) and not isinstance(key, str) else str(key)
    document = _document(pictures, "gimprc")
    entry = document.find(wanted)
    if entry is None:
        raise NotMeasured(f"there is no line ({key} …)")
    value = " ".join(str(part) for part in entry.items[1:])
    facts = {"line": entry.line, "text": entry.text}
    return Value(value, "", (f"line {entry.line}: {entry.text}",), facts)


MORE: dict[str, Instrument] = {
    "channel_spread": channel_spread,
    "inverted_mse": inverted_mse,
    "green_share": green_share,
    "white_border_share": white_border_share,
    "color_count": color_count,
    "mirror_ssim": _turned("mirror"),
    "flip_ssim": _turned("flip"),
    "rotate_90_ssim": _turned("rotate_90"),
    "rotate_180_ssim": _turned("rotate_180"),
    "rotate_270_ssim": _turned("rotate_270"),
    "crop_ssim": _crop("ssim"),
    "crop_share": _crop("share"),
    "center_offset": center_offset,
    "leftmost_dark": leftmost_dark,
    "transparent_share": transparent_share,
    "white_cleared": white_cleared,
    "layer_count": layer_count,
    "layers_named": layers_named,
    "text_layers": text_layers,
    "setting_value": setting_value,
}
