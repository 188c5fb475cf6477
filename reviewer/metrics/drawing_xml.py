"""What an SVG really holds: elements found by namespace and ancestry, not by text patterns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from .drawing_cascade import Styles
from .drawing_patterns import is_east, is_semantic_id
from .drawing_style import INKSCAPE, is_svg, line_of, local_name, normal_color

_GROUP_MODE = f"{{{INKSCAPE}}}groupmode"
_LABEL = f"{{{INKSCAPE}}}label"
_PATH_EFFECT = f"{{{INKSCAPE}}}path-effect"


@dataclass(frozen=True, slots=True)
class LayerInfo:
    """One Inkscape layer: its label, id, depth below other layers, and whether it shows."""

    label: str
    element_id: str | None
    line: int
    depth: int
    is_visible: bool
    shapes: int
    texts: int


@dataclass(frozen=True, slots=True)
class PathEffects:
    """Live path effects: which are defined, which elements use them, which references dangle."""

    defined: tuple[etree._Element, ...]
    used: tuple[etree._Element, ...]
    applied: tuple[etree._Element, ...]
    dangling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class XmlCounts:
    """What the parsed drawing holds; each tuple lists the elements that a number counts."""

    shapes: tuple[etree._Element, ...]
    texts: tuple[etree._Element, ...]
    mm_texts: tuple[etree._Element, ...]
    mm: int
    tspans: int
    transforms: int
    named_ids: tuple[etree._Element, ...]
    repeated_ids: tuple[str, ...]
    fills: dict[str, tuple[etree._Element, ...]]
    layers: tuple[LayerInfo, ...]
    furniture_layers: tuple[etree._Element, ...]
    furniture_shapes: tuple[etree._Element, ...]
    path_effects: PathEffects
    east: tuple[etree._Element, ...]

    @property
    def has_furniture_layer(self) -> bool:
        """Whether a layer labeled exactly ``furniture`` exists."""
        return bool(self.furniture_layers)


def xml_counts(root: etree._Element) -> XmlCounts:
    """Count what lxml finds in a drawing.

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element, parsed without entities and network.

    Returns
    -------
    XmlCounts
        Elements in document order. Definitions (``<defs>``, ``<clipPath>``…) count like any
        element, since a person who opens the XML editor sees them.
    """
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    texts = tuple(element for element in elements if is_svg(element, "text"))
    contents = [text_content(element) for element in texts]
    shapes = tuple(element for element in elements if is_svg(element, "rect", "path"))
    furniture = tuple(element for element in elements if is_furniture_layer(element))
    ids = Counter(element.get("id", "") for element in elements if element.get("id"))
    return XmlCounts(
        shapes=shapes,
        texts=texts,
        mm_texts=tuple(e for e, text in zip(texts, contents, strict=True) if "mm" in text),
        mm=sum(text.count("mm") for text in contents),
        tspans=sum(is_svg(element, "tspan") for element in elements),
        transforms=sum(element.get("transform") is not None for element in elements),
        named_ids=tuple(e for e in elements if is_semantic_id(e.get("id", ""))),
        repeated_ids=tuple(name for name, times in ids.items() if times > 1),
        fills=_fills(root, shapes),
        layers=layers(root),
        furniture_layers=furniture,
        furniture_shapes=tuple(e for e in shapes if any(a in furniture for a in e.iterancestors())),
        path_effects=path_effects(root),
        east=tuple(e for e in shapes if is_east(e.get("id", "")) and is_svg(e, "rect")),
    )


def text_content(element: etree._Element) -> str:
    """Return the characters of a text element, those of its spans included, without titles."""
    parts: list[str] = []
    for node in element.iter():
        if isinstance(node.tag, str) and local_name(node) not in ("title", "desc"):
            parts.append(node.text or "")
        if node is not element:
            parts.append(node.tail or "")
    return "".join(parts)


def is_layer(element: etree._Element) -> bool:
    """Whether an element is an Inkscape layer, whatever prefix the file uses."""
    return element.get(_GROUP_MODE) == "layer"


def is_furniture_layer(element: etree._Element) -> bool:
    """Whether an element is the layer that the task asks for, labeled exactly ``furniture``."""
    return is_layer(element) and element.get(_LABEL) == "furniture"


def label_of(element: etree._Element) -> str | None:
    """Return the Inkscape label of an element."""
    return element.get(_LABEL)


def layers(root: etree._Element) -> tuple[LayerInfo, ...]:
    """List the layers of a drawing in document order, the lowest in the picture first.

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element.
    """
    styles = Styles(root)
    found: list[LayerInfo] = []
    for element in root.iter():
        if not isinstance(element.tag, str) or not is_layer(element):
            continue
        above = [node for node in element.iterancestors() if is_layer(node)]
        chain = [element, *element.iterancestors()]
        is_hidden = any(styles.value(node, "display") == "none" for node in chain)
        is_hidden = is_hidden or styles.value(element, "visibility") in ("hidden", "collapse")
        found.append(
            LayerInfo(
                label=label_of(element) or element.get("id") or "",
                element_id=element.get("id"),
                line=line_of(element),
                depth=len(above),
                is_visible=not is_hidden,
                shapes=sum(is_svg(node, "rect", "path") for node in element.iter()),
                texts=sum(is_svg(node, "text") for node in element.iter()),
            )
        )
    return tuple(found)


def path_effects(root: etree._Element) -> PathEffects:
    """Sort live path effects into defined, used and applied.

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element.

    Returns
    -------
    PathEffects
        ``used`` carry the attribute; ``applied`` are those of them whose reference leads to a
        definition that is switched on. ``dangling`` lists references that lead nowhere.
    """
    defined = tuple(root.iter(_PATH_EFFECT))
    by_id = {element.get("id"): element for element in defined}
    used: list[etree._Element] = []
    applied: list[etree._Element] = []
    dangling: list[str] = []
    for element in root.iter():
        references = list(_references(element)) if isinstance(element.tag, str) else []
        if not references:
            continue
        used.append(element)
        targets = [by_id[name] for name in references if name in by_id]
        dangling.extend(name for name in references if name not in by_id)
        if any(target.get("is_visible", "true") != "false" for target in targets):
            applied.append(element)
    return PathEffects(defined, tuple(used), tuple(applied), tuple(dict.fromkeys(dangling)))


def _references(element: etree._Element) -> Iterator[str]:
    for part in re.split(r"[;\s]+", element.get(_PATH_EFFECT, "")):
        name = part.removeprefix("url(").removesuffix(")").removeprefix("#")
        if name:
            yield name


def _fills(
    root: etree._Element, shapes: tuple[etree._Element, ...]
) -> dict[str, tuple[etree._Element, ...]]:
    styles = Styles(root)
    found: dict[str, list[etree._Element]] = {}
    for element in shapes:
        color = normal_color(styles.value(element, "fill") or "black")
        if color is not None:
            found.setdefault(color, []).append(element)
    return {color: tuple(elements) for color, elements in found.items()}
