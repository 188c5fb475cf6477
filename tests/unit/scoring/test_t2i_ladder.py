"""Blind slots, votes, strict reading of replies, and the order of the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.scoring.ladder import SideResult, decide_problem
from reviewer.scoring.pairwise import (
    JudgeVerdict,
    JudgeVote,
    challenger_slot,
    judge_problem,
    named_choice,
)


class Scripted:
    """Replies in order; an exception in the list is raised."""

    def __init__(self, *replies: str | Exception) -> None:
        self.replies = list(replies)
        self.seen: list[tuple[str, str, str, str]] = []

    def compare(
        self, *, prompt: str, image_a: str, image_b: str, notes_a: str = "", notes_b: str = ""
    ) -> str:
        self.seen.append((image_a, image_b, notes_a, notes_b))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


def judged(*replies: str | Exception, slot: str | None = "A") -> tuple[JudgeVerdict, Scripted]:
    judge = Scripted(*replies)
    verdict = judge_problem(
        judge=judge,
        challenge_id="c1",
        problem_id="p1",
        prompt="a red cup",
        king_image="king",
        challenger_image="challenger",
        king_notes="k",
        challenger_notes="c",
        votes=len(replies),
        slot=slot,
    )
    return verdict, judge


@pytest.mark.corpus
def test_published_slots_come_back(corpus: Path) -> None:
    slots = json.loads((corpus / "imagent" / "slots_expected.json").read_text("utf-8"))
    for pair, slot in slots.items():
        assert challenger_slot(*pair.split(":", 1)) == slot


def test_slots_vary_and_can_be_derived() -> None:
    assert {challenger_slot("c1", f"p{i}") for i in range(20)} == {"A", "B"}
    assert challenger_slot("c0", "dense-06-ab2d51b6") == "B"
    assert judged("A", "A", "A", slot=None)[0].challenger_slot == challenger_slot("c1", "p1")


def test_the_same_votes_favour_the_other_side_when_slots_swap() -> None:
    as_a, seen_a = judged("A", "A", "A", slot="A")
    as_b, seen_b = judged("A", "A", "A", slot="B")
    assert (as_a.winner, as_b.winner) == ("challenger", "king")
    assert seen_a.seen[0] == ("challenger", "king", "c", "k")
    assert seen_b.seen[0] == ("king", "challenger", "k", "c")


@pytest.mark.parametrize(
    ("replies", "winner", "unanimous"),
    [
        (("A", "A", "B"), "challenger", False),
        (("B", "B", "B"), "king", True),
        (("A", "B", "tie"), "tie", False),
        (("A", "A"), "challenger", True),
        (("A", "B"), "tie", False),
        (("A",), "challenger", False),
        (("A", RuntimeError("down"), OSError("cut")), "tie", False),
        (("A", "A", RuntimeError("down")), "challenger", True),
        (("A", "tie", "tie", "A"), "tie", False),
        (("a tie", "no difference", "equal"), "tie", True),
        (("hm", "no idea", "equal"), "tie", False),
    ],
)
def test_a_winner_needs_more_than_half_of_all_votes(
    replies: tuple[str | Exception, ...], winner: str, unanimous: bool
) -> None:
    verdict, _ = judged(*replies)
    assert (verdict.winner, verdict.unanimous) == (winner, unanimous)


def test_errors_are_kept_and_counted() -> None:
    verdict, _ = judged(RuntimeError("provider down"), ValueError("no reply"))
    assert verdict.winner == "tie"
    assert not verdict.is_judged
    assert verdict.to_dict() == {
        "winner": "tie",
        "challenger_slot": "A",
        "unanimous": False,
        "votes": [
            {"raw": "", "slot": "", "winner": "tie", "error": "provider down"},
            {"raw": "", "slot": "", "winner": "tie", "error": "no reply"},
        ],
    }


def test_raw_replies_are_published() -> None:
    verdict, _ = judged("Answer: B", "both are equal", slot="B")
    assert verdict.to_dict()["votes"] == [
        {"raw": "Answer: B", "slot": "B", "winner": "challenger", "error": ""},
        {"raw": "both are equal", "slot": "tie", "winner": "tie", "error": ""},
    ]


def test_cancel_and_bad_arguments() -> None:
    class Stopped(Exception):
        pass

    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        judge_problem(
            judge=Scripted("A"),
            challenge_id="c",
            problem_id="p",
            prompt="",
            king_image="k",
            challenger_image="c",
            check_cancelled=stop,
        )
    with pytest.raises(ValueError, match="votes must be positive"):
        judged()
    with pytest.raises(ValueError, match="slot must be"):
        judged("A", slot="C")


@pytest.mark.parametrize(
    ("reply", "slot"),
    [
        ("A", "A"),
        (" b.\n", "B"),
        ("**A**", "A"),
        ("(B)", "B"),
        ("Answer: B", "B"),
        ("The winner is image A.", "A"),
        ("Image B is better than image A.", "B"),
        ("Image B is better because its letters are crisp", "B"),
        ("My final answer is A", "A"),
        ("Winner: Picture B", "B"),
        ('{"winner": "A", "reason": "B is blurred"}', "A"),
        ('```json\n{"winner": "image b", "reason": "x"}\n```', "B"),
        ('Sure! {"winner": "A"} Hope that helps.', "A"),
        ("B\n\nThe colors are richer.", "B"),
        ("Both are good pictures.\nAnswer: A", "A"),
        ("both are equal", "tie"),
        ("Both", "tie"),
        ("A and B are equal", "tie"),
        ("A cat stands in the picture", "tie"),
        ("Better is hard to say", "tie"),
        ("Image A is better in color but B wins", "tie"),
        ("Image A is not better", "tie"),
        ("A\nB", "tie"),
        ("AB", "tie"),
        ('{"winner": "tie"}', "tie"),
        ('{"winner": "A or B"}', "tie"),
        ('{"winner": "A"} {"winner": "B"}', "tie"),
        ('{"reason": "A"}', "tie"),
        ("", "tie"),
        ("I cannot help with that.", "tie"),
    ],
)
def test_replies_are_read_strictly(reply: str, slot: str) -> None:
    assert (named_choice(reply) or "tie") == slot


@given(st.text(max_size=60))
def test_any_reply_is_read(reply: str) -> None:
    assert named_choice(reply) in ("A", "B", "tie", "")


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, but I can't assist with that request.",
        '{"score": 7}',
        '{"winner": "A"} {"winner": "B"}',
        '{"winner": "A or B"}',
        '{"winner": "A", "winner": "B"}',
        '{"winner": null}',
        '{"reason": "none of them shows a dog"}',
        "A\nB",
        "",
        "<think>A is sharper, so A",
        '{"a":' * 50_000,
        "[" * 200_000,
    ],
)
def test_what_says_nothing_is_no_vote_and_keeps_the_reply(reply: str) -> None:
    verdict, _ = judged(reply, reply, reply)
    assert not verdict.is_judged
    assert not verdict.unanimous
    assert {(vote.raw, vote.slot, vote.winner) for vote in verdict.votes} == {(reply, "", "tie")}
    assert all(vote.error for vote in verdict.votes)


@pytest.mark.parametrize(
    ("reply", "winner"),
    [
        ("{'winner': 'A', 'reason': 'sharper'}", "challenger"),
        ("<think>B, or A?</think>\nB", "king"),
        ('{"winner": "A"}\n{"winner": "image a"}', "challenger"),
        ('{"result": {"winner": "b"}}', "king"),
        ('{"winner": "neither"}', "tie"),
        ("They are tied.", "tie"),
    ],
)
def test_a_choice_is_read_in_any_clear_form(reply: str, winner: str) -> None:
    verdict, _ = judged(reply, reply, reply)
    assert (verdict.winner, verdict.unanimous) == (winner, True)


def side(fact: float | None = 0.9, preference: float | None = None) -> SideResult:
    return SideResult(True, fact, preference)


def verdict_for(winner: str) -> JudgeVerdict:
    return JudgeVerdict(winner, "A", (JudgeVote("A", "A", winner),) * 3)


@pytest.mark.parametrize(
    ("king", "challenger", "judge", "winner", "rule"),
    [
        (side(0.2), SideResult(False, 1.0, error="blank"), "challenger", "king", "validity"),
        (SideResult(False), side(0.0), "king", "challenger", "validity"),
        (SideResult(False), SideResult(False), "king", "tie", "validity"),
        (side(0.95), side(0.70), "challenger", "king", "fact_dominance"),
        (side(0.95), side(0.80), "challenger", "king", "fact_dominance"),
        (side(0.75), side(0.90), "king", "challenger", "fact_dominance"),
        (side(0.90), side(0.750001), "challenger", "challenger", "judge"),
        (side(0.90, 0.1), side(0.88, 0.9), "king", "king", "judge"),
        (side(0.90, 0.50), side(0.88, 0.60), "tie", "challenger", "preference"),
        (side(0.90, 0.80), side(0.90, 0.70), None, "king", "preference"),
        (side(0.90, 0.60), side(0.88, 0.699999), "tie", "tie", "tie"),
        (side(0.90, 0.60), side(0.88), "tie", "tie", "tie"),
        (side(0.9), side(0.9), None, "tie", "tie"),
        (side(None), side(0.2), "challenger", "challenger", "judge"),
    ],
)
def test_the_first_rule_that_separates_decides(
    king: SideResult, challenger: SideResult, judge: str | None, winner: str, rule: str
) -> None:
    verdict = decide_problem(
        problem_id="p1",
        king=king,
        challenger=challenger,
        judge=None if judge is None else verdict_for(judge),
    )
    assert (verdict.winner, verdict.rule) == (winner, rule)


def test_details_say_why() -> None:
    lost = decide_problem(
        problem_id="p1", king=side(0.9), challenger=SideResult(False, error="blank image")
    )
    assert lost.detail == "challenger image unusable: blank image"
    gap = decide_problem(problem_id="p1", king=side(0.95), challenger=side(0.8))
    assert gap.detail == "fact score 0.80 vs 0.95 (gap 0.15 ≥ 0.15)"
    unknown = decide_problem(problem_id="p1", king=side(None), challenger=side(0.1))
    assert unknown.detail == ("no rule separated the two images; facts not measured; not judged")
    assert unknown.to_dict()["king"] == {"valid": True, "fact_score": None}


@given(st.integers(0, 100), st.integers(0, 100))
def test_gaps_are_compared_in_exact_decimals(king: int, challenger: int) -> None:
    verdict = decide_problem(
        problem_id="p", king=side(king / 100), challenger=side(challenger / 100)
    )
    assert (verdict.rule == "fact_dominance") == (abs(king - challenger) >= 15)
