"""Why a graded count differs from what the drawing holds, element by element."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lxml import etree

from .drawing_patterns import Match, PatternCounts, is_semantic_id, pattern_counts
from .drawing_source import SourceMap
from .drawing_style import declarations, local_name, normal_color, shortened
from .drawing_xml import XmlCounts, xml_counts


@dataclass(frozen=True, slots=True)
class Place:
    """An element or a spot of the source that a difference concerns."""

    element_id: str | None
    line: int
    what: str

    @property
    def name(self) -> str:
        """The id as it can be shown; empty without one."""
        return shortened(self.element_id or "")


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason for a difference: counted too much (surplus) or missed, and where."""

    reason: str
    is_surplus: bool
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class CountDifference:
    """A count whose graded number is not what the drawing holds, or agrees by accident."""

    name: str
    graded: float
    found: float
    causes: tuple[Cause, ...]


_Causes = dict[tuple[str, bool], list[Place]]
_SPOTS = {
    "comment": "inside a comment",
    "cdata": "inside a CDATA section",
    "instruction": "inside a processing instruction",
    "doctype": "inside the document type",
    "closing": "a closing tag counted again",
    "outside": "outside every element",
    "content": "in plain text, not a tag",
}


def count_differences(text: str, root: etree._Element) -> tuple[CountDifference, ...]:
    """List every count where the text patterns and the parsed drawing disagree.

    Parameters
    ----------
    text : str
        The source as the reference grader reads it (`decode_as_grader`).
    root : lxml element
        The same file, parsed.

    Returns
    -------
    tuple of CountDifference
        In the order of the grader's checks. A count is listed also when both numbers are equal but
        other elements make them up.
    """
    return compare_counts(text, root, graded=pattern_counts(text), found=xml_counts(root))


def compare_counts(
    text: str, root: etree._Element, *, graded: PatternCounts, found: XmlCounts
) -> tuple[CountDifference, ...]:
    """The same where both columns are already counted."""
    return _Comparison(text, root, graded, found).differences()


class _Comparison:
    def __init__(
        self, text: str, root: etree._Element, graded: PatternCounts, found: XmlCounts
    ) -> None:
        self.graded = graded
        self.found = found
        self.source = SourceMap(text, root)

    def differences(self) -> tuple[CountDifference, ...]:
        graded, found = self.graded, self.found
        named = [match for match in graded.ids if is_semantic_id(match.value)]
        effects = found.path_effects
        rows = [
            self._compare("shapes", graded.shapes, found.shapes, _why_shape),
            self._colors(),
            self._compare("texts", graded.texts, found.texts, _why_shape),
            self._mm(),
            self._layer(),
            self._compare("named_ids", named, found.named_ids, _why_id),
            self._compare("lpe_count", graded.path_effects, effects.applied, _why_effect),
            self._compare("measure_count", graded.mm_texts, found.mm_texts, _why_mm_text),
            self._east(),
        ]
        return tuple(row for row in rows if row is not None)

    def place(self, element: etree._Element) -> Place:
        return Place(element.get("id"), self.source.line_of(element), local_name(element))

    def _compare(
        self,
        name: str,
        matches: Iterable[Match],
        elements: tuple[etree._Element, ...],
        why_missed: Callable[[etree._Element], str],
    ) -> CountDifference | None:
        matches = tuple(matches)
        if not self.source.is_aligned:
            return self._unaligned(name, len(matches), elements)
        wanted, seen = set(elements), set()
        causes: _Causes = {}
        for match in matches:
            spot = self.source.spot(match.start)
            if spot.kind == "opening" and spot.element in wanted and spot.element not in seen:
                seen.add(spot.element)
                continue
            reason = _SPOTS.get(spot.kind) or _why_surplus(name, spot.element, seen)
            owner = spot.element.get("id") if spot.element is not None else None
            place = Place(owner, spot.line, _excerpt(match.value))
            causes.setdefault((reason, True), []).append(place)
        for element in elements:
            if element not in seen:
                key = (why_missed(element), False)
                causes.setdefault(key, []).append(self.place(element))
        return _difference(name, len(matches), len(elements), causes)

    def _unaligned(
        self, name: str, graded: float, elements: tuple[etree._Element, ...]
    ) -> CountDifference | None:
        if graded == len(elements):
            return None
        reason = "the grader reads this file as UTF-8 text and sees other characters than a viewer"
        places = [self.place(element) for element in elements]
        return _difference(name, graded, len(elements), {(reason, False): places})

    def _colors(self) -> CountDifference | None:
        fills = self.found.fills
        causes: _Causes = {}
        seen: set[str | None] = set()
        first = {match.value: match for match in reversed(self.graded.fills)}
        for spelling, match in sorted(first.items(), key=lambda item: item[1].start):
            color = normal_color(f"#{spelling}")
            spot = self.source.spot(match.start)
            if color in fills and color not in seen:
                seen.add(color)
                continue
            if color in seen:
                reason = "one color in two spellings"
            elif spot.kind == "opening":
                reason = "a fill of no rectangle or path"
            else:
                reason = f"a color {_SPOTS[spot.kind]}"
            owner = spot.element.get("id") if spot.element is not None else None
            causes.setdefault((reason, True), []).append(Place(owner, spot.line, spelling))
        missed = [element for color in fills if color not in seen for element in fills[color]]
        for element in missed:
            causes.setdefault((_why_color(element), False), []).append(self.place(element))
        return _difference("colors", len(self.graded.colors), len(fills), causes)

    def _mm(self) -> CountDifference | None:
        if not self.source.is_aligned:
            return self._unaligned("dim_mm", len(self.graded.mm), self.found.mm_texts)
        texts = set(self.found.texts)
        causes: _Causes = {}
        for match in self.graded.mm:
            spot = self.source.spot(match.start)
            node = spot.element
            chain = [] if node is None else [node, *node.iterancestors()]
            if spot.kind in ("content", "cdata") and any(each in texts for each in chain):
                continue
            owner = node.get("id") if node is not None else None
            reason = "in an attribute" if spot.kind == "opening" else _SPOTS[spot.kind]
            causes.setdefault((reason, True), []).append(Place(owner, spot.line, "mm"))
        return _difference("dim_mm", len(self.graded.mm), self.found.mm, causes)

    def _layer(self) -> CountDifference | None:
        graded, found = self.graded.has_furniture_layer, self.found.has_furniture_layer
        if graded == found:
            return None
        if found:
            reason = "another prefix or single quotes: the pattern does not see the layer"
            places = [self.place(element) for element in self.found.furniture_layers]
            return _difference("furniture_layer", graded, found, {(reason, False): places})
        reason = "mode and label stand on different elements, or in a comment"
        places = [Place(layer.element_id, layer.line, layer.label) for layer in self.found.layers]
        return _difference("furniture_layer", graded, found, {(reason, True): places})

    def _east(self) -> CountDifference | None:
        graded = [rect.element_id for rect in self.graded.east]
        causes: _Causes = {}
        for rect in self.graded.east:
            spot = self.source.spot(rect.start)
            if self.source.is_aligned and spot.kind != "opening":
                place = Place(rect.element_id, spot.line, "rect")
                causes.setdefault((_SPOTS[spot.kind], True), []).append(place)
        for element in self.found.east:
            if element.get("id") not in graded:
                key = ("the pattern wants id before x and width, in double quotes", False)
                causes.setdefault(key, []).append(self.place(element))
        return _difference("east_rects", len(graded), len(self.found.east), causes)


def _difference(name: str, graded: float, found: float, causes: _Causes) -> CountDifference | None:
    if graded == found and not causes:
        return None
    listed = tuple(Cause(reason, more, tuple(at)) for (reason, more), at in causes.items())
    return CountDifference(name, graded, found, listed)


def _excerpt(value: str) -> str:
    return " ".join(value.split())[:60]


def _why_surplus(name: str, element: etree._Element | None, seen: set[etree._Element]) -> str:
    if element in seen:
        return "one element counted twice"
    if name == "lpe_count" and element is not None:
        if local_name(element) == "path-effect":
            return "a definition, not an effect applied to a piece"
        return "a reference to an effect that is not defined or is switched off"
    if name == "named_ids":
        return "not the id of an element (another attribute, or text in a value)"
    return f"not such an element (<{local_name(element)}>)" if element is not None else "no element"


def _why_shape(element: etree._Element) -> str:
    return f"written with a prefix ({element.prefix}:)" if element.prefix else "not seen"


def _why_id(element: etree._Element) -> str:
    return "the id stands in single quotes, or is written with entities"


def _why_effect(element: etree._Element) -> str:
    return "another prefix than inkscape: for the Inkscape namespace"


def _why_mm_text(element: etree._Element) -> str:
    if len(element):
        return "the words stand in spans, and the pattern wants plain text"
    return "the pattern does not see this text (prefix, or an entity)"


def _why_color(element: etree._Element) -> str:
    if "fill" in declarations(element.get("style", "")):
        return "a color not written as fill:#… (a name, rgb(), or a blank after the colon)"
    if element.get("fill"):
        return "the color stands in a fill attribute"
    return "the color comes from a style sheet, a parent, or the default black"
