"""What a maze run judges: folders and patterns to answers, each with its solution and outputs."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from reviewer.kinds import maze_names, naming
from reviewer.kinds.maze_names import ANSWER, CLIP, SOLUTION
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.session.maze_rows import printable
from reviewer.store import files
from reviewer.store.listing import list_folder, unlisted

_ABOVE = 6


@dataclass(frozen=True, slots=True)
class Plan:
    """How one run judges: everything a spawned process needs."""

    is_video: bool
    parameters: MazeParameters
    model_name: str
    solution_dir: Path | None = None
    draws: bool = True


@dataclass(frozen=True, slots=True)
class Order:
    """One answer to judge; `name` is the stem of its output files.

    An answer with a `fault` cannot be read at all, and why is known from its name or its place.
    """

    answer: Path
    solution: Path | None
    maze: str
    name: str
    expected: tuple[int, int] | None = None
    fault: str = ""

    @property
    def stamp(self) -> str:
        """Size and time of both files: another stamp is another answer."""
        return " ".join(_stamp(path) for path in (self.answer, self.solution) if path is not None)


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One input folder of a run with where its results go."""

    input: Path
    output: Path
    suffix: str
    orders: tuple[Order, ...] = ()
    skipped: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def _stamp(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return "0"
    return f"{status.st_size}-{status.st_mtime_ns}"


def folders_of(inputs: Sequence[str], output: Path, plan: Plan) -> list[RunFolder]:
    """The input folders with their answers; a folder without answers stands for those below it.

    Where results go hangs on what was asked for alone, never on which folders are there today:
    one folder's own results lie in the output folder itself, all others as they lie below the
    folder given, below the part of a pattern before its first wildcard, or below what several
    of them have in common.
    """
    common = Path(os.path.commonpath([_fixed_part(text) for text in inputs]))
    leaves = dict.fromkeys(_leaves(inputs, plan))
    return [_folder(leaf, output / leaf.relative_to(common), plan) for leaf in leaves]


def _is_pattern(text: str) -> bool:
    return glob.has_magic(text) and not os.path.isdir(text)


def _fixed_part(text: str) -> str:
    """An input's absolute path up to its first wildcard."""
    path = Path(os.path.abspath(text))
    parts = path.parts
    if _is_pattern(text):
        parts = tuple(takewhile(lambda part: not glob.has_magic(part), parts))
    return str(Path(*parts))


def _leaves(inputs: Sequence[str], plan: Plan) -> Iterator[Path]:
    for text in inputs:
        matched = sorted(glob.glob(text), key=naming.natural_key) if _is_pattern(text) else []
        for name in matched or [text]:
            folder = Path(os.path.abspath(name))
            if not folder.is_dir():
                if matched:
                    continue
                raise files.FileError(
                    folder, "there is no such folder", "Give --input_dir a folder with answers."
                )
            yield from _below(folder, plan, depth=0) or [folder]


def _below(folder: Path, plan: Plan, *, depth: int) -> list[Path]:
    listing = list_folder(folder, folder)
    names = [*listing.files, *(printable(name) for name, _ in unlisted(folder))]
    if any(answer_name(name, is_video=plan.is_video) for name in names):
        return [folder]
    if depth >= _ABOVE:
        return []
    return [leaf for sub in listing.folders for leaf in _below(folder / sub, plan, depth=depth + 1)]


def answer_name(name: str, *, is_video: bool) -> str:
    """The maze that a file answers, by its name, or an empty string when it is no answer."""
    found = maze_names.parse_name(name)
    if found is not None:
        return found.maze if found.form == (CLIP if is_video else ANSWER) else ""
    # Names outside the pattern still pair where the ending says what they are.
    if name.startswith(".") or naming.stem(name).endswith(maze_names.DRAWN):
        return ""
    stem = naming.stem(name).partition("__")[0]
    if is_video:
        return stem if naming.is_video(name) else ""
    ending = "_targeted_solution"
    is_answer = naming.extension(name) in maze_names.PICTURES and stem.endswith(ending)
    return stem.removesuffix(ending) if is_answer else ""


def _folder(folder: Path, output: Path, plan: Plan) -> RunFolder:
    listing = list_folder(folder, folder)
    solutions = Solutions(folder, plan.solution_dir)
    named = [
        (name, maze)
        for name in listing.files
        if (maze := answer_name(name, is_video=plan.is_video))
    ]
    stems = Counter(naming.stem(name) for name, _ in named)
    orders = [
        order_of(folder / name, maze, solutions, is_alone=stems[naming.stem(name)] == 1)
        for name, maze in named
    ]
    for name, fault in unlisted(folder):
        if maze := answer_name(printable(name), is_video=plan.is_video):
            stem = naming.stem(printable(name))
            orders.append(Order(folder / name, None, maze, stem, fault=fault))
    orders.sort(key=lambda order: naming.natural_key(order.answer.name))
    media = [n for n in listing.files if naming.is_video(n) or naming.is_image(n)]
    taken = {name for name, _ in named}
    skipped = tuple(n for n in media if n not in taken and not maze_names.parse_name(n))
    unread = tuple(n for n in listing.files if plan.is_video and naming.is_unread_clip(n))
    return RunFolder(folder, output, round_of(folder, plan), tuple(orders), skipped, unread)


def order_of(answer: Path, maze: str, solutions: Solutions, *, is_alone: bool = True) -> Order:
    """One answer with its solution."""
    parsed = maze_names.parse_name(answer.name)
    stem = naming.stem(answer.name)
    return Order(
        answer=answer,
        solution=solutions.find(maze),
        maze=maze,
        name=stem if is_alone else f"{stem}_{naming.extension(answer.name)}",
        expected=(parsed.columns, parsed.rows) if parsed else None,
    )


def round_of(folder: Path, plan: Plan) -> str:
    """The round that a folder's name adds to its result files; pictures have none."""
    return maze_names.round_suffix(folder.name) if plan.is_video else ""


class Solutions:
    """Where the solutions of a folder lie: where the person said, else the usual places."""

    def __init__(self, folder: Path, given: Path | None) -> None:
        self._given = given
        self._places = [given] if given is not None else list(usual_places(folder))
        self._known: dict[Path, dict[str, Path]] = {}

    def find(self, maze: str) -> Path | None:
        """The solution of a maze, or None."""
        for place in self._places:
            if place not in self._known:
                is_theirs = place == self._given or place.name == SOLUTION
                self._known[place] = _solutions_in(place, with_folders=is_theirs)
            if maze in self._known[place]:
                return self._known[place][maze]
        return None


def usual_places(folder: Path) -> Iterator[Path]:
    """The current folder's `data/solution`, then the places that names alone suggest."""
    yield Path("data/solution").absolute()
    yield folder
    yield folder / "solution"
    yield folder.parent / "solution"
    for above in (folder, *folder.parents[:_ABOVE]):
        yield above / "data" / "solution"


def _solutions_in(place: Path, *, with_folders: bool) -> dict[str, Path]:
    """The solutions of a folder by maze; one of solutions only may sort them into folders."""
    if not place.is_dir():
        return {}
    found = _named(place)
    if not found and with_folders:
        for path in sorted(place.rglob("*_solution.*")):
            if path.is_file():
                _add(found, path)
    return found


def _named(place: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for name in list_folder(place, place).files:
        _add(found, place / name)
    return found


def _add(found: dict[str, Path], path: Path) -> None:
    parsed = maze_names.parse_name(path.name)
    if parsed is not None:
        if parsed.form == SOLUTION and not parsed.label:
            _prefer_png(found, parsed.maze, path)
        return
    stem = naming.stem(path.name)
    is_picture = naming.extension(path.name) in maze_names.PICTURES
    if is_picture and stem.endswith("_solution") and not stem.endswith("_targeted_solution"):
        _prefer_png(found, stem.removesuffix("_solution"), path)


def _prefer_png(found: dict[str, Path], maze: str, path: Path) -> None:
    if maze not in found or path.suffix.lower() == ".png":
        found[maze] = path
