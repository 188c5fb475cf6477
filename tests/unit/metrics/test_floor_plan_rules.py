"""Plans with exactly one known violation: it is named, and no other."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from reviewer.metrics.floor_plan_demands import Demands, Finding
from reviewer.metrics.floor_plan_reading import GroundTruth
from reviewer.metrics.floor_plan_rules import RULES, PlanFindings, check_plan

NS = (
    'xmlns="http://www.w3.org/2000/svg" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)
ROOMS = {
    "living": [[100, 100], [1400, 100], [1400, 1100], [100, 1100]],
    "kitchen": [[1600, 100], [2900, 100], [2900, 1100], [1600, 1100]],
    "bedroom1": [[100, 1300], [1400, 1300], [1400, 2300], [100, 2300]],
    "bedroom2": [[1600, 1300], [2900, 1300], [2900, 2300], [1600, 2300]],
}
DOORS = {"door_living": {"x": 1320, "y": 1020, "width": 80, "height": 80}}
BLUE, GREEN, ORANGE, GRAY = "#3366cc", "#33aa55", "#ff8800", "#999999"
# Name, Chinese name, color, room, column, row; 200 units apart, each 100 by 60.
PIECES = [
    ("sofa_living", "沙发", BLUE, "living", 0, 0),
    ("tv_stand", "电视柜", GRAY, "living", 1, 0),
    ("coffee_table", "茶几", GREEN, "living", 2, 0),
    ("armchair_1", "单椅", BLUE, "living", 3, 0),
    ("armchair_2", "单椅", BLUE, "living", 4, 0),
    ("bookcase_living", "书柜", GRAY, "living", 5, 0),
    ("fridge_east", "冰箱", ORANGE, "kitchen", 5, 0),
    ("stove_east", "灶台", ORANGE, "kitchen", 5, 1),
    ("sink_east", "水槽", ORANGE, "kitchen", 5, 2),
    ("washer_east", "洗衣机", ORANGE, "kitchen", 5, 3),
    ("dining_table", "餐桌", GREEN, "kitchen", 0, 0),
    ("chair_d1", "餐椅", GREEN, "kitchen", 1, 0),
    ("chair_d2", "餐椅", GREEN, "kitchen", 2, 0),
    ("chair_d3", "餐椅", GREEN, "kitchen", 3, 0),
    ("chair_d4", "餐椅", GREEN, "kitchen", 4, 0),
    ("bed_master", "主卧床", BLUE, "bedroom1", 0, 0),
    ("nightstand_1", "床头柜", GRAY, "bedroom1", 1, 0),
    ("nightstand_2", "床头柜", GRAY, "bedroom1", 2, 0),
    ("wardrobe_master", "衣柜", GRAY, "bedroom1", 3, 0),
    ("bed_kid", "儿童床", BLUE, "bedroom2", 0, 0),
    ("kid_desk", "书桌", GREEN, "bedroom2", 1, 0),
    ("shoe_cabinet", "鞋柜", GRAY, "bedroom2", 2, 0),
]


@dataclass
class Changes:
    """What one test draws otherwise."""

    at: dict[str, tuple[float, float]] = field(default_factory=dict)
    transform: dict[str, str] = field(default_factory=dict)
    group: dict[str, str] = field(default_factory=dict)
    color: dict[str, str] = field(default_factory=dict)
    label: dict[str, str] = field(default_factory=dict)
    text_at: dict[str, tuple[float, float]] = field(default_factory=dict)
    passage: dict[int, tuple[float, str]] = field(default_factory=dict)
    stated: dict[str, str] = field(default_factory=dict)
    room: dict[str, str] = field(default_factory=dict)
    style: dict[str, str] = field(default_factory=dict)
    wrap: dict[str, str] = field(default_factory=dict)
    defs: str = ""
    verdict: dict[str, str] = field(default_factory=dict)
    skip: frozenset[str] = frozenset()
    effects: int = 3
    lineless: frozenset[int] = frozenset()


def corner(name: str, changes: Changes) -> tuple[float, float]:
    room, column, row = next((p[3], p[4], p[5]) for p in PIECES if p[0] == name)
    x, y = ROOMS[room][0]
    return changes.at.get(name, (x + 100 + 200 * column, y + 100 + 200 * row))


def piece_markup(number: int, piece: tuple, changes: Changes) -> str:
    name, chinese, color = piece[:3]
    x, y = corner(name, changes)
    effect = f' inkscape:path-effect="#e{number}"' if number < changes.effects else ""
    turn = changes.transform.get(name, "")
    paint = changes.style.get(name, f'style="fill:{changes.color.get(name, color)}"')
    shape = f'<path id="{name}" d="M{x} {y}h100v60h-100z" transform="{turn}"{effect} {paint}/>'
    if name in changes.wrap:
        shape = changes.wrap[name].format(shape=shape, name=name, x=x, y=y)
    if name in changes.group:
        shape = f'<g transform="{changes.group[name]}"><g transform="scale(2)">{shape}</g></g>'
    text = changes.label.get(name, f"{chinese} 1000×600mm")
    x, y = changes.text_at.get(name, (x, y))
    return f'{shape}<text id="t_{name}" x="{x}" y="{y + 80}">{text}</text>'


def passage_markup(number: int, changes: Changes) -> str:
    """A dimension in the middle of the gap between two pieces of the kitchen's first row."""
    length, text = changes.passage.get(number, (100, "1000mm"))
    left = corner(PIECES[10 + number][0], changes)[0] + 100
    right = corner(PIECES[11 + number][0] if number < 4 else "fridge_east", changes)[0]
    x = (left + right) / 2 - length / 2
    line = "" if number in changes.lineless else f'<path id="dim_{number}" d="M{x} 230h{length}"/>'
    return f'{line}<text id="dt_{number}" x="{x + length / 2 - 26}" y="225">{text}</text>'


def drawing(changes: Changes) -> etree._Element:
    shown = [piece for piece in PIECES if piece[0] not in changes.skip]
    effects = "".join(f'<inkscape:path-effect id="e{i}" effect="mirror"/>' for i in range(3))
    pieces = "".join(piece_markup(i, piece, changes) for i, piece in enumerate(shown))
    lines = "".join(passage_markup(number, changes) for number in range(5))
    return etree.fromstring(
        f'<svg {NS} viewBox="0 0 3000 2400"><defs>{effects}{changes.defs}</defs>'
        '<g inkscape:groupmode="layer" inkscape:label="base">'
        '<path id="outer_dim" d="M100 50H1400"/><text x="720" y="45">13000 mm</text></g>'
        f'<g inkscape:groupmode="layer" inkscape:label="furniture">{pieces}{lines}</g></svg>'
    )


def report_of(changes: Changes, broken: frozenset[str]) -> str:
    rows = ["| ID | room | target | actual center | ok |", "|---|---|---|---|---|"]
    for name, _, _, room, _, _ in PIECES:
        x, y = corner(name, changes)
        center = changes.stated.get(name, f"({x + 50}, {y + 30})")
        verdict = changes.verdict.get(name, "FAIL" if name in broken else "PASS")
        room = changes.room.get(name, room)
        rows.append(f"| {name} | {room} | (1, 1) | {center} | {verdict} |")
    return "\n".join(row for row in rows if not any(f"| {name} |" in row for name in changes.skip))


def checked(
    changes: Changes, *, broken: frozenset[str] = frozenset(), truth: GroundTruth | None = None
) -> PlanFindings:
    furniture = {"required_furniture": {piece[0]: {"room": piece[3]} for piece in PIECES}}
    given = truth or GroundTruth(
        rooms=json.dumps(ROOMS), doors=json.dumps(DOORS), furniture=json.dumps(furniture)
    )
    return check_plan(
        drawing(changes), truth=given, report_text=report_of(changes, broken), demands=Demands()
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


def test_what_moves_the_pointer_paints_nothing() -> None:
    defs = "<style>path:hover{fill:#3366cc}</style>"
    assert color_of_the_fridge(Changes(defs=defs)).holds is True
    none = color_of_the_fridge(Changes(style={"fridge_east": 'style="fill:none"'}))
    assert (none.holds, none.text) == (False, "fridge_east is no fill (none), should be orange")


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
