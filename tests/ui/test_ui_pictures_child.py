"""What only a fresh process can tell: device pixel ratios, and painting for long."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest


def _child(code: str, **environment: str) -> str:
    import os

    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], env=env, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("factor", ["1.25", "1.5", "2"])
def test_100_percent_is_exact_at_each_device_pixel_ratio(factor: str) -> None:
    code = """
        import sys
        import numpy as np
        from PySide6.QtWidgets import QApplication
        from reviewer.ui import theme
        from reviewer.ui.pictures.camera import Camera
        from reviewer.ui.pictures.source import Picture, prepare
        from reviewer.ui.pictures.view import PictureView
        app = QApplication(sys.argv)
        theme.apply(app, "dark")
        array = np.random.default_rng(1).integers(0, 256, (150, 200, 3), np.uint8)
        camera = Camera()
        camera.set_reference((200, 150))
        view = PictureView(camera, "result")
        view.set_picture(Picture(prepare(array), (200, 150), True, array))
        view.resize(300, 200)
        view.show()
        app.processEvents()
        camera.set_zoom(1.0)
        image = view.grab().toImage().convertToFormat(view.grab().toImage().Format.Format_RGB32)
        raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
        left, top = (round(v) for v in (view.picture_rect().left(), view.picture_rect().top()))
        seen = raw[top:top + 150, left:left + 200, 2::-1]
        sys.stdout.write(f"{view.devicePixelRatioF()} {np.array_equal(seen, array)}")
    """
    assert _child(code, QT_SCALE_FACTOR=factor) == f"{float(factor)} True"


def test_twenty_thousand_painter_calls_survive() -> None:
    code = """
        import sys
        from PySide6.QtCore import QRectF
        from PySide6.QtGui import QColor, QImage, QPainter
        from PySide6.QtWidgets import QApplication
        app = QApplication(sys.argv)
        image = QImage(8, 8, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            for number in range(20_000):
                painter.setPen(QColor(number % 256, 0, 0))
                painter.drawRoundedRect(QRectF(0, 0, 4, 4), 1, 1)
        sys.stdout.write("alive")
    """
    assert _child(code) == "alive"
