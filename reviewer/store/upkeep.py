"""What the program leaves behind for itself is bounded; what a review needs is never touched.

Grade files, review logs (also those of folders that cannot be written, in the data folder), samples
and settings stay whatever their age.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from reviewer.store.settings import cache_folder, state_folder

_DAY = 86_400.0
_STAMP = "tidied"


@dataclass(frozen=True, slots=True)
class Bound:
    """Files of one sort: so many and so many bytes are kept, newest first, and all younger ones."""

    pattern: str
    most: int
    most_bytes: int
    younger_than: float


# Answers of a judge were paid for: a month of them stays whatever they take.
_STATE = (
    Bound("judge/*.jsonl", 200, 1 << 30, 30 * _DAY),
    Bound("undo-*.jsonl", 20, 64 << 20, 365 * _DAY),
)
_CACHE = (Bound("gimp/*.png", 500, 512 << 20, 0.0),)
_LOCKS = Bound("locks/*.lock", 2_000, 1 << 30, 90 * _DAY)
_UNPACKING = Bound("archives/unpacking-*", 0, 0, _DAY)


def tidy(*, now: float | None = None) -> None:
    """Remove what is too old and too much, once a day at most; what cannot be removed stays."""
    now = time.time() if now is None else now
    state, cache = state_folder(), cache_folder()
    with suppress(OSError):
        if _was_done(state / _STAMP, now):
            return
        for bound in _STATE:
            _remove(_superfluous(state, bound, now))
        for bound in _CACHE:
            _remove(_superfluous(cache, bound, now))
        for path in _superfluous(state, _LOCKS, now):
            _remove_lock(path)
        for path in _superfluous(cache, _UNPACKING, now):
            shutil.rmtree(path, ignore_errors=True)


def _was_done(stamp: Path, now: float) -> bool:
    with suppress(FileNotFoundError):
        if abs(now - stamp.stat().st_mtime) < _DAY:
            return True
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.touch()
    os.utime(stamp, (now, now))
    return False


def _superfluous(base: Path, bound: Bound, now: float) -> Iterator[Path]:
    """What lies beyond the bound, and is old enough to go."""
    found = []
    for path in base.glob(bound.pattern):
        with suppress(OSError):  # another window tidies too
            status = path.lstat()
            found.append((status.st_mtime, status.st_size, path))
    total = 0
    for count, (changed, size, path) in enumerate(sorted(found, reverse=True), 1):
        total += size
        is_beyond = count > bound.most or total > bound.most_bytes
        if is_beyond and now - changed >= bound.younger_than:
            yield path


def _remove(paths: Iterator[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()


def _remove_lock(path: Path) -> None:
    """A lock that is held is in use, whatever its age; who waits for one that goes looks again."""
    from filelock import FileLock, Timeout

    lock = FileLock(str(path), timeout=0)
    with suppress(OSError, Timeout), lock:
        path.unlink()
