"""Fold rows that stand at the bottom when height is short."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from reviewer.ui.panel.blocks import Block
from reviewer.ui.panel.fold import PanelFold


class Pinned(QWidget):
    """What height folded away, one line each."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, PanelFold] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_blocks(self, blocks: tuple[Block, ...]) -> None:
        """Show these folds."""
        keys = [block.key for block in blocks]
        if keys != list(self._rows):
            self._rebuild(keys)
        for block in blocks:
            self._rows[block.key].set_words(block.words, block.right)
        self.setFixedHeight(sum(block.height for block in blocks))

    def set_ring(self, fold: str) -> None:
        """Which of them keys act on; an empty string for none."""
        for key, row in self._rows.items():
            row.set_ring(key == fold)

    def _rebuild(self, keys: list[str]) -> None:
        for row in self._rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = {key: PanelFold(is_ruled=True, parent=self) for key in keys}
        for key, row in self._rows.items():
            row.clicked.connect(lambda _=False, key=key: self.pressed.emit(key))
            self._column.addWidget(row)
            row.show()
