"""Print text-to-image problems with their answer keys, the same for a seed on every machine."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.cli.text import CliError, table, write, write_error
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reviewer.problems import Problem


_MOST = 100_000


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer problems`."""
    parser.add_argument("--seed", required=True, metavar="HEX", help="pairs of hex digits")
    parser.add_argument("--count", type=int, default=7, metavar="N", help="7 when not given")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one list with all problems")
    form.add_argument(
        "--write", type=Path, metavar="FOLDER", help="a folder a problem, ready for its pictures"
    )


def run(args: argparse.Namespace) -> int:
    """Generate, and print or write."""
    from reviewer.problems import generate_problems, parse_seed, render

    if args.count > _MOST:
        raise CliError(
            f"--count {args.count}: at most {_MOST:,} problems are made at once, all in memory; "
            "take another seed for more."
        )
    try:
        problems = generate_problems(parse_seed(args.seed), args.count)
    except (ValueError, TypeError) as error:
        raise CliError(str(error)) from error
    if args.json:
        write(render(problems).rstrip("\n"))
    elif args.write is not None:
        _write(problems, args.write)
    else:
        rows = [(one.problem_id, one.source, one.prompt) for one in problems]
        for line in table(rows, head=("problem", "source", "prompt")):
            write(line)
    return 0


def _write(problems: Sequence[Problem], folder: Path) -> None:
    """`FOLDER/<problem id>/problem.json`; a file that says something else is left alone."""
    import json

    from reviewer.store import files

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise CliError(
            f"{folder}: the folder cannot be created ({why}). Name another one."
        ) from error
    for one in problems:
        path = folder / one.problem_id / "problem.json"
        text = json.dumps(one.to_dict(), indent=2, ensure_ascii=False) + "\n"
        data = text.encode("utf-8")
        try:
            if path.exists() and files.read_bytes(path) != data:
                raise CliError(f"{path}: it is there and says something else. Name another folder.")
            files.replace_bytes(path, data)
        except files.FileError as error:
            raise CliError(str(error)) from error
    made = counted(len(problems), "problem")
    write_error(f"{made} in {folder}; put one or two pictures into each folder")
