"""A result that is text: its lines in the pane, those that were found marked and in view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui import fonts, theme
from reviewer.ui.pictures import text_lines
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.text_lines import ShownText
from reviewer.ui.pictures.view import PictureView

LINES = tuple(f"(option-{number} {number})" for number in range(1, 201))


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> Iterator[PictureView]:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")
    made = PictureView(Camera(), "result")
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    yield made
    made.hide()


def wheel(view: PictureView, notches: int) -> None:
    middle = QPointF(200, 150)
    QApplication.sendEvent(
        view,
        QWheelEvent(
            middle, QPointF(view.mapToGlobal(middle.toPoint())), QPoint(), QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        ),
    )  # fmt: skip


def test_the_line_that_was_found_is_in_view_and_marked(view: PictureView) -> None:
    view.set_text(ShownText(LINES, frozenset({120, 3}), 120))
    top, seen = view.text_top(), text_lines.rows_seen(300)
    assert top < 120 <= top + seen
    image = view.grab().toImage()
    row = 12 + (120 - top - 1) * text_lines.line_height() + 4
    assert image.pixelColor(390, row) == QColor(theme.of(view).sel)
    assert image.pixelColor(390, row + text_lines.line_height()) == QColor(theme.of(view).panel)
    assert view.accessibleDescription() == "line 3: (option-3 3); line 120: (option-120 120)"


def test_lines_are_scrolled_and_stay_where_they_are(view: PictureView, qtbot: QtBot) -> None:
    view.set_text(ShownText(LINES, frozenset({100}), 100))
    start = view.text_top()
    wheel(view, -1)
    assert view.text_top() == start + 3
    # Another row of the same text is found; nothing jumps.
    view.set_text(ShownText(LINES, frozenset({100, 5}), 100))
    assert view.text_top() == start + 3
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert view.text_top() == start + 3 + text_lines.rows_seen(300)
    wheel(view, -100)
    assert view.text_top() == len(LINES) - text_lines.rows_seen(300)
    view.set_text(ShownText(LINES, frozenset({100, 5}), 5))
    assert view.text_top() == 0


def test_a_text_counts_as_seen_once_it_is_painted(view: PictureView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.painted, timeout=5_000) as seen:
        view.set_text(ShownText(("(a 1)",)))
    assert seen.signal_triggered
