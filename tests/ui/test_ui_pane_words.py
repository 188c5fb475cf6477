"""What a pane's header says of its file, however little room there is."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import Sheet, SheetPane
from reviewer.ui import fonts
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.pictures.pane import Heading, file_words
from reviewer.ui.pictures.source import PictureSource
from tests.ui.picture_parts import at_once

BOTH, ANSWER = "dfs_8x8_fixed_both.png", "dfs_8x8_fixed_both_targeted_solution.png"
FACTS = "420×280 RGB · 1.71 MB"


@pytest.mark.parametrize("room", [72, 90, 120, 150, 200, 260, 500])
def test_facts_are_whole_or_not_there_and_names_stay_apart(qapp: QApplication, room: int) -> None:
    one = file_words(Heading("Initial", details=FACTS, file=BOTH, beside=(ANSWER,)), room)
    two = file_words(Heading("Result", details=FACTS, file=ANSWER, beside=(BOTH,)), room)
    for said, name in ((one, BOTH), (two, ANSWER)):
        shown, _, facts = said.partition(" · ")
        assert facts in ("", "420×280 RGB", FACTS)
        assert shown == name or "…" in shown
        assert fonts.width(said, "s") <= room
    assert one.partition(" · ")[0] != two.partition(" · ")[0]


def test_with_room_everything_is_said(qapp: QApplication) -> None:
    heading = Heading("Result", details=FACTS, file=ANSWER, beside=(BOTH,))
    assert file_words(heading, 900) == f"{ANSWER} · {FACTS}"
    assert file_words(Heading("SSIM", details="of the luma"), 900) == "of the luma"


def test_panes_of_the_sheet_say_what_every_pane_says_of_its_file(
    qtbot: QtBot, qapp: QApplication
) -> None:
    desk = PictureDesk(run=at_once)
    qtbot.addWidget(desk)
    desk.resize(1600, 900)
    desk.show()
    pixels = np.full((280, 420, 3), 90, np.uint8)
    desk.set_sources([
        PictureSource("result", pixels, file="m/result.png", details=FACTS, flags=("16 bit",)),
        PictureSource("golden", pixels, file="golden.png", details=FACTS),
    ])  # fmt: skip
    desk.set_sheet(Sheet((
        SheetPane("Result", "m/result.png · 12 frames", pixels),
        SheetPane("Reference", "golden.png", pixels),
        SheetPane("What is wrong", "3 regions", pixels),
        SheetPane("How the two compare", "SSIM", pixels),
    )))  # fmt: skip
    desk.set_mode("sheet")
    said = [pane.header.heading for pane in desk.stage.sheet]
    assert [(each.title, each.file, each.details) for each in said] == [
        ("Result", "result.png", f"{FACTS} · 12 frames"),
        ("Reference", "golden.png", FACTS),
        ("What is wrong", "", "3 regions"),
        ("How the two compare", "", "SSIM"),
    ]
    assert said[0].flags == ("16 bit",)
    assert said[0].beside == ("golden.png",)
