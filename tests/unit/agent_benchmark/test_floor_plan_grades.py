"""A floor plan's grade is that of its task's grader, on workspaces of every shape."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.model.ledger import NOT_JUDGED
from reviewer.session.answers import JudgeAnswers
from reviewer.session.state import TaskState

JUDGED = (
    "vlm_furniture_present", "vlm_text_legible", "vlm_color_categorized", "vlm_layout_realistic",
)  # fmt: skip

Graded = Callable[..., TaskState]


def mean(credits: list[float]) -> float:
    return sum(credits) / len(credits) if credits else 0.0


def stepped(value: float, full: float, half: float) -> float:
    return 1.0 if value >= full else 0.5 if value >= half else 0.0


def parts(s: Any) -> dict[str, float | None]:
    """What a spec earns row by row, from the numbers it was made with."""
    earned: dict[str, float | None] = {"ids": None, "lpe": None, "coverage": None}
    core, gui, aux = [], [], []
    if s.has_svg:
        earned["ids"] = min(1.0, s.ids / 22)
        earned["lpe"] = min(1.0, s.effects / 3)
        core += [
            stepped(s.shapes, 22, 14),
            float(min(s.colors, s.shapes) >= 4),
            stepped(s.texts, 22, 14),
        ]
        core.append(earned["ids"])
        gui += [stepped(s.mm + s.span_mm, 5, 3), float(s.layer), earned["lpe"], min(1.0, s.mm / 5)]
        middle = sum(s.east[:4]) / 4
        spread = sum((x - middle) ** 2 for x in s.east[:4]) / 4
        aligned = 1.0 if spread <= 5 else 0.5 if spread <= 25 else 0.0
        aux.append(aligned if len(s.east) >= 4 else 0.0)
        if s.rooms is not None:
            aux.append(s.rooms / 4)
    is_large = s.png is not None and s.png[0] >= 2000 and s.png[1] >= 1500
    core.append((1.0 if s.png_bytes >= 50_000 else 0.4) if is_large else 0.0)
    core.append(stepped(s.report or 0, 22, 14))
    if s.names:
        hits = s.covered if s.has_svg else 0
        earned["coverage"] = min(1.0, hits / max(10, s.names // 2))
        aux.append(earned["coverage"])
    earned["shots"] = s.shots / 5
    gui.append(earned["shots"])
    return earned | {
        "core": mean(core),
        "base": 0.6 * mean(core) + 0.3 * mean(gui) + 0.1 * mean(aux),
    }


def expected(s: Any) -> float:
    """The score of a spec, written out from the rules without rubric or fold."""
    e = parts(s)
    is_judged = isinstance(s.judge, tuple) and s.png is not None
    judge = sum(s.judge) / 4 if is_judged else None
    score = round(e["base"] if judge is None else (e["base"] + judge) / 2, 3)
    ceilings = [
        (0.60, judge is None),
        (0.50, judge is not None and judge < 0.75),
        (0.35, judge is not None and judge < 0.5),
        (0.40, round(e["core"], 3) < 0.5),
        (0.50, (e["ids"] or 0) < 0.7),
        (0.35, (e["ids"] or 0) < 0.4),
        (0.50, e["shots"] < 0.6),
        (0.35, e["shots"] < 0.3),
        (0.60, (e["lpe"] or 0) < 1),
        (0.40, not e["lpe"]),
        (0.50, not (s.has_svg and s.layer)),
        (0.55, e["coverage"] is not None and e["coverage"] < 0.5),
    ]
    if s.log is not None:
        calls, screenshots, banned = s.log
        ceilings += [(0.30, banned and not screenshots), (0.45, calls >= 5 and not screenshots)]
    return min([score, *(at for at, holds in ceilings if holds)])


def random_spec(chance: random.Random, spec: type, quality: float) -> Any:
    """A workspace; near quality 1 most things are right, so that each ceiling gets its turn."""

    def near(target: int, most: int = 30) -> int:
        if chance.random() < quality:
            return min(most, target + chance.randint(0, 2))
        return max(0, chance.choice([target - 1, target // 2, 0, target]))

    shapes, texts = near(22), near(22)
    ids = min(shapes, near(22))
    mm = min(texts, near(5))
    shots = min(5, near(5))
    names = chance.choice([None, 8, 22, 22, 30])
    east = [600.0] * 4
    if chance.random() > quality:
        east[3] += chance.choice([4.0, 5.0, 5.2, 11.0, 12.0, 40.0])
    return spec(
        has_svg=chance.random() < 0.93,
        shapes=shapes,
        colors=min(6, near(4)),
        texts=texts,
        mm=mm,
        span_mm=min(texts - mm, chance.choice([0, 0, 3])),
        layer=chance.random() < max(0.7, quality),
        ids=ids,
        effects=min(shapes, near(3)),
        east=tuple(east[: ids if ids < 4 else 4]),
        png=chance.choice([None, (1999, 1500), (2000, 1499), *[(2000, 1500)] * 7]),
        png_bytes=chance.choice([49_999, 50_000, 50_000]),
        report=chance.choice([None, 13, 14, 21, 22, 22, 22]),
        shots=shots,
        small_shots=chance.randint(0, 5 - shots),
        names=names,
        covered=min(ids, names or 0, near(22)),
        rooms=chance.choice([None, 0, 3, 4]),
        log=chance.choice([None, None, (4, 0, False), (5, 0, False), (6, 0, True), (9, 2, True)]),
        judge=random_judge(chance, quality),
        in_root=chance.random() < 0.2,
    )


def random_judge(chance: random.Random, quality: float) -> Any:
    pick = chance.random()
    if pick < 0.12:
        return None
    if pick < 0.2:
        return "failed"
    values = (1.0, 1.0, 1.0, 0.5, 0.0) if quality > 0.6 else (1.0, 0.5, 0.0)
    return tuple(chance.choice(values) for _ in range(4))


SEEDS = 90


def test_every_shape_of_workspace(
    tmp_path: Path, make: Any, spec: type, graded: Graded, judge_says: Any
) -> None:
    chance = random.Random(7)
    bound: set[str] = set()
    cases = [random_spec(chance, spec, (0.6, 0.92, 0.985)[n % 3]) for n in range(SEEDS)]
    cases += [spec(**change) for change in ONE_THING_WRONG]
    for number, case in enumerate(cases):
        state = graded(make(tmp_path / f"case_{number}", case), judge_says(case))
        assert state.ledger.headline.value == expected(case), case
        assert round(state.ledger.registers["_core_avg"], 9) == round(parts(case)["core"], 9), (
            case,
            {c.id: c.credit for c in state.ledger.checks},
        )
        bound |= {state.effective.steps[line.step].id for line in state.ledger.binding}
    caps = {step.id for step in state.effective.steps if step.verb == "cap"}
    assert len(caps) == 14
    assert caps <= bound


ONE_THING_WRONG: list[dict[str, Any]] = [
    {},
    {"ids": 15},
    {"ids": 8, "covered": 8},
    {"effects": 2},
    {"effects": 0},
    {"layer": False},
    {"shots": 2},
    {"shots": 1},
    {"shots": 2, "twin_shots": 3},
    {"shots": 3, "small_shots": 2},
    {"covered": 5},
    {"names": 8, "covered": 8},
    {"judge": None},
    {"judge": "failed"},
    {"judge": (1.0, 1.0, 0.5, 0.4)},
    {"judge": (1.0, 0.5, 0.4, 0.0)},
    {"has_svg": False},
    {"png": None},
    {"png": None, "report": None, "has_svg": False},
    {"log": (6, 0, False)},
    {"log": (6, 0, True)},
    {"shapes": 13, "texts": 13, "colors": 3, "ids": 13, "covered": 13, "mm": 13},
]


def test_a_perfect_workspace(
    tmp_path: Path, make: Any, spec: type, graded: Graded, judge_says: Any
) -> None:
    perfect = spec()
    state = graded(make(tmp_path / "a", perfect), judge_says(perfect))
    assert state.task.kind == "floor_plan"
    assert state.ledger.headline.value == expected(perfect) == 1.0
    assert {c.state for c in state.ledger.checks} == {"pass"}


def test_a_key_the_judge_left_out_is_0_and_said(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    answers = JudgeAnswers({"": {"vlm_text_legible": 1.0, "judge_method": "vlm"}}, "test")
    state = graded(make(tmp_path / "a", spec()), answers)
    assert state.ledger.headline.value == expected(spec(judge=(1.0, 0.0, 0.0, 0.0))) == 0.35
    assert "left this key out" in state.measurements["vlm_layout_realistic"].notes[0]


def test_answers_without_a_method_count_and_those_of_a_failed_judge_do_not(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    given = dict.fromkeys(JUDGED, 1)
    where = make(tmp_path / "a", spec())
    state = graded(where, JudgeAnswers({"": given}, "test"))
    assert state.ledger.headline.value == expected(spec()) == 1.0
    assert {state.measurements[name].model for name in JUDGED} == {"file"}
    state = graded(where, JudgeAnswers({"": {JUDGED[0]: 1}}, "test"))
    assert state.ledger.headline.value == expected(spec(judge=(1.0, 0.0, 0.0, 0.0)))
    state = graded(where, JudgeAnswers({"": {**given, "judge_method": "failed"}}, "test"))
    assert state.ledger.headline.value == expected(spec(judge="failed")) == 0.6
    assert {state.ledger.check(name).state for name in JUDGED} == {NOT_JUDGED}


def test_without_the_picture_no_judge_counts(
    tmp_path: Path, make: Any, spec: type, graded: Graded, judge_says: Any
) -> None:
    case = spec(png=None)
    state = graded(make(tmp_path / "a", case), judge_says(case))
    assert state.ledger.registers["judge_mean"] is None
    assert state.ledger.headline.value == expected(case)
    assert not [c for c in state.effective.checks if c.bucket == "judge"]
    flag = next(f for f in state.measured.flags if f.id == "unreadable")
    assert flag.is_raised
    assert "do not count" in flag.detail


def test_the_judge_of_a_score_file(tmp_path: Path, make: Any, spec: type, graded: Graded) -> None:
    """Plain, and wrapped as official score files are."""
    checks = {"vlm_furniture_present": 1.0, "vlm_text_legible": 1.0,
              "vlm_color_categorized": 1.0, "vlm_layout_realistic": 0.0}  # fmt: skip
    inner = {"checks": checks, "overall_score": 0.875, "judge_method": "vlm"}
    for number, document in enumerate((inner, {"task_id": "x", "score": 0.875, "scores": inner})):
        where = make(tmp_path / f"case_{number}", spec())
        (where / "score.json").write_text(json.dumps(document))
        state = graded(where)
        assert state.task.kind == "floor_plan"
        assert state.ledger.headline.value == expected(spec(judge=(1.0, 1.0, 1.0, 0.0)))
    where = make(tmp_path / "failed", spec())
    zeros = {"checks": dict.fromkeys(checks, 0.0), "judge_method": "failed"}
    (where / "score.json").write_text(json.dumps(zeros))
    state = graded(where)
    assert {state.ledger.check(name).state for name in checks} == {NOT_JUDGED}
    assert state.ledger.headline.value == expected(spec(judge="failed")) == 0.6


def test_the_audit_needs_a_log(tmp_path: Path, make: Any, spec: type, graded: Graded) -> None:
    state = graded(make(tmp_path / "a", spec()))
    lines = {state.effective.steps[line.step].id: line for line in state.ledger.lines}
    assert not lines["cap_banned_tool"].available
    assert "not available" in state.measurements["audit_screenshots"].reason
    state = graded(make(tmp_path / "b", spec(log=(9, 2, True))))
    assert state.measurements["audit_total_tool_calls"].value == 9
    assert state.measurements["audit_screenshots"].value == 2
    assert state.measurements["audit_any_banned"].value == 1.0


def test_broken_ground_truth_leaves_its_checks_out(
    tmp_path: Path, make: Any, spec: type, graded: Graded, judge_says: Any
) -> None:
    case = spec()
    where = make(tmp_path / "a", case)
    (where / "gt" / "expected_furniture.json").write_text("{not json")
    state = graded(where, judge_says(case))
    assert state.ledger.headline.value == expected(dataclasses.replace(case, names=None))
    flag = next(f for f in state.measured.flags if f.id == "gt-broken")
    assert flag.is_raised
    assert "expected_furniture.json is not JSON" in flag.detail


JUDGES = {"none": None, "1,1,1,1": (1, 1, 1, 1), "1,1,1,0": (1, 1, 1, 0), "1,0,0,0": (1, 0, 0, 0)}


@pytest.mark.corpus
@pytest.mark.parametrize("case", JUDGES)
@pytest.mark.parametrize("name", ["attr_fill", "good", "lpe1", "no_svg", "shots2"])
def test_reference_workspaces(
    corpus: Path, name: str, case: str, spec: type, graded: Graded, judge_says: Any
) -> None:
    where = corpus / "floorplan_workspaces"
    truth = json.loads((where / name / "seed_grader_expected.json").read_text())[case]
    said = JUDGES[case]
    answers = judge_says(spec(judge=tuple(map(float, said)) if said else "failed"))
    state = graded(where, answers, task=name)
    assert state.ledger.headline.value == truth["overall_score"]
    for average in ("_core_avg", "_gui_avg", "_aux_avg"):
        assert round(state.ledger.registers[average] or 0.0, 3) == truth["checks"][average]
