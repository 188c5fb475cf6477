"""A task is read again as its folder is now: by F5, and on coming back to it."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from reviewer.session import changes as facet
from reviewer.session import loading, recompute, rereading, saving
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.state import Row
from reviewer.store import files, folder
from reviewer.store.cache import MeasurementCache
from reviewer.store.settings import Settings

TASK = (
    'kind = "gimp_edit"\ninstruction = "Darken it."\n[artifacts]\ninitial = "initial.png"\n'
    'result = "result.png"\n[[checks]]\nuse = "brightness_decreased"\n'
)


@pytest.fixture
def place(tmp_path: Path, make_png) -> Path:
    for name in ("one", "two"):
        where = tmp_path / "tasks" / name
        where.mkdir(parents=True)
        (where / "result.png").write_bytes(make_png((10, 20, 30)))
        (where / "initial.png").write_bytes(make_png((60, 70, 80)))
        (where / "task.toml").write_text(TASK)
    return tmp_path / "tasks"


@pytest.fixture
def session(place: Path):
    made = Session(settings=Settings(author="ann", installation="0a0a"), jobs=Jobs())
    made.open(place)
    made.jobs.drain()
    yield made
    made.close()


def _go(session: Session, task: str):
    session.select(task)
    session.jobs.drain()
    return session.current


def test_a_corrected_task_file_is_read_by_f5(session: Session, place: Path) -> None:
    (place / "one" / "task.toml").write_text("kind = [")
    state = _go(session, "one")
    session.reload()
    session.jobs.drain()
    assert "task.toml" in state.error
    assert state.ledger is None
    (place / "one" / "task.toml").write_text(TASK)
    session.reload()
    session.jobs.drain()
    assert state.error == ""
    assert state.ledger is not None


def test_a_corrected_task_file_is_read_on_coming_back(session: Session, place: Path) -> None:
    (place / "one" / "task.toml").write_text("kind = [")
    _go(session, "one")
    session.reload()
    session.jobs.drain()
    _go(session, "two")
    (place / "one" / "task.toml").write_text(TASK)
    state = _go(session, "one")
    assert state.error == ""
    assert state.ledger is not None
    assert not session.row("one").error


def test_new_files_are_found_by_f5_with_their_size(tmp_path: Path, make_png) -> None:
    where = tmp_path / "cases" / "OPS_task_3"
    (where / "results").mkdir(parents=True)
    (where / "task.md").write_text("---\nid: OPS_task_3\n---\n\n## Prompt\n\nDo it.\n")
    (where / "results" / "a.md").write_text("# a\n")
    made = Session(settings=Settings(author="ann", installation="0a0a"), jobs=Jobs())
    try:
        made.open(tmp_path / "cases")
        made.jobs.drain()
        state = _go(made, next(iter(made.tasks)))
        assert not [a for a in state.task.artifacts if a.name == "results/b.md"]
        (where / "results" / "b.md").write_text("# b and more\n")
        made.reload()
        made.jobs.drain()
        assert [a for a in state.task.artifacts if a.name == "results/b.md"]
        assert state.sizes[str(where / "results" / "b.md")] == 13
        assert state.sizes[str(where / "task.md")] == (where / "task.md").stat().st_size
    finally:
        made.close()


def test_nothing_is_measured_again_when_nothing_changed(session: Session) -> None:
    state = _go(session, "one")
    measured = state.measured
    _go(session, "two")
    assert _go(session, "one").measured is measured


def test_a_task_that_went_is_said_and_stays_as_it_was(session: Session, place: Path) -> None:
    state = _go(session, "one")
    for path in sorted((place / "one").iterdir()):
        if path.is_file():
            path.unlink()
    session.reload()
    session.jobs.drain()
    assert "not there any more" in session.messages[-1].text
    assert state.ledger is not None


def test_every_task_of_a_folder_is_found_again_as_itself(place: Path) -> None:
    for task in folder.discover(place):
        assert folder.again(task) == task


@pytest.mark.parametrize("text", ["kind = [", 'kind = "nosuch"', TASK + 'at_least = "much"\n'])
@pytest.mark.parametrize("is_cached", [True, False])
def test_the_list_is_told_of_a_corrected_task_at_once(
    place: Path, tmp_path: Path, text: str, is_cached: bool
) -> None:
    """Broken when the folder was opened; corrected and read by F5, measured now or before."""
    (place / "one" / "task.toml").write_text(text)
    cache = MeasurementCache(tmp_path / "cache.sqlite") if is_cached else None
    session = Session(
        settings=Settings(author="ann", installation="0a0a"), jobs=Jobs(), cache=cache
    )
    listed: list[Row] = []
    try:
        session.open(place)
        session.jobs.drain()
        _go(session, "one")
        session.on_changes = lambda changed: (
            listed.append(session.row("one")) if facet.TASKS in changed.facets else None
        )
        for wanted in (TASK, text, TASK):  # the second time its measurements are known
            (place / "one" / "task.toml").write_text(wanted)
            session.reload()
            session.jobs.drain()
            assert listed[-1] == session.row("one")
            assert bool(listed[-1].error) is (wanted is text)
        assert (listed[-1].kind, listed[-1].is_known) == ("gimp_edit", True)
    finally:
        session.close()


def test_of_a_folder_that_is_gone_no_picture_says_that_the_agent_did_not_save_it(
    tmp_path, make_edit, open_desk, look
) -> None:
    folder = make_edit(tmp_path / "t" / "one")
    session = open_desk(tmp_path / "t")
    look(session, "one")
    (folder / "golden.png").unlink()
    session.showing.start(session.current)
    session.jobs.drain()
    said = {key: found.error for key, found in session.showing.states.items()}
    assert said["golden"] == "golden.png: there is no such file. Put the file in its place."
    folder.rename(tmp_path / "away")
    session.showing.start(session.current)
    session.jobs.drain()
    for found in session.showing.states.values():
        assert "the folder of the task is gone" in found.error
        assert "agent" not in found.error


def _replace(where: Path, data: bytes) -> None:
    """Another picture over the result; its size differs, too."""
    (where / "result.png").write_bytes(data)


def _recomputed(where: Path) -> bytes:
    """What `recompute` makes of the grade file."""
    (task,) = folder.discover(where)
    settings = Settings(author="ann", installation="0a0a")
    assert not recompute.recompute_task(task, settings=settings, writes=True).problem
    return (where / "grade.json").read_bytes()


def test_a_task_that_cannot_be_read_is_not_read_over_and_over(
    session: Session, place: Path
) -> None:
    (place / "one" / "task.toml").write_text(TASK + 'at_least = "much"\n')
    _go(session, "one")
    session.reload()
    session.jobs.drain()
    _go(session, "two")
    session.messages.clear()
    _go(session, "one")
    assert session.messages == []


def test_a_result_replaced_while_away_is_measured_on_coming_back(
    session: Session, place: Path, make_png
) -> None:
    before = _go(session, "one").digests["result"]
    assert session.row("one").failed == ()
    _go(session, "two")
    _replace(place / "one", make_png((90, 95, 99), mark=(200, 200, 200)))
    state = _go(session, "one")
    assert state.digests["result"] != before
    assert session.row("one").failed == ("brightness_decreased",)


def test_f5_on_another_task_measures_every_task_whose_files_changed(
    session: Session, place: Path, make_png
) -> None:
    _go(session, "one")
    _go(session, "two")
    _replace(place / "one", make_png((90, 95, 99), mark=(200, 200, 200)))
    told: list[str] = []
    session.reload()
    rereading.reread_tree(session, told.append)
    session.jobs.drain()
    assert told == ["Read again: 1 task changed"]
    assert session.row("one").failed == ("brightness_decreased",)
    rereading.reread_tree(session, told.append)
    session.jobs.drain()
    assert told[1:] == ["Read again: the folder holds the same tasks"]


def test_what_was_completed_of_a_replaced_file_is_measured_before_it_is_written(
    session: Session, place: Path, make_png
) -> None:
    state = _go(session, "one")
    session.showing.result_painted()
    _replace(place / "one", make_png((90, 95, 99), mark=(200, 200, 200)))
    (asked,) = session.panel().needs
    session.editor.answer(asked.id, 1.0)
    session.editor.complete()
    session.jobs.drain()
    assert tuple(state.review.stale) == (asked.id,)
    said = [message.text for message in session.messages]
    assert any("other bytes than were measured: result" in text for text in said)
    held = (place / "one" / "grade.json").read_bytes()
    review = json.loads(held)["review"]
    assert review["bound_to"]["result"] == files.digest_file(place / "one" / "result.png")
    assert state.digests["result"] == review["bound_to"]["result"]
    session.close()
    assert _recomputed(place / "one") == held


def test_edits_of_a_task_with_other_files_are_written_by_f5_of_its_new_bytes(
    session: Session, place: Path, make_png
) -> None:
    state = _go(session, "one")
    session.showing.result_painted()
    session.editor.note("odd")
    assert state.is_edited
    session.current_id = ""
    _replace(place / "one", make_png((90, 95, 99), mark=(200, 200, 200)))
    rereading.reread_tree(session, lambda said: None)
    session.jobs.drain()
    review = json.loads((place / "one" / "grade.json").read_bytes())["review"]
    assert review["bound_to"]["result"] == files.digest_file(place / "one" / "result.png")


def test_undo_after_a_restart_blames_nobody(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(author="ann", installation="0a0a")
    first = Session(settings=settings, jobs=Jobs())
    first.open(place)
    first.jobs.drain()
    _go(first, "two")
    first.showing.result_painted()
    first.editor.note("odd")
    first.editor.note("odder")
    first.close()
    second = Session(settings=settings, jobs=Jobs())
    try:
        second.open(place)
        second.jobs.drain()
        # The logs are read before the task is: all that they say is new to the desk.
        are_read, load, take_said = threading.Event(), loading.load, saving.take_said

        def late(*args: Any, **more: Any) -> Any:
            assert are_read.wait(10)
            return load(*args, **more)

        def said(*args: Any) -> None:
            take_said(*args)
            are_read.set()

        monkeypatch.setattr(loading, "load", late)
        monkeypatch.setattr(saving, "take_said", said)
        second.editor.undo()
        second.editor.undo()
        second.jobs.drain()
        assert second.current_id == "two"
        assert [m.text for m in second.messages if "taken in" in m.text] == []
        assert second.row("two").status == "open"
    finally:
        second.close()
