"""An agent's chat log (JSON lines): tool calls, screenshots and banned tools, read as a stream."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

FLOOR_PLAN_BANNED = ('"xmllint"', "xpath", "svgpathtools.parse")
# A line is held as bytes, as text and as objects at once.
LINE_LIMIT = 24 << 20
_PIECE = 1 << 20
_HEAD = 1 << 10
_PARSED = 64 << 10
_ENDS = {b"{": b"}", b"[": b"]", b'"': b'"'}
MARKS = (b"toolCall", b"tool_use")
_CALL_TYPES = ("toolCall", "tool_use")
_EVENT_TYPES = ("message", "assistant")
_CHECK_EVERY = 256
_KEPT = 500
_EXCERPT = 200


class CutLine(bytes):
    """The start of a line that is too long to be held."""


@dataclass(frozen=True, slots=True)
class BannedUse:
    """One tool call whose arguments hold a banned text."""

    line: int
    banned: str
    tool: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class ChatAudit:
    """What a chat log shows. Only the first 500 uses and malformed lines are kept one by one.

    `objects` counts the lines that hold a JSON object, as every line of a chat log does;
    `cut_count` those too long to be read, whose calls are not counted.
    """

    lines: int
    objects: int
    tool_calls: int
    screenshots: int
    tools: dict[str, int]
    matches: tuple[str, ...]
    uses: tuple[BannedUse, ...]
    use_count: int
    malformed: tuple[int, ...]
    malformed_count: int
    cut_count: int = 0
    notes: tuple[str, ...] = ()

    @property
    def problem(self) -> str:
        """Why the file is no chat log, or an empty string."""
        if self.objects or self.cut_count:
            return ""
        if not self.lines:
            return "it is empty"
        return f"none of its {self.lines:,} lines holds a JSON object, so it is no chat log"

    @property
    def any_banned(self) -> bool:
        """Whether any banned text was used."""
        return bool(self.matches)

    def as_helper(self) -> dict[str, Any]:
        """Return what a task's grader gets from its helper, under the helper's names."""
        return {
            "any_banned": self.any_banned,
            "matches": list(self.matches),
            "total_tool_calls": self.tool_calls,
            "computer_screenshots": self.screenshots,
            "banned_examples": [use.excerpt for use in self.uses],
        }


@dataclass(slots=True)
class _Tally:
    banned: Sequence[str]
    objects: int = 0
    cut: list[int] = field(default_factory=list)
    tool_calls: int = 0
    screenshots: int = 0
    use_count: int = 0
    malformed_count: int = 0
    tools: Counter[str] = field(default_factory=Counter)
    matches: dict[str, None] = field(default_factory=dict)
    uses: list[BannedUse] = field(default_factory=list)
    malformed: list[int] = field(default_factory=list)

    def fault(self, number: int) -> None:
        self.malformed_count += 1
        if len(self.malformed) < _KEPT:
            self.malformed.append(number)

    def call(self, number: int, item: dict[str, Any]) -> None:
        name = str(item.get("name", ""))
        self.tool_calls += 1
        self.tools[name] += 1
        self.screenshots += is_screenshot(item)
        if not self.banned:
            return
        # The form in which the benchmark's own audit searches.
        text = json.dumps(arguments_of(item), ensure_ascii=False)
        for banned in self.banned:
            if banned in text:
                self.matches[banned] = None
                self.use_count += 1
                if len(self.uses) < _KEPT:
                    self.uses.append(BannedUse(number, banned, name, text[:_EXCERPT]))


def audit_chat(
    lines: Iterable[bytes],
    *,
    banned: Sequence[str] = FLOOR_PLAN_BANNED,
    cancel: Callable[[], None] | None = None,
) -> ChatAudit:
    """Count tool calls, screenshots and banned texts; malformed lines are counted, not fatal."""
    tally = _Tally(tuple(banned))
    number = 0
    for number, line in enumerate(lines, start=1):
        if cancel is not None and number % _CHECK_EVERY == 0:
            cancel()
        if isinstance(line, CutLine):
            tally.cut.append(number)
        elif stripped := line.strip():
            _read_line(tally, number, stripped)
    return ChatAudit(
        lines=number,
        objects=tally.objects,
        tool_calls=tally.tool_calls,
        screenshots=tally.screenshots,
        tools=dict(tally.tools),
        matches=tuple(tally.matches),
        uses=tuple(tally.uses),
        use_count=tally.use_count,
        malformed=tuple(tally.malformed),
        malformed_count=tally.malformed_count,
        cut_count=len(tally.cut),
        notes=tuple(_notes(tally, number)),
    )


def _notes(tally: _Tally, lines: int) -> Iterator[str]:
    if tally.malformed_count:
        count = f"{tally.malformed_count:,} of {lines:,}"
        yield f"Lines that are no JSON: {count}, the first is line {tally.malformed[0]}."
    if tally.cut:
        what = f"Lines longer than {LINE_LIMIT >> 20} MB, whose calls are not counted"
        yield f"{what}: {len(tally.cut):,} of {lines:,}, the first is line {tally.cut[0]}."


def read_lines(handle: BinaryIO, *, limit: int = LINE_LIMIT) -> Iterator[bytes]:
    """Yield the lines of a file; of one longer than a limit only the start, as a CutLine."""
    while line := handle.readline(limit):
        if len(line) < limit or line.endswith(b"\n"):
            yield line
            continue
        line = CutLine(line[:_HEAD])
        # The rest of a cut line belongs to it, and is no line of its own.
        while (piece := handle.readline(_PIECE)) and not piece.endswith(b"\n"):
            continue
        yield line


def _read_line(tally: _Tally, number: int, line: bytes) -> None:
    has_call = any(mark in line for mark in MARKS)
    if not has_call and len(line) > _PARSED:
        # Screenshots come back as megabytes of base64; without a call inside nobody parses them.
        if _ENDS.get(line[:1]) != line[-1:]:
            tally.fault(number)
        elif line.startswith(b"{"):
            tally.objects += 1
        return
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        tally.fault(number)
        return
    if isinstance(event, dict):
        tally.objects += 1
    for item in tool_calls(event):
        tally.call(number, item)


def tool_calls(event: object) -> Iterator[dict[str, Any]]:
    """The tool calls of one event of a log; none where it is no message of the agent."""
    if not isinstance(event, dict) or event.get("type") not in _EVENT_TYPES:
        return
    inner = event.get("message")
    message = inner if isinstance(inner, dict) else event
    if message.get("role", event.get("type")) != "assistant":
        return
    content = message.get("content")
    for item in content if isinstance(content, list) else ():
        if isinstance(item, dict) and item.get("type") in _CALL_TYPES:
            yield item


def arguments_of(item: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the agent wrote
    """What a tool was called with."""
    return item.get("arguments", item.get("input", {}))


def is_screenshot(item: dict[str, Any]) -> bool:
    """True for a call that took a picture of the screen."""
    arguments = arguments_of(item)
    action = arguments.get("action") if isinstance(arguments, dict) else None
    is_taken = isinstance(action, dict) and action.get("type") == "screenshot"
    return is_taken and str(item.get("name", "")) == "__computer__"
