"""What if: drafts beside the ledger in force, answers ahead, turning points proven by folding."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import Entry, Measurement, Override, Review, Rubric
from reviewer.model.measurement import JUDGE
from reviewer.scoring.fold import fold
from reviewer.scoring.review import resolve
from reviewer.scoring.rubric_file import row_digest
from reviewer.scoring.whatif import (
    TurningPoint,
    at_answers,
    compare,
    editable,
    turning_points,
    with_values,
)
from tests.unit.scoring.shipped import FOLDER, JUDGED, floor_plan, shipped

FLOOR = shipped("floor_plan")
GOOD: dict[str, object] = {**floor_plan(), "east_align_variance": 2.0}


def measured(**changes: object) -> dict[str, Measurement]:
    return {
        name: Measurement(name, value, source=JUDGE if name in JUDGED else "code")
        for name, value in (GOOD | changes).items()
    }


NOBODY: Mapping[str, Override] = {}


def came(
    rubric: Rubric, values: dict[str, Measurement], overrides: Mapping[str, Override] = NOBODY
) -> list[tuple[float | None, bool | None]]:
    return [(h.value, h.passes) for h in fold(rubric, values, overrides).headlines]


# --- numbers that can be edited


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_every_number_can_be_edited_by_its_key(name: str) -> None:
    rubric = shipped(name)
    rows = editable(rubric)
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        assert row.low <= row.value <= row.high, row
        assert row.text
        changed = with_values(rubric, {row.key: 0.25})
        (now,) = (other for other in editable(changed) if other.path == row.path)
        assert now.value == 0.25
        restored = with_values(changed, {row.key: row.value})
        assert (restored.checks, restored.steps) == (rubric.checks, rubric.steps)


def test_keys_name_their_row_and_what_they_change() -> None:
    keys = {row.key: row.value for row in editable(FLOOR)}
    assert keys["named_ids.ramp"] == 22
    assert keys["shapes.at_least"] == 22
    assert keys["shapes.at_least2"] == 14
    assert keys["png_res.png_width.at_least"] == 2000
    assert keys["cap_ids_70.at"] == 0.5
    assert keys["cap_ids_70.named_ids.below"] == 0.7
    assert keys["base._core_avg"] == 0.6
    assert keys["blend.share"] == 0.5
    assert keys["overall_score.passes"] == 0.8


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(KeyError, match="no number 'named_ids"):
        with_values(FLOOR, {"named_ids.rampe": 3})
    assert with_values(FLOOR, {}) is FLOOR


# --- comparing


def test_compare_aligns_two_ledgers_row_by_row() -> None:
    draft = with_values(FLOOR, {"cap_ids_70.at": 0.55, "named_ids.ramp": 30})
    comparison = compare(measured(named_ids=15), FLOOR, draft)
    assert comparison.now.headlines[0].value == 0.5
    assert comparison.draft.headlines[0].value == 0.55
    changed = {row.key for row in comparison.changed}
    assert {"named_ids", "core_mean", "cap_ids_70", "overall_score"} <= changed
    assert "shapes" not in changed
    assert "gui_mean" not in changed
    assert [row.sort for row in comparison.rows].count("line") == len(comparison.now.lines)
    same = compare(measured(), FLOOR, FLOOR)
    assert same.changed == ()


def test_compare_shows_rows_that_only_one_of_them_has() -> None:
    comparison = compare({}, shipped("maze_image"), shipped("maze_video"))
    rows = {row.key: row for row in comparison.rows}
    assert rows["target_achievement_gated"].now is None
    assert rows["overall_score_gated"].draft is not None
    assert rows["overall_score_gated"].changed


# --- answers ahead


def test_each_answer_tells_what_it_would_come_to() -> None:
    ahead = at_answers(measured(vlm_text_legible=0.0), FLOOR, {}, "vlm_text_legible")
    assert {answer: outcome.headline for answer, outcome in ahead.items()} == {
        0.0: 0.875,
        0.5: 0.938,
        1.0: 1.0,
        None: 0.875,
    }
    assert ahead[1.0].text == "0.875 → 1"
    assert ahead[1.0].passes
    assert ahead[0.0].text == "changes nothing"


def test_an_answer_that_changes_nothing_says_what_holds() -> None:
    ahead = at_answers(measured(inkscape_ui_shots=1), FLOOR, {}, "vlm_text_legible")
    holds = "held at 0.35: fewer than 30 % of the screenshots count"
    assert {outcome.text for outcome in ahead.values()} == {f"changes nothing: {holds}"}


def test_taking_an_answer_back_brings_the_judges_value() -> None:
    mine = {"vlm_text_legible": Override(0.0, 1.0, "single", "ann")}
    ahead = at_answers(measured(), FLOOR, mine, "vlm_text_legible")
    assert ahead[None].headline == 1.0
    assert ahead[0.0].text == "changes nothing"


def test_a_withheld_headline_shows_its_range_ahead() -> None:
    values = {
        "readable": Measurement("readable", True),
        "size_changed": Measurement("size_changed", True),
        "vision_judge": Measurement("vision_judge", None, source=JUDGE),
    }
    ahead = at_answers(values, shipped("gimp_edit_semantic"), {}, "vision_judge")
    assert ahead[None].known is not None
    assert ahead[1.0].text == "0.2857–1 → 1"


def test_a_second_headline_that_changes_is_told() -> None:
    values = {
        "maze_structure_iou": 0.9,
        "green_centroid_distance": 1.0,
        "red_centroid_distance": 1.0,
        "wall_crossing_ratio": 0.2,
        "path_match_iou": 0.5,
        "target_achievement": 1.0,
    }
    found = {name: Measurement(name, value) for name, value in values.items()}
    ahead = at_answers(found, shipped("maze_video"), {}, "no_wall_crossing")
    assert "overall_score_gated: 0 → 1" in ahead[1.0].text


# --- turning points


def proven(
    values: dict[str, Measurement], rubric: Rubric, overrides: Mapping[str, Override] = NOBODY
) -> dict[str, float]:
    """Each turning point re-folded on both sides; returns where each key turns."""
    found: dict[str, float] = {}
    base = came(rubric, values, overrides)

    def at(point: TurningPoint, value: float) -> list[tuple[float | None, bool | None]]:
        return came(with_values(rubric, {point.key: value}), values, overrides)

    for point in turning_points(values, rubric, overrides):
        away = math.inf if point.at > point.now else -math.inf
        if point.beyond and point.at == point.now:
            ends = [math.nextafter(point.at, end) for end in (-math.inf, math.inf)]
            assert any(at(point, end) != base for end in ends)
            continue
        # Nearer than this to a rounding the sums themselves waver in their last bits.
        step = math.copysign(max(1e-9 * abs(point.at), 1e-9), point.at - point.now)
        if abs(point.at - point.now) > abs(step):
            assert at(point, point.at - step) == base, point
        here = at(point, point.at)
        assert (here == base) is point.beyond, point
        assert at(point, point.at + step) != base, point
        if point.beyond:
            past = math.nextafter(point.at, away)
            assert at(point, past) != base, point
        found[point.key] = point.at
    return found


def test_turning_points_of_a_floor_plan_held_by_its_ids() -> None:
    found = proven(measured(named_ids=15), FLOOR)
    points = {p.key: p for p in turning_points(measured(named_ids=15), FLOOR) if p.at < p.now}
    ids = points["named_ids.ramp"]
    assert ids.at == pytest.approx(15 / 0.7)
    assert (ids.before, ids.turns) == (0.5, True)
    below = points["cap_ids_70.named_ids.below"]
    assert below.at == 15 / 22
    assert not below.beyond
    assert below.after == pytest.approx(0.984, abs=0.001)
    assert found["cap_no_lpe.lpe_count.at_most"] == 1.0
    up = next(p for p in turning_points(measured(named_ids=15), FLOOR) if p.key == "cap_ids_70.at")
    assert up.beyond
    assert up.at == up.now
    raised = [p for p in turning_points(measured(named_ids=15), FLOOR) if p.key == "cap_ids_70.at"]
    assert any(p.verdict_at == pytest.approx(0.8) for p in raised)


def test_nothing_turns_where_nothing_is_compared() -> None:
    values = {"overall_score": Measurement("overall_score", 0.4, source="file")}
    assert turning_points(values, shipped("graded_folder")) == ()


@settings(max_examples=12, deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "named_ids": st.integers(0, 25),
            "inkscape_ui_shots": st.integers(0, 5),
            "lpe_count": st.integers(0, 4),
            "shapes": st.integers(10, 25),
            "vlm_text_legible": st.sampled_from([0.0, 0.5, 1.0, None]),
            "vlm_layout_realistic": st.sampled_from([0.0, 0.5, 1.0]),
        }
    )
)
def test_every_turning_point_is_proven_on_both_sides(changes: dict[str, object]) -> None:
    found = proven(measured(**changes), FLOOR)
    assert found.keys() <= {row.key for row in editable(FLOOR)}


@settings(max_examples=10, deadline=None)
@given(st.floats(0, 1), st.floats(0, 0.1), st.floats(0, 60), st.floats(0.9, 1))
def test_turning_points_of_mazes(iou: float, ratio: float, away: float, target: float) -> None:
    values = {
        "maze_structure_iou": iou,
        "green_centroid_distance": away,
        "red_centroid_distance": 1.0,
        "wall_crossing_ratio": ratio,
        "path_match_iou": 0.5,
        "target_achievement": target,
    }
    rubric = shipped("maze_video")
    found = proven({n: Measurement(n, v) for n, v in values.items()}, rubric)
    assert found.keys() <= {row.key for row in editable(rubric)}


# --- with what people say of it

LEGIBLE, LAYOUT = "vlm_text_legible", "vlm_layout_realistic"


def said(*given: tuple[str, str, str, float], values: dict[str, Measurement]) -> Review:
    """What some people said, one after the other: (author, type, item, value)."""
    entries = [
        Entry(
            str(number), type, "t", author, f"2026-11-30T00:00:{number:02}.000Z", "0",
            item=item, value=value, row_sha256=row_digest(FLOOR.check(item)),
        )
        for number, (author, type, item, value) in enumerate(given)
    ]  # fmt: skip
    return resolve(entries, rubric=FLOOR, measurements=values, digests={})


DIFFER = (("ann", "answer", LEGIBLE, 0.0), ("bob", "answer", LEGIBLE, 0.5))


def test_where_two_people_differ_numbers_turn_as_with_the_judge_alone() -> None:
    values = measured(named_ids=15, vlm_text_legible=1.0)
    review = said(*DIFFER, values=values)
    assert review.disputed
    assert not review.overrides
    found = proven(values, FLOOR, review.overrides)
    assert found == proven(values, FLOOR)


def test_where_they_were_settled_numbers_turn_as_with_the_ruling() -> None:
    values = measured(inkscape_ui_shots=2, vlm_text_legible=1.0)
    review = said(*DIFFER, ("cyd", "adjudicate", LEGIBLE, 0.0), values=values)
    assert {item: o.by for item, o in review.overrides.items()} == {LEGIBLE: "adjudicated"}
    found = proven(values, FLOOR, review.overrides)
    # The same as if the judge had said it, since an override replaces a credit.
    ruled = proven(measured(inkscape_ui_shots=2, vlm_text_legible=0.0), FLOOR)
    assert {key: at for key, at in found.items() if not key.startswith(LEGIBLE)} == {
        key: at for key, at in ruled.items() if not key.startswith(LEGIBLE)
    }
    assert found != proven(values, FLOOR), "the ruling moves them"


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from([None, 0.0, 0.5, 1.0]),
    st.sampled_from([0.0, 1.0]),
    st.integers(10, 24),
)
def test_turning_points_are_proven_whatever_two_people_and_a_third_say(
    ann: float, bob: float, ruling: float | None, layout: float, ids: int
) -> None:
    values = measured(named_ids=ids, vlm_text_legible=0.65, vlm_layout_realistic=0.65)
    given = [("ann", "answer", LEGIBLE, ann), ("bob", "answer", LEGIBLE, bob),
             ("bob", "answer", LAYOUT, layout)]  # fmt: skip
    if ruling is not None and ann != bob:
        given.append(("cyd", "adjudicate", LEGIBLE, ruling))
    review = said(*given, values=values)
    how = "unanimous" if ann == bob else "adjudicated" if ruling is not None else ""
    assert {o.by for o in review.overrides.values()} == {"single", how} - {""}
    proven(values, FLOOR, review.overrides)
