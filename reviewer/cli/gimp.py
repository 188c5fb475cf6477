"""Run a Script-Fu file in GIMP without its window, with a closing quit and a time limit."""

from __future__ import annotations

import argparse
from pathlib import Path

from reviewer.cli.text import CliError, write, write_error

_LIMIT = 4 * 1024 * 1024
_LONGEST = 86_400


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer gimp`."""
    parts = parser.add_subparsers(dest="what", required=True, metavar="run|open")
    run_parser = parts.add_parser("run", help="run Script-Fu in batch mode")
    run_parser.add_argument("script", metavar="SCRIPT", help="a .scm file, or the text itself")
    run_parser.add_argument("--timeout", type=_seconds, default=30.0, metavar="SECONDS")
    open_parser = parts.add_parser("open", help="open pictures in GIMP and return at once")
    open_parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds") from error
    if not 0 < seconds <= _LONGEST:
        raise argparse.ArgumentTypeError(
            f"a time limit is more than 0 and at most {_LONGEST:,} seconds, not {text}"
        )
    return seconds


def run(args: argparse.Namespace) -> int:
    """Run or open; exit codes: 0 fine, 1 the script failed, 2 GIMP is missing."""
    from reviewer.process import gimp
    from reviewer.process.runner import StartError

    try:
        if args.what == "open":
            return _open(args.files)
        ran = gimp.run_batch([_script(args.script)], timeout=args.timeout)
    except StartError as error:
        raise CliError(str(error)) from error
    for stream, say in ((ran.stdout, write), (ran.stderr, write_error)):
        for line in stream.splitlines():
            say(line)
    if not ran.is_good:
        write_error(ran.problem)
    return 0 if ran.is_good else 1


def _open(paths: list[Path]) -> int:
    from reviewer.process import gimp
    from reviewer.session.golden_files import golden_reason

    for path in paths:
        if not path.is_file():
            raise CliError(f"{path}: there is no such file. Check the name.")
        reason = golden_reason(path)
        if reason:
            raise CliError(reason)
    gimp.open_in_gimp([path.absolute() for path in paths])
    return 0


def _script(text: str) -> str:
    from reviewer.store.files import FileError, read_bytes

    if text.lstrip().startswith("("):
        return text
    try:
        return read_bytes(Path(text), limit=_LIMIT).decode("utf-8-sig")
    except FileError as error:
        raise CliError(str(error)) from error
    except UnicodeDecodeError as error:
        raise CliError(f"{text}: it is not text. Name a Script-Fu file (.scm).") from error
