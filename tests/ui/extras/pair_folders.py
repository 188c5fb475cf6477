"""Folders of pairs whose files name their makers, and a judge that prefers the first picture."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from reviewer.session.answers import JudgeAnswers
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.pair_desk import CANDIDATES, seen
from reviewer.ui.window import Window

FILES = ("model_x", "model_y")
JUDGED = {
    "preference": 1,
    "question_q1": 1,
    "question_q2": 1,
    "other_question_q1": 1,
    "other_question_q2": 0,
}


def make_pairs(folder: Path, count: int) -> Path:
    """Tasks p0, p1 … with two candidates and two questions each."""
    noise = np.random.default_rng(5)
    for number in range(count):
        name = f"p{number}"
        task = folder / name
        task.mkdir(parents=True)
        questions = [
            {"id": "q1", "text": "Is there a cup?"},
            {"id": "q2", "text": "Is it of glass?", "depends_on": "q1"},
        ]
        key = {
            "version": "1.0", "problem_id": name, "source": "made here", "prompt": "a red cup",
            "requirements": {"questions": questions},
        }  # fmt: skip
        (task / "answer_key.json").write_text(json.dumps(key))
        for file in FILES:
            small = noise.integers(0, 255, (8, 10, 3), dtype=np.uint8)
            large = cv2.resize(small, (160, 128), interpolation=cv2.INTER_NEAREST)
            cv2.imwrite(str(task / f"{file}.png"), large)
    return folder


def judge() -> JudgeAnswers:
    """What a judge said of every pair."""
    return JudgeAnswers({"": JUDGED}, "made here")


def vote(window: Window, qtbot: QtBot) -> str:
    """Vote for side A of the pair on the desk, both of which were looked at; returns its name."""
    session = window.session
    qtbot.waitUntil(lambda: is_there(window), timeout=15_000)
    assert session.current is not None
    seen(session.current, *CANDIDATES)
    window.panel.set_current(PREFERENCE)
    qtbot.keyClick(window.workspace, Qt.Key.Key_1)
    assert [entry.item for entry in session.current.entries] == [PREFERENCE]
    return session.current_id


def is_there(window: Window) -> bool:
    """True once the pair on the desk is measured and its first picture was painted."""
    state = window.session.current
    return state is not None and state.ledger is not None and state.result_shown
