"""Check a rubric file, or list the shipped ones."""

from __future__ import annotations

import argparse
from pathlib import Path

from reviewer.cli.text import CliError, table, write
from reviewer.model.counting import counted


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer rubric`."""
    inner = parser.add_subparsers(dest="act", required=True)
    check = inner.add_parser("check", help="validate a rubric and name the line of each fault")
    check.add_argument("file", type=Path, metavar="FILE")
    inner.add_parser("list", help="the shipped rubrics")


def run(args: argparse.Namespace) -> int:
    """Validate, or list."""
    return _check(args.file) if args.act == "check" else _list()


def _check(path: Path) -> int:
    from reviewer.session.rubric_check import faults_of
    from reviewer.store import files

    try:
        data = files.read_bytes(path, limit=1024 * 1024)
    except files.FileError as error:
        raise CliError(str(error)) from error
    faults = faults_of(data, name=str(path))
    for fault in faults:
        sort = "warning" if fault.is_warning else "fault"
        write(f"{path}:{fault.line}: {sort}: {fault.text}")
    if any(not fault.is_warning for fault in faults):
        return 2
    write(f"{path}: fine" + (f", {counted(len(faults), 'warning')}" if faults else ""))
    return 0


def _list() -> int:
    from reviewer.store import resources, rubrics

    rows = []
    for name in resources.rubric_names():
        rubric = rubrics.shipped_rubric(name)
        rows.append(
            (
                rubric.name,
                str(rubric.version),
                str(len(rubric.checks)),
                ", ".join(headline.name for headline in rubric.headlines),
                rubric.sha256[:12],
            )
        )
    for line in table(
        rows, head=("rubric", "version", "checks", "headlines", "sha256"), right="lrr"
    ):
        write(line)
    return 0
