"""Making a task: initial, reference copy and golden from a recipe, the checks, and the proof."""

from __future__ import annotations

import dataclasses
import json
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.kinds import naming
from reviewer.kinds.edit_faults import faults_of, settled
from reviewer.kinds.protocol import Token, UnreadableError
from reviewer.model import GOLDEN, INITIAL, RESULT
from reviewer.scoring.faults import RubricError
from reviewer.scoring.library import with_checks
from reviewer.session.fitting import PLACES, fitted
from reviewer.session.proof import Proof, measured_as, prove
from reviewer.session.proposing import alike, proposed
from reviewer.session.recipe import Load, Recipe, follow, shown
from reviewer.session.rules import rules_of
from reviewer.store import files, rubrics, task_file
from reviewer.store.reader import PictureCache, TaskReader

if TYPE_CHECKING:
    from PIL import Image

_LIMIT = 2 * 1024**3
_ID = re.compile(r"[\w.-]+(?: [\w.-]+)*")
_MODES = {"jpg": ("RGB", "L"), "jpeg": ("RGB", "L"), "bmp": ("RGB", "L", "P", "1")}
# Checks that may hold before the edit too: the edit must not lose what they ask for.
_GUARDS = frozenset({"mode", "grayscale", "size", "palette", "similar_resized"})
_CAP_AT = 0.75
_ELSEWHERE = (
    "no check asks for this place: where the shape or text stands is only held by likeness to the "
    "golden picture"
)
_CAP = """\
# The parts beside the task's own checks could pass a picture that fails one of these.
extends = "gimp_edit"
name = {name}
version = 1

[[step]]
id = "own_checks_hold"
verb = "cap"
at = {at}
because = "a check of the task itself fails"
when = {{ register = "task_part", below = 1 }}
"""


class MakingError(ValueError):
    """A task that cannot be made; the message names the cause and the remedy."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a task shall be: `checks` None asks for those that fit; `form` empty keeps the source's.

    `source` is a picture on disk, or a blank canvas (width, height, color).
    """

    id: str
    source: Path | tuple[int, int, str]
    recipe: Recipe
    instruction: str = ""
    form: str = ""
    checks: tuple[Mapping[str, Any], ...] | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A task as it would be written: file names with their bytes, the checks, the proof."""

    wish: Wish
    contents: Mapping[str, bytes]
    roles: Mapping[str, str]
    checks: tuple[Mapping[str, Any], ...]
    rubric: bytes
    proof: Proof
    notes: tuple[str, ...] = ()


def open_source(wish: Wish) -> tuple[Image.Image, bytes, str]:
    """The initial picture, its bytes and its extension."""
    from PIL import Image

    from reviewer.formats.encode import encode_image

    if isinstance(wish.source, tuple):
        width, height, color = wish.source
        try:
            image = Image.new("RGB", (width, height), color)
        except ValueError as error:
            raise MakingError(f"a blank canvas of {color!r}: {error}. Use white, say.") from error
        return image, encode_image(image, "png"), "png"
    data = files.read_bytes(wish.source, limit=_LIMIT)
    image, is_layered = as_image(data, wish.source)
    if is_layered:
        return image, encode_image(image, "png"), "png"
    return image, data, naming.extension(wish.source.name) or "png"


def as_image(data: bytes, path: Path) -> tuple[Image.Image, bool]:
    """A picture upright in sRGB, gray where the file is; layered ones are drawn."""
    from PIL import Image

    from reviewer.formats import raster

    if raster.is_xcf(data):
        from reviewer.formats.xcf import flatten
        from reviewer.session.xcf_files import open_xcf

        return Image.fromarray(flatten(open_xcf(path)).rgba), True
    try:
        found = raster.decode(data, name=path.name)
    except raster.RasterError as error:
        raise files.FileError(path, error.cause, f"{error.remedy}.") from error
    image = Image.fromarray(found.pixels)
    return (image.convert(found.mode) if found.mode in ("L", "LA") else image), False


def loader(folder: Path) -> Load:
    """How a recipe finds further pictures: by their path, or beside the source."""

    def load(name: str) -> Image.Image:
        path = Path(name) if Path(name).is_absolute() else folder / name
        try:
            return as_image(files.read_bytes(path, limit=_LIMIT), path)[0]
        except files.FileError as error:
            raise ValueError(str(error)) from error

    return load


def make(wish: Wish, token: Token) -> Made:
    """Make a task in memory and prove it; nothing is written but into a folder for the proof."""
    from reviewer.formats.encode import encode_image

    if not _ID.fullmatch(wish.id):
        raise MakingError(f"{wish.id!r} is no name for a task. Use letters, digits, _ and -.")
    if not wish.recipe:
        raise MakingError("the recipe has no step: golden and initial would be the same.")
    initial, data, extension = open_source(wish)
    near = wish.source.absolute().parent if isinstance(wish.source, Path) else Path.cwd()
    token.check()
    golden = follow(wish.recipe, initial, loader(near))
    form = wish.form.lower() or _form_for(golden, extension)
    try:
        encoded = encode_image(golden, form)
    except ValueError as error:
        raise MakingError(f"the golden picture: {error}. Choose --format png.") from error
    token.check()
    name = wish.id
    contents = {
        f"{name}_initial.{extension}": data,
        f"{name}_initial_reference.{extension}": data,
        f"{name}_golden.{form}": encoded,
    }
    roles = {
        INITIAL: f"{name}_initial_reference.{extension}",
        "working copy": f"{name}_initial.{extension}",
        RESULT: f"{name}.{form}",
        GOLDEN: f"{name}_golden.{form}",
    }
    draft = Made(wish, contents, roles, (), b"", Proof(name, None, None, ()))
    return _proved(draft, initial, golden, token)


def _form_for(golden: Image.Image, extension: str) -> str:
    """The source's own format where it can hold the golden picture, else PNG."""
    known = ("png", "gif", "webp", "tif", "tiff")
    if extension in _MODES:
        return extension if golden.mode in _MODES[extension] else "png"
    return extension if extension in known and golden.mode in ("RGB", "RGBA") else "png"


def _proved(draft: Made, initial: Image.Image, golden: Image.Image, token: Token) -> Made:
    """The draft with the checks that hold for the golden picture and tell the initial apart."""
    wish = draft.wish
    if wish.checks is not None:
        _require_known(wish.checks)
        return _with_cap(dataclasses.replace(draft, checks=wish.checks), token)
    rows = proposed(wish.recipe, mode=golden.mode)
    fitting, problem = _fitting(dataclasses.replace(draft, checks=tuple(rows)), token)
    if problem:
        failed = Proof(wish.id, None, None, (problem,))
        return dataclasses.replace(draft, checks=tuple(rows), proof=failed)
    trial = _trial(dataclasses.replace(draft, checks=tuple(fitting)), token)
    good, bad = dict(trial.golden_credits), dict(trial.initial_credits)
    held = {id_of(row) for row in fitting if good.get(id_of(row)) == 1.0}
    idle = {name for name in held if bad.get(name) == 1.0 and name not in _GUARDS}
    kept = held - idle
    fitting = [row for row in fitting if id_of(row) in kept]
    notes = [
        f"{name} {'holds for the initial' if name in idle else 'does not hold for the golden'} "
        "picture and was left out"
        for name in map(id_of, rows)
        if name not in kept
    ]
    is_elsewhere = any(row["use"] in PLACES and id_of(row) not in kept for row in rows)
    if is_elsewhere:
        notes.append(_ELSEWHERE)
    if is_elsewhere or not any(bad.get(name) != 1.0 for name in kept):
        fitting.append(_fallback(initial, golden))
    made = dataclasses.replace(draft, checks=tuple(fitting), notes=tuple(notes))
    return _with_cap(made, token)


def id_of(row: Mapping[str, Any]) -> str:
    """The id of a chosen check: its own, or that of the library."""
    return str(row.get("id", row.get("use")))


def _fitting(draft: Made, token: Token) -> tuple[list[Mapping[str, Any]], str]:
    """The proposed checks with thresholds that tell, or what is wrong with the task."""
    with tempfile.TemporaryDirectory(prefix="reviewer-task-") as folder:
        _put(draft, Path(folder))
        task = task_file.read_task_file(Path(folder), Path(folder))
        reader = TaskReader(task, PictureCache(), cancel=token.check)
        try:
            rubric = rules_of(task, reader)
            good = measured_as(task, GOLDEN, rubric, reader, token) or {}
            bad = measured_as(task, INITIAL, rubric, reader, token) or {}
        except (RubricError, files.FileError, UnreadableError) as error:
            return [], str(error)
    found = []
    for row in draft.checks:
        check = rubric.check(id_of(row))
        fit = None if check is None else fitted(row, check, good, bad)
        if fit is not None:
            found.append(fit)
    return found, ""


def _require_known(rows: tuple[Mapping[str, Any], ...]) -> None:
    """Raise MakingError for checks that the library does not have in this form."""
    library = rubrics.shipped_rubric("image_checks")
    empty = dataclasses.replace(library, checks=(), steps=())
    try:
        joined = with_checks(empty, library, rows, name="checks")
    except RubricError as error:
        raise MakingError(
            "; ".join(text.partition(": ")[2] for _, text in error.faults) + "."
        ) from error
    faults = [said for row in joined.checks for said in faults_of(settled(row))]
    if faults:
        raise MakingError("; ".join(faults) + ".")


def _fallback(initial: Image.Image, golden: Image.Image) -> dict[str, Any]:
    """Half-way between what the initial picture reaches and the golden one; else exactness."""
    from reviewer.metrics import NotMeasured
    from reviewer.metrics.ssim import ssim

    try:
        reached = ssim(shown(initial), shown(golden)).value
    except NotMeasured:
        return alike(0.9)
    threshold = round(max(0.9, (1 + reached) / 2), 4)
    return alike(threshold) if reached < threshold < 1 else {"use": "exact"}


def _with_cap(made: Made, token: Token) -> Made:
    """A failing check of the task caps the score, where the checks tell the initial apart."""
    plain = _trial(made, token)
    tells = any(dict(plain.initial_credits).get(id_of(row)) != 1.0 for row in made.checks)
    if not tells or plain.initial is None:
        return dataclasses.replace(made, proof=plain)
    name = json.dumps(made.wish.id, ensure_ascii=False)
    capped = dataclasses.replace(made, rubric=_CAP.format(name=name, at=_CAP_AT).encode())
    note = f"a cap was added: a result that fails a check of the task scores {_CAP_AT} at most"
    return dataclasses.replace(capped, proof=_trial(capped, token), notes=(*made.notes, note))


def _trial(made: Made, token: Token) -> Proof:
    with tempfile.TemporaryDirectory(prefix="reviewer-task-") as folder:
        _put(made, Path(folder))
        return prove(task_file.read_task_file(Path(folder), Path(folder)), token)


def _put(made: Made, folder: Path) -> None:
    for name, data in made.contents.items():
        files.replace_bytes(folder / name, data)
    if made.rubric:
        files.replace_bytes(folder / "rubric.toml", made.rubric)
    task_file.write_task_file(
        folder,
        kind="gimp_edit",
        roles=made.roles,
        instruction=made.wish.instruction,
        settings={"id": made.wish.id, "checks": [dict(row) for row in made.checks]},
    )


def write(made: Made, folder: Path, *, replace: bool = False) -> Path:
    """Write the task into its own folder below `folder`; returns that folder."""
    place = folder / made.wish.id
    if place.exists() and any(place.iterdir()) and not replace:
        raise files.FileError(
            place, "the folder is not empty", "Choose another id, or ask to replace it."
        )
    _put(made, place)
    return place
