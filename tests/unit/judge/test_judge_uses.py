"""Rubric items, edits, checklists, a verifier, votes and a record of all, over the wire."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import reviewer
from reviewer.judge.before_after import ask_before_after
from reviewer.judge.chat import ChatModel
from reviewer.judge.endpoint import Endpoint
from reviewer.judge.pair import PairJudge
from reviewer.judge.prompts import fill
from reviewer.judge.protocol import Ask, JudgeError, Model, Picture, Reply, Token
from reviewer.judge.replay import Recorder, Replay
from reviewer.judge.rubric import RubricItem, ask_rubric
from reviewer.judge.vision import VisionAnswers, VisionPrompts, VisionReader, VisionVerifier
from reviewer.model.measurement import Measurement
from reviewer.scoring.answer_key import Question
from reviewer.scoring.checklist import check_questions
from reviewer.scoring.pairwise import judge_problem

PNG = Picture("one.png", b"\x89PNG\r\n\x1a\n1")
OTHER = Picture("two.png", b"\x89PNG\r\n\x1a\n2")
PROMPTS = Path(reviewer.__file__).parents[1] / "resources" / "prompts"
ITEMS = (
    RubricItem("vlm_text", "每个标注上有清晰可读的文字编号或名称", "yes_no"),
    RubricItem("vlm_share", "How much of the plan is covered?", "unit"),
)


@dataclass(frozen=True)
class Failing:
    """A model that never answers."""

    why: str = "the line is down"
    name: str = "failing"

    def complete(self, _: Ask, *, token: Token | None = None) -> Reply:
        raise JudgeError(self.why, is_final=True)


def prompt(name: str) -> str:
    return (PROMPTS / f"{name}.txt").read_text(encoding="utf-8")


def chat(played: Any) -> ChatModel:
    endpoint = Endpoint(model="some/model", base_url=played.url)
    return ChatModel(endpoint, wait=lambda seconds, token: None)


def rubric(model: Model) -> tuple[Measurement, ...]:
    return ask_rubric(
        model, ITEMS, [PNG, OTHER], template=prompt("rubric"), instruction="Furnish the $flat."
    )


def edit(model: Model) -> Measurement:
    return ask_before_after(
        model,
        PNG,
        OTHER,
        item="vision",
        template=prompt("before_after"),
        instruction="Remove the background",
    )


def test_rubric_items_come_back_with_their_reasons(played: Any) -> None:
    text = '{"items": {"vlm_text": {"value": 1, "reason": "legible"}, "vlm_share": 0.35}}'
    played.says(text)
    one, other = rubric(chat(played))
    assert (one.id, one.value, one.reason) == ("vlm_text", 1.0, "legible")
    assert (other.value, other.reason, other.raw) == (0.35, "", text)
    assert (one.source, one.model) == ("judge", "played/model")
    content = played.asked[0]["messages"][0]["content"]
    # The grader's own words go out verbatim, and both pictures with them.
    assert ITEMS[0].asks in content[0]["text"]
    assert "Furnish the $flat." in content[0]["text"]
    assert [part["type"] for part in content] == ["text", "image_url", "image_url"]
    assert played.asked[0]["temperature"] == 0.0
    assert len(played.asked) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"vlm_share": 1}', "no single answer to this item"),
        ('{"vlm_text": 0.5}', "0.5 is not one of 0, 1"),
        ('{"vlm_text": "maybe"}', "'maybe' is not a number"),
        ('{"vlm_text": 1} {"vlm_text": 0}', "no single answer"),
        ('{"vlm_text": 1, "vlm_text": 0}', "two different values for 'vlm_text'"),
        ("{'vlm_text': 1, 'vlm_text': 0}", "two different values for 'vlm_text'"),
        ('{"vlm_text": {"value": 1, "value": 0}}', "two different values for 'value'"),
        ('{"items": [{"id": "vlm_text", "value": 1, "value": 0}]}', "two different values for"),
        ("[{'id': 'vlm_text', 'value': 1, 'value': 0}]", "two different values for 'value'"),
        ('{"vlm_text": {"reason": "it is fine"}}', "no value for this item"),
        ("[" * 100_000, "longer than 50,000 characters"),
        ("I cannot help with that.", "the model declined to answer"),
        (
            '{"vlm_text": {"value": 0, "reason": "I am unable to view the attached images."}}',
            "the model declined",
        ),
    ],
)
def test_an_item_without_a_usable_answer_is_not_judged(played: Any, text: str, reason: str) -> None:
    played.says(text)
    item = rubric(chat(played))[0]
    assert item.value is None
    assert not item.error
    assert item.reason.startswith("not judged: ")
    assert reason in item.reason
    assert item.raw == text


def test_a_judge_that_fails_judges_nothing() -> None:
    assert [one.value for one in rubric(Failing())] == [None, None]
    assert "the line is down" in rubric(Failing())[0].reason
    assert ask_rubric(Failing(), (), [], template="", instruction="") == ()
    assert edit(Failing()).value is None


@pytest.mark.parametrize(
    ("text", "score", "notes"),
    [
        ('{"score": 0.8, "reasoning": "good"}', 0.8, 0),
        ("```json\n{'score': '0.8', 'reasoning': 'good'}\n```", 0.8, 0),
        ('{"score": 1.4, "reasoning": "great"}', 1.0, 1),
        ('{"score": -3, "reasoning": "awful"}', 0.0, 1),
        ("0.25", 0.25, 0),
        ('{"score": 0.3, "reasoning": "I cannot see any dog in the image"}', 0.3, 0),
        ('{"score": 0.4, "reasoning": "one cannot see the image of the cup"}', 0.4, 0),
    ],
)
def test_an_edit_is_scored_within_its_range(
    played: Any, text: str, score: float, notes: int
) -> None:
    played.says(text)
    found = edit(chat(played))
    assert (found.value, len(found.notes), found.raw) == (score, notes, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "85",
        '{"score": "8/10"}',
        '{"score": null}',
        '{"score": true}',
        "Sorry, I can't.",
        '{"score":0,"reasoning":"I\'m sorry, I cannot view images."}',
        '{"score": 0, "reasoning": "No images were provided."}',
        '{"score": 0.5, "score": 0.9}',
    ],
)
def test_an_edit_without_a_score_is_not_judged(played: Any, text: str) -> None:
    played.says(text)
    found = edit(chat(played))
    assert (found.value, found.error, found.raw) == (None, "", text)
    assert found.reason.startswith("not judged: ")


def test_an_edit_is_asked_for_up_to_six_times(played: Any) -> None:
    played.says("x")
    down = type(played.turns[0])(status=503, body=b"")
    played.says(down, down, down, down, down, '{"score": 1, "reasoning": "done"}')
    assert edit(chat(played)).value == 1.0
    assert len(played.asked) == 6
    content = played.asked[0]["messages"][0]["content"]
    assert [part.get("text") for part in content][1::2] == ["BEFORE:", "AFTER:"]
    played.says(down)
    assert edit(chat(played)).value is None
    assert len(played.asked) == 12


def test_a_checklist_is_answered_in_few_words(played: Any) -> None:
    played.says("Yes.", "no")
    questions = [Question("q1", "A hat?"), Question("q2", "Red?", depends_on="q1")]
    vqa = VisionAnswers(chat(played), prompt("checklist"))
    assert [one.passed for one in check_questions(questions, PNG, vqa=vqa)] == [True, False]
    assert [asked["max_tokens"] for asked in played.asked] == [8, 8]
    assert "Question: Red?" in played.asked[1]["messages"][0]["content"][0]["text"]
    played.says("")
    failed = check_questions(questions[:1], PNG, vqa=vqa)[0]
    assert (failed.passed, failed.detail) == (False, "vqa error: the model answered nothing")


def test_a_verifier_reads_short_answers(played: Any) -> None:
    prompts = VisionPrompts(prompt("count"), prompt("color"), prompt("relation"))
    verifier = VisionVerifier(chat(played), prompts)
    played.says("There are 3 cups: 3.", "Yellow.", "none", "a dark teal", "Yes", "No, it is above")
    assert verifier.count(PNG, "cup") == 3
    assert [verifier.color(PNG, "cup") for _ in range(3)] == ["yellow", "", "a dark teal"]
    assert verifier.relation(PNG, "cup", "left_of", "hat")
    assert "cup to the left of the hat" in played.asked[4]["messages"][0]["content"][0]["text"]
    assert not verifier.relation(PNG, "cup", "below", "hat")
    with pytest.raises(ValueError, match="unknown relation"):
        verifier.relation(PNG, "cup", "beside", "hat")


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, but I can't assist with that request.",
        "yes\nno",
        "Yes … No",
        '{"score": 7}',
        "[" * 200_000,
    ],
)
def test_a_reply_without_one_answer_is_a_fault_that_keeps_it(played: Any, reply: str) -> None:
    prompts = VisionPrompts(prompt("count"), prompt("color"), prompt("relation"))
    verifier = VisionVerifier(chat(played), prompts)
    played.says(reply)
    with pytest.raises(JudgeError) as caught:
        VisionAnswers(chat(played), prompt("checklist")).answer(PNG, "A hat?")
    assert caught.value.raw == reply
    with pytest.raises(JudgeError):
        verifier.relation(PNG, "cup", "left_of", "hat")


def test_a_refusal_is_no_color_and_no_text(played: Any) -> None:
    prompts = VisionPrompts(prompt("count"), prompt("color"), prompt("relation"))
    played.says("I'm sorry, but I can't assist with that request.")
    with pytest.raises(JudgeError, match="declined"):
        VisionVerifier(chat(played), prompts).color(PNG, "cup")
    with pytest.raises(JudgeError, match="declined"):
        VisionReader(chat(played), prompt("read_text")).read(PNG)


def test_a_body_nested_beyond_reading_is_no_answer(played: Any) -> None:
    played.says("x")
    played.turns[0].body = b"[" * 200_000
    found = edit(chat(played))
    assert found.value is None
    assert "not JSON" in found.reason


@pytest.mark.parametrize("reply", ["I am not sure", "2 or 3", "-3", "2.5"])
def test_no_single_count_is_a_fault(played: Any, reply: str) -> None:
    prompts = VisionPrompts(prompt("count"), prompt("color"), prompt("relation"))
    played.says(reply)
    with pytest.raises(JudgeError, match="no single count"):
        VisionVerifier(chat(played), prompts).count(PNG, "cup")
    played.says("red and blue")
    with pytest.raises(JudgeError, match="more than one color: blue, red"):
        VisionVerifier(chat(played), prompts).color(PNG, "cup")


def test_text_is_transcribed_line_by_line(played: Any) -> None:
    reader = VisionReader(chat(played), prompt("read_text"))
    played.says("```\n0RBIT\n\n cafe \n```", "(none)")
    assert [line.text for line in reader.read(PNG)] == ["0RBIT", "cafe"]
    assert reader.read(PNG) == []
    assert (played.asked[0]["temperature"], played.asked[0]["max_tokens"]) == (0.0, 200)


def votes(model: Model) -> dict[str, Any]:
    return judge_problem(
        judge=PairJudge(model, prompt("pair")),
        challenge_id="c0",
        problem_id="x",
        prompt="a red cup",
        king_image=PNG,
        challenger_image=OTHER,
        king_notes="3 of 4 passed",
    ).to_dict()


def test_votes_are_sampled_blind(played: Any) -> None:
    played.says('{"winner": "A", "reason": "crisp"}', "both are equal", "Answer: A")
    verdict = votes(chat(played))
    assert (verdict["winner"], verdict["challenger_slot"]) == ("challenger", "A")
    assert verdict["votes"][0]["raw"] == '{"winner": "A", "reason": "crisp"}'
    asked = played.asked[0]
    assert (asked["temperature"], asked["max_tokens"]) == (0.7, 300)
    words = json.dumps(asked)
    assert "king" not in words
    assert "challenger" not in words
    assert "Checked in B: 3 of 4 passed" in asked["messages"][0]["content"][0]["text"]


def test_a_record_gives_the_same_answers_without_a_model(played: Any, tmp_path: Path) -> None:
    played.says('{"winner": "A"}', '{"winner": "B"}', "tie", '{"score": 0.5, "reasoning": "r"}')
    path = tmp_path / "answers.jsonl"
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(chat(played), file.write)
        first = votes(recorder), edit(recorder)
    with path.open(encoding="utf-8") as file:
        replay = Replay(file, name=path.name)
    assert (votes(replay), edit(replay)) == first
    assert replay.name == "some/model"
    spent = edit(replay)
    assert spent.value is None
    assert "answers.jsonl: no answer to this before_after question is recorded" in spent.reason


def test_a_recorded_failure_fails_again() -> None:
    lines: list[str] = []
    assert edit(Recorder(Failing("the line was cut"), lines.append)).value is None
    assert edit(Replay(lines, name="r")).reason == "not judged: the line was cut"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "r:1: not a line of a record"),
        (["\n", '{"format": "other/1"}'], "r:2: not an entry of reviewer.judge/1"),
        ([], "found none"),
        (["[" * 200_000], "r:1: not a line of a record"),
        (
            [json.dumps({"format": "reviewer.judge/1", "ask": "x", "model": "m", "text": 5})],
            "r:1: 'text' is not a text",
        ),
        (
            [
                json.dumps(
                    {"format": "reviewer.judge/1", "ask": "x", "model": "m", "text": "", "cost": ""}
                )
            ],
            "r:1: 'cost' is not a number",
        ),
        (
            [
                json.dumps({"format": "reviewer.judge/1", "ask": "x", "model": name, "text": ""})
                for name in ("a", "b")
            ],
            "found a, b",
        ),
    ],
)
def test_a_record_that_is_none_is_refused(lines: list[str], message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        Replay(lines, name="r")


def test_a_torn_line_is_left_out_at_the_end_only() -> None:
    lines: list[str] = []
    assert edit(Recorder(Failing("the line was cut"), lines.append)).value is None
    torn = lines[0][:-9]
    played = Replay([*lines, torn, ""], name="r")
    assert played.note == "r:2: the last line is cut off and was left out"
    assert edit(played).reason == "not judged: the line was cut"
    with pytest.raises(JudgeError, match="r:1: not a line of a record"):
        Replay([torn, *lines], name="r")
    with pytest.raises(JudgeError, match="r:2: not a line of a record"):
        Replay([*lines, "{not json}"], name="r")


def test_a_question_is_known_by_what_is_asked_not_by_file_names() -> None:
    def digest(picture: Picture, temperature: float = 0.0) -> str:
        return Ask("pair", ("A", picture), temperature, 8, True, 4).digest("m")

    assert digest(PNG) == digest(Picture("renamed.png", PNG.data))
    assert digest(PNG) != digest(OTHER)
    assert digest(PNG) != digest(PNG, 0.7)


def test_prompts_that_do_not_fit_are_refused() -> None:
    assert fill("$name costs $$5", name="$x") == "$x costs $5"
    with pytest.raises(JudgeError, match=r"\$name is missing, \$nmae is unknown"):
        fill("$nmae", name="x")
    with pytest.raises(JudgeError, match="stray"):
        fill("$name costs 5$", name="x")
