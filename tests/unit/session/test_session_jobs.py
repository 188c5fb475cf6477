"""Work off the calling thread: the newest wins, nothing is lost, nothing hangs at the end."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time

import pytest

from reviewer.session.disk_jobs import on_disk
from reviewer.session.jobs import Cancelled, Jobs


@pytest.fixture
def jobs():
    made = Jobs()
    yield made
    made.close()


def test_an_answer_is_delivered_on_the_owners_thread(jobs) -> None:
    found = []
    jobs.submit(
        "a",
        lambda token: threading.current_thread().name,
        done=lambda name: found.append((name, threading.current_thread())),
        failed=found.append,
    )
    jobs.drain()
    assert found[0][0].startswith("reviewer-cpu")
    assert found[0][1] is threading.current_thread()


def test_a_failure_is_handed_over_and_ends_nothing(jobs) -> None:
    failures, found = [], []
    jobs.submit("a", lambda token: 1 / 0, done=found.append, failed=failures.append)
    jobs.submit("b", lambda token: 2, done=found.append, failed=failures.append)
    jobs.drain()
    assert [type(error) for error in failures] == [ZeroDivisionError]
    assert found == [2]


def test_the_newest_request_under_a_key_wins(jobs) -> None:
    found, started, go = [], threading.Event(), threading.Event()

    def slow(token):
        started.set()
        go.wait(5)
        return "old"

    jobs.submit("a", slow, done=found.append, failed=found.append)
    started.wait(5)
    jobs.submit("a", lambda token: "new", done=found.append, failed=found.append)
    go.set()
    jobs.drain()
    assert found == ["new"]


def test_a_waiting_job_that_is_replaced_never_runs(jobs) -> None:
    ran, go = [], threading.Event()
    jobs.submit("x", lambda t: go.wait(5), done=ran.append, failed=ran.append, pool="disk")
    jobs.submit("y", lambda t: ran.append("first"), done=ran.append, failed=ran.append, pool="disk")
    jobs.submit("y", lambda t: "second", done=ran.append, failed=ran.append, pool="disk")
    go.set()
    jobs.drain()
    assert ran == [True, "second"]


def test_cancelling_delivers_nothing(jobs) -> None:
    found, started = [], threading.Event()

    def work(token):
        started.set()
        while True:
            token.check()
            time.sleep(0.001)

    jobs.submit("a", work, done=found.append, failed=found.append)
    started.wait(5)
    assert jobs.has_begun("a")
    jobs.stop("a")
    jobs.drain()
    assert found == []
    assert not jobs.is_running("a")


def test_progress_has_a_count_and_a_rate(jobs) -> None:
    reported, go = threading.Event(), threading.Event()

    def work(token):
        token.report(3, 10)
        reported.set()
        go.wait(5)

    jobs.submit("a", work, done=lambda _: None, failed=print, title="Counting")
    reported.wait(5)
    (running,) = jobs.running()
    assert (running.title, running.done, running.total) == ("Counting", 3, 10)
    assert running.rate > 0
    go.set()
    jobs.drain()
    assert jobs.running() == ()


def test_quiet_work_is_not_what_the_cancel_button_stops(jobs) -> None:
    found = []
    jobs.submit("quiet", lambda t: t.wait(0.1) or "kept", done=found.append, failed=found.append,
                is_quiet=True)  # fmt: skip
    jobs.submit("loud", lambda t: t.wait(5) or "lost", done=found.append, failed=found.append)
    jobs.cancel_loud()
    jobs.drain()
    assert found == ["kept"]


def test_closing_cancels_and_waits(jobs) -> None:
    started = threading.Event()

    def work(token):
        started.set()
        if token.wait(30):
            raise Cancelled

    jobs.submit("a", work, done=print, failed=print)
    started.wait(5)
    began = time.monotonic()
    jobs.close()
    assert time.monotonic() - began < 5
    assert jobs.submit("b", lambda t: 1, done=print, failed=print).is_cancelled


def test_draining_gives_up_with_the_names_of_what_still_runs(jobs) -> None:
    jobs.submit("a", lambda t: t.wait(5), done=lambda _: None, failed=print, title="Long")
    with pytest.raises(TimeoutError, match="Long"):
        jobs.drain(seconds=0.1)
    jobs.cancel_all()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads have no priority there")
def test_the_survey_runs_at_a_lower_priority_than_what_is_looked_at(jobs) -> None:
    found = {}
    for pool in ("cpu", "background", "ahead"):
        jobs.submit(
            pool,
            lambda t: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()),
            done=lambda nice, pool=pool: found.setdefault(pool, nice),
            failed=print,
            pool=pool,
        )
    jobs.drain()
    assert found["background"] == found["ahead"] == max(found.values())
    assert found["cpu"] < found["background"] or found["cpu"] == 19


def test_what_fails_on_the_disk_is_said_at_its_task_in_words(tmp_path, open_desk) -> None:
    session = open_desk(tmp_path)

    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "grade.json")

    def done(_: None) -> None:
        pytest.fail("it is not done")

    on_disk(session, "write", full, done=done, task="one")
    session.jobs.drain()
    message = session.messages[-1]
    assert (message.task, message.is_error) == ("one", True)
    assert message.text == (
        "grade.json: No space left on device. Check that it is there and may be read and written."
    )
