"""Where the parts of the window go, by its width: panels, drawer, lower panel."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from reviewer.ui import fonts
from reviewer.ui.widgets.scroll_bar import thin_bars

WIDE = 1500
NARROW = 1200
# The smallest screen that everything fits on without scrolling, less a title bar and a task bar.
COMFORTABLE = (820, 400)
# The window itself can be smaller than any screen; what does not fit is reached by scrolling.
SMALLEST = (480, 320)


# What a list may take at most that lies over the pictures, or that the person made wider.
_DRAWER_SHARE = 0.4
_CHOSEN_SHARE = 0.4
_LEAST_LIST = 160


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the side panels; a list of 0 is a drawer over the pictures."""

    list: int
    panel: int
    drawer: int


def widths(window: int, *, needed: int, chosen: int) -> Widths:
    """The widths for a window of this width in logical pixels.

    `needed` is what the names of the list take, `chosen` what the person dragged it to; 0 is none.
    A list beside the pictures leaves them their room whatever its names take: it shortens them.
    """
    is_wide, is_drawer = window >= WIDE, window < NARROW
    if chosen:
        found = min(max(chosen, fonts.scaled(_LEAST_LIST)), round(window * _CHOSEN_SHARE))
    elif is_drawer:
        found = max(fonts.scaled(272), min(needed, round(window * _DRAWER_SHARE)))
    else:
        found = fonts.scaled(272 if is_wide else 208)
    panel = 296 if is_drawer else 400 if is_wide else 320
    return Widths(0 if is_drawer else found, fonts.scaled(panel), found)


class _Held(QWidget):
    """Gives a page all the room, and no less than it can be used in.

    It has no layout of its own: one whose height follows its width would ask the scroll area for
    the height at which nothing is folded.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self._page = page
        page.setParent(self)
        self.setMinimumSize(QSize(*(fonts.scaled(side) for side in COMFORTABLE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._page.setGeometry(self.rect())


def scrolling(page: QWidget) -> QScrollArea:
    """A frame that scrolls the page once there is less room than it can be used in."""
    area = QScrollArea()
    area.setObjectName("page")
    area.setWidget(_Held(page))
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    thin_bars(area)
    return area
