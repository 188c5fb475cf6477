"""Folders that commands are tried on: graded by nobody, by another grader, and broken."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.cli import main

SIDE = 16


def png(color: tuple[int, int, int]) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    rows = (b"\0" + bytes(color) * SIDE) * SIDE
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


@pytest.fixture
def edits(tmp_path: Path) -> Path:
    """Two edits: one as it should be, one where nothing was done."""
    for name, result in (("good", (0, 0, 200)), ("lazy", (200, 200, 200))):
        folder = tmp_path / "edits" / name
        folder.mkdir(parents=True)
        (folder / "initial.png").write_bytes(png((200, 200, 200)))
        (folder / "result.png").write_bytes(png(result))
        (folder / "golden.png").write_bytes(png((0, 0, 200)))
    return tmp_path / "edits"


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    """A folder of another grader's files."""
    folder = tmp_path / "graded"
    folder.mkdir()
    document = {"overall_score": 0.35, "checks": {"ok": 1.0, "vlm_a": 0.0}, "judge_method": "vlm"}
    for name in ("one", "two"):
        (folder / f"{name}.json").write_text(json.dumps(document))
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command; gives exit code, standard output, standard error."""

    def call(*words: object) -> tuple[int, str, str]:
        try:
            code = main([str(word) for word in words])
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return call
