"""Numbers of a maze's cells on the pictures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from reviewer.model import Mark
from reviewer.ui.pictures.marks import draw_marks


def drawn(side: float, labels: tuple[str, ...]) -> QImage:
    """Cells beside each other, each with its number, on white."""
    image = QImage(round(side * len(labels)), round(side), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    marks = [
        Mark("number", (n * side, 0.0, side, side), label, "ok") for n, label in enumerate(labels)
    ]
    painter = QPainter(image)
    draw_marks(painter, marks, QPointF, QSizeF(image.size()))
    painter.end()
    return image


def is_bare(image: QImage, column: int) -> bool:
    return all(image.pixelColor(column, y).lightness() > 200 for y in range(image.height()))


@pytest.mark.parametrize("side", [18.0, 20.0, 24.0, 40.0])
def test_numbers_of_cells_beside_each_other_stay_apart(qapp: QApplication, side: float) -> None:
    image = drawn(side, ("28", "29", "20"))
    for number in range(3):
        columns = range(round(number * side), round((number + 1) * side))
        assert not all(is_bare(image, column) for column in columns)
    for edge in (side, 2 * side):
        assert any(is_bare(image, round(edge) + off) for off in (-1, 0, 1))


def test_in_cells_too_small_for_numbers_every_fifth_stands(qapp: QApplication) -> None:
    image = drawn(14.0, ("28", "29", "30"))
    seen = [
        not all(is_bare(image, column) for column in range(n * 14 + 2, n * 14 + 12))
        for n in range(3)
    ]
    assert seen == [False, False, True]
