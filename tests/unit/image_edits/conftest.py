"""Tasks made of small pictures, and XCF files written byte by byte."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from reviewer.kinds import kind
from reviewer.kinds.protocol import Request
from reviewer.model import Artifact, Evidence, Measurement, Rubric, Task
from reviewer.scoring.fold import fold
from reviewer.session.jobs import CancelToken
from reviewer.session.rules import rules_of
from reviewer.store.reader import PictureCache, TaskReader


@dataclass
class Layer:
    """One layer to write into an XCF file."""

    name: str
    color: tuple[int, int, int, int]
    size: tuple[int, int]
    offset: tuple[int, int] = (0, 0)
    visible: bool = True
    mode: int = 28
    opacity: float = 1.0
    is_text: bool = False


def xcf_bytes(width: int, height: int, layers: list[Layer]) -> bytes:
    """A plain XCF file, version 11, 8 bits, uncompressed, no layer above 64 px."""
    out = bytearray(b"gimp xcf v011\0" + struct.pack(">4I", width, height, 0, 150))
    out += struct.pack(">2IB", 17, 1, 0) + struct.pack(">2I", 0, 0)
    table = len(out)
    out += bytes(8 * (len(layers) + 2))

    def point(at: int) -> None:
        out[at : at + 8] = len(out).to_bytes(8, "big")

    for number, layer in enumerate(layers):
        point(table + 8 * number)
        wide, high = layer.size
        name = layer.name.encode() + b"\0"
        out.extend(struct.pack(">3I", wide, high, 1) + struct.pack(">I", len(name)) + name)
        properties = [
            (6, struct.pack(">I", round(layer.opacity * 255))),
            (33, struct.pack(">f", layer.opacity)),
            (8, struct.pack(">I", layer.visible)),
            (7, struct.pack(">I", layer.mode)),
            (15, struct.pack(">2i", *layer.offset)),
        ]
        if layer.is_text:
            parasite = b"gimp-text-layer\0"
            body = struct.pack(">I", len(parasite)) + parasite + struct.pack(">2I", 1, 2) + b"x\0"
            properties.append((21, body))
        for key, payload in properties:
            out.extend(struct.pack(">2I", key, len(payload)) + payload)
        out.extend(struct.pack(">2I", 0, 0))
        pointers = len(out)
        out.extend(bytes(16))
        point(pointers)
        out.extend(struct.pack(">3I", wide, high, 4))
        place = len(out)
        out.extend(bytes(16))
        point(place)
        out.extend(struct.pack(">2I", wide, high))
        tile = len(out)
        out.extend(bytes(16))
        point(tile)
        out.extend(bytes(layer.color) * (wide * high))
    return bytes(out)


def save(path: Path, picture: Any) -> Path:
    """Write an array, a Pillow picture or bytes."""
    if isinstance(picture, bytes):
        path.write_bytes(picture)
        # An old file is not taken for one that is still being written.
        os.utime(path, (1e9, 1e9))
    else:
        image = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
        image.save(path)
    return path


@dataclass
class Made:
    """A measured task."""

    task: Task
    rubric: Rubric
    measurements: dict[str, Measurement]
    reader: TaskReader
    flags: dict[str, bool]
    details: dict[str, str]

    @property
    def ledger(self):
        return fold(self.rubric, self.measurements)

    def credit(self, check_id: str) -> float | None:
        return self.ledger.check(check_id).credit

    def request(self) -> Request:
        return Request(
            task=self.task,
            rubric=self.rubric,
            reader=self.reader,
            token=CancelToken(),
            measurements=self.measurements,
        )

    def evidence(self, check_id: str) -> Evidence:
        return kind(self.task.kind).evidence(self.request(), check_id)


@pytest.fixture
def edit(tmp_path: Path) -> Callable[..., Made]:
    """Measure an edit: pictures by role, checks as `task.toml` would name them."""

    def make(
        *checks: dict[str, object],
        ending: str = "png",
        settings: dict | None = None,
        read: str = "seen",
        rubric: Path | None = None,
        **roles: Any,
    ) -> Made:
        artifacts = []
        for role, picture in roles.items():
            own = ending if isinstance(picture, bytes) else "png"
            path = tmp_path / f"{role}.{own}"
            if picture is not None:
                save(path, picture)
            artifacts.append(Artifact(role, path, path.name))
        task = Task(
            "t", "gimp_edit", tmp_path, tmp_path, tuple(artifacts), tmp_path / "grade.json",
            settings={"checks": list(checks), **(settings or {})}, rubric_path=rubric,
        )  # fmt: skip
        reader = TaskReader(task, PictureCache())
        rules = rules_of(task, reader)
        measured = kind("gimp_edit").measure(
            Request(
                task=task,
                rubric=rules,
                reader=reader,
                token=CancelToken(),
                parameters={"read": read},
            )
        )
        return Made(
            task,
            rules,
            {m.id: m for m in measured.measurements},
            reader,
            {flag.id: flag.is_raised for flag in measured.flags},
            {flag.id: flag.detail for flag in measured.flags},
        )

    return make


@pytest.fixture
def photo() -> np.ndarray:
    """A small picture with gradients, edges and every hue."""
    y, x = np.mgrid[0:48, 0:64]
    picture = np.empty((48, 64, 3), dtype=np.uint8)
    picture[..., 0] = x * 3 + 20
    picture[..., 1] = y * 4 + 10
    picture[..., 2] = (x * y) % 200 + 20
    picture[8:20, 40:58] = (220, 40, 60)
    picture[30:42, 6:20] = (40, 90, 200)
    return picture


@pytest.fixture
def write_xcf() -> Callable[..., bytes]:
    return xcf_bytes


@pytest.fixture
def layer() -> type[Layer]:
    return Layer
