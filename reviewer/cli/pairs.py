"""Count blind pairs: wins, ties, people against the model, and the pull of a side."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.cli.text import CliError, table, write, write_error, write_json
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reviewer.scoring.agreement import VoterCounts
    from reviewer.session.pair_report import PairReport, PairRow


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer pairs`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="one object with pairs and figures")


def run(args: argparse.Namespace) -> int:
    """Read every pair below the folder and count."""
    from reviewer.cli.agreement import compared
    from reviewer.session.pair_report import pair_report, pair_row
    from reviewer.session.pairs import is_pair

    rows: list[PairRow | None] = []
    done = compared(args.folder, visit=lambda s: rows.append(pair_row(s)), only=is_pair)
    found = pair_report(row for row in rows if row is not None)
    if not found.rows and not done.problems:
        raise CliError(f"{args.folder}: no task here has two candidate pictures.")
    if args.json:
        write_json(found.as_json())
    else:
        for line in lines_of(found):
            write(line)
    for problem in done.problems:
        write_error(problem)
    return 2 if done.problems else 0


def lines_of(found: PairReport) -> list[str]:
    """The figures as text."""
    rows = [
        (
            row.task,
            row.challenger_slot,
            _people(row),
            row.model or "–",
            "–" if row.verdict is None else f"{row.verdict:g}",
            # The causes behind a missing verdict are what `grade` and `explain` tell.
            row.rule or row.says.partition(" · ")[0],
        )
        for row in found.rows
    ]
    lines = table(rows, head=("pair", "first in", "people", "model", "verdict", "by"))
    lines.append("")
    for name, one in found.people.items():
        lines.append(_voter_line(name, one.person))
        if one.both:
            low, high = one.interval or (0.0, 1.0)
            lines.append(
                f"  agrees with the model on {one.agrees} of {counted(one.both, 'pair')} "
                f"({low:.0%} to {high:.0%}), opposed on {one.opposed}"
            )
    if found.model is not None:
        lines.append(_voter_line("model", found.model))
    lines.append(f"sides swapped for the model: {_counts(found.probes)}")
    for name, probes in found.people_probes.items():
        lines.append(f"sides swapped for {name}: {_counts(probes)}")
    if found.changed:
        lines.append(f"{counted(found.changed, 'vote')} changed after the reveal, not counted")
    if found.open_votes:
        lines.append(f"{counted(found.open_votes, 'vote')} cast with names in sight, not counted")
    return lines


def _people(row: PairRow) -> str:
    said = [
        f"{name}: {vote}" + (f", then {row.changed[name]}" if name in row.changed else "")
        for name, vote in row.people.items()
    ]
    said += [f"{name}: {vote} (names in sight)" for name, vote in row.open_votes.items()]
    return ", ".join(said) or "–"


def _counts(probes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in probes.items())


def _voter_line(name: str, counts: VoterCounts) -> str:
    share = counts.slot_a_share
    side = "" if share is None else f"; picks A in {share:.0%} of {counts.slot_a + counts.slot_b}"
    chance = counts.slot_chance
    odds = "" if chance is None else f" (chance without a pull {chance:.2f})"
    return (
        f"{name}: first {counts.challenger_wins}, second {counts.king_wins}, ties {counts.ties}"
        f"{side}{odds}"
    )
