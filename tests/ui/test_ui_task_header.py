"""Over the pictures: which task this is has its room before the flags have theirs."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import Flag
from reviewer.ui.task_header import TaskHeader
from reviewer.ui.widgets.labels import Chip

FLAGS = [
    Flag("no-op", "result equals initial", is_raised=True, severity="bad", detail="byte for byte"),
    Flag("blank", "blank result", is_raised=True, detail="one color"),
    Flag("resized", "resized to compare", is_raised=True, detail="512 × 512"),
]


def shown(header: TaskHeader) -> list[Chip]:
    return [chip for chip in header.findChildren(Chip) if chip.isVisible()]


@pytest.fixture
def header(qtbot: QtBot) -> TaskHeader:
    made = TaskHeader()
    qtbot.addWidget(made)
    made.set_task(title="e01_floor_plan", about="floor plan · rubric 3", instruction="Draw it.")
    made.set_flags(FLAGS)
    made.resize(1000, 90)
    made.show()
    qtbot.waitExposed(made)
    return made


def line_is_whole(header: TaskHeader) -> bool:
    return header._line.width() >= header._line.needed()


def test_each_flag_has_a_chip_where_there_is_room(header: TaskHeader) -> None:
    assert [chip.text() for chip in shown(header)] == [flag.text for flag in FLAGS]
    assert line_is_whole(header)


def test_flags_fold_into_one_before_id_and_kind_are_cut(header: TaskHeader) -> None:
    clicked: list[str] = []
    header.flag_clicked.connect(clicked.append)
    for width in range(1000, 380, -10):
        header.resize(width, 90)
        QApplication.processEvents()
        assert line_is_whole(header), width
        assert all(chip.width() >= chip.sizeHint().width() for chip in shown(header)), width
    (one,) = shown(header)
    assert one.text() == "3 flags"
    assert one.toolTip().endswith("result equals initial; blank result; resized to compare")
    one.click()
    assert clicked == [""]
    header.resize(1000, 90)
    QApplication.processEvents()
    assert len(shown(header)) == 3


def test_another_task_is_folded_by_its_own_id(header: TaskHeader) -> None:
    header.set_task(title="a_much_longer_name" * 8, about="floor plan", instruction="")
    QApplication.processEvents()
    assert [chip.text() for chip in shown(header)] == ["3 flags"]
    header.set_flags([Flag("blank", "blank result", is_raised=False)])
    QApplication.processEvents()
    assert [chip.text() for chip in shown(header)] == ["none raised"]
    header.set_task(title="short", about="floor plan", instruction="")
    QApplication.processEvents()
    assert [chip.text() for chip in shown(header)] == ["1 sanity flags, none raised"]
