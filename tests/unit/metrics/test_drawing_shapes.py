"""Shapes and texts land where a viewer draws them."""

from __future__ import annotations

import pytest
from lxml import etree

from reviewer.metrics.drawing_outlines import length, view_box
from reviewer.metrics.drawing_shapes import Contents, contents
from reviewer.metrics.geometry import bounds

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:i="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 200 100">'
)


def drawn(body: str) -> Contents:
    return contents(etree.fromstring(f"{HEAD}{body}</svg>"))


@pytest.mark.parametrize(
    ("body", "box"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', (1, 2, 3, 4)),
        ('<rect width="50%" height="50%"/>', (0, 0, 100, 50)),
        ('<circle cx="5" cy="6" r="2"/>', (3, 4, 4, 4)),
        ('<ellipse cx="5" cy="6" rx="2" ry="1"/>', (3, 5, 4, 2)),
        ('<line x1="1" y1="2" x2="4" y2="6"/>', (1, 2, 3, 4)),
        ('<polygon points="1,2 4,2 4,6"/>', (1, 2, 3, 4)),
        ('<polyline points="1 2 4 6"/>', (1, 2, 3, 4)),
        ('<path d="M1 2h3v4z"/>', (1, 2, 3, 4)),
        (
            '<g transform="translate(10,20)"><g transform="scale(2)">'
            '<rect x="1" y="2" width="3" height="4" transform="translate(1,1)"/></g></g>',
            (14, 26, 6, 8),
        ),
        ('<rect width="4" height="2" transform="rotate(90)"/>', (-2, 0, 2, 4)),
        ('<rect width="4" height="2" style="transform:translate(1px,2px)"/>', (1, 2, 4, 2)),
        ('<svg x="5" y="6"><rect width="1" height="1"/></svg>', (5, 6, 1, 1)),
        (
            '<symbol id="s"><rect x="1" width="3" height="4"/></symbol><use href="#s" x="5"/>',
            (6, 0, 3, 4),
        ),
        # Fitted into 40 by 20 it is twice as large, and stands in the middle.
        (
            '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="5"/></symbol>'
            '<use href="#s" x="20" y="10" width="40" height="20"/>',
            (30, 10, 20, 10),
        ),
        (
            '<symbol id="s" viewBox="5 5 100 50"><rect x="5" y="5" width="100" height="50"/>'
            '</symbol><use href="#s"/>',
            (0, 0, 200, 100),
        ),
        (
            '<defs><rect id="r" width="3" height="4"/></defs><use href="#r" x="1" y="2"/>',
            (1, 2, 3, 4),
        ),
    ],
)
def test_boxes(body: str, box: tuple) -> None:
    (shape,) = drawn(body).shapes
    assert bounds(shape.points) == pytest.approx(box)


def test_layer_fill_and_visibility() -> None:
    body = (
        '<g i:groupmode="layer" i:label="furniture" fill="#f80"><rect id="a" width="1" height="1"/>'
        '<g style="display:none"><rect id="b" i:label="L" width="1" height="1" fill="none"/></g>'
        "</g>"
    )
    first, second = drawn(body).shapes
    assert (first.layer, first.fill, first.is_visible) == ("furniture", "#ff8800", True)
    assert (second.label, second.fill, second.is_visible) == ("L", None, False)


@pytest.mark.parametrize(
    ("attributes", "is_visible"),
    [
        ('opacity="0"', False),
        ('style="opacity:0%"', False),
        ('class="clear"', False),
        ('opacity=".01"', True),
        ('display="none"', False),
        ('visibility="hidden"', False),
        ('fill-opacity="0"', False),
        ('fill-opacity="0" stroke="#000"', True),
        ('fill-opacity="0" stroke="#000" stroke-opacity="0.0"', False),
        ('fill="none" stroke="red" stroke-width="0"', False),
        ('fill="none"', False),
        ('fill="url(#g)"', True),
        ("", True),
    ],
)
def test_what_leaves_no_paint_is_not_drawn(attributes: str, is_visible: bool) -> None:
    sheet = "<style>.clear{opacity:0}</style>"
    for body in (
        f'<rect width="4" height="4" {attributes}/>',
        f'<g {attributes}><rect width="4" height="4"/></g>',
        f'<defs><rect id="r" width="4" height="4"/></defs><use href="#r" {attributes}/>',
    ):
        (shape,) = drawn(sheet + body).shapes
        assert shape.is_visible is is_visible, body


def test_closed_or_open() -> None:
    shapes = drawn('<path d="M0 0h5"/><path d="M0 0h5v5z"/><rect width="1" height="2"/>').shapes
    assert [shape.is_closed for shape in shapes] == [False, True, True]


def test_a_use_answers_to_its_own_name_and_ends() -> None:
    body = '<g id="g"><rect width="1" height="1"/><use id="u" xlink:href="#g" x="5"/></g>'
    assert [shape.element_id for shape in drawn(body).shapes] == [""]
    body = '<rect id="r" width="1" height="1"/><use id="u" href="#r" x="5"/><use href="#nowhere"/>'
    assert [shape.element_id for shape in drawn(body).shapes] == ["r", "u"]
    loop = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    assert drawn(loop).shapes == ()


def test_copies_of_copies_do_not_multiply() -> None:
    levels = "".join(f'<g id="l{i}">' + f'<use href="#l{i + 1}"/>' * 60 + "</g>" for i in range(5))
    found = drawn(levels)
    assert found.shapes == ()
    assert "Only the first" in found.notes[0]


def test_texts_with_spans_anchor_and_size() -> None:
    body = (
        '<text id="t" font-size="10"><tspan x="20" y="30">床 9mm</tspan></text>'
        '<text x="50" y="50" style="text-anchor:middle;font-size:20px">ab</text>'
    )
    first, second = drawn(body).texts
    assert first.content == "床 9mm"
    assert first.box == pytest.approx((20, 20, 10 + 4 * 5.5, 10))
    assert second.center[0] == pytest.approx(50)
    assert second.box[3] == 20


def test_what_is_too_large_is_left_out_and_said() -> None:
    body = (
        '<rect id="far" x="9e8" width="9e8" height="9e8" transform="scale(100)"/>'
        '<g id="bad" transform="scale(1e20)"><rect width="1" height="1"/></g>'
        '<rect id="none" width="0" height="5"/><rect width="1" height="1"/>'
    )
    found = drawn(body)
    assert len(found.shapes) == 1
    assert [note.split(":")[0] for note in found.notes] == ["far", "bad"]
    assert found.extent == (0, 0, 1, 1)
    assert drawn("").extent is None


def test_lengths_and_view() -> None:
    assert length("25.4mm") == pytest.approx(96)
    assert length("50%", whole=30) == 15
    assert length("1e99") is None
    assert length("wide") is None
    assert view_box(etree.fromstring(HEAD + "</svg>")) == (0, 0, 200, 100)
    assert view_box(etree.fromstring('<svg width="3" height="4"/>')) == (0, 0, 3, 4)
    assert view_box(etree.fromstring('<svg viewBox="0 0 0 4"/>')) is None


def test_a_note_quotes_no_id_of_megabytes() -> None:
    (note,) = drawn(f'<path id="{"x" * 100_000}" d="M0 0{" L1 1" * 3000}"/>').notes
    assert note.startswith("xxx")
    assert len(note) < 150
