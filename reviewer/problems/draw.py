"""Choice by SHA-256: the same seed and label give the same item on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from reviewer.problems.vocabulary import GENERATOR_VERSION

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Draw:
    """The draws of one problem: its seed, task and index make the labels unique."""

    seed: bytes
    task: str
    index: int

    def digest(self, label: str) -> bytes:
        """SHA-256 over seed, generator version and label, separated by zero bytes."""
        parts = (self.seed, GENERATOR_VERSION.encode("ascii"), label.encode("utf-8"))
        return hashlib.sha256(b"\x00".join(parts)).digest()

    def one(self, items: Sequence[Item], aspect: str) -> Item:
        """One item for an aspect of the problem, such as its color."""
        return self._at(items, f"{self.task}:{self.index}:{aspect}")

    def several(self, items: Sequence[Item], aspect: str, how_many: int) -> list[Item]:
        """Different items for one aspect; repeats are drawn again under a new label."""
        if how_many > len(set(items)):
            raise ValueError(f"{how_many} different items asked of {len(set(items))}")
        chosen: list[Item] = []
        attempt = 0
        while len(chosen) < how_many:
            label = f"{self.task}:{self.index}:{aspect}:{len(chosen)}:{attempt}"
            drawn = self._at(items, label)
            if drawn not in chosen:
                chosen.append(drawn)
            attempt += 1
        return chosen

    def problem_id(self) -> str:
        """The problem's name: safe as a file name, unique within a seed."""
        suffix = self.digest(f"id:{self.task}:{self.index}")[:4].hex()
        return f"{self.task.replace('_', '-')}-{self.index:02d}-{suffix}"

    def _at(self, items: Sequence[Item], label: str) -> Item:
        return items[int.from_bytes(self.digest(label)[:8], "big") % len(items)]
