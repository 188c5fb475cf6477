"""Say what a folder would be read as, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from reviewer.cli.text import CliError, table, write, write_error
from reviewer.kinds.agent_roles import RESULTS

_BESIDE_RESULTS = "task.md, gt/, chat.jsonl, agent.log, score.json or _manifest.json"
_LOOKED_FOR = (
    "task.toml: a task of your own, with its roles",
    f"results/ or workspace/ beside {_BESIDE_RESULTS}: a case of the agent benchmark",
    "results.tar.gz: a rollout",
    "NAME.png with NAME_golden.png, or before, after and expected: an edited picture",
    "…_targeted_solution.png or the same as a clip: an answer to a maze",
    "problem.json or answer_key.json with a picture: a picture made from a prompt",
    "a JSON file with checks, overall_score, scores, artifact_checks or reward: a grade",
)
_LOOKED_INTO = 200


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer kinds`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")


def run(args: argparse.Namespace) -> int:
    """One line a task: id, kind, the rule that matched, the roles."""
    from reviewer.session.archives import kind_of
    from reviewer.store.files import FileError
    from reviewer.store.folder import explain_kinds

    try:
        rows = list(
            explain_kinds(
                args.folder,
                kind_of=lambda task: kind_of(task, cancel=lambda: None),
                notes=lambda note: write_error(note.text),
            )
        )
    except FileError as error:
        raise CliError(str(error)) from error
    if not rows:
        raise CliError(_nothing(args.folder))
    cells = [
        (
            row.id,
            row.kind,
            row.why,
            ", ".join(f"{role}={name}" for role, name in row.roles.items()),
        )
        for row in rows
    ]
    for line in table(cells, head=("task", "kind", "because", "files")):
        write(line)
    for row in rows:
        if row.problem:
            write_error(row.problem)
    return 2 if any(row.problem for row in rows) else 0


def _nothing(folder: Path) -> str:
    """What was looked for, and what to add; a lone `results` lacks one thing only."""
    lone = next(_lone_results(folder), None)
    first = f"{folder}: no rule matches."
    if lone is not None:
        first = (
            f"{lone}: results/ alone is no task: nothing says which. Put {_BESIDE_RESULTS} "
            "beside it, or a task.toml."
        )
    return "\n".join(
        (
            first,
            "Looked for, here and in the folders below:",
            *(f"  {each}" for each in _LOOKED_FOR),
            "Or open it in the window and choose the roles by hand.",
        )
    )


def _lone_results(folder: Path) -> Iterator[Path]:
    """Folders that hold `results`: this one, and the first ones in it."""
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        # Whoever walks the folder has said so.
        return
    for path in (folder, *inside[:_LOOKED_INTO]):
        if (path / RESULTS).is_dir():
            yield path
