"""Two windows and two installations over one folder: one edits at a time, nobody loses a word."""

from __future__ import annotations

import json

import pytest

from reviewer.session.refusing import RefusedError
from reviewer.session.settling import conflict_of


def said(state) -> dict[str, list[tuple[str, object]]]:
    return {
        item: [(answer.author, answer.value) for answer in answers]
        for item, answers in state.review.answers.items()
    }


def test_the_second_window_takes_in_what_the_first_one_wrote(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    for name in ("one", "two"):
        make_graded(tmp_path / "t" / name, unknown_grader)
    first, second = open_desk(tmp_path / "t"), open_desk(tmp_path / "t")
    look(first, "one")
    state = look(second, "one")
    first.editor.answer("vlm_clean", 1.0)
    with pytest.raises(RefusedError, match="another window"):
        second.editor.answer("vlm_nice", 0.0)
    assert said(state) == {}
    look(first, "two")
    first.jobs.drain()
    second.editor.answer("vlm_nice", 0.0)
    second.jobs.drain()
    assert said(state) == {"vlm_clean": [("ann", 1.0)], "vlm_nice": [("ann", 0.0)]}
    assert "1 entry written elsewhere since it was opened was taken in" in second.messages[-1].text
    # The file was written by the other window: that is shown, and mine holds both answers.
    second.save("one")
    second.jobs.drain()
    assert conflict_of(second.current) is not None
    second.settle_conflict("mine")
    second.jobs.drain()
    checks = json.loads((tmp_path / "t" / "one" / "grade.json").read_text())["checks"]
    assert (checks["vlm_clean"], checks["vlm_nice"]) == (1.0, 0.0)


def test_a_long_shared_log_is_taken_in_too(tmp_path, make_png, open_desk, look) -> None:
    """Tasks of single files share a log; of more than a megabyte as well."""
    for name in ("p", "q"):
        for end in ("_initial_reference", "", "_golden"):
            (tmp_path / f"{name}{end}.png").write_bytes(make_png((20, 60, 200)))
    line = {"id": "", "type": "note", "task": "other", "author": "bob", "app": "0.1",
            "at": "2026-01-01T00:00:00.000Z", "text": "x" * 1000}  # fmt: skip
    (tmp_path / "review").mkdir()
    with (tmp_path / "review" / "bob-0000.jsonl").open("w") as log:
        for number in range(1100):
            log.write(json.dumps({**line, "id": f"n{number}"}) + "\n")
    first, second = open_desk(tmp_path), open_desk(tmp_path)
    assert {"p", "q"} == set(first.tasks)
    look(first, "p")
    state = look(second, "p")
    first.editor.note("seen here")
    look(first, "q")
    first.jobs.drain()
    second.editor.note("seen there")
    second.jobs.drain()
    assert [entry.text for entry in state.review.notes] == ["seen here", "seen there"]


def test_undo_keeps_to_the_steps_of_this_installation(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    make_graded(tmp_path / "t" / "one", unknown_grader)
    here = open_desk(tmp_path / "t")
    look(here, "one")
    here.editor.answer("vlm_clean", 1.0)
    here.close()
    there = open_desk(tmp_path / "t", installation="ffff")
    state = look(there, "one")
    assert said(state) == {"vlm_clean": [("ann", 1.0)]}
    with pytest.raises(RefusedError, match="nothing to undo"):
        there.editor.undo()
    there.editor.take_back("vlm_clean")
    assert said(state) == {}
    there.editor.undo()
    assert said(state) == {"vlm_clean": [("ann", 1.0)]}
    there.close()
    logs = sorted(path.name for path in (tmp_path / "t" / "one" / "review").iterdir())
    assert logs == ["ann-a1b2.jsonl", "ann-ffff.jsonl"]
    again = open_desk(tmp_path / "t")
    state = look(again, "one")
    again.editor.undo()
    assert said(state) == {}
