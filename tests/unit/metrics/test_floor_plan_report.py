"""Reports in the forms agents write them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.metrics.floor_plan_report import parse_report
from reviewer.metrics.floor_plan_texts import MILLIMETERS, SIZE

IDS = ("bed_master", "bed", "sofa_living")
ROOMS = ("living", "bedroom1")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "- bed_master | bedroom1 | target (100, 200) | actual center (101.5, 199) | PASS",
            ("bed_master", "bedroom1", (100, 200), (101.5, 199), True),
        ),
        (
            "sofa_living: 客厅, 目标 (10,20), 实际中心 (11,21), 符合",
            ("sofa_living", "living", (10, 20), (11, 21), True),
        ),
        (
            "1. sofa_living living (10, 20) (12, 22) 不符合",
            ("sofa_living", "living", (10, 20), (12, 22), False),
        ),
        ("bed_master x=5, y=6 ok", ("bed_master", None, None, (5, 6), True)),
        ("bed_master center: -5.5, 6mm", ("bed_master", None, None, (-5.5, 6), None)),
        ("bed_master no overlap with wall: PASS", ("bed_master", None, None, None, True)),
        ("| bed_master | 是 |", ("bed_master", None, None, None, True)),
        ("ghost_piece (1, 2) fail", ("ghost_piece", None, None, (1, 2), False)),
    ],
)
def test_lines(line: str, expected: tuple) -> None:
    (row,) = parse_report(line, ids=IDS, rooms=ROOMS)
    assert (row.element_id, row.room, row.target, row.center, row.satisfied) == expected


def test_a_table_with_a_header() -> None:
    text = (
        "# Report\n\n"
        "| ID | Room | Actual | Target | OK? |\n"
        "|---|---|---|---|---|\n"
        "| bed_master | bedroom1 | (1, 2) | (3, 4) | yes |\n"
    )
    (row,) = parse_report(text, ids=IDS, rooms=ROOMS)
    assert (row.number, row.center, row.target) == (5, (1, 2), (3, 4))
    split = "| ID | target x | target y | center x | center y |\n| bed_master | 1 | 2 | 3 | 4 |"
    (row,) = parse_report(split, ids=IDS, rooms=ROOMS)
    assert row.center == (3, 4)


def test_prose_names_no_piece() -> None:
    assert parse_report("All min_distance rules hold.\nrow 1\n", ids=IDS, rooms=ROOMS) == ()


@given(st.text(alphabet="bed_master|,，()0123.-x= 是否符合\nPASSfail", max_size=200))
def test_no_report_is_too_odd(text: str) -> None:
    rows = parse_report(text, ids=IDS, rooms=ROOMS)
    assert [row.number for row in rows] == sorted({row.number for row in rows})


@pytest.mark.parametrize(
    ("line", "rooms"),
    [
        ("- bed_master | bedroom1 | (1, 2) | PASS", {"bedroom1"}),
        ("- bed_master: moved from living to bedroom1 (1, 2)", {"living", "bedroom1"}),
        ("- bed_master: 主卧, beside sofa_living (1, 2)", {"bedroom1"}),
        ("- bed_master (1, 2)", set()),
    ],
)
def test_rooms_that_a_line_names(line: str, rooms: set[str]) -> None:
    (row,) = parse_report(line, ids=IDS, rooms=ROOMS)
    assert row.rooms == rooms


def test_a_column_for_rooms_decides() -> None:
    text = "| ID | Room | Note |\n|---|---|---|\n| bed_master | living | was in bedroom1 |\n"
    (row,) = parse_report(text, ids=IDS, rooms=ROOMS)
    assert row.rooms == {"living"}


@pytest.mark.parametrize("filler", ["0" * 60_000, " " * 60_000, "0," * 30_000, "00mm " * 12_000])
def test_no_report_or_label_holds_the_program(filler: str) -> None:
    text = f"bed_master: center (1{filler}!"
    began = time.process_time()
    parse_report(text, ids=IDS, rooms=ROOMS)
    SIZE.search(text)
    MILLIMETERS.search(text.replace("mm", ""))
    assert time.process_time() - began < 3.0


@pytest.mark.parametrize(
    ("text", "size", "length"),
    [
        ("双人床 2000×1800mm", ("2000", "1800"), "1800"),
        ("table 1.5 mm x 20 mm", ("1.5", "20"), "1.5"),
        ("1,200 mm wide", None, "1,200"),
        ("12,3456毫米", None, "3456"),
    ],
)
def test_sizes_and_lengths_are_read_whole(
    text: str, size: tuple[str, str] | None, length: str
) -> None:
    found = SIZE.search(text)
    assert (found.groups() if found else None) == size
    (first, *_) = MILLIMETERS.findall(text)
    assert first == length
