"""Judge mazes solved in pictures or clips, as the evaluation scripts do, or sum up results."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import ExitStack
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.text import CliError, ProgressBar, write_error, write_json
from reviewer.model.counting import counted, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reviewer.session.maze_orders import Plan, RunFolder
    from reviewer.session.maze_reviewed import Reviewed
    from reviewer.session.maze_run import FolderDone, RunLog

_BASE = "../evaluation_results/pixel_based_evaluation"
_MODELS = {"images": "nano_banana_pro", "videos": "veo3"}
_INPUTS = {"images": "image_results", "videos": "video_results"}
_OUTPUTS = {"images": "image_evaluation_results", "videos": "video_evaluation_results"}


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer maze`."""
    parts = parser.add_subparsers(dest="what", required=True, metavar="images|videos|summary")
    for name, words in (
        ("images", "judge pictures: the blue path against the solution"),
        ("videos", "judge clips: the way of the green marker against the solution"),
    ):
        part = parts.add_parser(name, help=words, description=words)
        _folders(part, name)
        _shared(part)
        (_of_images if name == "images" else _of_videos)(part)
    part = parts.add_parser("summary", help="sum up the latest results, or those after review")
    part.add_argument("folder", nargs="*", type=Path, metavar="FOLDER", help="folders of results")
    part.add_argument(
        "--reviewed",
        action="store_true",
        help="write evaluation_results_reviewed.json with what people overruled",
    )
    part.add_argument("--input_dir", type=Path, help="where the answers are, if they were moved")


def _folders(part: argparse.ArgumentParser, name: str) -> None:
    part.add_argument("--single", type=Path, metavar="FILE", help="judge one file")
    part.add_argument("--model_name", default=_MODELS[name], help="default: %(default)s")
    part.add_argument(
        "--input_dir",
        nargs="+",
        action="extend",
        metavar="DIR",
        help="folders or quoted patterns; one folder writes into --output_dir itself, others into "
        f"folders below it; default: ./{_INPUTS[name]}/<model_name>",
    )
    part.add_argument("--solution_dir", type=Path, help="default: ./data/solution")
    part.add_argument(
        "--output_dir", type=Path, help=f"default: {_BASE}/{_OUTPUTS[name]}/<model_name>"
    )
    part.add_argument("--jobs", type=int, default=1, metavar="N", help="processes; 0: all cores")
    part.add_argument(
        "--fresh", action="store_true", help="begin anew instead of resuming a run that was ended"
    )
    part.add_argument(
        "--no_visualizations", action="store_true", help="write no 2×2 sheets: faster"
    )


def _shared(part: argparse.ArgumentParser) -> None:
    part.add_argument("--min_crossing_ratio", type=float, help="share of the path that is flagged")
    part.add_argument("--position_tolerance", type=float, help="distance of markers, in pixels")
    part.add_argument("--dilation_size", type=_auto_int, help="side of the kernel, or auto")
    part.add_argument("--black_threshold", type=int, help="a wall is darker than this")
    part.add_argument("--white_threshold", type=int, help="open ground is lighter than this")
    part.add_argument(
        "--crossing_rule", choices=("document", "any"), help="by share, or as one wall is cut"
    )


def _of_images(part: argparse.ArgumentParser) -> None:
    part.add_argument("--tolerance_pixels", type=float, help="erosion of the walls, in pixels")
    part.add_argument(
        "--wall_source",
        choices=("solution", "generated", "union"),
        help="whose walls the path must not cross",
    )


def _of_videos(part: argparse.ArgumentParser) -> None:
    part.add_argument("--num_frames", type=int, help="default: 192, or 360 for sora models")
    part.add_argument(
        "--extraction_method",
        choices=("green_marker_tracking", "frame_differencing"),
        help="how the path is found",
    )
    part.add_argument("--wall_erosion", type=_auto_float, help="pixels, or auto: a quarter cell")


def _auto_int(text: str) -> int | None:
    return None if text == "auto" else int(text)


def _auto_float(text: str) -> float | None:
    return None if text == "auto" else float(text)


def run(args: argparse.Namespace) -> int:
    """Judge, or sum up."""
    from reviewer.session.maze_worker import RunStopped
    from reviewer.store.files import FileError

    try:
        if args.what == "summary":
            return _summary(args)
        return _single(args) if args.single is not None else _judge(args)
    except (FileError, RunStopped) as error:
        raise CliError(str(error)) from error


def _plan(args: argparse.Namespace) -> Plan:
    """The numbers that were given over the documented defaults."""
    from reviewer.metrics.maze_parameters import (
        IMAGE_DEFAULTS,
        VIDEO_DEFAULTS,
        MazeParameters,
        frames_to_extract,
    )
    from reviewer.session.maze_orders import Plan

    is_video = args.what == "videos"
    known = {field.name for field in fields(MazeParameters)}
    given = {key: value for key, value in vars(args).items() if key in known and value is not None}
    if is_video:
        given["num_frames"] = frames_to_extract(args.model_name, args.num_frames)
    try:
        numbers = replace(VIDEO_DEFAULTS if is_video else IMAGE_DEFAULTS, **given)
    except ValueError as error:
        raise CliError(str(error)) from error
    if numbers.black_threshold >= numbers.white_threshold:
        raise CliError(
            f"--black_threshold is {numbers.black_threshold} and --white_threshold "
            f"{numbers.white_threshold}: a wall must be darker than open ground."
        )
    if args.jobs < 0:
        raise CliError(f"--jobs is {args.jobs}; give 1 process or more, or 0 for all cores.")
    solutions = args.solution_dir
    if solutions is not None and not solutions.is_dir():
        raise CliError(f"{solutions}: there is no such folder. Give --solution_dir one that is.")
    return Plan(
        is_video=is_video,
        parameters=numbers,
        model_name=args.model_name,
        solution_dir=None if solutions is None else solutions.absolute(),
        draws=not args.no_visualizations,
    )


def _output(args: argparse.Namespace) -> Path:
    default = Path(_BASE) / _OUTPUTS[args.what] / args.model_name
    return Path(os.path.abspath(args.output_dir or default))


def _judge(args: argparse.Namespace) -> int:
    """Every folder, one after the other; the summary goes to standard output."""
    from reviewer.session import maze_run
    from reviewer.session.maze_orders import folders_of
    from reviewer.session.maze_place import claimed
    from reviewer.session.maze_rows import summary_of

    plan, output = _plan(args), _output(args)
    inputs = args.input_dir or [f"./{_INPUTS[args.what]}/{args.model_name}"]
    folders = folders_of(inputs, output, plan)
    total = sum(len(folder.orders) for folder in folders)
    if not total:
        what = "clips" if plan.is_video else "…_targeted_solution.png answers"
        raise CliError(f"{', '.join(inputs)}: no {what} were found. Give --input_dir their folder.")
    timestamp = maze_run.timestamp_now()
    found = f"{counted(total, 'answer')} in {counted(len(folders), 'folder')}"
    with ExitStack() as held:
        # All before the first is judged: a run that must not write says so at once.
        for folder in folders:
            held.enter_context(claimed(folder, plan))
        log = maze_run.opened_log(
            f"{found}, parameters {maze_run.told_parameters(plan)}",
            is_video=plan.is_video,
            timestamp=timestamp,
            output=output,
            tell=write_error,
        )
        done = _judge_folders(folders, plan, args, log=log, timestamp=timestamp)
    rows = [row for each in done for row in each.rows]
    summary = summary_of(rows, is_video=plan.is_video)
    log.say(f"summary {json.dumps(summary)}")
    printed: dict[str, Any] = {"summary": summary}
    if len(done) > 1:
        printed["folders"] = {str(each.folder.input): each.summary for each in done}
    write_json(printed)
    for each in done:
        _tell(each)
    return 0


def _judge_folders(
    folders: Sequence[RunFolder],
    plan: Plan,
    args: argparse.Namespace,
    *,
    log: RunLog,
    timestamp: str,
) -> list[FolderDone]:
    from reviewer.session import maze_run

    bar = ProgressBar("judging", sum(len(folder.orders) for folder in folders))
    done: list[FolderDone] = []
    for folder in folders:
        before = sum(len(each.rows) for each in done), sum(each.resumed for each in done)
        done.append(
            maze_run.run_folder(
                folder,
                plan,
                jobs=args.jobs or maze_run.cores(),
                log=log,
                timestamp=timestamp,
                fresh=args.fresh,
                step=partial(_step, bar, before),
            )
        )
    bar.end()
    return done


def _step(bar: ProgressBar, before: tuple[int, int], done: int, resumed: int) -> None:
    bar.resumed = before[1] + resumed
    bar.step(before[0] + done)


def _tell(done: FolderDone) -> None:
    """Beside the summary, on standard error: where the results are and what went wrong."""
    again = f", {done.resumed} of them from the run before" if done.resumed else ""
    write_error(f"{done.written[-1]}: {counted(len(done.rows), 'result')}{again}")
    for row in done.rows:
        if "error" in row:
            write_error(row["error"])


def _single(args: argparse.Namespace) -> int:
    """One file: its row on standard output, its sheet (and of a clip its result) beside others."""
    from reviewer.session.jobs import CancelToken
    from reviewer.session.maze_orders import Solutions, answer_name, order_of, round_of
    from reviewer.session.maze_worker import Place, judge

    plan, path = _plan(args), Path(os.path.abspath(args.single))
    if not path.is_file():
        raise CliError(f"{path}: there is no such file. Give --single the answer to judge.")
    maze = answer_name(path.name, is_video=plan.is_video) or path.stem.partition("__")[0]
    order = order_of(path, maze, Solutions(path.parent, plan.solution_dir))
    place = Place(_output(args), round_of(path.parent, plan))
    row = judge(order, plan, place, token=CancelToken())
    write_json(row)
    return 2 if "error" in row else 0


def _summary(args: argparse.Namespace) -> int:
    """The latest results summed up again, or written anew with what people overruled."""
    from reviewer.session import maze_reviewed
    from reviewer.session.maze_rows import summary_of
    from reviewer.store.settings import load_settings

    folders = args.folder or [Path(_BASE)]
    paths = [path for folder in folders for path in maze_reviewed.results_below(folder)]
    if not paths:
        raise CliError(f"{folders[0]}: no evaluation_results_latest.json here. Judge first.")
    settings = load_settings()[0]
    printed: dict[str, Any] = {}
    if args.reviewed:
        # All before the first is written: what is wrong with one is said before any is replaced.
        for found in [
            maze_reviewed.reviewed(path, settings=settings, input_dir=args.input_dir)
            for path in paths
        ]:
            maze_reviewed.write_reviewed(found)
            counts = found.document["review"]
            printed[str(found.target)] = {"summary": found.document["summary"], "review": counts}
            if found.absent:
                write_error(_told_absent(found))
    else:
        for path in paths:
            document = maze_reviewed.read_results(path)
            is_video = document.get("run", {}).get("kind") == "video"
            printed[str(path)] = {"summary": summary_of(document["results"], is_video=is_video)}
    only = next(iter(printed.values())) if len(printed) == 1 else printed
    write_json(only)
    return 0


def _told_absent(found: Reviewed) -> str:
    """Answers whose reviews could not be looked for."""
    share = f"{len(found.absent)} of {counted(len(found.document['results']), 'answer')}"
    return (
        f"{found.source}: not in the folder of answers: {listed(found.absent)} ({share}). "
        "Their rows stay as they were measured."
    )
