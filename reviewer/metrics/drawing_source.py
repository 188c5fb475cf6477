"""Where in the source an offset lies: a comment, a tag, or the content of an element."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from lxml import etree

from .drawing_style import line_of

# Atomic and possessive parts: a well-formed document matches in one pass, others stop at once.
_TOKEN = re.compile(
    r"(?P<comment><!--(?:.*?)-->)"
    r"|(?P<cdata><!\[CDATA\[(?:.*?)\]\]>)"
    r"|(?P<instruction><\?(?:.*?)\?>)"
    r"|(?P<doctype><!DOCTYPE(?>[^\[>]*)(?:\[(?>[^\]\"']|\"[^\"]*\"|'[^']*')*\]\s*)?>)"
    r"|(?P<closing></[^>]*>)"
    r"|(?P<opening><[^\s>/!?](?>[^>\"']|\"[^\"]*\"|'[^']*')*>)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """What stands at an offset: the kind of markup, and the element it belongs to."""

    kind: str
    """One of comment, cdata, instruction, doctype, closing, opening, content, outside."""
    element: etree._Element | None
    line: int


class SourceMap:
    """Maps offsets of the source text to elements of the tree parsed from it.

    Parameters
    ----------
    text : str
        The source text.
    root : lxml element
        The tree parsed from the same file. Where the two cannot be aligned (another encoding,
        markup inside entities), `is_aligned` is false and spots carry no element.
    """

    def __init__(self, text: str, root: etree._Element) -> None:
        elements = [node for node in root.iter() if isinstance(node.tag, str)]
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._kinds: list[str] = []
        self._owners: list[int] = []
        self._inside: list[int] = []
        self.start_of: dict[etree._Element, int] = {}
        count = self._scan(text)
        self.is_aligned = count == len(elements)
        self._elements = elements if self.is_aligned else []
        if self.is_aligned:
            for start, kind, owner in zip(self._starts, self._kinds, self._owners, strict=True):
                if kind == "opening":
                    self.start_of[elements[owner]] = start

    def _scan(self, text: str) -> int:
        count = 0
        stack: list[int] = []
        for found in _TOKEN.finditer(text):
            kind = found.lastgroup or ""
            owner = stack[-1] if stack else -1
            if kind == "opening":
                owner = count
                count += 1
                if not found.group().endswith("/>"):
                    stack.append(owner)
            elif kind == "closing" and stack:
                stack.pop()
            self._starts.append(found.start())
            self._ends.append(found.end())
            self._kinds.append(kind)
            self._owners.append(owner)
            self._inside.append(stack[-1] if stack else -1)
        return count

    def line(self, offset: int) -> int:
        """Return the line of an offset, counted from one."""
        return bisect_right(self._line_starts, offset)

    def line_of(self, element: etree._Element) -> int:
        """Return the line where an element's tag begins (the parser knows where it ends)."""
        start = self.start_of.get(element)
        return self.line(start) if start is not None else line_of(element)

    def spot(self, offset: int) -> Spot:
        """Tell what stands at an offset."""
        index = bisect_right(self._starts, offset) - 1
        line = self.line(offset)
        if index < 0:
            return Spot("outside", None, line)
        if offset < self._ends[index]:
            return Spot(self._kinds[index], self._element(self._owners[index]), line)
        owner = self._element(self._inside[index])
        return Spot("content" if self._inside[index] >= 0 else "outside", owner, line)

    def _element(self, index: int) -> etree._Element | None:
        return self._elements[index] if 0 <= index < len(self._elements) else None
