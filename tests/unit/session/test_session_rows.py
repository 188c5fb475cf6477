"""The list as a queue: filters, orders, places; blind rows tell nothing; changes cost little."""

from __future__ import annotations

import dataclasses
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.session import queue
from reviewer.session.queue import FilterError, blinded
from reviewer.session.state import Row
from reviewer.session.task_rows import TaskRows

ROWS = [
    Row("a/t2", "gimp_edit", headline=0.9, passes=True, is_known=True, flags=("no-op",)),
    Row("a/t10", "gimp_edit", headline=0.2, passes=False, is_known=True, held_by="ids < 70 %",
        near=("ssim",), failed=("histogram",), partial=("layer",), judge={"vlm": 0.0},
        mine={"vlm": 1.0}, margin=-0.01, status="done", seconds=12.0),
    Row("b/x", "floor_plan", text="Mirror the photo 照片", is_disputed=True, is_stale=True),
    Row("b/y", "floor_plan", headline=0.5, passes=False, is_known=True, unanswered=2,
        judge={"vlm": 1.0}, margin=0.3, status="begun", held_by="shots", near=("q",)),
    Row("c", "graded_folder", error="broken"),
]  # fmt: skip


def rows_of(*rows: Row, is_blind: bool = False) -> TaskRows:
    held = TaskRows(is_blind=is_blind)
    held.add(rows)
    return held


def ids(held: TaskRows) -> list[str]:
    return [row.id for row in held.arranged()]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", "a/t2 a/t10 b/x b/y c"),
        ("flag:no-op", "a/t2"),
        ("cap:ids", "a/t10"),
        ("near:ssim", "a/t10"),
        ("fail:hist", "a/t10"),
        ("fail:layer", ""),
        ("partial:layer", "a/t10"),
        ("judge:0 you:1", "a/t10"),
        ("judge:1 you:1", ""),
        ("judge:yes", "b/y"),
        ("status:passes", "a/t2"),
        ("status:fails", "a/t10 b/y"),
        ("status:reviewed", "a/t10"),
        ("status:unreviewed kind:floor", "b/x b/y"),
        ("status:error", "c"),
        ("disputed", "b/x"),
        ("stale", "b/x"),
        ("-stale -kind:floor", "a/t2 a/t10 c"),
        ("mirror", "b/x"),
        ("照片", "b/x"),
        ('"the photo"', "b/x"),
        ("id:t1", "a/t10"),
        ('unclosed" quote', ""),
    ],
)
def test_filter_words(words: str, found: str) -> None:
    held = rows_of(*ROWS)
    held.arrange(words=words)
    assert ids(held) == found.split()


@pytest.mark.parametrize("words", ["nonsense:1", "judge:maybe", "you:"])
def test_a_word_that_means_nothing_is_said_and_changes_nothing(words: str) -> None:
    held = rows_of(*ROWS)
    held.arrange(words="stale")
    with pytest.raises(FilterError):
        held.arrange(words=words)
    assert ids(held) == ["b/x"]


@pytest.mark.parametrize(
    ("sort", "descending", "found"),
    [
        ("folder", False, "a/t2 a/t10 b/x b/y c"),
        ("folder", True, "c b/y b/x a/t10 a/t2"),
        ("id", False, "a/t2 a/t10 b/x b/y c"),
        ("headline", False, "a/t10 b/y a/t2 b/x c"),
        ("headline", True, "a/t2 b/y a/t10 b/x c"),
        ("margin", False, "a/t10 b/y a/t2 b/x c"),
        ("seconds", True, "a/t10 a/t2 b/x b/y c"),
        ("status", False, "a/t2 b/x c b/y a/t10"),
        ("kind", False, "b/x b/y a/t2 a/t10 c"),
        ("flags", False, "a/t2 a/t10 b/x b/y c"),
    ],
)
def test_orders_put_the_unknown_last_in_either_direction(sort, descending, found) -> None:
    held = rows_of(*ROWS)
    held.arrange(sort=sort, descending=descending)
    assert ids(held) == found.split()


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(FilterError, match="no order"):
        rows_of(*ROWS).arrange(sort="mood")


def test_blind_rows_tell_nothing_of_the_judge_or_of_others() -> None:
    open_row = dataclasses.replace(
        ROWS[1], unanswered=1, is_disputed=True, flags=("no-op", "judge-failed"), error="vlm: 7"
    )
    hidden = blinded(open_row)
    assert hidden == Row(
        "a/t10", "gimp_edit", is_known=True, flags=("no-op",), mine={"vlm": 1.0}, unanswered=1,
        status="done", seconds=12.0, is_hidden=True,
    )  # fmt: skip
    assert blinded(ROWS[1]) is ROWS[1], "all answered: all is shown"


@pytest.mark.parametrize(
    "words",
    [
        "judge:0",
        "judge:1",
        "near:s",
        "fail:h",
        "partial:l",
        "cap:i",
        "status:fails",
        "status:passes",
        "disputed",
    ],
)
def test_no_filter_word_finds_what_is_hidden(words: str) -> None:
    hidden = [dataclasses.replace(row, unanswered=1) for row in ROWS]
    held = rows_of(*hidden, is_blind=True)
    held.arrange(words=words)
    assert ids(held) == []


@pytest.mark.parametrize("sort", ["headline", "margin"])
def test_no_order_tells_what_is_hidden(sort: str) -> None:
    hidden = [dataclasses.replace(row, unanswered=1, is_known=True) for row in ROWS]
    held = rows_of(*hidden, is_blind=True)
    held.arrange(sort=sort)
    assert ids(held) == [row.id for row in ROWS]
    held.set_blind(False)
    assert ids(held) != [row.id for row in ROWS]


def test_the_queue_goes_on_from_where_a_filter_let_go_of_the_task() -> None:
    held = rows_of(*(Row(f"t{n}", "gimp_edit", is_known=True) for n in range(5)))
    held.arrange(words="status:unreviewed")
    held.keep_place_of("t2")
    held.put(Row("t2", "gimp_edit", is_known=True, status="done"))
    assert ids(held) == ["t0", "t1", "t3", "t4"]
    assert held.next_unreviewed("t2") == "t3"
    assert held.neighbour("t2", 1) == "t3"
    assert held.neighbour("t2", -1) == "t1"


@pytest.mark.parametrize(
    ("sort", "descending", "current", "back", "on"),
    [
        ("folder", False, "t7", "t6", "t9"),
        ("folder", True, "t7", "t9", "t6"),
        ("folder", False, "t1", "t9", "t3"),
        ("folder", False, "t11", "t9", "t3"),
        ("headline", False, "t7", "t9", "t6"),
        ("headline", True, "t7", "t6", "t9"),
        ("kind", False, "t7", "t6", "t9"),
    ],
)
def test_a_filter_that_hides_the_task_leaves_its_neighbours_on_either_side(
    sort, descending, current, back, on
) -> None:
    """Of twelve tasks every third passes the filter; the higher the number, the lower the grade."""
    held = rows_of(
        *(
            Row(f"t{n}", "edit", headline=1 - n / 20, is_known=True, is_stale=n > 0 and n % 3 == 0)
            for n in range(12)
        )
    )
    held.arrange(sort=sort, descending=descending)
    held.keep_place_of(current)
    held.arrange(words="stale")
    assert (held.neighbour(current, -1), held.neighbour(current, 1)) == (back, on)
    is_last, is_first = current == "t11", current == "t1"
    assert held.after(current, 1) == ([] if is_last else [on])
    assert held.next_unreviewed(current) == on
    assert (held.goes_round(current, 1), held.goes_round(current, -1)) == (is_last, is_first)


def test_the_only_match_is_reached_from_either_side() -> None:
    held = rows_of(*(Row(f"t{n}", "edit") for n in range(3)))
    for current in ("t0", "t2"):
        held.keep_place_of(current)
        held.arrange(words="id:t1")
        assert held.neighbour(current, 1) == held.neighbour(current, -1) == "t1"
    assert (held.neighbour("t1", 1), held.neighbour("t1", -1)) == (None, None)
    held.arrange(words="id:nothing")
    assert held.neighbour("t1", 1) is None
    assert held.is_hidden("t1")


def test_completing_under_an_order_by_status_goes_on_where_the_task_stood() -> None:
    held = rows_of(*(Row(f"t{n}", "edit", status="begun" if n < 4 else "open") for n in range(6)))
    held.arrange(sort="status", words="status:unreviewed")
    assert ids(held) == ["t4", "t5", "t0", "t1", "t2", "t3"]
    held.keep_place_of("t4")
    held.put(Row("t4", "edit", status="done"))
    assert held.neighbour("t4", 1) == held.next_unreviewed("t4") == "t5"


def test_a_row_that_changed_while_it_was_hidden_stands_in_its_new_place() -> None:
    held = rows_of(*(Row(f"t{n}", "edit", headline=n / 10, is_known=True) for n in range(1, 4)))
    held.arrange(sort="headline")
    assert ids(held) == ["t1", "t2", "t3"]
    held.arrange(words="-id:t1")
    assert ids(held) == ["t2", "t3"]
    held.put(Row("t1", "edit", headline=0.9, is_known=True))
    assert ids(held) == ["t2", "t3"]
    held.arrange(words="")
    assert ids(held) == ["t2", "t3", "t1"]


def test_neighbours_end_at_the_ends() -> None:
    held = rows_of(*ROWS)
    assert held.neighbour("a/t2", -1) is None
    assert held.neighbour("c", 1) is None
    assert held.neighbour("", 1) == "a/t2"
    assert held.after("b/y", 3) == ["c"]


def test_the_next_unreviewed_goes_round_once() -> None:
    done = [dataclasses.replace(row, status="done") for row in ROWS]
    held = rows_of(*done[:1], ROWS[2], *done[3:])
    assert held.next_unreviewed("c") == "b/x"
    assert held.next_unreviewed("b/x") is None


def test_progress_counts_and_tells_the_pace() -> None:
    found = rows_of(*ROWS).progress()
    assert (found.done, found.total, found.median_seconds) == (1, 5, 12.0)
    assert found.seconds_left == 48.0
    assert queue.progress([]).seconds_left is None


_row = st.builds(
    Row,
    id=st.integers(0, 30).map(lambda n: f"t{n}"),
    kind=st.sampled_from(["x", "y"]),
    status=st.sampled_from(["open", "begun", "done"]),
    headline=st.one_of(st.none(), st.floats(0, 1)),
    passes=st.sampled_from([None, True, False]),
    is_known=st.booleans(),
    unanswered=st.integers(0, 1),
    seconds=st.one_of(st.none(), st.floats(1, 9)),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.lists(_row, max_size=6), max_size=8),
    st.sampled_from(["", "status:unreviewed", "status:passes"]),
    st.sampled_from(queue.SORTS),
    st.booleans(),
    st.booleans(),
)
def test_rows_that_came_one_by_one_stand_as_if_they_had_come_at_once(
    batches, words, sort, descending, is_blind
) -> None:
    held = TaskRows(is_blind=is_blind)
    held.arrange(words=words, sort=sort, descending=descending)
    for batch in batches:
        held.add(batch)
        shown = list(held.arranged())
        once = TaskRows(is_blind=is_blind)
        once.add(held.every())
        once.arrange(words=words, sort=sort, descending=descending)
        expected = once.arranged()
        key = (
            {row.id: queue.sort_key(row, sort=sort, descending=descending) for row in expected}
            if sort != "folder"
            else {}
        )
        assert sorted(shown, key=lambda r: r.id) == sorted(expected, key=lambda r: r.id)
        assert [key.get(r.id) for r in shown] == [key.get(r.id) for r in expected]
        if sort == "folder":
            assert shown == expected
        assert {row.id: n for n, row in enumerate(shown)} == held.places()


def test_a_hundred_thousand_rows_never_hold_up_the_screen_for_long() -> None:
    """In growing batches, as they are found; the slowest step stays near a blink of an eye."""
    held = TaskRows(is_blind=False)
    made = [Row(f"batch{n // 1000}/task{n}", "gimp_edit") for n in range(100_000)]
    slowest, start = 0.0, 0
    while start < len(made):
        size = max(200, start // 8)
        began = time.process_time()
        held.add(made[start : start + size])
        held.arranged()
        slowest = max(slowest, time.process_time() - began)
        start += size
    began = time.process_time()
    for n in random.Random(1).sample(range(100_000), 50):
        held.put(dataclasses.replace(made[n], is_known=True, headline=0.5))
        held.arranged()
    each = (time.process_time() - began) / 50
    assert len(held.arranged()) == 100_000
    # Generous: the point is the order of growth, 0.02 s and 0.1 ms on an idle machine.
    assert slowest < 0.2
    assert each < 0.02
