"""A maze solved in a clip at the desk: numbers, gates, frames to jump to, the scrubber."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from reviewer.kinds.maze_panels import timeline_of
from reviewer.kinds.maze_reading import MazeFiles, parameters_of
from reviewer.session import frames, tiles
from reviewer.session.pictures import artifacts_to_show
from reviewer.session.veiling import untold_clip
from reviewer.store.clips import Clip

pytest.importorskip("av")


@pytest.fixture
def clips(tmp_path, mazes, bench):
    """A clip that follows the way, one that goes straight through walls, one that is damaged."""
    folder = tmp_path / "videos"
    for number in range(3):
        name = mazes.write(folder, number, ending="__still")
        (folder / f"{name}__still.png").unlink()
        maze, _ = mazes.made(number, 4)
        straight = [maze.way[0], maze.way[-1]] if number == 1 else None
        path = mazes.film(folder / f"{name}.mp4", number, cells=straight)
        if number == 2:
            path.write_bytes(path.read_bytes()[:400])
    found = bench.tasks(folder)
    return {number: found[mazes.name(number, 4)] for number in range(3)}


def headlines(state):
    return {headline.name: headline.value for headline in state.ledger.headlines}


def test_a_clip_that_follows_the_way_passes_all_gates(clips, bench):
    state = bench.graded(clips[0])
    assert headlines(state)["overall_score_gated"] == 1
    assert headlines(state)["overall_score"] == pytest.approx(0.7, abs=0.03)
    values = {m.id: m.value for m in state.measurements.values()}
    assert values["total_frames"] == values["frames_with_marker"] > 20
    assert values["path_extraction_method"] == "green_marker_tracking"
    assert (values["jumps"], values["red_missing_frames"], values["marker_arrived"]) == (0, 0, True)
    assert values["first_crossing_frame"] is None
    assert not any(flag.is_raised for flag in state.measured.flags)


def test_a_clip_that_cuts_walls_fails_the_target_and_shows_where(clips, bench):
    state = bench.graded(clips[1])
    assert headlines(state)["overall_score_gated"] == 0
    assert state.measurements["walls_crossed"].value >= 1
    found = bench.kind(state).evidence(bench.request(state), "no_wall_crossing")
    assert found.frame == state.measurements["first_crossing_frame"].value
    layout = bench.kind(state).evidence(bench.request(state), "layout_match_score_gated")
    assert layout.frame == state.measurements["worst_frame"].value
    target = bench.kind(state).evidence(bench.request(state), "target_achievement_gated")
    assert {mark.tone for mark in target.marks} == {"ok", "bad"}


def test_a_damaged_clip_is_an_error_in_every_row_and_has_a_reason(clips, bench):
    state = bench.graded(clips[2])
    assert set(headlines(state).values()) == {None}
    assert {c.state for c in state.ledger.checks} == {"error"}
    assert ".mp4" in state.ledger.checks[0].reason


def test_any_wall_counts_when_the_rule_says_so(clips, bench):
    state = bench.graded(clips[1])
    assert bench.measured(state, crossing_rule="any")["crossing_rule"] == "any"
    strict = {p.id: p.value for p in state.rubric.parameters} | {"crossing_rule": "any"}
    assert parameters_of(state.rubric, strict, is_video=True).crossing_rule == "any"


def test_people_overrule_the_gates(clips, bench):
    bench.say(clips[1], item="target_achievement_gated", value=1.0)
    bench.say(clips[1], item="no_wall_crossing", value=1.0)
    after = bench.graded(clips[1])
    assert headlines(after)["overall_score_gated"] == 1
    assert after.ledger.check("target_achievement_gated").is_overridden
    bench.say(clips[1], item="no_wall_crossing", value=0.0)
    fails = headlines(bench.graded(clips[1]))
    assert fails["overall_score_gated"] == 0
    assert fails["overall_score"] == pytest.approx(headlines(after)["overall_score"] - 0.3)


def test_a_red_square_that_is_missing_at_times_never_matches(clips, bench, mazes, maker):
    maze, drawing = mazes.made(0, 4)
    walked = list(drawing.frames(maze, steps=4))
    left, top = drawing.corner(maze.way[-1])
    for frame in walked[10:20]:
        frame[top : top + drawing.open_width, left : left + drawing.open_width] = 255
    maker.encode(clips[0].artifact("result").path, walked)
    state = bench.graded(clips[0])
    assert state.measurements["red_missing_frames"].value == 10
    assert state.measurements["red_centroid_distance"].value < 2
    assert state.ledger.check("red_position_match").credit == 0
    found = bench.kind(state).evidence(bench.request(state), "red_position_match")
    assert found.frame == 10


def test_the_timeline_marks_the_frames_to_look_at(clips, bench):
    state = bench.graded(clips[1])
    panels = {panel.id: panel for panel in bench.kind(state).panels(bench.request(state))}
    strip = panels["layout"]
    assert len(strip.timeline) == state.measurements["total_frames"].value
    words = " | ".join(said for _, said in strip.timeline_marks)
    assert "first crossing" in words
    assert all(0 <= at < len(strip.timeline) for at, _ in strip.timeline_marks)


def test_a_crossing_in_the_first_frame_can_be_gone_to(clips, bench):
    track = MazeFiles(bench.request(bench.graded(clips[1]))).evaluation.track
    at_once = dataclasses.replace(track, first_crossing_frame=track.frames[0])
    assert at_once.first_crossing_frame == 0
    assert "J goes to the first counted crossing. " in timeline_of(at_once).text
    without = dataclasses.replace(track, first_crossing_frame=None)
    assert "J goes" not in timeline_of(without).text


def test_trying_another_erosion_decodes_nothing_again(clips, bench, monkeypatch):
    state = bench.graded(clips[1])
    streamed = []
    original = Clip.stream
    monkeypatch.setattr(
        Clip, "stream", lambda self, *a, **k: streamed.append(1) or original(self, *a, **k)
    )
    narrow = bench.measured(state, wall_erosion=0)
    assert narrow["walls_crossed"] >= 1
    assert streamed == []
    bench.measured(state, black_threshold=60)
    assert len(streamed) == 1


def test_auto_frames_are_360_for_a_sora_folder(clips, bench):
    state = bench.graded(clips[0])
    own = MazeFiles(bench.request(state)).parameters
    assert own.num_frames == 192
    sora = dataclasses.replace(clips[0], settings=clips[0].settings | {"model": "sora2"})
    asked = dataclasses.replace(bench.request(state), task=sora)
    assert MazeFiles(asked).parameters.num_frames == 360
    given = dataclasses.replace(asked, parameters={"num_frames": 192})
    assert MazeFiles(given).parameters.num_frames == 192


def test_the_pane_of_a_clip_shows_its_last_frame(clips, bench, mazes):
    task = clips[0]
    state = bench.graded(task)
    result = task.artifact("result")
    assert result in artifacts_to_show(task)
    picture = state.reader.picture(result)
    total = state.measurements["total_frames"].value
    assert (picture.frames, picture.mode) == (total, "clip")
    assert picture.notes == (f"frame {total - 1} of the clip",)
    maze, drawing = mazes.made(0, 4)
    x, y = drawing.middle(maze.way[-1])
    red, green, blue = picture.pixels[y, x]
    assert green > 200 > red + blue
    assert state.reader.reduced(result, 100).pixels.shape == picture.pixels.shape


def test_the_scrubber_shows_the_way_up_to_a_frame(clips, bench):
    state = bench.graded(clips[1])
    clip = frames.load_clip(bench.request(state))
    total = state.measurements["total_frames"].value
    assert clip.numbers == tuple(range(total))
    assert len(clip.pictures) == len(clip.scores) == len(clip.has_marker) == total
    assert clip.numbers[clip.first_crossing] == state.measurements["first_crossing_frame"].value
    assert clip.seconds_at(total - 1) == pytest.approx((total - 1) / 24)
    assert (clip.index_of(0), clip.index_of(10**6)) == (0, total - 1)
    shown = frames.show_frame(clip, clip.first_crossing)
    plain = frames.show_frame(clip, clip.first_crossing, with_trail=False)
    assert shown.marker is not None
    assert "first crossing" in shown.words
    changed = np.argwhere((shown.pixels != plain.pixels).any(axis=2))
    start = clip.places[0]
    nearest = np.hypot(changed[:, 1] - start[1], changed[:, 0] - start[2]).min()
    assert nearest < 6
    later = frames.show_frame(clip, total - 1)
    assert np.count_nonzero(
        later.pixels != frames.show_frame(clip, total - 1, with_trail=False).pixels
    ) > (np.count_nonzero(shown.pixels != plain.pixels))


@pytest.mark.parametrize("count", [1, 9])
def test_frames_that_are_all_alike_have_no_worst_one(tmp_path, mazes, maker, bench, count):
    folder = tmp_path / "run"
    name = mazes.write(folder, 0, ending="__x")
    (folder / f"{name}__x.png").unlink()
    maze, drawing = mazes.made(0, 4)
    maker.encode(folder / f"{name}.mp4", [next(drawing.frames(maze))] * count)
    state = bench.graded(bench.tasks(folder)[name])
    clip = frames.load_clip(bench.request(state))
    assert (clip.worst, clip.first_crossing, len(clip.pictures)) == (None, None, count)
    about, why = {1: ("the only frame", "one frame")}.get(
        count, ("the marker never moves", "every frame has the same layout")
    )
    assert frames.show_frame(clip, 0).words.endswith(about)
    assert why in clip.why_no_worst
    panels = {panel.id: panel for panel in bench.kind(state).panels(bench.request(state))}
    assert "Every frame has the same layout." in panels["layout"].text
    assert not any("worst" in words for _, words in panels["layout"].timeline_marks)
    view = tiles.view_of(state, "no_wall_crossing", author="ann")
    way = "One frame only" if count == 1 else "Marker never moves"
    assert [line.words for line in view.lines[:2]] == [way, "nothing to cross"]
    assert view.lines[0].state == "not_judged"
    raised = {flag.id for flag in state.measured.flags if flag.is_raised}
    assert raised & {"one-frame", "still"} == {"one-frame" if count == 1 else "still"}
    assert "moves" not in frames.show_frame(untold_clip(clip), 0).words


def test_grade_and_gate_stand_side_by_side_where_they_are_sorted_by(clips, bench):
    for number, said in ((0, "gated passes"), (1, "gated fails")):
        state = bench.graded(clips[number])
        view = tiles.view_of(state, "no_wall_crossing", author="ann", order="disagreement")
        assert [line.words for line in view.lines[1:]] == [said]


def test_the_frame_that_lost_a_wall_is_the_worst(tmp_path, mazes, maker, bench):
    folder = tmp_path / "run"
    name = mazes.write(folder, 0, ending="__x")
    (folder / f"{name}__x.png").unlink()
    maze, drawing = mazes.made(0, 4)
    walk = list(drawing.frames(maze, steps=4))
    walk[5][: drawing.wall] = 255
    maker.encode(folder / f"{name}.mp4", walk)
    state = bench.graded(bench.tasks(folder)[name])
    clip = frames.load_clip(bench.request(state))
    assert clip.worst == state.measurements["worst_frame"].value == 5
    assert clip.why_no_worst == ""
    assert frames.show_frame(clip, 5).words.endswith("worst layout")
    panels = {panel.id: panel for panel in bench.kind(state).panels(bench.request(state))}
    assert (5, "worst layout, frame 5") in panels["layout"].timeline_marks
    assert panels["layout"].text.endswith(". K goes to the worst layout.")


def test_a_clip_without_a_solution_still_scrubs(clips, bench):
    state = bench.graded(clips[0])
    golden = clips[0].artifact("golden")
    golden.path.unlink()
    clip = frames.load_clip(bench.request(state))
    assert clip.scores == ()
    assert "solution" in clip.problem
    assert frames.show_frame(clip, 0).words.startswith(f"frame 0 (1 of {len(clip.pictures)}) · ")


@pytest.mark.corpus
def test_every_known_clip_is_graded_as_its_truth_says(corpus, run):
    ran = run("grade", corpus / "maze" / "generated", "--json", "--no-cache")
    found = {r["id"]: r for r in ran.json if r["kind"] == "maze_video"}
    assert len(found) == 6
    for name, report in found.items():
        gated = report["headlines"]["overall_score_gated"]
        if name.endswith("__truncated"):
            assert gated is None
            assert "moov" in report["errors"][0]
        else:
            assert gated == (0 if name.endswith("__diagonal") else 1), name
    cut = {
        f["id"]
        for f in found["dfs_easy_3x3_n000_var1_fixed_both__diagonal"]["flags"]
        if f["raised"]
    }
    assert "cut-below-threshold" in cut


def test_what_was_measured_under_older_rules_is_measured_again(bench):
    from reviewer import kinds
    from reviewer.kinds.maze_measure import INSTRUMENT, VERSION

    for name in ("maze_image", "maze_video"):
        # The cache asks the kind, a grade file names the measurement's own.
        assert kinds.kind(name).instruments == {INSTRUMENT: VERSION}


def test_a_clip_that_is_cut_off_has_no_score(tmp_path, mazes, bench):
    mazes.write(tmp_path, 0, ending="__x")
    clip = mazes.film(tmp_path / f"{mazes.name(0, 4)}.mp4", 0)
    clip.write_bytes(clip.read_bytes()[:-200])
    state = bench.graded(bench.tasks(tmp_path)[clip.stem])
    assert {check.state for check in state.ledger.checks} == {"error"}
    assert all(headline.value is None for headline in state.ledger.headlines)
    assert "cut short" in state.ledger.checks[0].measurement.error


@pytest.mark.parametrize(
    ("score", "worst", "words"),
    [(1.0, 0.9996, "1.0000"), (0.9996, 0.9996, "0.9996"), (0.98, 0.98, "0.980"),
     (0.98004, 0.98, "0.98004"), (0.99999999, 0.5, "1.000000")],
)  # fmt: skip
def test_a_frame_says_as_many_places_as_tell_it_from_the_worst_and_from_all(score, worst, words):
    assert frames._score(score, worst) == words
