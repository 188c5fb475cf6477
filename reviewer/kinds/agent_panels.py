"""Panels that every case of the agent benchmark has: task, reports, screenshots, chat log."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from reviewer.kinds import agent_roles as roles
from reviewer.kinds import naming
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import Artifact, Panel, Table
from reviewer.model.counting import counted

_CELL = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"^:?-{1,}:?$")
_ROWS = 2000
_TEXT = 200_000
_SHOTS = 40
_CODE = "code"


def case_panels(request: Request) -> Iterator[Panel]:
    """Task file, reports, screenshots and chat log, as far as they are there."""
    yield from _shots(request)
    yield from _task(request)
    for artifact in request.task.artifacts_in(roles.REPORT):
        if request.reader.exists(artifact):
            yield _report(request, artifact)
    yield chat_panel(request)


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
    lines = [f"{key}: {value}" for key, value in document.metadata.items()]
    criteria = document.grading_criteria
    code = document.grader_code
    for section in document.sections:
        title = section.title.strip()
        if title.lower() == "metadata":
            continue
        lines += ["", f"── {title} ──", ""]
        is_code = bool(code) and code in section.text
        lines.append("(see the grader's code)" if is_code else section.text)
    yield Panel("task", "text", "Task", text="\n".join(lines).strip()[:_TEXT])
    if criteria:
        rows = tuple(enumerate(criteria, 1))
        yield Panel("criteria", "table", "Criteria", table=Table(("no.", "criterion"), rows))
    if code:
        yield Panel(_CODE, "text", "Grader's code", text=code[:_TEXT])


def _report(request: Request, artifact: Artifact) -> Panel:
    name = artifact.name.rpartition("/")[2]
    identity = f"report:{artifact.name}"
    try:
        text = request.reader.text(artifact)[:_TEXT]
    except UnreadableError as error:
        return Panel(identity, "text", name, text=str(error))
    table = csv_table(text) if naming.extension(name) == "csv" else markdown_table(text)
    if table is None:
        rows = tuple(enumerate(text.splitlines()[:_ROWS], 1))
        table = Table(("line", "text"), rows)
    return Panel(identity, "table", name, table=table)


def markdown_table(text: str) -> Table | None:
    """The first table of a markdown text, with the lines it stands in; None without one."""
    lines = text.splitlines()
    for number, line in enumerate(lines[1:], 1):
        cells = _cells(line)
        head = _cells(lines[number - 1])
        if len(cells) < 2 or not all(_RULE.match(cell) for cell in cells) or len(head) < 2:
            continue
        rows = []
        for at in range(number + 1, len(lines)):
            row = _cells(lines[at])
            if not row:
                break
            rows.append((at + 1, *(row + [""] * len(head))[: len(head)]))
        return Table(("line", *head), tuple(rows[:_ROWS]))
    return None


def _cells(line: str) -> list[str]:
    if "|" not in line:
        return []
    return [cell.strip() for cell in _CELL.split(line.strip().removeprefix("|").removesuffix("|"))]


def csv_table(text: str) -> Table | None:
    """A CSV text as a table with its first row as the head; None when it is empty or broken."""
    try:
        rows = list(csv.reader(io.StringIO(text)))[: _ROWS + 1]
    except csv.Error:
        # Shown line by line instead.
        return None
    if not rows or not rows[0]:
        return None
    width = max(len(row) for row in rows)
    head = (*rows[0], *(f"column {n + 1}" for n in range(len(rows[0]), width)))
    return Table(head, tuple((*row, *[""] * (width - len(row))) for row in rows[1:]))


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
    return Panel("chat", "table", title, table=table, text=f"{said}{shown}")
