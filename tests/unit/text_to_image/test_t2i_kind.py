"""A picture made from a prompt: found, measured, shown; each fact a row that people can set."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from reviewer.metrics.validity import check_validity
from reviewer.scoring.answer_key import parse_answer_key
from reviewer.scoring.facts import score_facts
from reviewer.session.jobs import CancelToken
from reviewer.store.folder import discover

QUESTIONS = ("question_q1", "question_q2")


def answer(session: Any, **values: float) -> None:
    for item, value in values.items():
        session.editor.answer(item, value)


def test_a_color_that_nothing_here_can_name_is_an_error_not_a_zero(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    key = copy.deepcopy(kit.KEY)
    key["requirements"]["objects"][0]["color"] = "orange"
    (single / "answer_key.json").write_text(json.dumps(key), encoding="utf-8")
    kit.see_all(eyes, 10)
    state = kit.select(desk(single.parent), "single")
    check = state.ledger.check("object_1_color")
    assert (check.state, check.credit) == ("error", None)
    assert "'orange' is none of the colors" in check.reason
    assert kit.credits(state)["object_1"] == 1.0


def test_facts_of_machines_leave_the_score_withheld_until_questions_are_answered(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    state = kit.select(session := desk(single.parent), "single")
    assert state.instruction == kit.KEY["prompt"]
    credits = kit.credits(state)
    machine = ("valid", "text_1", "object_1", "object_1_color", "object_2", "relation_1")
    assert {name: credits[name] for name in machine} == dict.fromkeys(machine, 1.0)
    assert [credits[name] for name in QUESTIONS] == [None, None]
    (headline,) = state.ledger.headlines
    assert headline.value is None
    # Text 3 + count, color, count, relation 1 each = 7 of 9; the questions are open.
    assert headline.known == (pytest.approx(7 / 9, abs=1e-6), 1.0)
    answer(session, question_q1=1.0, question_q2=0.0)
    assert kit.headlines(state) == {"fact_score": round(8 / 9, 6)}
    session.editor.take_back("question_q2")
    assert kit.headlines(state)["fact_score"] is None


def test_a_child_of_a_failed_parent_fails_and_its_weight_counts(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    state = kit.select(session := desk(single.parent), "single")
    answer(session, question_q1=0.0)
    assert kit.headlines(state) == {"fact_score": round(7 / 9, 6)}
    assert "question_q1, which failed" in state.ledger.check("question_q2").reason
    session.showing.show_panels()
    session.jobs.drain()
    (tree,) = [panel for panel in session.showing.panels if panel.form == "tree"]
    (parent,) = tree.tree
    (child,) = parent.children
    assert (parent.is_dimmed, child.is_dimmed) == (False, True)
    assert child.detail.startswith("skipped")


def test_every_fact_can_be_overridden_and_comes_back(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    eyes.detections[10] = kit.DOGS
    session = desk(single.parent)
    state = kit.select(session, "single")
    facts = [c.id for c in state.rubric.checks if c.bucket == "facts"]
    assert kit.credits(state)["object_1"] == 0.0
    answer(session, **dict.fromkeys(facts, 1.0))
    assert kit.headlines(state) == {"fact_score": 1.0}
    assert state.ledger.check("relation_1").is_overridden
    session.save("single")
    session.jobs.drain()
    written = json.loads((single / "grade.json").read_text())
    assert written["overall_score"] == 1.0
    assert written["review"]["overrides"]["object_1"]["previous"] == 0.0
    again = kit.select(desk(single.parent), "single")
    assert kit.headlines(again) == {"fact_score": 1.0}


def test_the_desk_scores_as_the_published_rules_do(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    key = copy.deepcopy(kit.KEY)
    key["requirements"]["questions"] = []
    key["requirements"]["text"][0]["value"] = "ORBITS"
    key["requirements"]["objects"][1]["count"] = 3
    (single / "answer_key.json").write_text(json.dumps(key))
    kit.see_all(eyes, 10)
    state = kit.select(desk(single.parent), "single")

    class Told:
        def read(self, picture: str) -> Any:
            return eyes.spans[10]

        def detect(self, picture: str) -> Any:
            return eyes.detections[10]

        def size(self, picture: str) -> tuple[int, int]:
            return 320, 160

    told = Told()
    report = score_facts("p", parse_answer_key(key), ocr=told, detector=told, loader=told)
    assert kit.headlines(state) == {"fact_score": round(report.fact_score, 6)}
    rows = [kit.credits(state)[c.id] for c in state.rubric.checks if c.bucket == "facts"]
    assert rows == [check.score for check in report.checks]
    assert 0 < report.fact_score < 1


@pytest.mark.parametrize(
    ("lacks", "row", "remedy"),
    [
        ("has_reader", "text_1", "reviewer[ocr]"),
        ("has_detector", "relation_1", "reviewer[detect]"),
    ],
)
def test_a_missing_backend_is_an_error_with_a_remedy_and_no_free_pass(
    single: Path, eyes: Any, desk: Any, kit: Any, lacks: str, row: str, remedy: str
) -> None:
    kit.see_all(eyes, 10)
    setattr(eyes, lacks, False)
    state = kit.select(session := desk(single.parent), "single")
    answer(session, question_q1=1.0, question_q2=1.0)
    assert state.ledger.check(row).state == "error"
    assert state.ledger.headline.value is None
    assert remedy in state.ledger.headline.error
    assert "no-backend" in {flag.id for flag in state.measured.flags if flag.is_raised}
    facts = [c.id for c in state.rubric.checks if c.bucket == "facts"]
    answer(session, **dict.fromkeys(facts, 1.0))
    assert kit.headlines(state) == {"fact_score": 1.0}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"requirements": {}}, "no requirements"),
        ({"requirements": {"objects": [{"name": "cup", "count": True}]}}, "objects[0].count"),
        (
            {"requirements": {"questions": [{"id": "a", "text": "?", "depends_on": "b"}]}},
            "questions",
        ),
        ({"version": "2.0"}, "version"),
    ],
)
def test_a_malformed_key_names_file_and_place(
    single: Path, eyes: Any, desk: Any, kit: Any, change: dict[str, Any], place: str
) -> None:
    (single / "answer_key.json").write_text(json.dumps(kit.KEY | change))
    session = desk(single.parent)
    state = kit.select(session, "single")
    assert place in state.error
    assert "answer_key.json" in state.error
    assert state.ledger is None
    assert any(place in message.text for message in session.messages)


def test_a_key_that_is_no_json_is_still_said_to_be_the_key(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    (single / "answer_key.json").write_text('{"version": "1.0", ')
    state = kit.select(desk(single.parent), "single")
    assert "not valid JSON" in state.error


def test_an_undecodable_candidate_is_invalid_for_that_one_reason(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    (single / "candidate.png").write_bytes(b"no picture at all")
    kit.settle(single / "candidate.png")
    state = kit.select(session := desk(single.parent), "single")
    valid = state.measurements["valid"]
    assert valid.value is False
    assert len(valid.notes) == 1
    assert valid.notes[0].startswith("image could not be decoded")
    assert kit.headlines(state) == {"fact_score": 0.0}
    assert state.ledger.check("text_1").state == "not measured"
    assert eyes.looks == 0
    raised = {flag.id for flag in state.measured.flags if flag.is_raised}
    assert raised == {"undecodable"}
    session.showing.show_evidence("valid")
    session.jobs.drain()
    assert "could not be decoded" in session.showing.evidence.text


def test_a_blank_candidate_scores_nothing(single: Path, eyes: Any, desk: Any, kit: Any) -> None:
    kit.draw(single / "candidate.png", 90, blank=True)
    kit.see_all(eyes, 90)
    state = kit.select(desk(single.parent), "single")
    assert state.measurements["valid"].notes == ("image is blank or a solid color",)
    assert kit.headlines(state) == {"fact_score": 0.0}
    assert "not valid" in state.measurements["text_1"].reason


def test_a_replay_shows_both_hashes_and_the_earlier_picture(
    single: Path, tmp_path: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    archive = tmp_path / "archive"
    kit.draw(archive / "old.png", 10)
    import cv2

    pixels = cv2.imread(str(archive / "old.png"))[..., ::-1]
    known = archive / "hashes.txt"
    known.write_text(f"# handed in before\n{check_validity(pixels).phash} old.png\n")
    session = desk(single.parent, known_hashes=str(known))
    state = kit.select(session, "single")
    assert "duplicates a previously archived output" in state.measurements["valid"].notes[0]
    session.showing.show_evidence("valid")
    session.jobs.drain()
    evidence = session.showing.evidence
    assert [title.split(" ")[0] for title in evidence.pictures] == ["This", "The", "Handed"]
    assert (
        "replays",
        check_validity(pixels).phash,
        "differs in 0 of 64 bits",
    ) in evidence.table.rows


def test_a_list_of_hashes_with_another_line_names_it(
    single: Path, tmp_path: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    (tmp_path / "hashes.txt").write_text("0123456789abcdef\nnot a hash\n")
    state = kit.select(desk(single.parent, known_hashes=str(tmp_path / "hashes.txt")), "single")
    assert "line 2 is no perceptual hash" in state.error


def test_evidence_points_at_what_was_found(single: Path, eyes: Any, desk: Any, kit: Any) -> None:
    kit.see_all(eyes, 10)
    session = desk(single.parent)
    kit.select(session, "single")

    def evidence(row: str) -> Any:
        session.showing.show_evidence(row)
        session.jobs.drain()
        return session.showing.evidence

    text = evidence("text_1")
    assert [(mark.shape, mark.tone) for mark in text.marks] == [("box", "ok")]
    assert text.marks[0].points == (30.0, 10.0, 90.0, 30.0)
    assert "a zero for an O" in text.text
    dogs = evidence("object_2")
    assert [mark.tone for mark in dogs.marks] == ["ok", "ok", "plain"]
    color = evidence("object_1_color")
    (swatch,) = color.pictures.values()
    assert swatch.shape == (96, 3 * 96, 3)
    relation = evidence("relation_1")
    (arrow,) = [mark for mark in relation.marks if mark.shape == "arrow"]
    # From the cup's centre to the farther dog's, which fits "left of" best.
    assert arrow.points == (50.0, 90.0, 260.0, 100.0)
    assert arrow.tone == "ok"


def test_the_sheet_shows_candidates_finds_and_what_is_missing(
    single: Path, pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    eyes.detections[20] = [kit.CUP]
    session = desk(single.parent)
    for task, titles in (
        ("single", ["Result", "What was found", "What is missing", "Hash"]),
        (
            "pair",
            [
                "First picture",
                "Second picture",
                "Found and missing in the first",
                "Found and missing in the second",
            ],
        ),
    ):
        kit.select(session, task)
        session.showing.show_sheet()
        session.jobs.drain()
        assert session.showing.problem == ""
        panes = session.showing.sheet.panes
        assert [pane.title for pane in panes] == titles
    session.editor.answer("preference", 0.5)
    session.showing.show_sheet()
    session.jobs.drain()
    panes = session.showing.sheet.panes
    missing = [mark.label for mark in panes[3].marks if mark.shape == "label"]
    assert "missing: Second picture: Exactly 2 × dog" in missing


def test_measurements_are_kept_until_the_machines_change(
    single: Path, eyes: Any, tmp_path: Path, kit: Any
) -> None:
    from reviewer.session import survey
    from reviewer.store.cache import MeasurementCache
    from reviewer.store.settings import Settings

    kit.see_all(eyes, 10)
    (task,) = discover(single)
    cache = MeasurementCache(tmp_path / "cache.sqlite")
    labels = tmp_path / "labels.txt"
    for text in ("cup\n", None, "cup\ndog\n"):
        if text is not None:
            labels.write_text(text)
        survey.grade_state(
            task,
            settings=Settings(author="ann", detector_labels=str(labels)),
            cache=cache,
            answers=None,
            token=CancelToken(),
        )
    cache.close()
    assert eyes.looks == 2


def test_a_real_text_reader_reads_a_sign(single: Path, desk: Any, kit: Any) -> None:
    import cv2
    import numpy as np

    pytest.importorskip("rapidocr")
    pytest.importorskip("onnxruntime")
    pixels = np.full((300, 500, 3), 210, dtype=np.uint8)
    cv2.putText(pixels, "ORBIT", (60, 170), cv2.FONT_HERSHEY_SIMPLEX, 3, (20, 20, 20), 9)
    cv2.rectangle(pixels, (0, 230), (499, 299), (40, 90, 160), -1)
    cv2.imwrite(str(single / "candidate.png"), pixels)
    state = kit.select(desk(single.parent), "single")
    assert state.measurements["text_1"].value == 1.0
    assert state.measurements["text_1"].instrument == "rapidocr"
    (span,) = state.measurements["spans"].facts["spans"]
    assert span["text"] == "ORBIT"
    # No detector is set up here: that stays an error with its remedy.
    assert "reviewer[detect]" in state.measurements["object_1"].error
