"""At the desk: a rollout opens from its archive, layers switch, elements lead to their marks."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.pair_desk import is_open
from reviewer.store.settings import Settings


@pytest.fixture
def desk() -> Iterator[Callable[[Path], Session]]:
    """Opens a folder, and puts its first task on the desk."""
    sessions: list[Session] = []

    def run(where: Path) -> Session:
        session = Session(settings=Settings(author="ann", installation="0a0a"), jobs=Jobs())
        sessions.append(session)
        session.open(where)
        session.jobs.drain()
        session.select(next(iter(session.tasks)))
        session.jobs.drain()
        return session

    yield run
    for session in sessions:
        session.close()


def packed(where: Path) -> None:
    """The results of a workspace in an archive instead of a folder."""
    with tarfile.open(where / "results.tar.gz", "w:gz") as archive:
        for path in sorted((where / "results").iterdir()):
            data = path.read_bytes()
            info = tarfile.TarInfo(f"results/{path.name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
            path.unlink()
    (where / "results").rmdir()


def test_a_rollout_opens_from_its_archive(
    tmp_path: Path, make: Any, spec: type, desk: Callable[[Path], Session]
) -> None:
    where = make(tmp_path / "SPA_task_1_floor_plan", spec())
    packed(where)
    session = desk(tmp_path)
    state = session.current
    assert state.ledger.headline.value == 0.6
    assert set(session.showing.states) == {"result", "drawing"}
    assert all(found.is_full for found in session.showing.states.values())
    assert session.tasks[state.task.id].artifact("drawing") is not None
    assert [item.id for item in session.panel().needs if not item.is_uncovered] == [
        "vlm_furniture_present",
        "vlm_text_legible",
        "vlm_color_categorized",
        "vlm_layout_realistic",
    ]


def test_answers_refold_and_are_taken_back(
    tmp_path: Path, make: Any, spec: type, desk: Callable[[Path], Session]
) -> None:
    where = make(tmp_path / "case", spec())
    session = desk(where)
    session.showing.result_painted()
    for item in [item.id for item in session.panel().needs if not item.is_uncovered]:
        assert session.current.ledger.headline.value == 0.6
        session.editor.answer(item, 1.0)
    assert session.current.ledger.headline.value == 1.0
    session.editor.undo()
    assert session.current.ledger.headline.value == 0.6


def test_findings_stand_beside_their_questions(
    tmp_path: Path, make: Any, spec: type, desk: Callable[[Path], Session]
) -> None:
    session = desk(make(tmp_path / "case", spec()))
    asked = {item.id: item for item in session.panel().needs if item.is_uncovered}
    assert asked["piece_count"].opinion.state == "pass"
    assert asked["piece_count"].opinion.word == "22 pieces, 22 needed"
    assert asked["chinese_labels"].opinion.state == "fail"
    assert asked["inside_room"].opinion.state == "not measured"
    assert asked["layers_in_panel"].opinion is None


def test_layers_and_elements(
    tmp_path: Path, make: Any, spec: type, desk: Callable[[Path], Session]
) -> None:
    session = desk(make(tmp_path / "case", spec()))
    showing = session.showing
    before = showing.states["drawing"].pixels
    showing.show_panels()
    session.jobs.drain()
    layers = next(panel for panel in showing.panels if panel.id == "layers").tree
    showing.show_layer(layers[0].item, is_on=False)
    session.jobs.drain()
    hidden = showing.states["drawing"]
    assert hidden.notes[1] == "layers off: furniture"
    assert (hidden.pixels != before).any()
    assert (hidden.pixels == 255).all()
    showing.show_layer(layers[0].item, is_on=True)
    session.jobs.drain()
    assert (showing.states["drawing"].pixels == before).all()
    rules = next(panel for panel in showing.panels if panel.id == "rules").table
    item = next(each for each in rules.items if each.startswith("element:piece"))
    showing.show_evidence(item)
    session.jobs.drain()
    assert {mark.item for mark in showing.evidence.marks} == {item}
    showing.show_sheet()
    session.jobs.drain()
    assert [pane.title for pane in showing.sheet.panes][2] == "Broken rules"


def test_further_files_beside_the_result_make_no_pair_of_candidates(
    tmp_path: Path, make: Any, spec: type, desk: Callable[[Path], Session]
) -> None:
    where = make(tmp_path / "SPA_task_1_floor_plan", spec())
    (where / "results" / "data.xlsx").write_bytes(b"PK")
    state = desk(tmp_path).current
    assert state.task.artifact("other") is not None
    assert not is_open(state, "ann")
