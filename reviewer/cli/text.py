"""What a terminal is told: lines, tables, a progress bar, errors."""

from __future__ import annotations

import json
import math
import shutil
import sys
import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewer.model.counting import decimal_text


class CliError(Exception):
    """The command cannot go on; the message names the file or option, the cause, the remedy."""


def write(text: str = "") -> None:
    """One line on standard output."""
    encoding = sys.stdout.encoding or "utf-8"
    line = printable(text) + "\n"
    sys.stdout.write(line.encode(encoding, "replace").decode(encoding))


def write_json(value: object) -> None:
    """A value as indented JSON, exactly; what the terminal or JSON cannot hold is escaped."""
    text = json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(_finite(value), allow_nan=False, indent=2)
    sys.stdout.write(text + "\n")


def _finite(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """JSON has no infinity: such a number is null, as it is in grade files; a zero has no sign."""
    if isinstance(value, float):
        return value + 0.0 if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value


def score_text(value: float | None) -> str:
    """A score with three places, a dash where there is none."""
    return "—" if value is None else decimal_text(value, 3)


def write_error(text: str) -> None:
    """One line on standard error."""
    encoding = sys.stderr.encoding or "utf-8"
    line = f"reviewer: {printable(text)}\n"
    sys.stderr.write(line.encode(encoding, "replace").decode(encoding))


def printable(text: str) -> str:
    """Text from files without the signs that move a terminal's cursor or turn its direction."""
    return "".join(
        char
        if char in "\n\t" or unicodedata.category(char)[0] != "C"
        else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def width(text: str) -> int:
    """Columns a text takes; Chinese characters take two."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def table(rows: Sequence[Sequence[str]], *, head: Sequence[str] = (), right: str = "") -> list[str]:
    """Aligned columns; `right` has an r for each column whose text stands at the right."""
    every = [list(head), *map(list, rows)] if head else [list(row) for row in rows]
    if not every:
        return []
    every = [[printable(cell).replace("\n", " ") for cell in row] for row in every]
    widths = [max(width(row[n]) for row in every) for n in range(len(every[0]))]
    lines = []
    for row in every:
        cells = []
        for n, cell in enumerate(row):
            gap = " " * (widths[n] - width(cell))
            cells.append(gap + cell if right[n : n + 1] == "r" else cell + gap)
        lines.append("  ".join(cells).rstrip())
    return lines


@dataclass(slots=True)
class ProgressBar:
    """A progress bar on standard error, only on a terminal."""

    title: str
    total: int
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    # What was done before: it takes part in the share, not in the rate.
    resumed: int = 0
    _shown: float = 0.0

    def step(self, done: int, total: int | None = None) -> None:
        """Say how far the work is."""
        self.done = done
        self.total = self.total if total is None else total
        if not sys.stderr.isatty():
            return
        now = time.monotonic()
        if now - self._shown < 0.1 and done < self.total:
            return
        self._shown = now
        sys.stderr.write(
            "\r" + self._line(now)[: shutil.get_terminal_size().columns - 1] + "\x1b[K"
        )
        sys.stderr.flush()

    def _line(self, now: float) -> str:
        passed = max(now - self.started, 1e-6)
        rate = max(0, self.done - self.resumed) / passed
        left = (self.total - self.done) / rate if rate > 0 else 0.0
        share = self.done / self.total if self.total else 0.0
        bar = "█" * int(share * 24) + "░" * (24 - int(share * 24))
        return f"{self.title} {bar} {self.done}/{self.total} · {rate:.1f}/s · {left:.0f} s left"

    def end(self) -> None:
        """Take the bar away."""
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
