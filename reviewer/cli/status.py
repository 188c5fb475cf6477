"""Say how far each person is in a folder."""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from reviewer.cli.text import CliError, table, write, write_error


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer status`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(args: argparse.Namespace) -> int:
    """Per author: done, disputed, stale, median seconds."""
    import json

    from reviewer.session import batch
    from reviewer.session.people import status_of
    from reviewer.store.files import FileError
    from reviewer.store.settings import load_settings

    settings = load_settings()[0]
    try:
        batch.check_folders([args.folder])
        found = batch.tasks_of([args.folder], notes=lambda note: write_error(note.text))
    except FileError as error:
        raise CliError(str(error)) from error
    people, problems = status_of([task for task, _ in found], settings)
    for problem in problems:
        write_error(problem)
    if args.json:
        rows = [
            {
                "author": p.author,
                "done": p.done,
                "begun": p.begun,
                "disputed": p.disputed,
                "stale": p.stale,
                "median_seconds": statistics.median(p.seconds) if p.seconds else None,
            }
            for p in people
        ]
        write(json.dumps({"tasks": len(found), "people": rows}, ensure_ascii=False, indent=2))
        return 0
    write(f"{len(found)} tasks")
    lines = table(
        [
            (
                p.author,
                str(p.done),
                str(p.begun),
                str(p.disputed),
                str(p.stale),
                f"{statistics.median(p.seconds):.1f}" if p.seconds else "—",
            )
            for p in people
        ],
        head=("author", "done", "begun", "disputed", "stale", "median s"),
        right="lrrrrr",
    )
    for line in lines:
        write(line)
    return 0
