"""The blocks of the panel: what a task's rows are sorted into before they are laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reviewer.model.ledger import PASS
from reviewer.session.panel import CheckRow, Item
from reviewer.ui import fonts
from reviewer.ui.panel.ledger_short import ShortLine
from reviewer.ui.panel.words import BOTH

NOTICE, TITLE, CARD, SPACE = "notice", "title", "card", "space"
FOLD, RULED_FOLD = "fold", "ruled-fold"
COMPACT = "compact"
ITEM, SLIM_ITEM, CHECK, SLIM_CHECK, LEDGER = "item", "slim-item", "check", "slim-check", "ledger"
ANSWERED, BESIDE, ITEMS, CHECKS, PASSED = "answered", "beside", "items", "checks", "passed"
HEIGHTS = {
    TITLE: 32, FOLD: 32, RULED_FOLD: 32, ITEM: 44, SLIM_ITEM: 28, CHECK: 44, SLIM_CHECK: 28,
}  # fmt: skip


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
    languages: str = BOTH

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


def failed_and_near(
    rows: Sequence[CheckRow],
) -> tuple[tuple[CheckRow, ...], tuple[CheckRow, ...]]:
    """Rows that need a look, parted into those that did not pass and those that did, barely."""
    failed = tuple(row for row in rows if row.state != PASS)
    return failed, tuple(row for row in rows if row.state == PASS)


def scaled(kind: str) -> int:
    """The height of one row of a kind."""
    return fonts.scaled(HEIGHTS[kind])


def title(key: str, words: str, right: str) -> Block:
    """A section's title."""
    return Block(TITLE, key, scaled(TITLE), words=words, right=right)


def fold(
    key: str, words: str, right: str, *, is_open: bool = False, is_ruled: bool = False
) -> Block:
    """A row that folds others away."""
    kind = RULED_FOLD if is_ruled else FOLD
    return Block(kind, key, scaled(kind), words=words, right=right, is_open=is_open)
