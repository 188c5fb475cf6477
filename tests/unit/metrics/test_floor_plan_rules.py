"""Plans with exactly one known violation: it is named, and no other."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from reviewer.metrics.floor_plan_demands import Demands
from reviewer.metrics.floor_plan_reading import GroundTruth
from reviewer.metrics.floor_plan_rules import RULES, check_plan
from tests.unit.metrics.plan_maker import (
    GREEN,
    NS,
    ROOMS,
    Changes,
    checked,
    corner,
    drawing,
)


def test_a_plan_that_obeys_every_rule() -> None:
    found = checked(Changes())
    assert [(each.rule, each.text) for each in found.violations] == []
    assert found.scale.mm_per_unit == pytest.approx(10)
    assert found.scale.source == "the dimensions of the base layer"
    assert found.counts("in_room") == (22, 0, 0)
    assert found.counts("corridor_width") == (5, 0, 0)
    assert found.counts("report_center") == (22, 0, 0)
    assert {each.rule for each in found.findings} == set(RULES)


VIOLATIONS = [
    # Its numbers lie in bedroom 2; its groups move the bed into a free place of the living room.
    (
        "nested transforms",
        Changes(
            group={"bed_kid": "translate(-2400 -1900)"},
            transform={"bed_kid": "scale(0.5) translate(1000 1000)"},
            text_at={"bed_kid": (300, 500)},
            stated={"bed_kid": "(350, 530)"},
        ),
        {"in_room": "bed_kid"},
        frozenset({"bed_kid"}),
    ),
    # Upright it stands 70 from the wall; turned by 90° its ends come 50 from it.
    (
        "rotated piece",
        Changes(
            at={"shoe_cabinet": (2300, 2170)}, transform={"shoe_cabinet": "rotate(90 2350 2200)"}
        ),
        {"wall_clearance": "shoe_cabinet"},
        frozenset({"shoe_cabinet"}),
    ),
    (
        "door",
        Changes(at={"sofa_living": (1200, 950)}),
        {"door_clearance": "sofa_living"},
        frozenset({"sofa_living"}),
    ),
    ("passage", Changes(passage={2: (50, "500mm")}), {"passage_width": "dt_2"}, frozenset()),
    (
        "corridor",
        Changes(at={"chair_d3": (2250, 200)}, passage={2: (70, "700mm"), 3: (150, "1500mm")}),
        {"corridor_width": "dt_2"},
        frozenset(),
    ),
    (
        "lying dimension",
        Changes(passage={1: (100, "1200mm")}),
        {"dimension_truth": "dt_1"},
        frozenset(),
    ),
    (
        "uneven spacing",
        Changes(at={"stove_east": (2700, 430)}),
        {"even_spacing": "fridge_east"},
        frozenset(),
    ),
    (
        "wrong color",
        Changes(color={"bed_master": GREEN}),
        {"color_by_category": "bed_master"},
        frozenset({"bed_master"}),
    ),
    (
        "a report that lies about a center",
        Changes(stated={"tv_stand": "(500, 230)"}),
        {"report_center": "tv_stand"},
        frozenset(),
    ),
    (
        "a report that lies about a room",
        Changes(room={"sofa_living": "kitchen"}),
        {"report_room": "sofa_living"},
        frozenset(),
    ),
    (
        "a report that lies about a rule",
        Changes(color={"bed_master": GREEN}, verdict={"bed_master": "PASS"}),
        {"color_by_category": "bed_master", "report_verdict": "bed_master"},
        frozenset(),
    ),
    (
        "no Chinese",
        Changes(label={"tv_stand": "TV 1000×600mm"}),
        {"label": "tv_stand"},
        frozenset(),
    ),
    ("no size", Changes(label={"tv_stand": "电视柜"}), {"label": "tv_stand"}, frozenset()),
    (
        "text without a line",
        Changes(lineless=frozenset({3})),
        {"dimension_line": "dt_3", "passage_count": "dim_0"},
        frozenset(),
    ),
    ("two effects", Changes(effects=2), {"effects_applied": "sofa_living"}, frozenset()),
    (
        "a piece too few",
        Changes(skip=frozenset({"kid_desk"})),
        {"piece_count": "sofa_living"},
        frozenset(),
    ),
]


@pytest.mark.parametrize(
    ("changes", "expected", "broken"),
    [case[1:] for case in VIOLATIONS],
    ids=[case[0] for case in VIOLATIONS],
)
def test_one_violation_each(changes: Changes, expected: dict, broken: frozenset[str]) -> None:
    found = checked(changes, broken=broken)
    named = {each.rule: each.elements[0] for each in found.violations}
    assert named == expected, [each.text for each in found.violations]
    assert len(found.violations) == len(expected)
    for each in found.violations:
        assert each.text


def test_misaligned_row_names_the_variance() -> None:
    found = checked(Changes(at={"stove_east": (2706, 400)}))
    (only,) = found.violations
    assert only.rule == "east_alignment"
    # Centers 2750, 2756, 2750, 2750: the variance is 6² · 3/16.
    assert only.numbers["variance"] == pytest.approx(6.75)
    assert only.numbers["variance_mm2"] == pytest.approx(675)


def test_numbers_and_places() -> None:
    found = checked(
        Changes(at={"bookcase_living": (1260, 200)}), broken=frozenset({"bookcase_living"})
    )
    (only,) = found.violations
    assert only.rule == "wall_clearance"
    assert only.elements == ("bookcase_living", "a wall of living")
    assert only.numbers["distance"] == pytest.approx(40)
    ((start, end),) = only.segments
    assert (start[0], end[0]) == (1360, 1400)


def test_rooms_from_the_drawing_and_from_a_person() -> None:
    text = etree.tostring(drawing(Changes()), encoding="unicode")
    shapes = "".join(
        f'<path id="r_{name}" fill="none" d="M{p[0][0]} {p[0][1]}H{p[1][0]}V{p[2][1]}H{p[0][0]}Z"/>'
        f'<text x="{p[0][0] + 300}" y="{p[0][1] + 900}">{name}</text>'
        for name, p in ROOMS.items()
        if name != "kitchen"
    )
    text = text.replace('inkscape:label="base">', f'inkscape:label="base">{shapes}', 1)
    root = etree.fromstring(text)
    plan = check_plan(root, truth=GroundTruth(), report_text=None, demands=Demands()).plan
    assert {room.name: room.source for room in plan.rooms} == {
        name: "the drawing" for name in ROOMS if name != "kitchen"
    }
    assert "room kitchen" in plan.reasons
    drawn = GroundTruth(drawn_rooms={"kitchen": ROOMS["kitchen"]})
    plan = check_plan(root, truth=drawn, report_text=None, demands=Demands()).plan
    assert [room.source for room in plan.rooms if room.name == "kitchen"] == ["drawn by a person"]


def test_what_is_not_known_is_not_measured() -> None:
    found = checked(Changes(), truth=GroundTruth())
    assert found.violations == ()
    assert found.counts("in_room") == (0, 0, 1)
    assert found.counts("door_clearance") == (0, 0, 1)
    assert any("no room has a polygon" in each.text for each in found.findings)
    empty = etree.fromstring(f"<svg {NS}/>")
    found = check_plan(empty, truth=GroundTruth(rooms="{"), report_text=None, demands=Demands())
    assert found.plan.pieces == ()
    assert found.scale.mm_per_unit is None
    assert "not valid JSON" in found.plan.reasons["gt/rooms.json"]
    assert found.counts("corridor_width") == (0, 0, 1)


@given(st.floats(-99, 99))
@settings(max_examples=25, deadline=None)
def test_a_piece_anywhere_on_a_passage_is_measured(offset: float) -> None:
    """The gap of passage 1 is 100 units of 10 mm; a washer of 100 units stands on its line."""
    left = corner("chair_d1", Changes())[0] + 100
    found = checked(Changes(at={"washer_east": (left + offset, 200)}))
    free = next(
        each for each in found.findings
        if each.rule == "corridor_width" and each.elements[0] == "dt_1"
    )  # fmt: skip
    assert free.numbers["free_mm"] == pytest.approx(10 * abs(offset), abs=1e-3)
    assert free.holds is (abs(offset) >= 60)


def test_orientation_is_left_to_a_person() -> None:
    found = checked(Changes(transform={"shoe_cabinet": "rotate(90 2150 1430)"}))
    facing = [each for each in found.findings if each.rule == "orientation"]
    assert [each.holds for each in facing] == [None, None]
    assert facing[0].numbers["angle"] == pytest.approx(90)


def test_scale_from_the_page() -> None:
    root = drawing(Changes())
    root.set("width", "30000mm")
    found = check_plan(root, truth=GroundTruth(), report_text=None, demands=Demands())
    assert found.scale.mm_per_unit == pytest.approx(10)
    root.set("width", "300mm")
    found = check_plan(root, truth=GroundTruth(), report_text=None, demands=Demands())
    assert found.scale.mm_per_unit == pytest.approx(0.1)
    assert "labels of the pieces say 10" in found.scale.notes[0]


def test_a_crowded_drawing_ends_soon() -> None:
    rects = "".join(
        f'<rect id="bed_a{i}" x="{i % 900}" width="9" height="9" style="fill:#3366cc"/>'
        f'<text x="{i % 900}" y="9">床 9mm</text>'
        for i in range(3000)
    )
    walls = '<path id="wall_x" d="M0 0' + "l3 4" * 1900 + '"/>'
    root = etree.fromstring(
        f'<svg {NS} viewBox="0 0 900 900">{walls}'
        f'<g inkscape:groupmode="layer" inkscape:label="furniture">{rects}</g></svg>'
    )
    began = time.monotonic()
    found = check_plan(root, truth=GroundTruth(), report_text=None, demands=Demands())
    assert time.monotonic() - began < 10
    assert len(found.plan.pieces) == 400
    assert any("first 400 pieces" in note for note in found.plan.notes)


def test_corpus_plan(corpus: Path) -> None:
    root = etree.parse(str(corpus / "svg/floorplan/good.svg")).getroot()
    found = check_plan(root, truth=GroundTruth(), report_text=None, demands=Demands())
    # Its passage lines are 50 units long, whatever they state, at 10 mm a unit.
    assert {each.rule for each in found.violations} == {"dimension_truth"}
    assert {each.numbers["drawn_mm"] for each in found.violations} == {500.0}
    assert found.counts("color_by_category") == (22, 0, 0)
    moved = etree.parse(str(corpus / "svg/floorplan/group_transform.svg")).getroot()
    halved = check_plan(moved, truth=GroundTruth(), report_text=None, demands=Demands())
    assert halved.scale.mm_per_unit == pytest.approx(20)
