"""Say in words how the grade of each task came about."""

from __future__ import annotations

import argparse
from pathlib import Path

from reviewer.cli.found import tasks_in
from reviewer.cli.text import CliError, write, write_error


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer explain`."""
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--task", default="", help="only the task with this id")
    parser.add_argument("--judge-answers", metavar="FILE", default="", help="JSON: item → value")


def run(args: argparse.Namespace) -> int:
    """Print the ledger of each task in words."""
    from reviewer.scoring.explain import explain
    from reviewer.session import survey
    from reviewer.session.alarms import flags_of
    from reviewer.session.answers import read_answers
    from reviewer.session.jobs import CancelToken
    from reviewer.store.files import FileError
    from reviewer.store.settings import load_settings

    settings = load_settings()[0]
    found = tasks_in(args.folders)
    try:
        answers = read_answers(Path(args.judge_answers)) if args.judge_answers else None
        if answers is not None:
            answers.require_known(found, CancelToken())
    except FileError as error:
        raise CliError(str(error)) from error
    wanted = [task for task in found if args.task in ("", task.id)]
    if not wanted:
        known = ", ".join(task.id for task in found[:12]) or "none"
        raise CliError(f"no task {args.task!r} here; found: {known}")
    failed = False
    for number, task in enumerate(wanted):
        state = survey.grade_state(
            task, settings=settings, cache=None, answers=answers, token=CancelToken()
        )
        if number:
            write()
        write(f"{task.id} · {task.kind} · {task.why}")
        if state.ledger is None or state.effective is None:
            write_error(f"{task.id}: {state.error or 'not graded'}")
            failed = True
            continue
        for line in explain(state.ledger, state.effective):
            write(line)
        raised = [flag for flag in flags_of(state) if flag.is_raised]
        for flag in raised:
            write(f"Flag: {flag.text}. {flag.detail}".rstrip())
    return 2 if failed else 0
