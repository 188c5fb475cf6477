"""Colors of pieces: found wherever they are written, and not measured where nobody can tell."""

from __future__ import annotations

import io
import time
from dataclasses import replace

import pytest
import resvg_py
from lxml import etree
from PIL import Image

from reviewer.metrics.drawing_cascade import Paint, Styles
from reviewer.metrics.drawing_shapes import contents
from reviewer.metrics.floor_plan_demands import Finding
from tests.unit.metrics.plan_maker import BLUE, ORANGE, Changes, checked

# Every way in which a shape gets its paint, {} being the color.
PAINTS = {
    "attribute": Changes(style={"fridge_east": 'fill="{}"'}),
    "parent": Changes(
        style={"fridge_east": ""}, wrap={"fridge_east": '<g style="fill:{}">{{shape}}</g>'}
    ),
    "inherit": Changes(
        style={"fridge_east": 'style="fill:inherit"'},
        wrap={"fridge_east": '<g fill="{}">{{shape}}</g>'},
    ),
    "current color": Changes(
        style={"fridge_east": 'style="fill:currentColor"'},
        wrap={"fridge_east": '<g style="color:{}">{{shape}}</g>'},
    ),
    "class": Changes(
        style={"fridge_east": 'class="warm"'}, defs="<style>.warm {{ fill: {} }}</style>"
    ),
    "child of a class": Changes(
        style={"fridge_east": ""},
        wrap={"fridge_east": '<g class="warm">{{shape}}</g>'},
        defs="<style>g.cold path {{ fill: #3366cc }} .warm > path {{ fill: {} }}</style>",
    ),
    "important": Changes(
        style={"fridge_east": 'style="fill:#3366cc"'},
        defs="<style>#fridge_east {{ fill: {} !important }}</style>",
    ),
    "use": Changes(
        skip=frozenset({"fridge_east"}),
        wrap={"stove_east": (
            '{{shape}}<text id="t_f" x="2700" y="280">冰箱 1000×600mm</text>'
            '<use id="fridge_east" href="#proto" x="2700" y="200" style="fill:{}"/>'
        )},
        defs='<rect id="proto" width="100" height="60"/>',
    ),
}  # fmt: skip


def painted(changes: Changes, color: str) -> Changes:
    return replace(
        changes,
        style={name: text.format(color) for name, text in changes.style.items()},
        wrap={name: text.format(color) for name, text in changes.wrap.items()},
        defs=changes.defs.format(color),
    )


def color_of_the_fridge(changes: Changes) -> Finding:
    return next(
        each for each in checked(changes).findings
        if each.rule == "color_by_category" and each.elements[0] == "fridge_east"
    )  # fmt: skip


@pytest.mark.parametrize("changes", PAINTS.values(), ids=PAINTS)
def test_a_color_counts_wherever_it_is_written(changes: Changes) -> None:
    assert color_of_the_fridge(painted(changes, ORANGE)).holds is True
    wrong = color_of_the_fridge(painted(changes, BLUE))
    assert wrong.holds is False
    assert wrong.text == "fridge_east is blue (#3366cc), should be orange"


@pytest.mark.parametrize(
    ("style", "defs", "why"),
    [
        ('style="fill:url(#warm)"', '<linearGradient id="warm"/>', "gradient or a pattern"),
        ('style="fill:var(--warm)"', "", "its fill, var(--warm), is no plain color"),
        ("", "<style>path:first-child{fill:#ff8800}</style>", "selectors that are not read"),
        ("", "<style>@media screen{path{fill:#ff8800}}</style>", "selectors that are not read"),
    ],
)
def test_a_color_that_is_not_known_is_not_measured(style: str, defs: str, why: str) -> None:
    found = color_of_the_fridge(Changes(style={"fridge_east": style}, defs=defs))
    assert found.holds is None
    assert why in found.text


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="20" height="10"/>',
        '<g style="color:#123456"><rect width="20" height="10" fill="currentColor"/></g>',
        '<style>.a{fill:red} rect{fill:blue}</style><rect class="a" width="20" height="10"/>',
        "<style>g .a{fill:red} .a{fill:blue}</style>"
        '<g><rect class="a" width="20" height="10"/></g>',
        '<style>svg > .a{fill:red}</style><g><rect class="a" width="20" height="10"/></g>',
        "<style>.a{fill:red !important}</style>"
        '<rect class="a" width="20" height="10" style="fill:blue"/>',
        "<style>#x{fill:lime} .a.b{fill:red}</style>"
        '<rect class="a b" id="x" width="20" height="10"/>',
        '<defs><rect id="p" width="20" height="10" fill="blue"/></defs><use href="#p" fill="red"/>',
        '<defs><g id="p"><rect width="20" height="10"/></g></defs>'
        '<g fill="lime"><use href="#p"/></g>',
        '<defs><g id="p" fill="navy"><rect width="20" height="10"/></g></defs>'
        '<g fill="lime"><use href="#p"/></g>',
        '<style>/* c */ * {fill:teal}</style><rect width="20" height="10"/>',
        '<rect width="20" height="10" style="fill:inherit"/>',
    ],
)
def test_a_color_is_the_one_that_a_renderer_paints(body: str) -> None:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="20" height="10">'
        f"{body}</svg>"
    )
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text))))
    red, green, blue = picture.convert("RGB").getpixel((10, 5))
    (shape,) = contents(etree.fromstring(text)).shapes
    assert shape.paint == Paint(f"#{red:02x}{green:02x}{blue:02x}")


@pytest.mark.parametrize(
    "sheet",
    [
        "a" * 200_000,
        "/*" * 100_000,
        "@import" * 30_000,
        "rect{" + "fill:red;x:" * 20_000 + "}",
        "x " + "g " * 20 + "rect{fill:red}",
    ],
    ids=lambda sheet: sheet[:6],
)
def test_no_style_sheet_holds_the_program(sheet: str) -> None:
    began = time.process_time()
    text = f"<svg><style>{sheet}</style>{'<g>' * 60}<rect/>{'</g>' * 60}</svg>"
    root = etree.fromstring(text)
    styles = Styles(root)
    (rect,) = root.iter("rect")
    styles.value(rect, "fill")
    assert time.process_time() - began < 5.0


def test_selectors_mean_ancestors_as_a_browser_has_them() -> None:
    root = etree.fromstring(
        "<svg><style>.a > g .b rect{fill:red} .b > rect{stroke:lime} .a > rect{color:blue}</style>"
        '<g class="a"><g><g class="a"><g class="b"><g><rect/></g></g></g></g></g></svg>'
    )
    (rect,) = root.iter("rect")
    found = [Styles(root).value(rect, name) for name in ("fill", "stroke", "color")]
    assert found == ["red", None, None]


def test_what_moves_the_pointer_paints_nothing() -> None:
    defs = "<style>path:hover{fill:#3366cc}</style>"
    assert color_of_the_fridge(Changes(defs=defs)).holds is True
    none = color_of_the_fridge(Changes(style={"fridge_east": 'style="fill:none;stroke:#000"'}))
    assert (none.holds, none.text) == (False, "fridge_east is no fill (none), should be orange")
