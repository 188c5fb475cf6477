"""Say what a folder would be read as, and why."""

from __future__ import annotations

import argparse
from pathlib import Path

from reviewer.cli.text import CliError, table, write, write_error


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer kinds`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")


def run(args: argparse.Namespace) -> int:
    """One line a task: id, kind, the rule that matched, the roles."""
    from reviewer.session.archives import kind_of
    from reviewer.store.files import FileError
    from reviewer.store.folder import explain_kinds

    try:
        rows = list(
            explain_kinds(
                args.folder,
                kind_of=lambda task: kind_of(task, cancel=lambda: None),
                notes=lambda note: write_error(note.text),
            )
        )
    except FileError as error:
        raise CliError(str(error)) from error
    if not rows:
        raise CliError(
            f"{args.folder}: no rule matches. Open it in the window to choose the roles by hand, "
            "or write a task.toml."
        )
    cells = [
        (
            row.id,
            row.kind,
            row.why,
            ", ".join(f"{role}={name}" for role, name in row.roles.items()),
        )
        for row in rows
    ]
    for line in table(cells, head=("task", "kind", "because", "files")):
        write(line)
    for row in rows:
        if row.problem:
            write_error(row.problem)
    return 2 if any(row.problem for row in rows) else 0
