"""What can be done with one row, for the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from reviewer.session.panel import CheckRow, Item
from reviewer.ui.panel import words

if TYPE_CHECKING:
    from reviewer.ui.panel.panel import RightPanel

Row = Item | CheckRow


def row_menu(owner: QWidget, row: Row) -> QMenu:
    """The menu of a row; each action carries a word that says what is wanted."""
    menu = QMenu(owner)
    entries = [(owner.tr("Show the evidence") + "\tE", "evidence")]
    if isinstance(row, Item):
        if row.mine is not None:
            entries.append((owner.tr("Give a reason…") + "\tR", "reason"))
        if row.opinion is not None and row.opinion.raw:
            entries.append((owner.tr("Raw reply…"), "raw"))
        if row.may_settle:
            entries.append((owner.tr("Settle a disagreement…"), "settle"))
    entries.append((owner.tr("Dispute…") + "\t!", "dispute"))
    entries.append((owner.tr("Copy the question"), "copy"))
    for text, name in entries:
        menu.addAction(text).setData(name)
    return menu


def show_menu(panel: RightPanel, row: str, at: QPointF) -> None:
    """Show the menu of a row and say what was chosen through the panel's signals."""
    found = panel.row(row)
    if found is None:
        return
    menu = row_menu(panel, found)
    chosen = menu.exec(at.toPoint())
    acts = {
        "evidence": panel.row_opened,
        "dispute": panel.dispute_wanted,
        "reason": panel.reason_wanted,
        "raw": panel.raw_wanted,
    }
    name = str(chosen.data() or "") if chosen is not None else ""
    if name in acts:
        acts[name].emit(row)
    elif name == "settle":
        panel.editors.settle(row)
    elif name == "copy":
        QApplication.clipboard().setText("\n".join(words.asked(found, words.BOTH)).strip())
    menu.deleteLater()
