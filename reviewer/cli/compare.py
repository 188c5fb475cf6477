"""Compare generated pictures with references by three similarity metrics, files or folders."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.text import CliError, ProgressBar, table, write, write_error, write_json
from reviewer.model.counting import short_of_one

if TYPE_CHECKING:
    from reviewer.scoring.summary import Spread
    from reviewer.session.similarity_pairs import PairScores

_METRICS = ("ImageSSIM", "ImageAverageHash", "ImageHistogramMatch")


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer compare`."""
    parser.add_argument("generated", type=Path, metavar="GENERATED", help="a picture or a folder")
    parser.add_argument("reference", type=Path, metavar="REFERENCE", help="a picture or a folder")
    parser.add_argument(
        "--metric", action="append", choices=_METRICS, help="one of them; again for more"
    )
    parser.add_argument("--bins", type=_bins, default=256, metavar="N", help="of the histogram")
    parser.add_argument(
        "--no-resize", action="store_true", help="do not bring other sizes to the reference's"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="pairs, mean and spread as one object")
    form.add_argument("--csv", action="store_true", help="one line a pair")


def _bins(text: str) -> int:
    try:
        count = int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of bins, such as 256") from error
    if not 1 <= count <= 65536:
        raise argparse.ArgumentTypeError("bins are between 1 and 65536")
    return count


def run(args: argparse.Namespace) -> int:
    """Compare and print; exit codes: 0 fine, 2 when a pair could not be measured."""
    from reviewer.session.similarity_pairs import spreads

    metrics = tuple(args.metric or _METRICS)
    rows, alone = _rows(args, metrics)
    found = spreads(rows, metrics)
    if args.json:
        document = {
            "pairs": [row.as_json() for row in rows],
            "spread": {name: one.to_dict() for name, one in found.items()},
            "alone": alone,
        }
        write_json(document)
    elif args.csv:
        write(as_csv(rows, metrics).rstrip("\n"))
    else:
        for line in as_table(rows, metrics, found):
            write(line)
        for row in rows:
            for reason in dict.fromkeys(row.reasons.values()):
                write_error(f"{row.name}: {reason}")
    return 2 if any(row.reasons for row in rows) else 0


def _rows(args: argparse.Namespace, metrics: Sequence[str]) -> tuple[list[PairScores], list[str]]:
    from reviewer.session.jobs import CancelToken
    from reviewer.session.similarity_pairs import compare_pairs, pairs_of
    from reviewer.store.files import FileError

    try:
        pairs, alone = pairs_of(args.generated, args.reference)
    except FileError as error:
        raise CliError(str(error)) from error
    for note in alone:
        write_error(note)
    if not pairs:
        raise CliError(_no_pair(args.generated, args.reference, has_pictures=bool(alone)))
    bar = ProgressBar("comparing", len(pairs))
    rows = []
    for row in compare_pairs(
        pairs, metrics=metrics, bins=args.bins, resize=not args.no_resize, token=CancelToken()
    ):
        rows.append(row)
        bar.step(len(rows))
    bar.end()
    return rows, alone


def _no_pair(generated: Path, reference: Path, *, has_pictures: bool) -> str:
    if not has_pictures:
        return f"{generated}: there is no picture in it or below it. Name a folder of pictures."
    return (
        f"{generated}: no picture has a partner of the same path in {reference}. Give both the "
        "same names, or names that end in _generated and _reference."
    )


def as_table(
    rows: Sequence[PairScores], metrics: Sequence[str], found: Mapping[str, Spread]
) -> list[str]:
    """A line a pair; mean and spread below where there are several."""
    shown = [
        (row.name, *(_number(row.values[name]) for name in metrics), "; ".join(row.notes))
        for row in rows
    ]
    if len(rows) > 1:
        shown.append(("", *("" for _ in metrics), ""))
        for word in ("mean", "std", "low", "high"):
            shown.append((word, *(_number(getattr(found[name], word)) for name in metrics), ""))
        left_out = [str(found[name].left_out) if found[name].left_out else "" for name in metrics]
        if any(left_out):
            shown.append(("not measured", *left_out, ""))
    return table(shown, head=("pair", *metrics, "notes"), right="l" + "r" * len(metrics))


def _number(value: float | None) -> str:
    return "—" if value is None else short_of_one(value, 4)


def as_csv(rows: Sequence[PairScores], metrics: Sequence[str]) -> str:
    """One line a pair with every digit."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["pair", "generated", "reference", *metrics, "notes", "not_measured"])
    for row in rows:
        values: list[Any] = [row.values[name] for name in metrics]
        notes = " | ".join(row.notes)
        reasons = " | ".join(dict.fromkeys(row.reasons.values()))
        writer.writerow([row.name, row.generated, row.reference, *values, notes, reasons])
    return out.getvalue()
