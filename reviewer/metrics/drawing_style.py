"""Which paint an SVG element gets: style attribute, style sheet, attribute or parent."""

from __future__ import annotations

import colorsys
import re
from dataclasses import dataclass

from lxml import etree
from PIL import ImageColor

SVG = "http://www.w3.org/2000/svg"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTOR = re.compile(r"^([A-Za-z*][\w-]*)?((?:[.#][\w-]+)*)$")
_INHERITED = frozenset({"fill", "stroke", "font-size", "visibility", "stroke-width"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One declaration block of a style sheet, for a compound selector without combinators."""

    tag: str | None
    classes: frozenset[str]
    element_id: str | None
    specificity: tuple[int, int, int, int]
    declarations: dict[str, str]


class Styles:
    """Answers what a property computes to; built once for a document."""

    def __init__(self, root: etree._Element) -> None:
        self.rules = _style_rules(root)
        self._known: dict[tuple[etree._Element, str], str | None] = {}

    def value(self, element: etree._Element, name: str) -> str | None:
        """Return the computed value of a property, or None where nothing sets it."""
        # Walked with a list: a hostile file nests deeper than the interpreter recurses.
        chain: list[etree._Element] = []
        node: etree._Element | None = element
        result: str | None = None
        while node is not None:
            if (node, name) in self._known:
                result = self._known[node, name]
                break
            chain.append(node)
            own = self._own(node, name)
            if own not in (None, "inherit"):
                result = own
                break
            node = node.getparent() if name in _INHERITED else None
        for passed in chain:
            self._known[passed, name] = result
        return result

    def _own(self, element: etree._Element, name: str) -> str | None:
        styled = declarations(element.get("style", "")).get(name)
        if styled is not None:
            return styled
        classes = frozenset((element.get("class") or "").split())
        tag, element_id = local_name(element), element.get("id")
        sheet = [
            rule
            for rule in self.rules
            if name in rule.declarations
            and rule.tag in (None, tag)
            and rule.element_id in (None, element_id)
            and rule.classes <= classes
        ]
        if sheet:
            return max(sheet, key=lambda rule: rule.specificity).declarations[name]
        return element.get(name)


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


def _style_rules(root: etree._Element) -> tuple[Rule, ...]:
    rules: list[Rule] = []
    for sheet in root.iter(f"{{{SVG}}}style", "style"):
        text = _COMMENT.sub("", "".join(str(part) for part in sheet.itertext(with_tail=False)))
        # An @import ends at its semicolon and is never followed: nothing is fetched.
        text = re.sub(r"@(?:import|charset|namespace)[^;]*;", "", text)
        for selectors, body in _RULE.findall(text):
            for selector in selectors.split(","):
                rule = _rule(selector.strip(), declarations(body), len(rules))
                if rule is not None:
                    rules.append(rule)
    return tuple(rules)


def _rule(selector: str, body: dict[str, str], order: int) -> Rule | None:
    found = _SELECTOR.match(selector)
    if not found or not selector:
        # Selectors with combinators or pseudo-classes are left out, as resvg leaves most of them.
        return None
    tag = None if found.group(1) in (None, "*") else found.group(1)
    parts = re.findall(r"([.#])([\w-]+)", found.group(2))
    classes = frozenset(name for sign, name in parts if sign == ".")
    ids = [name for sign, name in parts if sign == "#"]
    specificity = (len(ids), len(classes), int(tag is not None), order)
    return Rule(tag, classes, ids[0] if ids else None, specificity, body)
