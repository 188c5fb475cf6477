"""The tiles of the contact sheet: where they lie, what stands on them, how one is enlarged."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import Mark
from reviewer.session import tiles
from reviewer.session.tile_claims import MOST_WORDS, short_claim
from reviewer.session.tiles import Line, TilePicture, TileView
from reviewer.ui import fonts, theme
from reviewer.ui.extras import tile_grid, tile_words
from reviewer.ui.extras.sheet_page import SHAPES
from reviewer.ui.extras.tile_grid import TileGrid
from reviewer.ui.extras.tile_words import draw_words, spoken
from reviewer.ui.widgets.labels import lines_of


def view(task: str, *, mine: str = "", state: str = "passes") -> TileView:
    lines = (Line("c", "No crossing", state), Line("c", "target .98"))
    return TileView(
        task, lines, 0.5, True, claim="c", credit=1.0, holds=True, mine=mine, is_ready=True
    )


@pytest.fixture
def grid(qtbot: QtBot, qapp: QApplication) -> TileGrid:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")
    made = TileGrid()
    qtbot.addWidget(made)
    made.resize(1366, 600)
    made.set_views([view(f"maze_{n}") for n in range(10)])
    made.show()
    return made


def test_arrows_stay_in_their_row_and_on_the_page(grid: TileGrid, qtbot: QtBot) -> None:
    for key, place in (
        (Qt.Key.Key_Left, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Down, 5),
        (Qt.Key.Key_Down, 9), (Qt.Key.Key_Down, 9), (Qt.Key.Key_Right, 9), (Qt.Key.Key_Up, 5),
    ):  # fmt: skip
        qtbot.keyClick(grid, key)
        assert grid.current == place


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [(1093, 480), (1366, 600), (1920, 900)])
def test_tiles_lie_inside_and_apart(grid: TileGrid, shape: str, size: tuple[int, int]) -> None:
    grid.set_shape(*SHAPES[shape])
    grid.resize(*size)
    cells = [grid.cell(n) for n in range(grid.columns * grid.rows)]
    assert all(grid.rect().toRectF().contains(cell) for cell in cells)
    assert not any(a.intersects(b) for n, a in enumerate(cells) for b in cells[n + 1 :])
    assert not grid.grab().isNull()


def test_without_marks_the_picture_is_bare(grid: TileGrid) -> None:
    """What is painted into the cut goes with the rings."""
    painted, bare = np.zeros((2, 40, 40, 3), np.uint8)
    painted[:], bare[:] = (255, 0, 255), (0, 200, 200)
    grid.set_picture("maze_0", TilePicture(painted, bare=bare))

    def shows(color: str) -> bool:
        image = grid.grab(grid.cell(0).toRect()).toImage()
        return any(
            image.pixelColor(x, image.height() // 2).name() == color
            for x in range(image.width())
        )  # fmt: skip

    assert (shows("#ff00ff"), shows("#00c8c8")) == (True, False)
    grid.are_marks_on = False
    assert (shows("#ff00ff"), shows("#00c8c8")) == (False, True)


def test_a_tile_is_heard_whole(grid: TileGrid) -> None:
    assert spoken(view("maze_1", mine="wrong")) == (
        "maze_1, No crossing: passes, target .98, 0.500, you: wrong"
    )
    assert "maze_0" in grid.accessibleDescription()


def drawn_on(grid: TileGrid, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every word that is drawn, in its order."""
    drawn: list[str] = []
    text = tile_grid.paint.text

    def seen(painter: QPainter, rect: QRectF, words: str, **how: Any) -> float:
        drawn.append(words)
        return text(painter, rect, words, **how)

    monkeypatch.setattr(tile_grid.paint, "text", seen)
    grid.grab()
    monkeypatch.undo()
    return drawn


@pytest.mark.parametrize("size", [(1093, 480), (1366, 600), (1920, 900)])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_two_tiles_have_the_same_name(
    grid: TileGrid, monkeypatch: pytest.MonkeyPatch, shape: str, size: tuple[int, int]
) -> None:
    names = [f"mazes/dfs_medium_{n}x{n}_n000_fixed_both_backtrack" for n in (3, 5, 7, 9)]
    grid.set_views([view(name) for name in names])
    grid.set_shape(*SHAPES[shape])
    grid.resize(*size)
    drawn = [words for words in drawn_on(grid, monkeypatch) if re.search(r"\dx\d", words)]
    assert len(set(drawn)) == len(drawn) == 4, drawn


@pytest.mark.parametrize(
    ("row", "asks", "short"),
    [
        ("exists", "The result file is there and opens as a picture", "Result opens"),
        ("ssim", "The structure matches the golden picture (SSIM)", "Structure as golden"),
        ("exists", "A cup is there", "A cup is there"),
        ("q1", "The picture shows a red cup on the table", "Picture shows red…"),
        ("q2", "The text is legible (all of it)", "Text is legible"),
        (
            "q3",
            "标题文字是否清晰可读而且没有任何重叠或者遮挡",
            "标题文字是否清晰可读而且没有任何重叠或…",
        ),
    ],
)
def test_a_claim_is_short_and_never_cut_inside_a_word(row: str, asks: str, short: str) -> None:
    assert short_claim(row, asks) == short
    assert len(short) <= MOST_WORDS


def test_the_tile_that_keys_answer_shows_them(
    grid: TileGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid.setFocus()
    views = [view("maze_0"), view("maze_1"), view("maze_2", mine="agrees")]
    grid.set_views([*views, replace(view("maze_3"), is_reviewed=True)])
    drawn = drawn_on(grid, monkeypatch)
    assert drawn.count("right") == drawn.count("wrong") == 1
    assert drawn.count("not yet seen") == 1
    assert drawn.count("you agree") == 1
    assert drawn.count("task reviewed") == 1
    grid.choose(2)
    assert "right" not in drawn_on(grid, monkeypatch), "it has its answer"


def test_a_wide_tile_shows_further_claims_and_a_large_grade(
    grid: TileGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    heights: list[float] = []
    text = tile_grid.paint.text

    def seen(painter: QPainter, rect: QRectF, words: str, **how: Any) -> float:
        if words == "0.500":
            heights.append(how["font"].pixelSize())
        return text(painter, rect, words, **how)

    further = (Line("d", "Crosses 1 wall", "fails"), Line("e", "Start matches", "passes"))
    grid.set_views([replace(view("maze_1"), further=further)])
    assert {"No crossing", "Crosses 1 wall", "Start matches"} <= set(drawn_on(grid, monkeypatch))
    monkeypatch.setattr(tile_grid.paint, "text", seen)
    grid.grab()
    assert heights == [24]
    assert "Crosses" not in replace(view("maze_1"), further=further).words


def test_a_picture_that_failed_says_so(grid: TileGrid) -> None:
    grid.set_picture("maze_0", TilePicture(None, problem="the file is empty"))
    grid.set_picture("maze_1", TilePicture(np.zeros((8, 8, 3), np.uint8)))
    assert grid.has_picture("maze_0")
    assert grid.has_picture("maze_1")
    assert not grid.has_picture("maze_2")
    assert not grid.grab().isNull()


def test_the_reason_of_a_tile_without_picture_is_read_whole(
    grid: TileGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    text = tile_grid.paint.text

    def seen(painter: QPainter, rect: QRectF, words: str, **how: Any) -> float:
        drawn.append(words)
        return text(painter, rect, words, **how)

    reason = "result.mp4: the file is truncated: it holds 1 of 96 frames"
    grid.set_picture("maze_0", TilePicture(None, problem=reason))
    monkeypatch.setattr(tile_grid.paint, "text", seen)
    grid.grab()
    assert reason in " ".join(" ".join(drawn).split())


@pytest.mark.parametrize("shape", SHAPES)
def test_a_reason_never_runs_into_what_stands_below_it(
    grid: TileGrid, monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    grid.set_shape(*SHAPES[shape])
    drawn: list[tuple[str, QRectF]] = []
    monkeypatch.setattr(
        tile_grid.paint, "text", lambda _p, rect, words, **_: drawn.append((words, rect)) or 0.0
    )
    grid.set_views([view("maze_0")])
    reason = "The clip is cut short: its index is not in the file. " * 4
    grid.set_picture("maze_0", TilePicture(None, problem=reason))
    grid.grab()
    lines = [rect for words, rect in drawn if words.rstrip("…") in reason]
    others = [rect for words, rect in drawn if words.rstrip("…") not in reason]
    assert lines
    assert not any(a.intersects(b) for a in lines for b in others)


@pytest.mark.parametrize(
    ("width", "words"),
    [(110, "No crossing"), (145, "No crossing · +.006"), (190, "No crossing · margin +.006")],
)
def test_in_a_small_tile_the_number_of_the_order_stands_alone(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, width: int, words: str
) -> None:
    fonts.set_scale(qapp, 1.0)
    said: list[str] = []
    monkeypatch.setattr(tile_words.paint, "text", lambda _p, _r, w, **_: said.append(w) or 0.0)
    number = Line("c", "margin +.006", brief="+.006")
    found = replace(view("maze_1"), lines=(Line("c", "No crossing", "passes"), number))
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw_words(painter, QRectF(0, 0, width, 40), found, theme.DARK, beside=(), is_wide=False)
    painter.end()
    assert words in said


@pytest.mark.parametrize("width", [110, 150, 190, 240])
def test_numbers_of_a_small_tile_stand_whole_or_not_at_all(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    fonts.set_scale(qapp, 1.0)
    said: list[tuple[str, float]] = []
    monkeypatch.setattr(
        tile_words.paint, "text", lambda _p, r, words, **_: said.append((words, r.width())) or 0.0
    )
    numbers = tuple(Line("c", words) for words in ("margin +.006", "target .98", "gated 0"))
    found = replace(view("maze_1"), lines=(Line("c", "No crossing", "passes"), *numbers))
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw_words(painter, QRectF(0, 0, width, 62), found, theme.DARK, beside=(), is_wide=False)
    painter.end()
    row = [(words, room) for words, room in said if "margin" in words]
    assert len(row) == 1
    assert all(fonts.width(words, "s") <= room for words, room in row)


@given(
    st.tuples(*[st.floats(0, 900)] * 2, *[st.floats(0, 900)] * 2),
    st.integers(40, 1000), st.integers(40, 1000),
)  # fmt: skip
def test_a_cut_is_never_a_sliver_and_never_outside(
    zoom: tuple[float, float, float, float], width: int, height: int
) -> None:
    zoom = (min(zoom[0], width - 1), min(zoom[1], height - 1), zoom[2], zoom[3])
    left, top, right, bottom = tiles._box(zoom, width, height)
    assert 0 <= left < right <= width
    assert 0 <= top < bottom <= height
    assert min(right - left, bottom - top) >= 0.29 * min(width, height) - 1


def test_marks_move_and_shrink_with_their_cut() -> None:
    ring = tiles._moved(Mark("ring", (30, 40, 10)), 10, 20, 0.5)
    assert ring.points == (10, 10, 5)
    line = tiles._moved(Mark("line", (10, 20, 30, 40)), 10, 20)
    assert line.points == (0, 0, 20, 20)


def test_a_long_press_enlarges_and_a_click_chooses(grid: TileGrid, qtbot: QtBot) -> None:
    at = grid.cell(2).center().toPoint()
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=at)
    assert (grid.current, grid.is_large) == (2, False)
    qtbot.mousePress(grid, Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: grid.is_large)
    qtbot.mouseRelease(grid, Qt.MouseButton.LeftButton, pos=at)
    assert not grid.is_large


@pytest.mark.parametrize(("width", "height"), [(110, 120), (130, 160), (150, 40), (260, 40)])
def test_the_claim_is_there_at_every_size_of_a_tile(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    """Where there is little room the headline gives way, and nothing of the claim is cut."""
    fonts.set_scale(qapp, 1.0)
    said: list[str] = []
    monkeypatch.setattr(
        tile_words.paint, "text", lambda _p, _r, words, **_: said.append(words) or 0.0
    )
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    is_wide = height > 100
    draw_words(painter, QRectF(0, 0, width, height), view("maze_1"), theme.DARK, beside=(),
               is_wide=is_wide)  # fmt: skip
    painter.end()
    claims = [words for words in said if "No crossing" in words]
    assert claims == (["No crossing · target .98"] if width == 260 else ["No crossing"])
    assert ("target .98" in said) is is_wide


def test_a_tile_answered_under_another_claim_is_not_called_unseen(
    grid: TileGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid.set_views([replace(view("maze_1"), is_seen=True), view("maze_2")])
    drawn = drawn_on(grid, monkeypatch)
    assert "this claim not yet" in spoken(grid.tiles[0].view)
    assert "not yet seen" in spoken(grid.tiles[1].view)
    assert drawn.count("not yet seen") <= 1


@pytest.mark.parametrize("width", range(20, 160, 5))
def test_a_number_and_its_unit_are_never_parted(qapp: QApplication, width: int) -> None:
    words = "The walls cover 2 % of it, at least 12 px and 40 ms are wanted"
    lines = lines_of(words, width, step="s")
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    least = fonts.width("12 px", "s")
    if width > 2 * least:
        assert all(unit in " ".join(lines) for unit in ("2 %", "12 px", "40 ms"))
        assert not any(line.startswith(("%", "px", "ms")) for line in lines)
