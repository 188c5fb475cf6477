"""Draws an SVG in a child process with limits on time and memory."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer.process.fonts import installed_fonts
from reviewer.process.runner import Finished, run

# A small drawing of the largest size needs a second and 300 MB; what layers hold comes on top. The
# hostile ones are small, and end below 512 MB at the sizes that are looked at.
_SECONDS = 10.0
_MEMORY, _MOST_MEMORY = 352 << 20, 2 << 30
_LAYERS = 3
_LARGEST_SIDE = 8192
# A megabyte of shapes is 60 MB of tree, and is parsed and drawn in a quarter of a second.
_MEMORY_A_BYTE = 64
_OUTPUT = 512 << 20
_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_KEPT = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP", "XDG_CACHE_HOME", "FONTCONFIG_PATH")


class DrawingError(Exception):
    """A drawing could not be rendered; the message names the file, the cause and the remedy."""

    def __init__(self, name: str, cause: str, remedy: str) -> None:
        super().__init__(name, cause, remedy)
        self.name = name
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.name}: {self.cause}. {self.remedy}."


@dataclass(frozen=True, slots=True)
class Drawing:
    """A rendered drawing. `view` is (x, y, width, height) in user units; None when not known."""

    png: bytes
    view: tuple[float, float, float, float] | None
    size: tuple[int, int] | None
    notes: tuple[str, ...]


def render_svg(
    data: bytes,
    *,
    name: str,
    max_side: int,
    view: Sequence[float] | None = None,
    hidden_layers: Sequence[str] = (),
    background: str | None = "#ffffff",
    timeout: float | None = None,
    memory_limit: int | None = None,
    cancel: Callable[[], None] | None = None,
) -> Drawing:
    """Render a drawing so that its longer side has `max_side` pixels.

    Limits that are not given follow from the drawing's size in bytes and pixels.
    """
    fonts = installed_fonts()
    options = {
        "name": name,
        "max_side": max_side,
        "view": list(view) if view else None,
        "hidden_layers": list(hidden_layers),
        "background": background,
        "font_family": fonts.plain,
        "monospace_family": fonts.monospace,
    }
    kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
    finished = run(
        [sys.executable, "-P", "-m", "reviewer.formats.svg_render", json.dumps(options)],
        timeout=_SECONDS if timeout is None else timeout,
        memory_limit=memory_for(len(data), max_side) if memory_limit is None else memory_limit,
        output_limit=_OUTPUT,
        env={**kept, "PYTHONPATH": str(_PACKAGE_ROOT), "PYTHONIOENCODING": "utf-8"},
        cancel=cancel,
        stdin=data,
    )
    if not finished.is_good:
        raise _error(name, finished)
    has_cjk = any(0x2E7F < ord(letter) < 0xFFF0 for letter in data.decode("utf-8", "ignore"))
    return _drawing(finished.stdout, fonts.problem if has_cjk else "")


def _drawing(output: bytes, problem: str) -> Drawing:
    """What the child wrote: a line of JSON, then the picture."""
    head, _, png = output.partition(b"\n")
    header: dict[str, Any] = json.loads(head)
    return Drawing(
        png=png,
        view=tuple(header["view"]) if header["view"] else None,
        size=tuple(header["size"]) if header["size"] else None,
        notes=(*header["notes"], *((problem,) if problem else ())),
    )


def memory_for(size: int, side: int) -> int:
    """How many bytes of memory drawing a file of so many bytes at a size may take."""
    layer = 4 * min(side, _LARGEST_SIDE) ** 2
    return min(_MOST_MEMORY, _MEMORY + _LAYERS * layer + _MEMORY_A_BYTE * size)


def _error(name: str, finished: Finished) -> DrawingError:
    if finished.stopped:
        return DrawingError(name, f"drawing it was stopped: {finished.stopped}", "Do not trust it")
    words = finished.last_words()
    if finished.returncode == 2 and words.startswith("{"):
        fault = json.loads(words.splitlines()[-1])
        return DrawingError(fault["name"], fault["cause"], fault["remedy"])
    if "MemoryError" in words or "memory allocation" in words or finished.returncode == -9:
        return DrawingError(name, "drawing it needs too much memory", "Do not trust it")
    last = words.splitlines()[-1] if words else f"code {finished.returncode}"
    return DrawingError(name, f"the renderer failed ({last})", "Open it in Inkscape")
