"""The rows of the right panel: what needs the person, what failed or is near, what passed.

Blind mode hides here, so that no pane can leak what the judge said.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from reviewer.model import Check, Ledger, Measurement, Review, Rubric
from reviewer.scoring import whatif
from reviewer.scoring.in_force import value_with
from reviewer.scoring.losses import Loss, largest_losses
from reviewer.session.by_code import before_correction, credit_before
from reviewer.session.check_rows import check_row, needs_a_look, worst_first
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.pair_desk import awaits_vote, sided, sided_keys
from reviewer.session.panel import AnswerKey, CheckRow, Item, Opinion, Rows
from reviewer.session.questions import (
    SCALES,
    answer_keys,
    judge_item,
    passes_now,
    said_before,
    unanswered,
    uncovered_item,
    word_for,
)

__all__ = ["SCALES", "AnswerKey", "CheckRow", "Item", "Opinion", "Rows", "rows", "word_for"]

# Above this many folds of a check each, the headline at each answer is worked out on demand.
_EAGER = 2000


def rows(
    rubric: Rubric,
    measurements: Mapping[str, Measurement],
    ledger: Ledger,
    review: Review,
    *,
    author: str,
    is_blind: bool,
    slot: str = "",
    is_by_code: bool = False,
) -> Rows:
    """All rows of one task for one person; `slot` is the side of the first of two candidates.

    Of two candidates nothing is told before the person's vote, in blind mode or not. Where code
    answers the questions (`is_by_code`), all that it measured is hidden as a judge's answers are.
    """
    checks = {check.id: check for check in rubric.checks}
    credited = {each.id: each for each in ledger.checks if each.id in checks}
    asked = [check for check in rubric.checks if check.overridable and check.id in credited]
    open_items = unanswered(rubric, ledger, review, author=author)
    is_unvoted = bool(slot) and awaits_vote(review, author)
    hidden = (is_blind and bool(open_items)) or is_unvoted
    items = [
        judge_item(
            check, credited[check.id], review, author=author, is_hidden=hidden,
            before=_before(check, rubric, measurements),
        )
        for check in asked
    ]  # fmt: skip
    beside = [
        uncovered_item(row, measurements, review, author=author, is_blind=is_blind)
        for row in rubric.uncovered
    ]
    lines = [
        check_row(
            checks[name], each, review, author=author, is_hidden=hidden, is_by_code=is_by_code
        )
        for name, each in credited.items()
        # What was found in either picture hints at the verdict.
        if not (checks[name].overridable or is_unvoted)
    ]
    if slot:
        items = sided(items, slot, checks, is_unvoted=is_unvoted)
    ahead = _ahead(items, checks, measurements, rubric, ledger, review, author=author, slot=slot)
    if not hidden and len(asked) * len(rubric.checks) <= _EAGER:
        items = [dataclasses.replace(item, keys=ahead(item.id)) for item in items]
    return Rows(
        needs=(*items, *beside),
        failed=worst_first([line for line in lines if needs_a_look(line)]),
        passed=tuple(line for line in lines if not needs_a_look(line)),
        unanswered=len(open_items),
        is_hidden=hidden,
        is_unvoted=is_unvoted,
        differ=0 if hidden else len(review.disputed),
        ahead=None if hidden else ahead,
        losses=None if hidden else _losses(measurements, rubric, review, count=len(credited)),
    )


def _before(check: Check, rubric: Rubric, measurements: Mapping[str, Measurement]) -> str:
    """What code had found of a row whose value a person corrected."""
    corrected = measurements.get(check.measure)
    found = before_correction(corrected) if corrected is not None else None
    if found is None:
        return ""
    return said_before(found, credit_before(check, found, rubric, measurements), scale=check.scale)


def _losses(
    measurements: Mapping[str, Measurement], rubric: Rubric, review: Review, *, count: int
) -> Callable[[], Mapping[str, Loss]] | None:
    """What each row costs, by folding once a row; with very many rows that takes too long."""
    if count * count > _EAGER:
        return None
    return lru_cache(maxsize=1)(lambda: largest_losses(measurements, rubric, review.overrides))


def _ahead(
    items: Sequence[Item],
    checks: Mapping[str, Check],
    measurements: Mapping[str, Measurement],
    rubric: Rubric,
    ledger: Ledger,
    review: Review,
    *,
    author: str,
    slot: str,
) -> Callable[[str], tuple[AnswerKey, ...]]:
    """The answers of an item with the headline at each, worked out once when it is wanted."""
    by_id = {item.id: item for item in items}

    @lru_cache(maxsize=256)
    def ahead(item_id: str) -> tuple[AnswerKey, ...]:
        item = by_id[item_id]
        check = checks[item_id]
        found = whatif.at_answers(
            measurements,
            rubric,
            review.overrides,
            item_id,
            counted=lambda value: value_with(check, review, author=author, value=value),
        )
        keys = answer_keys(item.scale, item.mine, found, now_passes=passes_now(ledger))
        return sided_keys(keys, slot) if slot and item_id == PREFERENCE else keys

    return ahead
