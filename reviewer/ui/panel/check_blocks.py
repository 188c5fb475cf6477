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
from reviewer.ui.translate import tr

# From this level on the checks that passed barely fold with those that passed.
NEAR_FOLDS = 2


def listed_checks(content: Content, level: int, flow: list[Block], pinned: list[Block]) -> None:
    """What needs a look in full, by what it came to; what passed is folded, at the bottom where
    height is short."""
    near = () if level >= NEAR_FOLDS else content.near
    listed = say.groups((*content.failed, *near))
    for name, rows in listed:
        of = f"{say.count(len(rows))} of {say.count(content.checks)}"
        flow.append(title(f"title:{name}", tr(say.TITLES[name]), of))
        flow.append(Block(CHECK, f"{CHECK}:{name}", scaled(CHECK), tuple(rows)))
        flow.append(Block(SPACE, f"below:{name}", fonts.scaled(6)))
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
    for name, rows in say.groups((*content.failed, *content.near)):
        flow.append(Block(CHECK, f"{CHECK}:{name}", scaled(CHECK), tuple(rows), is_extra=True))
    if content.passed:
        slim = scaled(SLIM_CHECK)
        flow.append(Block(SLIM_CHECK, "passed-rows", slim, content.passed, is_extra=True))
