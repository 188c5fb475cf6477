"""Which rule of a drawing's style sheets sets a property: looked up, not tried one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

from reviewer.metrics import NotMeasured

from .drawing_style import local_name

# About five seconds of comparing; drawings that people make need less than a thousandth of it.
MOST_WORK = 3_000_000
# Comparing long lists of classes takes longer.
_LETTERS = 64


@dataclass(frozen=True, slots=True)
class Compound:
    """One part of a selector without combinators: ``rect.big#sofa``."""

    tag: str | None
    classes: frozenset[str]
    element_id: str | None

    @property
    def key(self) -> str:
        """The name under which elements are looked up that it may mean; see `_keys`."""
        if self.element_id is not None:
            return f"#{self.element_id}"
        return f".{min(self.classes)}" if self.classes else self.tag or "*"

    @property
    def is_plain(self) -> bool:
        """Whether it says nothing but its key."""
        return (self.tag is not None) + (self.element_id is not None) + len(self.classes) <= 1

    def matches(self, element: etree._Element) -> bool:
        """Whether an element is meant."""
        return (
            self.tag in (None, local_name(element))
            and self.element_id in (None, element.get("id"))
            and self.classes <= frozenset((element.get("class") or "").split())
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """One declaration block: its selector, innermost part first, with what stands between."""

    parts: tuple[Compound, ...]
    between: tuple[str, ...]
    specificity: tuple[int, int, int, int]
    declarations: dict[str, str]
    important: frozenset[str]

    def matches(self, element: etree._Element) -> bool:
        """Whether the rule is about an element."""
        if not self.parts[0].matches(element):
            return False
        if not self.between:
            return True
        chain = [element, *element.iterancestors()]
        # All places at once: one after the other, a long selector in a deep drawing has no end.
        places = {0}
        for compound, sign in zip(self.parts[1:], self.between, strict=True):
            nearest = min(places)
            above = (
                {place + 1 for place in places} if sign == ">" else range(nearest + 1, len(chain))
            )
            places = {n for n in above if n < len(chain) and compound.matches(chain[n])}
            if not places:
                return False
        return True


class Rules:
    """The rules of a document by property and by what their last part names."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        # Of rules that ask for nothing but the name they are looked up by, one is enough.
        self._certain: dict[tuple[str, str], Rule] = {}
        self._tried: dict[tuple[str, str], list[Rule]] = {}
        self._work = 0
        for rule in rules:
            for name in rule.declarations:
                key = name, rule.parts[0].key
                if rule.between or not rule.parts[0].is_plain:
                    self._tried.setdefault(key, []).append(rule)
                elif key not in self._certain or _strength(rule, name) > _strength(
                    self._certain[key], name
                ):
                    self._certain[key] = rule

    def strongest(self, element: etree._Element, name: str) -> Rule | None:
        """Return the rule that sets a property of an element; None where none does.

        Raises
        ------
        NotMeasured
            The sheets ask for more work than any drawing needs.
        """
        keys = [(name, key) for key in _keys(element)]
        found = [self._certain[key] for key in keys if key in self._certain]
        tried = [rule for key in keys for rule in self._tried.get(key, ())]
        if tried:
            depth = 1 + sum(1 for _ in element.iterancestors())
            self._work += len(tried) * (depth + len(element.get("class") or "") // _LETTERS)
            if self._work > MOST_WORK:
                raise NotMeasured(
                    "the drawing's style sheets have more rules for more shapes than can be "
                    "worked out; simplify them in Inkscape, or grade it by hand"
                )
            found.extend(rule for rule in tried if rule.matches(element))
        return max(found, key=lambda rule: _strength(rule, name), default=None)


def _strength(rule: Rule, name: str) -> tuple[bool, tuple[int, int, int, int]]:
    return name in rule.important, rule.specificity


def _keys(element: etree._Element) -> Iterator[str]:
    if element.get("id") is not None:
        yield f"#{element.get('id')}"
    yield from (f".{name}" for name in dict.fromkeys((element.get("class") or "").split()))
    yield local_name(element)
    yield "*"
