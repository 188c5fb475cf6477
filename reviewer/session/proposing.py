"""Which checks of the library fit a recipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reviewer.session.recipe import Step

Row = dict[str, Any]
Rows = list[Row]
_WHITE = 240
_TURNS = {90: "rotate_90", 180: "rotate_180", 270: "rotate_270"}


def proposed(recipe: Sequence[Step], *, mode: str) -> Rows:
    """Rows for `[[checks]]`, one or two a step; `mode` is the golden picture's.

    Of two steps that undo or repeat each other, the first one's row stands.
    """
    rows: Rows = []
    taken: set[object] = set()
    for step in recipe:
        for row in _PROPOSE.get(step.name, _alike)(step.values):
            name = row.get("id", row["use"])
            if name not in taken:
                taken.add(name)
                rows.append(row)
    if mode == "P" and "palette" not in taken:
        rows.append({"use": "palette"})
    return rows


def alike(threshold: float) -> Row:
    """The check that any recipe can fall back on: the structure of the golden picture."""
    return {"use": "similar", "at_least": threshold}


def _alike(values: Mapping[str, Any]) -> Rows:
    return []


def _use(*names: str) -> Callable[[Mapping[str, Any]], Rows]:
    return lambda values: [{"use": name} for name in names]


def _flip(values: Mapping[str, Any]) -> Rows:
    return [{"use": "mirror" if values["direction"] == "horizontal" else "vertical_flip"}]


def _rotate(values: Mapping[str, Any]) -> Rows:
    name = _TURNS.get(values["degrees"] % 360)
    return [{"use": name}] if name else []


def _factor(name: str) -> Callable[[Mapping[str, Any]], Rows]:
    def rows(values: Mapping[str, Any]) -> Rows:
        if values["factor"] == 1:
            return []
        return [{"use": f"{name}_{'increased' if values['factor'] > 1 else 'decreased'}"}]

    return rows


def _sharpen(values: Mapping[str, Any]) -> Rows:
    return [{"use": "sharper" if values["factor"] > 1 else "softer"}]


def _palette(values: Mapping[str, Any]) -> Rows:
    return [{"use": "palette"}, {"use": "few_colors", "at_most": values["colors"]}]


def _mode(values: Mapping[str, Any]) -> Rows:
    rows: Rows = [{"use": "mode", "equals": values["mode"]}]
    return [*rows, {"use": "grayscale"}] if values["mode"] in ("L", "LA", "1") else rows


def _crop(values: Mapping[str, Any]) -> Rows:
    place = {key: values[key] for key in ("left", "top", "width", "height")}
    return [{"use": "crop_to_size"}, {"use": "crop_place", "params": place}]


def _white(values: Mapping[str, Any]) -> Rows:
    row: Row = {"use": "white_to_transparent"}
    if values["above"] != 240:
        row["params"] = {"above": values["above"]}
    return [row, {"use": "mode", "equals": "RGBA"}]


def _background(values: Mapping[str, Any]) -> Rows:
    """Nothing transparent is left; a green or white one has a check of its own."""
    from PIL import ImageColor

    red, green, blue = ImageColor.getrgb(values["color"])[:3]
    rows: Rows = [
        {
            "use": "transparent",
            "id": "opaque",
            "asks": "Nothing of the result is transparent",
            "at_most": 0,
        }
    ]
    if green > red and green > blue:
        rows.append({"use": "green_background"})
    if min(red, green, blue) > _WHITE:
        rows.append({"use": "white_background"})
    return rows


_PROPOSE: Mapping[str, Callable[[Mapping[str, Any]], Rows]] = {
    "flip": _flip,
    "rotate": _rotate,
    "crop": _crop,
    "resize": _use("size", "similar_resized"),
    "brightness": _factor("brightness"),
    "contrast": _factor("contrast"),
    "saturation": _factor("saturation"),
    "blur": _use("softer"),
    "sharpen": _sharpen,
    "invert": _use("inverted"),
    "grey": _use("grayscale"),
    "palette": _palette,
    "mode": _mode,
    "white_transparent": _white,
    "background": _background,
    "shape": _use("centered_shape"),
    "text": _use("text_on_left"),
}
