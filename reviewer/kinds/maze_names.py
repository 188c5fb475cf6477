"""Maze runs by their file names: answers, clips, puzzles, solutions, labels and rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reviewer.kinds import naming
from reviewer.kinds.protocol import Found, Listing
from reviewer.model import GOLDEN, INITIAL, RESULT

IMAGE = "maze_image"
VIDEO = "maze_video"

# Numbers of an answer, and of a clip, that no row of the shipped rubrics grades.
BESIDE = (
    "edge_touch_pixels", "exploration_score", "has_reflection", "loop_count", "path_length_ratio",
    "path_pixels", "path_precision", "path_recall", "wall_crossing_any", "wall_crossing_pixels",
)  # fmt: skip
BESIDE_CLIP = (
    *BESIDE, "fade_frames", "first_crossing_frame", "frames_with_marker", "iou_with_marker",
    "jumps", "path_extraction_method", "total_frames", "undersampled", "worst_frame",
)  # fmt: skip
PUZZLE = "puzzle"
ANSWER = "answer"
SOLUTION = "solution"
CLIP = "clip"

PICTURES = ("png", "jpg", "jpeg", "webp", "bmp")
_STEM = re.compile(
    r"(?P<algo>[a-z0-9]+)_(?P<difficulty>[a-z0-9]+)_(?P<columns>\d{1,3})x(?P<rows>\d{1,3})"
    r"_n(?P<index>\d+)_(?P<variant>.+)",
    re.IGNORECASE,
)
_ROUND = re.compile(r"round_?(\d+)(?!\d)", re.IGNORECASE)
# The sheets that a run draws may lie below the folder that is opened.
DRAWN = "_evaluation"
_ENDINGS = (("_targeted_solution", ANSWER), ("_solution", SOLUTION))
_ABOVE = 6


@dataclass(frozen=True, slots=True)
class MazeName:
    """A file name of a maze run: `{algo}_{difficulty}_{size}_n{idx}_{variant}` and what follows.

    `maze` is that part alone, `stem` the whole name without extension, `label` what follows `__`.
    """

    maze: str
    stem: str
    form: str
    label: str
    algo: str
    difficulty: str
    columns: int
    rows: int
    index: int
    variant: str


def parse_name(name: str) -> MazeName | None:
    """What a file name says, or None when it is not one of a maze run."""
    ending = naming.extension(name)
    is_clip = naming.is_video(name)
    if name.startswith(".") or not (is_clip or ending in PICTURES):
        return None
    stem = naming.stem(name)
    if stem.endswith(DRAWN):
        return None
    maze, form, label = _split(stem)
    found = _STEM.fullmatch(maze)
    if found is None:
        return None
    if is_clip:
        form = CLIP
    elif not form:
        form = ANSWER if label else PUZZLE
    return MazeName(
        maze=maze,
        stem=stem,
        form=form,
        label=label,
        algo=found["algo"],
        difficulty=found["difficulty"],
        columns=int(found["columns"]),
        rows=int(found["rows"]),
        index=int(found["index"]),
        variant=found["variant"],
    )


def _split(stem: str) -> tuple[str, str, str]:
    """The maze, the form that an ending gives it, and the label; the ending may follow either."""
    head, mark, label = stem.partition("__")
    form = ""
    for ending, meaning in _ENDINGS:
        if head.endswith(ending):
            return head.removesuffix(ending), meaning, label if mark else ""
        if label.endswith(ending):
            label, form = label.removesuffix(ending), meaning
            break
    return head, form, label


def round_suffix(folder: str) -> str:
    """`_round3` for a folder named `easy_round3`, an empty string for one without a round.

    `folder` may be a whole path: the innermost folder that names a round counts.
    """
    for part in reversed(folder.replace("\\", "/").split("/")):
        found = _ROUND.search(part)
        if found:
            return f"_round{found[1]}"
    return ""


def model_of(folder: str) -> str:
    """The folder of a path that names a model whose clips are longer, else an empty string."""
    parts = folder.replace("\\", "/").split("/")
    return next((part for part in reversed(parts[-_ABOVE:]) if "sora" in part.lower()), "")


def detect(listing: Listing, kind: str) -> Iterator[Found]:
    """The answers of a folder, or its clips, each with its solution and puzzle where they are."""
    wanted = CLIP if kind == VIDEO else ANSWER
    named = [(name, found) for name in listing.files if (found := parse_name(name))]
    answers = [(name, found) for name, found in named if found.form == wanted]
    if not answers:
        return
    places = _Places(listing, named)
    suffix = round_suffix(listing.path.name)
    model = model_of(str(listing.path)) if kind == VIDEO else ""
    for name, found in answers:
        puzzle, solution = places.find(PUZZLE, found.maze), places.find(SOLUTION, found.maze)
        roles = [(INITIAL, puzzle), (RESULT, name), (GOLDEN, solution)]
        told = "with its solution" if solution else "without a solution"
        what = "clip" if kind == VIDEO else "answer"
        yield Found(
            kind=kind,
            stem=found.stem,
            roles=tuple((role, path) for role, path in roles if path),
            why=f"named as the {what} to a maze of {found.columns}×{found.rows} cells, {told}",
            settings=settings_of(found, model=model, suffix=suffix),
            consumes=places.consumed,
            grade_suffix=suffix,
            shared=(INITIAL, GOLDEN),
        )


def settings_of(found: MazeName, *, model: str = "", suffix: str = "") -> dict[str, Any]:
    """What the name of an answer says beyond its files."""
    settings: dict[str, Any] = {
        "algo": found.algo,
        "difficulty": found.difficulty,
        "size": [found.columns, found.rows],
        "variant": found.variant,
    }
    extra = {"label": found.label, "model": model, "round": suffix.removeprefix("_")}
    return settings | {key: value for key, value in extra.items() if value}


def _by_maze(files: tuple[str, ...], form: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in sorted(files, key=lambda name: naming.extension(name) != "png"):
        parsed = parse_name(name)
        if parsed is not None and parsed.form == form and not parsed.label:
            found.setdefault(parsed.maze, name)
    return found


class _Places:
    """Where puzzles and solutions may lie: beside the answers, in `solution/`, in `data/` above."""

    def __init__(self, listing: Listing, named: list[tuple[str, MazeName]]) -> None:
        self._listing = listing
        self._folders = self._near()
        self._known: dict[str, list[tuple[str, dict[str, str]]]] = {}
        self._own = tuple(name for name, _ in named)
        self.consumed = tuple(name for name in ("solution", "puzzle") if name in listing.folders)

    def find(self, form: str, maze: str) -> str:
        """The path of a file relative to the listing, or an empty string."""
        own = self._by_form(form, 0)
        if maze in own:
            return own[maze]
        for number in range(1, len(self._folders) + 1):
            found = self._by_form(form, number)
            if maze in found:
                return f"{self._folders[number - 1][0]}/{found[maze]}"
        return ""

    def _by_form(self, form: str, number: int) -> dict[str, str]:
        """Names by maze of one place, read once; place 0 is the folder itself."""
        held = self._known.setdefault(form, [])
        while len(held) <= number:
            if not held:
                held.append(("", _by_maze(self._own, form)))
                continue
            where, listing = self._folders[len(held) - 1]
            held.append((where, _by_maze(listing.files, form)))
        return held[number][1]

    def _near(self) -> list[tuple[str, Listing]]:
        found = []
        for where in self._candidates():
            listing = self._listing.near(where) if "/" in where else self._listing.below(where)
            if listing is not None:
                found.append((where, listing))
        return found

    def _candidates(self) -> Iterator[str]:
        for name in ("solution", "puzzle"):
            if name in self._listing.folders:
                yield name
        yield "../solution"
        yield "../puzzle"
        for level in range(_ABOVE + 1):
            for name in ("solution", "puzzle"):
                yield f"{'../' * level}data/{name}"
