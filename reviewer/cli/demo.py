"""Show the samples: in the window, or as a table and pictures where there is no display."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

from reviewer.cli.open_window import display_problem
from reviewer.cli.text import CliError, write, write_error

_OUT = "reviewer-demo"
_LONGEST = 120.0


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer demo`."""
    parser.add_argument("--theme", choices=("system", "light", "dark"), default="")
    parser.add_argument(
        "--no-window", action="store_true", help="the table and the pictures, also with a display"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(_OUT),
        metavar="FOLDER",
        help=f"where the pictures go without a window (default: {_OUT})",
    )


def run(args: argparse.Namespace) -> int:
    """Open a copy of the samples; without a display grade them and write their sheets."""
    problem = "" if args.no_window else display_problem()
    if problem or args.no_window:
        return _without_window(args.out, problem)
    from reviewer.store.files import FileError
    from reviewer.store.samples import copied_samples
    from reviewer.ui.app import run_window

    try:
        folder = copied_samples()
    except FileError as error:
        raise CliError(str(error)) from error
    return run_window(folder, theme_choice=args.theme)


def _without_window(out: Path, problem: str) -> int:
    from reviewer.cli.grade import as_table
    from reviewer.kinds.protocol import UnreadableError
    from reviewer.session import sheets, survey
    from reviewer.session.jobs import CancelToken
    from reviewer.session.report import report_of
    from reviewer.store import files, folder, resources
    from reviewer.store.settings import load_settings

    settings = load_settings()[0]
    states = [
        survey.grade_state(task, settings=settings, cache=None, answers=None, token=CancelToken())
        for task in folder.discover(resources.path("samples"))
    ]
    for line in as_table([report_of(state) for state in states]):
        write(line)
    written = 0
    for state in states:
        name = re.sub(r"[^\w.-]+", "_", state.task.id)
        try:
            files.replace_bytes(out / f"{name}.png", sheets.sheet_png(sheets.sheet_of(state)))
            written += 1
        except (UnreadableError, ValueError) as error:
            write_error(f"{state.task.id}: no sheet: {error}")
        except files.FileError as error:
            raise CliError(str(error)) from error
    write()
    write(f"{written} sheets (result · reference · what is wrong · compared) in {out.absolute()}")
    _portraits(out)
    if problem:
        write(f"No window: {problem} `reviewer doctor` says what brings it.")
    return 0


def _portraits(out: Path) -> None:
    """Screenshots of the window, drawn without a display by a program of its own."""
    from reviewer.process import runner
    from reviewer.store.samples import copied_samples

    with tempfile.TemporaryDirectory() as home:
        own = {f"XDG_{name}_HOME": home for name in ("CONFIG", "CACHE", "STATE", "DATA")}
        samples = copied_samples(Path(home) / "samples")
        command = [sys.executable, "-m", "reviewer.ui.portrait", str(samples), str(out.absolute())]
        done = runner.run(
            command,
            timeout=_LONGEST,
            memory_limit=None,
            output_limit=100_000,
            env={**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"},
        )
    taken = len(list(out.glob("window_*.png")))
    if done.is_good:
        write(f"{taken} screenshots of the window beside them")
    else:
        why = done.stopped or (done.last_words().splitlines() or ["it said nothing"])[-1]
        write_error(f"no screenshots of the window: {why}. `reviewer doctor` says what is missing.")
