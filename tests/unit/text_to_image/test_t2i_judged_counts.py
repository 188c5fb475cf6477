"""After a vision model has answered: what is still not looked for, and how much was asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reviewer.session.alarms import flags_of
from reviewer.session.report import report_of


def raised(state: Any) -> dict[str, str]:
    return {flag.id: flag.detail for flag in flags_of(state) if flag.is_raised}


def test_the_flag_of_unseen_facts_goes_once_a_model_has_answered_them(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    eyes.has_detector = False
    session = desk(single.parent)
    state = kit.select(session, "single")
    assert "reviewer[detect]" in raised(state)["no-backend"]
    partly = kit.Scripted(checklist="yes", count="1", color="red")
    session.judging.ask(["single"], model=partly)
    session.jobs.drain()
    assert state.ledger.check("relation_1").state == "not judged"
    assert "reviewer[detect]" in raised(state)["no-backend"]
    whole = kit.Scripted(checklist="yes", count="1", color="red", relation="yes")
    session.judging.ask(["single"], model=whole)
    session.jobs.drain()
    assert state.ledger.check("relation_1").credit is not None
    assert raised(state) == {}
    assert session.showing.flags(state) == flags_of(state)
    assert session.row("single").flags == ()
    assert not any(flag["raised"] for flag in report_of(state).flags)


@pytest.mark.parametrize("probe", [False, True])
def test_a_run_counts_rows_and_tasks_as_its_estimate_did(
    single: Path, pair: Path, eyes: Any, desk: Any, kit: Any, probe: bool
) -> None:
    from reviewer.session.judge_run import Options

    kit.see_all(eyes, 10, 20, 21)
    session = desk(single.parent)
    model = kit.Scripted(checklist="yes", pair='{"winner": "A"}')
    session.judging.ask(["single"], model=model)
    session.jobs.drain()
    session.judging.estimate(["single", "pair"], Options(probe=probe))
    session.jobs.drain()
    told = session.judging.estimated
    session.judging.ask(["single", "pair"], Options(probe=probe), model=model)
    session.jobs.drain()
    run = session.judging.run
    assert (told.tasks, run.asked) == (1, 1)
    assert run.answered + run.unanswered == told.items
    assert f"{run.answered} answered, {run.unanswered} not judged, 1 task, " in run.text
