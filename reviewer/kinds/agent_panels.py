"""Panels that every case of the agent benchmark has: task, reports, screenshots, chat log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.agent_reports import file_panels, shown_text
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import Panel, Table
from reviewer.model.counting import counted

_SHOTS = 40


def case_panels(request: Request) -> Iterator[Panel]:
    """Task file, reports, screenshots and chat log, as far as they are there."""
    yield from _shots(request)
    yield from _task(request)
    yield from file_panels(request)
    yield chat_panel(request)


def is_case(request: Request) -> bool:
    """True for a case of the benchmark: a lone grader's file has no task, reports or log."""
    return "workspace" in request.task.settings


def _shots(request: Request) -> Iterator[Panel]:
    pictures: list[tuple[str, Any]] = []
    for artifact in request.task.artifacts_in(roles.SCREENSHOT)[:_SHOTS]:
        if not request.reader.exists(artifact):
            continue
        request.token.check()
        name = artifact.name.rpartition("/")[2]
        try:
            pictures.append((name, request.reader.picture(artifact).pixels))
        except UnreadableError as error:
            pictures.append((f"{name}: {error}", None))
    if pictures:
        yield Panel("screenshots", "filmstrip", "Screenshots", pictures=tuple(pictures))


def _task(request: Request) -> Iterator[Panel]:
    """The task file section by section, its code apart as code."""
    artifact = request.task.artifact(roles.TASK)
    if artifact is None or not request.reader.exists(artifact):
        return
    try:
        document = request.reader.document(artifact, "task_markdown")
    except UnreadableError as error:
        yield Panel("task", "text", "Task", text=str(error))
        return
    lines = [f"- **{key}**: {_plain(value)}" for key, value in document.metadata.items()]
    criteria = document.grading_criteria
    code = document.grader_code
    for section in document.sections:
        title = section.title.strip()
        if title.lower() == "metadata":
            continue
        is_code = bool(code) and code in section.text
        lines += ["", f"## {title}", "", "*See the grader's code.*" if is_code else section.text]
    yield Panel("task", "markdown", "Task", text=shown_text("\n".join(lines).strip()))
    if criteria:
        rows = tuple(enumerate(criteria, 1))
        yield Panel("criteria", "table", "Criteria", table=Table(("no.", "criterion"), rows))
    if code:
        yield Panel("code", "code", "Grader's code", text=shown_text(code))


def _plain(value: object) -> str:
    """A value of the front matter on one line, its signs not read as Markdown."""
    return re.sub(r"([\\`*<>#|\[\]]|\b_|_\b)", r"\\\1", " ".join(str(value).split()))


def chat_panel(request: Request) -> Panel:
    """The agent's tool calls with what the audit found; says so where there is no log."""
    log = request.task.artifact(roles.CHAT)
    title = "Chat log"
    if log is None or not request.reader.exists(log):
        return Panel("chat", "text", title, text="Not available: there is no chat.jsonl.")
    try:
        calls = request.reader.document(log, "chat_calls")
    except UnreadableError as error:
        return Panel("chat", "text", title, text=f"Not available: {error}")
    rows = tuple(
        (
            call.line,
            call.tool,
            "screenshot" if call.is_screenshot else "",
            call.banned,
            call.excerpt,
        )
        for call in calls.calls
    )
    table = Table(("line", "tool", "screen", "banned text", "arguments"), rows)
    audit = calls.audit
    said = (
        f"{counted(audit.tool_calls, 'tool call')}, {counted(audit.screenshots, 'screenshot')}, "
        f"{counted(audit.use_count, 'use')} of banned texts"
    )
    shown = f" · the first {len(rows):,} are shown" if audit.tool_calls > len(rows) else ""
    notes = "".join(f" · {note.rstrip('.')}" for note in audit.notes)
    return Panel("chat", "table", title, table=table, text=f"{said}{shown}{notes}")
