"""Rows of a form in our dialogs: words at the left, the control at the right; a file field."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from reviewer.ui import fonts, theme
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import IconButton
from reviewer.ui.widgets.scroll_bar import thin_bars

_ROW, _LABEL = 40, 168


class FormRow(paint.Painted, QWidget):
    """Words at the left and a control beside them; a wide control takes the rest of the row."""

    def __init__(
        self, words: str, control: QWidget, *, is_wide: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        row = QHBoxLayout(self)
        row.setContentsMargins(fonts.scaled(_LABEL), 0, 0, 0)
        row.addWidget(control, 1 if is_wide else 0)
        if not is_wide:
            row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(400), fonts.scaled(_ROW))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        line = QRectF(0, 0, fonts.scaled(_LABEL - 12), self.height())
        paint.text(painter, line, self._words, font=fonts.font("m"), color=tokens.text2)


class FileField(QWidget):
    """A path, typed or chosen; `is_new` asks for a file to be made."""

    changed = Signal(str)

    def __init__(
        self, name: str, *, hint: str = "", filter_words: str = "", is_new: bool = False,
        is_folder: bool = False, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._name, self._filter, self._is_new, self._is_folder = (
            name, filter_words, is_new, is_folder,
        )  # fmt: skip
        self.line = QLineEdit()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(name)
        self.choose = IconButton("folder", tr("Choose: {name}").format(name=name))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        row.addWidget(self.choose)
        self.line.textChanged.connect(lambda text: self.changed.emit(text.strip()))
        self.choose.clicked.connect(self._ask)
        self.setFocusProxy(self.line)

    def path(self) -> str:
        """What was typed or chosen."""
        return self.line.text().strip()

    def _ask(self) -> None:
        now = self.line.text()
        if self._is_folder:
            chosen = QFileDialog.getExistingDirectory(self, self._name, now)
        elif self._is_new:
            chosen, _ = QFileDialog.getSaveFileName(self, self._name, now, self._filter)
        else:
            chosen, _ = QFileDialog.getOpenFileName(self, self._name, now, self._filter)
        if chosen:
            self.line.setText(chosen)


def scrolled(widget: QWidget) -> QScrollArea:
    """A widget that scrolls up and down, without a frame."""
    area = QScrollArea()
    area.setWidget(widget)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    thin_bars(area)
    return area


def column_in(body: QVBoxLayout, *, stretch: int = 0) -> QVBoxLayout:
    """A column with the dialog's margins."""
    pad = fonts.scaled(24)
    column = QVBoxLayout()
    column.setContentsMargins(pad, 0, pad, 0)
    column.setSpacing(0)
    body.addLayout(column, stretch)
    return column
