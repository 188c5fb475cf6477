"""Rules are looked up by what they name: the same answer as trying all, and an end for any file."""

from __future__ import annotations

import pytest
from lxml import etree

from reviewer.metrics import NotMeasured, drawing_rules
from reviewer.metrics.drawing_cascade import Styles


def fills(rules: str, shapes: str) -> list[str | None]:
    root = etree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg"><style>{rules}</style>{shapes}</svg>'
    )
    styles = Styles(root)
    return [styles.value(shape, "fill") for shape in root.iter("{*}rect")]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("rect{fill:red} rect{fill:blue}", "blue"),
        (".a{fill:red} rect{fill:blue}", "red"),
        (".a.b{fill:red} .a{fill:blue} .b{fill:green}", "red"),
        ("#x{fill:red} .a.b{fill:blue}", "red"),
        ("g rect{fill:red} rect{fill:blue}", "red"),
        ("*{fill:red}", "red"),
        ("* > rect{fill:red} *{fill:blue}", "red"),
        ("rect{fill:red !important} #x{fill:blue}", "red"),
        ("circle.a{fill:red} .c{fill:blue}", None),
        ("#x.c{fill:red} rect#x{fill:blue}", "blue"),
    ],
)
def test_the_strongest_rule_wins_however_it_is_found(rules: str, expected: str | None) -> None:
    assert fills(rules, '<g><rect id="x" class="a b"/></g>') == [expected]


def test_many_rules_for_many_shapes_are_looked_up() -> None:
    rules = "".join(f".c{n}{{fill:c{n}}}" for n in range(3000))
    rules += "".join(f"rect{{fill:r{n}}}" for n in range(3000))
    shapes = "".join(f'<rect id="i{n}" class="c{n}"/>' for n in range(4000))
    found = fills(rules, shapes)
    assert found[:2] + found[-1:] == ["c0", "c1", "r2999"]


def test_more_work_than_any_drawing_needs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, shapes = "g rect{fill:red}" * 50, "<g>" + "<rect/>" * 50 + "</g>"
    assert fills(rules, shapes) == ["red"] * 50
    monkeypatch.setattr(drawing_rules, "MOST_WORK", 5000)
    with pytest.raises(NotMeasured, match=r"style sheets .* simplify them in Inkscape"):
        fills(rules, shapes)
