"""Pictures, a comparison and probes that the tests of the picture side share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui import fonts, theme
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.pictures.difference import DifferenceResult, Region
from reviewer.ui.pictures.pane import Pane
from reviewer.ui.pictures.source import PictureSource
from reviewer.ui.pictures.surface import PictureSurface

RED, GREEN, BLUE = (200, 20, 20), (20, 200, 20), (20, 20, 200)


def at_once(
    key: str,
    call: Callable[[Any], Any],
    *,
    done: Callable[[Any], None],
    failed: Callable[[Exception], None],
) -> None:
    """A runner without threads."""
    try:
        answer = call(None)
    except (ValueError, RuntimeError) as error:
        failed(error)
    else:
        done(answer)


def plain(color: tuple[int, int, int], width: int = 120, height: int = 160) -> NDArray[np.uint8]:
    return np.full((height, width, 3), color, np.uint8)


def three(width: int = 120, height: int = 160) -> list[PictureSource]:
    return [
        PictureSource("golden", plain(BLUE, width, height), file="golden.png", details="RGB"),
        PictureSource("initial", plain(RED, width, height), file="initial.png", details="RGB"),
        PictureSource("result", plain(GREEN, width, height), file="result.png", details="RGB"),
    ]


def compare(first: Any, second: Any, tolerance: int, _token: object) -> DifferenceResult:
    image = np.full(first.shape, 90, np.uint8)
    image[20:40, 10:50] = (213, 94, 0)
    image[100:102, 100:102] = (86, 180, 233)
    regions = (Region(10, 20, 40, 20, 800), Region(100, 100, 2, 2, 4, is_alpha=True))
    kept = regions if tolerance < 50 else regions[:1]
    return DifferenceResult(image, kept, 0.95, 0.01, 0.04, note="alpha differs in 4 px")


def color(surface: PictureSurface, x: float, y: float) -> tuple[int, int, int]:
    """What is painted at a place in shares of the view."""
    image = surface.grab().toImage()
    found = image.pixelColor(int(x * (image.width() - 1)), int(y * (image.height() - 1)))
    return found.red(), found.green(), found.blue()


def middle(pane: Pane) -> tuple[int, int, int]:
    return color(pane.view, 0.5, 0.5)


def shown_desk(qapp: QApplication, qtbot: QtBot) -> PictureDesk:
    """A picture desk on the screen, wide and dark, that compares at once."""
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")
    made = PictureDesk(run=at_once)
    made.set_difference(compare)
    qtbot.addWidget(made)
    made.resize(1600, 900)
    made.show()
    qtbot.waitExposed(made)
    return made
