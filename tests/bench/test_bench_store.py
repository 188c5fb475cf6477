"""Folders of ten thousand tasks: opened, graded and saved, the next task ready, the list kept."""

from __future__ import annotations

import dataclasses
import json
import time
from pathlib import Path

import pytest

from reviewer.session import queue
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.state import Row
from reviewer.session.task_rows import TaskRows
from reviewer.store import folder, grade
from reviewer.store.settings import Settings

COUNT = 10_000
GRADE = {"overall_score": 0.35, "checks": {"ok": 1.0, "vlm_a": 0.0}, "judge_method": "vlm"}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    for number in range(COUNT):
        place = root / f"batch{number // 500}" / f"task{number}"
        place.mkdir(parents=True)
        for name in ("initial", "result", "golden"):
            (place / f"{name}.png").touch()
    return root


@pytest.fixture
def desk(tmp_path):
    for number in range(6):
        place = tmp_path / "tasks" / f"t{number}"
        place.mkdir(parents=True)
        (place / "score.json").write_text(json.dumps(GRADE))
    session = Session(settings=Settings(author="ann", installation="a1b2"), jobs=Jobs())
    session.open(tmp_path / "tasks")
    session.jobs.drain()
    yield session
    session.close()


def test_open_ten_thousand_tasks(benchmark, tree: Path) -> None:
    found = benchmark.pedantic(lambda: sum(1 for _ in folder.discover(tree)), rounds=3)
    assert found == COUNT


def test_first_row_of_ten_thousand_tasks(benchmark, tree: Path) -> None:
    assert benchmark(lambda: next(folder.discover(tree))).id == "batch0/task0"


def test_one_changed_row_of_a_hundred_thousand(benchmark) -> None:
    held = TaskRows(is_blind=False)
    held.add(Row(f"t{n}", "gimp_edit") for n in range(100_000))
    held.arranged()
    scores = iter(range(10**9))

    def change() -> int:
        row = held.row("t50000")
        held.put(dataclasses.replace(row, headline=next(scores) / 10**9, is_known=True))
        return len(held.arranged())

    assert benchmark(change) == 100_000


def test_the_next_task_that_was_graded_ahead(benchmark, desk: Session) -> None:
    ids = [row.id for row in desk.rows()]
    turn = iter(range(10**9))

    def go() -> object:
        desk.select(ids[next(turn) % len(ids)])
        return desk.current.ledger

    for name in ids:
        desk.select(name)
        desk.jobs.drain()
    assert benchmark(go) is not None
    desk.jobs.drain()


def test_an_answer_is_folded_and_logged(benchmark, desk: Session) -> None:
    desk.select("t0")
    desk.jobs.drain()
    desk.showing.result_painted()
    values = iter([1.0, 0.0] * 10**6)
    benchmark.pedantic(lambda: desk.editor.answer("vlm_a", next(values)), rounds=50)
    assert desk.current.is_edited
    desk.jobs.drain()


def test_save_a_grade_file(benchmark, tmp_path: Path) -> None:
    path = tmp_path / "grade.json"
    held = [grade.save(grade.absent(path), {"checks": {f"c{n}": 0.5 for n in range(50)}})]
    turn = iter(range(10**9))

    def save() -> None:
        held[0] = grade.save(held[0], {**held[0].document, "turn": next(turn)})

    benchmark.pedantic(save, rounds=50)
    assert json.loads(path.read_bytes())["turn"] >= 49


@pytest.mark.parametrize("sort", ["id", "kind", "headline"])
def test_a_hundred_thousand_rows_are_sorted_beside_the_window(benchmark, sort: str) -> None:
    held = TaskRows(is_blind=False)
    held.add(Row(f"run{n % 100}/t{n}", "gimp_edit", headline=n % 7 / 7) for n in range(100_000))
    sorting = held.arranging(sort=sort, descending=True)
    found = benchmark.pedantic(lambda: sorting(lambda: None), rounds=3)
    began = time.perf_counter()
    held.take(found)
    shown = held.arranged()
    benchmark.extra_info["held_the_window_s"] = round(time.perf_counter() - began, 4)
    keys = [queue.sort_key(row, sort=sort, descending=True) for row in shown]
    assert keys == sorted(keys, reverse=True)
    assert len(shown) == 100_000
