"""Figures of agreement: what counts, what does not, and how sure they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.scoring.agreement import (
    Agreement,
    ItemAnswer,
    PairChoice,
    agreement_by_item,
    binomial_two_sided,
    overall_agreement,
    pair_statistics,
    wilson,
)


def test_agreement_is_counted_by_item_with_blind_apart() -> None:
    rows = agreement_by_item(
        [
            ItemAnswer("text", 1, 1, is_blind=True),
            ItemAnswer("text", 1, 0, is_blind=True),
            ItemAnswer("text", 0, 1, is_blind=True),
            ItemAnswer("text", 0.5, 0, is_blind=False),
            ItemAnswer("text", 0.3, 0.1 + 0.2, is_blind=False),
            ItemAnswer("color", 0, 0, is_blind=False),
        ]
    )
    assert [row.item for row in rows] == ["text", "color"]
    assert rows[0].blind == Agreement(compared=3, agrees=1, false_passes=1, false_fails=1)
    assert rows[0].open == Agreement(compared=2, agrees=1, false_passes=1, false_fails=0)
    assert rows[0].all == Agreement(compared=5, agrees=2, false_passes=2, false_fails=1)
    assert rows[0].blind.share == pytest.approx(1 / 3)
    assert overall_agreement(rows).all.compared == 6


def test_unanswered_and_unconfirmed_count_nowhere() -> None:
    row = agreement_by_item(
        [
            ItemAnswer("text", 1, None, is_blind=False),
            ItemAnswer("text", None, 1, is_blind=True),
            ItemAnswer("text", None, None, is_blind=False, is_confirmed=True),
        ]
    )[0]
    assert row.all == Agreement(0, 0, 0, 0)
    assert row.all.share is None
    assert row.all.interval is None
    assert row.confirmed == 0


def test_a_confirmed_item_agrees_openly() -> None:
    row = agreement_by_item(
        [
            ItemAnswer("text", 0, None, is_blind=True, is_confirmed=True),
            ItemAnswer("text", 1, 0, is_blind=False, is_confirmed=True),
        ]
    )[0]
    assert row.blind.compared == 0
    assert row.open == Agreement(compared=2, agrees=1, false_passes=1, false_fails=0)
    assert row.confirmed == 1


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share(counts: tuple[int, int]) -> None:
    successes, trials = counts
    low, high = wilson(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    mirrored = wilson(trials - successes, trials)
    assert (1 - mirrored[1], 1 - mirrored[0]) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("counts", [(0, 0), (3, 2), (-1, 5)])
def test_no_share(counts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="is no share"):
        wilson(*counts)
    with pytest.raises(ValueError, match="is no share"):
        binomial_two_sided(*counts)


def test_chance_of_being_lopsided() -> None:
    assert binomial_two_sided(5, 10) == 1.0
    assert binomial_two_sided(9, 10) == pytest.approx(22 / 1024)
    assert binomial_two_sided(1, 10) == pytest.approx(22 / 1024)
    assert binomial_two_sided(1500, 5000) < 1e-100


def test_pairs() -> None:
    found = pair_statistics(
        [
            PairChoice("p1", "A", "A", "A"),
            PairChoice("p2", "B", "A", "B"),
            PairChoice("p3", "B", "tie", "A"),
            PairChoice("p4", "A", None, "A"),
            PairChoice("p5", "B", "B", None),
            PairChoice("p6", "A", "tie", "tie"),
        ]
    )
    person, model = found.person, found.model
    assert (person.challenger_wins, person.king_wins, person.ties) == (2, 1, 2)
    assert (model.challenger_wins, model.king_wins, model.ties) == (3, 1, 1)
    assert (person.slot_a, person.slot_b) == (2, 1)
    assert model.slot_a_share == 0.75
    assert model.slot_chance == pytest.approx(10 / 16)
    low, high = model.slot_interval or (0, 0)
    assert low < 0.5 < high
    assert (found.both, found.agrees, found.opposed) == (4, 2, 1)
    assert found.share == 0.5
    assert found.interval == wilson(2, 4)


def test_a_voter_who_always_takes_slot_a_is_found_out() -> None:
    slots = ["A", "B"] * 10
    found = pair_statistics([PairChoice(str(i), slot, "A", None) for i, slot in enumerate(slots)])
    assert (found.person.challenger_wins, found.person.king_wins) == (10, 10)
    assert found.person.slot_a_share == 1.0
    assert (found.person.slot_chance or 1) < 1e-5
    assert found.model.slot_a_share is None
    assert found.model.slot_chance is None
    assert found.share is None


@pytest.mark.parametrize(
    "choice", [PairChoice("p", "C", None, None), PairChoice("p", "A", "king", None)]
)
def test_a_vote_that_is_none_is_an_error(choice: PairChoice) -> None:
    with pytest.raises(ValueError, match="pair 'p': "):
        pair_statistics([choice])
