"""Asking before code from strangers runs: every sentence whole, and Enter means no."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from reviewer.ui import fonts
from reviewer.ui.widgets.dialog import Dialog, focus_first
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.scroll_bar import thin_bars

Row = tuple[str, str]


class RunDialog(Dialog):
    """What would run and what it can reach, to be read to the end."""

    def __init__(
        self, title: str, about: str, rows: Sequence[Row], accept: str,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(title, about, accept=accept, parent=parent)
        self.about.set_most(0)
        self.rows = [
            (ElidedLabel(words, step="m", most=0), ElidedLabel(value, role="text2"))
            for words, value in rows
        ]
        inside = QWidget()
        grid = QGridLayout(inside)
        pad = fonts.scaled(24)
        grid.setContentsMargins(pad, fonts.scaled(4), pad, fonts.scaled(12))
        grid.setHorizontalSpacing(fonts.scaled(16))
        grid.setVerticalSpacing(fonts.scaled(8))
        grid.setColumnStretch(0, 1)
        for number, (words, value) in enumerate(self.rows):
            grid.addWidget(words, number, 0)
            if value.words():
                value.setFixedWidth(fonts.width(value.words(), "m") + fonts.scaled(8))
                grid.addWidget(value, number, 1, Qt.AlignmentFlag.AlignTop)
        grid.setRowStretch(len(self.rows), 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        thin_bars(area)
        area.setWidget(inside)
        self.body.addWidget(area, 1)
        self.fit(640, min(620, 200 + 40 * max(3, len(self.rows))))
        # A hand on Enter must not run what nobody has read.
        focus_first(self.cancel_button)


def ask(
    title: str, about: str, rows: Sequence[Row], *, accept: str, parent: QWidget | None = None
) -> bool:
    """Show the list and wait for the person's word; True to go on."""
    dialog = RunDialog(title, about, rows, accept, parent)
    said = dialog.exec()
    dialog.deleteLater()
    return bool(said)
