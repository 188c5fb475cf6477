"""Grade every task of one or more folders and print what came out."""

from __future__ import annotations

import argparse
import csv
import difflib
import io
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.found import tasks_in
from reviewer.cli.text import (
    CliError,
    ProgressBar,
    score_text,
    table,
    write,
    write_error,
    write_json,
)

if TYPE_CHECKING:
    from reviewer.session.report import Report


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer grade`."""
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a list with one object a task")
    form.add_argument("--csv", action="store_true", help="one line a check")
    parser.add_argument("--write", action="store_true", help="write the grade files")
    parser.add_argument(
        "--jobs", type=_jobs, default=1, metavar="N", help="processes; 0: all cores"
    )
    parser.add_argument("--judge-answers", metavar="FILE", default="", help="JSON: item → value")
    parser.add_argument(
        "--absent-judge",
        choices=("withhold", "zero"),
        default="withhold",
        help="what an absent judge means where the rubric needs one",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="ROW.KEY=VALUE",
        help="a judging threshold, weight or cap for this run",
    )
    parser.add_argument(
        "--known-hashes", metavar="FILE", default="", help="perceptual hashes of earlier pictures"
    )
    parser.add_argument("--detector", metavar="FILE", default="", help="a COCO-style ONNX model")
    parser.add_argument(
        "--detector-labels", metavar="FILE", default="", help="its labels, one a line"
    )
    parser.add_argument(
        "--fail-under",
        nargs="?",
        type=_mark,
        const=True,
        metavar="SCORE",
        help="exit 1 when a headline fails its own pass mark, or a first headline is under SCORE",
    )
    parser.add_argument("--no-cache", action="store_true", help="measure everything again")


def _mark(text: str) -> float:
    try:
        mark = float(text)
    except ValueError:
        mark = math.nan
    if not math.isfinite(mark):  # everything would pass a mark of NaN
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number; write it after the folders, or as --fail-under=0.8"
        )
    return mark


def _jobs(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes") from None
    if count < 0:
        raise argparse.ArgumentTypeError("a number of processes is 0 or more")
    return count or os.cpu_count() or 1


def values_of(pairs: list[str]) -> dict[str, float]:
    """`ROW.KEY=VALUE` texts as a mapping."""
    values: dict[str, float] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        try:
            values[key] = float(text)
        except ValueError:
            sign = ""
        if not sign or "." not in key or not math.isfinite(values[key]):
            raise CliError(f"--set {pair}: write ROW.KEY=NUMBER, for example ssim.ramp=0.9")
    return values


def run(args: argparse.Namespace) -> int:
    """Grade, print, and say by the exit code how it went."""
    reports = list(graded(args))
    if args.json:
        write_json([r.as_json() for r in reports])
    elif args.csv:
        write(as_csv(reports).rstrip("\n"))
    else:
        for line in [*as_table(reports), *totals(reports)]:
            write(line)
    if not args.json:
        _tell(reports)
    return exit_code(reports, fail_under=args.fail_under)


def _require_known(reports: list[Report], values: Mapping[str, float]) -> None:
    """A number to be set that no rubric of the run has is a slip; some may well lack it."""
    from reviewer.model.counting import listed

    graded = [report for report in reports if report.headlines]
    for key in values:
        if graded and all(key in report.lacks for report in graded):
            has = list(dict.fromkeys(name for report in graded for name in report.numbers))
            near = difflib.get_close_matches(key, has, n=20, cutoff=0.4)
            raise CliError(
                f"--set {key}: no rubric of these tasks has such a number. "
                f"They have {listed(near or has, most=20)}."
            )


def _tell(reports: list[Report]) -> None:
    """Notes and errors; what is missing for many tasks alike is told once, with their names."""
    from reviewer.model.counting import listed

    lacking: dict[str, list[str]] = {}
    for report in reports:
        for key in report.lacks:
            lacking.setdefault(key, []).append(report.id)
    for key, tasks in lacking.items():
        write_error(f"--set {key}: not in the rubric of {listed(tasks, most=20)}, graded as before")
    for report in reports:
        for note in report.notes:
            write_error(f"{report.id}: {note}")
    for line, tasks in _causes(reports):
        write_error(line)
        if tasks:
            write_error(f"the same holds for {listed(tasks, most=20)}")


def _causes(reports: list[Report]) -> list[tuple[str, list[str]]]:
    """Every cause as the first task tells it, with the other tasks that it holds for."""
    first: dict[str, str] = {}
    others: dict[str, list[str]] = {}
    for report in reports:
        rows = {check["id"] for check in report.checks}
        for error in report.errors:
            names, _, cause = error.partition(": ")
            if cause in first and names.split(", ")[0] in rows:
                others[cause].append(report.id)
                continue
            # What is no row's is told in full, and whole: it stands for this task alone.
            key = cause if names.split(", ")[0] in rows else f"{report.id}: {error}"
            first.setdefault(key, f"{report.id}: {error}")
            others.setdefault(key, [])
    return [(line, others[key]) for key, line in first.items()]


def graded(args: argparse.Namespace) -> list[Report]:
    """The reports of all tasks in the folders."""
    from reviewer.session import batch
    from reviewer.session.answers import answers_for
    from reviewer.session.jobs import CancelToken
    from reviewer.store.files import FileError

    if args.set and args.write:
        raise CliError(
            "--set tries numbers for one run, a grade file must come out again without it. "
            "Put the numbers into a rubric.toml of the task, or adopt them in the window."
        )
    options = batch.Options(
        judge_answers=args.judge_answers,
        values=values_of(args.set),
        writes=args.write,
        uses_cache=not args.no_cache,
        absent_judge="zero" if args.absent_judge == "zero" else "",
        known_hashes=args.known_hashes,
        detector=args.detector,
        detector_labels=args.detector_labels,
    )
    try:
        found = tasks_in(args.folders)
        if args.judge_answers:
            answers_for(Path(args.judge_answers), found, CancelToken())
    except FileError as error:
        raise CliError(str(error)) from error
    bar = ProgressBar("grading", len(found))
    reports = []
    try:
        for report in batch.grade_all(found, options, jobs=args.jobs):
            reports.append(report)
            bar.step(len(reports))
    finally:
        bar.end()
    _require_known(reports, options.values)
    return reports


def exit_code(reports: list[Report], *, fail_under: float | None) -> int:
    """0 fine, 1 a headline fails (True: its own mark), 2 a task could not be graded."""
    if any(report.errors for report in reports):
        return 2
    if fail_under is None:
        return 0
    unknown = [r.id for r in reports if next(iter(r.headlines.values()), None) is None]
    if unknown:
        write_error(f"no score, so neither passed nor failed: {', '.join(unknown)}")
    if fail_under is True:
        return int(any(value is False for r in reports for value in r.passes.values()))
    first = [next(iter(r.headlines.values()), None) for r in reports]
    return int(any(value is not None and value < fail_under for value in first))


def as_table(reports: list[Report]) -> list[str]:
    """One line a task and headline."""
    rows = []
    for report in reports:
        raised = ", ".join(f["text"] for f in report.flags if f["raised"])
        if not report.headlines:
            rows.append((report.id, report.kind, "", "—", "error", raised))
        for name, value in report.headlines.items():
            rows.append(
                (
                    report.id,
                    report.kind,
                    name,
                    _number(value, report.known.get(name)),
                    _word(report.passes.get(name), report.pass_marks.get(name)),
                    raised,
                )
            )
    return table(rows, head=("task", "kind", "headline", "score", "verdict", "flags"), right="lllr")


def totals(reports: list[Report]) -> list[str]:
    """One line a kind and headline of several tasks: scores that are there, their mean, passes."""
    from reviewer.scoring.summary import spread

    groups: dict[tuple[str, str], list[Report]] = {}
    for report in reports:
        for name in report.headlines:
            groups.setdefault((report.kind, name), []).append(report)
    lines = []
    for (kind, name), scored in groups.items():
        # A task that could not be graded is one of its kind, and has no score.
        several = [*scored, *(r for r in reports if r.kind == kind and not r.headlines)]
        if len(several) < 2:
            continue
        found = spread([report.headlines.get(name) for report in several])
        line = f"{kind} {name}: {found.count} of {len(several)} have a score"
        if found.mean is not None and found.std is not None:
            line += f", mean {score_text(found.mean)}, spread {found.std:.3f}"
        verdicts = [mark for report in several if (mark := report.passes.get(name)) is not None]
        if verdicts:
            line += f"; {sum(verdicts)} of {len(verdicts)} pass"
        lines.append(line)
    return ["", *lines] if lines else []


def _number(value: float | None, known: list[float] | None) -> str:
    if value is None and known:
        return "–".join(map(score_text, known))
    return score_text(value)


def _word(passes: bool | None, mark: float | None) -> str:
    if passes is None:
        return "no verdict"
    needs = "" if mark is None else f" (needs {mark:.2f})"
    return f"{'passes' if passes else 'fails'}{needs}"


def as_csv(reports: list[Report]) -> str:
    """One line a check; a task without checks has one line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["task", "kind", "headline", "score", "passes", "check", "state", "value", "unit", "credit",
         "threshold", "margin", "flags", "errors"]
    )  # fmt: skip
    for report in reports:
        name = next(iter(report.headlines), "")
        start: list[Any] = [
            report.id,
            report.kind,
            name,
            report.headlines.get(name),
            report.passes.get(name),
        ]
        end = [
            " ".join(f["id"] for f in report.flags if f["raised"]),
            " | ".join(report.errors),
        ]
        for check in report.checks or [{}]:
            keys = ("id", "state", "value", "unit", "credit", "threshold", "margin")
            writer.writerow([*start, *(check.get(key) for key in keys), *end])
    return out.getvalue()
