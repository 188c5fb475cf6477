"""Mazes on the desk: the list, the sheet, tried values, answers, a page confirmed at once."""

from __future__ import annotations

import json

import numpy as np
import pytest

from reviewer.session import tiles
from reviewer.session.desk import Session
from reviewer.session.jobs import CancelToken, Jobs
from reviewer.store.settings import Settings


@pytest.fixture
def folder(tmp_path, mazes):
    folder = tmp_path / "run"
    for number in range(3):
        mazes.write(folder, number, crosses=number == 1)
    return folder


@pytest.fixture
def desk(folder):
    session = Session(settings=Settings(author="ann", installation="0a0a"), jobs=Jobs())
    session.open(folder)
    session.jobs.drain()
    yield session
    session.close()


def put(desk, task_id):
    desk.select(task_id)
    desk.jobs.drain()
    desk.showing.result_painted()


def ids(desk):
    return sorted(desk.tasks)


def test_the_list_knows_every_maze(desk):
    rows = [desk.row(task_id) for task_id in ids(desk)]
    assert [row.kind for row in rows] == ["maze_image"] * 3
    assert rows[1].headline < 0.3 < rows[0].headline
    assert "no_wall_crossing" in rows[1].failed
    assert [row.unanswered for row in rows] == [4, 4, 4]


def test_sheet_evidence_and_panels_are_made_for_the_task_at_the_desk(desk):
    put(desk, ids(desk)[1])
    desk.showing.show_sheet()
    desk.showing.show_evidence("no_wall_crossing")
    desk.showing.show_panels()
    desk.jobs.drain()
    assert desk.showing.problem == ""
    assert len(desk.showing.sheet.panes) == 4
    assert desk.showing.evidence.zoom is not None
    assert "erosion" in {panel.id for panel in desk.showing.panels}
    assert [state.role for state in desk.showing.states.values()] == ["result", "golden"]
    assert all(state.is_full for state in desk.showing.states.values())


def test_tried_values_move_the_verdict_and_reach_no_list(desk):
    task_id = ids(desk)[1]
    put(desk, task_id)
    before = desk.row(task_id).headline
    desk.set_parameter("dilation_size", 3)
    desk.jobs.drain()
    assert desk.drafts.trial().ledger.headline.value < before
    assert desk.current.ledger.headline.value == before
    assert desk.row(task_id).headline == before
    desk.set_parameter("dilation_size", "auto")
    desk.jobs.drain()
    assert desk.drafts.trial() is None


def test_tried_values_reach_no_verdict_outside_the_sheet(desk):
    """Panel, automatic grade, flags, tile, evidence and numbers stay those of the rubric."""
    task_id = ids(desk)[1]
    put(desk, task_id)
    state = desk.current

    def said():
        desk.showing.show_evidence("no_wall_crossing")
        desk.showing.show_panels()
        desk.jobs.drain()
        return (
            desk.panel(),
            state.automatic,
            state.measured,
            tiles.view_of(state, "no_wall_crossing", author="ann"),
            desk.showing.evidence.summary,
            [panel.table for panel in desk.showing.panels],
        )

    desk.showing.show_sheet()
    before = said()
    cut = desk.showing.sheet.panes[2].subtitle
    desk.set_parameter("black_threshold", 1)
    desk.set_parameter("tolerance_pixels", 0)
    desk.set_parameter("wall_source", "generated")
    assert said() == before
    assert desk.drafts.trial().measurements["walls_crossed"] != state.measurements["walls_crossed"]
    assert desk.showing.sheet.panes[2].subtitle != cut
    assert said() == before


def test_the_sheet_says_what_values_left_to_the_instrument_came_to(desk):
    put(desk, ids(desk)[0])
    desk.showing.show_sheet()
    desk.jobs.drain()
    used = desk.showing.sheet.in_use["dilation_size"]
    desk.set_parameter("dilation_size", int(used))
    desk.jobs.drain()
    assert desk.drafts.trial().ledger.headline.value == desk.current.ledger.headline.value
    assert desk.showing.sheet.in_use["dilation_size"] == used


def test_an_answer_is_folded_and_written(desk):
    task_id = ids(desk)[1]
    put(desk, task_id)
    before = desk.row(task_id).headline
    desk.editor.answer("no_wall_crossing", 1.0)
    desk.jobs.drain()
    assert desk.row(task_id).headline == pytest.approx(before + 0.3)
    desk.save(task_id)
    desk.jobs.drain()
    saved = json.loads(desk.current.task.grade_path.read_text())
    assert saved["checks"]["no_wall_crossing"] == 1.0
    assert saved["review"]["overrides"]["no_wall_crossing"]["value"] == 1.0
    assert saved["overall_score"] == pytest.approx(before + 0.3)


def test_a_page_of_tiles_is_confirmed_at_once(desk):
    for task_id in ids(desk):
        put(desk, task_id)
    rows = dict.fromkeys(ids(desk)[::2], "no_wall_crossing")
    desk.editor.answer_on(ids(desk)[2], "no_wall_crossing", None)
    desk.editor.confirm_rows(rows, mode="sheet", seconds=4.0)
    desk.jobs.drain()
    assert [desk.row(task_id).status for task_id in ids(desk)] == ["done", "open", "done"]
    log = next((desk.current.task.review_folder).glob("ann-*.jsonl"))
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    confirmed = [entry for entry in entries if entry["type"] == "confirm"]
    assert {entry["mode"] for entry in confirmed} == {"sheet"}
    assert [entry.get("items", []) for entry in confirmed] == [["no_wall_crossing"], []]
    assert [entry["seconds"] for entry in confirmed] == [4.0, 4.0]
    assert [desk.row(task_id).seconds for task_id in ids(desk)] == [4.0, None, 4.0]
    confirmed_by = [desk.state(task_id).review.confirmed for task_id in ids(desk)]
    assert confirmed_by == [{"no_wall_crossing": ("ann",)}, {}, {}]


def test_a_tile_has_its_picture_without_paint_as_well(desk):
    """What a wall makes of the path is painted into the cut; the bare cut is the answer's own."""
    put(desk, ids(desk)[1])
    made = tiles.picture(desk.showing.request(desk.current, CancelToken()), "no_wall_crossing")
    assert made.bare.shape == made.pixels.shape
    painted = (made.pixels != made.bare).any(2)
    assert painted.any()
    blue = (made.bare[painted].astype(int) @ (-1, -1, 2)) > 100
    assert blue.mean() > 0.9
    assert not (made.bare == made.pixels[painted][0]).all(2).any()


def test_a_tile_says_what_stands_after_a_person_overruled_it(desk, monkeypatch):
    """Under another claim the machine's line would be read as the grade's."""
    monkeypatch.setattr(tiles, "_FURTHER", 9)
    task_id = ids(desk)[1]
    put(desk, task_id)

    def seen(claim):
        return tiles.view_of(desk.current, claim, author="ann")

    def walls():
        (line,) = [n for n in seen("green_position_match").further if n.check == "no_wall_crossing"]
        return line.words, line.state

    assert walls()[0].startswith("Crosses")
    assert walls()[1] == "fails"
    assert not seen("green_position_match").is_seen
    desk.announce(desk.editor.answer_on(task_id, "no_wall_crossing", 1.0))
    desk.jobs.drain()
    assert walls() == ("No crossing", "passes")
    assert seen("green_position_match").is_seen
    assert seen("green_position_match").mine == ""
    # The claim that the answer is about stays as it was made: "wrong" is said of it.
    assert seen("no_wall_crossing").words.startswith("Crosses")
    assert seen("no_wall_crossing").mine == "wrong"


@pytest.mark.parametrize(
    ("which", "begins"),
    [("_solution", "The solution: the file is empty"), ("_targeted_solution", "The file is empty")],
)
def test_a_tile_tells_whether_the_answer_or_the_solution_is_empty(folder, bench, which, begins):
    for path in folder.iterdir():
        is_answer = path.stem.endswith("_targeted_solution")
        if path.suffix == ".png" and is_answer == (which == "_targeted_solution"):
            path.write_bytes(b"")
    task, *_ = bench.tasks(folder).values()
    state = bench.graded(task)
    problem = tiles.picture(bench.request(state), "no_wall_crossing").problem
    assert problem.startswith(begins), problem


def test_where_a_square_was_not_found_nothing_follows_from_the_claim_being_wrong(
    tmp_path, mazes, bench
):
    """That there is a start square does not say that it stands in its place."""
    name = mazes.write(tmp_path, 0)
    maze, drawing = mazes.made(0, 4)
    picture = drawing.answer(maze)
    gone = np.where((picture == (0, 255, 0)).all(2, keepdims=True), 255, picture)
    bench.write(tmp_path / f"{name}_targeted_solution.png", gone.astype(np.uint8))
    (task,) = bench.tasks(tmp_path).values()
    state = bench.graded(task)
    start, end = (
        tiles.view_of(state, f"{color}_position_match", author="ann") for color in ("green", "red")
    )
    assert start.words.startswith("No start square")
    assert "does not say where" in start.why_not_wrong
    assert (end.why_not_wrong, end.holds) == ("", True)
