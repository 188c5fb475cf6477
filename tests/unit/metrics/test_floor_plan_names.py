"""Names of furniture, rooms and colors as the task means them."""

from __future__ import annotations

import pytest

from reviewer.metrics.floor_plan_names import (
    APPLIANCE,
    BED_SOFA,
    STORAGE,
    TABLE_CHAIR,
    categories,
    color_name,
    has_chinese,
    is_piece_name,
    names_a,
    room_named,
)


@pytest.mark.parametrize(
    ("name", "label", "expected"),
    [
        ("bed_master", "", {BED_SOFA}),
        ("sofa_living", "", {BED_SOFA}),
        ("coffee_table", "", {TABLE_CHAIR}),
        ("chair_d1", "", {TABLE_CHAIR}),
        ("armchair_1", "", {BED_SOFA, TABLE_CHAIR}),
        ("tv_stand", "", {STORAGE}),
        ("nightstand_2", "", {STORAGE}),
        ("bedside_table", "", {STORAGE}),
        ("wardrobe_bedroom1", "", {STORAGE}),
        ("fridge_east", "", {APPLIANCE}),
        ("item_3", "沙发 2200×900mm", {BED_SOFA}),
        ("item_3", "床头柜 500×400mm", {STORAGE}),
        ("item_3", "主卧床 1800×2000mm", {BED_SOFA}),
        ("item_3", "茶几", {TABLE_CHAIR}),
        ("item_3", "thing", set()),
    ],
)
def test_categories(name: str, label: str, expected: set[str]) -> None:
    assert categories(name, label) == expected


@pytest.mark.parametrize(
    ("color", "name"),
    [
        ("#3366cc", "blue"),
        ("#4a90e2", "blue"),
        ("#33aa55", "green"),
        ("#67b26f", "green"),
        ("#ff8800", "orange"),
        ("#f5a623", "orange"),
        ("#999999", "gray"),
        ("#ff0000", "other"),
        ("#000000", "other"),
        ("#ffffff", "other"),
        ("#800080", "other"),
    ],
)
def test_colors(color: str, name: str) -> None:
    assert color_name(color) == name


def test_rooms() -> None:
    rooms = ("living", "bedroom1", "bedroom2", "kitchen")
    assert room_named("sofa_living", rooms) == "living"
    assert room_named("in bedroom2, near", rooms) == "bedroom2"
    assert room_named("bedroom12", rooms) is None
    assert room_named("主卧", rooms) == "bedroom1"
    assert room_named("Study", ("study",)) == "study"
    assert room_named("nothing", rooms) is None


def test_what_is_no_piece() -> None:
    assert is_piece_name("bed_master")
    for name in ("dim_passage_1", "t_sofa_living", "wall_outer", "door_1", "layer_base", "room_a"):
        assert not is_piece_name(name)
    assert names_a("door", "door_living")
    assert names_a("door", "", "门 1")
    assert not names_a("door", "outdoor_bench")
    assert has_chinese("床")
    assert not has_chinese("bed")
