"""From a view to the rows that the panel arranges, and the order in which ↑ ↓ walk them."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.session.panel import CheckRow, Item
from reviewer.ui.panel.blocks import ANSWERED, BESIDE, CHECK, SLIM_CHECK, Content, Plan
from reviewer.ui.panel.blocks import failed_and_near as parted
from reviewer.ui.panel.body import is_row
from reviewer.ui.panel.ledger_short import folded, short_lines, title_word
from reviewer.ui.panel.view import PanelView


def content_of(view: PanelView, *, open_item: str, opened: Mapping[str, bool]) -> Content:
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
    )


def walk_of(content: Content, plan: Plan) -> list[str]:
    """Row ids from the top down: every item, even one that height folded, and visible checks."""
    walk = [
        item.id for item in content.items if not item.is_answered or item.id == content.open_item
    ]
    if content.is_open(ANSWERED):
        walk += [item.id for item in content.items if item.id not in set(walk)]
    if content.is_open(BESIDE):
        walk += [item.id for item in content.beside]
    for block in plan.flow:
        if is_row(block) and block.kind in (CHECK, SLIM_CHECK):
            walk += [row.id for row in block.rows]  # type: ignore[attr-defined]
    return walk


def first_row(content: Content) -> str:
    """Where a task starts: its first open item, any item, the first check that needs a look."""
    for items in (
        [item for item in content.items if not item.is_answered],
        list(content.items),
        [item for item in content.beside if not item.is_answered] if not content.checks else [],
    ):
        if items:
            return items[0].id
    checks = (*content.failed, *content.near)
    return checks[0].id if checks else ""


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
