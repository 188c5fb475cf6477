"""Where headline, rows, folds and footer stand in the panel, and what of the rows has room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize

from reviewer.ui import fonts
from reviewer.ui.panel.blocks import Content, Plan
from reviewer.ui.panel.body import RowsArea
from reviewer.ui.panel.footer import Footer
from reviewer.ui.panel.headline import HeadlineBlock
from reviewer.ui.panel.pinned import Pinned
from reviewer.ui.panel.plan import ITEMS_FOLD, plan

_TIGHT = 560
_EDGE = 1


@dataclass(frozen=True, slots=True)
class Frame:
    """The four parts, from the top down; placed by hand and at once, as a layout would show the
    old heights for one frame."""

    headline: HeadlineBlock
    body: RowsArea
    pinned: Pinned
    footer: Footer

    def arrange(self, content: Content, size: QSize, measure: Callable[[str], int]) -> Plan:
        """Place the parts in a panel of this size; what the rows between them are."""
        width = size.width() - _EDGE
        foot = self.footer.sizeHint().height()
        top, found = self._plan(content, size.height() - foot, width, measure, is_tight=False)
        if found.level >= ITEMS_FOLD and size.height() < fonts.scaled(_TIGHT):
            top, found = self._plan(content, size.height() - foot, width, measure, is_tight=True)
        self.pinned.set_blocks(found.pinned)
        low = sum(block.height for block in found.pinned)
        middle = max(0, size.height() - top - foot - low)
        self.headline.setGeometry(_EDGE, 0, width, top)
        self.body.setGeometry(_EDGE, top, width, middle)
        self.pinned.setGeometry(_EDGE, top + middle, width, low)
        self.footer.setGeometry(_EDGE, size.height() - foot, width, foot)
        return found

    def _plan(
        self,
        content: Content,
        height: int,
        width: int,
        measure: Callable[[str], int],
        *,
        is_tight: bool,
    ) -> tuple[int, Plan]:
        """The headline's height, and what stands below it."""
        self.headline.set_tight(is_tight)
        top = self.headline.height_for(width)
        return top, plan(content, height - top, measure)
