"""The grade file on disk: read exactly, replaced whole, never over something unread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reviewer.model.counting import counted
from reviewer.store import exact_json, files
from reviewer.store.grade_block import SCHEMA
from reviewer.store.grade_document import HEADLINE, build, is_ours, restore_original

__all__ = [
    "HEADLINE", "SCHEMA", "ConflictError", "GradeFile", "GradeFileError", "absent", "build",
    "encode", "is_ours", "joined", "load_grade", "on_disk", "parse_grade", "restore_original",
    "save", "save_copy", "says_the_same", "starting_from",
]  # fmt: skip

_LIMIT = 64 * 1024 * 1024


class GradeFileError(Exception):
    """A grade file cannot be read; it will not be overwritten."""

    def __init__(self, path: Path, cause: str, remedy: str) -> None:
        super().__init__(f"{path}: {cause}. {remedy}")
        self.path = path
        self.cause = cause
        self.remedy = remedy


class ConflictError(Exception):
    """The file on disk changed since it was read; nothing was written."""

    def __init__(self, path: Path, mine: bytes, theirs: bytes | None) -> None:
        super().__init__(
            f"{path}: the file changed on disk since it was read. "
            "Compare the two and choose which to keep."
        )
        self.path = path
        self.mine = mine
        # None where the file is gone.
        self.theirs = theirs


@dataclass(frozen=True, slots=True)
class GradeFile:
    """A grade file as it was read; `digest` None means that there was none on disk.

    `grader` is what the grader itself wrote: the document without anything a review added;
    `source_digest` is that of the score file of another name that it starts from.
    """

    path: Path
    document: Mapping[str, Any] = field(default_factory=dict)
    grader: Mapping[str, Any] = field(default_factory=dict)
    digest: str | None = None
    graded_from: str = ""
    source_digest: str | None = None
    is_list: bool = False
    notes: tuple[str, ...] = ()


def load_grade(path: Path) -> GradeFile:
    """Read a grade file; raises GradeFileError with file, cause and remedy."""
    try:
        data = files.read_bytes(path, limit=_LIMIT)
    except files.FileError as error:
        raise GradeFileError(path, error.cause, error.remedy) from error
    return parse_grade(path, data)


def parse_grade(path: Path, data: bytes) -> GradeFile:
    """The grade file of some bytes; raises GradeFileError with file, cause and remedy."""
    try:
        read = exact_json.loads(data)
    except ValueError as error:
        raise GradeFileError(
            path, f"it is not valid JSON ({error})", "Correct it by hand; it is left as it is."
        ) from error
    document = read.document
    is_list = isinstance(document, list)
    if is_list:
        if len(document) != 1:
            raise GradeFileError(
                path,
                f"it is a list of {counted(len(document), 'grade')}",
                "Split it into one file a task.",
            )
        document = document[0]
    if not isinstance(document, dict):
        raise GradeFileError(
            path,
            f"it holds a {type(document).__name__}, not a grade",
            "A grade is a JSON object with checks and a score.",
        )
    return GradeFile(
        path=path,
        document=document,
        grader=restore_original(document),
        digest=files.digest(data),
        graded_from=_graded_from(document),
        is_list=is_list,
        notes=tuple(f"{path}: {note}." for note in read.notes),
    )


def _graded_from(document: Mapping[str, Any]) -> str:
    review = document.get("review")
    value = review.get("graded_from") if isinstance(review, Mapping) else None
    return value if isinstance(value, str) else ""


def absent(path: Path) -> GradeFile:
    """A grade file that does not exist yet."""
    return GradeFile(path)


def starting_from(fresh: GradeFile, source: GradeFile) -> GradeFile:
    """A grade file whose grader's part is the score file of another name.

    What somebody added to the grade file stays. What they changed in it stays as long as the score
    file is the one that it was made from.
    """
    grader = _with_added(source.grader, fresh.grader)
    if source.digest in _bound_to(fresh.document):
        grader = _with_added(fresh.grader, source.grader)
    return replace(
        fresh,
        grader=grader,
        graded_from=source.path.name,
        source_digest=source.digest,
        notes=(*fresh.notes, *source.notes),
    )


def _bound_to(document: Mapping[str, Any]) -> tuple[object, ...]:
    """The digests of the files that a review was made of."""
    review = document.get("review")
    bound = review.get("bound_to") if isinstance(review, Mapping) else None
    return tuple(bound.values()) if isinstance(bound, Mapping) else ()


def joined(held: GradeFile, on_disk: GradeFile) -> GradeFile:
    """The grade file that is held, with what somebody added to the one on disk meanwhile.

    The one on disk counts as read: only a further change of it is another conflict.
    """
    grader = _with_added(held.grader, on_disk.grader)
    return replace(held, grader=grader, digest=on_disk.digest)


def says_the_same(held: GradeFile, on_disk: GradeFile) -> bool:
    """True where the two differ at most in what reviews added, which the logs say anew."""
    if not (is_ours(on_disk.document) and held.is_list == on_disk.is_list):
        return False
    return exact_json.dumps(held.grader) == exact_json.dumps(on_disk.grader)


def _with_added(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(mine)
    for key, value in theirs.items():
        own = found.get(key)
        if key not in found:
            found[key] = value
        elif isinstance(own, Mapping) and isinstance(value, Mapping):
            found[key] = _with_added(own, value)
    return found


def encode(document: Mapping[str, Any], *, is_list: bool = False) -> bytes:
    """The bytes of a grade document."""
    return exact_json.dumps([document] if is_list else document)


def on_disk(path: Path) -> bytes | None:
    """The bytes of a grade file as it is by now, or None where there is none."""
    return files.read_bytes(path, limit=_LIMIT) if path.exists() else None


def save(held: GradeFile, document: Mapping[str, Any]) -> GradeFile:
    """Replace the file at once; raises ConflictError when it changed on disk since it was read."""
    data = encode(document, is_list=held.is_list)
    new = files.digest(data)
    there = on_disk(held.path)
    known = files.digest(there) if there is not None else None
    if known == new:
        return replace(held, document=dict(document), digest=new)
    if known != held.digest:
        raise ConflictError(held.path, data, there)
    files.replace_bytes(held.path, data)
    return replace(held, document=dict(document), digest=new)


def save_copy(path: Path, document: Mapping[str, Any]) -> None:
    """Write the grade document to another place."""
    files.replace_bytes(path, encode(document))
