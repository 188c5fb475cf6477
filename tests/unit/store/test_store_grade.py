"""The grade file: a superset of what the grader wrote, and the way back."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import Entry, Measurement, Task
from reviewer.scoring.fold import fold
from reviewer.scoring.review import resolve
from reviewer.scoring.rubric_file import parse_rubric
from reviewer.store import exact_json, grade, resources
from reviewer.store.grade import ConflictError, GradeFile, GradeFileError
from reviewer.store.grade_block import schema

RUBRIC = parse_rubric(
    b"""
name = "two"
version = 3
[[headline]]
name = "overall_score"
passes = 0.8
[[check]]
id = "ssim"
asks = "Alike?"
measure = "ssim"
steps = [{ at_least = 0.9, credit = 1 }]
[[check]]
id = "vlm_ok"
asks = "Fine?"
measure = "vlm_ok"
direct = true
overridable = true
scale = "three"
[[step]]
verb = "mean"
of = ["ssim", "vlm_ok"]
because = "the mean of both"
""",
    name="two.toml",
)
MEASURED = {
    "vlm_ok": Measurement("vlm_ok", 0.0, source="judge", model="m", raw="no", notes=("blurred",)),
    "ssim": Measurement("ssim", 0.95, unit="", instrument="ssim", version=2),
}
DIGESTS = {"result": "ab", "golden": "cd"}
ANSWER = Entry(
    "1", "answer", "t", "ann", "2026-11-30T00:00:00.000Z", "0", item="vlm_ok", value=1.0,
    blind=True, text="it is sharp",
)  # fmt: skip


def task(path: Path) -> Task:
    return Task("group/t", "gimp_edit", path, path, (), path / "grade.json")


def built(grader: dict, *entries: Entry, path: Path = Path("/x"), graded_from: str = "") -> dict:
    review = resolve(entries, rubric=RUBRIC, measurements=MEASURED, digests=DIGESTS)
    return grade.build(
        grader,
        task=task(path),
        rubric=RUBRIC,
        measurements=MEASURED,
        ledger=fold(RUBRIC, MEASURED, review.overrides),
        review=review,
        digests=DIGESTS,
        graded_from=graded_from,
    )


GRADER = {
    "zeta": [1, {"a": None}],
    "overall_score": 0.35,
    "checks": {"ssim": 1.0, "vlm_ok": 0.0, "other": "text"},
    "judge_method": "vlm",
}


def test_all_keys_stay_in_order_and_the_first_values_are_kept() -> None:
    document = built(GRADER, ANSWER, graded_from="score.json")
    assert list(document) == [*GRADER, "review"]
    assert document["zeta"] == GRADER["zeta"]
    assert document["checks"] == {"ssim": 1.0, "vlm_ok": 1.0, "other": "text"}
    assert document["overall_score"] == 1.0
    review = document["review"]
    assert list(review) == [
        "schema", "task", "kind", "status", "graded_from", "rubric", "headlines", "measurements",
        "ledger", "answers", "overrides", "original", "bound_to",
    ]  # fmt: skip
    assert review["schema"] == "reviewer.grade/1"
    assert review["task"] == "t", "the same whichever folder above was opened"
    assert review["rubric"] == {"name": "two", "version": 3, "sha256": RUBRIC.sha256}
    assert review["original"] == {"checks": {"vlm_ok": 0.0}, "overall_score": 0.35}
    assert json.loads(json.dumps(review["answers"])) == {
        "vlm_ok": [
            {
                "author": "ann",
                "value": 1.0,
                "at": "2026-11-30T00:00:00.000Z",
                "blind": True,
                "reason": "it is sharp",
            }
        ]
    }
    assert review["overrides"] == {
        "vlm_ok": {"value": 1.0, "previous": 0.0, "by": "single", "author": "ann"}
    }
    assert review["bound_to"] == DIGESTS
    assert list(review["measurements"]) == ["ssim", "vlm_ok"]
    assert review["measurements"]["ssim"] == {
        "value": 0.95, "unit": "", "source": "code", "instrument": "ssim/2", "notes": (),
    }  # fmt: skip
    assert review["ledger"][0]["because"] == "the mean of both"


def test_an_answer_like_the_judges_is_an_answer_and_no_override() -> None:
    agreeing = Entry(
        "1", "answer", "t", "ann", "2026-11-30T00:00:00.000Z", "0", item="vlm_ok", value=0.0
    )
    document = built(GRADER, agreeing)
    assert document["review"]["overrides"] == {}
    assert document["review"]["answers"]["vlm_ok"][0]["value"] == 0.0
    assert document["checks"] == GRADER["checks"]


@pytest.mark.parametrize(
    "grader",
    [
        GRADER,
        {"score": 0.5},
        {"checks": None, "overall_score": 0.5},
        {"checks": {"ssim": 0.0}},
        {"scores": {"vlm_ok": 0.25}, "score": 0.1},
        {"vlm_ok": 0.5, "overall_score": "0.5"},
        {"review": "a text of the grader's own", "overall_score": 1},
        {"review": {"schema": "another/9"}, "checks": {"vlm_ok": True}},
    ],
)
def test_the_graders_own_document_can_be_had_back(grader: dict) -> None:
    document = built(grader, ANSWER)
    assert document["overall_score"] == 1.0
    assert grade.restore_original(document) == grader
    again = exact_json.loads(grade.encode(document)).document
    assert grade.restore_original(again) == grader
    assert built(grade.restore_original(again), ANSWER) == document


def test_without_a_grader_the_file_is_what_one_would_have_written() -> None:
    document = built({})
    assert document["overall_score"] == 0.5
    assert document["checks"] == {"ssim": 1.0, "vlm_ok": 0.0}
    assert document["judge_method"] == "vlm"
    assert document["review"]["original"] is None
    assert grade.restore_original(document) == {}


def test_a_file_of_another_program_is_left_as_it_is() -> None:
    assert grade.restore_original({"review": {"schema": "x"}, "a": 1}) == {
        "review": {"schema": "x"},
        "a": 1,
    }


def test_the_digits_of_a_score_that_did_not_change_stay() -> None:
    grader = exact_json.loads(b'{"overall_score": 0.500, "checks": {"ssim": 1}}').document
    assert b'"overall_score": 0.500' in grade.encode(built(grader))


def test_the_schema_is_that_of_the_types_and_holds_every_document() -> None:
    shipped = json.loads(resources.read_bytes("schemas", "grade.schema.json"))
    assert shipped == json.loads(json.dumps(schema())), "run resources/scripts/make_grade_schema.py"
    jsonschema.Draft202012Validator.check_schema(shipped)
    check = jsonschema.Draft202012Validator(shipped)
    dispute = Entry("2", "dispute", "t", "bob", "2026-11-30T00:00:01.000Z", "0", item="ssim",
                    code=1, text="no", value=0.5)  # fmt: skip
    adopt = Entry("3", "adopt", "t", "bob", "2026-11-30T00:00:02.000Z", "0", text="why",
                  extra={"rows": {"overall_score.passes": 0.7}})  # fmt: skip
    for entries in ((), (ANSWER,), (ANSWER, dispute, adopt)):
        for grader in ({}, GRADER):
            document = json.loads(grade.encode(built(grader, *entries)))
            check.validate(document)
    broken = built(GRADER)
    broken["review"]["overrides"] = {"x": {"value": 1}}
    assert list(check.iter_errors(broken))


# On disk


def test_reading_and_saving_is_the_identity(tmp_path) -> None:
    path = tmp_path / "grade.json"
    path.write_bytes(grade.encode(built(GRADER, ANSWER)))
    before = path.read_bytes()
    held = grade.load_grade(path)
    assert held.grader == GRADER
    status = path.stat().st_mtime_ns
    assert grade.save(held, held.document).digest == held.digest
    assert path.read_bytes() == before
    assert path.stat().st_mtime_ns == status, "nothing is written when nothing changed"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"{", "not valid JSON"),
        (b"[]", "list of 0"),
        (b"[{}, {}]", "list of 2"),
        (b'"x"', "holds a str"),
        (b"null", "holds a NoneType"),
    ],
)
def test_what_is_no_grade_is_said_and_left_alone(tmp_path, data, says) -> None:
    path = tmp_path / "grade.json"
    path.write_bytes(data)
    with pytest.raises(GradeFileError, match=says) as caught:
        grade.load_grade(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == data
    with pytest.raises(ConflictError):
        grade.save(grade.absent(path), {"a": 1})
    assert path.read_bytes() == data


def test_a_list_of_one_grade_stays_a_list(tmp_path) -> None:
    path = tmp_path / "grade.json"
    path.write_text('[{"overall_score": 0.5}]')
    held = grade.load_grade(path)
    grade.save(held, built(dict(held.grader), ANSWER))
    document = json.loads(path.read_bytes())
    assert isinstance(document, list)
    assert grade.load_grade(path).grader == {"overall_score": 0.5}


def test_a_change_on_disk_is_a_conflict_with_both_forms(tmp_path) -> None:
    path = tmp_path / "grade.json"
    path.write_text("{}")
    held = grade.load_grade(path)
    path.write_text('{"theirs": 1}')
    with pytest.raises(ConflictError, match="changed on disk") as caught:
        grade.save(held, {"mine": 1})
    assert json.loads(caught.value.theirs) == {"theirs": 1}
    assert json.loads(caught.value.mine) == {"mine": 1}
    path.unlink()
    with pytest.raises(ConflictError):
        grade.save(held, {"mine": 1})
    assert caught.value.theirs is not None
    seen = grade.joined(held, grade.parse_grade(path, caught.value.theirs))
    path.write_bytes(caught.value.theirs)
    grade.save(seen, {"mine": 1})
    assert json.loads(path.read_text()) == {"mine": 1}


def test_saving_takes_the_same_bytes_for_no_change(tmp_path) -> None:
    path = tmp_path / "grade.json"
    held = grade.save(grade.absent(path), {"a": 1})
    assert grade.save(grade.absent(path), {"a": 1}).digest == held.digest


def test_a_score_file_of_another_name_starts_the_grade_and_is_never_written(tmp_path) -> None:
    source = tmp_path / "score.json"
    source.write_text('{"overall_score": 0.35, "checks": {"vlm_ok": 0}}')
    before = source.read_bytes()
    fresh = grade.starting_from(grade.absent(tmp_path / "grade.json"), grade.load_grade(source))
    assert fresh.graded_from == "score.json"
    grade.save(fresh, built(dict(fresh.grader), ANSWER, graded_from=fresh.graded_from))
    assert source.read_bytes() == before
    assert grade.load_grade(tmp_path / "grade.json").graded_from == "score.json"


_value = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
_value |= st.text(max_size=5)
_documents = st.dictionaries(
    st.text(max_size=6) | st.sampled_from(["overall_score", "checks", "scores", "score", "vlm_ok"]),
    _value | st.dictionaries(st.sampled_from(["vlm_ok", "ssim", "x"]), _value, max_size=3),
    min_size=1,
    max_size=5,
).filter(lambda d: "review" not in d)


@settings(max_examples=200, deadline=None)
@given(_documents)
def test_whatever_a_grader_wrote_survives_a_review(grader: dict) -> None:
    document = built(grader, ANSWER)
    written = grade.encode(document)
    read = exact_json.loads(written).document
    assert grade.restore_original(read) == grader
    for key in grader.keys() - {"overall_score", "checks", "scores", "vlm_ok"}:
        assert read[key] == grader[key]
    rebuilt = built(grade.restore_original(read), ANSWER)
    assert grade.encode(rebuilt) == written, "byte for byte"


def test_an_unread_grade_file_says_nothing() -> None:
    assert GradeFile(Path("x")).digest is None
