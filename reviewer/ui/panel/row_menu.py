"""What can be done with one row, for the mouse."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from reviewer.session.panel import CheckRow, Item

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
    entries.append((owner.tr("Dispute…") + "\t!", "dispute"))
    entries.append((owner.tr("Copy the question"), "copy"))
    for text, name in entries:
        menu.addAction(text).setData(name)
    return menu
