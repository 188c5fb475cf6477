"""What stands on the disk after a session: grade files, and the entries of the logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read(path: Path) -> dict[str, Any]:
    """A grade or score file."""
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def lines(folder: Path) -> list[dict[str, Any]]:
    """Every entry of the logs in a review folder, log by log."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]
