"""A maze solved in a picture at the desk: numbers, flags, evidence, sheet, panels, overrides."""

from __future__ import annotations

import json
import os
import re
from itertools import pairwise

import numpy as np
import pytest

from reviewer import kinds
from reviewer.kinds.maze_panels import curve_note
from reviewer.kinds.maze_tiles import tile
from reviewer.overlays.palette import DOCUMENTED
from reviewer.session import maze_tiles, tiles

ROWS = (
    "maze_structure_iou",
    "green_position_match",
    "red_position_match",
    "no_wall_crossing",
    "path_match_iou",
    "target_achievement",
)


@pytest.fixture
def folder(tmp_path, mazes):
    """One right answer, one that cuts walls, one without a solution, one that is no picture."""
    folder = tmp_path / "run"
    mazes.write(folder, 0)
    mazes.write(folder, 1, crosses=True)
    lonely = mazes.write(folder, 2)
    (folder / f"{lonely}_solution.png").unlink()
    broken = mazes.write(folder, 3)
    (folder / f"{broken}_targeted_solution.png").write_bytes(b"not a picture")
    # An old file is not taken for one that is still being written.
    os.utime(folder / f"{broken}_targeted_solution.png", (1e9, 1e9))
    return folder


@pytest.fixture
def states(folder, bench):
    return {
        int(re.search(r"_n(\d+)_", name)[1]): bench.graded(task)
        for name, task in bench.tasks(folder).items()
    }


def overall(state):
    return state.ledger.headline.value


def test_a_right_answer_reaches_the_ceiling_and_a_cut_wall_costs_the_penalty(states):
    assert overall(states[0]) == pytest.approx(0.7, abs=0.02)
    assert states[0].measurements["target_achievement"].value == 1.0
    crossed = states[1].ledger
    assert crossed.check("no_wall_crossing").state == "fail"
    expected = 0.2 * crossed.registers["layout_match_score"] + 0.5 * (
        states[1].measurements["path_match_iou"].value
    )
    assert overall(states[1]) == pytest.approx(expected - 0.3)


def test_every_row_is_measured_and_nothing_is_scored_by_accident(states):
    for number in (0, 1):
        assert [c.id for c in states[number].ledger.checks] == list(ROWS)
        assert all(c.measurement.is_measured for c in states[number].ledger.checks)
    for number, said in ((2, "no solution"), (3, "not a picture")):
        ledger = states[number].ledger
        assert overall(states[number]) is None
        assert {c.state for c in ledger.checks} == {"error"}
        first = ledger.checks[0].measurement.error
        assert "_targeted_solution" in first
        # A card shows its own row only: each names the cause.
        assert {c.reason for c in ledger.checks} == {first}
        raised = {flag.id: flag.detail for flag in states[number].measured.flags if flag.is_raised}
        assert set(raised) == {"no-solution" if said == "no solution" else "unreadable"}


def test_evidence_of_a_crossing_rings_it_and_names_the_cells(states, bench):
    state = states[1]
    found = bench.kind(state).evidence(bench.request(state), "no_wall_crossing")
    crossings = [mark for mark in found.marks if mark.tone == "bad"]
    count = state.measurements["walls_crossed"].value
    assert len(crossings) == count > 0
    # A wall lies between two cells, whichever of them the path came from.
    named = [re.fullmatch(r"r(\d+) c(\d+) ↔ (?:r(\d+) c(\d+)|outside)", m.label) for m in crossings]
    assert all(named)
    places = [[int(n) for n in match.groups() if n is not None] for match in named]
    assert all(place[:2] < place[2:] for place in places if len(place) == 4)
    x, y, width, height = found.zoom
    middle = crossings[0].points[:2]
    assert x <= middle[0] <= x + width
    assert y <= middle[1] <= y + height
    assert [row[0] for row in found.table.rows].count("crossing") == count
    assert found.curve is not None
    assert str(count) in found.summary


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_every_row_has_evidence_or_says_why_not(states, bench, number):
    state = states[number]
    for row in ROWS:
        found = bench.kind(state).evidence(bench.request(state), row)
        assert found.summary
        if number < 2:
            assert "not measured" not in found.summary
        else:
            assert found.text.startswith(state.task.id) or "solution" in found.text


def test_square_evidence_shows_the_tolerance_as_a_ring(states, bench):
    found = bench.kind(states[0]).evidence(bench.request(states[0]), "green_position_match")
    ring = found.marks[0]
    assert ring.shape == "ring"
    assert ring.points[2] == 20
    assert "within 20 px" in ring.label


def test_the_sheet_has_four_panes_of_one_size_with_known_classes(states, bench):
    state = states[1]
    sheet = bench.kind(state).sheet(bench.request(state))
    assert len(sheet.panes) == 4
    assert len({pane.base.shape[:2] for pane in sheet.panes}) == 1
    assert [pane.base_style for pane in sheet.panes] == ["plain", "plain", "two_grey", "two_grey"]
    classes = {each.key: each for pane in sheet.panes for each in pane.classes}
    assert set(classes) == {
        "path_clear", "edge_touch", "crossing", "solution_only", "result_only", "both",
    }  # fmt: skip
    assert all(DOCUMENTED.paint(key) for key in classes)
    assert classes["crossing"].says == "path, on a wall, counted"
    assert np.count_nonzero(classes["crossing"].mask) == (
        state.measurements["wall_crossing_pixels"].value
    )
    overlap = sum(
        (classes[k].mask > 0).astype(int) for k in ("solution_only", "result_only", "both")
    )
    assert overlap.max() == 1


def test_panels_hold_the_curve_the_cells_and_every_number(states, bench):
    state = states[1]
    panels = {panel.id: panel for panel in bench.kind(state).panels(bench.request(state))}
    curve = panels["erosion"].curve
    assert [x for x, _ in curve.series["crossing ratio"]] == list(range(9))
    assert curve.marks == ((3.0, "now"),)
    (start,) = re.findall(r"From (\d) px on the curve is flat", curve.note)
    ratios = [ratio for _, ratio in curve.series["crossing ratio"]]
    assert len(set(ratios[int(start) :])) == 1
    assert ratios[int(start) - 1] != ratios[-1]
    cells = panels["cells"].table
    assert [row[0] for row in cells.rows] == list(range(1, len(cells.rows) + 1))
    assert (cells.rows[0][4], cells.rows[-1][4]) == ("start", "end")
    steps = [abs(a[1] - b[1]) + abs(a[2] - b[2]) for a, b in pairwise(cells.rows)]
    assert set(steps) == {1}
    assert len(panels["numbers"].table.rows) == len(state.measurements)


@pytest.mark.parametrize(
    ("ratios", "is_thin", "says", "says_not"),
    [
        ((0.12, 0.08, 0.1, 0.1, 0.1), True, "From 2 px on the curve is flat: a core", "thicker"),
        ((0.1, 0.1, 0.1, 0.1), True, "The curve is flat: a core", "From"),
        ((0.3, 0.2, 0.1, 0.1), False, "Walls are thicker", "flat"),
        ((0.3, 0.1, 0.1, 0.1), False, "From 1 px on the curve is flat. Walls", "sides"),
        ((0.3, 0.2, 0.1), True, "A core of at least one pixel", "flat"),
        ((0.0, 0.0, 0.0), True, "No erosion counts any of the path", "flat"),
    ],
)
def test_the_words_below_the_curve_follow_its_points(ratios, is_thin, says, says_not):
    note = curve_note(list(enumerate(ratios)), is_thin=is_thin)
    assert note.startswith(says)
    assert says_not not in note


def test_a_task_that_cannot_be_judged_has_panels_that_say_so(states, bench):
    panels = bench.kind(states[2]).panels(bench.request(states[2]))
    assert "no solution" in panels[0].text


def test_tried_parameters_change_the_numbers_and_wrong_ones_are_refused(states, bench):
    state = states[1]
    own = bench.measured(state)
    strict = bench.measured(state, crossing_rule="any")
    assert strict["crossing_rule"] == "any"
    wide = bench.measured(state, dilation_size=3)
    assert wide["path_match_iou"] < own["path_match_iou"]
    assert bench.measured(state, dilation_size="auto") == own
    assert bench.measured(state, dilation_size=3.0) == wide
    with pytest.raises(ValueError, match="black_threshold is 0"):
        bench.measured(state, black_threshold=0)


def test_people_overrule_the_crossing_and_a_marker_and_the_score_follows(states, bench):
    state, before = states[1], overall(states[1])
    bench.say(state.task, item="no_wall_crossing", value=1.0)
    bench.say(state.task, item="green_position_match", value=0.0)
    after = bench.graded(state.task)
    assert after.ledger.check("no_wall_crossing").is_overridden
    assert overall(after) == pytest.approx(before + 0.3 - 0.2 * 0.2)
    assert overall(states[1]) == before


def test_tiles_cut_to_the_crossing_and_say_the_claim(states, bench):
    assert list(tiles.claim_names(states[1].effective, "en").values()) == [
        "Start matches", "End matches", "No crossing", "Reaches the target",
    ]  # fmt: skip
    views = [tiles.view_of(states[n], "no_wall_crossing", author="ann") for n in range(4)]
    assert views[0].words == "No crossing · target 1"
    assert re.fullmatch(r"Crosses \d walls? · target \.\d\d", views[1].words)
    assert [view.holds for view in views] == [True, False, None, None]
    assert [view.lines[0].state for view in views] == ["passes", "fails", "error", "error"]
    assert [view.words for view in views[2:]] == ["Not measured", "Not measured"]
    cut = tile(bench.request(states[1]), "no_wall_crossing")
    height, width = cut.pixels.shape[:2]
    assert cut.box[2:] == (width, height)
    assert width < states[1].reader.picture(states[1].task.artifact("result")).size[0]
    assert {mark.tone for mark in cut.marks} == {"bad"}
    hunting = "hunting, not an estimate"
    assert tiles.note_of("queue", sort="folder") == ""
    assert tiles.note_of("queue", sort="margin") == hunting
    assert tiles.note_of("crossing", sort="folder") == hunting
    assert tiles.note_of("random", sort="margin") == "drawn at random: an estimate"


@pytest.mark.parametrize(
    ("claim", "words", "state"),
    [
        ("no_wall_crossing", "No path drawn · nothing to cross · target .00", "not_judged"),
        ("target_achievement", "Misses target · target .00", "fails"),
        ("target_achievement_gated", "Misses target · target .00", "fails"),
        ("green_position_match", "Start matches · 0 px off", "passes"),
    ],
)
def test_no_path_is_no_tick_for_crossing_no_wall(tmp_path, mazes, bench, claim, words, state):
    name = mazes.write(tmp_path, 0, side=3)
    maze, drawing = mazes.made(0, 3)
    bench.write(tmp_path / f"{name}_targeted_solution.png", drawing.puzzle(maze))
    (found,) = [bench.graded(task) for task in bench.tasks(tmp_path).values()]
    view = tiles.view_of(found, claim, author="ann")
    assert view.words == words
    assert view.lines[0].state == state
    assert [line.state for line in view.lines[1:]] == [""] * (len(view.lines) - 1)


def test_a_tile_that_says_no_crossing_has_no_ring_and_shows_all_of_its_maze(tmp_path, mazes, bench):
    name = mazes.write(tmp_path, 0, side=4)
    maze, drawing = mazes.made(0, 4)
    # A pixel over the right and lower walls of its cells, all the way along.
    touching = drawing.lane(maze, maze.way, width=6, offset=drawing.open_width - 5)
    bench.write(tmp_path / f"{name}_targeted_solution.png", touching)
    (found,) = [bench.graded(task) for task in bench.tasks(tmp_path).values()]
    view = tiles.view_of(found, "no_wall_crossing", author="ann")
    assert view.words.startswith("No crossing")
    request = bench.request(found)
    desk = kinds.kind("maze_image").evidence(request, "no_wall_crossing")
    assert {mark.tone for mark in desk.marks if mark.shape == "ring"} == {"plain"}
    cut = tile(request, "no_wall_crossing")
    assert cut.marks == ()
    assert cut.box == (0, 0, touching.shape[1], touching.shape[0])


def test_the_share_of_the_target_is_overruled_and_no_headline_moves(states, bench):
    state, before = states[1], overall(states[1])
    bench.say(state.task, item="target_achievement", value=0.6)
    after = bench.graded(state.task)
    row = after.ledger.check("target_achievement")
    assert (row.is_overridden, row.credit) == (True, 0.6)
    assert row.previous == state.measurements["target_achievement"].value
    assert overall(after) == before


@pytest.mark.parametrize(
    ("value", "words"), [(0.997, ".99"), (0.0, ".00"), (1.0, "1"), (0.4, ".40")]
)
def test_only_all_of_the_way_is_one(value, words):
    assert maze_tiles.short(value) == words


@pytest.mark.corpus
def test_every_known_variant_is_graded_as_its_truth_says(corpus, run):
    where = corpus / "maze" / "generated"
    truth = json.loads((where / "TRUTH.json").read_text())
    ran = run("grade", where, "--json", "--no-cache")
    found = {report["id"]: report for report in ran.json}
    wrong = {}
    for name, maze in truth.items():
        for ending in maze["files"]:
            if ending == "_solution.png":
                continue
            stem = ending.rpartition(".")[0]
            wrong[f"{name}{stem}"] = differing(found[f"{name}{stem}"], stem.lstrip("_"))
    assert len(wrong) > 20
    assert {name: said for name, said in wrong.items() if said} == {}


def differing(report, variant):
    """What a report says that the variant of the maze does not bear out."""
    checks = {check["id"]: check for check in report["checks"]}
    credits = {name: check["credit"] for name, check in checks.items()}
    placed = 0 if variant == "swapped_markers" else 1
    overall = report["headlines"]["overall_score"]
    holds = {
        "errors": not report["errors"],
        "crossing": credits["no_wall_crossing"] == (0 if variant == "wallcross" else 1),
        "green": credits["green_position_match"] == placed,
        "red": credits["red_position_match"] == placed,
    }
    if variant in ("targeted_solution", "aa", "jpeg30", "resized512"):
        holds["overall"] = overall == pytest.approx(0.7, abs=0.02)
    elif variant == "nopath":
        raised = {flag["id"] for flag in report["flags"] if flag["raised"]}
        holds |= {"overall": overall == pytest.approx(0.2), "flag": "no-path" in raised}
    elif variant in ("wallcross", "incomplete", "backtrack"):
        holds["overall"] = overall < 0.65
    return [name for name, is_so in holds.items() if not is_so]


def test_a_tile_marks_the_cells_that_were_missed(states, bench):
    whole = tile(bench.request(states[0]), "target_achievement")
    assert whole.marks == ()
    missed = tile(bench.request(states[1]), "target_achievement")
    found = states[1].measurements["target_achievement"].facts
    assert len(missed.marks) == found["cells"] - found["touched"] > 0


def test_only_clips_can_disagree_with_their_gates():
    assert maze_tiles.sorts_of({"gimp_edit"}) == {}
    assert list(maze_tiles.sorts_of({"maze_image"})) == ["crossing", "target"]
    both = maze_tiles.sorts_of({"maze_image", "maze_video"})
    assert list(both) == ["crossing", "target", "disagreement"]


@pytest.mark.parametrize(
    ("order", "number"),
    [("queue", ""), ("crossing", r" · crossing \d+\.\d %"), ("target", ""), ("disagreement", "")],
)
def test_a_tile_says_the_number_that_its_page_is_sorted_by(states, order, number):
    view = tiles.view_of(states[1], "no_wall_crossing", author="ann", order=order)
    assert re.fullmatch(rf"Crosses \d walls?{number} · target \.\d\d", view.words)
    brief = {"crossing": r"\d+\.\d %", "target": r"\.\d\d"}.get(order, "")
    assert re.fullmatch(brief, view.lines[1].brief)


def test_a_claim_of_a_maze_holds_or_fails(states):
    """A share of .6 is no half truth: the target is reached or it is not."""
    view = tiles.view_of(states[1], "target_achievement", author="ann")
    assert 0 < view.credit < 0.95
    assert (view.holds, view.lines[0].state) == (False, "fails")
