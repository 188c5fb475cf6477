"""What the program leaves behind is bounded; what a review needs stays whatever its age."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reviewer.kinds.protocol import Measured
from reviewer.model import Measurement
from reviewer.store import upkeep
from reviewer.store.cache import MeasurementCache
from reviewer.store.locks import PathLock
from reviewer.store.settings import (
    Settings,
    cache_folder,
    config_folder,
    data_folder,
    state_folder,
    with_recent,
)

DAY = 86_400.0
NOW = 2_000_000_000.0


def put(path: Path, *, days: float, size: int = 1) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as handle:
        handle.truncate(size)
    os.utime(path, (NOW - days * DAY, NOW - days * DAY))
    return path


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_records_of_a_judge_stay_for_a_month_and_then_the_newest() -> None:
    judge = state_folder() / "judge"
    for number in range(230):
        put(judge / f"{number:03}.jsonl", days=number / 5)  # 150 are younger than a month
    upkeep.tidy(now=NOW)
    assert left(judge) == [f"{number:03}.jsonl" for number in range(200)]
    for number in range(200):
        put(judge / f"{number:03}.jsonl", days=number / 10)
    put(judge / "large.jsonl", days=40, size=2 << 30)
    upkeep.tidy(now=NOW + 2 * DAY)
    assert left(judge) == [f"{number:03}.jsonl" for number in range(200)]


def test_it_looks_once_a_day() -> None:
    upkeep.tidy(now=NOW)
    record = put(state_folder() / "judge" / "huge.jsonl", days=99, size=2 << 30)
    upkeep.tidy(now=NOW + DAY / 2)
    assert record.exists()
    upkeep.tidy(now=NOW + 2 * DAY)
    assert not record.exists()


def test_pictures_of_gimp_and_halves_of_archives_go() -> None:
    cache = cache_folder()
    for number in range(510):
        put(cache / "gimp" / f"{number:03}.png", days=number)
    put(cache / "archives" / "unpacking-x" / "file", days=3)
    os.utime(cache / "archives" / "unpacking-x", (NOW - 3 * DAY,) * 2)
    put(cache / "archives" / "unpacking-y" / "file", days=0)
    os.utime(cache / "archives" / "unpacking-y", (NOW - 60,) * 2)
    put(cache / "archives" / "whole" / "file", days=900)
    upkeep.tidy(now=NOW)
    assert len(left(cache / "gimp")) == 500
    assert left(cache / "archives") == ["unpacking-y", "whole"]


def test_locks_go_when_nobody_holds_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(upkeep, "_LOCKS", upkeep.Bound("locks/*.lock", 1, 1 << 30, 90 * DAY))
    held = PathLock(tmp_path / "held.json")
    assert held.acquire()
    (name,) = left(state_folder() / "locks")
    os.utime(state_folder() / "locks" / name, (NOW - 999 * DAY,) * 2)
    for number in range(3):
        put(state_folder() / "locks" / f"{number}.lock", days=100 + number)
    upkeep.tidy(now=NOW)
    assert left(state_folder() / "locks") == sorted(["0.lock", name])
    other = PathLock(tmp_path / "held.json")
    assert not other.acquire()
    held.release()


def test_what_a_review_needs_is_never_touched() -> None:
    kept = [
        put(data_folder() / "logs" / "ab" / "ann-a1b2.jsonl", days=9_999),
        put(data_folder() / "samples" / "cat" / "review" / "ann-a1b2.jsonl", days=9_999),
        put(config_folder() / "settings.json", days=9_999),
        put(state_folder() / "undo-ann-a1b2.jsonl", days=9_999),
    ]
    upkeep.tidy(now=NOW)
    assert all(path.exists() for path in kept)


def test_folders_that_cannot_be_written_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = put(config_folder() / "settings.json", days=9_999)
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    upkeep.tidy(now=NOW)
    assert not state_folder().exists()
    assert kept.exists()


def test_the_cache_of_measurements_stops_growing(tmp_path: Path) -> None:
    cache = MeasurementCache(tmp_path / "m.sqlite", most_bytes=400_000)
    for number in range(300):
        cache.put(str(number), Measured((Measurement("n", 1.0, raw="x" * 5_000),)))
    assert cache.get("299") is not None
    assert cache.get("0") is None
    assert (tmp_path / "m.sqlite").stat().st_size < 800_000
    cache.close()


def test_the_last_task_is_remembered_for_recent_folders_only(tmp_path: Path) -> None:
    found = Settings(last_task={"/gone": "a", str(tmp_path / "5"): "b"})
    for number in range(6):
        found = with_recent(found, tmp_path / str(number))
    assert found.last_task == {}
    found = with_recent(Settings(recent=("/one",), last_task={"/one": "a"}), tmp_path)
    assert found.last_task == {"/one": "a"}
