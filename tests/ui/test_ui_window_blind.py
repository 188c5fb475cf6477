"""Blind mode in the whole window: until the last answer nothing tells what judge or people said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from reviewer.ui import numbers
from reviewer.ui.window import Window
from tests.ui import window_desk
from tests.ui.extras.conftest import picture
from tests.ui.extras.told_texts import told_texts
from tests.unit.agent_benchmark.conftest import JUDGED, Spec, build

SECRET, MODEL, OTHERS = "SECRETREASON", "secretmodel", "BENSAYS"
# What the judge gave, and the grader's own headline: numbers that nothing else comes to.
VALUE, HEADLINE = 0.3571, 0.4321
# That somebody was here may be told, not what they said.
HEARD = "ben worked here too; it is shown once you have answered."
ALWAYS = (SECRET, MODEL, OTHERS, r"\bben\b", r"\.357", r"\.432")
ACTIONS = (
    ("show-ledger", "show-what-if", "show-history", "show-files", "show-details"),
    ("mode-3up", "mode-difference", "mode-sheet", "grader-view", "instruction"),
    ("reason", "dispute", "note", "palette", "adjudicate", "keys"),
    ("ask-judge", "complete", "agree-all", "agreement", "distribution", "contact-sheet"),
)


def write_json(path: Path, document: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")


def score(**rows: Any) -> dict[str, Any]:
    return {
        "overall_score": HEADLINE, "judge_method": "vlm", "judge_model": MODEL, "checks": rows,
    }  # fmt: skip


def judged(value: float) -> dict[str, Any]:
    return {"score": value, "reason": SECRET}


def gimp_edit(folder: Path) -> str:
    save_pictures(folder, ("initial", 200), ("result", 60), ("golden", 40))
    (folder / "task.toml").write_text(
        'kind = "gimp_edit"\ngraded_from = "score.json"\ninstruction = "Darken the square."\n'
        '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n'
        '[[checks]]\nuse = "brightness_decreased"\n'
    )
    rows = "".join(
        f'[[check]]\nid = "{name}"\nasks = "Is the square {name}?"\nbucket = "judge"\n'
        'direct = true\noverridable = true\nscale = "unit"\n'
        for name in ("neat", "dark")
    )
    (folder / "rubric.toml").write_text(
        f'extends = "gimp_edit"\nname = "square"\nversion = 1\n{rows}'
    )
    write_json(folder / "score.json", score(neat=judged(VALUE), dark=judged(VALUE)))
    return "neat"


def graded_folder(folder: Path) -> str:
    save_pictures(folder, ("result", 60))
    rows = {"size_ok": 1.0, "vlm_neat": judged(VALUE), "vlm_dark": judged(VALUE)}
    write_json(folder / "score.json", score(**rows, _judge_mean=VALUE, neat_score_raw=VALUE))
    return "vlm_neat"


def floor_plan(folder: Path) -> str:
    build(folder, Spec(shapes=8, ids=5))
    write_json(folder / "score.json", score(**{name: judged(0.5) for name in JUDGED}))
    return JUDGED[0]


def text_to_image(folder: Path) -> str:
    questions = [{"id": f"q{n}", "text": f"Is there a cup in place {n}?"} for n in range(3)]
    key = {
        "version": "1.0", "problem_id": folder.name, "source": "made here", "prompt": "a red cup",
        "requirements": {"questions": questions},
    }  # fmt: skip
    write_json(folder / "answer_key.json", key)
    save_pictures(folder, ("one", 60))
    kept = {
        f"question_q{n}": {
            "value": 0.0, "unit": "", "source": "judge", "notes": [SECRET], "model": MODEL,
            "asked_here": True, "reason": SECRET, "raw": SECRET,
        }
        for n in range(3)
    }  # fmt: skip
    review = {"schema": "reviewer.grade/1", "original": None, "measurements": kept}
    write_json(folder / "grade.json", {"overall_score": HEADLINE, "review": review})
    return "question_q0"


def agent_judged(folder: Path) -> str:
    dimensions = (
        "deliverable_correctness", "deliverable_completeness", "task_compliance", "robustness",
        "tool_usage", "verification", "efficiency", "communication",
    )  # fmt: skip
    clause = {"clause": "It is neat", "satisfied": False, "critical": True, "evidence": SECRET}
    write_json(
        folder / "score.json",
        {
            "final_score": HEADLINE,
            "judge_model": MODEL,
            "dimensions": {name: {"score": VALUE, "reason": SECRET} for name in dimensions},
            "hack_detection": {"is_hack": False, "reason": SECRET},
            "artifact_checks": [
                {"artifact": "result.png", "exists": True, "correctness": VALUE,
                 "evidence_quote": SECRET, "clauses": [clause]},
            ],
            "summary": SECRET,
        },
    )  # fmt: skip
    save_pictures(folder, ("result", 60))
    return ""


def save_pictures(folder: Path, *named: tuple[str, int]) -> None:
    import cv2

    folder.mkdir(parents=True, exist_ok=True)
    for name, shade in named:
        cv2.imwrite(str(folder / f"{name}.png"), picture(shade))


KINDS = (gimp_edit, graded_folder, floor_plan, text_to_image, agent_judged)


@pytest.fixture(params=KINDS, ids=lambda make: make.__name__)
def blind(request: Any, qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    make: Callable[[Path], str] = request.param
    folder = tmp_path / "tasks" / "one"
    item = make(folder)
    with window_desk.desk(qtbot, folder.parent, blind=True) as window:
        items = [each.id for each in window.session.panel().needs]
        state = window.session.current
        assert state.task.kind == make.__name__
        assert len(items) > 1
        say_as_ben(folder, item or items[0], next(iter(state.rubric.checks)).id)
        window.session.announce(window.session.reload())
        qtbot.waitUntil(lambda: any(e.author == "ben" for e in state.entries))
        window_desk.settle(qtbot, window)
        yield window


def say_as_ben(folder: Path, item: str, row: str) -> None:
    said = {"task": "one", "author": "ben", "app": "0.1", "at": "2026-01-01T00:00:00.000Z",
            "text": OTHERS}  # fmt: skip
    lines = [
        {"id": "b1", "type": "answer", "item": item, "value": 0.0, **said},
        {"id": "b2", "type": "dispute", "item": row, "code": 5, **said},
        {"id": "b3", "type": "note", "item": "", **said},
    ]
    (folder / "review").mkdir()
    log = folder / "review" / "ben-0000.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))


def leaks(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    tells = list(ALWAYS)
    ledger = window.session.current.ledger
    for headline in ledger.headlines:
        if headline.value is not None and round(headline.value, 3) not in (0.0, 0.5, 1.0):
            tells.append(re.escape(numbers.headline(headline.value).lstrip("0")))
    for _ in range(20):
        QApplication.processEvents()
        # What was replaced is gone at the next turn of the event loop.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    found = told_texts(monkeypatch)
    found |= {row.text for row in window.session.messages}
    pattern = re.compile("|".join(tells))
    return sorted(said for said in found if pattern.search(said.replace(HEARD, "")))


@pytest.mark.parametrize("actions", ACTIONS, ids=lambda actions: actions[0])
def test_nothing_tells_before_the_last_answer(
    blind: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, actions: tuple[str, ...]
) -> None:
    assert leaks(blind, monkeypatch) == []
    for action in actions:
        blind.commands.run(action)
        window_desk.rest(qtbot, blind)
        assert (action, leaks(blind, monkeypatch)) == (action, [])
        for dialog in blind.findChildren(QDialog):
            dialog.reject()
        blind.commands.run("escape")


def test_no_page_and_no_evidence_of_any_row_tells(
    blind: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page of Details, with no row's evidence open and with that of each; one is answered."""
    first = blind.session.panel().needs[0].id
    blind.session.announce(blind.session.editor.answer(first, 1.0))
    blind.show_tab("details")
    for row in ("", *(check.id for check in blind.session.current.rubric.checks[:12])):
        if row:
            blind.rows.show_evidence(row, zoom=False)
        window_desk.rest(qtbot, blind)
        for page in blind.bottom.details.pages:
            blind.bottom.details.choice.set_current(page.key)
            blind.bottom.details._open(page.key)
            assert (row, page.key, leaks(blind, monkeypatch)) == (row, page.key, [])


def test_turning_blind_mode_on_takes_away_what_was_open(
    blind: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind.set_blind(False)
    blind.show_tab("details")
    blind.rows.show_evidence(blind.session.panel().needs[0].id, zoom=False)
    window_desk.rest(qtbot, blind)
    assert leaks(blind, monkeypatch), "the walk sees what is told without blind mode"
    blind.session.messages.clear()
    blind.binder.said._seen = 0
    blind.set_blind(True)
    assert leaks(blind, monkeypatch) == []
    window_desk.rest(qtbot, blind)
    assert leaks(blind, monkeypatch) == []


def test_after_the_last_answer_all_is_told(
    blind: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind.show_tab("details")
    window_desk.rest(qtbot, blind)
    for item in blind.session.panel().needs:
        if not item.is_uncovered:
            blind.session.announce(blind.session.editor.answer(item.id, 1.0))
    blind.rows.show_evidence(blind.session.panel().needs[-1].id, zoom=False)
    window_desk.rest(qtbot, blind)
    told = "\n".join(leaks(blind, monkeypatch))
    assert SECRET in told or MODEL in told or ".357" in told
    assert OTHERS in told
