"""Many rows are put in order by another thread, and stand as if they had been sorted at once."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.session import arranging, opening, queue, task_rows
from reviewer.session.desk import Session
from reviewer.session.jobs import Cancelled
from reviewer.session.queue import FilterError
from reviewer.session.state import Row
from reviewer.session.task_rows import TaskRows

_row = st.builds(
    Row,
    id=st.integers(0, 40).map(lambda n: f"t{n}"),
    kind=st.sampled_from(["x", "y"]),
    status=st.sampled_from(["open", "begun", "done"]),
    headline=st.one_of(st.none(), st.sampled_from([0.0, 0.5, 1.0])),
    passes=st.sampled_from([None, True, False]),
    is_known=st.booleans(),
    unanswered=st.integers(0, 1),
)
_orders = {
    "words": st.sampled_from(["", "status:unreviewed", "status:passes"]),
    "sort": st.sampled_from(queue.SORTS),
    "descending": st.booleans(),
}


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arranging, "_STEP", 3)


def at_once(rows: list[Row], is_blind: bool, **order: object) -> TaskRows:
    held = TaskRows(is_blind=is_blind)
    held.add(rows)
    held.arrange(**order)
    return held


@settings(max_examples=150, deadline=None)
@given(st.lists(_row, max_size=30, unique_by=lambda row: row.id), st.booleans(),
       st.fixed_dictionaries(_orders))  # fmt: skip
def test_another_thread_sorts_as_this_one_would(rows, is_blind, order) -> None:
    held = TaskRows(is_blind=is_blind)
    held.add(rows)
    held.take(held.arranging(**order)(lambda: None))
    expected = at_once(rows, is_blind, **order)
    assert held.arranged() == expected.arranged()
    assert held.progress() == expected.progress()
    assert order == {"words": held.words, "sort": held.sort, "descending": held.descending}


@settings(max_examples=150, deadline=None)
@given(st.lists(_row, max_size=20), st.lists(_row, max_size=12), st.booleans(),
       st.fixed_dictionaries(_orders))  # fmt: skip
def test_what_came_or_changed_meanwhile_is_in_its_place(before, after, is_blind, order) -> None:
    held = TaskRows(is_blind=is_blind)
    held.add(before)
    found = held.arranging(**order)(lambda: None)
    held.add(after)
    held.arranged()
    held.take(found)
    shown = held.arranged()
    expected = at_once(held.every(), is_blind, **order).arranged()
    assert sorted(shown, key=lambda row: row.id) == sorted(expected, key=lambda row: row.id)
    if order["sort"] == "folder":
        assert shown == expected
    else:
        asked = {"sort": order["sort"], "descending": order["descending"]}
        keys = [queue.sort_key(row, **asked) for row in shown]
        assert keys == [queue.sort_key(row, **asked) for row in expected]
    assert held.places() == {row.id: place for place, row in enumerate(shown)}


def test_a_second_wish_keeps_the_first() -> None:
    held = TaskRows(is_blind=False)
    held.add([Row("b", "x"), Row("a", "x"), Row("c", "y")])
    held.arranging(words="kind:x")
    held.take(held.arranging(sort="id")(lambda: None))
    assert [row.id for row in held.arranged()] == ["a", "b"]


def test_rows_made_blind_meanwhile_stay_blind() -> None:
    held = TaskRows(is_blind=False)
    held.add([Row("a", "x", headline=0.5, is_known=True, unanswered=1)])
    found = held.arranging(sort="headline")(lambda: None)
    held.set_blind(True)
    held.take(found)
    assert [row.headline for row in held.arranged()] == [None]


def test_a_word_that_means_nothing_changes_nothing() -> None:
    held = TaskRows(is_blind=False)
    held.add([Row("a", "x")])
    with pytest.raises(FilterError, match="unknown filter word"):
        held.arranging(words="mood:bad")
    assert [row.id for row in held.arranged()] == ["a"]
    assert held.arranging(sort="id")(lambda: None).order.words == ""


def test_work_that_was_cancelled_ends_between_two_steps() -> None:
    held = TaskRows(is_blind=False)
    held.add([Row(f"t{n}", "x") for n in range(40)])
    calls: Iterator[int] = iter(range(100))

    def check() -> None:
        if next(calls) > 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        held.arranging(sort="id")(check)
    assert next(calls) == 6


def test_the_desk_answers_before_many_rows_are_sorted(
    open_desk: Callable[[Path], Session],
    make_edit: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(4):
        make_edit(tmp_path / f"t{number}", number=number)
    session = open_desk(tmp_path)
    monkeypatch.setattr(task_rows, "_MANY", 3)
    session.arrange(sort="id", descending=True)
    assert [row.id for row in session.rows()] == ["t0", "t1", "t2", "t3"]
    session.jobs.drain()
    assert [row.id for row in session.rows()] == ["t3", "t2", "t1", "t0"]


def test_many_rows_tell_nothing_while_they_are_made_blind(
    open_desk: Callable[[Path], Session],
    make_graded: Callable[..., Path],
    unknown_grader: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(4):
        make_graded(tmp_path / f"t{number}", unknown_grader)
    session = open_desk(tmp_path)
    assert {row.headline for row in session.rows()} == {0.35}
    monkeypatch.setattr(task_rows, "_MANY", 3)
    session.set_blind(True)
    assert session.rows() == []
    session.jobs.drain()
    assert [(row.id, row.headline) for row in session.rows()] == [(f"t{n}", None) for n in range(4)]
    session.set_blind(False)
    session.jobs.drain()
    assert {row.headline for row in session.rows()} == {0.35}


def test_tasks_that_were_found_are_not_searched_for_garbage(
    open_desk: Callable[[Path], Session],
    make_edit: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(4):
        make_edit(tmp_path / f"t{number}", number=number)
    monkeypatch.setattr(opening, "_SETTLED", 2)
    before = gc.get_freeze_count()
    try:
        open_desk(tmp_path)
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()
