"""Plain sentences and rows for programs, over every kind of line and state."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reviewer.model import Ledger, Line, Measurement, Override, Rubric
from reviewer.model.measurement import JUDGE
from reviewer.scoring.bounds import margin_text, number_text
from reviewer.scoring.explain import explain, line_sentence
from reviewer.scoring.fold import fold
from reviewer.scoring.rubric_file import parse_rubric

FOLDER = Path(__file__).parents[3] / "resources" / "rubrics"


def shipped(name: str) -> Rubric:
    def data(base: str) -> bytes:
        return (FOLDER / f"{base}.toml").read_bytes()

    return parse_rubric(data(name), name=name, base=data)


def floor(**changes: object) -> Ledger:
    values = {
        "shapes": 21,
        "colors": 4,
        "texts": 31,
        "dim_mm": 9,
        "furniture_layer": True,
        "named_ids": 15,
        "lpe_count": 3,
        "measure_count": 5,
        "east_rects": 2,
        "inkscape_ui_shots": 2,
        "vlm_text_legible": 1.0,
    }
    measured = {name: Measurement(name, value) for name, value in (values | changes).items()}
    measured["vlm_color_categorized"] = Measurement(
        "vlm_color_categorized", None, source=JUDGE, reason="the judge failed: time out"
    )
    overrides = {"vlm_layout_realistic": Override(1.0, None, "single", "ann")}
    return fold(shipped("floor_plan"), measured, overrides)


def starting(said: list[str], start: str) -> str:
    found = [line for line in said if line.startswith(start)]
    assert len(found) == 1, (start, said)
    return found[0]


def holding(said: list[str], part: str) -> str:
    found = [line for line in said if part in line]
    assert len(found) == 1, (part, said)
    return found[0]


def test_the_headline_says_what_holds_it() -> None:
    said = explain(floor(), shipped("floor_plan"))
    assert said[0] == (
        "overall_score is 0.5 and fails (the mark is 0.8), held at 0.5: fewer than 70 % of the "
        "22 ids are semantic; fewer than 60 % of the screenshots count."
    )


def test_checks_say_what_was_measured_and_wanted() -> None:
    said = explain(floor(), shipped("floor_plan"))
    assert holding(said, "(shapes)") == (
        "At least 22 rectangles or paths are drawn (shapes): partial 0.5; 21 shapes; "
        "wanted ≥ 22 → 1; ≥ 14 → 0.5; near, 1 short."
    )
    assert holding(said, "(named_ids)").endswith(
        "(named_ids): partial 0.6818; 15 ids; wanted 22 for full credit."
    )
    assert "not measured; counts as 0" in holding(said, "(png_res)")
    assert "not judged; the judge failed: time out" in holding(said, "(vlm_color_categorized)")
    assert holding(said, "(vlm_layout_realistic)").endswith(
        ": pass, set by a person (was not judged)."
    )


def test_each_cap_says_whether_it_holds() -> None:
    said = explain(floor(), shipped("floor_plan"))
    assert "Cap not available: a banned tool was used and no screenshot taken." in said
    assert "Cap does not fire, 0.1 away: fewer than 30 % of the screenshots count." in said
    assert any(line.startswith("Cap at 0.5 holds: fewer than 70 %") for line in said)
    assert "Cap does not fire: no layer named furniture." in said
    no_judge = starting(said, "Cap at 0.6")
    assert "no judge answered all four questions" in no_judge


def test_other_verbs_speak_too() -> None:
    maze = {
        "maze_structure_iou": 0.7,
        "green_centroid_distance": 1.0,
        "wall_crossing_ratio": 0.2,
        "path_match_iou": 0.5,
        "target_achievement": 1.0,
    }
    measured = {name: Measurement(name, value) for name, value in maze.items()}
    rubric = shipped("maze_video")
    said = explain(fold(rubric, measured), rubric)
    assert said[0].startswith("overall_score is 0.074")
    assert "of -0.3 to 0.7" in said[0]
    assert "lowered to" in said[0]
    assert any(line.startswith("Penalty 0.3: the marker crosses a wall") for line in said)
    gate = next(check for check in rubric.checks if check.id == "layout_match_score_gated")
    assert any(f"“{gate.asks}” ≥ 1 does not hold" in line for line in said)
    dimensions = {
        check.id: Measurement(check.id, 0.9, source=JUDGE)
        for check in shipped("agent_judged").checks
    } | {"not_a_hack": Measurement("not_a_hack", False, source=JUDGE)}
    agent = shipped("agent_judged")
    said = explain(fold(agent, dimensions), agent)
    assert any(line.startswith("Gate is shut: the work is a hack") for line in said)


def test_headlines_without_a_value_say_why() -> None:
    semantic = shipped("gimp_edit_semantic")
    measured = {
        "readable": Measurement("readable", True),
        "size_changed": Measurement("size_changed", True),
    }
    said = explain(fold(semantic, measured), semantic)
    assert said[0].startswith("overall_score is withheld until it is judged; it lies between")
    gone = explain(fold(semantic, {}), semantic)
    assert (
        gone[0]
        == "overall_score has no value: The result is there and opens as a picture: not measured."
    )
    facts = shipped("text_to_image")
    nothing = explain(fold(facts, {"valid": Measurement("valid", True)}), facts)
    assert nothing[0] == "fact_score has no value: nothing it needs was measured."


def test_a_margin_of_nothing_is_said_in_words() -> None:
    assert margin_text(0.0, past="to spare", short="short") == "at the threshold"
    assert margin_text(-5.6e-17, past="to spare", short="short") == "at the threshold"
    assert margin_text(0.02, past="to spare", short="short") == "0.02 to spare"
    assert margin_text(-0.00004, past="away", short="away") == "4e-05 away"


IDS = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_no_step_and_no_reason_names_a_part_by_its_id(path: Path) -> None:
    rubric = shipped(path.stem)
    ids = {check.id for check in rubric.checks if "_" in check.id}
    for value in (0.0, 0.4, 1.0, False, True):
        measured = {
            name: Measurement(name, value, source=JUDGE)
            for check in rubric.checks
            for name in (check.measure, *(bound.of for bound in check.rule.conditions if bound.of))
        }
        ledger = fold(rubric, measured)
        said = explain(ledger, rubric)
        steps = said[len(ledger.headlines) + len(ledger.checks) :]
        reasons = [headline.held_by + headline.error for headline in ledger.headlines]
        for text in (*steps, *reasons):
            assert not ids & set(IDS.findall(text)), text


T2I = """
name = "t2i"
version = 1
about = "a gate behind facts"
[[headline]]
name = "fact_score"
asks = "how much"
[[check]]
id = "valid"
asks = "The picture is valid"
equals = true
absent = "error"
[[check]]
id = "one"
asks = "One cup"
measure = "one"
direct = true
absent = "error"
[[check]]
id = "two"
asks = "Two dogs"
direct = true
absent = "error"
[[step]]
verb = "mean"
of = ["one", "two"]
because = "facts by their weights"
[[step]]
verb = "mean"
of = ["valid"]
because = "the picture is not valid"
when = { check = "valid", below = 1 }
"""


def t2i(**values: float) -> list[str]:
    rubric = parse_rubric(T2I.encode(), name="t2i.toml")
    found = {name: Measurement(name, value) for name, value in values.items()}
    missing = {
        name: Measurement(name, None, error="no detector: set one up")
        for name in ("one", "two")
        if name not in found
    }
    return explain(fold(rubric, found | missing), rubric)


def test_a_step_that_was_not_taken_is_not_told_as_if_it_was() -> None:
    said = t2i(valid=True, one=1.0, two=0.5)
    assert "fact_score is 0.75." in said
    assert said[-1] == "Does not apply, fact score stays 0.75: the picture is not valid."
    assert t2i(valid=False, one=1.0, two=0.5)[-1] == (
        "the picture is not valid: fact score goes from 0.75 to 0."
    )


def test_a_score_without_a_value_is_given_none_further_down() -> None:
    said = t2i(valid=True, one=1.0)
    assert said[0] == "fact_score has no value: Two dogs: no detector: set one up."
    facts = next(line for line in said if "facts by" in line)
    assert facts.startswith("Without what is missing: ")


def test_a_cause_that_rows_share_is_told_once() -> None:
    said = t2i(valid=True)
    assert "\n".join(said).count("no detector: set one up") == 1
    assert said[0] == "fact_score has no value: One cup, Two dogs: no detector: set one up."
    assert "Two dogs (two): error; as above." in said


def test_rounding_that_changes_nothing_is_done_all_the_same() -> None:
    line = Line("round", "rounded to 6 places", "fact_score", 1.0, 1.0, fired=False)
    assert line_sentence(line, {}) == "rounded to 6 places: fact score stays 1."


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.99999, "0.99999"), (1 - 6e-13, "1"), (0.12345, "0.1235"), (1.00001, "1"), (1.0, "1")],
)
def test_what_lacks_a_little_of_1_is_not_said_to_be_1(value: float, said: str) -> None:
    assert number_text(value) == said
