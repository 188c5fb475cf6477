"""Where elements, layers and rooms lie in the pictures of a floor plan."""

from __future__ import annotations

import pytest

from tests.unit.agent_benchmark.test_floor_plan_shown import evidence, plan, plan_svg

__all__ = ["plan"]

TURNED = '<rect id="bed_master" data-room="living" transform="rotate(45 250 240)"'
PLAN_SIDE = (1200, 900)


def _turned() -> str:
    return plan_svg().replace('<rect id="bed_master" data-room="living"', TURNED)


def _marks(found, role: str = "drawing"):
    return {mark.item: mark for mark in found.marks if mark.role == role}


def test_every_element_has_a_place_without_a_label(plan) -> None:
    marks = _marks(evidence(plan(plan_svg()), "element:"))
    assert {"element:bed_master", "element:dining_table", "element:bed_label"} <= set(marks)
    assert all(mark.label == "" for mark in marks.values())


def test_a_layer_has_the_box_of_all_it_draws(plan) -> None:
    request = plan(plan_svg())
    found = evidence(request, "layer:base")
    mark = _marks(found)["layer:base"]
    x, y, width, height = mark.points
    assert (x, y) == pytest.approx((0, 0))
    assert width / height == pytest.approx(PLAN_SIDE[0] / PLAN_SIDE[1])
    assert evidence(request, "layer:no such").marks == ()


def test_a_rotated_piece_has_its_own_corners_and_can_be_zoomed_to(plan) -> None:
    found = evidence(plan(_turned()), "element:bed_master")
    mark = _marks(found, found.role)["element:bed_master"]
    assert mark.shape == "polygon"
    corners = list(zip(mark.points[0::2], mark.points[1::2], strict=True))
    assert len(corners) == 4
    sides = sorted(
        ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    assert sides[3] / sides[0] == pytest.approx(100 / 80, rel=1e-3)
    assert found.zoom is not None
    own = [each for each in found.marks if each.role == found.role and each.shape != "line"]
    assert own == [mark], "it is marked once"


def test_rooms_are_outlined_where_a_row_is_about_rooms(plan) -> None:
    request = plan(plan_svg())
    found = evidence(request, "inside_room")
    rooms = [mark for mark in found.marks if mark.item.startswith("room:")]
    assert {mark.label for mark in rooms} == {"living", "kitchen"}
    assert {mark.shape for mark in rooms} == {"polygon"}
    other = evidence(request, "category_colors")
    assert not [mark for mark in other.marks if mark.item.startswith("room:")]
