"""In blind mode nothing on the desk tells how code judged a maze, until all is answered."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.session import frames, numbered
from reviewer.session.desk import Session
from reviewer.session.jobs import CancelToken, Jobs
from reviewer.session.veiling import untold_clip, untold_marks
from reviewer.store.settings import Settings


@pytest.fixture
def made(request, tmp_path, mazes):
    """A folder with one maze that cuts a wall: a picture or a clip."""
    folder = tmp_path / "run"
    if request.param == "picture":
        mazes.write(folder, 1, side=8, crosses=True)
        return folder
    maze, _ = mazes.made(1, 4)
    mazes.write(folder, 1, ending="__x")
    (folder / f"{mazes.name(1, 4)}__x.png").unlink()
    mazes.film(folder / f"{mazes.name(1, 4)}.mp4", 1, cells=[maze.way[0], maze.way[-1]])
    return folder


@pytest.fixture
def desk(made):
    session = Session(settings=Settings(author="ann", installation="0a0a"), jobs=Jobs())
    session.set_blind(True)
    session.open(made)
    session.jobs.drain()
    (task_id,) = session.tasks
    session.select(task_id)
    session.jobs.drain()
    session.showing.result_painted()
    session.showing.follow_veil()
    yield session
    session.close()


BOTH = pytest.mark.parametrize("made", ["picture", "clip"], indirect=True)
HIDDEN = "hidden until you have answered"
# How an answer was read may be told, and not what it is.
PLAIN = {"crossing_rule", "total_frames", "fade_frames", "path_extraction_method"}


def follow(desk):
    """What the window does after each change."""
    desk.showing.follow_veil()
    desk.jobs.drain()


def answer_all(desk):
    for check in desk.current.effective.checks:
        if check.overridable:
            desk.announce(desk.editor.answer(check.id, 1.0))
    desk.jobs.drain()
    follow(desk)


def show(desk):
    desk.showing.show_sheet()
    desk.showing.show_panels()
    desk.jobs.drain()


@BOTH
def test_the_sheet_shows_walls_and_paths_and_no_verdict(desk):
    show(desk)
    whole = desk.showing.sheet
    assert [pane.subtitle for pane in whole.panes[2:]] == ["", ""]
    assert whole.note == ""
    keys = {each.key for pane in whole.panes for each in pane.classes}
    assert keys.isdisjoint({"crossing", "edge_touch"})
    assert "path_clear" in keys
    (path,) = [each for each in whole.panes[2].classes if each.key == "path_clear"]
    answer_all(desk)
    told = desk.showing.sheet
    assert "wall" in told.panes[2].subtitle
    assert "target" in told.panes[3].subtitle
    parts = [each for each in told.panes[2].classes if not each.key.endswith("_video")]
    assert {each.key for each in parts} == {"path_clear", "edge_touch", "crossing"}
    assert np.count_nonzero(path.mask) == sum(np.count_nonzero(each.mask) for each in parts)


@BOTH
def test_no_panel_tells_how_code_answered(desk):
    show(desk)
    panels = {panel.id: panel for panel in desk.showing.panels}
    assert panels.keys().isdisjoint({"erosion", "layout", "cells", "notes"})
    told = {row[0]: row[1] for row in panels["numbers"].table.rows}
    assert {"path_match_iou", "path_pixels", "walls_crossed"} <= told.keys()
    assert {told[name] for name in told.keys() - PLAIN} == {HIDDEN}
    desk.showing.show_trial()
    desk.jobs.drain()
    assert all(panel.form != "curve" for panel in desk.showing.trial)
    answer_all(desk)
    assert {"erosion", "cells"} <= {panel.id for panel in desk.showing.panels}


@BOTH
def test_no_row_and_no_evidence_tells_what_code_measured(desk):
    rows = desk.panel()
    assert {(row.word, row.value, row.credit) for row in rows.failed} == {("hidden", None, None)}
    assert rows.passed == ()
    for check in desk.current.effective.checks:
        desk.showing.show_evidence(check.id)
        desk.jobs.drain()
        found = desk.showing.evidence
        assert HIDDEN in found.summary
        shown = (found.marks, found.table, found.curve, found.pictures, found.zoom)
        assert not any(shown)
    answer_all(desk)
    rows = desk.panel()
    assert any(row.value is not None for row in (*rows.failed, *rows.passed))
    desk.showing.show_evidence("no_wall_crossing")
    desk.jobs.drain()
    assert "cut" in desk.showing.evidence.summary


@BOTH
def test_pixels_of_a_class_are_not_counted_before_the_last_answer(desk):
    show(desk)
    assert not desk.showing.sheet.has_counts
    answer_all(desk)
    assert desk.showing.sheet.has_counts


@BOTH
def test_a_sheet_that_was_there_before_blind_mode_tells_nothing_at_once(desk):
    desk.announce(desk.set_blind(False))
    follow(desk)
    show(desk)
    assert "target" in desk.showing.sheet.panes[3].subtitle
    desk.announce(desk.set_blind(True))
    desk.showing.follow_veil()
    assert desk.showing.sheet.panes[3].subtitle == ""
    desk.jobs.drain()
    assert desk.showing.sheet.panes[3].subtitle == ""


def test_flags_and_list_do_not_say_how_code_answered(tmp_path, mazes, bench):
    """A maze without a path has a flag that says so, which answers whether the end is reached."""
    state_flags = {"cut-below-threshold", "no-path", "red-missing", "red-covered"}
    folder = tmp_path / "run"
    name = mazes.write(folder, 0, ending="__x")
    (folder / f"{name}__x.png").unlink()
    maze, drawing = mazes.made(0, 4)
    picture = drawing.solution(maze)
    blank = np.where((picture == (0, 0, 255)).all(2, keepdims=True), 255, picture)
    answer = folder / f"{name}_targeted_solution.png"
    bench.write(answer, blank.astype(np.uint8))
    session = Session(settings=Settings(author="ann", installation="0a0a"), jobs=Jobs())
    session.open(folder)
    session.jobs.drain()
    (task_id,) = session.tasks
    session.select(task_id)
    session.jobs.drain()
    shown = {flag.id for flag in session.showing.flags(session.current) if flag.is_raised}
    assert "no-path" in shown
    assert session.row(task_id).alarm == "no path"
    session.announce(session.set_blind(True))
    hidden = {flag.id for flag in session.showing.flags(session.current)}
    assert hidden.isdisjoint(state_flags)
    assert session.row(task_id).alarm == ""
    assert set(session.row(task_id).flags).isdisjoint(state_flags)
    session.close()


@pytest.mark.parametrize("made", ["clip"], indirect=True)
def test_the_clip_has_no_first_crossing_and_no_scores(desk):
    state = desk.current
    clip = frames.load_clip(desk.showing.request(state, CancelToken()))
    assert clip.first_crossing is not None
    plain = untold_clip(clip)
    assert (plain.first_crossing, plain.scores, plain.crossing) == (None, (), None)
    assert plain.worst is None
    desk.showing.show_evidence("no_wall_crossing")
    desk.jobs.drain()
    assert desk.showing.evidence.frame is None
    at = clip.first_crossing
    assert "crossing" in frames.show_frame(clip, at).words
    words = frames.show_frame(plain, at).words
    assert "crossing" not in words
    assert "layout 0" not in words


@BOTH
def test_numbered_cells_are_of_one_color(desk):
    marks = numbered.cells(desk.showing.request(desk.current, CancelToken()))
    assert {mark.tone for mark in marks} <= {"ok", "bad"}
    assert {mark.tone for mark in untold_marks(marks)} == {"plain"}
    assert [mark.label for mark in untold_marks(marks)] == [mark.label for mark in marks]
