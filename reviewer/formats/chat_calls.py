"""The tool calls of a chat log one by one, for a person to read; bounded, read as a stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.formats.chat_log import FLOOR_PLAN_BANNED, ChatAudit, audit_chat

MOST = 2000
_EXCERPT = 300
_MARKS = (b"toolCall", b"tool_use")


@dataclass(frozen=True, slots=True)
class ChatCall:
    """One tool call: where it stands, what was called, and the start of its arguments."""

    line: int
    tool: str
    excerpt: str
    is_screenshot: bool
    banned: str


@dataclass(frozen=True, slots=True)
class ChatCalls:
    """The first calls of a log, and the audit of all of it."""

    calls: tuple[ChatCall, ...]
    audit: ChatAudit


def read_calls(
    lines: Iterable[bytes],
    *,
    banned: Sequence[str] = FLOOR_PLAN_BANNED,
    most: int = MOST,
    cancel: Callable[[], None] | None = None,
) -> ChatCalls:
    """Read a log once: its audit, and its first calls."""
    calls: list[ChatCall] = []

    def noted() -> Iterator[bytes]:
        for number, line in enumerate(lines, start=1):
            if len(calls) < most and any(mark in line for mark in _MARKS):
                calls.extend(_calls(number, line, banned))
            yield line

    audit = audit_chat(noted(), banned=banned, cancel=cancel)
    return ChatCalls(tuple(calls[:most]), audit)


def _calls(number: int, line: bytes, banned: Sequence[str]) -> Iterator[ChatCall]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        # The audit counts and names lines that are no JSON.
        return
    if not isinstance(event, dict):
        return
    inner = event.get("message")
    message = inner if isinstance(inner, dict) else event
    if message.get("role", event.get("type")) != "assistant":
        return
    content = message.get("content")
    for item in content if isinstance(content, list) else ():
        if isinstance(item, dict) and item.get("type") in ("toolCall", "tool_use"):
            yield _call(number, item, banned)


def _call(number: int, item: dict[str, Any], banned: Sequence[str]) -> ChatCall:
    arguments = item.get("arguments", item.get("input", {}))
    text = json.dumps(arguments, ensure_ascii=False)
    name = str(item.get("name", ""))
    action = arguments.get("action") if isinstance(arguments, dict) else None
    is_screenshot = (
        name == "__computer__" and isinstance(action, dict) and action.get("type") == "screenshot"
    )
    found = ", ".join(each for each in banned if each in text)
    return ChatCall(number, name, text[:_EXCERPT], is_screenshot, found)
