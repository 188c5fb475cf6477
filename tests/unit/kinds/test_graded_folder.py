"""Files of other graders: found, read, never invented, refolded where their rules are known."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from reviewer.kinds.graded_shapes import looks_graded, read_output
from reviewer.session import survey
from reviewer.session.jobs import CancelToken
from reviewer.store import folder
from reviewer.store.settings import Settings

SETTINGS = Settings(author="ann", installation="a1b2")


def grade(task):
    return survey.grade_state(
        task, settings=SETTINGS, cache=None, answers=None, token=CancelToken()
    )


def graded(root: Path):
    return {task.id: grade(task) for task in folder.discover(root)}


def write(root: Path, **documents: object) -> None:
    for name, document in documents.items():
        text = document if isinstance(document, str) else json.dumps(document)
        (root / f"{name}.json").write_text(text)


GOOD = {"overall_score": 0.5, "checks": {"a": 1.0}}


def ids(root: Path) -> list[str]:
    return [task.id for task in folder.discover(root)]


def test_one_grade_makes_the_folder_a_task_and_several_make_each_of_them_one(tmp_path) -> None:
    write(tmp_path, one=GOOD)
    assert ids(tmp_path) == [tmp_path.name]
    write(tmp_path, two=GOOD)
    assert ids(tmp_path) == ["one", "two"]


def test_a_broken_grade_beside_good_ones_is_a_task_with_its_error(tmp_path) -> None:
    write(tmp_path, a='{"overall_score": 0.5,', b=GOOD, c='{"checks": {"x": 1,}}')
    states = graded(tmp_path)
    assert list(states) == ["b", "a", "c"] or sorted(states) == ["a", "b", "c"]
    assert states["b"].error == ""
    for name in ("a", "c"):
        assert "not valid JSON" in states[name].error
        assert f"{name}.json" in states[name].error


def test_other_json_is_no_grade(tmp_path) -> None:
    write(tmp_path, config={"a": 1}, numbers=[1, 2], text='"x"', broken="{")
    assert ids(tmp_path) == []
    write(tmp_path, score=GOOD)
    assert ids(tmp_path) == [tmp_path.name], "the usual name is the folder's grade"


def test_a_broken_file_of_the_usual_name_is_a_task_with_its_error(tmp_path) -> None:
    write(tmp_path, grade="{")
    (state,) = graded(tmp_path).values()
    assert "not valid JSON" in state.error


def test_a_folder_stays_one_task_after_it_was_reviewed(tmp_path) -> None:
    write(tmp_path, mine=GOOD, a={"x": 1}, b={"x": 1}, c={"x": 1})
    (before,) = folder.discover(tmp_path)
    review = {"schema": "reviewer.grade/1", "graded_from": "mine.json", "original": {}}
    write(tmp_path, grade=GOOD | {"review": review})
    (after,) = folder.discover(tmp_path)
    assert (after.id, after.artifacts, after.graded_from) == (
        before.id, before.artifacts, before.graded_from,
    )  # fmt: skip


def test_thousands_of_grades_in_one_folder_are_found_and_other_json_is_given_up_early(
    tmp_path,
) -> None:
    for number in range(1200):
        write(tmp_path, **{f"g{number}": GOOD})
    assert len(ids(tmp_path)) == 1200
    other = tmp_path / "other"
    other.mkdir()
    for number in range(600):
        write(other, **{f"x{number}": {"a": 1}})
    assert ids(other) == []


@pytest.mark.parametrize(
    ("document", "loose", "strong"),
    [
        ({"checks": {}}, True, True),
        ({"overall_score": None}, True, True),
        ([{"checks": {}}], True, True),
        ({"score": 1}, True, False),
        ({"reward": 1}, True, False),
        ([{"checks": {}}, {"checks": {}}], False, False),
        ({"a": 1}, False, False),
        (None, False, False),
    ],
)
def test_shapes_that_graders_write(document, loose, strong) -> None:
    assert looks_graded(document) is loose
    assert looks_graded(document, strong=True) is strong


def row(output, name):
    return next(row for row in output.rows if row.id == name)


@pytest.mark.parametrize(
    ("key", "value", "sort", "read"),
    [
        ("a", 1.0, "check", 1.0),
        ("a", 0.888, "check", 0.888),
        ("a", True, "check", True),
        ("a", "0.5", "check", 0.5),
        ("a", 5, "diagnostic", 5),
        ("a", 1, "check", 1.0),
        ("screenshots", 1, "diagnostic", 1),
        ("psnr_db", 27.4, "diagnostic", 27.4),
        ("dssim_json", 0.02, "diagnostic", 0.02),
        ("thumb_md5_unique", 3, "diagnostic", 3),
        ("final_board_md5", "ab12", "diagnostic", "ab12"),
        ("_core_avg", 0.5, "diagnostic", 0.5),
        ("audit_banned", False, "diagnostic", False),
        ("a", 1.7, "diagnostic", 1.7),
        ("a", -0.2, "diagnostic", -0.2),
        ("a", None, "check", None),
        ("psnr_json", None, "diagnostic", None),
        ("a", [1, 2], "diagnostic", "2 entries"),
        ("a", {"score": 0.5, "reason": "r"}, "check", 0.5),
        ("vlm_a", 0.5, "judge", 0.5),
        ("vlm_a", 4, "judge", None),
        ("vlm_a", None, "judge", None),
        ("vlm_a", "yes", "judge", None),
    ],
)
def test_what_a_key_and_its_value_are(key, value, sort, read) -> None:
    found = row(read_output({"checks": {key: value}, "overall_score": 0.5}), key)
    assert found.sort == sort
    assert found.measurement.value == read


def test_a_judge_that_failed_left_nothing_judged() -> None:
    output = read_output({"checks": {"vlm_a": 0.0}, "judge_method": "failed"})
    assert row(output, "vlm_a").measurement.value is None
    assert "failed" in row(output, "vlm_a").measurement.reason


@pytest.mark.parametrize(
    ("document", "value", "says"),
    [
        ({"overall_score": 0.5, "score": 1}, 0.5, ""),
        ({"score": 0.6, "scores": {}}, 0.6, ""),
        ({"reward": 0.5, "note": "x"}, 0.5, ""),
        ({"checks": {}}, None, "no overall score"),
        ({"overall_score": 87}, None, "not on a scale"),
        ({"overall_score": "n/a"}, None, "no number"),
        ({"overall_score": 0.0, "error": "timeout"}, None, "ended with: timeout"),
    ],
)
def test_the_headline_of_a_file(document, value, says) -> None:
    held = read_output(document).headline
    assert held.value == value
    assert says in held.reason + held.error


def test_an_unknown_grader_stands_as_read(tmp_path) -> None:
    write(tmp_path, score={"overall_score": 0.35, "checks": {"a": 1.0, "vlm_b": 1.0}})
    (state,) = graded(tmp_path).values()
    assert state.ledger.headline.value == 0.35
    assert "not-recomputed" in {f.id for f in state.measured.flags if f.is_raised}
    assert {c.id for c in state.rubric.checks} == {"overall_score", "a", "vlm_b"}


# The corpus: what each file has to come to.

HEADLINES = {
    "big_int": 0.5, "bom": 0.5, "crlf_tabs": 0.5, "duplicate_keys": 0.9, "float_repr": 0.5,
    "floor_align_null": 0.983, "floor_full": 1.0, "floor_ids_low": 0.35, "floor_no_lpe": 0.4,
    "floor_no_vlm": 0.6, "floor_partial_bool": 0.5, "floor_vlm_edge_075": 0.875,
    "floor_vlm_failed": 0.6, "floor_vlm_half": 0.5, "floor_vlm_lt_05": 0.35, "nan_inf": 0.5,
    "no_checks": 0.7, "string_scores": 0.5, "top_level_list": 0.5, "utf16": 0.5,
    "maze_video_example": 0.382, "out_of_range": 0.6,
}  # fmt: skip
BROKEN = {"deep_nesting", "truncated", "trailing_comma"}
UNJUDGED = {"floor_vlm_failed", "floor_no_vlm"}


@pytest.fixture(scope="module")
def grades(corpus):
    return graded(corpus / "results" / "grades")


def test_every_grade_file_of_the_corpus_is_a_task(corpus, grades) -> None:
    truth = json.loads((corpus / "results" / "grades" / "TRUTH.json").read_bytes())
    wanted = {Path(name).stem for name in truth if name.endswith(".json")}
    assert set(grades) == wanted


@pytest.mark.parametrize("name", HEADLINES)
def test_the_corpus_comes_to_its_known_scores(corpus, grades, name) -> None:
    state = grades[name]
    assert state.error == ""
    assert round(state.ledger.headline.value, 3) == HEADLINES[name]
    truth = json.loads((corpus / "results" / "grades" / "TRUTH.json").read_bytes())
    if "overall_score" in truth[f"{name}.json"]:
        assert HEADLINES[name] == truth[f"{name}.json"]["overall_score"]


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_broken_files_of_the_corpus_are_errors(grades, name) -> None:
    assert f"{name}.json" in grades[name].error
    assert grades[name].grade is None


def test_a_judge_that_failed_is_not_four_failures(grades) -> None:
    states = {c.id: c.state for c in grades["floor_vlm_failed"].ledger.checks}
    judged = [state for name, state in states.items() if name.startswith("vlm_")]
    assert judged
    assert set(judged) == {"not judged"}


def test_items_are_not_invented_where_there_was_no_judge(grades) -> None:
    assert not [c for c in grades["floor_no_vlm"].rubric.checks if c.id.startswith("vlm_")]


def test_not_measured_is_not_a_failure(grades) -> None:
    credited = grades["floor_align_null"].ledger.check("east_align_variance")
    assert credited is None or credited.state == "not measured"


def test_a_judge_on_another_scale_is_flagged_and_not_averaged(grades) -> None:
    state = grades["out_of_range"]
    assert "judge-scale" in {f.id for f in state.measured.flags if f.is_raised}
    values = [m.value for m in state.measurements.values() if m.id.startswith("vlm_")]
    assert all(value is None or 0 <= value <= 1 for value in values)


def test_scores_out_of_a_hundred_give_no_headline(grades) -> None:
    assert grades["scale_0_100"].ledger.headline.value is None


def test_oddities_of_a_file_are_said(grades) -> None:
    said = {name: " ".join(state.notes) for name, state in grades.items()}
    assert "NaN or Infinity" in said["nan_inf"]
    assert "keys stand twice" in said["duplicate_keys"]
    assert "UTF-16" in said["utf16"]
    assert "byte order mark" in said["bom"]


def test_names_of_checks_are_shown_as_they_are(corpus, grades) -> None:
    written = json.loads((corpus / "results" / "grades" / "unicode_keys.json").read_bytes())
    shown = {row.id for row in grades["unicode_keys"].rubric.checks}
    assert set(written["checks"]) - {""} <= shown | {m for m in grades["unicode_keys"].measurements}


def test_overriding_a_judges_item_of_a_known_grader_refolds(corpus) -> None:
    """Half marks from the judge: one item to 1 leaves the cap, three to 1 lift it."""
    from reviewer.model import Override
    from reviewer.scoring.fold import fold

    (task,) = [
        t for t in folder.discover(corpus / "results" / "grades") if t.id == "floor_vlm_half"
    ]
    state = grade(task)
    items = [c.id for c in state.rubric.checks if c.id.startswith("vlm_")]

    def score(count: int) -> float:
        said = {item: Override(1.0, 0.5, "single", "ann") for item in items[:count]}
        return round(fold(state.effective, state.measurements, said).headline.value, 3)

    assert [score(n) for n in (0, 1, 3)] == [0.5, 0.5, 0.938]


def test_twenty_thousand_checks_are_graded_quickly(corpus) -> None:
    (task,) = [
        t for t in folder.discover(corpus / "results" / "grades") if t.id == "huge_20000_checks"
    ]
    began = time.process_time()
    state = grade(task)
    assert len(state.ledger.checks) > 19_000
    assert time.process_time() - began < 6


FAMILY = {
    "flat_render_room": 0.35, "flat_flamegraph_counts": 0.25, "flat_mines_strings": 0.928,
    "flat_upscale_nulls": 0.6, "flat_brand_ocr_cut": 0.741, "nested_scores_only": 0.6,
    "reward_only": 0.5,
}  # fmt: skip


@pytest.fixture(scope="module")
def family(corpus):
    return graded(corpus / "results" / "family")


@pytest.mark.parametrize("name", FAMILY)
def test_the_family_of_graders_is_read(family, name) -> None:
    assert round(family[name].ledger.headline.value, 3) == FAMILY[name]


def test_an_error_is_never_a_plain_zero(family) -> None:
    state = family["error_case"]
    assert state.ledger.headline.value is None
    assert "timed out" in state.ledger.headline.error


def test_the_family_tells_counts_items_and_text_apart(family) -> None:
    def sorts(name):
        output = read_output(family[name].grade.grader)
        return {row.id: (row.sort, row.measurement.value) for row in output.rows}

    room = [value for sort, value in sorts("flat_render_room").values() if sort == "judge"]
    assert sorted(room) == [0.0, 0.0, 1.0, 1.0, 1.0]
    flame = sorts("flat_flamegraph_counts")
    assert [v for s, v in flame.values() if s == "judge"] == [None] * 4
    assert flame["flame_size_bytes"][0] == flame["names_matched"][0] == "diagnostic"
    assert flame["audit_banned"][0] == "diagnostic"
    mines = sorts("flat_mines_strings")
    assert not [name for name, (sort, _) in mines.items() if sort == "judge"]
    for name in ("final_board_md5", "revealed_cells_raw", "clicks_csv_rows", "screenshots"):
        assert mines[name][0] == "diagnostic", name
    nulls = sorts("flat_upscale_nulls")
    assert nulls["psnr_json"] == ("diagnostic", None)
    assert nulls["psnr_db"] == ("diagnostic", 27.4)
    assert sorts("flat_brand_ocr_cut")["state_shots"] == ("check", 0.888)


def test_saving_unreviewed_files_of_the_corpus_changes_nothing_they_say(grades, family) -> None:
    from reviewer.session import joining
    from reviewer.store import exact_json, grade

    for name, state in {**grades, **family}.items():
        document = joining.document_of(state)
        if document is None:
            continue
        mine = grade.encode({k: v for k, v in document.items() if k != "review"})
        theirs = grade.encode(state.grade.grader)
        if state.grade.document.get("overall_score", 0.0) is not None and mine != theirs:
            before, after = (exact_json.loads(text).document for text in (theirs, mine))
            changed = {key for key in after if after[key] != before.get(key, None)}
            assert changed <= {"overall_score"}, name
            assert list(after)[: len(before)] == list(before), name
        assert grade.restore_original(document) == dict(state.grade.grader), name
