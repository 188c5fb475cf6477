"""A grade made where the machines are is still the grade where they are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reviewer.cli import main
from reviewer.session.batch import Options, grade_all
from reviewer.store.folder import discover

ROWS = ("text_1", "object_1", "object_1_color", "object_2", "relation_1", "spans", "detections")


def grade(folder: Path) -> Any:
    (report,) = grade_all(list(discover(folder)), Options(writes=True, uses_cache=False))
    return report


def measured(folder: Path) -> dict[str, Any]:
    document = json.loads((folder / "grade.json").read_bytes())
    return dict(document["review"]["measurements"])


def lose(eyes: Any, *machines: str) -> None:
    for machine in machines:
        setattr(eyes, f"has_{machine}", False)


@pytest.fixture(params=["single", "pair"])
def graded(request: pytest.FixtureRequest, eyes: Any, kit: Any) -> Path:
    """A folder whose grade file was written where every machine is; not all is as it should be."""
    folder: Path = request.getfixturevalue(request.param)
    kit.see_all(eyes, 10, 20)
    eyes.detections[10] = [kit.CUP, kit.DOGS[0]]
    grade(folder)
    return folder


@pytest.mark.parametrize("machines", [("detector",), ("reader",), ("detector", "reader")])
def test_what_a_missing_machine_measured_stays_byte_for_byte(
    graded: Path, eyes: Any, capsys: Any, machines: tuple[str, ...]
) -> None:
    before, score = (graded / "grade.json").read_bytes(), grade(graded).headlines
    assert measured(graded)["object_2"]["value"] == 0.5
    lose(eyes, *machines)
    assert main(["recompute", "--all", str(graded)]) == 0
    assert "1 as they were, 0 rebuilt, 0 errors" in capsys.readouterr().out
    again = grade(graded)
    assert (again.errors, again.headlines) == ([], score)
    assert (graded / "grade.json").read_bytes() == before
    (kept,) = [flag for flag in again.flags if flag["id"] == "kept"]
    assert kept["raised"]
    assert f"told {machines[0]}" in kept["detail"]
    assert not any(flag["raised"] for flag in again.flags if flag["id"] == "no-backend")


def test_saving_in_the_window_keeps_it_too(single: Path, eyes: Any, desk: Any, kit: Any) -> None:
    kit.see_all(eyes, 10)
    grade(single)
    before = measured(single)
    lose(eyes, "detector", "reader")
    session = desk(single.parent)
    state = kit.select(session, "single")
    assert kit.credits(state)["object_1"] == 1.0
    for row in ("text_1", "object_1", "object_1_color", "relation_1"):
        session.showing.show_evidence(row)
        session.jobs.drain()
        shown = session.showing.evidence
        assert "kept from the grade file" in shown.text
        assert shown.marks == ()
    session.showing.show_sheet()
    session.jobs.drain()
    found = session.showing.sheet.panes[1]
    assert found.subtitle == "1 text · 3 objects · 0 facts missing"
    session.editor.answer("object_2", 0.0)
    session.save("single")
    session.jobs.drain()
    after = measured(single)
    assert {row: after[row] for row in ROWS} == {row: before[row] for row in ROWS}


def test_a_value_that_a_person_corrected_keeps_what_stood_below_it(
    single: Path, eyes: Any, desk: Any, kit: Any, capsys: Any
) -> None:
    kit.see_all(eyes, 10)
    session = desk(single.parent)
    kit.select(session, "single")
    session.editor.dispute("object_2", 1, should_be=0.25)
    session.save("single")
    session.jobs.drain()
    before = (single / "grade.json").read_bytes()
    assert measured(single)["object_2"]["notes"] == ["measured by code: 1.0"]
    lose(eyes, "detector")
    assert main(["recompute", str(single)]) == 0
    assert "1 as they were, 0 rebuilt" in capsys.readouterr().out
    assert (single / "grade.json").read_bytes() == before


@pytest.mark.parametrize("other", ["candidate.png", "answer_key.json"])
def test_of_other_files_nothing_is_kept_and_nothing_is_lost(
    single: Path, eyes: Any, kit: Any, capsys: Any, other: str
) -> None:
    kit.see_all(eyes, 10, 11)
    grade(single)
    before = (single / "grade.json").read_bytes()
    lose(eyes, "detector")
    if other == "candidate.png":
        kit.draw(single / other, 11)
    else:
        key = kit.KEY | {"source": "another"}
        (single / other).write_text(json.dumps(key), encoding="utf-8")
    assert main(["recompute", "--all", str(single)]) == 2
    told = capsys.readouterr().err
    assert "object_1" in told
    assert "reviewer[detect]" in told
    assert "reviewer[detect]" in grade(single).errors[0]
    assert (single / "grade.json").read_bytes() == before


def test_a_machine_that_fails_is_no_missing_one(
    single: Path, eyes: Any, kit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reviewer.backends.seen import BackendError
    from reviewer.session.backends import PictureMachines

    kit.see_all(eyes, 10)
    grade(single)

    def fails(*_: object) -> None:
        raise BackendError("the detector failed on this picture")

    monkeypatch.setattr(PictureMachines, "detections", fails)
    assert "the detector failed on this picture" in " ".join(grade(single).errors)


def test_without_a_grade_file_a_missing_machine_is_an_error(single: Path, eyes: Any) -> None:
    lose(eyes, "detector", "reader")
    told = " ".join(grade(single).errors)
    assert "reviewer[detect]" in told
    assert "reviewer[ocr]" in told
