"""What the tests of pairs share: a pair at the desk, its questions answered, its verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def opened(desk: Any, kit: Any, folder: Path, *, task: str = "") -> tuple[Any, Any]:
    session = desk(folder)
    state = kit.select(session, task or folder.name)
    return session, state


def answer_questions(session: Any, value: float = 1.0) -> None:
    for start in ("", "other_"):
        for question in ("question_q1", "question_q2"):
            session.editor.answer(start + question, value)


def verdict(state: Any) -> tuple[Any, Any, str]:
    found = state.measurements["verdict"]
    return found.value, found.facts.get("rule"), "; ".join(found.notes) or found.reason
