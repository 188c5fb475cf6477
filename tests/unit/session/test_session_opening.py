"""Opening folders: first tasks at once, the rest behind, and the person is never kept waiting."""

from __future__ import annotations

import threading
import time

import pytest

from reviewer.session import survey
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.store.settings import Settings


@pytest.fixture
def session():
    made = Session(settings=Settings(author="ann", installation="a1b2"), jobs=Jobs())
    yield made
    made.close()


def names_only(folder, count):
    """Tasks as names: files of no bytes, enough to be found."""
    for number in range(count):
        place = folder / f"group{number // 100}" / f"task{number}"
        place.mkdir(parents=True)
        for role in ("initial", "result", "golden"):
            (place / f"{role}.png").touch()


def test_tasks_arrive_in_batches_that_grow(session, tmp_path, monkeypatch) -> None:
    names_only(tmp_path, 1500)
    monkeypatch.setattr(session, "survey", lambda: None)
    sizes = []
    session.on_changes = lambda changed: sizes.append(len(session.rows())) if "tasks" in changed \
        else None  # fmt: skip
    session.open(tmp_path)
    session.jobs.drain()
    assert len(session.tasks) == 1500
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    assert len(sizes) < 40
    assert not session.is_discovering


def test_a_folder_that_is_not_there_is_an_error_with_its_name(session, tmp_path) -> None:
    session.open(tmp_path / "nowhere")
    session.jobs.drain()
    assert "nowhere: there is no such folder" in session.messages[-1].text
    assert session.messages[-1].is_error
    assert not session.is_discovering


def test_opening_another_folder_forgets_the_first_even_in_the_middle_of_it(
    session, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(session, "survey", lambda: None)
    names_only(tmp_path / "many", 800)
    names_only(tmp_path / "few", 3)
    session.open(tmp_path / "many")
    session.open(tmp_path / "few")
    session.jobs.drain()
    assert len(session.tasks) == len(session.rows()) == 3


def test_every_task_is_graded_behind_the_list(open_desk, tmp_path, make_edit) -> None:
    for number in range(5):
        make_edit(tmp_path / f"t{number}", number=number)
    session = open_desk(tmp_path)
    assert [row.headline for row in session.rows()] == [1.0] * 5


def test_one_tasks_failure_does_not_end_the_survey(open_desk, tmp_path, make_edit, monkeypatch):
    for number in range(3):
        make_edit(tmp_path / f"t{number}", number=number)
    real = survey.grade_state

    def grade_state(task, **rest):
        if task.id == "t1":
            raise RuntimeError("the instrument broke")
        return real(task, **rest)

    monkeypatch.setattr(survey, "grade_state", grade_state)
    session = open_desk(tmp_path)
    assert [bool(row.error) for row in session.rows()] == [False, True, False]
    assert "the instrument broke" in session.row("t1").error


def test_the_survey_waits_while_a_person_waits(session, tmp_path, make_edit, monkeypatch) -> None:
    for number in range(4):
        make_edit(tmp_path / f"t{number}", number=number)
    busy, free, graded = threading.Event(), threading.Event(), []
    real = survey.grade_row
    monkeypatch.setattr(
        survey, "grade_row", lambda task, **rest: graded.append(task.id) or real(task, **rest)
    )
    session.jobs.submit("look", lambda t: (busy.set(), free.wait(5)), done=lambda _: None,
                        failed=print)  # fmt: skip
    busy.wait(5)
    session.open(tmp_path)
    session.jobs.submit("look", lambda t: (busy.set(), free.wait(5)), done=lambda _: None,
                        failed=print)  # fmt: skip
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        for act in session.jobs._taken():
            act()
        time.sleep(0.01)
    assert len(session.tasks) == 4
    assert graded == []
    free.set()
    session.jobs.drain()
    assert len(graded) == 4


def test_a_task_that_is_opened_on_the_desk_is_not_graded_beside_it(
    session, tmp_path, make_edit, monkeypatch
) -> None:
    for number in range(2):
        make_edit(tmp_path / f"t{number}", number=number)
    graded: list[str] = []
    real, loaded = survey.grade_row, session.grading.loaded
    monkeypatch.setattr(
        survey, "grade_row", lambda task, **rest: graded.append(task.id) or real(task, **rest)
    )

    def select_first(changed: object) -> None:
        if not session.current_id and session.tasks:
            session.select(next(iter(session.tasks)))

    def slowly(*args: object, **rest: object) -> None:
        # Between reading and measuring no job runs: the desk is at the task all the same.
        time.sleep(0.2)
        loaded(*args, **rest)

    monkeypatch.setattr(session.grading, "loaded", slowly)
    session.on_changes = select_first
    session.open(tmp_path)
    session.jobs.drain()
    first = session.current_id
    assert session.row(first).is_known
    assert graded == [task_id for task_id in session.tasks if task_id != first]


def test_the_survey_can_be_cancelled(session, tmp_path, make_edit, monkeypatch) -> None:
    for number in range(6):
        make_edit(tmp_path / f"t{number}", number=number)
    begun = threading.Event()

    def grade_row(task, *, token, **rest):
        begun.set()
        token.wait(5)
        token.check()

    monkeypatch.setattr(survey, "grade_row", grade_row)
    session.open(tmp_path)
    while not begun.is_set():
        for act in session.jobs._taken():
            act()
        time.sleep(0.005)
    assert any(job.key == survey.KEY and not job.is_quiet for job in session.jobs.running())
    session.jobs.cancel_loud()
    session.jobs.drain(seconds=5)
    assert not any(row.is_known for row in session.rows())


def test_the_next_tasks_are_ready_before_they_are_asked_for(open_desk, look, tmp_path, make_edit):
    for number in range(6):
        make_edit(tmp_path / f"t{number}", number=number)
    session = open_desk(tmp_path)
    look(session, "t0")
    for name in ("t1", "t2", "t3"):
        state = session.state(name)
        assert state.ledger is not None
        assert all(state.reader.is_decoded(a, reading="seen") for a in state.task.artifacts)
    look(session, "t1")
    assert session.current.ledger is not None


def test_few_tasks_are_held_however_many_are_visited(open_desk, look, tmp_path, make_edit) -> None:
    from reviewer.session import held

    for number in range(held._KEPT + 6):
        make_edit(tmp_path / f"t{number}", number=number)
    session = open_desk(tmp_path)
    for row in list(session.rows()):
        session.select(row.id)
        session.jobs.drain()
    assert len(list(session.held)) <= held._KEPT + 3
    assert all(row.is_known for row in session.rows())
