"""Ground truth in the forms task authors write it."""

from __future__ import annotations

import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.floor_plan_anchors import load_json, read_anchors, read_assignments

SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]


@pytest.mark.parametrize(
    "data",
    [
        {"living": SQUARE},
        {"living": [*SQUARE, [0, 0]]},
        {"living": {"polygon": SQUARE}},
        {"living": {"points": [{"x": x, "y": y} for x, y in SQUARE]}},
        {"living": {"x": 0, "y": 0, "width": 10, "height": 10}},
        {"living": {"x": 0, "y": 0, "w": 10, "h": 10}},
        {"living": {"x1": 0, "y1": 0, "x2": 10, "y2": 10}},
        {"rooms": [{"name": "living", "polygon": SQUARE}]},
        {"rooms": {"living": SQUARE}},
        [{"id": "living", "vertices": SQUARE}],
    ],
)
def test_rooms(data: object) -> None:
    found = read_anchors(data, is_area=True)
    (room,) = found.anchors
    assert room.name == "living"
    assert room.is_closed
    assert room.points.tolist() == SQUARE
    assert found.problems == {}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "empty"),
        ([0, 0, 10, 10], "read as corners or as a size"),
        ([0, 0, 10], "no points"),
        ("text", "no geometry"),
        ({}, "no geometry"),
        ([[0, 0], [5, 5]], "no area"),
        ([[0, 0], [5, 0], [9, 0]], "no area"),
        ([[0, "a"], [5, 0], [9, 0]], "no pairs of numbers"),
        ([[0, 0], [5, float("inf")], [9, 0]], "finite"),
    ],
)
def test_what_is_no_room_says_why(value: object, reason: str) -> None:
    found = read_anchors({"living": value}, is_area=True)
    assert found.anchors == ()
    assert reason in found.problems["living"]


@pytest.mark.parametrize(
    ("value", "points"),
    [
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        ({"x1": 1, "y1": 2, "x2": 3, "y2": 4}, [[1, 2], [3, 4]]),
        ({"position": [1, 2], "width": 5}, [[1, 2]]),
        ({"x": 1, "y": 2}, [[1, 2]]),
    ],
)
def test_doors_may_be_lines_or_points(value: object, points: list) -> None:
    (door,) = read_anchors({"doors": {"d": value}}, is_area=False).anchors
    assert door.points.tolist() == points
    assert not door.is_closed


def test_assignments() -> None:
    data = {"required_furniture": {"sofa": {"room": "living"}, "bed": "bedroom1", "tv": {}}}
    assert read_assignments(data) == {"sofa": "living", "bed": "bedroom1"}
    assert read_assignments([]) == {}


def test_broken_files() -> None:
    assert load_json(None, "gt/rooms.json") == {}
    with pytest.raises(NotMeasured, match=r"gt/rooms\.json is not valid JSON"):
        load_json("{", "gt/rooms.json")
