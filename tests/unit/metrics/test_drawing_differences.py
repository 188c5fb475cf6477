"""Each way a pattern goes wrong is named, with the element and the line."""

from __future__ import annotations

import pytest
from lxml import etree

from reviewer.metrics.drawing import CountDifference, count_differences, layers
from reviewer.metrics.drawing_differences import Place
from reviewer.metrics.floor_plan_demands import Finding

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg"\n'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"\n'
    ' xmlns:ink="http://www.inkscape.org/namespaces/inkscape">\n'
)


def differences(body: str) -> dict[str, CountDifference]:
    text = f"{HEAD}{body}</svg>"
    return {row.name: row for row in count_differences(text, etree.fromstring(text.encode()))}


@pytest.mark.parametrize(
    ("body", "name", "numbers", "reason", "place"),
    [
        ('<!--\n<rect style=""/>-->', "shapes", (1, 0), "inside a comment", (None, 5)),
        ('<defs id="d"><rectangle\n/></defs>', "shapes", (1, 0), "not such an element", (None, 4)),
        (
            '<rect id="r" style="fill:#fff"/><rect id="s" style="fill:#FFF"/>',
            "colors",
            (2, 1),
            "two spellings",
            ("s", 4),
        ),
        ('<rect id="r"\n fill="#123456"/>', "colors", (0, 1), "fill attribute", ("r", 4)),
        (
            '<rect id="r" style="fill:rgb(1,2,3)"/>',
            "colors",
            (0, 1),
            "not written as fill:#",
            ("r", 4),
        ),
        (
            '<style>rect{fill:#0f0}</style><rect id="r"/>',
            "colors",
            None,
            None,
            None,
        ),
        ("<rect id='bed_a' fill=\"none\"/>", "named_ids", (0, 1), "single quotes", ("bed_a", 4)),
        ('<g data-id="bed_a"/>', "named_ids", (1, 0), "not the id of an element", (None, 4)),
        (
            '<text id="t">\n<tspan>9mm</tspan></text>',
            "measure_count",
            (0, 1),
            "stand in spans",
            ("t", 4),
        ),
        ('<g id="comment"/>', "dim_mm", (1, 0), "in an attribute", ("comment", 4)),
        (
            '<g id="g" ink:groupmode="layer" ink:label="furniture"/>',
            "furniture_layer",
            (False, True),
            "another prefix",
            ("g", 4),
        ),
        (
            '<g id="g" inkscape:groupmode="layer"/><g inkscape:label="furniture"/>',
            "furniture_layer",
            (True, False),
            "different elements",
            ("g", 4),
        ),
        (
            '<inkscape:path-effect id="e"></inkscape:path-effect>',
            "lpe_count",
            (2, 0),
            "closing tag counted",
            (None, 4),
        ),
        (
            '<path id="p" fill="none" inkscape:path-effect="#e"/>',
            "lpe_count",
            (1, 0),
            "not defined",
            ("p", 4),
        ),
        (
            '<rect x="1" width="2" id="a_east" fill="none"/>',
            "east_rects",
            (0, 1),
            "id before x and width",
            ("a_east", 4),
        ),
    ],
)
def test_each_cause(body, name, numbers, reason, place) -> None:
    row = differences(body).get(name)
    if numbers is None:
        assert row is None
        return
    assert row is not None
    assert (row.graded, row.found) == numbers
    places = [
        (at.element_id, at.line)
        for cause in row.causes
        if reason in cause.reason
        for at in cause.places
    ]
    assert place in places or (None in place and [line for _, line in places] == [place[1]])


def test_a_clean_drawing_has_no_difference() -> None:
    body = (
        '<g id="layer" inkscape:groupmode="layer" inkscape:label="furniture">'
        '<rect id="a_b" style="fill:#ffffff"/><text id="t">床 9mm</text></g>'
    )
    assert differences(body) == {}


def test_equal_numbers_of_other_elements_are_still_reported() -> None:
    text = '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect id="r"/><!--<rect--></s:svg>'
    rows = {row.name: row for row in count_differences(text, etree.fromstring(text))}
    assert (rows["shapes"].graded, rows["shapes"].found) == (1, 1)
    assert {cause.is_surplus for cause in rows["shapes"].causes} == {True, False}


def test_layers_tell_depth_and_visibility() -> None:
    text = (
        f'{HEAD}<g ink:groupmode="layer" ink:label="base" style="display:none">'
        '<g ink:groupmode="layer" ink:label="inner"><rect/></g></g>'
        '<g ink:groupmode="layer" ink:label="furniture"/></svg>'
    )
    listed = layers(etree.fromstring(text))
    assert [(each.label, each.depth, each.is_visible, each.shapes) for each in listed] == [
        ("base", 0, False, 1),
        ("inner", 1, False, 1),
        ("furniture", 0, True, 0),
    ]


def test_a_name_of_any_length_is_shown_short() -> None:
    place = Place("a_" + "x" * 4_000_000, 3, "rect")
    assert len(place.name) == 120
    assert place.name.startswith("a_xx")
    assert (Place("sofa_1", 3, "rect").name, Place(None, 3, "rect").name) == ("sofa_1", "")
    found = Finding("overlap", (), False, "y" * 4_000_000 + " lies outside")
    assert len(found.said) == 400
    assert found.said.endswith(" lies outside")
