"""Draws floor plans that obey every rule, but for what a test changes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from lxml import etree

from reviewer.metrics.floor_plan_demands import Demands
from reviewer.metrics.floor_plan_reading import GroundTruth
from reviewer.metrics.floor_plan_rules import PlanFindings, check_plan

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
