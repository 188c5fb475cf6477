"""Ask a vision judge about every task of one or more folders, or play a record of one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.found import tasks_in
from reviewer.cli.text import CliError, ProgressBar, table, write, write_error, write_json
from reviewer.model.counting import counted, listed
from reviewer.model.failure import told
from reviewer.model.ledger import why_not

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reviewer.model import Measurement, Task
    from reviewer.session.judge_run import Options
    from reviewer.session.state import TaskState
    from reviewer.store.settings import JudgeSettings


# The key itself is no option: a command line is kept in the shell's history.
_WHO = (
    "Any OpenAI-compatible server; OpenRouter unless the settings (File, Settings, Judge in the "
    "window) name another. These hold for one run. The key is read from an environment variable, "
    "OPENROUTER_API_KEY by default, and is written nowhere."
)


_ENDS = (
    "Exit code 2 when a task could not be read or written, the key or the network is missing, or "
    "the service never let the model be heard (not the address of a judge, faults, waits, empty "
    "answers). What a model says counts as an answer, also where it declines or cannot be read: "
    "exit code 0, and the reasons are listed."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer judge`."""
    parser.description = f"{parser.description or ''} {_ENDS}".strip()
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--items",
        action="append",
        default=[],
        metavar="ITEM",
        help="a row or a pattern such as 'question_*', also where it is answered; may be repeated",
    )
    parser.add_argument("--again", action="store_true", help="ask answered items too")
    parser.add_argument(
        "--probe", action="store_true", help="ask pairs again with their sides swapped"
    )
    parser.add_argument("--dry-run", action="store_true", help="count the requests, send none")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="answers from a record")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write every answer down")
    parser.add_argument("--write", action="store_true", help="write the grade files")
    parser.add_argument("--json", action="store_true", help="one object with all answers")
    asked = parser.add_argument_group("who is asked", _WHO)
    asked.add_argument("--model", type=_model_name, help="the model's name at its provider")
    asked.add_argument(
        "--base-url", metavar="URL", type=_address, help="the address before /chat/completions"
    )
    asked.add_argument(
        "--key-variable",
        metavar="NAME",
        help="the environment variable that holds the key; '' for a server that wants none",
    )


def _model_name(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a model")
    return text.strip()


def _address(text: str) -> str:
    from reviewer.model.address import HOLDS_SECRET, holds_secret

    if holds_secret(text):
        # The text itself is not repeated: terminals and logs keep it.
        raise argparse.ArgumentTypeError(HOLDS_SECRET)
    return text


def run(args: argparse.Namespace) -> int:
    """Ask, print, and exit 2 when something could not be judged."""
    from reviewer.session.judge_run import Options

    if args.replay and args.record:
        raise CliError("--replay and --record: a replay has nothing new to record; give one.")
    options = Options(
        items=tuple(args.items) or None,
        again=args.again,
        probe=args.probe,
        record=args.record,
        replay=args.replay,
    )
    tasks = tasks_in(args.folders)
    _require_items(options, tasks)
    return _estimate(args, tasks, options) if args.dry_run else _ask(args, tasks, options)


def _require_items(options: Options, tasks: list[Task]) -> None:
    """A pattern that no row of any task fits is a typing error, not a job done."""
    from fnmatch import fnmatchcase

    from reviewer.session.answers import asked_of
    from reviewer.session.jobs import CancelToken

    if options.items is None:
        return
    known = set().union(*(asked_of(task, CancelToken()) or () for task in tasks))
    lost = [p for p in options.items if not any(fnmatchcase(item, p) for item in known)]
    if known and lost:
        raise CliError(
            f"--items {' '.join(repr(pattern) for pattern in lost)}: no task here asks a judge for "
            f"that. The items are {listed(sorted(known), most=12)}."
        )


def _states(tasks: list[Task], title: str) -> Iterator[tuple[Task, TaskState | None, str]]:
    """Each task read and measured, or why it could not be."""
    from reviewer.session import survey
    from reviewer.session.jobs import CancelToken
    from reviewer.store.cache import MeasurementCache
    from reviewer.store.settings import load_settings

    settings, cache = load_settings()[0], MeasurementCache()
    bar = ProgressBar(title, len(tasks))
    try:
        for number, task in enumerate(tasks, 1):
            try:
                state = survey.grade_state(
                    task, settings=settings, cache=cache, answers=None, token=CancelToken()
                )
            except Exception as error:  # noqa: BLE001 - reported as this task's error
                yield task, None, told(error)
            else:
                yield task, state, state.error
            bar.step(number)
    finally:
        bar.end()
        cache.close()


def _estimate(args: argparse.Namespace, tasks: list[Task], options: Options) -> int:
    from reviewer.session.judge_plan import estimate
    from reviewer.session.judge_task import asking_of

    settings = _settings(args)
    # A record that cannot be played is said here as well as when it is played.
    name = _model(args, options, None).name if args.replay else settings.model
    plans, problems = [], []
    for task, state, problem in _states(tasks, "reading"):
        asking = asking_of(
            state, items=options.items, again=options.again, probe=options.probe
        ) if state is not None else None  # fmt: skip
        if asking is not None:
            plans.append(asking.plan())
        if problem:
            problems.append(f"{task.id}: {problem}")
    found = estimate(plans, model=name)
    if args.json:
        plain = {
            "tasks": found.tasks,
            "items": found.items,
            "calls": 0 if args.replay else found.calls,
            "questions": found.calls,
            "by_purpose": dict(found.by_purpose),
            "model": found.model,
            "errors": problems,
        }
        write_json(plain)
    else:
        write(f"{found.model}: {found.text_of_replay if args.replay else found.text}")
        for problem in problems:
            write_error(problem)
    return 2 if problems else 0


def _ask(args: argparse.Namespace, tasks: list[Task], options: Options) -> int:
    from reviewer.session.judge_models import AskedModel, prompts

    kept = options.record or (None if args.replay else _record_of_this_run())
    asked = AskedModel(_model(args, options, kept))
    texts = prompts()
    found: list[dict[str, Any]] = []
    try:
        for task, state, problem in _states(tasks, "judging"):
            if state is None or problem:
                found.append({"id": task.id, "answers": {}, "error": problem})
                continue
            found.append(_one(args, state, options, asked, texts))
    except KeyboardInterrupt:
        _tell_kept(args, kept, is_needed=asked.spent.answers > 0)
        raise
    _print(args, found, asked)
    is_written = args.write and not any(one["error"] for one in found)
    _tell_kept(args, kept, is_needed=asked.spent.answers > 0 and not is_written)
    silence = asked.problem or (asked.failure if asked.is_silent else "")
    if silence:
        # One line for all: the key or the network is missing for every task alike.
        write_error(f"not judged: {why_not(silence)}")
    elif asked.declined and not asked.spent.answers:
        write_error(f"nothing was judged: the model declined {counted(asked.declined, 'question')}")
    return 2 if silence or any(one.get("error") for one in found) else 0


def _tell_kept(args: argparse.Namespace, kept: Path | None, *, is_needed: bool) -> None:
    """Where the answers are; a record that nobody asked for stays only where it is needed."""
    if kept is None or not kept.exists():
        return
    if args.record:
        write_error(f"answers kept in {kept}")
    elif is_needed:
        write_error(f"answers kept in {kept}; --replay FILE --write puts them into grade files")
    else:
        kept.unlink()


def _record_of_this_run() -> Path:
    """Where answers are kept that nobody asked to keep: they were paid for."""
    from datetime import UTC, datetime

    from reviewer.store import upkeep
    from reviewer.store.settings import state_folder

    upkeep.tidy()
    now = datetime.now(UTC)
    return state_folder() / "judge" / f"{now:%Y-%m-%d-%H%M%S-%f}.jsonl"


def _settings(args: argparse.Namespace) -> JudgeSettings:
    """Who is asked: the settings, with what holds for this run."""
    import msgspec

    from reviewer.store.settings import load_settings

    said = {"model": args.model, "base_url": args.base_url, "key_variable": args.key_variable}
    given = {name: value for name, value in said.items() if value is not None}
    return msgspec.structs.replace(load_settings()[0].judge, **given)


def _model(args: argparse.Namespace, options: Options, record: Path | None) -> Any:  # noqa: ANN401 - a Model
    from reviewer.judge.protocol import JudgeError
    from reviewer.session.judge_models import open_model, require_writable

    settings = _settings(args)
    try:
        if options.record is not None:
            require_writable(options.record)
        return open_model(settings, record=record, replay=options.replay, on_lost=write_error)
    except JudgeError as error:
        raise CliError(f"not judged: {why_not(str(error))}") from error


def _one(
    args: argparse.Namespace,
    state: TaskState,
    options: Options,
    asked: Any,  # noqa: ANN401 - an AskedModel
    texts: Mapping[str, str],
) -> dict[str, Any]:
    from reviewer.session import folding, judge_task
    from reviewer.session.jobs import CancelToken
    from reviewer.session.judge_run import keep, keep_and_write
    from reviewer.store.files import FileError
    from reviewer.store.grade import ConflictError
    from reviewer.store.settings import load_settings

    author = load_settings()[0].author
    asking = judge_task.asking_of(
        state, items=options.items, again=options.again, probe=options.probe
    )
    if asking is None:
        return {"id": state.task.id, "answers": {}, "error": state.error or "not graded"}
    answers = judge_task.ask(asking, asked, texts, token=CancelToken())
    error = ""
    if args.write and any(found.is_measured for found in answers.values()):
        try:
            keep_and_write(state, answers, author=author)
        except (FileError, ConflictError, ValueError) as failure:
            error = str(failure)
    else:
        keep(state, answers)
        folding.refold(state, author=author)
    headlines = state.ledger.headlines if state.ledger is not None else ()
    return {
        "id": state.task.id,
        "answers": {name: _answer(found) for name, found in answers.items()},
        "headlines": {headline.name: headline.value for headline in headlines},
        "error": error,
    }


def _answer(found: Measurement) -> dict[str, Any]:
    return {
        "value": found.value,
        "reason": "; ".join(found.notes) or why_not(found.reason),
        "model": found.model,
        "raw": found.raw,
    }


def _print(
    args: argparse.Namespace,
    found: list[dict[str, Any]],
    asked: Any,  # noqa: ANN401 - an AskedModel
) -> None:
    spent = asked.spent
    if args.json:
        total = {
            "model": asked.name,
            "questions": asked.calls,
            "requests": spent.requests,
            "prompt_tokens": spent.prompt_tokens,
            "completion_tokens": spent.completion_tokens,
            "cost": spent.cost,
            "answers_without_price": spent.unpriced,
        }
        write_json({"tasks": found, "spent": total})
        return
    rows = [
        (one["id"], name, _word(answer["value"]), answer["reason"])
        for one in found
        for name, answer in one["answers"].items()
    ]
    for line in table(rows, head=("task", "item", "answer", "reason"), right="llr"):
        write(line)
    for one in found:
        if one.get("error"):
            write_error(f"{one['id']}: {one['error']}")
    if args.replay:
        answers = counted(asked.spent.answers, "answer")
        write_error(f"{asked.name}: {answers} from {args.replay}, nothing was sent")
        return
    tokens = spent.prompt_tokens + spent.completion_tokens
    spending = f"{counted(spent.requests, 'request')}, {counted(tokens, 'token')}"
    write_error(f"{asked.name}: {spending}, ${spent.cost:.4f}")


def _word(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, (int, float)) else "not judged"
