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
    TITLE,
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


def listed_slim(content: Content, room: int) -> int:
    """How many of the rows that need a look have room in one line, with their titles."""
    if content.is_open(CHECKS):
        return 0
    count = 0
    for _, rows in say.groups((*content.failed, *content.near)):
        room -= scaled(TITLE)
        fitting = min(len(rows), max(0, room // scaled(SLIM_CHECK)))
        room -= fitting * scaled(SLIM_CHECK)
        count += fitting
        if fitting < len(rows):
            break
    return count


def folded_checks(content: Content, flow: list[Block], pinned: list[Block], spare: int) -> None:
    """Checks behind one row, but for the first few that have room in one line each."""
    if not content.checks:
        return
    left = spare
    listed: set[str] = set()
    for name, rows in say.groups((*content.failed, *content.near)):
        shown = tuple(rows[:left])
        if shown:
            of = f"{say.count(len(rows))} of {say.count(content.checks)}"
            flow.append(title(f"title:{name}", tr(say.TITLES[name]), of))
            flow.append(Block(SLIM_CHECK, f"{CHECK}:{name}", scaled(SLIM_CHECK), shown))
        left -= len(shown)
        listed.update(row.id for row in shown)
    failed = [row for row in content.failed if row.id not in listed]
    near = [row for row in content.near if row.id not in listed]
    if not failed and not near and not content.passed:
        return
    if listed and not failed and not near:
        words, right = say.passed(content.passed, (), has_failed=True)
    else:
        words, right = say.all_checks(failed, near, content.passed, content.languages)
    is_open = content.is_open(CHECKS)
    row = fold(CHECKS, words, right, is_open=is_open, is_ruled=True)
    if not is_open:
        pinned.append(row)
        return
    flow.append(row)
    _opened(content, flow)


def _opened(content: Content, flow: list[Block]) -> None:
    """Every check, below the line of the fold that a person opened."""
    for name, rows in say.groups((*content.failed, *content.near)):
        flow.append(Block(CHECK, f"{CHECK}:{name}", scaled(CHECK), tuple(rows), is_extra=True))
    if content.passed:
        slim = scaled(SLIM_CHECK)
        flow.append(Block(SLIM_CHECK, "passed-rows", slim, content.passed, is_extra=True))
