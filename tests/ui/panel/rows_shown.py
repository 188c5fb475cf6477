"""What the middle of the panel shows, as a person sees it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from reviewer.ui.panel.panel import RightPanel


def rows_shown(panel: RightPanel) -> list[QWidget]:
    """The row widgets on the screen, from the top down."""
    inside = panel.body.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    rows = [each for each in inside if each is not panel.body.bar and not each.isHidden()]
    return sorted(rows, key=lambda each: each.y())
