"""What each operation of a recipe does to a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

Values = Mapping[str, Any]
Call = Callable[["Image.Image", Values, Callable[[str], "Image.Image"]], "Image.Image"]


def flip(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401 - Pillow pictures throughout
    """Mirror left to right, or top to bottom."""
    from PIL import ImageOps

    return ImageOps.mirror(image) if values["direction"] == "horizontal" else ImageOps.flip(image)


def rotate(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Turn clockwise; the canvas grows where the turn is not a quarter."""
    from PIL import Image

    degrees = values["degrees"] % 360
    turns = {90: "ROTATE_270", 180: "ROTATE_180", 270: "ROTATE_90"}
    if degrees in turns:
        return image.transpose(Image.Transpose[turns[int(degrees)]])
    if degrees == 0:
        return image.copy()
    source = image.convert("RGBA" if "A" in image.getbands() else "RGB")
    return source.rotate(-degrees, resample=Image.Resampling.BICUBIC, expand=True)


def crop(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Cut a part out."""
    left, top = values["left"], values["top"]
    right, bottom = left + values["width"], top + values["height"]
    if right > image.width or bottom > image.height:
        raise ValueError(
            f"the part ends at {right}×{bottom}, the picture at {image.width}×{image.height}"
        )
    return image.crop((left, top, right, bottom))


def resize(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Scale, keeping the proportions where one side is 0."""
    from PIL import Image

    width, height = values["width"], values["height"]
    if not width and not height:
        raise ValueError("give a width, a height or both")
    width = width or max(1, round(image.width * height / image.height))
    height = height or max(1, round(image.height * width / image.width))
    source = image.convert("RGB") if image.mode in ("P", "1") else image
    return source.resize((width, height), Image.Resampling[values["filter"].upper()])


def _colored(image: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """The picture without its alpha, as L or RGB, and the alpha or None."""
    alpha = image.getchannel("A") if "A" in image.getbands() else None
    if alpha is None and "transparency" in image.info:
        alpha = image.convert("RGBA").getchannel("A")
    return image.convert("L" if image.mode in ("L", "LA", "1") else "RGB"), alpha


def _with(image: Any, alpha: Any) -> Any:  # noqa: ANN401
    if alpha is not None:
        image.putalpha(alpha)
    return image


def enhanced(name: str) -> Call:
    """An operation that turns a property up or down by a factor."""

    def call(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
        from PIL import ImageEnhance

        plain, alpha = _colored(image)
        return _with(getattr(ImageEnhance, name)(plain).enhance(values["factor"]), alpha)

    return call


def filtered(name: str) -> Call:
    """An operation that is one of Pillow's filters."""

    def call(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
        from PIL import ImageFilter

        plain, alpha = _colored(image)
        made = getattr(ImageFilter, name)
        return _with(plain.filter(made(values["radius"]) if "radius" in values else made), alpha)

    return call


def invert(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Invert the colors; alpha stays."""
    from PIL import ImageOps

    plain, alpha = _colored(image)
    return _with(ImageOps.invert(plain), alpha)


def grey(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Grayscale; alpha stays."""
    plain, alpha = _colored(image)
    return _with(plain.convert("L"), alpha)


def palette(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """A palette of at most so many colors."""
    from PIL import Image

    dither = Image.Dither.FLOYDSTEINBERG if values["dither"] == "yes" else Image.Dither.NONE
    plain, _ = _colored(image)
    colors = plain.convert("RGB").quantize(values["colors"], dither=Image.Dither.NONE)
    return plain.convert("RGB").quantize(palette=colors, dither=dither)


def mode(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Store in another mode."""
    return image.convert(values["mode"])


def white_transparent(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Clear what is white."""
    import numpy as np
    from PIL import Image

    pixels = np.array(image.convert("RGBA"))
    white = (pixels[..., :3] > values["above"]).all(axis=2)
    pixels[white, 3] = 0
    return Image.fromarray(pixels)


def text(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Write words."""
    from PIL import ImageDraw

    from reviewer.overlays.lettering import lettering

    made = _paper(image)
    font, words = lettering(values["text"], values["size"], own_first=True)
    ImageDraw.Draw(made).text(
        (values["x"], values["y"]), words, fill=_color(values["color"]), font=font
    )
    return made


def shape(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Draw a filled shape."""
    from PIL import ImageDraw

    made = _paper(image)
    draw = ImageDraw.Draw(made)
    left, top = values["left"], values["top"]
    right, bottom = left + max(values["width"], 1) - 1, top + max(values["height"], 1) - 1
    color = _color(values["color"])
    if values["shape"] == "rectangle":
        draw.rectangle((left, top, right, bottom), fill=color)
    elif values["shape"] == "ellipse":
        draw.ellipse((left, top, right, bottom), fill=color)
    elif values["shape"] == "triangle":
        draw.polygon([((left + right) / 2, top), (left, bottom), (right, bottom)], fill=color)
    else:
        draw.line([(left, top), (right, bottom)], fill=color, width=3)
    return made


def _paper(image: Any) -> Any:  # noqa: ANN401
    """A copy that can be drawn on in color."""
    if image.mode in ("RGB", "RGBA"):
        return image.copy()
    plain, alpha = _colored(image)
    return _with(plain.convert("RGB"), alpha)


def _color(text: str) -> tuple[int, ...]:
    from PIL import ImageColor

    return ImageColor.getrgb(text)


def background(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Fill what is transparent with a color."""
    from PIL import Image

    source = image.convert("RGBA")
    made = Image.new("RGB", image.size, _color(values["color"])[:3])
    made.paste(source, mask=source.getchannel("A"))
    return made


def composite(image: Any, values: Values, load: Any) -> Any:  # noqa: ANN401
    """Lay another picture over this one."""
    front = load(values["file"]).convert("RGBA")
    made = image.convert("RGBA")
    made.alpha_composite(front, (values["x"], values["y"]))
    return made if "A" in image.getbands() else made.convert("RGB")
