"""Answers written down line by line, and given again later without asking anybody."""

from __future__ import annotations

import json
import math
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any

from reviewer.judge.protocol import Ask, JudgeError, Model, Reply, Token
from reviewer.model.reply import load_json

FORMAT = "reviewer.judge/1"


class Recorder:
    """Passes questions on and hands every answer, or its absence, to `write` as one line."""

    def __init__(self, model: Model, write: Callable[[str], object]) -> None:
        self._model = model
        self._write = write
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the model that answers."""
        return self._model.name

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        """The model's answer, written down."""
        try:
            reply = self._model.complete(ask, token=token)
        except JudgeError as error:
            said = {"error": str(error), "raw": error.raw}
            self._note(ask, said | ({"is_declined": True} if error.is_declined else {}))
            raise
        answer = {
            "text": reply.text,
            "signed": reply.model,
            "is_cut": reply.is_cut,
            "prompt_tokens": reply.prompt_tokens,
            "completion_tokens": reply.completion_tokens,
            "cost": reply.cost,
        }
        self._note(ask, answer)
        return reply

    def _note(self, ask: Ask, answer: dict[str, Any]) -> None:
        head = {
            "format": FORMAT,
            "ask": ask.digest(self.name),
            "purpose": ask.purpose,
            "model": self.name,
        }
        line = json.dumps(head | answer, ensure_ascii=False)
        with self._lock:
            self._write(line + "\n")


class Replay:
    """Answers from a record; the same question asked again gets the next answer recorded."""

    def __init__(self, lines: Iterable[str], *, name: str) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, deque[dict[str, Any]]] = defaultdict(deque)
        self.note = ""
        models: set[str] = set()
        numbered = [(n, line) for n, line in enumerate(lines, start=1) if line.strip()]
        for number, line in numbered:
            if models and number == numbered[-1][0] and _is_torn(line):
                # The program ended while it wrote: the answers before are whole, and paid for.
                self.note = f"{name}:{number}: the last line is cut off and was left out"
                break
            entry = _entry(line, f"{name}:{number}")
            models.add(str(entry["model"]))
            self._answers[entry["ask"]].append(entry)
        if len(models) != 1:
            found = ", ".join(sorted(models)) or "none"
            raise JudgeError(f"{name}: a record holds one model's answers; found {found}")
        self._model = models.pop()
        self._source = name

    @property
    def name(self) -> str:
        """The name of the model that was recorded."""
        return self._model

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        """The recorded answer; a JudgeError where none is left or none was had."""
        with self._lock:
            left = self._answers.get(ask.digest(self._model))
            entry = left.popleft() if left else None
        if entry is None:
            raise JudgeError(
                f"{self._source}: no answer to this {ask.purpose} question is recorded; "
                "ask the model itself and record again"
            )
        if "error" in entry:
            raise JudgeError(
                str(entry["error"]),
                raw=str(entry.get("raw", "")),
                is_declined=entry.get("is_declined") is True,
            )
        return Reply(
            text=str(entry["text"]),
            model=str(entry.get("signed", self._model)),
            is_cut=bool(entry.get("is_cut")),
            # Paid for when it was recorded: playing it again sends and costs nothing.
            prompt_tokens=0,
            completion_tokens=0,
            cost=0.0,
            requests=0,
        )


def _is_torn(line: str) -> bool:
    try:
        load_json(line)
    except ValueError:
        return not line.rstrip().endswith("}")
    return False


def _entry(line: str, place: str) -> dict[str, Any]:
    try:
        entry = load_json(line)
    except ValueError as error:
        raise JudgeError(f"{place}: not a line of a record ({error}); record again") from error
    is_entry = isinstance(entry, dict) and entry.get("format") == FORMAT
    if not is_entry or not {"ask", "model"} <= set(entry) or not {"text", "error"} & set(entry):
        raise JudgeError(f"{place}: not an entry of {FORMAT}; record again")
    for field in ("ask", "model", "purpose", "text", "signed", "error", "raw"):
        if not isinstance(entry.get(field, ""), str):
            raise JudgeError(f"{place}: {field!r} is not a text; record again")
    for field in ("prompt_tokens", "completion_tokens", "cost"):
        if not _is_amount(entry.get(field)):
            raise JudgeError(f"{place}: {field!r} is not a number; record again")
    return dict(entry)


def _is_amount(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value is None or (is_number and math.isfinite(value))  # type: ignore[arg-type]
