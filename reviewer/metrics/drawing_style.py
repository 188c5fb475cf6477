"""Names and values of SVG: tags without namespaces, declarations, colors."""

from __future__ import annotations

import colorsys

from lxml import etree
from PIL import ImageColor

SVG = "http://www.w3.org/2000/svg"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def local_name(element: etree._Element) -> str:
    """Return the tag without its namespace; comments and instructions have an empty name."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def line_of(element: etree._Element) -> int:
    """Return the line the parser remembers, where the start tag ends; 0 for made-up elements."""
    line = element.sourceline
    return line if isinstance(line, int) else 0


def is_svg(element: etree._Element, *names: str) -> bool:
    """Whether an element is one of the named SVG elements, or has no namespace at all."""
    if not isinstance(element.tag, str):
        return False
    name = etree.QName(element)
    return name.namespace in (SVG, None) and (not names or name.localname in names)


def shortened(text: str, most: int = 120) -> str:
    """Return a text with its middle left out where it is longer: an id may have megabytes."""
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - tail - 3]} … {text[-tail:]}"


def declarations(text: str) -> dict[str, str]:
    """Split ``fill:#fff; stroke:none`` into names and values; the last of a name wins."""
    found: dict[str, str] = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip()
    return found


def normal_color(value: str | None) -> str | None:
    """Return a paint as ``#rrggbb``; None for ``none``, gradients, and what is no color.

    Parameters
    ----------
    value : str or None
        Any CSS color: hex of 3, 4, 6 or 8 digits, ``rgb()``, ``hsl()`` or a name. Alpha is dropped.
    """
    cleaned = (value or "").strip().lower()
    if not cleaned or cleaned in ("none", "transparent", "currentcolor"):
        return None
    if cleaned.startswith("url("):
        return None
    try:
        red, green, blue = ImageColor.getrgb(cleaned)[:3]
    except ValueError:
        return None
    return f"#{red:02x}{green:02x}{blue:02x}"


def hue_saturation_value(color: str) -> tuple[float, float, float]:
    """Return hue in degrees [0, 360), saturation and value in [0, 1] of ``#rrggbb``."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    return hue * 360.0, saturation, value
