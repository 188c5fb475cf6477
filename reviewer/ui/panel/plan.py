"""Which blocks the panel shows at a height, and what folds first when there is little of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reviewer.model.ledger import PASS
from reviewer.session.panel import CheckRow, Item
from reviewer.ui import fonts
from reviewer.ui.panel import plan_words as say
from reviewer.ui.panel.ledger_short import ShortLine

NOTICE, TITLE, CARD, SPACE = "notice", "title", "card", "space"
FOLD, RULED_FOLD = "fold", "ruled-fold"
ITEM, SLIM_ITEM, CHECK, SLIM_CHECK, LEDGER = "item", "slim-item", "check", "slim-check", "ledger"
ANSWERED, BESIDE, ITEMS, CHECKS, PASSED = "answered", "beside", "items", "checks", "passed"
HEIGHTS = {
    TITLE: 32, FOLD: 32, RULED_FOLD: 32, SPACE: 8, ITEM: 44, SLIM_ITEM: 28, CHECK: 44, SLIM_CHECK: 28,
}  # fmt: skip
_LAST_LEVEL = 5
_CHECKS_FOLD = 3
_SLIM = 4
_LEAST_CHECKS = 2


@dataclass(frozen=True, slots=True)
class Content:
    """One task's rows, sorted by where they stand; `open_item` is shown as a card."""

    items: tuple[Item, ...] = ()
    beside: tuple[Item, ...] = ()
    failed: tuple[CheckRow, ...] = ()
    near: tuple[CheckRow, ...] = ()
    passed: tuple[CheckRow, ...] = ()
    ledger: tuple[ShortLine, ...] = ()
    ledger_line: str = ""
    ledger_title: str = ""
    open_item: str = ""
    notice: str = ""
    opened: Mapping[str, bool] = field(default_factory=dict)

    @property
    def checks(self) -> int:
        """How many checks there are."""
        return len(self.failed) + len(self.near) + len(self.passed)

    def is_open(self, fold: str) -> bool:
        """Whether the person, or the row they are on, opened a fold."""
        if fold == BESIDE and any(item.id == self.open_item for item in self.beside):
            return True
        return self.opened.get(fold, fold == BESIDE and not self.items and len(self.beside) < 4)


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one sort and height; `key` names a fold or section."""

    kind: str
    key: str
    each: int
    rows: Sequence[object] = (None,)
    words: str = ""
    right: str = ""
    is_open: bool = False
    is_extra: bool = False
    y: int = 0

    @property
    def height(self) -> int:
        """Of all its rows."""
        return self.each * len(self.rows)


@dataclass(frozen=True, slots=True)
class Plan:
    """The blocks that scroll, those at the bottom, and the height of what scrolls."""

    flow: tuple[Block, ...]
    pinned: tuple[Block, ...]
    height: int
    level: int


def plan(content: Content, height: int, measure: Callable[[str], int]) -> Plan:
    """The fullest level that fits `height`; `measure` gives the heights of card and notice."""
    made = [_level(content, level, measure) for level in range(_LAST_LEVEL + 1)]
    for level, (flow, pinned) in enumerate(made):
        room = height - _height(pinned)
        if _height(flow) <= room:
            return _placed(flow, pinned, level)
        if level == _CHECKS_FOLD - 1 and _leaves_checks(flow, content, room):
            return _placed(flow, pinned, level)
    return _placed(*made[-1], _LAST_LEVEL)


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
    content: Content, level: int, measure: Callable[[str], int]
) -> tuple[list[Block], list[Block]]:
    flow: list[Block] = []
    pinned: list[Block] = []
    if content.notice:
        flow.append(Block(NOTICE, NOTICE, measure(NOTICE), words=content.notice))
    _needs(content, level, measure, flow)
    if level >= _CHECKS_FOLD:
        _folded_checks(content, flow, pinned)
    else:
        _checks(content, level, flow, pinned)
    if content.ledger and level == 0:
        flow.append(_title(LEDGER, "Ledger", content.ledger_title))
        flow.append(Block(LEDGER, "ledger-lines", measure(LEDGER), (content.ledger,)))
    elif content.ledger:
        pinned.append(_fold(LEDGER, "Ledger", content.ledger_line, is_ruled=True))
    return flow, pinned


def _needs(
    content: Content, level: int, measure: Callable[[str], int], flow: list[Block]
) -> None:
    if not content.items and not content.beside:
        return
    flow.append(_title("needs", "Needs you", say.needs_right(content.items, content.beside)))
    shown = [each for each in content.items if not each.is_answered or _is_card(each, content)]
    others = [each for each in shown if not _is_card(each, content)]
    is_folded = level >= _LAST_LEVEL and len(others) > 0
    if is_folded and not content.is_open(ITEMS):
        shown = [each for each in shown if _is_card(each, content)]
    _item_rows(content, shown, level, measure, flow)
    if is_folded:
        words, right = say.more_items(others)
        flow.append(_fold(ITEMS, words, right, is_open=content.is_open(ITEMS)))
    answered = [each for each in content.items if each.is_answered and not _is_card(each, content)]
    if answered:
        words, right = say.answered(answered)
        is_open = content.is_open(ANSWERED)
        flow.append(_fold(ANSWERED, words, right, is_open=is_open))
        if is_open:
            _item_rows(content, answered, level, measure, flow, is_extra=True)
    if content.beside:
        words, right = say.beside(content.beside)
        is_open = content.is_open(BESIDE)
        flow.append(_fold(BESIDE, words, right, is_open=is_open))
        if is_open:
            _item_rows(content, list(content.beside), level, measure, flow, is_extra=True)
    if level < _SLIM:
        flow.append(Block(SPACE, "below-items", fonts.scaled(4)))


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
                Block(kind, f"{kind}:{run[0].id}", _scaled(kind), tuple(run), is_extra=is_extra)
            )
            run.clear()

    for item in items:
        if _is_card(item, content):
            close()
            # The open item counts even below a fold: it always stays.
            flow.append(Block(CARD, CARD, measure(CARD), (item,)))
        else:
            run.append(item)
    close()


def _checks(content: Content, level: int, flow: list[Block], pinned: list[Block]) -> None:
    near = () if level >= _CHECKS_FOLD - 1 else content.near
    listed = (*content.failed, *near)
    if listed:
        words = "Failed or near" if content.near else "Failed"
        flow.append(_title("checks", words, f"{say.count(len(content.failed) + len(content.near))}"
                           f" of {say.count(content.checks)}"))
        flow.append(Block(CHECK, CHECK, _scaled(CHECK), listed))
        flow.append(Block(SPACE, "below-checks", fonts.scaled(6)))
    folded = content.near if level >= _CHECKS_FOLD - 1 else ()
    if not content.passed and not folded:
        return
    words, right = say.passed(content.passed, folded, has_failed=bool(listed))
    is_open = content.is_open(PASSED)
    fold = _fold(PASSED, words, right, is_open=is_open, is_ruled=True)
    if level >= _CHECKS_FOLD - 1 and not is_open:
        pinned.append(fold)
        return
    flow.append(fold)
    if is_open:
        if folded:
            flow.append(Block(CHECK, "near", _scaled(CHECK), folded, is_extra=True))
        flow.append(
            Block(SLIM_CHECK, PASSED, _scaled(SLIM_CHECK), content.passed, is_extra=True)
        )


def _folded_checks(content: Content, flow: list[Block], pinned: list[Block]) -> None:
    if not content.checks:
        return
    words, right = say.all_checks(content.failed, content.near, content.passed)
    is_open = content.is_open(CHECKS)
    fold = _fold(CHECKS, words, right, is_open=is_open, is_ruled=True)
    if not is_open:
        pinned.append(fold)
        return
    flow.append(fold)
    listed = (*content.failed, *content.near)
    if listed:
        flow.append(Block(CHECK, CHECK, _scaled(CHECK), listed, is_extra=True))
    if content.passed:
        slim = _scaled(SLIM_CHECK)
        flow.append(Block(SLIM_CHECK, PASSED, slim, content.passed, is_extra=True))


def failed_and_near(
    rows: Sequence[CheckRow],
) -> tuple[tuple[CheckRow, ...], tuple[CheckRow, ...]]:
    """Rows that need a look, parted into those that did not pass and those that did, barely."""
    failed = tuple(row for row in rows if row.state != PASS)
    return failed, tuple(row for row in rows if row.state == PASS)


def _scaled(kind: str) -> int:
    return fonts.scaled(HEIGHTS[kind])


def _title(key: str, words: str, right: str) -> Block:
    return Block(TITLE, key, _scaled(TITLE), words=words, right=right)


def _fold(
    key: str, words: str, right: str, *, is_open: bool = False, is_ruled: bool = False
) -> Block:
    kind = RULED_FOLD if is_ruled else FOLD
    return Block(kind, key, _scaled(kind), words=words, right=right, is_open=is_open)
