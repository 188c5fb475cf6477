"""Review time is time at the task: a break without any input does not count."""

from __future__ import annotations

import pytest

from reviewer.session.people import status_of
from reviewer.session.review_clock import IDLE_AFTER, ReviewClock


class Time:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def test_time_with_input_counts_whole(time) -> None:
    clock = ReviewClock(time)
    for _ in range(10):
        time.now += 30
        clock.touch()
    assert clock.seconds == 300
    assert clock.take() == 300
    assert clock.seconds == 0


def test_a_break_counts_as_the_minute_that_it_takes_to_see_it(time) -> None:
    clock = ReviewClock(time)
    time.now += 10
    clock.touch()
    time.now += 3600
    assert clock.seconds == 10 + IDLE_AFTER
    clock.touch()
    time.now += 5
    assert clock.seconds == 10 + IDLE_AFTER + 5


def test_the_median_of_status_leaves_breaks_out(
    tmp_path, make_graded, unknown_grader, open_desk, look, time
) -> None:
    for name in ("one", "two"):
        make_graded(tmp_path / "t" / name, unknown_grader)
    session = open_desk(tmp_path / "t")
    session.clock = ReviewClock(time)
    look(session, "one")
    for act in (
        lambda: session.editor.answer("vlm_clean", 1.0),
        lambda: session.editor.answer("vlm_nice", 1.0),
    ):
        time.now += 20
        session.clock.touch()
        act()
    time.now += 7200  # lunch
    look(session, "two")  # time beside the task is not time at it
    session.clock.touch()
    time.now += 30
    look(session, "one")
    time.now += 5
    session.editor.complete()
    (person,), problems = status_of(list(session.tasks.values()), session.settings)
    assert not problems
    assert person.seconds == [20 + 20 + IDLE_AFTER + 5]


def test_a_dispute_that_was_undone_and_done_again_counts_in_status(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    make_graded(tmp_path / "t" / "one", unknown_grader)
    session = open_desk(tmp_path / "t")
    look(session, "one")
    counts = []
    for act in (
        lambda: session.editor.dispute("size_ok", 2), session.editor.undo, session.editor.redo,
    ):  # fmt: skip
        act()
        (person,), _ = status_of(list(session.tasks.values()), session.settings)
        counts.append(person.disputed)
    assert counts == [1, 0, 1]
