"""What a property computes to: style attribute, style sheet, attribute, parent, or `<use>`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from .drawing_rules import Compound, Rule, Rules
from .drawing_style import SVG, declarations, normal_color

# The sheets are strangers': a rule is looked for from one brace to the next only, and what is never
# closed ends with the sheet, as it does in CSS.
_RULE = re.compile(r"(?<![^{}])([^{}]++)\{([^{}]*+)\}")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_STATEMENT = re.compile(r"@(?:import|charset|namespace)[^;]*+(?:;|\Z)")
_COMPOUND = re.compile(r"^([A-Za-z*][\w-]*)?((?:[.#][\w-]+)*)$")
_BETWEEN = re.compile(r"\s*(>)\s*|\s+")
_IMPORTANT = re.compile(r"(?:^|;)\s*+([\w-]++)\s*+:[^;]*!\s*+important", re.IGNORECASE)
_OF_PAINT = {"fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "color"}
_INHERITED = frozenset(_OF_PAINT | {"font-size", "visibility"})
_ZERO = re.compile(r"^\s*+(?:-[\d.]++|\+?(?:0++\.?+0*+|\.0++))(?:[eE][-+]?\d++)?(?:%|px)?\s*+$")
# A still drawing is under no pointer.
_NEVER = re.compile(r":(?:hover|active|focus|visited|focus-within|focus-visible)\b")
# What a use draws, and the use: a copy inherits from where it is used, not from where it stands.
Uses = tuple[tuple[etree._Element, etree._Element], ...]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled. `problem` says why its color is not known; None without: no fill."""

    color: str | None
    problem: str = ""

    @property
    def is_filled(self) -> bool:
        """Whether there is any paint."""
        return self.color is not None or bool(self.problem)


class Styles:
    """Answers what a property computes to; built once for a document."""

    def __init__(self, root: etree._Element) -> None:
        rules, self._unread = _read_sheets(root)
        self._rules = Rules(rules)
        self._known: dict[tuple[etree._Element, str], str | None] = {}

    def value(self, element: etree._Element, name: str, uses: Uses = ()) -> str | None:
        """Return the computed value of a property, or None where nothing sets it."""
        if uses:
            return self._used(element, name, uses)
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

    def _used(self, element: etree._Element, name: str, uses: Uses) -> str | None:
        """The same below a `<use>`: the walk goes on from there, each use left once."""
        open_uses = list(uses)
        node: etree._Element | None = element
        while node is not None:
            own = self._own(node, name)
            if own not in (None, "inherit"):
                return own
            if name not in _INHERITED:
                return None
            if open_uses and node is open_uses[-1][0]:
                node = open_uses.pop()[1]
            else:
                node = node.getparent()
        return None

    def paint(self, element: etree._Element, uses: Uses = ()) -> Paint:
        """Return how a shape is filled; black where nothing says how."""
        if "fill" in self._unread and "fill" not in declarations(element.get("style", "")):
            return Paint(None, "a style sheet has selectors that are not read here")
        value = (self.value(element, "fill", uses) or "black").strip()
        if value.lower() == "currentcolor":
            value = (self.value(element, "color", uses) or "black").strip()
        if value.lower() in ("none", "transparent"):
            return Paint(None)
        if value.lower().startswith("url("):
            return Paint(None, "it is filled with a gradient or a pattern")
        color = normal_color(value)
        return Paint(color, "" if color else f"its fill, {value[:40]}, is no plain color")

    def is_clear(self, element: etree._Element) -> bool:
        """Whether an element, with all that it holds, is drawn with no opacity at all."""
        return _is_zero(self.value(element, "opacity"))

    def is_painted(self, element: etree._Element, uses: Uses = ()) -> bool:
        """Whether fill or stroke leave anything to see."""
        if self.paint(element, uses).is_filled and not _is_zero(
            self.value(element, "fill-opacity", uses)
        ):
            return True
        stroke = (self.value(element, "stroke", uses) or "none").strip().lower()
        if "stroke" not in self._unread and stroke in ("none", "transparent"):
            return False
        bounds = (self.value(element, name, uses) for name in ("stroke-opacity", "stroke-width"))
        return not any(_is_zero(value) for value in bounds)

    def _own(self, element: etree._Element, name: str) -> str | None:
        rule = self._rules.strongest(element, name)
        style = element.get("style", "")
        styled = declarations(style).get(name)
        if rule is not None and name in rule.important and name not in important_in(style):
            return rule.declarations[name]
        if styled is not None:
            return styled
        return rule.declarations[name] if rule is not None else element.get(name)


def _is_zero(value: str | None) -> bool:
    return bool(_ZERO.match(value or ""))


def important_in(text: str) -> frozenset[str]:
    """The properties of a declaration block that are marked as important."""
    return frozenset(found.group(1).lower() for found in _IMPORTANT.finditer(text))


def _read_sheets(root: etree._Element) -> tuple[list[Rule], frozenset[str]]:
    """The rules that are understood, and the properties that others set."""
    rules: list[Rule] = []
    unread: set[str] = set()
    for sheet in root.iter(f"{{{SVG}}}style", "style"):
        text = _COMMENT.sub("", "".join(str(part) for part in sheet.itertext(with_tail=False)))
        # An @import ends at its semicolon and is never followed: nothing is fetched.
        text = _STATEMENT.sub("", text)
        for selectors, body in _RULE.findall(text):
            said = declarations(body)
            # Whether a condition such as @media holds is not known here.
            if text.count("@") or not said:
                unread |= said.keys()
                continue
            for selector in selectors.split(","):
                if _NEVER.search(selector):
                    continue
                rule = _rule(selector.strip(), body, said, len(rules))
                if rule is None:
                    unread |= said.keys()
                else:
                    rules.append(rule)
    return rules, frozenset(unread)


def _rule(selector: str, body: str, said: dict[str, str], order: int) -> Rule | None:
    """A rule; None for a selector with pseudo-classes, attributes or siblings."""
    parts: list[Compound] = []
    ids = classes = tags = 0
    for word in _words(selector):
        found = _COMPOUND.match(word)
        if found is None or not word:
            return None
        tag = None if found.group(1) in (None, "*") else found.group(1)
        marks = re.findall(r"([.#])([\w-]+)", found.group(2))
        own = frozenset(name for sign, name in marks if sign == ".")
        named = [name for sign, name in marks if sign == "#"]
        parts.append(Compound(tag, own, named[0] if named else None))
        ids, classes, tags = ids + len(named), classes + len(own), tags + (tag is not None)
    if not parts:
        return None
    between = tuple(found.group(1) or " " for found in _BETWEEN.finditer(selector))
    return Rule(
        parts=tuple(reversed(parts)),
        between=tuple(reversed(between)),
        specificity=(ids, classes, tags, order),
        declarations=said,
        important=important_in(body),
    )


def _words(selector: str) -> Iterator[str]:
    position = 0
    for found in _BETWEEN.finditer(selector):
        yield selector[position : found.start()]
        position = found.end()
    yield selector[position:]
