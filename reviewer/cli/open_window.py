"""Open a folder in the window."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from reviewer.cli.text import CliError


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer [FOLDER]`."""
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--theme", choices=("system", "light", "dark"), default="", help="colors of this run"
    )
    parser.add_argument("--judge-answers", metavar="FILE", default="", help="JSON: item → value")
    parser.add_argument("--author", default="", help="who reviews, in this run")


def run(args: argparse.Namespace) -> int:
    """Show the window until it is closed."""
    if args.folder is not None and not args.folder.exists():
        raise CliError(f"{args.folder}: there is no such folder. Check the name.")
    require_display()
    # What is loaded now is kept: looking for garbage among it only delays the window.
    gc.disable()
    from reviewer.store.files import FileError
    from reviewer.ui.app import run_window

    try:
        return run_window(
            args.folder,
            theme_choice=args.theme,
            judge_answers=Path(args.judge_answers) if args.judge_answers else None,
            author=args.author,
        )
    except FileError as error:
        raise CliError(str(error)) from error


def require_display() -> None:
    """Say what is missing instead of letting Qt abort the process."""
    problem = display_problem()
    if problem:
        raise CliError(f"{problem} `reviewer doctor` says what is missing and what brings it.")


def display_problem() -> str:
    """Why no window can be shown here, or an empty string."""
    import os
    import sys

    try:
        import PySide6.QtWidgets  # noqa: F401 - only whether it loads matters
    except ImportError as error:
        return f"Qt does not load here ({error})."
    if os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if not sys.platform.startswith("linux"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    if not os.environ.get("DISPLAY"):
        return "There is no display (DISPLAY is not set)."
    if not _loads("libxcb-cursor.so.0"):
        return "Qt needs the library libxcb-cursor0 for X11."
    return ""


def _loads(library: str) -> bool:
    """Loaded, as Qt does next; asking which libraries there are would start a program first."""
    import ctypes

    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
