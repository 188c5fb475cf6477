"""The command line: one file a command, heavy imports only inside the command that needs them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol, TextIO

from reviewer import __version__
from reviewer.cli.text import CliError, write_error

# Command → module; a new command is one line here and one file.
COMMANDS: dict[str, str] = {
    "open": "open_window",
    "demo": "demo",
    "grade": "grade",
    "explain": "explain",
    "rubric": "rubric",
    "kinds": "kinds",
    "doctor": "doctor",
    "recompute": "recompute",
    "status": "status",
    "problems": "problems",
    "judge": "judge",
    "pairs": "pairs",
    "agreement": "agreement",
    "check": "check",
    "compare": "compare",
    "xcf": "xcf",
    "gimp": "gimp",
    "task": "task",
    "grader": "grader",
    "audit": "audit",
    "svg": "svg",
    "maze": "maze",
}


class Command(Protocol):
    """What the module of a command offers."""

    def configure(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; exit codes: 0 fine, 1 a headline fails with --fail-under, 2 an error."""
    words = list(sys.argv[1:] if argv is None else argv)
    # Started with a closed stream, as some schedulers do: what is said goes nowhere.
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    try:
        code = _dispatch(words)
        # A reader that went away shows here, not after the exit code was given.
        sys.stdout.flush()
    except CliError as error:
        write_error(str(error))
        return 2
    except KeyboardInterrupt:
        write_error("stopped")
        return 130
    except BrokenPipeError:
        # The reader of our output went away; Python must not fail again while flushing it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def _dispatch(words: list[str]) -> int:
    if words and words[0] in ("--version", "-V"):
        sys.stdout.write(f"reviewer {__version__}\n")
        return 0
    if words and words[0] in ("--help", "-h"):
        _top_parser().print_help()
        return 0
    name = words[0] if words and words[0] in COMMANDS else "open"
    rest = words[1:] if words and words[0] in COMMANDS else words
    if name == "open" and rest and not rest[0].startswith("-"):
        _refuse_unknown(rest[0])
    module: Command = import_module(f"reviewer.cli.{COMMANDS[name]}")
    shown = "reviewer" if name == "open" else f"reviewer {name}"
    # A folder may bear the name of a command: where the command is not what was meant, say so.
    is_folder = name != "open" and os.path.isdir(name)
    hint = f"./{name} opens the folder of that name." if is_folder else None
    parser = _Parser(prog=shown, description=module.__doc__, epilog=hint)
    module.configure(parser)
    try:
        return module.run(parser.parse_args(rest))
    except CliError as error:
        if hint is None or rest:
            raise
        raise CliError(f"{error}\n{hint}") from error


class _Parser(argparse.ArgumentParser):
    """Says what its epilog says with an error too, where nobody asked for help."""

    def error(self, message: str) -> NoReturn:
        super().error(f"{message}\n{self.epilog}" if self.epilog else message)


def _refuse_unknown(word: str) -> None:
    """A first word that is neither a command nor a folder is likely a command misspelt."""
    if os.path.lexists(word):
        return
    import difflib

    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"Did you mean `reviewer {near[0]}`?" if near else f"Commands: {', '.join(COMMANDS)}."
    raise CliError(f"{word}: there is no such folder, and no such command. {hint}")


def _top_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="reviewer",
        description="See, understand and overrule automatic grades of agent tasks.",
        usage="reviewer [FOLDER] | reviewer COMMAND …",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(["commands:", *(f"  {row}" for row in _summaries())]),
    )
    parser.add_argument("folder", nargs="?", help="open this folder in the window")
    parser.add_argument("--version", action="store_true", help="print the version")
    return parser


def _summaries() -> list[str]:
    rows = []
    for name, module in COMMANDS.items():
        doc = import_module(f"reviewer.cli.{module}").__doc__ or ""
        rows.append(f"{name:<10} {doc.splitlines()[0].rstrip('.')}")
    return rows
