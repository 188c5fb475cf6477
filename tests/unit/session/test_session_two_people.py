"""Two people with windows of their own on one task: the file says what both said, in any order."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.recompute import recompute_task
from reviewer.session.refusing import RefusedError
from reviewer.session.settling import conflict_of
from reviewer.store import folder
from reviewer.store.settings import Settings
from tests.unit.session.conftest import UNKNOWN, write_grade

PEOPLE = st.sampled_from(["ann", "ben"])
ITEMS = st.sampled_from(["vlm_clean", "vlm_nice"])
VALUES = st.sampled_from([0.0, 0.5, 1.0, None])
CHOICES = st.sampled_from(["mine", "theirs"])


class Desks:
    """Windows of several people over one folder, each with state folders of their own."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self.root, self.patch = root, patch
        self.sessions = {name: self._open(name) for name in ("ann", "ben")}

    def as_one(self, name: str, act: Callable[[Session], Any]) -> None:
        """Do something at one person's window; what is refused is no act."""
        self.patch.setenv("XDG_STATE_HOME", str(self.root / f"state-{name}"))
        with suppress(RefusedError):
            act(self.sessions[name])

    def _open(self, name: str) -> Session:
        self.patch.setenv("XDG_STATE_HOME", str(self.root / f"state-{name}"))
        session = Session(settings=Settings(author=name, installation=f"{name}0"), jobs=Jobs())
        session.open(self.root / "tasks")
        session.jobs.drain()
        session.select("one")
        session.jobs.drain()
        session.showing.result_painted()
        return session

    def settle_all(self, choice: str) -> None:
        """Both leave the task, and say what they want of a file that the other one changed."""
        for _ in range(8):
            for name in self.sessions:
                self.as_one(name, lambda session: session.save("one"))
                self.as_one(name, lambda session: session.jobs.drain())
                self.as_one(name, lambda session: session.settle_conflict(choice))
                self.as_one(name, lambda session: session.jobs.drain())
            if all(conflict_of(session.current) is None for session in self.sessions.values()):
                return
        raise AssertionError("the two never come to an end")

    def close(self) -> None:
        for name in self.sessions:
            self.as_one(name, lambda session: session.close())

    def require_same_as_recomputed(self) -> None:
        (task,) = folder.discover(self.root / "tasks")
        done = recompute_task(task, settings=Settings(author="cleo"), writes=False)
        assert not done.problem
        assert not done.is_changed, task.grade_path.read_text()


@pytest.fixture(params=["grade.json", "score.json"])
def desks(request, tmp_path, monkeypatch):
    write_grade(tmp_path / "tasks" / "one", UNKNOWN, name=request.param)
    made = Desks(tmp_path, monkeypatch)
    yield made
    made.close()


def block(root: Path) -> dict[str, Any]:
    return json.loads((root / "tasks" / "one" / "grade.json").read_text())["review"]


@pytest.mark.parametrize("choice", ["mine", "theirs"])
def test_whoever_chooses_the_file_holds_what_both_said(desks, choice) -> None:
    """Ann answers, ben answers otherwise and completes, ann completes over his file."""
    desks.as_one("ann", lambda s: s.editor.answer("vlm_clean", 1.0))
    desks.as_one("ann", lambda s: s.jobs.drain())
    desks.as_one("ben", lambda s: s.editor.answer("vlm_clean", 0.5))
    desks.as_one("ben", lambda s: s.editor.complete())
    desks.as_one("ben", lambda s: s.jobs.drain())
    assert block(desks.root)["status"] == "disputed"
    desks.as_one("ann", lambda s: s.editor.answer("vlm_nice", 0.0))
    desks.as_one("ann", lambda s: s.editor.complete())
    desks.as_one("ann", lambda s: s.jobs.drain())
    ann = desks.sessions["ann"]
    assert "ben answered 1 item and completed the task here" in ann.messages[0].text
    assert conflict_of(ann.current) is not None
    shown = json.loads(conflict_of(ann.current).mine)["review"]
    assert [a["author"] for a in shown["answers"]["vlm_clean"]] == ["ann", "ben"]
    desks.as_one("ann", lambda s: s.settle_conflict(choice))
    desks.as_one("ann", lambda s: s.jobs.drain())
    said = block(desks.root)
    assert [a["author"] for a in said["answers"]["vlm_clean"]] == ["ann", "ben"]
    assert said["status"] == "disputed"
    assert set(said["overrides"]) == {"vlm_nice"}, "nobody has the say on what they differ on"
    desks.require_same_as_recomputed()


def test_completing_beside_each_other_writes_one_file_and_asks_nothing(desks) -> None:
    """What the file says of all logs is the same bytes, whoever's window writes them."""
    desks.as_one("ann", lambda s: s.editor.answer("vlm_clean", 1.0))
    desks.as_one("ben", lambda s: s.editor.answer("vlm_clean", 0.5))
    desks.as_one("ben", lambda s: s.editor.complete())
    desks.as_one("ben", lambda s: s.jobs.drain())
    desks.as_one("ann", lambda s: s.editor.complete())
    desks.as_one("ann", lambda s: s.jobs.drain())
    assert conflict_of(desks.sessions["ann"].current) is None
    assert block(desks.root)["status"] == "disputed"
    desks.require_same_as_recomputed()


def test_an_open_window_hears_what_somebody_else_said_and_wrote(desks) -> None:
    ann = desks.sessions["ann"]
    desks.as_one("ann", lambda s: s.editor.answer("vlm_clean", 1.0))
    desks.as_one("ann", lambda s: s.jobs.drain())
    desks.as_one("ben", lambda s: s.editor.answer("vlm_clean", 0.5))
    desks.as_one("ben", lambda s: s.editor.complete())
    desks.as_one("ben", lambda s: s.jobs.drain())
    heard = []
    ann.on_changes = heard.append
    desks.as_one("ann", lambda s: s.watch())
    desks.as_one("ann", lambda s: s.jobs.drain())
    assert ann.messages[-1].text == "one: ben answered 1 item and completed the task here."
    assert not ann.messages[-1].is_error
    assert ann.panel().differ == 1
    assert ann.row("one").is_disputed
    assert any("grade" in each for each in heard)
    said = len(ann.messages)
    desks.as_one("ann", lambda s: s.watch())
    desks.as_one("ann", lambda s: s.jobs.drain())
    assert len(ann.messages) == said, "it is said once"
    # What ben's window wrote counts as read: nothing is asked.
    desks.as_one("ann", lambda s: s.editor.answer("vlm_nice", 0.0))
    desks.as_one("ann", lambda s: s.editor.complete())
    desks.as_one("ann", lambda s: s.jobs.drain())
    assert conflict_of(ann.current) is None
    desks.require_same_as_recomputed()


def test_in_blind_mode_it_is_not_told_what_somebody_said(desks) -> None:
    ann = desks.sessions["ann"]
    ann.set_blind(True)
    desks.as_one("ben", lambda s: s.editor.answer("vlm_clean", 0.5))
    desks.as_one("ben", lambda s: s.jobs.drain())
    desks.as_one("ann", lambda s: s.watch())
    desks.as_one("ann", lambda s: s.jobs.drain())
    told = ann.messages[-1].text
    assert told == "one: ben worked here too; it is shown once you have answered."
    assert ann.panel().differ == 0
    assert all(item.others == () for item in ann.panel().needs)


def test_quitting_writes_what_both_said_over_what_the_other_wrote(desks) -> None:
    desks.as_one("ann", lambda s: s.editor.answer("vlm_clean", 1.0))
    desks.as_one("ann", lambda s: s.jobs.drain())
    desks.as_one("ben", lambda s: s.editor.answer("vlm_clean", 0.5))
    desks.as_one("ben", lambda s: s.editor.complete())
    desks.as_one("ben", lambda s: s.jobs.drain())
    desks.as_one("ben", lambda s: s.editor.answer("vlm_nice", 0.0))
    desks.close()
    assert set(block(desks.root)["answers"]) == {"vlm_clean", "vlm_nice"}
    desks.require_same_as_recomputed()


class TwoPeople(RuleBasedStateMachine):
    """Any interleaving of what two people do ends with the file that recompute makes."""

    @initialize(name=st.sampled_from(["grade.json", "score.json"]))
    def begin(self, name: str) -> None:
        self.patch = pytest.MonkeyPatch()
        self.place = tempfile.TemporaryDirectory()
        root = Path(self.place.name)
        write_grade(root / "tasks" / "one", UNKNOWN, name=name)
        self.desks = Desks(root, self.patch)
        self.grade = root / "tasks" / "one" / "grade.json"

    @rule(who=PEOPLE, item=ITEMS, value=VALUES)
    def answer(self, who: str, item: str, value: float | None) -> None:
        self.desks.as_one(who, lambda s: s.editor.answer(item, value))

    @rule(who=PEOPLE)
    def complete(self, who: str) -> None:
        self.desks.as_one(who, lambda s: s.editor.complete())

    @rule(who=PEOPLE)
    def undo(self, who: str) -> None:
        self.desks.as_one(who, lambda s: s.editor.undo())

    @rule(who=PEOPLE)
    def redo(self, who: str) -> None:
        self.desks.as_one(who, lambda s: s.editor.redo())

    @rule(who=PEOPLE, value=st.sampled_from([None, 0.25]))
    def dispute(self, who: str, value: float | None) -> None:
        self.desks.as_one(who, lambda s: s.editor.dispute("size_ok", 1, should_be=value))

    @rule(who=PEOPLE, item=ITEMS)
    def adjudicate(self, who: str, item: str) -> None:
        self.desks.as_one(who, lambda s: s.editor.adjudicate(item, 0.5))

    @rule(who=PEOPLE)
    def save(self, who: str) -> None:
        self.desks.as_one(who, lambda s: s.save("one"))

    @rule(who=PEOPLE)
    def watch(self, who: str) -> None:
        self.desks.as_one(who, lambda s: s.watch())

    @rule(who=PEOPLE)
    def wait(self, who: str) -> None:
        self.desks.as_one(who, lambda s: s.jobs.drain())

    @rule(who=PEOPLE, choice=CHOICES)
    def choose(self, who: str, choice: str) -> None:
        self.desks.as_one(who, lambda s: s.settle_conflict(choice))

    @rule(number=st.integers(0, 3))
    def add_by_hand(self, number: int) -> None:
        if self.grade.exists():
            document = json.loads(self.grade.read_text())
            self.grade.write_text(json.dumps(document | {f"by_hand_{number}": number}))

    def teardown(self) -> None:
        try:
            self.desks.settle_all("mine")
            self.desks.close()
            if self.grade.exists():
                self.desks.require_same_as_recomputed()
        finally:
            self.patch.undo()
            self.place.cleanup()


TestTwoPeople = TwoPeople.TestCase
TestTwoPeople.settings = settings(
    max_examples=25,
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
