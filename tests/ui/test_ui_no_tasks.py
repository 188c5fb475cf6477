"""What the window says where there is no task to show."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from reviewer.store import files, samples
from reviewer.store.settings import data_folder
from reviewer.ui.window import Window
from tests.ui import window_desk

CAT, COFFEE = "cat_darker", "coffee_mirrored"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    folder = window_desk.copy_samples(tmp_path / "samples", CAT, COFFEE)
    with window_desk.desk(qtbot, folder) as made:
        qtbot.waitUntil(lambda: not made.session.is_discovering, timeout=window_desk.TIMEOUT)
        yield made


def place(window: Window, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("has_files", [True, False])
def test_a_folder_without_tasks_says_so_and_is_not_recent(
    qtbot: QtBot, window: Window, tmp_path: Path, has_files: bool
) -> None:
    folder = tmp_path / "nothing"
    folder.mkdir()
    if has_files:
        (folder / "foo.txt").write_text("no task\n")
    before = window.preferences.settings.recent
    window.open(folder)
    qtbot.waitUntil(lambda: not window.session.is_discovering, timeout=window_desk.TIMEOUT)
    qtbot.waitUntil(window.messages.isVisible, timeout=3000)
    assert window.stack.currentWidget() is window.welcome
    said = window.messages.messages()[-1]
    assert said.text.startswith(str(folder))
    assert "`reviewer kinds`" in said.text
    assert said.action == ("choose-roles" if has_files else "")
    assert window.preferences.settings.recent == before
    assert str(folder) not in [row.toolTip() for row in window.welcome.recent.rows]


@pytest.mark.parametrize("page", ["welcome", "contact-sheet"])
def test_beside_the_desk_a_message_covers_nothing(qtbot: QtBot, window: Window, page: str) -> None:
    if page == "welcome":
        window.show_tasks(False)
    else:
        window.commands.run(page)
    whole = place(window, window.stack)
    window.session.say("cat: the disk is full. " * 6, is_error=True)
    qtbot.waitUntil(window.messages.isVisible, timeout=3000)
    qtbot.wait(50)
    bar = place(window, window.messages)
    assert not bar.intersects(place(window, window.stack)), "the page gives it a strip of its own"
    assert place(window, window.page).contains(bar), "it is seen whole"
    if window.status.isVisible():
        assert not bar.intersects(place(window, window.status))
    window.messages.dismiss()
    qtbot.waitUntil(lambda: place(window, window.stack) == whole, timeout=3000)


def test_a_filter_without_hits_says_so_and_leads_back(qtbot: QtBot, window: Window) -> None:
    pane = window.list_pane
    assert not pane.nothing.isVisible()
    pane.set_words("zzz")
    assert pane.nothing.isVisible()
    assert "match" in pane.nothing.words()
    pane.show_all.click()
    assert pane.filter.text() == ""
    assert not pane.nothing.isVisible()
    assert not pane.show_all.isVisible()
    assert pane.model.rowCount() == 2


def test_a_sample_is_opened_from_a_copy_that_the_window_does_not_wait_for(
    qtbot: QtBot, window: Window
) -> None:
    window.open_samples(COFFEE)
    assert window.session.root is not None
    was = window.session.root
    qtbot.waitUntil(lambda: window.session.root != was, timeout=window_desk.TIMEOUT)
    assert window.session.root == data_folder() / "samples"
    window_desk.settle(qtbot, window)
    assert window.session.current_id == COFFEE


def test_samples_that_cannot_be_copied_are_said(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> Path:
        raise files.file_error(Path("samples"), OSError(errno.ENOSPC, "No space left on device"))

    monkeypatch.setattr(samples, "copied_samples", full)
    was = window.session.root
    window.open_samples()
    qtbot.waitUntil(window.messages.isVisible, timeout=3000)
    assert "the disk is full" in window.messages.messages()[-1].text
    assert window.session.root == was
