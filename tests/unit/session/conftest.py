"""Desks without a window over small folders: pictures of a few pixels, grades of a few checks."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.store.settings import Settings

SIDE = 16
FLOOR: dict[str, Any] = {
    "named_ids": 1.0, "lpe_count": 1.0, "furniture_layer": 1.0, "inkscape_ui_shots": 1.0,
    "vlm_text_legible": 1.0, "vlm_furniture_aligned": 0.0,
}  # fmt: skip


def png(color: tuple[int, int, int], *, mark: tuple[int, int, int] | None = None) -> bytes:
    """A small RGB picture of one color, its upper half in another."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    rows = [b"\0" + bytes(mark if mark and y < SIDE // 2 else color) * SIDE for y in range(SIDE)]
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"".join(rows)))
        + chunk(b"IEND", b"")
    )


def write_edit(folder: Path, *, number: int = 0) -> Path:
    """A triple of pictures: the result is what was asked for."""
    folder.mkdir(parents=True, exist_ok=True)
    shade = 40 + number * 7 % 200
    (folder / "initial.png").write_bytes(png((200, 200, 200), mark=(shade, 0, 0)))
    (folder / "golden.png").write_bytes(png((20, 60, 200), mark=(shade, 0, 0)))
    (folder / "result.png").write_bytes(png((20, 60, 200), mark=(shade, 0, 0)))
    (folder / "instruction.txt").write_text(f"Paint it blue, number {number}.\n")
    return folder


def write_grade(folder: Path, document: Mapping[str, Any], *, name: str = "score.json") -> Path:
    """A folder that another grader graded, with a result beside its file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "result.png").write_bytes(png((20, 60, 200)))
    (folder / name).write_text(json.dumps(document), encoding="utf-8")
    return folder


UNKNOWN: dict[str, Any] = {
    "overall_score": 0.35,
    "checks": {"size_ok": 1.0, "vlm_clean": 0.0, "vlm_nice": 1.0},
    "judge_method": "vlm",
    "extra": {"kept": [1, 2, 3]},
}

Desk = Callable[..., Session]


@pytest.fixture
def open_desk() -> Iterator[Desk]:
    """Open a folder at a desk of one's own; all tasks are graded when it returns."""
    desks: list[Session] = []

    def make(
        folder: Path, *, author: str = "ann", installation: str = "a1b2", is_blind: bool = False
    ) -> Session:
        settings = Settings(author=author, installation=installation, blind=is_blind)
        session = Session(settings=settings, jobs=Jobs())
        desks.append(session)
        session.open(folder)
        session.jobs.drain()
        return session

    yield make
    for session in desks:
        session.close()


@pytest.fixture
def look() -> Callable[[Session, str], Any]:
    """Put a task on the desk until its result is on the screen; returns its state."""

    def select(session: Session, task_id: str) -> Any:
        session.select(task_id)
        session.jobs.drain()
        session.showing.result_painted()
        assert session.current is not None
        return session.current

    return select


@pytest.fixture
def make_edit() -> Callable[..., Path]:
    return write_edit


@pytest.fixture
def make_graded() -> Callable[..., Path]:
    return write_grade


@pytest.fixture
def unknown_grader() -> dict[str, Any]:
    """A file of a grader whose rules are not known."""
    return json.loads(json.dumps(UNKNOWN))


@pytest.fixture
def make_png() -> Callable[..., bytes]:
    return png
