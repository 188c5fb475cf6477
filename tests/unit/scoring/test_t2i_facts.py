"""Text, objects, relations and questions, folded into the fact score."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.scoring.answer_key import (
    AnswerKey,
    ObjectNeed,
    Question,
    RelationNeed,
    TextNeed,
    parse_answer_key,
)
from reviewer.scoring.check_result import CheckResult, weighted_mean
from reviewer.scoring.checklist import check_questions, read_yes
from reviewer.scoring.facts import MissingBackendError, score_facts
from reviewer.scoring.object_check import check_objects, check_relations
from reviewer.scoring.text_check import (
    check_text,
    closest_window,
    edit_distance,
    normalize,
    similarity,
)


@dataclass(frozen=True)
class Seen:
    label: str
    box: tuple[float, float, float, float] = (0, 0, 10, 10)
    confidence: float = 1.0
    color: str | None = None


@dataclass(frozen=True)
class Read:
    text: str


class Engines:
    """Plays every engine from one record, and counts what it was asked."""

    def __init__(self, *, text: str = "", seen: tuple[Seen, ...] = (), **answers: str) -> None:
        self.text, self.seen, self.answers = text, seen, answers
        self.asked: list[str] = []

    def read(self, picture: str) -> list[Read]:
        return [Read(word) for word in self.text.split()]

    def detect(self, picture: str) -> tuple[Seen, ...]:
        self.asked.append("detect")
        return self.seen

    def size(self, picture: str) -> tuple[int, int]:
        return (200, 100)

    def answer(self, picture: str, question: str) -> str:
        self.asked.append(question)
        if question not in self.answers:
            raise RuntimeError("provider down")
        return self.answers[question]

    def count(self, picture: str, name: str) -> int:
        return int(self.answer(picture, f"count {name}"))

    def color(self, picture: str, name: str) -> str:
        return self.answer(picture, f"color {name}")

    def relation(self, picture: str, subject: str, relation: str, other: str) -> bool:
        return self.answer(picture, f"{subject} {relation} {other}") == "yes"


def at(x: float, y: float) -> tuple[float, float, float, float]:
    return (x - 10, y - 10, x + 10, y + 10)


@pytest.mark.corpus
def test_published_text_checks_come_back(corpus: Path) -> None:
    rows = json.loads((corpus / "imagent" / "text_expected.json").read_text("utf-8"))
    assert len(rows) == 5
    for row in rows:
        need, ocr = TextNeed(row.pop("need")), Read(row.pop("ocr"))
        assert check_text([need], [ocr])[0].to_dict() == row


def test_text_is_folded_before_it_is_compared() -> None:
    assert normalize("  Café   RÉSUMÉ! ﬁne—Straße ") == "cafe resume fine strasse"
    assert normalize("...") == ""
    both = check_text([TextNeed("Signal Board")], [Read("SIGNAL"), Read("BOARD!")])
    assert both[0].passed


@pytest.mark.parametrize(
    ("need", "read", "passed", "score"),
    [
        (TextNeed("PASS", "exact"), "pass", True, 1.0),
        (TextNeed("PASS", "exact"), "PASS OR FAIL", False, 1.0),
        (TextNeed("ORBIT"), "0RBIT", False, 0.8),
        (TextNeed("ORBIT", partial_threshold=0.81), "0RBIT", False, 0.0),
        (TextNeed("Signal Review Board"), "the Signal Reveiw Board", False, 17 / 19),
        (TextNeed("ORBIT"), "something else", False, 0.0),
        (TextNeed("ORBIT"), "", False, 0.0),
        (TextNeed("ORBIT", partial_threshold=0.0), "", False, 0.0),
    ],
)
def test_text_scores(need: TextNeed, read: str, passed: bool, score: float) -> None:
    result = check_text([need], [Read(read)])[0]
    assert (result.passed, result.score) == (passed, score)


def test_what_was_read_instead_is_told() -> None:
    assert check_text([TextNeed("ORBIT")], [])[0].detail == "not found"
    far = check_text([TextNeed("ORBIT")], [Read("RABBIT hole")])[0]
    assert far.detail == "closest text was 'rabbit'"


words = st.text(alphabet="abc ", max_size=12)


@given(words, words)
def test_edit_distance_is_a_distance(one: str, other: str) -> None:
    distance = edit_distance(one, other)
    assert distance == edit_distance(other, one)
    assert abs(len(one) - len(other)) <= distance <= max(len(one), len(other))
    assert (distance == 0) == (one == other)
    assert 0 <= similarity(one, other) <= 1


@given(words, words)
def test_the_closest_window_is_the_best_of_all(needle: str, haystack: str) -> None:
    pieces = haystack.split()
    size = max(1, len(needle.split()))
    windows = [
        " ".join(pieces[start : start + width])
        for width in {max(1, size - 1), size, size + 1}
        for start in range(max(1, len(pieces) - width + 1))
    ]
    likeness, _ = closest_window(needle, haystack)
    if pieces and needle:
        assert likeness == max(similarity(needle, window) for window in windows)


@pytest.mark.parametrize(
    ("count", "found", "passed", "score"),
    [
        (None, 0, False, 0.0),
        (None, 5, True, 1.0),
        (3, 3, True, 1.0),
        (3, 2, False, 2 / 3),
        (3, 4, False, 2 / 3),
        (3, 7, False, 0.0),
        (1, 2, False, 0.0),
        (0, 0, True, 1.0),
        (0, 1, False, 0.0),
    ],
)
def test_counts(count: int | None, found: int, passed: bool, score: float) -> None:
    seen = [Seen(" Banana")] * found + [Seen("banana", confidence=0.49), Seen("bananas")]
    result = check_objects([ObjectNeed("banana", count)], seen)[0]
    assert result.passed is passed
    assert result.score == pytest.approx(score)


def test_confidence_of_one_half_counts() -> None:
    assert check_objects([ObjectNeed("cup")], [Seen("CUP", confidence=0.5)])[0].passed


def test_a_color_is_a_second_check() -> None:
    seen = [Seen("cup", color=" Blue "), Seen("cup", color="green"), Seen("cup")]
    counted, colored = check_objects([ObjectNeed("cup", 2, "blue", weight=2)], seen)
    assert (counted.label, counted.detail) == ("object: 2x cup", "expected 2, found 3")
    assert (colored.label, colored.detail) == ("color: cup is blue", "1 of 2 cup are blue")
    assert (colored.passed, colored.score, colored.weight) == (False, 0.5, 2)
    more = check_objects([ObjectNeed("cup", 1, "blue")], [Seen("cup", color="blue")] * 3)
    assert (more[0].passed, more[1].passed, more[1].score) == (False, True, 1.0)
    every = check_objects([ObjectNeed("cup", None, "blue")], seen)
    assert every[1].detail == "1 of 3 cup are blue"
    none = check_objects([ObjectNeed("cup", None, "blue")], [])
    assert (none[1].score, none[1].detail) == (0.0, "no cup detected to check color")


@pytest.mark.parametrize(
    ("relation", "one", "other", "holds"),
    [
        ("left_of", (20, 50), (30.1, 50), True),
        ("left_of", (20, 50), (30, 50), False),  # exactly the margin of 5 % of 200
        ("right_of", (30.1, 50), (20, 50), True),
        ("right_of", (20, 50), (30.1, 50), False),
        ("above", (50, 20), (50, 25.1), True),
        ("above", (50, 20), (50, 25), False),  # exactly the margin of 5 % of 100
        ("below", (50, 25.1), (50, 20), True),
        ("below", (50, 20), (50, 80), False),
    ],
)
def test_relations(
    relation: str, one: tuple[float, float], other: tuple[float, float], holds: bool
) -> None:
    need = RelationNeed("cup", relation, "hat")
    seen = [Seen("cup", at(*one)), Seen("hat", at(*other))]
    result = check_relations([need], seen, image_width=200, image_height=100)[0]
    assert (result.passed, result.score) == (holds, float(holds))


def test_any_pair_satisfies_a_relation_and_a_missing_object_none() -> None:
    need = RelationNeed("cup", "left_of", "hat")
    seen = [Seen("cup", at(190, 50)), Seen("cup", at(20, 50)), Seen("hat", at(100, 50))]
    assert check_relations([need], seen, image_width=200, image_height=100)[0].passed
    missing = check_relations([need], seen[:2], image_width=200, image_height=100)[0]
    assert (missing.score, missing.detail) == (0.0, "hat was not detected")
    with pytest.raises(ValueError, match="no places to compare"):
        check_relations([need], seen, image_width=0, image_height=100)


@pytest.mark.parametrize("reply", ["yes", "Yes.", "YES, clearly.", "y", "True", "1", "**Yes**"])
def test_a_clear_yes(reply: str) -> None:
    assert read_yes(reply)


@pytest.mark.parametrize(
    "reply",
    ["no", "", "...", "yesterday", "it is hard to say", "1 of 3", "I think yes", "0", "nay"],
)
def test_anything_else_is_no(reply: str) -> None:
    assert not read_yes(reply)


def test_a_child_of_a_failed_parent_fails_unasked_and_weighs() -> None:
    questions = [
        Question("q2", "red?", depends_on="q1", weight=3),
        Question("q1", "hat?"),
        Question("q3", "sky?", expect="no"),
        Question("q4", "tall?", depends_on="q2"),
    ]
    engines = Engines(**{"hat?": "no", "red?": "yes", "sky?": "no"})
    results = check_questions(questions, "p", vqa=engines)
    assert [one.label for one in results] == ["q2: red?", "q1: hat?", "q3: sky?", "q4: tall?"]
    assert [one.passed for one in results] == [False, False, True, False]
    assert [one.skipped for one in results] == [True, False, False, True]
    assert results[0].detail == "not asked: depends on q1, which failed"
    assert engines.asked == ["hat?", "sky?"]
    assert weighted_mean(results) == pytest.approx(1 / 6)


def test_a_failing_engine_fails_its_question() -> None:
    results = check_questions([Question("q1", "hat?")], "p", vqa=Engines())
    assert (results[0].passed, results[0].detail) == (False, "vqa error: provider down")


def test_a_cancel_is_no_engine_fault() -> None:
    class Stopped(Exception):
        pass

    class Stopping(Engines):
        def answer(self, picture: str, question: str) -> str:
            raise Stopped

    with pytest.raises(Stopped):
        check_questions([Question("q1", "hat?")], "p", vqa=Stopping())


def key(**requirements: Any) -> AnswerKey:
    return parse_answer_key(
        {
            "version": "1.0",
            "problem_id": "p-1",
            "source": "geneval",
            "prompt": "three yellow bananas and a blue cup",
            "requirements": requirements,
        }
    )


FRUIT = [
    {"name": "banana", "count": 3, "color": "yellow"},
    {"name": "cup", "count": 1, "color": "blue"},
]


def test_the_worked_example() -> None:
    seen = (*[Seen("banana", color="yellow")] * 3, Seen("cup", color="green"))
    report = score_facts("p", key(objects=FRUIT), detector=Engines(seen=seen))
    assert report.to_dict() == {
        "problem_id": "p-1",
        "fact_score": 0.75,
        "passed": 3,
        "total": 4,
        "checks": [check.to_dict() for check in report.checks],
    }
    assert list(report.to_dict()["checks"][3]) == [
        "kind",
        "label",
        "passed",
        "score",
        "weight",
        "detail",
        "skipped",
    ]
    assert report.checks[3].detail == "0 of 1 cup are blue"


def test_everything_is_folded_by_weight_and_detected_once() -> None:
    whole = key(
        text=[{"value": "PASS", "weight": 3.0}],
        objects=[{"name": "cup"}],
        relations=[{"subject": "cup", "relation": "above", "object": "hat"}],
        questions=[{"id": "q1", "text": "badge?"}],
    )
    engines = Engines(text="PASS", seen=(Seen("cup"),), **{"badge?": "yes"})
    report = score_facts(
        "p", whole, ocr=engines, detector=engines, vqa=engines, loader=engines, verifier=engines
    )
    assert [check.kind for check in report.checks] == ["text", "object", "relation", "question"]
    assert report.to_dict()["fact_score"] == 0.833333
    assert engines.asked == ["detect", "badge?"]
    assert all(check.is_deterministic for check in report.checks)


@pytest.mark.parametrize(
    ("requirements", "given_engines", "message"),
    [
        ({"text": ["PASS"]}, {}, "no OCR engine"),
        ({"objects": FRUIT}, {}, "neither a detector nor an object verifier"),
        (
            {"relations": [{"subject": "a", "relation": "above", "object": "b"}]},
            {"detector": Engines()},
            "no image loader",
        ),
        ({"questions": [{"id": "q", "text": "?"}]}, {"ocr": Engines()}, "no VQA engine"),
    ],
)
def test_a_missing_backend_is_never_a_free_pass(
    requirements: dict[str, Any], given_engines: dict[str, Any], message: str
) -> None:
    with pytest.raises(MissingBackendError, match=message):
        score_facts("p", key(**requirements), **given_engines)


def test_a_verifier_answers_the_same_checks_and_marks_them() -> None:
    answers = {"count banana": "3", "color banana": "Yellow", "count cup": "1", "color cup": ""}
    engines = Engines(**answers, **{"cup left_of banana": "yes"})
    relations = [{"subject": "cup", "relation": "left_of", "object": "banana"}]
    report = score_facts("p", key(objects=FRUIT, relations=relations), verifier=engines)
    assert report.fact_score == pytest.approx(0.8)
    assert all("non-deterministic" in check.detail for check in report.checks)
    assert not any(check.is_deterministic for check in report.checks)
    assert report.checks[3].detail == "saw nothing (non-deterministic: vision model)"


def test_a_failing_verifier_fails_every_check_with_its_weight() -> None:
    none = [{"name": "cup", "count": 0}]
    relations = [{"subject": "cup", "relation": "left_of", "object": "banana"}]
    wanted = key(objects=FRUIT + none, relations=relations)
    report = score_facts("p", wanted, verifier=Engines())
    assert report.fact_score == 0.0
    assert len(report.checks) == 6
    assert all("verifier error: provider down" in check.detail for check in report.checks)


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.floats(0.01, 100)).map(
            lambda pair: CheckResult("text", "a", False, *pair)
        ),
        min_size=1,
        max_size=8,
    )
)
def test_the_mean_lies_between_its_scores(checks: list[CheckResult]) -> None:
    scores = [check.score for check in checks]
    assert min(scores) - 1e-9 <= weighted_mean(checks) <= max(scores) + 1e-9


def test_no_checks_are_no_score() -> None:
    with pytest.raises(ValueError, match="no checks to fold"):
        weighted_mean([])
