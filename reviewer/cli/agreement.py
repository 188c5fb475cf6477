"""Put people beside the judge, item by item, blind answers apart."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.cli.found import tasks_in
from reviewer.cli.text import ProgressBar, table, write, write_error, write_json

if TYPE_CHECKING:
    from reviewer.model import Task
    from reviewer.session.agreement import AgreementReport, Counted, ItemRow
    from reviewer.session.state import TaskState


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer agreement`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--author", default="", help="only this person's answers")
    parser.add_argument("--json", action="store_true", help="one object; each count has its tasks")


def run(args: argparse.Namespace) -> int:
    """Read every task below the folder and compare."""
    found = compared(args.folder, author=args.author)
    if args.json:
        write_json(found.as_json())
    else:
        for line in lines_of(found):
            write(line)
    for problem in found.problems:
        write_error(problem)
    return 2 if found.problems else 0


def compared(
    folder: Path,
    *,
    author: str = "",
    visit: Callable[[TaskState], None] = lambda state: None,
    only: Callable[[Task], bool] = lambda task: True,
) -> AgreementReport:
    """The comparison over a folder; `visit` sees each task on the way."""
    from reviewer.session import agreement
    from reviewer.session.jobs import CancelToken
    from reviewer.store.cache import MeasurementCache
    from reviewer.store.settings import load_settings

    found = tasks_in([folder])
    tasks = [task for task in found if only(task)]
    bar, cache = ProgressBar("reading", len(tasks)), MeasurementCache()
    try:
        return agreement.compare_tasks(
            tasks,
            settings=load_settings()[0],
            cache=cache,
            token=CancelToken(on_progress=bar.step),
            author=author,
            visit=visit,
        )
    finally:
        bar.end()
        cache.close()


def lines_of(found: AgreementReport) -> list[str]:
    """One line an item, then all together, then the tasks on which judge and people differ."""
    if not found.rows:
        return ["nobody has answered or confirmed an item that was judged"]
    rows = [*found.rows, *([found.overall] if found.overall else [])]
    figures = ("agree", "95 %", "judge +", "judge −", "other")
    cells = [
        (row.item or "all items", *_cells(row.blind), str(len(row.blind.changed)),
         *_cells(row.open))
        for row in rows
    ]  # fmt: skip
    head = ("item", "blind", *figures, "changed", "open", *figures)
    lines = table(cells, head=head, right="l" + "r" * (len(head) - 1))
    lines += [
        "",
        "judge +: passes what the person fails; judge −: fails what the person passes; "
        "other: chose otherwise of two pictures;",
        "changed: blind answers, which count as they were given, that became others once the "
        "judge's was in view",
    ]
    return [*lines, *(line for row in found.rows for line in _differing(row))]


def _cells(counted: Counted) -> tuple[str, ...]:
    figures = counted.figures
    low, high = figures.interval or (0.0, 0.0)
    interval = f"{low:.0%}–{high:.0%}" if figures.interval else "–"
    return (
        str(figures.compared),
        str(figures.agrees),
        interval,
        str(figures.false_passes),
        str(figures.false_fails),
        str(figures.chose_otherwise),
    )


def _differing(row: ItemRow) -> list[str]:
    lines = []
    for name, word in (
        ("false_passes", "judge passes"),
        ("false_fails", "judge fails"),
        ("chose_otherwise", "judge chose otherwise"),
        ("changed", "changed since it was said blind"),
    ):
        cases = [*getattr(row.blind, name), *getattr(row.open, name)]
        if cases:
            tasks = ", ".join(f"{case.task} ({case.author})" for case in cases)
            lines.append(f"{row.item}: {word}: {tasks}")
    return lines
