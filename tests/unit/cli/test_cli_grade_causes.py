"""What `reviewer grade` says of many tasks alike: each cause once, with the tasks it holds for."""

from __future__ import annotations

from reviewer.cli.grade import _tell
from reviewer.session.report import Report

OCR, DETECTOR = "no OCR engine: install it", "no object detector: set it"


def report(name: str, *errors: str, notes: tuple[str, ...] = ()) -> Report:
    rows = [{"id": row} for row in ("text_1", "object_1", "object_2")]
    return Report(name, "/x", "k", {}, checks=rows, errors=list(errors), notes=list(notes))


def test_each_cause_is_followed_by_the_tasks_it_holds_for(capsys) -> None:
    _tell(
        [
            report("sign", f"text_1: {OCR}"),
            report("things", f"object_1, object_2: {DETECTOR}", notes=("a note",)),
            report("pair", f"text_1: {OCR}"),
            report("both", f"text_1: {OCR}", f"object_1: {DETECTOR}"),
            report("broken", "overall_score: another cause"),
        ]
    )
    assert capsys.readouterr().err.splitlines() == [
        "reviewer: things: a note",
        f"reviewer: sign: text_1: {OCR}",
        "reviewer: the same holds for pair, both",
        f"reviewer: things: object_1, object_2: {DETECTOR}",
        "reviewer: the same holds for both",
        "reviewer: broken: overall_score: another cause",
    ]


def test_a_fault_of_a_task_itself_is_told_of_each(capsys) -> None:
    _tell([report("one", "/a.png: broken"), report("two", "/a.png: broken")])
    assert capsys.readouterr().err.splitlines() == [
        "reviewer: one: /a.png: broken",
        "reviewer: two: /a.png: broken",
    ]
