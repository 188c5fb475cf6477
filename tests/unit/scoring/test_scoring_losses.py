"""Where most is lost: proven by folding again with one row at full credit."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import Measurement, Override, Rubric
from reviewer.scoring.fold import fold
from reviewer.scoring.losses import largest_losses
from reviewer.scoring.rubric_file import parse_rubric

FOLDER = Path(__file__).parents[3] / "resources" / "rubrics"


def rubric_of(text: str) -> Rubric:
    return parse_rubric(
        text.encode(), name="test", base=lambda base: (FOLDER / f"{base}.toml").read_bytes()
    )


POSTER = """
name = "poster"
version = 1
[[check]]
id = "ssim"
asks = "The structure matches"
direct = true
[[check]]
id = "skin"
asks = "Is the skin natural?"
direct = true
overridable = true
scale = "three"
bucket = "judge"
[[check]]
id = "title"
asks = "Is the title legible?"
direct = true
overridable = true
scale = "three"
bucket = "judge"
[[step]]
id = "judged"
verb = "mean"
of = ["skin", "title"]
into = "judge_mean"
because = "the mean of the judge"
[[step]]
id = "blended"
verb = "weigh"
parts = { ssim = 0.5, judge_mean = 0.5 }
because = "half the judge"
[[headline]]
name = "overall_score"
"""


def test_a_judge_item_that_costs_most_is_named_and_a_blend_halves_what_is_lost() -> None:
    rubric = rubric_of(POSTER)
    measured = {"ssim": Measurement("ssim", 0.98), "skin": Measurement("skin", 0.5),
                "title": Measurement("title", 1.0)}  # fmt: skip
    loss = largest_losses(measured, rubric, {})["overall_score"]
    assert (loss.check, loss.gain) == ("skin", pytest.approx(0.125))
    answered = {"skin": Override(1.0, 0.5, "single", "ann")}
    loss = largest_losses(measured, rubric, answered)["overall_score"]
    assert (loss.check, loss.gain) == ("ssim", pytest.approx(0.01))
    measured["ssim"] = Measurement("ssim", 1.0)
    assert largest_losses(measured, rubric, answered) == {}


@pytest.mark.parametrize("name", ["gimp_edit", "floor_plan", "maze_image", "agent_judged"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_row_alone_would_gain_more(name: str, data: st.DataObject) -> None:
    rubric = rubric_of((FOLDER / f"{name}.toml").read_text())
    credits = st.sampled_from([0.0, 0.3, 0.5, 0.74, 0.98, 1.0, 30.0])
    measured = {c.measure: Measurement(c.measure, data.draw(credits)) for c in rubric.checks}
    ledger = fold(rubric, measured)
    found = largest_losses(measured, rubric, {})
    for headline in ledger.headlines:
        gains = {}
        for check in ledger.checks:
            full = {check.id: Override(1.0, None, "single", "")}
            then = next(
                h for h in fold(rubric, measured, full).headlines if h.name == headline.name
            )
            is_lost = check.credit is not None and check.credit < 1
            if is_lost and then.value is not None and headline.value is not None:
                gains[check.id] = then.value - headline.value
        best = max(gains.values(), default=0.0)
        if best <= 0:
            assert headline.name not in found
        else:
            assert found[headline.name].gain == best
            assert gains[found[headline.name].check] == best
