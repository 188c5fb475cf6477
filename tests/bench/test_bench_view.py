"""Flip, pan and zoom of an 8000×6000 picture: p95 at most 16 ms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from reviewer.ui.pictures import canvas
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.source import Picture, prepare

SIZE = (8000, 6000)
VIEW = QSizeF(1600, 1000)
MIDDLE = QPointF(800, 500)


@pytest.fixture(scope="module")
def large(qapp: QApplication) -> Picture:
    block = np.random.default_rng(3).integers(0, 256, (600, 800, 3), np.uint8)
    array = np.tile(block, (10, 10, 1))
    return Picture(prepare(array), SIZE, True, array)


def paint(picture: Picture, camera: Camera, image: QImage) -> None:
    with QPainter(image) as painter:
        canvas.draw_picture(painter, picture, camera.rect(SIZE, "result", VIEW), VIEW)


@pytest.fixture
def camera(qapp: QApplication) -> Camera:
    made = Camera()
    made.set_reference(SIZE)
    made.set_lead(VIEW)
    return made


def under(picture: Picture, camera: Camera, at: QPointF) -> np.ndarray[Any, Any]:
    """The block of the picture that a point of the view should show; it repeats every 800×600."""
    place = camera.rect(SIZE, "result", VIEW)
    column = int((at.x() - place.left()) / place.width() * SIZE[0])
    row = int((at.y() - place.top()) / place.height() * SIZE[1])
    return picture.pixels[row, column]


def shown(image: QImage, at: QPointF) -> tuple[int, ...]:
    color = image.pixelColor(at.toPoint())
    return color.red(), color.green(), color.blue()


@pytest.mark.parametrize("zoom", [0.17, 0.24, 0.49, 0.75, 1.0, 3.3])
def test_pan(benchmark: Any, large: Picture, camera: Camera, zoom: float) -> None:
    image = QImage(1600, 1000, QImage.Format.Format_RGB32)
    camera.look_at(0.4, 0.4, zoom=zoom)

    def frame() -> None:
        camera.pan(-7, -3, size=SIZE, key="result")
        paint(large, camera, image)

    before = camera.rect(SIZE, "result", VIEW)
    benchmark.pedantic(frame, rounds=60, warmup_rounds=3)
    after = camera.rect(SIZE, "result", VIEW)
    assert after.size() == before.size()
    if before.width() > VIEW.width():
        assert after.left() < before.left()
    if zoom >= 1.0:
        assert shown(image, MIDDLE) == tuple(under(large, camera, MIDDLE))


def test_zoom(benchmark: Any, large: Picture, camera: Camera) -> None:
    image = QImage(1600, 1000, QImage.Format.Format_RGB32)
    camera.fit()

    def frame() -> None:
        factor = 1.1 if camera.zoom < 3 else 0.05
        camera.zoom_by(factor, anchor=QPointF(200, 100), size=SIZE, key="result")
        paint(large, camera, image)

    zooms: list[float] = []

    def noted() -> None:
        frame()
        zooms.append(camera.zoom)

    benchmark.pedantic(noted, rounds=80, warmup_rounds=3)
    assert len(set(zooms)) > 20
    assert max(zooms) > 3 > min(zooms)
    camera.look_at(0.4, 0.4, zoom=2.0)
    paint(large, camera, image)
    assert shown(image, MIDDLE) == tuple(under(large, camera, MIDDLE))


def test_flip(benchmark: Any, large: Picture, camera: Camera) -> None:
    image = QImage(1600, 1000, QImage.Format.Format_RGB32)
    dark = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    turns = [large, Picture(prepare(dark), SIZE, True, dark)]
    camera.fit()

    def frame() -> None:
        turns.reverse()
        paint(turns[0], camera, image)

    benchmark.pedantic(frame, rounds=60, warmup_rounds=3)
    seen = set()
    for _ in range(4):
        frame()
        seen.add(shown(image, MIDDLE))
    assert len(seen) == 2
    assert (0, 0, 0) in seen
