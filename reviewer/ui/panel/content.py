"""From a view to the rows that the panel arranges, and the order in which ↑ ↓ walk them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.session.panel import CheckRow, Item
from reviewer.ui.panel.blocks import (
    ANSWERED,
    CARD,
    CHECKS,
    FOLD,
    ITEM,
    ITEMS,
    PASSED,
    RULED_FOLD,
    SLIM_ITEM,
    Block,
    Content,
    Plan,
)  # fmt: skip
from reviewer.ui.panel.blocks import failed_and_near as parted
from reviewer.ui.panel.body import is_row
from reviewer.ui.panel.ledger_short import folded, short_lines, title_word
from reviewer.ui.panel.plan_words import groups
from reviewer.ui.panel.view import PanelView
from reviewer.ui.panel.words import BOTH, asked, one_line


@dataclass(frozen=True, slots=True)
class Stop:
    """Where ↑ and ↓ can be: on a row, or on the line of a fold."""

    row: str = ""
    fold: str = ""


def content_of(
    view: PanelView, *, open_item: str, opened: Mapping[str, bool], languages: str = BOTH
) -> Content:
    """The rows of a task, sorted by where they stand."""
    notice = view.error or (view.busy if view.rows is None else "")
    rows = view.rows
    if rows is None:
        return Content(notice=notice)
    failed, near = parted(rows.failed)
    ledger = None if view.hides else view.ledger
    return Content(
        items=tuple(item for item in rows.needs if not item.is_uncovered),
        beside=tuple(item for item in rows.needs if item.is_uncovered),
        failed=failed,
        near=near,
        passed=rows.passed,
        ledger=short_lines(ledger),
        ledger_line=folded(ledger),
        ledger_title=title_word(ledger),
        open_item=open_item,
        notice=notice,
        opened=opened,
        languages=languages,
    )


def walk_of(content: Content, plan: Plan) -> list[Stop]:
    """Rows and folds from the top down: every open item, even one that height folded away."""
    walk: list[Stop] = []
    hidden = [Stop(row=item.id) for item in _open_or_card(content)] if _hides_items(plan) else []
    for block in plan.flow:
        if hidden and block.kind in (CARD, ITEM, SLIM_ITEM):
            # Those that height folded away stand among those that are shown, in their order.
            walk += hidden if hidden[0] not in walk else []
        elif is_row(block):
            walk += [Stop(row=row.id) for row in block.rows]  # type: ignore[attr-defined]
        elif is_fold(block):
            walk.append(Stop(fold=block.key))
    return walk + [Stop(fold=block.key) for block in plan.pinned]


def is_fold(block: Block) -> bool:
    """True for the line of a fold."""
    return block.kind in (FOLD, RULED_FOLD)


def hiding(content: Content, plan: Plan, row: str) -> str:
    """The closed fold that hides a row, or an empty string."""
    folds = {b.key for b in (*plan.flow, *plan.pinned) if is_fold(b) and not b.is_open}
    if not folds or any(stop.row == row for stop in walk_of(content, plan)):
        return ""
    if any(item.id == row for item in content.items):
        return ANSWERED if ANSWERED in folds else ""
    if any(check.id == row for check in (*content.passed, *content.near)):
        return next((key for key in (PASSED, CHECKS) if key in folds), "")
    return CHECKS if CHECKS in folds and any(c.id == row for c in content.failed) else ""


def _hides_items(plan: Plan) -> bool:
    return any(is_fold(b) and b.key == ITEMS and not b.is_open for b in plan.flow)


def _open_or_card(content: Content) -> list[Item]:
    beside = [item for item in content.beside if item.id == content.open_item]
    listed = [i for i in content.items if not i.is_answered or i.id == content.open_item]
    return listed + beside


def first_open(content: Content) -> str:
    """The first item without an answer, or an empty string."""
    return next((item.id for item in content.items if not item.is_answered), "")


def first_row(content: Content) -> str:
    """Where a task starts: its first open item, any item, the first check that needs a look."""
    for items in (
        [item for item in content.items if not item.is_answered],
        list(content.items),
        [item for item in content.beside if not item.is_answered] if not content.checks else [],
    ):
        if items:
            return items[0].id
    checks = groups((*content.failed, *content.near))
    return checks[0][1][0].id if checks else ""


def next_open(content: Content, current: str) -> str:
    """The next unanswered item after the current one, round to the start; then those beside."""
    for items in (content.items, content.beside):
        found = _after(items, current)
        if found:
            return found
    return ""


def _after(items: tuple[Item, ...], current: str) -> str:
    place = next((n for n, item in enumerate(items) if item.id == current), -1)
    turned = (*items[place + 1 :], *items[: place + 1])
    return next((item.id for item in turned if not item.is_answered and item.id != current), "")


def place_text(content: Content, item: Item) -> str:
    """`1 of 3`: among the open ones while it is open, else among all."""
    group = content.beside if item.is_uncovered else content.items
    among = [each for each in group if not each.is_answered] if not item.is_answered else group
    number = next((n for n, each in enumerate(among, 1) if each.id == item.id), 0)
    return f"{number} of {len(among)}" if number else ""


def is_other(before: PanelView, view: PanelView) -> bool:
    """Whether a view is of another task than the one before."""
    if view.task or before.task:
        return view.task != before.task
    if before.rows is None or view.rows is None:
        return before.rows is not view.rows
    return before.automatic != view.automatic


def takes(row: Item | CheckRow | None, key: str) -> bool:
    """Whether a printed key means something on a row: its scale has it, or it holds a number."""
    if isinstance(row, Item):
        return key == "X" or any(each.key == key for each in row.keys)
    is_number = row is not None and isinstance(row.value, (int, float))
    return is_number and key == "="


def said_at(row: Item | CheckRow | None, fold: str, content: Content, plan: Plan) -> str:
    """Where the keyboard is, for a screen reader."""
    if fold:
        blocks = (*plan.flow, *plan.pinned)
        line = next((b for b in blocks if is_fold(b) and b.key == fold), None)
        state = "open" if content.is_open(fold) else "folded"
        return f"{line.words}, {state}" if line else ""
    return one_line(asked(row, content.languages)[0]) if row else ""
