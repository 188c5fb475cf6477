"""Audit an agent's chat log: tool calls, screenshots and banned texts."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.text import CliError, table, write, write_json
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from reviewer.formats.chat_log import ChatAudit

_SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer audit`."""
    parser.add_argument("log", type=Path, metavar="LOG", help="a chat.jsonl")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--banned",
        action="append",
        metavar="TEXT",
        help="a text that must not stand in a call's arguments, instead of the floor plan's",
    )


def run(args: argparse.Namespace) -> int:
    """Stream the log and print what it shows."""
    from reviewer.formats.chat_log import FLOOR_PLAN_BANNED, audit_chat, read_lines
    from reviewer.store.files import FileError, stream

    banned = tuple(args.banned) if args.banned else FLOOR_PLAN_BANNED
    try:
        with stream(args.log) as handle:
            found = audit_chat(read_lines(handle), banned=banned)
    except FileError as error:
        raise CliError(str(error)) from error
    if found.problem:
        raise CliError(f"{args.log}: {found.problem}. Name an agent's chat.jsonl.")
    if args.json:
        write_json(as_json(found))
        return 0
    for line in as_lines(found, banned):
        write(line)
    return 0


def as_json(found: ChatAudit) -> dict[str, Any]:
    """The audit as plain JSON values, under the names that graders use where they have one."""
    return {
        "total_tool_calls": found.tool_calls,
        "computer_screenshots": found.screenshots,
        "any_banned": found.any_banned,
        "matches": list(found.matches),
        "uses": [
            {"line": use.line, "banned": use.banned, "tool": use.tool, "excerpt": use.excerpt}
            for use in found.uses
        ],
        "use_count": found.use_count,
        "tools": dict(found.tools),
        "lines": found.lines,
        "malformed_lines": found.malformed_count,
        "unread_lines": found.cut_count,
        "notes": list(found.notes),
    }


def as_lines(found: ChatAudit, banned: tuple[str, ...]) -> list[str]:
    """The audit in words."""
    rows = [
        ("lines", f"{found.lines:,}"),
        ("tool calls", f"{found.tool_calls:,}"),
        ("screenshots", f"{found.screenshots:,}"),
        ("banned texts", ", ".join(found.matches) or f"none of {', '.join(banned)}"),
    ]
    lines = table(rows)
    if found.tools:
        lines += ["", *table([(n, f"{c:,}") for n, c in sorted(found.tools.items())], right="lr")]
    for use in found.uses[:_SHOWN]:
        lines.append(f"line {use.line}: {use.banned} in {use.tool}: {use.excerpt}")
    if found.use_count > _SHOWN:
        lines.append(f"and {counted(found.use_count - _SHOWN, 'more use')}")
    return [*lines, *found.notes]
