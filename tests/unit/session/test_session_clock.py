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


def completed_in(session) -> float:
    session.editor.complete()
    (confirm,) = [e for e in session.current.entries if e.type == "confirm"][-1:]
    return confirm.seconds


def test_seconds_count_on_after_a_restart(
    tmp_path, make_graded, unknown_grader, open_desk, look, time
) -> None:
    for name in ("one", "two"):
        make_graded(tmp_path / "t" / name, unknown_grader)

    def start():
        session = open_desk(tmp_path / "t")
        session.clock = ReviewClock(time)
        look(session, "one")
        return session

    first = start()
    time.now += 40
    first.close()
    second = start()
    time.now += 10
    look(second, "two")
    second.jobs.drain()
    time.now += 20  # at another task
    look(second, "one")
    second.reload()
    second.jobs.drain()
    time.now += 3
    assert completed_in(second) == 40 + 10 + 3
    second.jobs.drain()
    time.now += 4
    second.close()
    # What was completed says its seconds in the log; only those since are noted.
    third = start()
    time.now += 2
    third.editor.reopen()
    assert completed_in(third) == 40 + 10 + 3 + 4 + 2


def test_a_program_that_is_killed_loses_seconds_not_minutes(
    tmp_path, make_graded, unknown_grader, open_desk, look, time
) -> None:
    make_graded(tmp_path / "t" / "one", unknown_grader)
    killed = open_desk(tmp_path / "t")
    killed.clock = ReviewClock(time)
    look(killed, "one")
    time.now += 50
    killed.watch()  # as the window does every five seconds
    killed.jobs.drain()
    after = open_desk(tmp_path / "t")
    after.clock = ReviewClock(time)
    look(after, "one")
    time.now += 1
    assert completed_in(after) == 50 + 1
