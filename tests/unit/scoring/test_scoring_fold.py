"""The verbs of the fold, one by one."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from reviewer.model import Credited, Ledger, Line, Measurement, Rubric
from reviewer.scoring.fold import fold
from reviewer.scoring.rubric_file import parse_rubric

ROWS = "".join(
    f'[[check]]\nid = "{name}"\nasks = "{name}?"\nbucket = "all"\ndirect = true\n' for name in "abc"
)
HEAD = '[[headline]]\nname = "score"\npasses = 0.8\n'


def made(steps: str, *, rows: str = ROWS, head: str = HEAD) -> Rubric:
    return parse_rubric(f"{head}{rows}{steps}".encode(), name="made")


def step(verb: str, **keys: str) -> str:
    said = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'[[step]]\nverb = "{verb}"\nbecause = "{verb}"\n{said}'


def folded(steps: str, *, rows: str = ROWS, head: str = HEAD, **values: float | None) -> Ledger:
    measured = {name: Measurement(name, value) for name, value in values.items()}
    return fold(made(steps, rows=rows, head=head), measured)


def score(ledger: Ledger) -> float | None:
    return ledger.headlines[0].value


def last(ledger: Ledger) -> Line:
    return ledger.lines[-1]


MEAN = step("mean", of='["all"]')


def test_mean_leaves_out_what_was_not_measured() -> None:
    ledger = folded(MEAN, a=1.0, b=0.5, c=None)
    assert score(ledger) == 0.75
    assert last(ledger).note == "2 of 3 count"
    assert score(folded(MEAN, a=None)) is None
    assert folded(MEAN, a=None).headlines[0].passes is None


def test_mean_weighs_its_rows() -> None:
    rows = ROWS.replace('id = "a"', 'id = "a"\nweight = 3')
    assert score(folded(MEAN, rows=rows, a=1.0, b=0.0, c=0.0)) == 0.6


def test_weigh_renormalises_or_not() -> None:
    parts = "{ a = 0.2, b = 0.5, c = 0.3 }"
    full = folded(step("weigh", parts=parts), a=1.0, b=0.5, c=0.0)
    assert score(full) == pytest.approx(0.45)
    part = folded(step("weigh", parts=parts), a=1.0, b=0.5)
    assert score(part) == pytest.approx(0.45 / 0.7)
    assert [line.part for line in part.lines] == ["a", "b", "c"]
    assert part.lines[2].note == "left out"
    assert sum(line.amount or 0.0 for line in part.lines) == pytest.approx(score(part))
    kept = folded(step("weigh", parts=parts, renormalise="false"), a=1.0, b=0.5)
    assert score(kept) == pytest.approx(0.45)
    assert kept.lines[2].note == "counts as 0"
    assert score(folded(step("weigh", parts=parts))) is None


def test_blend_takes_a_share_of_another_value() -> None:
    steps = step("mean", of='["a"]') + step("blend", of='["b"]', share="0.25")
    assert score(folded(steps, a=0.4, b=0.8)) == pytest.approx(0.5)
    alone = folded(steps, a=0.4)
    assert score(alone) == 0.4
    assert not last(alone).available


def test_penalise_can_go_below_zero() -> None:
    when = "{ check = 'b', below = 1 }"
    steps = step("mean", of='["a"]') + step("penalise", by="0.3", when=when)
    ledger = folded(steps, a=0.2, b=0.0)
    assert score(ledger) == pytest.approx(-0.1)
    assert ledger.headlines[0].held_by == "lowered to -0.1: penalise"
    fine = folded(steps, a=0.2, b=1.0)
    assert (score(fine), last(fine).fired, last(fine).margin) == (0.2, False, 0.0)


def test_a_cap_holds_only_what_it_lowered() -> None:
    steps = step("mean", of='["a"]') + step("cap", at="0.5", when="{ check = 'b', below = 0.7 }")
    held = folded(steps, a=0.9, b=0.6)
    assert (score(held), last(held).is_binding) == (0.5, True)
    assert last(held).margin == pytest.approx(-0.1)
    assert held.headlines[0].held_by == "held at 0.5: cap"
    low = folded(steps, a=0.4, b=0.6)
    assert (score(low), last(low).fired, last(low).is_binding) == (0.4, True, False)
    assert last(low).note == "already lower"
    far = folded(steps, a=0.9, b=0.8)
    assert (score(far), last(far).fired) == (0.9, False)
    assert last(far).margin == pytest.approx(0.1)


@pytest.mark.parametrize(("missing", "score_then"), [("fire", 0.5), ("pass", 0.9)])
def test_what_an_absent_subject_means(missing: str, score_then: float) -> None:
    when = f"{{ check = 'b', below = 0.7, missing = '{missing}' }}"
    ledger = folded(step("mean", of='["a"]') + step("cap", at="0.5", when=when), a=0.9)
    assert score(ledger) == score_then
    assert last(ledger).available is (missing == "fire")


@pytest.mark.parametrize(
    ("when", "fires"),
    [
        ("{ fact = 'rule', equals = 'any' }", True),
        ("{ fact = 'rule', equals = 'document' }", False),
        ("{ fact = 'count', at_least = 5 }", True),
        ("{ fact = 'count', above = 5 }", False),
        ("{ fact = 'count', at_most = 5 }", True),
        ("{ fact = 'banned', at_least = 1 }", True),
        ("{ fact = 'gone', absent = true }", True),
        ("{ check = 'a', absent = true }", False),
        ("{ bucket = 'all', below = 0.95 }", True),
        ("{ headline = 'score', above = 0.8 }", True),
        ("{ check = 'a', below = 0.9 }", False),
        ("{ check = 'b', below = 0.9 }", True),
        ("{ check = 'b', below = 0.9, places = 3 }", False),
        ("{ all = [{ check = 'a', above = 0.5 }, { fact = 'count', at_least = 6 }] }", False),
        ("{ all = [{ check = 'a', above = 0.5 }, { fact = 'count', at_least = 5 }] }", True),
    ],
)
def test_conditions(when: str, fires: bool) -> None:
    steps = step("mean", of='["a", "b"]') + step("cap", at="0.5", when=when)
    values = {"rule": "any", "count": 5, "banned": True, "a": 0.9, "b": 0.8999}
    measured = {name: Measurement(name, value) for name, value in values.items()}
    assert last(fold(made(steps), measured)).fired is fires


def test_the_margin_of_several_conditions_is_that_of_the_furthest() -> None:
    when = "{ all = [{ check = 'a', below = 0.5 }, { check = 'b', below = 0.7 }] }"
    steps = step("mean", of='["a"]') + step("cap", at="0.5", when=when)
    assert last(folded(steps, a=0.6, b=0.9)).margin == pytest.approx(0.2)
    assert last(folded(steps, a=0.4, b=0.9)).margin == pytest.approx(0.2)
    assert last(folded(steps, a=0.4, b=0.5)).margin == pytest.approx(-0.1)


def test_a_gate_shuts() -> None:
    steps = step("mean", of='["a"]') + step("gate", when="{ check = 'b', below = 1 }")
    shut = folded(steps, a=0.9, b=0.0)
    assert (score(shut), last(shut).is_binding) == (0.0, True)
    assert score(folded(steps, a=0.9, b=1.0)) == 0.9
    assert score(folded(steps, b=0.0)) == 0.0
    assert score(folded(steps, b=1.0)) is None
    unknown = folded(steps, a=0.9)
    assert (score(unknown), last(unknown).available) == (0.9, False)


def test_all_of_is_yes_no_or_unknown() -> None:
    head = HEAD.replace("0.8", "1")
    conditions = "[{ check = 'a', above = 0.8 }, { check = 'b', at_least = 1 }]"
    steps = step("all_of", all=conditions)
    assert score(folded(steps, head=head, a=0.81, b=1.0)) == 1.0
    failed = folded(steps, head=head, a=0.8, b=1.0)
    assert score(failed) == 0.0
    assert failed.headlines[0].held_by == "held at 0: all_of (a > 0.8)"
    assert [line.is_binding for line in failed.lines] == [True, False]
    assert failed.lines[0].margin == 0.0
    assert score(folded(steps, head=head, a=0.9)) is None
    assert score(folded(steps, head=head, a=0.1)) == 0.0


def test_least_names_the_part_that_holds() -> None:
    ledger = folded(step("least", of='["a", "b"]'), a=0.9, b=0.4)
    assert score(ledger) == 0.4
    assert ledger.headlines[0].held_by == "held at 0.4: least (b?)"
    assert score(folded(step("least", of='["a", "b"]'), a=0.9)) == 0.9
    assert score(folded(step("least", of='["a", "b"]', renormalise="false"), a=0.9)) is None


def test_clamp_and_round() -> None:
    steps = step("mean", of='["a"]') + step("clamp", low="0.2", high="0.6")
    assert [score(folded(steps, a=value)) for value in (0.1, 0.5, 0.9)] == [0.2, 0.5, 0.6]
    rounded = step("mean", of='["a"]') + step("round", places="3")
    assert score(folded(rounded, a=0.12345)) == 0.123
    when = "{ check = 'b', below = 1 }"
    down = step("mean", of='["a"]') + step("penalise", by="0.1004", when=when)
    assert str(score(folded(down + step("round", places="3"), a=0.1, b=0.5))) == "0.0"


def test_registers_hold_what_was_reached_on_the_way() -> None:
    steps = step("mean", of='["a"]', into='"inner"') + step("weigh", parts="{ inner = 1, b = 1 }")
    ledger = folded(steps, a=0.5, b=1.0)
    assert ledger.registers == {"inner": 0.5, "score": 0.75}


@pytest.mark.parametrize(("strict", "passes"), [("false", True), ("true", False)])
def test_the_pass_mark_counts_unless_strict(strict: str, passes: bool) -> None:
    ledger = folded(MEAN, head=f"{HEAD}strict = {strict}\n", a=0.8)
    assert ledger.headlines[0].passes is passes


def test_rows_that_must_be_there_leave_an_error_instead_of_a_headline() -> None:
    rows = ROWS.replace('id = "a"', 'id = "a"\nabsent = "error"')
    head = HEAD + '[[headline]]\nname = "other"\n'
    steps = MEAN + step("mean", of='["b"]', into='"other"')
    gone = folded(steps, rows=rows, head=head, b=1.0)
    assert gone.headlines[0].error == "a?: not measured"
    assert (gone.headlines[0].value, gone.headlines[0].passes) == (None, None)
    assert gone.headlines[1].value == 1.0
    assert gone.registers["score"] is None
    broken = fold(made(MEAN), {"a": Measurement("a", None, error="no memory")})
    assert broken.headlines[0].error == "a?: no memory"


def test_what_a_fold_makes_are_whole_frozen_values() -> None:
    """Lines and credits are filled in fast; they come out like any others of their class."""
    cap = step("cap", at="0.5", when='{ check = "b", below = 0.5 }')
    ledger = folded(MEAN + cap, a=1.0, b=0.2)
    assert ledger.lines[-1].is_binding
    for value in (*ledger.lines, *ledger.checks):
        given = {spec.name: getattr(value, spec.name) for spec in dataclasses.fields(value)}
        assert type(value) in (Line, Credited)
        assert value == type(value)(**given)
        assert pickle.loads(pickle.dumps(value)) == value
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.margin = 0.0
