"""Rebuild grade files from grader output, rubric and review logs."""

from __future__ import annotations

import argparse
from pathlib import Path

from reviewer.cli.found import tasks_in
from reviewer.cli.text import ProgressBar, write, write_error
from reviewer.model.counting import counted


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer recompute`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when a file would change"
    )
    parser.add_argument("--all", action="store_true", help="also tasks that nobody reviewed")


def run(args: argparse.Namespace) -> int:
    """Say for each grade file whether it is as it should be, and put it right."""
    from reviewer.session.recompute import recompute_task
    from reviewer.store.settings import load_settings

    settings = load_settings()[0]
    found = tasks_in([args.folder])
    bar = ProgressBar("recomputing", len(found))
    changed = failed = same = 0
    for number, task in enumerate(found, 1):
        result = recompute_task(
            task, settings=settings, writes=not args.check, takes_unreviewed=args.all
        )
        bar.step(number)
        if result.problem:
            failed += 1
            write_error(result.problem)
        elif result.is_changed:
            changed += 1
            write(f"{'would change' if args.check else 'rebuilt'}  {result.path}")
        elif result.exists:
            same += 1
    bar.end()
    write(
        f"{same} as they were, {changed} {'differ' if args.check else 'rebuilt'}, "
        f"{counted(failed, 'error')}"
    )
    if failed:
        return 2
    return 1 if args.check and changed else 0
