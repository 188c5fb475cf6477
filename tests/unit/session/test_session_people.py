"""Several people on one task: what counts, what is hidden from whom, what can be settled."""

from __future__ import annotations

import json
import shutil

import pytest

from reviewer.session.agreement import cases_of, report_of
from reviewer.session.jobs import CancelToken
from reviewer.session.refusing import RefusedError
from reviewer.store import resources
from tests.unit.session.written import lines


def test_only_a_disagreement_can_be_settled(tmp_path, open_desk, look) -> None:
    folder = tmp_path / "t" / "astronaut_poster"
    shutil.copytree(resources.path("samples") / "astronaut_poster", folder)
    session = open_desk(folder.parent)
    state = look(session, folder.name)
    before = state.ledger.headline.value
    for item in (check.id for check in state.rubric.checks):
        with pytest.raises(RefusedError, match=r"nothing to settle|takes no answer"):
            session.editor.adjudicate(item, 0.0)
    session.editor.answer("title_legible", 1.0)
    with pytest.raises(RefusedError, match="nothing to settle"):
        session.editor.adjudicate("title_legible", 0.0)
    session.editor.undo()
    assert state.ledger.headline.value == before
    assert {entry.type for entry in state.entries} == {"answer", "retract"}


def test_a_settlement_of_a_measured_row_in_a_log_is_told_and_not_applied(
    tmp_path, open_desk, look
) -> None:
    folder = tmp_path / "t" / "astronaut_poster"
    shutil.copytree(resources.path("samples") / "astronaut_poster", folder)
    first = open_desk(folder.parent)
    before = look(first, folder.name).ledger.headline.value
    first.close()
    line = {"id": "x1", "type": "adjudicate", "task": folder.name, "author": "root", "item": "ssim",
            "at": "2026-01-01T00:00:00.000Z", "app": "0.1", "value": 0.0}  # fmt: skip
    (folder / "review").mkdir()
    (folder / "review" / "root-0000.jsonl").write_text(json.dumps(line) + "\n")
    second = open_desk(folder.parent)
    state = look(second, folder.name)
    assert state.ledger.headline.value == before
    assert state.ledger.check("ssim").measurement.source == "code"
    (note,) = [note for note in state.notes if "settlement of ssim by root" in note]
    assert note in [message.text for message in second.messages]


@pytest.mark.parametrize("is_blind", [False, True])
def test_the_headline_at_each_answer_counts_what_others_said(
    tmp_path, open_desk, look, is_blind
) -> None:
    folder = tmp_path / "t" / "astronaut_poster"
    shutil.copytree(resources.path("samples") / "astronaut_poster", folder)
    ann = open_desk(folder.parent)
    state = look(ann, folder.name)
    items = [item.id for item in ann.panel(state).needs if not item.is_uncovered]
    ann.editor.answer(items[0], 0.0)
    ann.close()
    bea = open_desk(folder.parent, author="bea", installation="c3d4", is_blind=is_blind)
    state = look(bea, folder.name)
    shown = bea.panel(state)
    if is_blind:
        assert shown.ahead is None
        assert not any(key.is_known for item in shown.needs for key in item.keys)
        assert not any(item.may_settle or item.others for item in shown.needs)
        for item in items:
            bea.editor.answer(item, 1.0)
    tried = 0
    for item in items:
        for key in bea.panel(state).item(item).keys:
            if key.key == "=":
                continue
            bea.editor.answer(item, key.value)
            assert state.ledger.headline.value == pytest.approx(key.headline, abs=1e-12)
            bea.editor.undo()
            tried += 1
    assert tried >= 2 * len(items)


def test_what_another_person_corrected_is_hidden_until_all_is_answered(
    tmp_path, open_desk, look
) -> None:
    folder = tmp_path / "t" / "astronaut_poster"
    shutil.copytree(resources.path("samples") / "astronaut_poster", folder)
    ann = open_desk(folder.parent)
    state = look(ann, folder.name)
    by_code = state.measurements["ssim"].value
    ann.editor.dispute("ssim", 1, should_be=0.5)
    ann.close()
    bea = open_desk(folder.parent, author="bea", installation="c3d4", is_blind=True)
    state = look(bea, folder.name)

    def shown() -> list[float]:
        panel = bea.panel(state)
        row = next(row for row in (*panel.failed, *panel.passed) if row.id == "ssim")
        asked = bea.showing.request(state, CancelToken())
        return [row.value, asked.measurements["ssim"].value]

    assert shown() == [by_code, by_code]
    bea.editor.dispute("ssim", 1, should_be=0.7)
    assert shown() == [0.7, 0.7], "one's own is no secret, and that people differ is one"
    bea.editor.undo()
    for item in bea.panel(state).needs:
        bea.editor.answer(item.id, 1.0)
    assert shown() == [0.5, 0.5]
    assert state.ledger.check("ssim").measurement.source == "person"


def test_an_answer_says_whether_it_was_blind(tmp_path, open_desk, look) -> None:
    folder = tmp_path / "t" / "astronaut_poster"
    shutil.copytree(resources.path("samples") / "astronaut_poster", folder)
    session = open_desk(folder.parent, is_blind=True)
    state = look(session, folder.name)
    items = [item.id for item in session.panel(state).needs]
    for item in items:
        session.editor.answer(item, 1.0)
    session.editor.answer(items[0], 0.0)
    said = [entry["blind"] for entry in lines(folder / "review") if entry["type"] == "answer"]
    assert said == [True] * len(items) + [False]


def test_an_answer_given_blind_is_compared_as_it_was_given(tmp_path, open_desk, look) -> None:
    folder = tmp_path / "t" / "astronaut_poster"
    shutil.copytree(resources.path("samples") / "astronaut_poster", folder)
    session = open_desk(folder.parent, is_blind=True)
    state = look(session, folder.name)
    items = [item.id for item in session.panel(state).needs]
    session.editor.answer(items[0], 0.0)
    for item in items:
        session.editor.answer(item, 1.0)
    before = {case.item: case for case in cases_of(state)}
    assert (before[items[0]].person, before[items[0]].is_blind) == (1.0, True)
    assert not before[items[0]].is_changed
    session.editor.answer(items[0], 0.0)
    session.editor.answer(items[1], None)
    after = {case.item: case for case in cases_of(state)}
    for item in items:
        assert (after[item].person, after[item].is_blind) == (1.0, True)
        assert after[item].is_changed == (item in items[:2])
    report = report_of(after.values(), tasks=1)
    judged = [item for item in items[:2] if after[item].judge is not None]
    assert report.overall.open.figures.compared == 0
    assert [case.item for case in report.overall.blind.changed] == judged
    assert judged
