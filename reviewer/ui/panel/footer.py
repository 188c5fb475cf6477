"""The footer: agree with all, complete and next, or what is still missing."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.panel.row_widget import EDGE
from reviewer.ui.panel.view import PanelView
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.labels import ElidedLabel


class Footer(paint.Painted, QWidget):
    """Primary only when nothing is left to answer."""

    agree_wanted = Signal()
    complete_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = PanelView()
        self.agree = Button(self.tr("Agree with all"), key="Y", height=32)
        self.complete = Button(self.tr("Complete and next"), key="Ctrl ↵", height=32)
        self.said = ElidedLabel("", step="s", role="text2")
        row = QHBoxLayout(self)
        edge = fonts.scaled(EDGE)
        row.setContentsMargins(edge, 1, edge, 0)
        row.setSpacing(fonts.scaled(8))
        row.addWidget(self.agree)
        row.addWidget(self.said, 1)
        row.addStretch(0)
        row.addWidget(self.complete)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.agree.clicked.connect(self.agree_wanted)
        self.complete.clicked.connect(self.complete_wanted)

    def sizeHint(self) -> QSize:
        return QSize(200, fonts.scaled(48))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, fonts.scaled(48))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def set_view(self, view: PanelView, *, is_blind: bool) -> None:
        """What is left, and what may be pressed."""
        self._view = view
        left = view.rows.unanswered if view.rows else 0
        is_ready = view.is_complete_possible and view.rows is not None
        self.complete.set_kind("primary" if is_ready and not left and not view.is_done else "plain")
        self.complete.setEnabled(is_ready)
        why = view.busy or view.error or self.tr("the result is not on the screen yet")
        self.complete.setToolTip("" if is_ready else self.tr("Not yet: ") + why[:200])
        self.agree.setEnabled(is_ready and not is_blind)
        self.agree.setToolTip(
            self.tr("Off in blind mode: answer each item") if is_blind
            else self.tr("Agree with all, complete, next (Y)")
        )  # fmt: skip
        self._fit()

    def _fit(self) -> None:
        """Words instead of the second button where both do not fit, or nothing is open."""
        view = self._view
        left = view.rows.unanswered if view.rows else 0
        room = self.width() - 2 * fonts.scaled(EDGE) - self.complete.sizeHint().width()
        fits = room >= self.agree.sizeHint().width() + fonts.scaled(8)
        self.agree.setVisible(bool(left) and fits and not view.is_done)
        words = self._words(left)
        if fonts.width(words, "s") > room - fonts.scaled(8):
            words = f"{left} left" if left else ""
        self.said.setVisible(self.agree.isHidden())
        self.said.set_words(words)

    def _words(self, left: int) -> str:
        view = self._view
        if view.is_done:
            return self.tr("reviewed")
        if view.rows is None:
            return ""
        if left:
            return f"{left} unanswered"
        asked = any(not item.is_uncovered for item in view.rows.needs)
        return self.tr("all answered") if asked else self.tr("nothing to answer")

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(QRectF(self.rect()), self.palette().window())
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
