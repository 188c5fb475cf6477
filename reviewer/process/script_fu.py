"""Reading Script-Fu as far as its parentheses: GIMP says nothing about a script without an end."""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(
    r"""(?P<comment>;[^\n]*|\#!(?:[^\n])*|\#\|.*?\|\#)
    |(?P<letter>\#\\(?:[A-Za-z]+|.))
    |(?P<text>"(?:[^"\\]|\\.)*+")
    |(?P<open>[(\[])
    |(?P<close>[)\]])
    |(?P<unclosed>"|\#\|)
    |(?P<other>[^\s()\[\]";\#]+|\#|\s+)
    """,
    re.VERBOSE | re.DOTALL,
)


def fault_of(script: str) -> str:
    """Why a script cannot be run as it stands, with the line; an empty string when it can."""
    opened: list[int] = []
    line, calls = 1, 0
    for match in _TOKEN.finditer(script):
        kind = match.lastgroup
        if kind == "open":
            opened.append(line)
            calls += 1
        elif kind == "close":
            if not opened:
                return f"line {line}: a ')' that closes nothing"
            opened.pop()
        elif kind == "unclosed":
            what = "text" if match[0] == '"' else "comment"
            return f"line {line}: a {what} that is never closed"
        line += match[0].count("\n")
    if opened:
        return f"line {opened[-1]}: a '(' that is never closed"
    return "" if calls else "there is no call in it"
