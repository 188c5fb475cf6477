"""Which vote of a pair counts, and by which names its questions go before it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reviewer.scoring.pairwise import challenger_slot
from reviewer.session.judge_run import Options
from reviewer.session.pair_report import pair_report, pair_row
from reviewer.session.pairs import value_of
from tests.unit.text_to_image.pair_parts import answer_questions, opened, verdict


def test_the_first_vote_counts_and_a_change_after_the_reveal_stands_apart(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    session, state = opened(desk, kit, pair)
    session.pairs.vote("A")
    session.pairs.vote("B")
    row = pair_row(state)
    assert (row.people, row.changed, row.open_votes) == ({"ann": "A"}, {"ann": "B"}, {})
    found = pair_report([row])
    assert (found.people["ann"].person.slot_a, found.changed) == (1, 1)
    # Both are kept; which of them is counted is said.
    (answer,) = state.review.answers["preference"]
    assert answer.value == value_of("B", row.challenger_slot)
    assert answer.counted == value_of("A", row.challenger_slot)
    assert "your blind vote, A," in session.messages[-1].text
    session.pairs.vote("A")
    assert pair_row(state).changed == {}


def test_verdict_report_and_agreement_count_the_first_blind_vote(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    from reviewer.session.agreement import cases_of, report_of

    kit.see_all(eyes, 10, 20)
    session, state = opened(desk, kit, pair)
    answer_questions(session)
    session.judging.ask(
        ["pair"], Options(items=("preference",)), model=kit.Scripted(checklist="yes", pair="B")
    )
    session.jobs.drain()
    session.pairs.vote("A")
    slot = session.pairs.view().revealed.model.challenger_slot
    counted = value_of("A", slot)
    assert verdict(state)[:2] == (counted, "judge")
    session.pairs.vote("B")
    assert verdict(state)[:2] == (counted, "judge")
    assert session.pairs.view().revealed.verdict == counted
    assert pair_row(state).people == {"ann": "A"}
    (case,) = [case for case in cases_of(state) if case.item == "preference"]
    assert (case.person, case.is_blind) == (counted, True)
    found = report_of([case]).rows[0]
    assert (found.blind.figures.compared, found.blind.figures.agrees) == (1, 0)
    assert (found.blind.false_passes, found.blind.false_fails) == ((), ())
    assert found.blind.chose_otherwise == (case,)
    keys = session.panel(state).item("preference").keys
    assert {key.headline for key in keys if key.value is not None} == {state.ledger.headline.value}
    session.save("pair")
    session.jobs.drain()
    (kept,) = json.loads((pair / "grade.json").read_text())["review"]["answers"]["preference"]
    assert (kept["value"], kept["first"]) == (value_of("B", slot), counted)


def test_a_vote_with_names_in_sight_is_counted_apart(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    session, state = opened(desk, kit, pair)
    session.pairs.vote("A", has_seen=True)
    row = pair_row(state)
    assert (row.people, row.open_votes) == ({}, {"ann": "A"})
    assert pair_report([row]).open_votes == 1
    assert pair_report([row]).people == {}


def test_before_the_vote_every_question_is_named_by_the_side_it_asks_about(
    pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    tried = {challenger_slot(f"c-{n}", "dense-06"): f"c-{n}" for n in range(20)}
    for slot, challenge in sorted(tried.items()):
        document = json.loads((pair / "problem.json").read_text()) | {"challenge_id": challenge}
        (pair / "problem.json").write_text(json.dumps(document))
        session, state = opened(desk, kit, pair)
        view, panel = session.pairs.view(), session.panel(state)
        roles = {"A": view.a.role, "B": view.b.role}
        assert roles[slot] == "result"
        named = [item for item in panel.needs if item.id != "preference"]
        letters = [item.asks.removeprefix("Candidate ")[0] for item in named]
        assert letters == sorted(letters)
        for item, letter in zip(named, letters, strict=True):
            is_other = item.id.startswith("other_")
            assert roles[letter] == ("other" if is_other else "result")
            assert item.asks.startswith(f"Candidate {letter}: ")
            assert "Second picture" not in item.asks
            if "question" in item.id:
                # Nobody has translated the questions of a key: there is no second line to read.
                assert item.translations == {}
                continue
            assert item.translations["zh"].startswith(f"候选图 {letter}：")
            assert "第二张图" not in item.translations["zh"]
        session.pairs.vote("tie")
        after = session.panel(state).item("other_question_q1")
        assert after.asks.startswith("Second picture: ")
        session.close()
        for log in (pair / "review").glob("*.jsonl"):
            log.unlink()
