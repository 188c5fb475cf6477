"""The raw numbers suffice to recompute the reference grader's score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from reviewer.metrics.drawing import decode_as_grader
from reviewer.metrics.floor_plan_counts import (
    SCREENSHOTS,
    GradedNumbers,
    covered_names,
    expected_names,
    graded_numbers,
    screenshot_numbers,
)


def step(value: float, *stairs: tuple[float, float]) -> float:
    return next((credit for least, credit in stairs if value >= least), 0.0)


def mean(credits: list[float]) -> float:
    return sum(credits) / len(credits) if credits else 0.0


def buckets(numbers: GradedNumbers) -> tuple[list[float], list[float], list[float]]:
    v = numbers.values
    core: list[float] = []
    gui: list[float] = []
    aux: list[float] = []
    if "shapes" in v:
        core += [step(v["shapes"], (22, 1), (14, 0.5)), step(v["colors"], (4, 1))]
        core += [step(v["texts"], (22, 1), (14, 0.5)), min(1, v["named_ids"] / 22)]
        gui += [step(v["dim_mm"], (5, 1), (3, 0.5)), float(v["furniture_layer"])]
        gui += [min(1, v["lpe_count"] / 3), min(1, v["measure_count"] / 5)]
        variance = v.get("east_align_variance")
        aux.append(0.0 if variance is None else 1.0 if variance <= 5 else 0.5 * (variance <= 25))
    size = v.get("png_width", 0) >= 2000 and v.get("png_height", 0) >= 1500
    core.append(0.0 if not size else 1.0 if v["png_bytes"] >= 50_000 else 0.4)
    core.append(step(v.get("check_lines", 0), (22, 1), (14, 0.5)))
    if "gt_furniture_hits" in v:
        aux.append(min(1, v["gt_furniture_hits"] / v["gt_furniture_target"]))
    if "gt_room_hits" in v:
        aux.append(v["gt_room_hits"] / v["gt_room_names"])
    gui.append(v["inkscape_ui_shots"] / 5)
    return core, gui, aux


def overall(numbers: GradedNumbers, judge: tuple[int, ...] | None) -> float:
    v = numbers.values
    core, gui, aux = (mean(bucket) for bucket in buckets(numbers))
    score = 0.6 * core + 0.3 * gui + 0.1 * aux
    caps: list[float] = []
    if judge is None:
        caps.append(0.60)
    else:
        score = (score + mean(list(judge))) / 2
        caps += [0.50] * (mean(list(judge)) < 0.75) + [0.35] * (mean(list(judge)) < 0.5)
    named, effects = min(1.0, v.get("named_ids", 0) / 22), min(1.0, v.get("lpe_count", 0) / 3)
    shots = v["inkscape_ui_shots"] / 5
    caps += [0.40] * (round(core, 3) < 0.5)
    caps += [0.50] * (named < 0.7) + [0.35] * (named < 0.4)
    caps += [0.50] * (shots < 0.6) + [0.35] * (shots < 0.3)
    caps += [0.60] * (effects < 1) + [0.40] * (effects == 0)
    caps += [0.50] * (v.get("furniture_layer") is not True)
    if "gt_furniture_hits" in v:
        caps += [0.55] * (min(1, v["gt_furniture_hits"] / v["gt_furniture_target"]) < 0.5)
    return min([round(score, 3), *caps])


def measured(folder: Path) -> GradedNumbers:
    results, gt = folder / "results", folder / "gt"
    svg, png = results / "floor_annotated.svg", results / "floor_annotated.png"
    with Image.open(png) as picture:
        size = picture.size
    return graded_numbers(
        svg=decode_as_grader(svg.read_bytes()) if svg.exists() else None,
        png=(*size, png.stat().st_size),
        report=decode_as_grader((results / "placement_check.md").read_bytes()),
        furniture=expected_names(
            (gt / "expected_furniture.json").read_text(), key="required_furniture"
        ),
        rooms=expected_names((gt / "rooms.json").read_text()),
        shots={
            name: (results / name).read_bytes() for name in SCREENSHOTS if (results / name).exists()
        },
    )


@pytest.mark.parametrize("name", ["good", "lpe1", "attr_fill", "shots2", "no_svg"])
def test_numbers_give_the_expected_score(corpus: Path, name: str) -> None:
    folder = corpus / "floorplan_workspaces" / name
    numbers = measured(folder)
    for judge, expected in json.loads((folder / "seed_grader_expected.json").read_text()).items():
        answers = None if judge == "none" else tuple(int(each) for each in judge.split(","))
        assert overall(numbers, answers) == expected["overall_score"], judge
        core, gui, aux = (round(mean(bucket), 3) for bucket in buckets(numbers))
        checks = expected["checks"]
        assert (core, gui, aux) == (checks["_core_avg"], checks["_gui_avg"], checks["_aux_avg"])
        assert numbers.values["inkscape_ui_unique_md5"] == checks["inkscape_ui_unique_md5"]
        assert numbers.values.get("east_align_variance") == checks.get("east_align_variance")


def test_missing_files_leave_their_keys_out() -> None:
    numbers = graded_numbers(svg=None, png=None, report=None, furniture=(), rooms=(), shots={})
    assert numbers.values == {"inkscape_ui_shots": 0, "inkscape_ui_unique_md5": 0}
    assert numbers.reasons["shapes"] == "floor_annotated.svg is missing"
    assert set(numbers.reasons) >= {"png_width", "check_lines", "gt_room_hits", "gt_furniture_hits"}


def test_names_of_odd_ground_truth() -> None:
    assert expected_names('{"required_furniture": {"sofa": 1}}', key="required_furniture") == (
        "sofa",
    )
    assert expected_names('["living"]') == ("living",)
    assert expected_names("not json") == ()
    assert expected_names('["living"]', key="required_furniture") == ()
    assert expected_names(None) == ()


def test_coverage_shows_which_id_stands_for_a_name() -> None:
    covered = covered_names(("chair", "sofa"), ("armchair_1", "bed_a", "armchair_1"))
    assert covered == {"chair": ("armchair_1",), "sofa": ()}


def test_target_above_the_names_is_noted() -> None:
    numbers = graded_numbers(
        svg='<rect id="sofa_a"/>',
        png=None,
        report="a\nb",
        furniture=("sofa",),
        rooms=("living",),
        shots={},
    )
    assert numbers.values["gt_furniture_target"] == 10
    assert numbers.values["check_lines"] == 2
    assert any("out of reach" in note for note in numbers.notes)
    assert any("at least 8" in note for note in numbers.notes)


def test_copies_and_small_screenshots_do_not_count() -> None:
    large = b"x" * 5000
    shots = dict(zip(SCREENSHOTS, (large, large, b"y" * 4999, b"z" * 5000), strict=False))
    counted = screenshot_numbers(shots)
    assert counted.valid == 2
    assert counted.problems[SCREENSHOTS[1]] == f"the same file as {SCREENSHOTS[0]}"
    assert "4999 bytes" in counted.problems[SCREENSHOTS[2]]
    assert counted.problems[SCREENSHOTS[4]] == "missing"
