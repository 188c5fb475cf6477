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


@pytest.mark.parametrize("zoom", [0.17, 0.24, 0.49, 0.75, 1.0, 3.3])
def test_pan(benchmark: Any, large: Picture, camera: Camera, zoom: float) -> None:
    image = QImage(1600, 1000, QImage.Format.Format_RGB32)
    camera.look_at(0.4, 0.4, zoom=zoom)

    def frame() -> None:
        camera.pan(-7, -3, size=SIZE, key="result")
        paint(large, camera, image)

    benchmark.pedantic(frame, rounds=60, warmup_rounds=3)


def test_zoom(benchmark: Any, large: Picture, camera: Camera) -> None:
    image = QImage(1600, 1000, QImage.Format.Format_RGB32)
    camera.fit()

    def frame() -> None:
        factor = 1.1 if camera.zoom < 3 else 0.05
        camera.zoom_by(factor, anchor=QPointF(200, 100), size=SIZE, key="result")
        paint(large, camera, image)

    benchmark.pedantic(frame, rounds=80, warmup_rounds=3)


def test_flip(benchmark: Any, large: Picture, camera: Camera) -> None:
    image = QImage(1600, 1000, QImage.Format.Format_RGB32)
    other = Picture(large.prepared, SIZE, True, large.pixels)
    shown = [large, other]
    camera.fit()

    def frame() -> None:
        shown.reverse()
        paint(shown[0], camera, image)

    benchmark.pedantic(frame, rounds=60, warmup_rounds=3)
