"""What the parts of the panel say to it, and what it passes on to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.ui.panel.row_menu import show_menu

if TYPE_CHECKING:
    from reviewer.ui.panel.panel import RightPanel


def connect(panel: RightPanel) -> None:
    """Connect rows, folds and footer."""
    maker = panel.maker
    maker.pressed.connect(panel.press_row)
    maker.menu_wanted.connect(lambda row, at: show_menu(panel, row, at))
    maker.fold_pressed.connect(panel.toggle)
    maker.ledger_pressed.connect(panel.ledger_wanted)
    maker.answered.connect(panel.answer_given)
    maker.raw_wanted.connect(panel.raw_wanted)
    maker.dispute_wanted.connect(panel.dispute_wanted)
    maker.reason_wanted.connect(panel.reason_wanted)
    maker.grown.connect(panel.arrange)
    panel.pinned.pressed.connect(panel.toggle)
    panel.footer.agree_wanted.connect(panel.agree_wanted)
    panel.footer.complete_wanted.connect(panel.complete_wanted)
