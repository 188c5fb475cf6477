"""Blind pairs: no names before the vote, votes apart, sides swapped, the ladder with its rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reviewer.judge.protocol import Ask
from reviewer.scoring.pairwise import challenger_slot
from reviewer.session.judge_run import Options
from reviewer.session.pair_report import pair_report, pair_row
from reviewer.session.pairs import bias_of, model_votes, value_of
from reviewer.session.refusing import RefusedError
from tests.unit.text_to_image.pair_parts import answer_questions, opened, verdict


def test_the_slot_follows_the_hash_and_names_wait_for_the_vote(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    session, state = opened(desk, kit, pair)
    view = session.pairs.view()
    challenge = f"{state.digests['result']}:{state.digests['other']}"
    slot = challenger_slot(challenge, "dense-06")
    shown = {"A": view.a, "B": view.b}
    assert shown[slot].role == "result"
    assert (view.mine, view.revealed) == ("", None)
    assert session.pairs.waiting() == ["pair"]
    session.pairs.vote("A", reason="sharper")
    after = session.pairs.view()
    assert after.mine == "A"
    assert after.revealed.names == {slot: "a.png", "B" if slot == "A" else "A": "b.png"}
    assert session.pairs.waiting() == []


def test_a_challenge_in_the_problem_names_the_slot(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    slots = set()
    tried = {challenger_slot(f"c-{n}", "dense-06"): f"c-{n}" for n in range(20)}
    for challenge in tried.values():
        document = json.loads((pair / "problem.json").read_text()) | {"challenge_id": challenge}
        (pair / "problem.json").write_text(json.dumps(document))
        session, _ = opened(desk, kit, pair)
        view = session.pairs.view()
        slot = "A" if view.a.role == "result" else "B"
        assert slot == challenger_slot(challenge, "dense-06")
        slots.add(slot)
        session.close()
    assert slots == {"A", "B"}


def test_the_vote_is_a_log_entry_blind_the_first_time_only(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    session, _ = opened(desk, kit, pair)
    session.pairs.vote("tie")
    session.pairs.vote("B")
    (log,) = (pair / "review").glob("*.jsonl")
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(r["item"], r["vote"], r.get("blind", False)) for r in rows] == [
        ("preference", "tie", True),
        ("preference", "B", False),
    ]
    assert rows[0]["value"] == 0.5
    assert rows[1]["value"] == value_of("B", rows[1]["challenger_slot"])
    with pytest.raises(ValueError, match="A, B or tie"):
        session.pairs.vote("C")
    session.editor.undo()
    assert session.pairs.view().mine == "tie"


def test_no_vote_before_the_pictures_are_on_the_screen(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    session, state = opened(desk, kit, pair)
    state.result_shown = False
    with pytest.raises(RefusedError):
        session.pairs.vote("A")


def test_one_picture_is_no_pair(single: Path, eyes: Any, desk: Any, kit: Any) -> None:
    session, _ = opened(desk, kit, single)
    assert session.pairs.view() is None
    with pytest.raises(RefusedError):
        session.pairs.vote("A")


def test_the_ladder_climbs_from_validity_over_facts_to_votes(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    session, state = opened(desk, kit, pair)
    assert verdict(state)[0] is None
    assert "no verdict before" in verdict(state)[2]
    answer_questions(session)
    assert kit.headlines(state) == {"fact_score": 1.0, "other_fact_score": 1.0, "verdict": None}
    assert "blind votes decide" in verdict(state)[2]
    # A person's vote stands where a model's would.
    session.editor.answer("preference", 0.0)
    assert verdict(state) == (0.0, "judge", "judge: a person chose the second picture")
    # An override of a fact decides before any vote is looked at.
    session.editor.answer("other_text_1", 0.0)
    value, rule, says = verdict(state)
    assert (value, rule) == (1.0, "fact_dominance")
    assert "1.00 vs 0.67" in says
    session.editor.take_back("other_text_1")
    session.editor.take_back("preference")
    session.editor.answer("preference", 0.5)
    assert verdict(state)[:2] == (0.5, "tie")


def test_an_invalid_candidate_loses_at_once(pair: Path, eyes: Any, desk: Any, kit: Any) -> None:
    (pair / "a.png").write_bytes(b"broken")
    kit.settle(pair / "a.png")
    kit.see_all(eyes, 20)
    _, state = opened(desk, kit, pair)
    value, rule, says = verdict(state)
    assert (value, rule) == (0.0, "validity")
    assert "the first picture is unusable" in says
    assert kit.headlines(state)["fact_score"] == 0.0
    assert kit.headlines(state)["verdict"] == 0.0


def test_a_missing_backend_leaves_no_verdict(pair: Path, eyes: Any, desk: Any, kit: Any) -> None:
    kit.see_all(eyes, 10, 20)
    eyes.has_detector = False
    session, state = opened(desk, kit, pair)
    answer_questions(session)
    verdict_line = next(h for h in state.ledger.headlines if h.name == "verdict")
    assert verdict_line.value is None
    assert "no object detector" in verdict_line.error


def test_model_votes_decide_and_stand_apart_from_the_person_s(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    replies = iter(['{"winner": "A"}', "Answer: B", "A is better than B"])
    model = kit.Scripted(checklist="yes", pair=lambda ask: next(replies))
    session, state = opened(desk, kit, pair)
    session.judging.ask(["pair"], model=model)
    session.jobs.drain()
    slot = session.pairs.view() and challenger_slot(
        f"{state.digests['result']}:{state.digests['other']}", "dense-06"
    )
    votes = model_votes(state.measurements["preference"])
    assert votes.choice == "A"
    assert [vote.slot for vote in votes.votes] == ["A", "B", "A"]
    assert not votes.unanimous
    assert verdict(state)[:2] == (value_of("A", slot), "judge")
    asks = [ask for ask in model.asked if ask.purpose == "pair"]
    assert len(asks) == 3
    words = " ".join(part for part in asks[0].parts if isinstance(part, str))
    assert "king" not in words
    assert "challenger" not in words
    assert "a.png" not in words
    assert "ORBIT” is legible: yes" in words
    assert asks[0].temperature == 0.7
    session.pairs.vote("B")
    revealed = session.pairs.view().revealed
    assert revealed.model.choice == "A"
    assert revealed.rule == "judge"
    row = pair_row(state)
    assert (row.people, row.model) == ({"ann": "B"}, "A")


def test_facts_that_decide_save_the_votes(pair: Path, eyes: Any, desk: Any, kit: Any) -> None:
    kit.see_all(eyes, 10)
    model = kit.Scripted(checklist="yes", pair="A")
    session, state = opened(desk, kit, pair)
    session.judging.ask(["pair"], model=model)
    session.jobs.drain()
    assert verdict(state)[:2] == (1.0, "fact_dominance")
    assert {ask.purpose for ask in model.asked} == {"checklist"}
    session.judging.ask(["pair"], Options(items=("preference",)), model=model)
    session.jobs.drain()
    assert [ask.purpose for ask in model.asked].count("pair") == 3


def test_swapped_sides_show_a_model_that_follows_a_slot(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    session, state = opened(desk, kit, pair)
    first = session.pairs.view().a.name
    model = kit.Scripted(checklist="yes", pair="A")
    session.judging.ask(["pair"], Options(probe=True), model=model)
    session.jobs.drain()
    row = pair_row(state)
    assert row.probe == "follows A"
    asks = [ask for ask in model.asked if ask.purpose == "pair"]
    slots = [[part.name for part in ask.parts if not isinstance(part, str)] for ask in asks]
    assert slots[0][0] == first
    assert slots[0] == slots[3][::-1]
    session.save("pair")
    session.jobs.drain()
    session.close()
    _, again = opened(desk, kit, pair)
    assert pair_row(again).probe == "follows A"


def test_a_person_can_be_shown_the_sides_swapped(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    session, state = opened(desk, kit, pair)
    view, swapped = session.pairs.view(), session.pairs.view(swapped=True)
    assert (view.a, view.b) == (swapped.b, swapped.a)
    session.pairs.vote("A")
    assert session.pairs.view(swapped=True).revealed is None
    session.pairs.vote("A", swapped=True)
    assert session.pairs.view(swapped=True).mine == "A"
    assert session.pairs.view().mine == "A"
    assert state.review.answers["preference"][0].value != (
        state.review.answers["preference_swapped"][0].value
    )


def test_a_person_s_swapped_vote_is_counted(pair: Path, eyes: Any, desk: Any, kit: Any) -> None:
    session, state = opened(desk, kit, pair)
    session.pairs.vote("A")
    assert pair_row(state).people_probes == {}
    session.pairs.vote("A", swapped=True)
    report = pair_report([pair_row(state)])
    assert report.people_probes == {"ann": {"follows A": 1}}
    assert report.as_json()["probes_of_people"] == {"ann": {"follows A": 1}}
    session.pairs.vote("B", swapped=True)
    assert pair_row(state).people_probes == {"ann": "consistent"}


def test_after_swapping_the_letters_follow_the_pictures(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    session, _ = opened(desk, kit, pair)
    session.judging.ask(["pair"], model=kit.Scripted(checklist="yes", pair="A"))
    session.jobs.drain()
    chosen = session.pairs.view().a.name
    session.pairs.vote("A")
    session.pairs.vote("A", swapped=True)
    view = session.pairs.view(swapped=True)
    assert view.b.name == chosen
    assert (view.mine, view.revealed.model.choice) == ("A", "B")
    assert {vote.slot for vote in view.revealed.model.votes} == {"B"}
    assert session.pairs.view().revealed.model.choice == "A"


def test_replies_that_name_nobody_leave_the_pair_not_judged(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    session, state = opened(desk, kit, pair)
    session.judging.ask(["pair"], model=kit.Scripted(checklist="yes", pair="I cannot help."))
    session.jobs.drain()
    found = state.measurements["preference"]
    assert found.value is None
    assert "declined" in found.reason
    assert [vote["raw"] for vote in json.loads(found.raw)["votes"]] == ["I cannot help."] * 3
    assert pair_row(state).model == ""
    session.pairs.vote("A")
    revealed = session.pairs.view().revealed
    assert revealed.model is None
    assert revealed.silence.startswith("not judged: the model declined")
    assert [vote.raw for vote in revealed.refused] == ["I cannot help."] * 3
    opinion = session.panel(state).item("preference").opinion
    assert (opinion.word, opinion.reason.startswith("the model declined")) == ("not judged", True)


def test_failed_votes_are_ties_unless_all_of_them_failed(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    replies = iter(["A", None, "A"])

    def some(ask: Ask) -> str:
        reply = next(replies)
        if reply is None:
            raise RuntimeError("down for a moment")
        return reply

    session, state = opened(desk, kit, pair)
    session.judging.ask(["pair"], model=kit.Scripted(checklist="yes", pair=some))
    session.jobs.drain()
    votes = model_votes(state.measurements["preference"])
    assert [bool(vote.error) for vote in votes.votes] == [False, True, False]
    assert votes.choice == "A"
    none = kit.Scripted(checklist="yes")
    session.judging.ask(["pair"], Options(items=("preference",)), model=none)
    session.jobs.drain()
    assert model_votes(state.measurements["preference"]).choice == "A"


def test_statistics_count_wins_ties_agreement_and_slot() -> None:
    from reviewer.session.pair_report import PairRow

    def row(task: str, slot: str, person: str, model: str) -> PairRow:
        return PairRow(task, slot, {"ann": person}, model, "not probed", None, "", "")

    found = pair_report(
        [row("1", "A", "A", "A"), row("2", "B", "A", "B"), row("3", "A", "tie", "A")]
    )
    ann = found.people["ann"]
    assert (ann.person.challenger_wins, ann.person.king_wins, ann.person.ties) == (1, 1, 1)
    assert (ann.person.slot_a, ann.person.slot_b) == (2, 0)
    assert (ann.both, ann.agrees, ann.opposed) == (3, 1, 1)
    assert found.model.challenger_wins == 3
    assert found.as_json()["people"]["ann"]["with_model"]["agrees"] == 1


def test_bias_words() -> None:
    assert bias_of(None, None) == "not probed"


def test_reports_are_counted_in_the_background(
    pair: Path, single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    from reviewer.session import agreement, pair_report

    session, _ = opened(desk, kit, pair.parent, task="pair")
    session.pairs.vote("A")
    found: list[Any] = []
    pair_report.start(session, found.append)
    agreement.start(session, found.append)
    session.jobs.drain()
    pairs = next(one for one in found if isinstance(one, pair_report.PairReport))
    assert [row.people for row in pairs.rows] == [{"ann": "A"}]
    compared = next(one for one in found if isinstance(one, agreement.AgreementReport))
    assert (compared.tasks, compared.rows) == (2, ())
