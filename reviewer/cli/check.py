"""Run one check of the library on a result and a reference, or list all checks."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.text import CliError, table, write, write_json
from reviewer.model.counting import share_text

if TYPE_CHECKING:
    from reviewer.session.one_check import Outcome, RowInfo


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer check`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a check, such as mirror")
    parser.add_argument("result", nargs="?", type=Path, metavar="RESULT")
    parser.add_argument("reference", nargs="?", type=Path, metavar="REFERENCE")
    parser.add_argument("--initial", type=Path, help="the picture before the edit")
    parser.add_argument("--golden", type=Path, help="the picture that was wanted")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a threshold (at_least, equals, other.below …) or a parameter (against, filter, name "
        "…); a pair as key=a,b; `--list NAME` says what a check takes",
    )
    parser.add_argument("--json", action="store_true", help="everything as one object")
    parser.add_argument("--list", action="store_true", help="all checks with units, range, source")


def run(args: argparse.Namespace) -> int:
    """Run or list; exit codes: 0 it passes, 1 it does not, 2 an error."""
    if args.list:
        return _list(args)
    if not args.name or args.result is None:
        raise CliError("name a check and a result, or use --list")
    outcome = _outcome(args)
    if args.json:
        write_json(outcome.as_json())
    else:
        for line in _lines(outcome):
            write(line)
    if outcome.state == "error":
        return 2
    return 0 if outcome.state == "pass" else 1


def _outcome(args: argparse.Namespace) -> Outcome:
    from reviewer.session.jobs import CancelToken
    from reviewer.session.one_check import CheckError, run_check
    from reviewer.store.files import FileError

    given = {"": args.reference, "initial": args.initial, "golden": args.golden}
    references = {role: path for role, path in given.items() if path is not None}
    try:
        return run_check(
            args.name,
            args.result,
            references=references,
            settings=settings_of(args.set),
            token=CancelToken(),
        )
    except (CheckError, FileError) as error:
        raise CliError(str(error)) from error


def settings_of(pairs: list[str], *, option: str = "--set") -> dict[str, Any]:
    """`KEY=VALUE` texts; a value is what TOML reads it as, else the text itself."""
    values: dict[str, Any] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not sign or not key:
            raise CliError(f"{option} {pair}: write KEY=VALUE, for example at_least=0.95")
        if key in values:
            raise CliError(f"{option} {pair}: {key} is given twice. Leave one out.")
        try:
            values[key] = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            values[key] = text
    return values


def _lines(outcome: Outcome) -> list[str]:
    credit = "no credit" if outcome.credit is None else f"credit {outcome.credit:g}"
    lines = [f"{outcome.state} · {credit} · {outcome.asks}"]
    if outcome.reason:
        counts = outcome.state == "not measured" and outcome.credit == 0
        lines.append(f"{outcome.reason}{_COUNTS if counts else ''}")
    rows = [
        (m.id, _said(m.value), m.unit, "; ".join(m.notes) or m.error or m.reason)
        for m in outcome.measurements
    ]
    lines += ["", *table(rows, head=("measured", "value", "unit", "notes"), right="lr")]
    margin = "" if outcome.margin is None else f", {_far(outcome.margin)}"
    lines += ["", f"needs {outcome.threshold}{margin}"]
    if outcome.params:
        lines.append(", ".join(f"{key} = {value}" for key, value in outcome.params.items()))
    lines += dict.fromkeys(outcome.reading)
    return lines


_SHOWN = 120
_COUNTS = "; the check says that this counts as 0"


def _far(margin: float) -> str:
    from reviewer.scoring.bounds import margin_text

    return margin_text(margin, past="to spare", short="short")


def _said(value: object) -> str:
    if value is None:
        return "not measured"
    text = share_text(value, 6) if isinstance(value, float) else str(value) or '""'
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _list(args: argparse.Namespace) -> int:
    from reviewer.session.one_check import library_rows

    rows = [row for row in library_rows() if args.name in (None, row.id)]
    if not rows:
        raise CliError(f"there is no check {args.name!r}; `reviewer check --list` shows all")
    if args.json:
        write_json([_plain(row) for row in rows])
        return 0
    if args.name:
        for name, text in rows[0].params.items():
            write(f"{name:<12} {text}")
        write()
    for line in _how(rows[0] if args.name else None):
        write(line)
    write()
    shown = [
        (row.id, row.measure, row.needs, row.unit, _range(row), ", ".join(row.params), row.source)
        for row in rows
    ]
    head = ("check", "measures", "needs", "unit", "range", "parameters", "source")
    for line in table(shown, head=head):
        write(line)
    return 0


_EXAMPLES = {
    "gimprc": ('equals = "50"', "equals=50", "key", '"undo-levels"', "undo-levels"),
    "mode": ('equals = "RGBA"', "equals=RGBA", "", "", ""),
}


def _how(row: RowInfo | None) -> list[str]:
    """How a threshold and a parameter are given: here, and in a task's file."""
    name = row.id if row else "similar"
    threshold, typed, param, value, text = _EXAMPLES.get(name, ("", "", "", "", ""))
    if not threshold and row is not None:
        known = [key for key in row.params if key in _SAMPLES]
        param = known[0] if known else ""
        value, text = _SAMPLES.get(param, ("", ""))
    elif row is None:
        threshold, typed, param, value, text = (
            "at_least = 0.95", "at_least=0.95", "space", '"grey"', "grey",
        )  # fmt: skip
    weight = threshold or "weight = 2"
    here = f"--set {typed}" if typed else ""
    if param:
        here = f"{here} --set {param}={text}".strip()
    params = f", params = {{ {param} = {value} }}" if param else ""
    lines = [f'in task.toml  [[checks]] with use = "{name}", {weight}{params}']
    return [f"here          {here}", *lines] if here else lines


_SAMPLES = {
    "name": ('"Title"', "Title"),
    "against": ('"initial"', "initial"),
    "size_of": ('"golden"', "golden"),
    "width": ("640", "640"),
    "left": ("0", "0"),
    "above": ("240", "240"),
    "alpha_below": ("10", "10"),
    "dark_below": ("128", "128"),
}


def _range(row: RowInfo) -> str:
    low, high = ("" if end is None else f"{end:g}" for end in row.range)
    return f"{low} … {high}".strip() if low or high else ""


def _plain(row: RowInfo) -> dict[str, Any]:
    low, high = row.range
    return {
        "id": row.id,
        "asks": row.asks,
        "measure": row.measure,
        "needs": row.needs,
        "unit": row.unit,
        "low": low,
        "high": high,
        "source": row.source,
        "reads": list(row.reads),
        "params": dict(row.params),
    }
