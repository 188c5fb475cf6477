"""Checks that a task chooses from the library, and many values in a few numbers."""

from __future__ import annotations

import pytest

from reviewer.model import Bound, Measurement, Rubric
from reviewer.scoring.fold import fold
from reviewer.scoring.library import with_checks
from reviewer.scoring.rubric_file import RubricError
from reviewer.scoring.summary import spread
from tests.unit.scoring.shipped import shipped


def chosen(*uses: dict[str, object]) -> Rubric:
    return with_checks(shipped("gimp_edit"), shipped("image_checks"), uses, name="task.toml")


def test_a_chosen_row_joins_the_tasks_bucket() -> None:
    mirror = chosen({"use": "mirror"}).check("mirror")
    assert (mirror.bucket, mirror.measure) == ("task", "mirror_ssim")
    assert mirror.rule.conditions == (Bound(at_least=0.99),)
    assert mirror.params == {"against": "initial", "use": "mirror"}
    assert mirror.asks_tr["zh"]


def test_a_task_may_change_a_row() -> None:
    rubric = chosen(
        {"use": "mirror", "at_least": 0.95, "weight": 2, "params": {"against": "golden"}},
        {"use": "brightness_decreased", "below": -5},
        {"use": "mode", "equals": "P", "asks": "Is it indexed?"},
        {"use": "gimprc", "id": "undo", "equals": "50", "params": {"key": "undo-levels"}},
        {"use": "gimprc", "id": "theme", "equals": "Dark", "params": {"key": "theme"}},
        {"use": "contrast_increased", "id": "more"},
    )
    mirror = rubric.check("mirror")
    assert mirror.rule.conditions == (Bound(at_least=0.95),)
    assert (mirror.weight, mirror.params["against"]) == (2, "golden")
    # The structure that goes with a change of brightness stays asked for.
    darker = rubric.check("brightness_decreased").rule.conditions
    assert darker == (Bound(below=-5), Bound(below=0.03, of="brightness_structure"))
    mode = rubric.check("mode")
    assert (mode.rule.equals, mode.asks, mode.asks_tr) == ("P", "Is it indexed?", {})
    assert [rubric.check(name).measure for name in ("undo", "theme")] == [
        "undo.setting_value",
        "theme.setting_value",
    ]
    assert rubric.check("undo").params == {"key": "undo-levels", "use": "gimprc"}
    assert rubric.check("more").rule.conditions[1].of == "more.ssim_same_size"


@pytest.mark.parametrize(
    ("use", "says"),
    [
        (
            {"use": "miror"},
            "there is no check 'miror' (did you mean mirror?); the library has similar",
        ),
        ({}, "it names no check: use = …"),
        ({"use": "mirror", "id": "ssim"}, "the id 'ssim' is taken"),
        ({"use": "mirror", "at_lest": 1}, "unknown key 'at_lest'"),
        ({"use": "mirror", "weight": "two"}, "weight must be a number"),
        ({"use": "mirror", "weight": 1e308}, "weight is 1e+308, above 1e+09; weights are shares"),
        ({"use": "mirror", "weight": 10**400}, "checks 1: weight must be a number"),
        ({"use": "mirror", "at_least": 1.0, "below": 0.5}, "no number is at least 1 and below 0.5"),
        ({"use": "mirror", "above": 0.5, "at_most": 0.5}, "the check could never hold"),
        ({"use": "mirror", "passes": {"all": [{"above": 2, "below": 2}]}}, "could never hold"),
    ],
)
def test_a_wrong_choice_is_told(use: dict[str, object], says: str) -> None:
    with pytest.raises(RubricError, match=r"task\.toml") as error:
        chosen(use)
    assert says in str(error.value)


def test_bounds_that_meet_in_one_number_and_the_largest_weight_are_taken() -> None:
    row = chosen({"use": "mirror", "at_least": 0.5, "at_most": 0.5, "weight": 1e9}).check("mirror")
    assert row.rule.conditions == (Bound(at_least=0.5, at_most=0.5),)
    assert row.weight == 1e9


def test_the_tasks_checks_share_their_part_by_weight() -> None:
    rubric = chosen({"use": "mirror", "weight": 3}, {"use": "mode"})
    values = {
        "exists": True,
        "readable": True,
        "size_difference": 0,
        "ssim": 1.0,
        "histogram_correlation": 1.0,
        "pixel_closeness": 0.0,
        "mirror_ssim": 0.995,
        "mode": "RGB",
    }
    ledger = fold(rubric, {name: Measurement(name, value) for name, value in values.items()})
    assert ledger.registers["task_part"] == 0.75
    assert ledger.headlines[0].value == pytest.approx(0.85 + 0.15 * 0.75)


# --- many tasks


def test_what_has_no_value_is_left_out_and_counted() -> None:
    found = spread([0.2, 0.6, None, 1.0])
    assert (found.count, found.left_out) == (3, 1)
    assert found.mean == pytest.approx(0.6)
    assert found.std == pytest.approx((0.32 / 3) ** 0.5)
    assert (found.low, found.high) == (0.2, 1.0)
    assert spread([None, None]).mean is None
    assert spread([None, None]).left_out == 2
