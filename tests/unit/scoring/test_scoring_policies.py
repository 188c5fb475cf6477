"""The shipped policies: what each kind's rubric makes of its measurements."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reviewer.model import HeadlineValue, Ledger, Measurement, Override, Rubric
from reviewer.model.measurement import JUDGE
from reviewer.scoring.explain import explain
from reviewer.scoring.fold import ZERO, fold
from reviewer.scoring.rubric_file import parse_rubric

FOLDER = Path(__file__).parents[3] / "resources" / "rubrics"


def score(ledger: Ledger) -> float | None:
    return ledger.headlines[0].value


def shipped(name: str) -> Rubric:
    def data(base: str) -> bytes:
        return (FOLDER / f"{base}.toml").read_bytes()

    return parse_rubric(data(name), name=name, base=data)


def semantic(judge: float | None, *, task: float | None = None) -> dict[str, Measurement]:
    values = {"readable": True, "size_changed": False, "mean_absolute_difference": 9.0}
    found = {name: Measurement(name, value) for name, value in values.items()}
    found["vision_judge"] = Measurement("vision_judge", judge, source=JUDGE, reason="no judge")
    if task is not None:
        found["share"] = Measurement("share", task)
    return found


def with_property() -> Rubric:
    row = '\n[[check]]\nid = "share"\nasks = "?"\nbucket = "task"\ndirect = true\n'
    text = (FOLDER / "gimp_edit_semantic.toml").read_bytes() + row.encode()
    return parse_rubric(text, name="semantic")


def test_without_a_judge_the_semantic_score_is_a_range() -> None:
    ledger = fold(with_property(), semantic(None, task=1.0))
    headline = ledger.headlines[0]
    assert headline.value is None
    assert headline.known == pytest.approx((0.5, 1.0))
    assert headline.held_by == "withheld until judged: 0.5 to 1"
    assert ledger.registers["overall_score"] is None
    line = next(line for line in ledger.lines if line.part == "vision_judge")
    assert (line.available, line.note) == (False, "not judged")
    without = fold(shipped("gimp_edit_semantic"), semantic(None))
    assert without.headlines[0].known == pytest.approx((0.2 / 0.7, 1.0))


def test_absent_judge_zero_is_the_documents_number() -> None:
    ledger = fold(with_property(), semantic(None, task=1.0), absent_judge=ZERO)
    assert ledger.headlines[0].value == pytest.approx(0.5)
    judged = fold(with_property(), semantic(0.8, task=1.0))
    assert judged.headlines[0].value == pytest.approx(0.9)
    override = {"vision_judge": Override(0.6, None, "single", "ann")}
    by_person = fold(with_property(), semantic(None, task=0.0), override)
    assert by_person.headlines[0].value == pytest.approx(0.5)


# --- the shipped policies


def values_of(**values: object) -> dict[str, Measurement]:
    return {name: Measurement(name, value) for name, value in values.items()}


def test_gradual_score() -> None:
    rubric = shipped("gimp_edit")
    good = {
        "exists": True,
        "readable": True,
        "size_difference": 0,
        "ssim": 0.9,
        "histogram_correlation": 0.8,
        "pixel_closeness": 0.5,
    }
    whole = 0.1 + 0.15 + 0.4 * 0.9 + 0.2 * 0.8 + 0.15 * 0.5
    assert score(fold(rubric, values_of(**good))) == pytest.approx(whole)
    near = good | {"size_difference": 9, "histogram_correlation": -0.4}
    assert score(fold(rubric, values_of(**near))) == pytest.approx(whole - 0.075 - 0.16)
    tiny = values_of(**good) | {"ssim": Measurement("ssim", None, reason="below 3 px")}
    assert score(fold(rubric, tiny)) == pytest.approx((whole - 0.36) / 0.6)


def test_a_corrupt_result_earns_half_of_existing() -> None:
    pixels = ("size_difference", "ssim", "histogram_correlation", "pixel_closeness")
    broken = {name: Measurement(name, None, error="truncated") for name in pixels}
    ledger = fold(shipped("gimp_edit"), values_of(exists=True, readable=False) | broken)
    assert score(ledger) == pytest.approx(0.05)
    gone = fold(shipped("gimp_edit"), values_of(exists=False, readable=False) | broken)
    assert score(gone) == 0.0


def test_a_settings_task_without_checks_does_not_pass_on_existence() -> None:
    rubric = shipped("gimp_edit_config")
    ledger = fold(rubric, values_of(exists=True, readable=True))
    assert score(ledger) == pytest.approx(0.1 / 0.25)
    # Nothing there asks for a picture.
    assert [check.id for check in rubric.checks] == ["exists"]
    broken = fold(rubric, values_of(exists=True, readable=False))
    assert score(broken) == pytest.approx(0.05 / 0.25)


def test_image_match_is_the_mean_of_its_metrics() -> None:
    names = ("ImageSSIM", "ImageAverageHash", "ImageHistogramMatch")
    values = values_of(**dict(zip(names, (0.9, 0.6, 0.3), strict=True)))
    assert score(fold(shipped("image_match"), values)) == pytest.approx(0.6)


DIMENSIONS = (
    "task_completion",
    "deliverable_correctness",
    "deliverable_quality",
    "evidence_authenticity",
    "tool_use_correctness",
    "final_state_correctness",
    "efficiency_robustness",
    "instruction_following",
)


def agent(**changes: object) -> HeadlineValue:
    given = dict.fromkeys(DIMENSIONS, 0.8) | {"not_a_hack": True} | changes
    values = {
        name: Measurement(name, value, source=JUDGE, reason="not given")
        for name, value in given.items()
    }
    return fold(shipped("agent_judged"), values).headlines[0]


def test_the_agent_judges_formula() -> None:
    assert (agent().value, agent().passes) == (0.8, True)
    low = agent(deliverable_correctness=0.4)
    assert low.value == 0.4
    assert low.held_by.endswith("(How correct are the deliverables?)")
    assert agent(not_a_hack=False).value == 0.0
    assert agent(not_a_hack=None).value == 0.8
    hack = agent(not_a_hack=False, deliverable_correctness=None)
    assert (hack.value, hack.held_by) == (0.0, "held at 0: the work is a hack")
    withheld = agent(deliverable_correctness=None)
    assert withheld.value is None
    assert withheld.known == (0.0, 0.825)


def test_what_nobody_judged_is_no_0_in_a_ledger_that_waits() -> None:
    rubric = shipped("agent_judged")
    said = {"task_completion": 0.6, "instruction_following": 0.4, "deliverable_correctness": None}
    values = {
        name: Measurement(name, said.get(name), source=JUDGE)
        for name in (check.id for check in rubric.checks)
    } | {"not_a_hack": Measurement("not_a_hack", True, source=JUDGE)}
    ledger = fold(rubric, values)
    assert ledger.headlines[0].known == (0.0, 0.875)
    assert ledger.registers["dimension_mean"] == 0.5
    assert ledger.registers["overall_score"] is None
    mean = next(line for line in ledger.lines if line.into == "dimension_mean")
    assert (mean.after, mean.note) == (0.5, "2 of 8 count")
    assert not [line for line in ledger.lines if line.fired and 0 in (line.amount, line.after)]
    told = explain(ledger, rubric)
    assert any("“How correct are the deliverables?” is not judged." in line for line in told)
    assert not [line for line in told if re.search(r" is 0(?![.\d])", line)]


def maze(**changes: object) -> dict[str, Measurement]:
    values = {
        "maze_structure_iou": 0.85,
        "green_centroid_distance": 20.0,
        "red_centroid_distance": 3.0,
        "wall_crossing_ratio": 0.01,
        "walls_crossed": 1,
        "crossing_rule": "document",
        "path_match_iou": 0.369,
        "target_achievement": 0.98,
    }
    return values_of(**values | changes)


def test_maze_image_score() -> None:
    rubric = shipped("maze_image")
    clean = 0.2 * (0.6 * 0.85 + 0.4) + 0.5 * 0.369
    assert score(fold(rubric, maze())) == pytest.approx(clean)
    assert score(fold(rubric, maze(wall_crossing_ratio=0.0101))) == pytest.approx(clean - 0.3)
    assert score(fold(rubric, maze(crossing_rule="any"))) == pytest.approx(clean - 0.3)
    no_cut = maze(crossing_rule="any", walls_crossed=0, wall_crossing_ratio=0.5)
    assert score(fold(rubric, no_cut)) == pytest.approx(clean)
    moved = maze(green_centroid_distance=20.1, red_centroid_distance=None)
    assert score(fold(rubric, moved)) == pytest.approx(clean - 0.08)
    assert score(fold(rubric, maze(path_match_iou=0, wall_crossing_ratio=1.0))) < 0
    assert fold(rubric, maze(path_match_iou=None)).headlines[0].error


@pytest.mark.parametrize(
    ("change", "gated"),
    [
        ({}, 1.0),
        ({"maze_structure_iou": 0.8}, 0.0),
        ({"target_achievement": 0.95}, 0.0),
        ({"wall_crossing_ratio": 0.051}, 0.0),
        ({"wall_crossing_ratio": 0.05}, 1.0),
    ],
)
def test_maze_video_gates_are_strict(change: dict[str, object], gated: float) -> None:
    ledger = fold(shipped("maze_video"), maze(**change))
    assert ledger.headlines[1].value == gated
    assert ledger.headlines[1].passes is (gated == 1.0)
    assert (ledger.headlines[0].low, ledger.headlines[0].high) == (-0.3, 0.7)


def test_text_to_image_gates_on_validity() -> None:
    row = '[[check]]\nid = "{}"\nasks = "?"\nbucket = "facts"\nweight = {}\ndirect = true\n'
    rows = row.format("car", 1) + row.format("word", 3)
    text = (FOLDER / "text_to_image.toml").read_text() + rows
    rubric = parse_rubric(text.encode(), name="t2i")
    values = values_of(valid=True, car=1.0, word=0.5)
    assert score(fold(rubric, values)) == 0.625
    assert score(fold(rubric, values | values_of(valid=False))) == 0.0
    broken = values | {"car": Measurement("car", None, error="no detector is configured")}
    assert fold(rubric, broken).headlines[0].error == "?: no detector is configured"


def test_a_graded_folder_keeps_its_number_until_a_person_sets_it() -> None:
    rubric = shipped("graded_folder")
    values = {"overall_score": Measurement("overall_score", 0.35, source="file")}
    assert score(fold(rubric, values)) == 0.35
    said = {"overall_score": Override(0.6, 0.35, "single", "ann")}
    assert score(fold(rubric, values, said)) == 0.6
