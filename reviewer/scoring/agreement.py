"""How far person and judge agree, item by item and on blind pairs, with honest intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# The two-sided 95 % point of the normal distribution.
Z95 = 1.959963984540054
_SAME = 1e-9
SLOTS = ("A", "B")
CHOICES = ("A", "B", "tie")


@dataclass(frozen=True, slots=True)
class ItemAnswer:
    """One item of one task: the judge's value and the person's, None where there is none.

    `is_confirmed`: the person completed the task with the item on screen and let the judge's
    value stand. An item neither answered nor confirmed counts nowhere, nor one that the judge
    did not judge, nor one that the person cannot tell. `is_choice`: the values stand for one of
    two pictures, so that a judge who differs is neither too generous nor too strict.
    """

    item: str
    judge: float | None
    person: float | None
    is_blind: bool
    is_confirmed: bool = False
    is_choice: bool = False


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts of compared answers; a false pass is a judge more generous than the person."""

    compared: int
    agrees: int
    false_passes: int
    false_fails: int

    @property
    def chose_otherwise(self) -> int:
        """How often a choice between two differs."""
        return self.compared - self.agrees - self.false_passes - self.false_fails

    @property
    def share(self) -> float | None:
        """The share that agrees, None when nothing was compared."""
        return self.agrees / self.compared if self.compared else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of that share, None when nothing was compared."""
        return wilson(self.agrees, self.compared) if self.compared else None


@dataclass(frozen=True, slots=True)
class ItemAgreement:
    """Agreement on one item; blind answers apart, since seeing the judge's answer sways."""

    item: str
    blind: Agreement
    open: Agreement
    confirmed: int

    @property
    def all(self) -> Agreement:
        """Blind and open answers together."""
        return _sum((self.blind, self.open))


@dataclass(frozen=True, slots=True)
class PairChoice:
    """One blind pair: the slot each voter picked ("A", "B" or "tie"), None where none was."""

    pair: str
    challenger_slot: str
    person: str | None
    model: str | None


@dataclass(frozen=True, slots=True)
class VoterCounts:
    """What one voter did over all pairs."""

    challenger_wins: int
    king_wins: int
    ties: int
    slot_a: int
    slot_b: int

    @property
    def slot_a_share(self) -> float | None:
        """The share of slot A among decided votes; ½ is no bias; None without any."""
        decided = self.slot_a + self.slot_b
        return self.slot_a / decided if decided else None

    @property
    def slot_interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of that share."""
        decided = self.slot_a + self.slot_b
        return wilson(self.slot_a, decided) if decided else None

    @property
    def slot_chance(self) -> float | None:
        """How likely a voter without bias is to be at least this lopsided, by exact binomial."""
        decided = self.slot_a + self.slot_b
        return binomial_two_sided(self.slot_a, decided) if decided else None


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """Person and model on the same blind pairs; `both` counts the pairs that both judged."""

    person: VoterCounts
    model: VoterCounts
    both: int
    agrees: int
    opposed: int

    @property
    def share(self) -> float | None:
        """The share of pairs on which both said the same, None without any."""
        return self.agrees / self.both if self.both else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of that share."""
        return wilson(self.agrees, self.both) if self.both else None


def wilson(successes: int, trials: int, *, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a share; it stays within [0, 1] and is sound for few trials."""
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    share = successes / trials
    scale = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    reach = z * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / scale
    # At the ends the bound is the end itself; rounding alone would miss it by a hair.
    low = 0.0 if successes == 0 else middle - reach
    high = 1.0 if successes == trials else middle + reach
    return low, high


def binomial_two_sided(successes: int, trials: int) -> float:
    """The chance that a fair coin is at least as lopsided, in [0, 1]."""
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    far = max(successes, trials - successes)
    tail = sum(math.comb(trials, count) for count in range(far, trials + 1))
    # Whole numbers until here: thousands of pairs must not overflow a float.
    return min(1.0, 2 * tail / (1 << trials))


def agreement_by_item(answers: Iterable[ItemAnswer]) -> tuple[ItemAgreement, ...]:
    """One row an item, in the order in which items first come up; items without figures too."""
    grouped: dict[str, list[ItemAnswer]] = {}
    for answer in answers:
        grouped.setdefault(answer.item, []).append(answer)
    return tuple(_on_item(item, given) for item, given in grouped.items())


def overall_agreement(rows: Sequence[ItemAgreement]) -> ItemAgreement:
    """All items together, under the name of none."""
    return ItemAgreement(
        item="",
        blind=_sum([row.blind for row in rows]),
        open=_sum([row.open for row in rows]),
        confirmed=sum(row.confirmed for row in rows),
    )


def pair_statistics(choices: Sequence[PairChoice]) -> PairStatistics:
    """Wins, ties, agreement and slot bias over blind pairs; what was not judged counts nowhere."""
    for choice in choices:
        if choice.challenger_slot not in SLOTS:
            raise ValueError(
                f"pair {choice.pair!r}: challenger_slot must be A or B, "
                f"got {choice.challenger_slot!r}"
            )
        for vote in (choice.person, choice.model):
            if vote is not None and vote not in CHOICES:
                raise ValueError(f"pair {choice.pair!r}: a vote is A, B or tie, got {vote!r}")
    both = [one for one in choices if one.person is not None and one.model is not None]
    return PairStatistics(
        person=_voter([(one.person, one.challenger_slot) for one in choices]),
        model=_voter([(one.model, one.challenger_slot) for one in choices]),
        both=len(both),
        agrees=sum(one.person == one.model for one in both),
        opposed=sum({one.person, one.model} == set(SLOTS) for one in both),
    )


def _on_item(item: str, answers: Sequence[ItemAnswer]) -> ItemAgreement:
    answered = [one for one in answers if one.person is not None and one.judge is not None]
    confirmed = sum(
        one.person is None and one.judge is not None and one.is_confirmed for one in answers
    )
    seen = _compare([one for one in answered if not one.is_blind])
    return ItemAgreement(
        item=item,
        blind=_compare([one for one in answered if one.is_blind]),
        # To let a value stand is to agree with it, and never blindly.
        open=_sum((seen, Agreement(confirmed, confirmed, 0, 0))),
        confirmed=confirmed,
    )


def _compare(answers: Sequence[ItemAnswer]) -> Agreement:
    gaps = [
        (one.judge - one.person, one.is_choice)
        for one in answers
        if one.judge is not None and one.person is not None
    ]
    return Agreement(
        compared=len(gaps),
        agrees=sum(abs(gap) <= _SAME for gap, _ in gaps),
        false_passes=sum(gap > _SAME and not is_choice for gap, is_choice in gaps),
        false_fails=sum(gap < -_SAME and not is_choice for gap, is_choice in gaps),
    )


def _sum(parts: Iterable[Agreement]) -> Agreement:
    parts = tuple(parts)
    return Agreement(
        compared=sum(part.compared for part in parts),
        agrees=sum(part.agrees for part in parts),
        false_passes=sum(part.false_passes for part in parts),
        false_fails=sum(part.false_fails for part in parts),
    )


def _voter(votes: Sequence[tuple[str | None, str]]) -> VoterCounts:
    decided = [(vote, slot) for vote, slot in votes if vote in SLOTS]
    return VoterCounts(
        challenger_wins=sum(vote == slot for vote, slot in decided),
        king_wins=sum(vote != slot for vote, slot in decided),
        ties=sum(vote == "tie" for vote, _ in votes),
        slot_a=sum(vote == "A" for vote, _ in decided),
        slot_b=sum(vote == "B" for vote, _ in decided),
    )
