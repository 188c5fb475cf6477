"""The tool calls of a chat log one by one, for a person to read; bounded, read as a stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.formats.chat_log import (
    FLOOR_PLAN_BANNED,
    MARKS,
    ChatAudit,
    arguments_of,
    audit_chat,
    is_screenshot,
    tool_calls,
)

MOST = 2000
_EXCERPT = 300


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
            if len(calls) < most and any(mark in line for mark in MARKS):
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
    for item in tool_calls(event):
        yield _call(number, item, banned)


def _call(number: int, item: dict[str, Any], banned: Sequence[str]) -> ChatCall:
    text = json.dumps(arguments_of(item), ensure_ascii=False)
    found = ", ".join(each for each in banned if each in text)
    name = str(item.get("name", ""))
    return ChatCall(number, name, text[:_EXCERPT], is_screenshot(item), found)
