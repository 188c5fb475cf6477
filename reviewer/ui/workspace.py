"""The desk page: queue at the left, pictures in the middle, the question at the right."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from reviewer.ui import fonts, layout, theme
from reviewer.ui.bottom.bottom import LEAST_HEIGHT, BottomPanel
from reviewer.ui.list_pane import ListPane
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.task_header import TaskHeader
from reviewer.ui.widgets import paint

# A list narrower than this has no room for the pass word.
_WORDLESS = 272
# The right panel is never lower than this: headline, one question with its answers, footer.
_LEAST_PANEL = 490


class Workspace(QWidget):
    """Lays the panes out by the width of the window; keeps what the person hid hidden."""

    list_sighted = Signal(bool)

    def __init__(
        self,
        *,
        list_pane: ListPane,
        header: TaskHeader,
        pictures: PictureDesk,
        panel: RightPanel,
        bottom: BottomPanel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.list_pane, self.header, self.pictures = list_pane, header, pictures
        self.panel, self.bottom = panel, bottom
        self.are_panels_hidden = False
        self.is_pictures_only = False
        self._is_list_wanted = True
        self._is_drawer_open = False
        self.is_list_in_sight = True
        self.list_width = self.drawer_height = 0
        self._lay_out()
        self._beside = _Beside(self)
        self._beside.pressed.connect(lambda: self.set_drawer(False))
        self._beside.hide()
        list_pane.widened.connect(self.adapt)
        bottom.hide()

    def _lay_out(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.pictures, 1)
        self._row = QWidget()
        across = QHBoxLayout(self._row)
        across.addWidget(self.list_pane)
        across.addWidget(middle, 1)
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.addWidget(self._row, 1)
        self._upper = QWidget()
        upper = QHBoxLayout(self._upper)
        upper.addWidget(self._left, 1)
        upper.addWidget(self.panel)
        outer = QVBoxLayout(self)
        outer.addWidget(self._upper, 1)
        outer.addWidget(self.bottom)
        for each in (across, left, upper, outer):
            each.setContentsMargins(0, 0, 0, 0)
            each.setSpacing(0)
        self._across, self._outer, self._under_pictures = across, outer, left

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.adapt()

    def adapt(self) -> None:
        """Sizes and visibility for the width there is."""
        sizes = self._widths()
        self.panel.setFixedWidth(sizes.panel)
        self.panel.setVisible(not self.are_panels_hidden or self.is_pictures_only)
        self.header.setVisible(not self.is_pictures_only)
        self.list_pane.set_narrow(sizes.drawer < fonts.scaled(_WORDLESS))
        shown = self._is_list_wanted and not self.are_panels_hidden and not self.is_pictures_only
        if sizes.list:
            self._dock_list(sizes.list)
            self.list_pane.setVisible(shown)
        else:
            self._float_list(sizes.drawer)
            self.list_pane.setVisible(self._is_drawer_open)
        self._beside.setVisible(self._is_drawer_open)
        self._place_drawer()
        is_in_sight = shown and sizes.list > 0
        if is_in_sight != self.is_list_in_sight:
            self.is_list_in_sight = is_in_sight
            self.list_sighted.emit(is_in_sight)

    def _place_drawer(self) -> None:
        """Below everything, or where that would cut the question off, beside the right panel."""
        spared = fonts.scaled(_LEAST_PANEL)
        is_beside = self.height() - fonts.scaled(LEAST_HEIGHT) < spared
        place = self._under_pictures if is_beside else self._outer
        if place.indexOf(self.bottom) < 0:
            is_shown = not self.bottom.isHidden()
            place.addWidget(self.bottom)
            self.bottom.setVisible(is_shown)
        self.bottom.set_height(self.drawer_height, self.height(), spared=0 if is_beside else spared)

    def _widths(self) -> layout.Widths:
        return layout.widths(
            self.width(), needed=self.list_pane.model.widest, chosen=self.list_width
        )

    def set_list_width(self, width: int) -> None:
        """The width that the person dragged the list to; 0 follows the window."""
        self.list_width = width
        self.adapt()

    def set_drawer_height(self, height: int) -> None:
        """The height that the person dragged the lower panel to; 0 follows the window."""
        self.drawer_height = height
        self.adapt()

    def _dock_list(self, width: int) -> None:
        if self._across.indexOf(self.list_pane) < 0:
            self._across.insertWidget(0, self.list_pane)
        self.list_pane.setFixedWidth(width)
        self._is_drawer_open = False

    def _float_list(self, width: int) -> None:
        if self._across.indexOf(self.list_pane) >= 0:
            self._across.removeWidget(self.list_pane)
            self.list_pane.setParent(self)
            self._is_drawer_open = False
        self.list_pane.setFixedWidth(width)
        self.list_pane.setGeometry(0, 0, width, self._row.height())
        self._beside.setGeometry(width, 0, self.width() - width, self._row.height())
        self._beside.raise_()
        self.list_pane.raise_()

    @property
    def is_drawer(self) -> bool:
        """True where the list lies over the pictures."""
        return self.width() < layout.NARROW

    def toggle_list(self) -> None:
        """Show or hide the list; a drawer takes the keyboard while it is open."""
        if self.is_drawer:
            self.set_drawer(not self._is_drawer_open)
            return
        self._is_list_wanted = not self._is_list_wanted
        self.adapt()

    def set_drawer(self, is_open: bool) -> None:
        """Open or close the drawer."""
        was_open, self._is_drawer_open = self._is_drawer_open, is_open and self.is_drawer
        self.adapt()
        if self._is_drawer_open:
            self.list_pane.view.setFocus()
            self.list_pane.show_current()
        elif was_open:
            self.setFocus()

    @property
    def is_drawer_open(self) -> bool:
        """True while the drawer lies over the pictures."""
        return self._is_drawer_open

    def show_list(self) -> None:
        """Make the list visible, however it was hidden."""
        self.are_panels_hidden = self.is_pictures_only = False
        self._is_list_wanted = True
        if self.is_drawer:
            self.set_drawer(True)
        self.adapt()

    def toggle_panels(self) -> None:
        """Side panels away, and back."""
        self.are_panels_hidden = not self.are_panels_hidden
        self.adapt()

    def toggle_pictures_only(self) -> None:
        """Everything away but pictures and the question."""
        self.is_pictures_only = not self.is_pictures_only
        self.adapt()

    def paintEvent(self, _event: object) -> None:
        with QPainter(self) as painter:
            tokens = theme.of(self)
            painter.fillRect(self.rect(), self.palette().window())
            corner = QRectF(self.rect()).topLeft()
            paint.hairline(painter, corner, self.width(), tokens.line)


class _Beside(QWidget):
    """What lies beside an open drawer: a press there closes it and does nothing else."""

    pressed = Signal()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit()
