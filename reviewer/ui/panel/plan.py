"""Which blocks the panel shows at a height, and what folds first when there is little of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from reviewer.session.panel import Item
from reviewer.ui import fonts
from reviewer.ui.panel import plan_words as say
from reviewer.ui.panel.blocks import (
    ANSWERED,
    BESIDE,
    CARD,
    CHECK,
    COMPACT,
    HEIGHTS,
    ITEM,
    ITEMS,
    LEDGER,
    NOTICE,
    SLIM_ITEM,
    SPACE,
    Block,
    Content,
    Plan,
    fold,
    scaled,
    title,
)  # fmt: skip
from reviewer.ui.panel.check_blocks import (
    NEAR_FOLDS,
    folded_checks,
    listed_checks,
    listed_slim,
)  # fmt: skip
from reviewer.ui.translate import tr

ITEMS_FOLD, LAST_LEVEL = 5, 6
_SLIM = NEAR_FOLDS + 1
_CHECKS_FOLD = _SLIM + 1
_LEAST_CHECKS = 2


def plan(content: Content, height: int, measure: Callable[[str], int]) -> Plan:
    """The fullest level that fits `height`; `measure` gives the heights of card and notice.

    What a level folds comes back in rows of one line, as many as there is height for.
    """
    for level in range(LAST_LEVEL + 1):
        flow, pinned = _level(content, level, measure, Spare())
        room = height - _height(pinned)
        if _height(flow) <= room:
            spare = _spare(content, level, room - _height(flow))
            if spare != Spare():
                flow, pinned = _level(content, level, measure, spare)
            return _placed(flow, pinned, level)
        if level in (NEAR_FOLDS, _SLIM) and _leaves_checks(flow, content, room):
            return _placed(flow, pinned, level)
    # The open item is whole before anything: what else there is follows it and is scrolled to.
    return _placed([*flow, *pinned], [], LAST_LEVEL)


@dataclass(frozen=True, slots=True)
class Spare:
    """How many rows have room in one line although their level folds them."""

    items: int = 0
    checks: int = 0


def _spare(content: Content, level: int, room: int) -> Spare:
    items = 0
    if level >= ITEMS_FOLD:
        items = max(0, min(room // scaled(SLIM_ITEM), len(_others(content)) - 1))
        room -= items * scaled(SLIM_ITEM)
    return Spare(items, listed_slim(content, room) if level >= _CHECKS_FOLD else 0)


def _leaves_checks(flow: list[Block], content: Content, room: int) -> bool:
    """True when some failed rows can be seen below the items; the rest is scrolled to."""
    checks = [block for block in flow if block.kind == CHECK]
    if not content.failed:
        return False
    rest = _height(flow) - sum(block.height for block in checks if not block.is_extra)
    return room - rest >= _LEAST_CHECKS * fonts.scaled(HEIGHTS[CHECK])


def _height(blocks: list[Block]) -> int:
    return sum(block.height for block in blocks if not block.is_extra)


def _placed(flow: list[Block], pinned: list[Block], level: int) -> Plan:
    placed, y = [], 0
    for block in flow:
        placed.append(replace(block, y=y))
        y += block.height
    return Plan(tuple(placed), tuple(pinned), y, level)


def _level(
    content: Content, level: int, measure: Callable[[str], int], spare: Spare
) -> tuple[list[Block], list[Block]]:
    flow: list[Block] = []
    pinned: list[Block] = []
    if content.notice:
        flow.append(Block(NOTICE, NOTICE, measure(NOTICE), words=content.notice))
    _needs(content, level, measure, flow, spare.items)
    if level >= _CHECKS_FOLD:
        folded_checks(content, flow, pinned, spare.checks)
    else:
        listed_checks(content, level, flow, pinned)
    if content.ledger and level == 0:
        flow.append(title(LEDGER, tr("Ledger"), content.ledger_title))
        flow.append(Block(LEDGER, "ledger-lines", measure(LEDGER), (content.ledger,)))
    elif content.ledger:
        pinned.append(fold(LEDGER, tr("Ledger"), content.ledger_line, is_ruled=True))
    return flow, pinned


def _needs(
    content: Content, level: int, measure: Callable[[str], int], flow: list[Block], spare: int
) -> None:
    if not content.items and not content.beside:
        return
    right = say.needs_right(content.items, content.beside)
    flow.append(title("needs", tr("Needs you"), right))
    if level >= ITEMS_FOLD and _rest(content):
        _folded_items(content, level, measure, flow, spare)
    else:
        _item_rows(content, _listed(content), level, measure, flow)
        _further(content, level, measure, flow)


def _folded_items(
    content: Content, level: int, measure: Callable[[str], int], flow: list[Block], spare: int
) -> None:
    """With the least height one row stands for all items that have no room beside the open one."""
    is_open = content.is_open(ITEMS)
    listed = _listed(content)
    shown = listed[: spare + 1] if is_open else around(listed, content.open_item, spare)
    if not is_open:
        shown += [each for each in content.beside if _is_card(each, content)]
    kept = {each.id for each in shown}
    folded = [each for each in listed if each.id not in kept]
    rest = [each for each in _rest(content) if each.id not in kept]
    _item_rows(content, shown, level, measure, flow)
    words, right = say.more_items(folded, rest)
    flow.append(fold(ITEMS, words, right, is_open=is_open))
    if is_open:
        _item_rows(content, folded, level, measure, flow, is_extra=True)
        _further(content, level, measure, flow)


def around(items: list[Item], row: str, count: int) -> list[Item]:
    """The item with this id and so many others, those after it first; none where it is not."""
    place = next((n for n, each in enumerate(items) if each.id == row), None)
    if place is None:
        return items[:count]
    first = max(0, min(place, len(items) - count - 1))
    return items[first : first + count + 1]


def _listed(content: Content) -> list[Item]:
    """Items that stand in the open: what is answered has a fold of its own."""
    folded = {each.id for each in _answered(content)}
    return [each for each in content.items if each.id not in folded]


def _others(content: Content) -> list[Item]:
    return [each for each in _listed(content) if not _is_card(each, content)]


def _rest(content: Content) -> list[Item]:
    """Everything that is not the open item."""
    every = (*content.items, *content.beside)
    return [each for each in every if not _is_card(each, content)]


def _further(
    content: Content, level: int, measure: Callable[[str], int], flow: list[Block]
) -> None:
    """What is answered and what is beside the grade, folded until it is asked for."""
    answered = _answered(content)
    if answered:
        words, right = say.answered(answered, content.languages)
        is_open = content.is_open(ANSWERED)
        flow.append(fold(ANSWERED, words, right, is_open=is_open))
        if is_open:
            _item_rows(content, answered, level, measure, flow, is_extra=True)
    if content.beside:
        words, right = say.beside(content.beside)
        is_open = content.is_open(BESIDE)
        flow.append(fold(BESIDE, words, right, is_open=is_open))
        if is_open:
            _item_rows(content, list(content.beside), level, measure, flow, is_extra=True)
    if level < _SLIM:
        flow.append(Block(SPACE, "below-items", fonts.scaled(4)))


def _answered(content: Content) -> list[Item]:
    """What the fold of the answered holds: while it is open the open item keeps its place there."""
    is_open = content.is_open(ANSWERED)
    return [
        each for each in content.items
        if each.is_answered and (is_open or not _is_card(each, content))
    ]  # fmt: skip


def _is_card(item: Item, content: Content) -> bool:
    return item.id == content.open_item


def _item_rows(
    content: Content,
    items: list[Item],
    level: int,
    measure: Callable[[str], int],
    flow: list[Block],
    *,
    is_extra: bool = False,
) -> None:
    """Rows in runs of one height, the card between them."""
    kind = SLIM_ITEM if level >= _SLIM else ITEM
    run: list[Item] = []

    def close() -> None:
        if run:
            flow.append(
                Block(kind, f"{kind}:{run[0].id}", scaled(kind), tuple(run), is_extra=is_extra)
            )
            run.clear()

    for item in items:
        if _is_card(item, content):
            close()
            # The open item counts even below a fold: it always stays.
            sort = COMPACT if level >= LAST_LEVEL else CARD
            flow.append(Block(CARD, CARD, measure(sort), (item,), words=sort))
        else:
            run.append(item)
    close()
