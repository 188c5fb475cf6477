"""SVG read safely: no file, no network, no entity bomb, and a clear reason when it is no SVG."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from lxml import etree

from reviewer.formats.document_error import DocumentError
from reviewer.formats.format_error import shortened

MAX_BYTES = 20 * 1024 * 1024
MAX_ENTITY = 64 * 1024
# What the parser takes of one attribute, text or comment, and how it says so.
MAX_PART = 10_000_000
_TOO_LONG = ("buffer size", "huge text", "too long", "too big")
SVG = "http://www.w3.org/2000/svg"
_NUMBER = re.compile(r"^\s*+([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?)\s*+([a-zA-Z%]*+)\s*$")
# CSS pixels of each unit, at the 96 dots an inch that every viewer assumes.
_PIXELS = {"": 1.0, "px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72}
_PIXELS |= {"pc": 16.0, "q": 96 / 101.6}


@dataclass(frozen=True, slots=True)
class SvgDocument:
    """A parsed drawing: its tree, its source as a viewer reads it, and what was odd about it."""

    root: etree._Element
    text: str
    encoding: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The part of the plane that a drawing shows, in user units."""

    x: float
    y: float
    width: float
    height: float


def refuse_size(size: int, *, name: str) -> None:
    """Raise DocumentError for more bytes than a drawing may have."""
    if size > MAX_BYTES:
        raise DocumentError(
            name,
            f"it has {size:,} bytes, more than the {MAX_BYTES:,} a drawing may have here",
            "Look at it in Inkscape, and grade it by hand",
        )


def parse_svg(data: bytes, *, name: str = "drawing.svg") -> SvgDocument:
    """Parse an SVG file; raises DocumentError naming the file, the cause and the remedy."""
    refuse_size(len(data), name=name)
    if data.startswith(b"\x1f\x8b"):
        raise DocumentError(name, "it is compressed (SVGZ)", "Save it as plain SVG")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DocumentError(name, *_why_not(data, str(error))) from error
    tag = etree.QName(root)
    if tag.localname != "svg":
        raise DocumentError(name, f"it is XML but no SVG (<{tag.localname}>)", "Open another file")
    notes = [] if tag.namespace == SVG else ["The root element is not in the SVG namespace."]
    notes.extend(_settle_entities(root))
    encoding = root.getroottree().docinfo.encoding or "UTF-8"
    return SvgDocument(root, _source(data, encoding), encoding, tuple(notes))


def _why_not(data: bytes, error: str) -> tuple[str, str]:
    if "entity" in error.lower() or "amplification" in error.lower():
        return "its entities expand without end", "Do not trust this file"
    if not data.strip():
        return "it is empty", "Export it again"
    if "name" in error.lower() and "too long" in error.lower():
        return "a name in it is longer than any drawing needs", "Do not trust this file"
    if any(words in error.lower() for words in _TOO_LONG):
        cause = f"an attribute, a text or a comment in it is longer than {MAX_PART:,} bytes"
        return cause, "Do not trust this file"
    if "huge" in error.lower() or "depth" in error.lower():
        return f"its elements nest too deep ({error})", "Do not trust this file"
    return f"invalid XML, no viewer opens it ({error})", "Export it again, or correct that line"


def _settle_entities(root: etree._Element) -> list[str]:
    """Put in the text of harmless internal entities, and take out those that name a file."""
    known: dict[str, str] = {}
    # The type hints of lxml leave out the members of a document type.
    table = cast(Any, root.getroottree().docinfo.internalDTD)
    if table is None:
        return []
    for declared in table.iterentities():
        content = declared.content
        if content is not None and not set(content) & {"<", "&"} and len(content) <= MAX_ENTITY:
            known[declared.name or ""] = content
    for element in root.iter(etree.Element):
        for key, value in element.attrib.items():
            # Set anew, an attribute holds its text instead of references into the document type.
            element.set(key, value)
    notes: list[str] = []
    budget = MAX_ENTITY
    for node in list(root.iter(etree.Entity)):
        name = str(getattr(node, "name", ""))
        text = known.get(name, "")
        budget -= len(text)
        if name not in known or budget < 0:
            notes.append(f"The entity &{shortened(name, 40)}; was left out.")
            text = ""
        _replace(node, text)
    return list(dict.fromkeys(notes))


def _replace(node: etree._Element, text: str) -> None:
    parent, before = node.getparent(), node.getprevious()
    if parent is None:
        return
    text += node.tail or ""
    if before is None:
        parent.text = (parent.text or "") + text
    else:
        before.tail = (before.tail or "") + text
    node.tail = None
    parent.remove(node)


def _source(data: bytes, encoding: str) -> str:
    # The parser knew the encoding; Python may know it by no name, then the bytes are shown as is.
    try:
        return data.decode("utf-8-sig" if encoding.upper() == "UTF-8" else encoding, "replace")
    except LookupError:
        return data.decode("latin-1")


def pixels_of(length: str | None) -> float | None:
    """Return a length attribute in CSS pixels; None for percentages and what is no length."""
    found = _NUMBER.match(length or "")
    if not found or found.group(2).lower() not in _PIXELS:
        return None
    return float(found.group(1)) * _PIXELS[found.group(2).lower()]


def view_of(root: etree._Element) -> View | None:
    """Return what a drawing shows: its view box, else its size; None when it states neither."""
    parts = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    numbers = [float(part) for part in parts if _NUMBER.match(part)] if len(parts) == 4 else []
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return View(numbers[0], numbers[1], numbers[2], numbers[3])
    width, height = pixels_of(root.get("width")), pixels_of(root.get("height"))
    if width and height and width > 0 and height > 0:
        return View(0.0, 0.0, width, height)
    return None
