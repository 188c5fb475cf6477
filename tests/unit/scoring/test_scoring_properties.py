"""Properties that every shipped rubric has, whatever the credits."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reviewer.model import Override, Rubric
from reviewer.scoring.fold import fold
from tests.unit.scoring.shipped import FOLDER, shipped

NAMES = sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != "graded_folder")
RUBRICS = {name: shipped(name) for name in NAMES}
LEVELS = st.sampled_from([0.0, 0.2, 0.35, 0.5, 0.65, 0.7, 0.75, 0.9, 1.0])


@st.composite
def cases(
    draw: st.DrawFn, names: tuple[str, ...] = tuple(NAMES)
) -> tuple[Rubric, dict[str, Override]]:
    """A rubric with a credit for each row, given as overrides so that any credit is reachable."""
    rubric = RUBRICS[draw(st.sampled_from(names))]
    credits = {c.id: Override(draw(LEVELS), None, "single", "ann") for c in rubric.checks}
    return rubric, credits


@settings(deadline=None)
@given(cases(), st.data())
def test_raising_one_credit_never_lowers_a_headline(
    case: tuple[Rubric, dict[str, Override]], data: st.DataObject
) -> None:
    rubric, credits = case
    name = data.draw(st.sampled_from(sorted(credits)))
    higher = data.draw(LEVELS)
    assume(higher > credits[name].value)
    before = fold(rubric, {}, credits).headlines
    raised = credits | {name: Override(higher, None, "single", "ann")}
    after = fold(rubric, {}, raised).headlines
    for low, high in zip(before, after, strict=True):
        if low.value is not None and high.value is not None:
            assert high.value >= low.value - 1e-12


@settings(deadline=None)
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_caps_does_not_matter(
    case: tuple[Rubric, dict[str, Override]], chance: random.Random
) -> None:
    rubric, credits = case
    places = [i for i, s in enumerate(rubric.steps) if s.verb == "cap"]
    shuffled = [rubric.steps[i] for i in places]
    chance.shuffle(shuffled)
    steps = list(rubric.steps)
    for place, cap in zip(places, shuffled, strict=True):
        steps[place] = cap
    other = replace(rubric, steps=tuple(steps))
    one, two = fold(rubric, {}, credits), fold(other, {}, credits)
    assert one.headlines[0].value == two.headlines[0].value
    assert {line.because for line in one.binding} == {line.because for line in two.binding}


@settings(deadline=None)
@given(cases())
def test_undo_restores_the_ledger_exactly(case: tuple[Rubric, dict[str, Override]]) -> None:
    rubric, credits = case
    before = fold(rubric, {}, credits)
    for name in itertools.islice(credits, 3):
        fold(rubric, {}, credits | {name: Override(0.123, None, "single", "bob")})
    assert fold(rubric, {}, dict(credits)) == before


@settings(deadline=None)
@given(cases(("floor_plan", "gimp_edit_semantic")))
def test_an_absent_judge_never_scores_above_its_cap(
    case: tuple[Rubric, dict[str, Override]],
) -> None:
    rubric, credits = case
    judged = [c.id for c in rubric.checks if c.id.startswith("vlm_") or c.id == "vision_judge"]
    assert judged
    without = {name: given for name, given in credits.items() if name not in judged}
    headline = fold(rubric, {}, without).headlines[0]
    if rubric.name == "floor_plan":
        assert headline.value <= 0.60
    else:
        assert headline.value is None
        low, high = headline.known
        assert low <= fold(rubric, {}, credits).headlines[0].value <= high + 1e-12


@settings(max_examples=60, deadline=None)
@given(cases())
def test_lines_tell_the_whole_way(case: tuple[Rubric, dict[str, Override]]) -> None:
    """Each register's last line ends where the register does; what binds has fired."""
    rubric, credits = case
    ledger = fold(rubric, {}, credits)
    ends = {line.into: line.after for line in ledger.lines}
    for name, value in ledger.registers.items():
        assert ends[name] == value
    for line in ledger.binding:
        assert line.fired or line.verb == "all_of"
        assert line.available
