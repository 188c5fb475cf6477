"""The welcome page: folders of before, samples, dropping a folder."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.session.preferences import KnownFolder
from reviewer.ui import fonts, theme
from reviewer.ui.welcome import Welcome
from reviewer.ui.welcome_rows import Recent, RecentRow, Sample, recents, small_picture


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "light")


@pytest.fixture
def page(qtbot: QtBot) -> Welcome:
    made = Welcome(is_there=lambda path: "gone" not in path)
    qtbot.addWidget(made)
    made.resize(1093, 614)
    return made


def recent_rows(page: Welcome) -> list[RecentRow]:
    return [row for row in page.recent.rows if isinstance(row, RecentRow)]


def test_folders_of_before_open_by_click_and_enter(page: Welcome, qtbot: QtBot) -> None:
    page.set_recent(("/data/one", "/data/two"))
    page.show()
    chosen: list[str] = []
    page.folder_chosen.connect(chosen.append)
    first, second = recent_rows(page)
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    second.setFocus()
    qtbot.keyClick(second, Qt.Key.Key_Return)
    assert chosen == ["/data/one", "/data/two"]


def test_arrows_walk_the_rows(page: Welcome, qtbot: QtBot) -> None:
    page.set_recent(("/data/one", "/data/two"))
    page.show()
    page.activateWindow()
    first, second = recent_rows(page)
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert page.focusWidget() is second
    qtbot.keyClick(second, Qt.Key.Key_Down)
    assert page.focusWidget() is second, "the last row is the last"


def test_a_folder_that_is_gone_says_so_and_cannot_be_opened(page: Welcome, qtbot: QtBot) -> None:
    page.set_recent(("/data/one", "/data/gone"))
    page.show()
    qtbot.waitUntil(lambda: recent_rows(page)[1].recent.is_gone, timeout=3000)
    there, gone = recent_rows(page)
    assert there.isEnabled()
    assert not gone.isEnabled()
    assert gone.accessibleName() == "gone, gone"


def test_what_is_known_of_a_folder_is_told(page: Welcome) -> None:
    known = {
        "/d/a": Recent("/d/a", "133 tasks", "today", 37, 133),
        "/d/b": Recent("/d/b", "48 tasks", "yesterday", 48, 48),
        "/d/c": Recent("/d/c", "12 tasks", "19 Nov", 0, 12),
    }
    page.set_recent(tuple(known), known)
    assert [row.accessibleName() for row in recent_rows(page)] == [
        "a, 133 tasks, 37 of 133", "b, 48 tasks, all reviewed", "c, 12 tasks, not started"
    ]  # fmt: skip


def test_without_folders_the_column_is_away_and_samples_stay(page: Welcome) -> None:
    page.show()
    assert not page.recent.isVisible()
    said: list[bool] = []
    page.samples_wanted.connect(lambda: said.append(True))
    page.samples.rows[0].click()
    assert said == [True]


def test_one_sample_can_be_chosen(page: Welcome) -> None:
    page.set_samples([Sample("maze", "Maze", "One wall crossed", QPixmap(8, 8)),
                      Sample("mirror", "Mirror", "Saved as a JPEG")])  # fmt: skip
    chosen: list[str] = []
    page.sample_chosen.connect(chosen.append)
    page.samples.rows[1].click()
    assert chosen == ["mirror"]


def test_the_one_button_opens_a_folder(page: Welcome) -> None:
    wanted: list[None] = []
    page.open_wanted.connect(lambda: wanted.append(None))
    page.zone.open_button.click()
    assert len(wanted) == 1


def test_a_dropped_folder_is_opened_and_words_are_not(page: Welcome, tmp_path: Path) -> None:
    chosen: list[str] = []
    page.folder_chosen.connect(chosen.append)
    copy, left, plain = (
        Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )  # fmt: skip
    words = QMimeData()
    words.setText("hello")
    enter = QDragEnterEvent(QPoint(5, 5), copy, words, left, plain)
    page.dragEnterEvent(enter)
    page.dropEvent(QDropEvent(QPointF(5, 5), copy, words, left, plain))
    assert chosen == []
    folder = QMimeData()
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path)), QUrl("https://example.org/x")])
    page.dragEnterEvent(QDragEnterEvent(QPoint(5, 5), copy, folder, left, plain))
    page.dropEvent(QDropEvent(QPointF(5, 5), copy, folder, left, plain))
    assert chosen == [str(tmp_path)]


@pytest.mark.parametrize("size", [(1093, 614), (1366, 768), (1920, 1080), (640, 480)])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_it_paints_at_every_size(page: Welcome, size: tuple[int, int], scheme: str) -> None:
    theme.apply(QApplication.instance(), scheme)  # type: ignore[arg-type]
    page.set_recent(("/data/one", "/data/<b>two</b>"))
    page.resize(*size)
    image = page.grab().toImage()
    ground = theme.DARK.panel if scheme == "dark" else theme.LIGHT.panel
    assert image.pixelColor(2, 2).name() == ground
    assert recent_rows(page)[0].width() <= size[0]


@pytest.mark.parametrize("size", [(64, 200), (200, 64), (56, 40), (3, 3)])
def test_every_small_picture_fills_the_same_room(tmp_path: Path, size: tuple[int, int]) -> None:
    file = tmp_path / "picture.png"
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    assert image.save(str(file))
    small = small_picture(str(file), ratio=1.5)
    assert (small.width(), small.height()) == (84, 60)
    assert {small.pixel(x, y) for x in (0, 83) for y in (0, 59)} == {0xFF336699}


def test_a_folder_with_answers_and_nothing_completed_was_begun(page: Welcome) -> None:
    known = {
        "/a": KnownFolder(done=0, total=130, day="2026-01-02", begun=2),
        "/b": KnownFolder(done=0, total=130, day="2026-01-02"),
        "/c": KnownFolder(done=1, total=130, day="2026-01-02", begun=4),
    }
    page.set_recent(tuple(known), recents(known, today=date(2026, 1, 2)))
    said = [row.accessibleName().rsplit(", ", 1)[-1] for row in page.recent.rows]
    assert said == ["2 begun", "not started", "1 of 130"]
