"""The checks as blocks: listed, partly folded, or all on one row."""

from __future__ import annotations

from reviewer.ui import fonts
from reviewer.ui.panel import plan_words as say
from reviewer.ui.panel.blocks import (
    CHECK,
    CHECKS,
    PASSED,
    SLIM_CHECK,
    SPACE,
    Block,
    Content,
    fold,
    scaled,
    title,
)  # fmt: skip

# From this level on the checks that passed barely fold with those that passed.
NEAR_FOLDS = 2


def listed_checks(content: Content, level: int, flow: list[Block], pinned: list[Block]) -> None:
    """Failed rows in full; those that passed are folded, at the bottom where height is short."""
    near = () if level >= NEAR_FOLDS else content.near
    listed = (*content.failed, *near)
    if listed:
        words = "Failed or near" if content.near else say.failing(content.failed).capitalize()
        looked_at = len(content.failed) + len(content.near)
        of = f"{say.count(looked_at)} of {say.count(content.checks)}"
        flow.append(title("checks", words, of))
        flow.append(Block(CHECK, CHECK, scaled(CHECK), listed))
        flow.append(Block(SPACE, "below-checks", fonts.scaled(6)))
    folded = content.near if level >= NEAR_FOLDS else ()
    if not content.passed and not folded:
        return
    words, right = say.passed(content.passed, folded, has_failed=bool(listed))
    is_open = content.is_open(PASSED)
    row = fold(PASSED, words, right, is_open=is_open, is_ruled=True)
    if level >= NEAR_FOLDS and not is_open:
        pinned.append(row)
        return
    flow.append(row)
    if is_open:
        if folded:
            flow.append(Block(CHECK, "near", scaled(CHECK), folded, is_extra=True))
        flow.append(
            Block(SLIM_CHECK, "passed-rows", scaled(SLIM_CHECK), content.passed, is_extra=True)
        )


def folded_checks(content: Content, flow: list[Block], pinned: list[Block]) -> None:
    """Every check behind one row, unless the person opened it."""
    if not content.checks:
        return
    words, right = say.all_checks(content.failed, content.near, content.passed, content.languages)
    is_open = content.is_open(CHECKS)
    row = fold(CHECKS, words, right, is_open=is_open, is_ruled=True)
    if not is_open:
        pinned.append(row)
        return
    flow.append(row)
    listed = (*content.failed, *content.near)
    if listed:
        flow.append(Block(CHECK, CHECK, scaled(CHECK), listed, is_extra=True))
    if content.passed:
        slim = scaled(SLIM_CHECK)
        flow.append(Block(SLIM_CHECK, "passed-rows", slim, content.passed, is_extra=True))
