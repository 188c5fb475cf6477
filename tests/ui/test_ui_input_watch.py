"""Any input keeps the clock of the review going."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.ui.input_watch import InputWatch

PLAIN = Qt.KeyboardModifier.NoModifier


def wheel(widget: QWidget) -> None:
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, 0), QPoint(0, 120), Qt.MouseButton.NoButton, PLAIN,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


INPUTS = {
    "key": lambda widget: QTest.keyPress(widget, Qt.Key.Key_A),
    "mouse": lambda widget: QTest.mousePress(widget, Qt.MouseButton.LeftButton),
    "movement": lambda widget: QTest.mouseMove(widget, QPoint(3, 3)),
    "wheel": wheel,
}


@pytest.mark.parametrize("kind", INPUTS)
def test_every_sort_of_input_is_seen(qtbot, kind) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setMouseTracking(True)
    widget.show()
    qtbot.waitExposed(widget)
    touched = []
    watch = InputWatch(widget, lambda: touched.append(kind))
    widget.repaint()
    before = len(touched)
    INPUTS[kind](widget)
    qtbot.waitUntil(lambda: len(touched) > before, timeout=2000)
    assert set(touched) == {kind}
    QApplication.instance().removeEventFilter(watch)
