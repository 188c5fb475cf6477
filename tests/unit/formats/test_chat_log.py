"""Chat logs: both shapes of calls, banned texts with their lines, faults counted."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.formats.chat_log import CutLine, audit_chat, read_lines


def event(
    *items: object, kind: str = "message", role: str = "assistant", flat: bool = False
) -> bytes:
    message = {"role": role, "content": list(items)}
    whole = {"type": kind, **message} if flat else {"type": kind, "message": message}
    return json.dumps(whole, ensure_ascii=False).encode() + b"\n"


def call(name: str, shape: str = "toolCall", **arguments: object) -> dict:
    key = "arguments" if shape == "toolCall" else "input"
    return {"type": shape, "name": name, key: arguments}


SHOT = call("__computer__", action={"type": "screenshot"})


def test_calls_screenshots_and_banned_texts() -> None:
    audit = audit_chat(
        [
            event(SHOT, {"type": "text", "text": "xpath"}, "toolCall"),
            event(call("exec", command="xmllint --xpath //g a.svg")),
            event(call("exec", command=["xmllint"]), flat=True),
            event(call("exec", "tool_use", command="python -c 'svgpathtools.parse'")),
            event(call("__computer__", action={"type": "click"}), call("__computer__", action="x")),
            event(SHOT, role="user"),
            event(SHOT, kind="event"),
            event(call("Bash", "tool_use", command="床"), kind="assistant"),
        ]
    )
    assert (audit.lines, audit.tool_calls, audit.screenshots) == (8, 7, 1)
    assert audit.tools == {"__computer__": 3, "exec": 3, "Bash": 1}
    assert audit.matches == ("xpath", '"xmllint"', "svgpathtools.parse")
    assert [(use.line, use.banned, use.tool) for use in audit.uses] == [
        (2, "xpath", "exec"),
        (3, '"xmllint"', "exec"),
        (4, "svgpathtools.parse", "exec"),
    ]
    assert audit.any_banned
    helper = audit.as_helper()
    assert helper["total_tool_calls"] == 7
    assert helper["computer_screenshots"] == 1
    assert len(helper["banned_examples"]) == 3


def test_banned_texts_are_searched_in_json_of_the_arguments() -> None:
    # "xmllint" in quotes is found only where it is a JSON string of its own.
    assert not audit_chat([event(call("exec", command="xmllint a.svg"))]).any_banned
    assert audit_chat([event(call("exec", command="床"))], banned=["床"]).matches == ("床",)
    assert audit_chat([event(call("exec", command="x"))], banned=[]).tool_calls == 1


def test_malformed_lines_are_counted() -> None:
    lines = [
        b"{broken toolCall\n",
        b"\n",
        event(SHOT),
        b"plain words\n",
        b'["toolCall"]\n',
        b"\xff",
    ]
    audit = audit_chat(lines)
    assert audit.malformed == (1, 4, 6)
    assert audit.tool_calls == 1
    assert "Lines that are no JSON: 3 of 6, the first is line 1" in audit.notes[0]
    assert audit_chat([]).lines == 0


def test_an_endless_line_is_cut() -> None:
    content = b"x" * 1000 + b"\n" + event(SHOT) + b"y" * 30
    lines = list(read_lines(io.BytesIO(content), limit=300))
    assert [type(line) for line in lines] == [CutLine, bytes, bytes]
    assert lines[1:] == [event(SHOT), b"y" * 30]
    audit = audit_chat(read_lines(io.BytesIO(content), limit=300))
    assert (audit.malformed, audit.cut_count, audit.tool_calls) == ((3,), 1, 1)
    assert audit.notes[1].endswith("1 of 3, the first is line 1.")


class OneLine(io.RawIOBase):
    """A call of a given length, made while it is read."""

    def __init__(self, size: int) -> None:
        call_ = event(call("exec", command="A"))
        self.parts = [call_[:-6], call_[-6:] + event(SHOT)]
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        if self.left:
            part = self.parts.pop(0) if len(self.parts) == 2 else b"A" * min(self.left, len(buffer))
            self.left -= min(self.left, len(part))
        else:
            part = self.parts.pop() if self.parts else b""
        buffer[: len(part)] = part
        return len(part)


def test_one_line_of_200_mb_takes_little_memory() -> None:
    tracemalloc.start()
    audit = audit_chat(read_lines(io.BufferedReader(OneLine(200 << 20))))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (audit.cut_count, audit.malformed_count, audit.tool_calls) == (1, 0, 1)
    assert peak < 100 << 20


def test_cancel_is_asked_on_the_way() -> None:
    def cancel() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        audit_chat([event(SHOT)] * 1000, cancel=cancel)


def test_large_logs_are_streamed() -> None:
    picture = event({"type": "image", "data": "A" * 500_000}, role="toolResult")
    calls = event(SHOT, call("exec", command="ls " * 200))

    def lines() -> Iterator[bytes]:
        for _ in range(120):
            yield picture
            yield calls

    tracemalloc.start()
    began = time.monotonic()
    audit = audit_chat(lines())
    seconds = time.monotonic() - began
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert audit.tool_calls == 240
    assert seconds < 5
    assert peak < 20 << 20


@given(st.lists(st.binary(max_size=60) | st.sampled_from([event(SHOT), b'{"type":"message"}'])))
def test_no_log_is_too_odd(lines: list[bytes]) -> None:
    audit = audit_chat(lines)
    assert audit.lines == len(lines)
    assert audit.tool_calls == lines.count(event(SHOT))
