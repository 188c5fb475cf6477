"""What a row's evidence shows is seen where it is asked for, and follows what people say."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import Mark, TreeNode
from reviewer.session import gimp_window
from reviewer.ui.bottom import details_view
from reviewer.ui.widgets.plot import Plot
from reviewer.ui.widgets.tree_list import TreeList
from reviewer.ui.window import Window
from tests.ui import window_desk


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """One task that compares histograms."""
    folder = tmp_path / "tasks" / "m1"
    folder.mkdir(parents=True)
    ramp = np.tile(np.arange(64, dtype=np.uint8), (48, 1))
    for role, shift in (("result", 0), ("golden", 90)):
        Image.fromarray(np.dstack([ramp + shift] * 3)).save(folder / f"{role}.png")
    (folder / "task.toml").write_text(
        'kind = "image_match"\n[artifacts]\nresult = "result.png"\ngolden = "golden.png"\n'
    )
    return tmp_path / "tasks"


@pytest.mark.parametrize("tab", ["", "files", "ledger", "history"])
def test_a_histogram_is_seen_at_once_whatever_the_lower_panel_shows(
    qtbot: QtBot, match: Path, tab: str
) -> None:
    with window_desk.desk(qtbot, match) as window:
        panel = window.session.panel()
        assert panel is not None
        row = next(r.id for r in (*panel.failed, *panel.passed) if r.id == "ImageHistogramMatch")
        window.show_tab(tab, takes_focus=False)
        window.panel.press_row(row)
        qtbot.waitUntil(lambda: window.bottom_tab == "details", timeout=20_000)
        details = window.bottom.details
        qtbot.waitUntil(lambda: isinstance(details.stack.currentWidget(), Plot), timeout=20_000)
        assert not window.bottom.isAncestorOf(QApplication.focusWidget() or window)


def test_what_a_row_showed_goes_with_the_row(qtbot: QtBot, match: Path) -> None:
    with window_desk.desk(qtbot, match) as window:
        panel, showing = window.session.panel(), window.session.showing
        assert panel is not None
        rows = [r.id for r in (*panel.failed, *panel.passed)]
        window.rows.go_to(rows[0])
        qtbot.waitUntil(lambda: showing.evidence is not None, timeout=20_000)
        qtbot.waitUntil(lambda: window.pictures.evidence is not None, timeout=20_000)
        window.rows.selected(rows[0])
        assert showing.evidence is not None
        window.show_tab("")
        window.panel.set_current(rows[1])
        window.rows.selected(rows[1])
        assert showing.evidence is None
        qtbot.waitUntil(lambda: window.pictures.evidence is None)


def test_however_another_row_comes_into_focus_the_evidence_of_the_one_before_goes(
    qtbot: QtBot, match: Path
) -> None:
    with window_desk.desk(qtbot, match) as window:
        panel, showing = window.session.panel(), window.session.showing
        assert panel is not None
        first, second = [r.id for r in (*panel.failed, *panel.passed)][:2]
        ways = (
            lambda: window.panel.move(1),
            lambda: window.panel.point_at(second),
            lambda: window.panel.set_current(second),
        )
        for way in ways:
            window.rows.go_to(first)
            qtbot.waitUntil(lambda: window.pictures.evidence is not None, timeout=20_000)
            window.show_tab("")
            window.pictures.point_at((Mark("box", (1, 1, 9, 9)),), zoom=False)
            way()
            assert window.panel.current_row() != first
            assert showing.evidence is None
            assert window.pictures.evidence is None


def test_details_follow_the_row_in_focus_however_it_comes_there(qtbot: QtBot, match: Path) -> None:
    with window_desk.desk(qtbot, match) as window:
        panel, showing = window.session.panel(), window.session.showing
        assert panel is not None
        rows = [r.id for r in (*panel.failed, *panel.passed)]
        window.show_tab("details", takes_focus=False)
        for row in (rows[1], rows[0], rows[2]):
            window.panel.point_at(row)
            qtbot.waitUntil(
                lambda row=row: showing.evidence is not None and showing.evidence.check == row,
                timeout=20_000,
            )


def test_the_page_of_the_evidence_opens_with_its_row_unless_a_panel_was_chosen(
    qtbot: QtBot, match: Path
) -> None:
    with window_desk.desk(qtbot, match) as window:
        panel, showing = window.session.panel(), window.session.showing
        assert panel is not None
        details = window.bottom.details

        def walk(row: str) -> None:
            window.panel.point_at(row)
            qtbot.waitUntil(
                lambda: showing.evidence is not None and showing.evidence.check == row,
                timeout=20_000,
            )

        window.show_tab("details", takes_focus=False)
        qtbot.waitUntil(lambda: any(page.panel for page in details.pages), timeout=20_000)
        pages = {"ImageSSIM": "maps", "ImageHistogramMatch": "histograms"}
        for row in sorted(pages, key=lambda row: row == window.panel.current_row()):
            # So a task begins: with what its kind offers, before any row has evidence.
            details.keeps_panel = True
            details.set_details(None, showing.panels)
            assert details.choice.current().startswith("panel:")
            walk(row)
            page = pages[row]
            qtbot.waitUntil(lambda page=page: details.choice.current() == page, timeout=20_000)
        numbers = next(page.key for page in details.pages if page.panel)
        details.choice.set_current(numbers)
        details.choice.changed.emit(numbers)
        other = next(row for row in pages if row != window.panel.current_row())
        walk(other)
        qtbot.waitUntil(lambda: details.pages[0].key == pages[other], timeout=20_000)
        assert details.choice.current() == numbers


def test_the_swatches_of_two_series_of_a_channel_differ_as_their_lines_do(qtbot: QtBot) -> None:
    plot = Plot("Histograms")
    qtbot.addWidget(plot)
    plot.resize(600, 200)
    points = tuple((float(n), 0.5) for n in range(8))
    plot.set_series({"result red": points, "golden red": points}, is_filled=True)
    image = plot.grab().toImage()
    first = round(plot.body().left())
    second = first + 22 + 6 + plot.fontMetrics().horizontalAdvance("result red")
    hue = plot.hue(0, "result red")

    def runs(left: int) -> int:
        """How many pieces of the line a swatch has."""
        row = [image.pixelColor(x, 13).name() == hue for x in range(left, left + 80)]
        return sum(now and not before for before, now in zip([False, *row], row, strict=False))

    assert runs(first) == 1
    assert runs(second) == 3


def test_a_tree_is_taken_up_as_it_was_left(qtbot: QtBot) -> None:
    nodes = (
        TreeNode("a", children=(TreeNode("b", item="b"),)),
        TreeNode("c", children=(TreeNode("d", item="d"),)),
    )
    tree = TreeList("Checklist")
    qtbot.addWidget(tree)
    tree.set_nodes(nodes)
    model = tree.model()
    tree.collapse(model.index(0, 0))
    tree.setCurrentIndex(model.index(0, 0, model.index(1, 0)))
    other = TreeList("Checklist")
    qtbot.addWidget(other)
    other.set_nodes(nodes)
    other.take_up(tree.standing())
    model = other.model()
    assert not other.isExpanded(model.index(0, 0))
    assert other.isExpanded(model.index(1, 0))
    assert other.currentIndex().data() == "d"


@pytest.fixture
def checklist(tmp_path: Path) -> Path:
    folder = tmp_path / "tasks" / "t1"
    folder.mkdir(parents=True)
    questions = [
        {"id": "q1", "text": "Is there a table?"},
        {"id": "q2", "text": "Is it wooden?", "depends_on": "q1"},
    ]
    key = {"version": "1.0", "problem_id": "t1", "source": "made here", "prompt": "a table",
           "requirements": {"questions": questions}}  # fmt: skip
    (folder / "answer_key.json").write_text(json.dumps(key))
    pixels = np.random.default_rng(3).integers(0, 255, (64, 80, 3), dtype=np.uint8)
    cv2.imwrite(str(folder / "result.png"), pixels)
    return tmp_path / "tasks"


def tree_says(window: Window) -> Callable[[str], bool]:
    """Whether the checklist on show says something of its first question."""

    def says(words: str) -> bool:
        tree = window.bottom.details.stack.currentWidget()
        if not isinstance(tree, TreeList) or not tree._model.roots:
            return False
        return words in tree._model.roots[0].node.detail

    return says


def test_the_checklist_follows_an_answer_and_undo_and_redo_and_stays_open(
    qtbot: QtBot, checklist: Path
) -> None:
    with window_desk.desk(qtbot, checklist) as window:
        window.show_tab("details")
        details = window.bottom.details
        qtbot.waitUntil(lambda: any("checklist" in p.key for p in details.pages), timeout=20_000)
        page = next(p.key for p in details.pages if "checklist" in p.key)
        details.choice.set_current(page)
        details.choice.changed.emit(page)
        says = tree_says(window)
        item = details.pages[0].content[0].item  # type: ignore[index]
        window.act(lambda: window.commands.answer(item, "1"))
        qtbot.waitUntil(lambda: says("passes"), timeout=20_000)
        assert details.choice.current() == page
        window.commands.run("undo")
        qtbot.waitUntil(lambda: not says("passes"), timeout=20_000)
        window.commands.run("redo")
        qtbot.waitUntil(lambda: says("passes"), timeout=20_000)
        assert details.choice.current() == page


def test_details_go_on_with_the_row_after_an_answer(qtbot: QtBot, checklist: Path) -> None:
    with window_desk.desk(qtbot, checklist) as window:
        window.show_tab("details")
        panel = window.session.panel()
        assert panel is not None
        first, second = (item.id for item in panel.needs)
        window.rows.go_to(first)
        showing = window.session.showing
        qtbot.waitUntil(
            lambda: showing.evidence is not None and showing.evidence.check == first,
            timeout=20_000,
        )
        window.commands.answer(first, "1")
        assert window.panel.current_row() == second
        qtbot.waitUntil(
            lambda: showing.evidence is not None and showing.evidence.check == second,
            timeout=20_000,
        )


def test_a_layer_is_shown_alone_and_all_of_them_again(
    qtbot: QtBot, match: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_desk.desk(qtbot, match) as window:
        asked: list[tuple[str, str]] = []
        layers = window.session.layers
        alone = layers.show_alone

        def noted(panel: str, item: str) -> object:
            asked.append((panel, item))
            return alone(panel, item)

        monkeypatch.setattr(layers, "show_alone", noted)
        window.bottom.item_wanted.emit("layers:result", "0")
        assert asked == [("layers:result", "0")]
        assert "nowhere" not in window.status.said.words()
        nodes = details_view._with_whole("layers:result", (TreeNode("Top", item="0"),))
        assert [node.item for node in nodes] == ["*", "0"]
        window.bottom.item_wanted.emit("layers:result", "*")
        assert asked[-1] == ("layers:result", "*")


def test_gimp_opens_the_picture_or_the_file_with_the_keyboard_and_never_the_golden(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    whole = gimp_window.reason_against

    def noted(task, artifact):  # type: ignore[no-untyped-def]
        said = whole(task, artifact)
        opened.append(artifact.name if not said else f"refused {artifact.name}")
        return said or "told here"

    monkeypatch.setattr(gimp_window, "reason_against", noted)
    folder = window_desk.copy_samples(tmp_path / "samples", "cat_darker")
    with window_desk.desk(qtbot, folder) as window:

        def run() -> None:
            before = len(opened)
            window.commands.run("open-in-gimp")
            qtbot.waitUntil(lambda: len(opened) > before, timeout=window_desk.TIMEOUT)

        panes = window.pictures.stage.panes
        run()
        for role in ("initial", "golden", "result"):
            panes[role].view.setFocus()
            run()
        assert opened == ["result.png", "initial.png", "refused golden.png", "result.png"]
        window.show_tab("files")
        files = window.bottom.files.list
        rows = [row.role for row in window.bottom.files.rows()]
        files.setCurrentIndex(files.model().index(rows.index("initial"), 0))
        files.setFocus()
        run()
        assert opened[-1] == "initial.png"
        state = window.session.current
        assert state is not None
        task = state.task
        state.task = replace(task, artifacts=task.artifacts_in("result"))
        window.commands.run("open-in-gimp")
        assert "no file of this task any more" in window.status.said.words()
        state.task = task
        window.pictures.set_mode("one")
        window.pictures.choose_role("initial")
        window.pictures.stage.main.view.setFocus()
        run()
        assert opened[-1] == "initial.png"


def test_an_open_eye_in_a_hidden_group_is_grey_until_the_group_shows(qtbot: QtBot) -> None:
    child = TreeNode("child", checked=True, is_dimmed=True, item="0/0")
    group = TreeNode("group", checked=False, is_dimmed=True, item="0", children=(child,))
    tree = TreeList("Layers")
    qtbot.addWidget(tree)
    tree.resize(300, 120)
    tree.set_nodes((group, TreeNode("other", checked=True, item="1")))
    tree.show()
    roots = tree.model().roots
    assert [roots[0].is_quiet, roots[0].children[0].is_quiet, roots[1].is_quiet] == [
        True, True, False,
    ]  # fmt: skip
    tree.setCurrentIndex(tree.model().index(0, 0))
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    assert not roots[0].children[0].is_quiet
