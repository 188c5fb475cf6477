"""One spelling in all that the program says: color, as in the names of its parts."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The keys under which a model may give its answer: it writes as it likes.
READ = {"reviewer/judge/short_replies.py"}


def test_color_is_spelled_in_one_way() -> None:
    found = [
        f"{name}:{node.lineno}: {node.value[:60]}"
        for path in sorted((ROOT / "reviewer").rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in READ
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "colour" in node.value.lower()
    ]
    written = [ROOT / "README.md", *(ROOT / "resources" / "docs").glob("*.md")]
    written += (ROOT / "resources" / "rubrics").glob("*.toml")
    found += [path.name for path in written if "colour" in path.read_text("utf-8").lower()]
    assert found == []
