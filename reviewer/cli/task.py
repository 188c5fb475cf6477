"""Make image-editing tasks from a recipe, and prove that tasks can tell right from wrong."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.check import settings_of
from reviewer.cli.text import CliError, score_text, table, write, write_error, write_json

if TYPE_CHECKING:
    from reviewer.session.making import Made, Wish
    from reviewer.session.proof import Proof
    from reviewer.session.recipe import Recipe


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer task`."""
    parts = parser.add_subparsers(dest="what", required=True, metavar="new|verify|operations")
    new = parts.add_parser("new", help="make a task from a picture and a recipe")
    new.add_argument("id", metavar="ID", help="its name; its files start with it")
    new.add_argument("folder", type=Path, metavar="FOLDER", help="it gets its own folder in it")
    source = new.add_mutually_exclusive_group(required=True)
    source.add_argument("--from", dest="source", type=Path, metavar="FILE", help="a picture")
    source.add_argument("--manifest", type=Path, metavar="FILE", help="a library of pictures")
    source.add_argument("--blank", metavar="WxH[:COLOR]", help="an empty canvas")
    for name in ("domain", "category"):
        new.add_argument(f"--{name}", default="", help="of the library")
    new.add_argument("--tag", action="append", default=[], help="any of these tags of the library")
    new.add_argument("--seed", type=int, help="pick the same picture again")
    new.add_argument("--do", action="append", default=[], metavar="STEP",
                     help="flip, rotate:90, crop:10,10,200,100 …; in this order")  # fmt: skip
    new.add_argument("--recipe", type=Path, metavar="FILE", help="TOML with [[step]] tables")
    new.add_argument("--check", action="append", default=None, metavar="NAME[:KEY=VALUE,…]",
                     help="instead of the checks that fit")  # fmt: skip
    new.add_argument("--instruction", default="", help="what the agent is told")
    new.add_argument("--format", default="", help="of the golden picture: png, jpg …")
    new.add_argument("--force", action="store_true", help="replace a folder that is there")
    new.add_argument("--open", action="store_true", help="open the working copy in GIMP")
    verify = parts.add_parser("verify", help="golden scores 1.0, initial fails")
    verify.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    verify.add_argument("--json", action="store_true")
    parts.add_parser("operations", help="the steps a recipe may have")


def run(args: argparse.Namespace) -> int:
    """Make, prove or list; exit codes: 0 it holds, 1 it does not, 2 an error."""
    from reviewer.session.making import MakingError
    from reviewer.session.recipe import RecipeError
    from reviewer.store.files import FileError

    try:
        if args.what == "operations":
            return _operations()
        return _verify(args) if args.what == "verify" else _new(args)
    except (MakingError, RecipeError, FileError) as error:
        raise CliError(str(error)) from error


def _operations() -> int:
    from reviewer.session.recipe_table import OPERATIONS

    rows = []
    for name, operation in OPERATIONS.items():
        values = []
        for value in operation.parameters:
            said = "|".join(value.words) or value.about
            unless = "" if value.default is None else f" [{value.default}]"
            values.append(f"{value.name}: {said}{unless}")
        rows.append((name, operation.title, "; ".join(values)))
    for line in table(rows, head=("step", "does", "values, in order [unless said]")):
        write(line)
    return 0


def _new(args: argparse.Namespace) -> int:
    from reviewer.session.jobs import CancelToken
    from reviewer.session.making import make
    from reviewer.session.making import write as put

    made = make(_wish(args), CancelToken())
    for note in made.notes:
        write_error(note)
    if not made.proof.holds:
        for problem in made.proof.problems:
            write_error(problem)
        was_tried = made.proof.golden is not None or made.proof.initial is not None
        why = ": the task could not tell right from wrong" if was_tried else ""
        write_error(f"nothing was written{why}")
        return 1
    place = put(made, args.folder, replace=args.force)
    write(str(place))
    for line in _made_lines(made):
        write(line)
    if args.open:
        _open(place / made.roles["working copy"])
    return 0


def _open(path: Path) -> None:
    from reviewer.process.gimp import open_in_gimp
    from reviewer.process.runner import StartError

    try:
        open_in_gimp([path])
    except StartError as error:
        write_error(str(error))


def _made_lines(made: Made) -> list[str]:
    checks = ", ".join(str(row.get("id", row["use"])) for row in made.checks)
    files = [*made.contents, "task.toml", *(["rubric.toml"] if made.rubric else [])]
    golden, initial = score_text(made.proof.golden), score_text(made.proof.initial)
    return [
        f"files: {', '.join(files)}",
        f"checks: {checks}",
        f"proof: golden {golden}, initial {initial} (fails)",
    ]


def _wish(args: argparse.Namespace) -> Wish:
    from reviewer.session.making import Wish

    checks = None if args.check is None else tuple(_check(text) for text in args.check)
    return Wish(
        args.id, _source(args), _recipe(args), args.instruction, args.format.lstrip("."), checks
    )


def _recipe(args: argparse.Namespace) -> Recipe:
    from reviewer.session.recipe import parse_recipe, parse_step
    from reviewer.store.files import read_bytes

    steps: Recipe = ()
    if args.recipe is not None:
        steps = parse_recipe(read_bytes(args.recipe, limit=1 << 20), name=str(args.recipe))
    return (*steps, *(parse_step(text) for text in args.do))


def _check(text: str) -> dict[str, Any]:
    """`mirror:at_least=0.95,against=golden` as a row of `[[checks]]`."""
    from reviewer.session.typed_values import TypedError, parts_of

    name, _, rest = text.partition(":")
    row: dict[str, Any] = {"use": name}
    try:
        parts = parts_of(rest, lists=True)
    except TypedError as error:
        raise CliError(f"--check {name}: {error}") from error
    pairs = [f"{key}={value}" if key else value for key, value in parts if key or value]
    own = ("id", "weight", "at_least", "above", "at_most", "below", "equals", "near", "asks")
    for key, value in settings_of(pairs, option="--check").items():
        if key in own:
            row[key] = value
        else:
            row.setdefault("params", {})[key] = value
    return row


def _source(args: argparse.Namespace) -> Path | tuple[int, int, str]:
    from reviewer.session.blank import blank_canvas
    from reviewer.session.manifest import matching, pick, read_manifest

    if args.blank:
        try:
            return blank_canvas(args.blank)
        except ValueError as error:
            raise CliError(f"--blank {error}") from error
    if args.source is not None:
        return Path(args.source)
    manifest = read_manifest(args.manifest)
    for fault in manifest.faults:
        write_error(fault)
    found = matching(manifest.assets, domain=args.domain, category=args.category, tags=args.tag)
    asset = pick(found, seed=args.seed)
    if asset is None:
        raise CliError(f"{args.manifest}: no picture fits this domain, category and tags")
    write_error(f"picked {asset.path}")
    return asset.path


def _verify(args: argparse.Namespace) -> int:
    from reviewer.session.jobs import CancelToken
    from reviewer.session.proof import verify

    proofs = [proof for folder in args.folders for proof in verify(folder, CancelToken())]
    if not proofs:
        raise CliError(f"{', '.join(map(str, args.folders))}: no task was found")
    if args.json:
        write_json([_plain(proof) for proof in proofs])
    else:
        rows = [(p.task, score_text(p.golden), score_text(p.initial), _words(p)) for p in proofs]
        for line in table(rows, head=("task", "golden", "initial", "proof"), right="lrr"):
            write(line)
    return 0 if all(proof.holds for proof in proofs) else 1


def _words(proof: Proof) -> str:
    said = ["holds"] if proof.holds else list(proof.problems)
    return "; ".join((*said, *proof.notes))


def _plain(proof: Proof) -> dict[str, Any]:
    return {
        "task": proof.task,
        "golden": proof.golden,
        "initial": proof.initial,
        "holds": proof.holds,
        "problems": list(proof.problems),
        "notes": list(proof.notes),
        "golden_credits": dict(proof.golden_credits),
        "initial_credits": dict(proof.initial_credits),
    }
