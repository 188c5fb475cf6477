"""Stands in for the benchmark's judge when a task's own grader is run again.

This file is copied beside the grader under the name `_judge_helper`; it must not import anything
of the program. Answers come from `answers.json` beside it, and what was asked is kept in `ASKED`.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

ASKED: dict[str, str] = {}


def _given() -> dict[str, Any]:
    given: dict[str, Any] = json.loads(Path(__file__).with_name("answers.json").read_text("utf-8"))
    return given


def _answer(rubric: dict[str, str], method: str) -> dict[str, Any]:
    given = _given()
    ASKED.update({str(key): str(question) for key, question in rubric.items()})
    answers: dict[str, float] | None = given["answers"]
    result: dict[str, Any] = {key: 0.0 for key in rubric}
    if answers is None:
        return {**result, "judge_method": "failed", "judge_error": "no judge was asked"}
    result.update({key: float(answers[key]) for key in rubric if key in answers})
    return {**result, "judge_method": given["method"] or method, "judge_error": None}


def vlm_score_rubric(
    image_paths: object, rubric: dict[str, str], instruction: str = "", max_retries: int = 3
) -> dict[str, Any]:
    """Answer a rubric about pictures."""
    return _answer(rubric, "vlm")


def llm_score_text(
    text: str, rubric: dict[str, str], instruction: str = "", max_retries: int = 3
) -> dict[str, Any]:
    """Answer a rubric about a text."""
    return _answer(rubric, "llm")


def audit_chat_jsonl_for_banned(
    banned_substrings: list[str], chat_path: object = None
) -> dict[str, Any]:
    """Audit the chat log of this task, whatever path the grader expects it at."""
    chat: str | None = _given()["chat"]
    if chat is None:
        counts = {"total_tool_calls": 0, "computer_screenshots": 0, "error": "no-chat-jsonl"}
        return {"any_banned": False, "matches": [], "banned_examples": [], **counts}
    # The program's own reader, copied beside this file.
    reader = importlib.import_module("chat_log")
    with open(chat, "rb") as handle:
        audit = reader.audit_chat(reader.read_lines(handle), banned=banned_substrings)
    found: dict[str, Any] = audit.as_helper()
    return found
