"""A drawing made fit for rendering: nothing in it runs, loads or multiplies."""

from __future__ import annotations

import copy
import re

from lxml import etree

from reviewer.formats.document_error import DocumentError
from reviewer.formats.svg import SVG

MAX_EXPANDED = 300_000
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_DROPPED = frozenset({"script", "foreignObject", "iframe", "audio", "video"})
_URL = re.compile(r"url\(\s*([\"']?)(?!#)([^)\"']*)\1\s*\)", re.IGNORECASE)
_IMPORT = re.compile(r"@import[^;]*;?", re.IGNORECASE)


def make_safe(root: etree._Element, *, name: str) -> tuple[etree._Element, tuple[str, ...]]:
    """Return a copy without scripts and outside references, with notes on what was taken out."""
    _refuse_multiplication(root, name)
    safe = copy.deepcopy(root)
    taken: dict[str, int] = {}
    for element in list(safe.iter()):
        if not isinstance(element.tag, str):
            if not isinstance(element, etree._Comment) and element.getparent() is not None:
                _remove(element)
            continue
        if etree.QName(element).localname in _DROPPED:
            _count(taken, f"<{etree.QName(element).localname}>")
            _remove(element)
            continue
        _clean_attributes(element, taken)
        if etree.QName(element).localname == "style" and element.text:
            element.text = _without_outside(element.text, taken)
    notes = [f"Taken out before drawing: {what} ({times})." for what, times in taken.items()]
    return safe, tuple(notes)


def hide_layers(root: etree._Element, labels: frozenset[str]) -> None:
    """Switch off the layers of these labels in a copy that is to be rendered."""
    for element in root.iter(f"{{{SVG}}}g", "g"):
        is_layer = element.get(f"{_INKSCAPE}groupmode") == "layer"
        if is_layer and element.get(f"{_INKSCAPE}label") in labels:
            # resvg gives up on a style that begins with, or doubles, a semicolon.
            kept = element.get("style", "").strip("; \t\n")
            element.set("style", f"{kept};display:none" if kept else "display:none")


def _clean_attributes(element: etree._Element, taken: dict[str, int]) -> None:
    for key, value in list(element.attrib.items()):
        name = str(key)
        if name in ("href", _XLINK_HREF, "src"):
            target = str(value).strip()
            if not target.startswith("#") and not target.lower().startswith("data:"):
                _count(taken, "a reference to a file or address")
                del element.attrib[key]
        elif name.lower().startswith("on"):
            _count(taken, "an event handler")
            del element.attrib[key]
        elif "url(" in str(value).lower():
            element.set(key, _without_outside(str(value), taken))


def _without_outside(text: str, taken: dict[str, int]) -> str:
    text, imports = _IMPORT.subn("", text)
    text, urls = _URL.subn("none", text)
    for _ in range(imports):
        _count(taken, "an imported style sheet")
    for _ in range(urls):
        _count(taken, "a reference to a file or address")
    return text


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    # lxml removes the text after an element together with it.
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _count(taken: dict[str, int], what: str) -> None:
    taken[what] = taken.get(what, 0) + 1


def _refuse_multiplication(root: etree._Element, name: str) -> None:
    """Stop `<use>` elements that refer in a circle, or that multiply to more than can be drawn."""
    by_id = {e.get("id"): e for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
    sizes: dict[etree._Element, int] = {}
    open_nodes: set[etree._Element] = set()
    # An explicit stack: the file decides how deep this goes.
    stack: list[tuple[etree._Element, bool]] = [(root, False)]
    while stack:
        element, is_left = stack.pop()
        if is_left:
            open_nodes.discard(element)
            sizes[element] = 1 + sum(sizes.get(below, 0) for below in _below(element, by_id))
            if sizes[element] > MAX_EXPANDED:
                cause = f"its <use> elements multiply to more than {MAX_EXPANDED:,} shapes"
                raise DocumentError(name, cause, "Do not trust this file")
        elif element in open_nodes:
            cause = "its <use> elements refer to each other in a circle"
            raise DocumentError(name, cause, "Break the circle in Inkscape's XML editor")
        elif element not in sizes:
            open_nodes.add(element)
            stack.append((element, True))
            stack.extend((below, False) for below in _below(element, by_id))


def _below(
    element: etree._Element, by_id: dict[str | None, etree._Element]
) -> list[etree._Element]:
    found = [child for child in element if isinstance(child.tag, str)]
    if etree.QName(element).localname == "use":
        reference = (element.get("href") or element.get(_XLINK_HREF) or "").strip()
        target = by_id.get(reference.removeprefix("#")) if reference.startswith("#") else None
        if target is not None:
            found.append(target)
    return found
