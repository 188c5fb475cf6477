"""The bars above the desk: who reviews, the key of the filter, what a chip says, their lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from reviewer.model import Flag
from reviewer.ui import fonts
from reviewer.ui.settings_dialog import SettingsDialog
from reviewer.ui.theme import DARK
from reviewer.ui.widgets.labels import Chip
from reviewer.ui.window import Window
from tests.ui import window_desk


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    names = ("astronaut_poster", "cat_darker")
    folder = window_desk.copy_samples(tmp_path / "samples", *names)
    with window_desk.desk(qtbot, folder) as made:
        qtbot.waitUntil(lambda: len(made.session.tasks) == 2, timeout=window_desk.TIMEOUT)
        yield made


def test_the_corner_says_who_reviews_and_how_far_they_are(window: Window) -> None:
    corner = window.person
    assert corner.person.text() == "ann"
    assert corner.progress.words() == "· 0 of 2 mine"
    assert corner.progress.width() >= fonts.width("· 0 of 2 mine", "s")
    window.show_tasks(False)
    assert corner.person.isVisible()
    assert not corner.progress.isVisible(), "no folder is looked at"


def test_the_corner_offers_name_and_languages(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = QMenu(window)
    window.person.person.menu_wanted.emit(menu)
    acts = {act.text(): act for act in menu.actions() if not act.isSeparator()}
    assert [name for name, act in acts.items() if act.isChecked()] == ["both languages"]
    acts["English"].trigger()
    assert window_desk.kept(qtbot, window).languages == "en"
    assert window.welcome.foot.words == "reviewing as ann · English"
    shown: list[str] = []

    def look(dialog: SettingsDialog) -> bool:
        dialog.show()
        shown.extend(name for name, each in dialog.controls.items() if each.isVisible())
        return False

    monkeypatch.setattr(SettingsDialog, "exec", look)
    acts["Change your name…"].trigger()
    assert "author" in shown


def test_the_empty_filter_shows_the_key_that_leads_there(window: Window) -> None:
    field = window.list_pane.filter
    looks = {}
    for holder in (window.workspace, field):
        holder.setFocus()
        for key in ("/", ""):
            field.set_key(key)
            looks[holder is field, key] = field.grab().toImage()
    assert looks[False, "/"] != looks[False, ""]
    assert looks[True, "/"] == looks[True, ""], "who is in it needs no key"


def shown_chips(window: Window) -> list[Chip]:
    return [chip for chip in window.header.findChildren(Chip) if chip.isVisible()]


def test_a_chip_has_a_flag_or_a_tick(qtbot: QtBot, window: Window) -> None:
    raised = Flag("no-op", "no-op", is_raised=True)
    fine = Flag("blank", "blank", is_raised=False)
    for flags, hue in (([raised], DARK.warn), ([fine], DARK.text2)):
        window.header.set_flags(flags)
        qtbot.waitUntil(lambda: len(shown_chips(window)) == 1, timeout=3000)
        (chip,) = shown_chips(window)
        left = chip.grab().toImage().copy(0, 0, fonts.scaled(20), chip.height())
        wanted = QColor(hue).hsvHue()
        found = [left.pixelColor(x, y) for x in range(left.width()) for y in range(left.height())]
        assert any(c.value() > 150 and abs(c.hsvHue() - wanted) < 20 for c in found), hue


def test_one_hairline_parts_header_and_toolbar(window: Window) -> None:
    assert window.menuBar().height() == fonts.scaled(32)
    image, x = window.grab().toImage(), window.width() // 2
    header = window.header
    end = header.mapTo(window, header.rect().bottomLeft()).y()
    line = QColor(DARK.line).rgb()
    assert [image.pixel(x, end + by) == line for by in (-1, 0, 1, 2)] == [False, True, False, False]
