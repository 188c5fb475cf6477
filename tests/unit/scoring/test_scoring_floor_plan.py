"""The floor plan's rubric against an independent copy of its rules and against real grades."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.model import Ledger, Measurement, Override, Rubric, Scalar
from reviewer.model.ledger import NOT_JUDGED
from reviewer.model.measurement import JUDGE
from reviewer.scoring.fold import fold
from tests.unit.scoring.shipped import JUDGED, floor_plan, shipped


@pytest.fixture(scope="module")
def rubric() -> Rubric:
    return shipped("floor_plan")


def measured(values: dict[str, Scalar]) -> dict[str, Measurement]:
    """Measurements by id; a judge's value of None is *not judged*."""
    return {
        name: Measurement(
            name,
            value,
            source=JUDGE if name in JUDGED else "code",
            reason="" if value is not None else "no judge",
        )
        for name, value in values.items()
        if value is not None or name in JUDGED
    }


def overall(ledger: Ledger) -> float:
    assert ledger.headline is not None
    assert ledger.headline.value is not None
    return ledger.headline.value


def mean(credits: list[float]) -> float:
    return sum(credits) / len(credits) if credits else 0.0


def expected(v: dict[str, Scalar]) -> float:
    """The floor plan's policy written out once more, with no rubric and no fold."""

    def stepped(value: float, full: float, half: float) -> float:
        return 1.0 if value >= full else 0.5 if value >= half else 0.0

    has_svg = v["shapes"] is not None
    core: list[float] = []
    gui: list[float] = []
    aux: list[float] = []
    ids = lpe = None
    layer = False
    if has_svg:
        core += [stepped(v["shapes"], 22, 14), float(v["colors"] >= 4)]
        core += [stepped(v["texts"], 22, 14)]
        gui += [stepped(v["dim_mm"], 5, 3)]
    big = v["png_bytes"] is not None and v["png_width"] >= 2000 and v["png_height"] >= 1500
    core.append((1.0 if v["png_bytes"] >= 50_000 else 0.4) if big else 0.0)
    core.append(0.0 if v["check_lines"] is None else stepped(v["check_lines"], 22, 14))
    if has_svg:
        layer = v["furniture_layer"] is True
        ids, lpe = min(1.0, v["named_ids"] / 22), min(1.0, v["lpe_count"] / 3)
        core.append(ids)
        gui += [float(layer), lpe, min(1.0, v["measure_count"] / 5)]
    coverage = None
    if v["gt_furniture_coverage"] is not None:
        coverage = min(1.0, v["gt_furniture_coverage"] / v["gt_furniture_target"])
        aux.append(coverage)
    if has_svg and v["gt_room_refs"] is not None:
        aux.append(min(1.0, v["gt_room_refs"] / v["gt_room_count"]))
    if has_svg:
        aligned = 0.0
        if v["east_rects"] >= 4:
            spread = v["east_align_variance"]
            aligned = 1.0 if spread <= 5 else 0.5 if spread <= 25 else 0.0
        aux.append(aligned)
    shots = v["inkscape_ui_shots"] / 5
    gui.append(shots)
    base = 0.6 * mean(core) + 0.3 * mean(gui) + 0.1 * mean(aux)
    answers = [v[name] for name in JUDGED]
    judge = None if None in answers else sum(answers) / 4
    score = round(base if judge is None else (base + judge) / 2, 3)
    ceilings = [
        (judge is None, 0.60),
        (judge is not None and judge < 0.75, 0.50),
        (judge is not None and judge < 0.5, 0.35),
        (round(mean(core), 3) < 0.5, 0.40),
        ((ids or 0) < 0.7, 0.50),
        ((ids or 0) < 0.4, 0.35),
        (shots < 0.6, 0.50),
        (shots < 0.3, 0.35),
        ((lpe or 0) < 1, 0.60),
        ((lpe or 0) == 0, 0.40),
        (not layer, 0.50),
        (coverage is not None and coverage < 0.5, 0.55),
    ]
    if v["audit_screenshots"] is not None:
        blind = v["audit_screenshots"] == 0
        ceilings.append((bool(v["audit_any_banned"]) and blind, 0.30))
        ceilings.append((v["audit_total_tool_calls"] >= 5 and blind, 0.45))
    for holds, at in ceilings:
        if holds:
            score = min(score, at)
    return score


def generated(chance: random.Random, quality: float) -> dict[str, Scalar]:
    """One workspace's measurements; `quality` near 1 is good work, so that each cap gets a turn."""

    def count(target: int) -> int:
        return target + 3 if chance.random() < quality else chance.randint(0, target)

    has_svg, has_png = chance.random() < 0.93, chance.random() < 0.95
    has_gt, has_log = chance.random() < 0.8, chance.random() < 0.5
    v: dict[str, Scalar] = {
        "shapes": count(22),
        "colors": count(4),
        "texts": count(22),
        "dim_mm": count(5),
        "furniture_layer": chance.random() < max(0.7, quality),
        "named_ids": count(22),
        "lpe_count": count(3),
        "measure_count": count(5),
        "east_rects": count(4),
    }
    aligned = v["east_rects"] >= 4
    v["east_align_variance"] = chance.choice([0.0, 5.0, 5.001, 25.0, 26.0]) if aligned else None
    v |= {"gt_room_refs": chance.randint(0, 4) if has_gt else None, "gt_room_count": 4}
    if not has_svg:
        v = dict.fromkeys(v)
    v |= {
        "png_bytes": chance.choice([49_999, 50_000, 90_000]) if has_png else None,
        "png_width": chance.choice([1999, 2000, 2400]) if has_png else None,
        "png_height": chance.choice([1499, 1500, 1800]) if has_png else None,
        "check_lines": count(22) if chance.random() < 0.9 else None,
        "inkscape_ui_shots": min(5, count(5)),
        "gt_furniture_coverage": (count(11) if has_svg else 0) if has_gt else None,
        "gt_furniture_target": 11 if has_gt else None,
        "audit_total_tool_calls": chance.randint(0, 8) if has_log else None,
        "audit_screenshots": chance.choice([0, 0, 3]) if has_log else None,
        "audit_any_banned": float(chance.random() < 0.3) if has_log else None,
    }
    answers = (1.0, 1.0, 1.0, 0.5, 0.0) if quality > 0.5 else (1.0, 0.5, 0.0)
    is_judged = has_png and chance.random() < 0.8
    v |= {name: chance.choice(answers) if is_judged else None for name in JUDGED}
    return v


def test_every_generated_workspace_gets_the_score_of_the_written_out_rules(rubric: Rubric) -> None:
    chance = random.Random(20)
    bound: set[str] = set()
    for number in range(3600):
        values = generated(chance, quality=(0.5, 0.9, 0.99)[number % 3])
        ledger = fold(rubric, measured(values))
        assert overall(ledger) == expected(values), values
        bound |= {rubric.steps[line.step].id for line in ledger.binding}
    caps = {step.id for step in rubric.steps if step.verb == "cap"}
    assert bound == caps
    assert len(caps) == 14


def good() -> dict[str, Scalar]:
    """A workspace that earns everything."""
    return floor_plan() | {
        "audit_total_tool_calls": 42,
        "audit_screenshots": 7,
        "audit_any_banned": 0.0,
    }


@pytest.mark.parametrize(
    ("change", "score"),
    [
        ({}, 1.0),
        ({"named_ids": 15}, 0.5),
        ({"named_ids": 8}, 0.35),
        ({"lpe_count": 0}, 0.4),
        ({"lpe_count": 2}, 0.6),
        ({"furniture_layer": False}, 0.5),
        ({"inkscape_ui_shots": 2}, 0.5),
        ({"inkscape_ui_shots": 1}, 0.35),
        ({"gt_furniture_coverage": 5}, 0.55),
        ({"audit_screenshots": 0}, 0.45),
        ({"audit_screenshots": 0, "audit_any_banned": True}, 0.3),
        ({"vlm_text_legible": 0.0}, 0.875),
        ({"vlm_text_legible": 0.0, "vlm_layout_realistic": 0.5}, 0.5),
        (dict.fromkeys(JUDGED[:3], 0.0), 0.35),
        (dict.fromkeys(JUDGED), 0.6),
    ],
)
def test_one_thing_wrong(rubric: Rubric, change: dict[str, Scalar], score: float) -> None:
    assert overall(fold(rubric, measured(good() | change))) == score


def test_without_a_log_the_audit_caps_are_not_available(rubric: Rubric) -> None:
    values = {k: v for k, v in good().items() if not k.startswith("audit_")}
    lines = {rubric.steps[x.step].id: x for x in fold(rubric, measured(values)).lines}
    for cap in ("cap_banned_tool", "cap_no_screenshots"):
        assert (lines[cap].available, lines[cap].fired) == (False, False)
    assert lines["cap_ids_70"].available
    assert lines["cap_ids_70"].margin == pytest.approx(0.3)


def test_a_judge_that_failed_is_not_four_failures(rubric: Rubric) -> None:
    values = measured(good() | dict.fromkeys(JUDGED))
    ledger = fold(rubric, values)
    assert {ledger.check(name).state for name in JUDGED} == {NOT_JUDGED}
    assert ledger.headline.held_by == "held at 0.6: no judge answered all four questions"
    three = {name: Override(1.0, None, "single", "ann") for name in JUDGED[:3]}
    assert overall(fold(rubric, values, three)) == 0.6
    four = {name: Override(1.0, None, "single", "ann") for name in JUDGED}
    assert overall(fold(rubric, values, four)) == 1.0


MEASURES = {"png_res": "png_bytes", "dim_mm>=5": "dim_mm", "alignment_score": "east_rects"}


def from_grade(checks: dict[str, object], document: dict[str, object]) -> dict[str, Measurement]:
    """What a grade file says, as measurements: counts from keys and credits as credits."""
    found: dict[str, Measurement] = {}
    for key, value in checks.items():
        name, _, number = key.partition("=")
        if number and not name.endswith(">"):
            found[name] = Measurement(name, int(number))
        elif key in JUDGED:
            failed = document.get("judge_method") == "failed"
            found[key] = Measurement(key, None if failed else value, source=JUDGE)
        elif key not in ("east_align_variance", "inkscape_ui_unique_md5") and key[0] != "_":
            measure = MEASURES.get(key, key)
            found[measure] = Measurement(measure, value, unit="credit", source="file")
    for key in ("audit_total_tool_calls", "audit_screenshots", "audit_any_banned"):
        if key in document:
            found[key] = Measurement(key, document[key], source="file")
    return found


def with_unlisted(found: dict[str, Measurement]) -> dict[str, Measurement]:
    """The grader lists no key for some failed checks of a picture or drawing that is there."""
    failed = ["png_bytes", "check_lines"]
    if "named_ids" in found:
        failed += ["shapes", "colors", "texts", "dim_mm"]
    for name in failed:
        found.setdefault(name, Measurement(name, False, unit="credit"))
    return found


WORKSPACES = ("attr_fill", "good", "lpe1", "no_svg", "shots2")


@pytest.mark.corpus
@pytest.mark.parametrize("name", WORKSPACES)
def test_reference_grades_of_workspaces(corpus: Path, rubric: Rubric, name: str) -> None:
    path = corpus / "floorplan_workspaces" / name / "seed_grader_expected.json"
    cases = json.loads(path.read_text())
    assert len(cases) == 4
    for case, grade in cases.items():
        found = with_unlisted(from_grade(grade["checks"], grade))
        ledger = fold(rubric, found)
        assert overall(ledger) == grade["overall_score"], (name, case)
        for average in ("_core_avg", "_gui_avg", "_aux_avg"):
            assert round(ledger.registers[average] or 0.0, 3) == grade["checks"][average]


GRADES = (
    "align_null",
    "full",
    "ids_low",
    "no_lpe",
    "no_vlm",
    "partial_bool",
    "vlm_edge_075",
    "vlm_failed",
    "vlm_half",
    "vlm_lt_05",
)


@pytest.fixture
def grade_of(corpus: Path, rubric: Rubric) -> Callable[[str], tuple[dict[str, Measurement], float]]:
    folder = corpus / "results" / "grades"
    truth = json.loads((folder / "TRUTH.json").read_text())

    def read(name: str) -> tuple[dict[str, Measurement], float]:
        document = json.loads((folder / f"floor_{name}.json").read_text())
        found = with_unlisted(from_grade(document["checks"], document))
        return found, truth[f"floor_{name}.json"]["overall_score"]

    return read


@pytest.mark.corpus
@pytest.mark.parametrize("name", GRADES)
def test_grade_files_refold_to_what_they_say(
    rubric: Rubric,
    grade_of: Callable[[str], tuple[dict[str, Measurement], float]],
    name: str,
) -> None:
    found, score = grade_of(name)
    assert overall(fold(rubric, found)) == score


@pytest.mark.corpus
def test_overriding_half_answers(
    rubric: Rubric, grade_of: Callable[[str], tuple[dict[str, Measurement], float]]
) -> None:
    found, _ = grade_of("vlm_half")
    said = {name: Override(1.0, 0.5, "single", "ann") for name in JUDGED}
    one = {JUDGED[0]: said[JUDGED[0]]}
    three = {name: said[name] for name in JUDGED[:3]}
    assert overall(fold(rubric, found, one)) == 0.5
    assert overall(fold(rubric, found, three)) == 0.938
