"""The operations that a recipe may use, each with its values, defaults and ranges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reviewer.session import recipe_operations as do
from reviewer.session.recipe_operations import Call

_SIDE = 20_000
FILTERS = ("lanczos", "bicubic", "bilinear", "box", "hamming", "nearest")
MODES = ("RGB", "RGBA", "L", "LA", "P", "1")
SHAPES = ("rectangle", "ellipse", "triangle", "line")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value of an operation: whole, number, text, color or file; None: it must be given."""

    name: str
    sort: str
    default: Any
    about: str
    low: float = 0.0
    high: float = float(_SIDE)
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation; `call` takes a Pillow picture, values, and a way to load further files."""

    title: str
    call: Call
    parameters: tuple[Parameter, ...] = ()


def _place(name: str, about: str) -> Parameter:
    return Parameter(name, "whole", None, about)


_FACTOR = Parameter("factor", "number", None, "1 changes nothing", 0.0, 10.0)
_X, _Y = _place("x", "px from the left"), _place("y", "px from the top")
_BOX = (_place("left", "px"), _place("top", "px"), Parameter("width", "whole", None, "px", 1),
        Parameter("height", "whole", None, "px", 1))  # fmt: skip

OPERATIONS: Mapping[str, Operation] = {
    "flip": Operation(
        "Flip", do.flip,
        (Parameter("direction", "text", "horizontal", "", words=("horizontal", "vertical")),),
    ),
    "rotate": Operation(
        "Rotate clockwise", do.rotate, (Parameter("degrees", "number", 90, "clockwise", -360, 360),)
    ),
    "crop": Operation("Crop", do.crop, _BOX),
    "resize": Operation(
        "Resize", do.resize,
        (
            Parameter("width", "whole", 0, "px; 0 keeps the proportions"),
            Parameter("height", "whole", 0, "px; 0 keeps the proportions"),
            Parameter("filter", "text", "lanczos", "", words=FILTERS),
        ),
    ),
    "brightness": Operation("Brightness", do.enhanced("Brightness"), (_FACTOR,)),
    "contrast": Operation("Contrast", do.enhanced("Contrast"), (_FACTOR,)),
    "saturation": Operation("Saturation", do.enhanced("Color"), (_FACTOR,)),
    "blur": Operation(
        "Blur", do.filtered("GaussianBlur"), (Parameter("radius", "number", 5, "px", 0, 500),)
    ),
    "sharpen": Operation(
        "Sharpen", do.enhanced("Sharpness"),
        (Parameter("factor", "number", 2.0, "1 changes nothing", 0.0, 10.0),),
    ),
    "edges": Operation("Find edges", do.filtered("FIND_EDGES")),
    "emboss": Operation("Emboss", do.filtered("EMBOSS")),
    "invert": Operation("Invert", do.invert),
    "grey": Operation("Grayscale", do.grey),
    "palette": Operation(
        "Palette", do.palette,
        (
            Parameter("colors", "whole", 256, "at most", 2, 256),
            Parameter("dither", "text", "no", "", words=("yes", "no")),
        ),
    ),
    "mode": Operation(
        "Color mode", do.mode, (Parameter("mode", "text", None, "how it is stored", words=MODES),)
    ),
    "white_transparent": Operation(
        "White to transparent", do.white_transparent,
        (Parameter("above", "whole", 240, "white: R, G and B all above it", 0, 254),),
    ),
    "text": Operation(
        "Text", do.text,
        (
            Parameter("text", "text", None, "the words"), _X, _Y,
            Parameter("size", "whole", 36, "px", 1, 2000),
            Parameter("color", "color", "black", "a name or #rrggbb"),
        ),
    ),
    "shape": Operation(
        "Shape", do.shape,
        (
            Parameter("shape", "text", None, "", words=SHAPES), *_BOX,
            Parameter("color", "color", "red", "a name or #rrggbb"),
        ),
    ),
    "background": Operation(
        "Background", do.background, (Parameter("color", "color", "#00ff00", "a name or #rrggbb"),)
    ),
    "composite": Operation(
        "Composite", do.composite, (Parameter("file", "file", None, "the picture in front"), _X, _Y)
    ),
}  # fmt: skip
