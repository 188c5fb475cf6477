"""Say how far each person is in a folder."""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.cli.found import tasks_in
from reviewer.cli.text import table, write, write_error, write_json
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from reviewer.session.people import Person


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer status`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(args: argparse.Namespace) -> int:
    """Per author: done, disputed, stale, median seconds."""
    from reviewer.session.people import status_of
    from reviewer.store.settings import load_settings

    settings = load_settings()[0]
    found = tasks_in([args.folder])
    people, problems = status_of(found, settings)
    for problem in problems:
        write_error(problem)
    if args.json:
        write_json({"tasks": len(found), "people": [_row(person) for person in people]})
    else:
        write(counted(len(found), "task"))
        for line in _lines(people):
            write(line)
    return 2 if problems else 0


def _median(person: Person) -> float | None:
    return statistics.median(person.seconds) if person.seconds else None


def _row(person: Person) -> dict[str, object]:
    return {
        "author": person.author,
        "done": person.done,
        "begun": person.begun,
        "disputed": person.disputed,
        "stale": person.stale,
        "median_seconds": _median(person),
    }


def _lines(people: list[Person]) -> list[str]:
    cells = [
        (p.author, str(p.done), str(p.begun), str(p.disputed), str(p.stale),
         "—" if (seconds := _median(p)) is None else f"{seconds:.1f}")
        for p in people
    ]  # fmt: skip
    return table(
        cells, head=("author", "done", "begun", "disputed", "stale", "median s"), right="lrrrrr"
    )
