"""Run a task's own grader again with the judge's and people's answers; asks before it does."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.found import tasks_in
from reviewer.cli.text import CliError, score_text, table, write, write_error, write_json

if TYPE_CHECKING:
    from reviewer.session.grader_run import Prepared, Rerun
    from reviewer.session.state import TaskState


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer grader`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--task", default="", metavar="ID", help="which task of the folder")
    parser.add_argument("--answers", default="", metavar="FILE", help="JSON: item → value")
    parser.add_argument(
        "--yes", action="store_true", help="confirm the run, and all that is not isolated, at once"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prepare, say what is not isolated, ask, run, and print before and after."""
    from reviewer.process.isolation import NotIsolatedError
    from reviewer.session.grader_run import prepare, rerun
    from reviewer.store.files import FileError

    state = _state(args)
    try:
        prepared = prepare(state, answers=_answers(args.answers, state))
        if not prepared.is_possible:
            raise CliError(f"{prepared.task.id}: {prepared.reason}; graders are run on Linux")
        confirmed = _confirmed(prepared, says_yes=args.yes)
        if confirmed is None:
            raise CliError(
                f"{prepared.task.id}: the grader was not run: nobody confirmed. "
                "Type yes when asked, or give --yes."
            )
        found = rerun(prepared, confirmed=confirmed, cancel=lambda: None)
    except (FileError, NotIsolatedError, ValueError) as error:
        raise CliError(str(error)) from error
    if args.json:
        write_json(as_json(prepared, found))
    else:
        for line in as_lines(prepared, found):
            write(line)
    if found.problem:
        write_error(f"{prepared.task.id}: {found.problem}")
    return 2 if found.problem else 0


def _state(args: argparse.Namespace) -> TaskState:
    from reviewer.session import survey
    from reviewer.session.jobs import CancelToken
    from reviewer.store.settings import load_settings

    found = tasks_in([args.folder])
    wanted = [task for task in found if args.task in ("", task.id)]
    if len(wanted) != 1:
        known = ", ".join(task.id for task in found[:12])
        which = f"no task {args.task!r}" if args.task else f"there are {len(found):,} tasks"
        raise CliError(f"{args.folder}: {which}; name one with --task ID. Found: {known}")
    state = survey.grade_state(
        wanted[0], settings=load_settings()[0], cache=None, answers=None, token=CancelToken()
    )
    if state.rubric is None:
        raise CliError(f"{state.task.id}: {state.error or 'it cannot be read'}")
    return state


def _answers(name: str, state: TaskState) -> dict[str, float]:
    """The answers of a file to the items that this task asks about; FileError for any other."""
    from reviewer.session.answers import answers_for
    from reviewer.session.grader_run import OVERALL
    from reviewer.session.jobs import CancelToken

    if not name or state.rubric is None:
        return {}
    given = answers_for(Path(name), [state.task], CancelToken())
    measured = given.measurements(state.task.id, state.rubric)
    found: dict[str, float] = {}
    for check in state.rubric.checks:
        answer = measured.get(check.measure)
        if answer is not None and isinstance(answer.value, (int, float)):
            found[check.id] = float(answer.value)
    if OVERALL in found:
        raise CliError(f"{name}: {OVERALL} is what the grader works out. Answer its items.")
    return found


def _confirmed(prepared: Prepared, *, says_yes: bool) -> tuple[str, ...] | None:
    """What a person confirmed: the run with all of the list, or None."""
    where = "would run in a closed room: without network, on a copy of the folder"
    if prepared.open_ends:
        where = f"{prepared.reason}:"
    write_error(f"the grader of {prepared.task.id} is code from strangers and {where}")
    for line in prepared.open_ends:
        write_error(f"  {line}")
    if says_yes:
        return prepared.open_ends
    if not sys.stdin.isatty():
        return None
    write_error("run it? Type yes:")
    return prepared.open_ends if sys.stdin.readline().strip() == "yes" else None


def as_json(prepared: Prepared, found: Rerun) -> dict[str, Any]:
    """The run as plain JSON values."""
    return {
        "task": prepared.task.id,
        "overall_score": found.ledger.headline.value
        if found.ledger and found.ledger.headline
        else None,
        "before": prepared.score,
        "items": {
            item: {"before": prepared.before.get(item), "after": value}
            for item, value in prepared.answers.items()
        },
        "result": dict(found.output),
        "problem": found.problem,
        "notes": list(found.notes),
        "missing_modules": list(found.missing_modules),
        "isolated": found.was_isolated,
        "open_ends": list(found.open_ends),
        "seconds": round(found.seconds, 3),
    }


def as_lines(prepared: Prepared, found: Rerun) -> list[str]:
    """The ledger, line by line, and what was missing."""
    lines = []
    if found.ledger is not None:
        rows = [
            (line.because, score_text(line.before), score_text(line.after))
            for line in found.ledger.lines
        ]
        lines += table(rows, head=(prepared.task.id, "before", "after"), right="lrr")
    if found.missing_modules:
        lines.append(f"modules not installed here: {', '.join(found.missing_modules)}")
    lines += found.notes
    where = "in a closed room" if found.was_isolated else "not isolated, as confirmed"
    return [*lines, f"ran {found.seconds:.1f} s, {where}"]
