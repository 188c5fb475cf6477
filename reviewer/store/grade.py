"""The grade file: a superset of what graders write, built purely and replaced whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reviewer.model import Ledger, Measurement, Review, Rubric, Task
from reviewer.model.measurement import JUDGE
from reviewer.store import exact_json, files

SCHEMA = "reviewer.grade/1"
HEADLINE = "overall_score"
_LIMIT = 64 * 1024 * 1024
_JUDGE_METHOD = "judge_method"


class GradeFileError(Exception):
    """A grade file cannot be read; it will not be overwritten."""

    def __init__(self, path: Path, cause: str, remedy: str) -> None:
        super().__init__(f"{path}: {cause}. {remedy}")
        self.path = path


class ConflictError(Exception):
    """The file on disk changed since it was read; nothing was written."""

    def __init__(self, path: Path, mine: bytes, theirs: bytes) -> None:
        super().__init__(
            f"{path}: the file changed on disk since it was read. "
            "Compare the two and choose which to keep."
        )
        self.path = path
        self.mine = mine
        self.theirs = theirs


@dataclass(frozen=True, slots=True)
class GradeFile:
    """A grade file as it was read; `digest` None means that there was none on disk.

    `grader` is what the grader itself wrote: the document without anything a review added.
    """

    path: Path
    document: Mapping[str, Any] = field(default_factory=dict)
    grader: Mapping[str, Any] = field(default_factory=dict)
    digest: str | None = None
    graded_from: str = ""
    is_list: bool = False
    notes: tuple[str, ...] = ()


def load_grade(path: Path) -> GradeFile:
    """Read a grade file; raises GradeFileError with file, cause and remedy."""
    try:
        data = files.read_bytes(path, limit=_LIMIT)
    except files.FileError as error:
        raise GradeFileError(path, error.cause, error.remedy) from error
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
                f"it is a list of {len(document)} grades",
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
    """A grade file whose grader's part is the score file of another name."""
    return replace(
        fresh,
        grader=source.grader,
        graded_from=source.path.name,
        notes=(*fresh.notes, *source.notes),
    )


def restore_original(document: Mapping[str, Any]) -> dict[str, Any]:
    """The grader's own document: first values put back, everything of ours taken out."""
    review = document.get("review")
    if not isinstance(review, Mapping) or review.get("schema") != SCHEMA:
        return dict(document)
    original = review.get("original")
    if original is None:
        return {}
    plain = {key: value for key, value in document.items() if key != "review"}
    restored = _put_back(plain, original if isinstance(original, Mapping) else {})
    for key in review.get("added", ()):
        restored.pop(key, None)
    return restored


def _put_back(value: Mapping[str, Any], first: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(value)
    for key, item in first.items():
        inner = merged.get(key)
        if isinstance(item, Mapping) and isinstance(inner, Mapping):
            merged[key] = _put_back(inner, item)
        else:
            merged[key] = item
    return merged


def build(
    grader: Mapping[str, Any],
    *,
    task: Task,
    rubric: Rubric,
    measurements: Mapping[str, Measurement],
    ledger: Ledger,
    review: Review,
    digests: Mapping[str, str],
    graded_from: str = "",
) -> dict[str, Any]:
    """The grade document: a pure function of the grader's output, the rubric and all logs."""
    document: dict[str, Any] = {k: v for k, v in grader.items() if k != "review"}
    original: dict[str, Any] | None = {}
    added: list[str] = []
    if not document:
        document, original = _fresh(ledger, measurements), None
    else:
        added = _overlay(
            document,
            original or {},
            ledger=ledger,
            measurements=measurements,
            keeps_checks=bool(review.overrides) or bool(review.measured),
        )
    document["review"] = _review_block(
        task=task,
        rubric=rubric,
        measurements=measurements,
        ledger=ledger,
        review=review,
        digests=digests,
        graded_from=graded_from,
    ) | {"original": original, **({"added": added} if added else {})}
    return document


def _fresh(ledger: Ledger, measurements: Mapping[str, Measurement]) -> dict[str, Any]:
    headline = ledger.headline
    document: dict[str, Any] = {
        HEADLINE: number(headline.value) if headline else None,
        "checks": {check.id: number(check.credit) for check in ledger.checks},
    }
    methods = {m.model for m in measurements.values() if m.source == JUDGE and m.is_measured}
    if methods:
        document[_JUDGE_METHOD] = "vlm"
    return document


def _overlay(
    document: dict[str, Any],
    original: dict[str, Any],
    *,
    ledger: Ledger,
    measurements: Mapping[str, Measurement],
    keeps_checks: bool,
) -> list[str]:
    """Put overridden checks and the headline into the document; first values go to `original`."""
    added: list[str] = []
    for check in ledger.checks:
        if check.is_overridden and check.id != HEADLINE:
            place = _place(check.measurement, document, check.id)
            _set(document, original, place, number(check.credit))
    headline = ledger.headline
    where = _headline_place(document, measurements)
    if where is None:
        document[HEADLINE] = number(headline.value) if headline else None
        added.append(HEADLINE)
    elif headline is not None and (
        keeps_checks or not _same(_get(document, where), headline.value)
    ):
        _set(document, original, where, number(headline.value))
    return added


def _place(
    measurement: Measurement | None, document: Mapping[str, Any], check: str
) -> tuple[str, ...]:
    at = measurement.facts.get("at") if measurement else None
    if isinstance(at, (list, tuple)) and at:
        return tuple(str(part) for part in at)
    for name in ("checks", "scores"):
        if isinstance(document.get(name), Mapping):
            return (name, check)
    return (check,) if check in document else ("checks", check)


def _headline_place(
    document: Mapping[str, Any], measurements: Mapping[str, Measurement]
) -> tuple[str, ...] | None:
    held = measurements.get("headline")
    at = held.facts.get("at") if held else None
    if isinstance(at, (list, tuple)) and at:
        return tuple(str(part) for part in at)
    return (HEADLINE,) if HEADLINE in document else None


def _get(document: Mapping[str, Any], place: tuple[str, ...]) -> object:
    value: object = document
    for part in place:
        if not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    return value


def _set(
    document: dict[str, Any], original: dict[str, Any], place: tuple[str, ...], value: object
) -> None:
    """Set a value in a copy of the nested objects, keeping the first value in `original`."""
    first = _get(document, place)
    target, keep = document, original
    for part in place[:-1]:
        inner = target.get(part)
        target[part] = dict(inner) if isinstance(inner, Mapping) else {}
        target = target[part]
        keep = keep.setdefault(part, {})
    keep[place[-1]] = first
    target[place[-1]] = value


def _same(before: object, value: float | None) -> bool:
    return isinstance(before, (int, float)) and value is not None and float(before) == value


def number(value: float | None) -> float | None:
    """A number as the file carries it: full precision, without a negative zero."""
    return None if value is None else value + 0.0


def _review_block(
    *,
    task: Task,
    rubric: Rubric,
    measurements: Mapping[str, Measurement],
    ledger: Ledger,
    review: Review,
    digests: Mapping[str, str],
    graded_from: str,
) -> dict[str, Any]:
    block: dict[str, Any] = {
        "schema": SCHEMA,
        "task": task.id.rpartition("/")[2] if task.is_single_file else task.id,
        "kind": task.kind,
        "status": review.status,
    }
    if graded_from:
        block["graded_from"] = graded_from
    block["rubric"] = {"name": rubric.name, "version": rubric.version, "sha256": rubric.sha256}
    block["headlines"] = {h.name: number(h.value) for h in ledger.headlines}
    block["measurements"] = {name: _measurement(m) for name, m in measurements.items()}
    block["ledger"] = [
        {
            "verb": line.verb,
            "because": line.because,
            "into": line.into,
            "before": number(line.before),
            "after": number(line.after),
            "fired": line.fired,
            "binding": line.is_binding,
        }
        for line in ledger.lines
    ]
    block["answers"] = {
        item: [
            {
                "author": a.author,
                "value": a.value,
                "at": a.at,
                "blind": a.blind,
                **({"reason": a.reason} if a.reason else {}),
                **({"code": a.code} if a.code is not None else {}),
                **({"stale": True} if a.is_stale else {}),
            }
            for a in answers
        ]
        for item, answers in sorted(review.answers.items())
    }
    block["overrides"] = {
        item: {
            "value": number(o.value),
            "previous": number(o.previous),
            "by": o.by,
            "author": o.author,
        }
        for item, o in sorted(review.overrides.items())
    }
    if review.disputes:
        block["disputes"] = [
            {
                "item": e.item,
                "code": e.code,
                "text": e.text,
                "author": e.author,
                "at": e.at,
                **({"should_be": e.value} if e.value is not None else {}),
            }
            for e in review.disputes
        ]
    if review.adopted:
        block["adopted"] = [
            {"author": e.author, "at": e.at, "why": e.text, "rows": dict(e.extra.get("rows", {}))}
            for e in review.adopted
        ]
    block["bound_to"] = dict(digests)
    return block


def _measurement(m: Measurement) -> dict[str, Any]:
    row: dict[str, Any] = {"value": m.value, "unit": m.unit, "source": m.source}
    if m.instrument:
        row["instrument"] = f"{m.instrument}/{m.version}"
    for name, value in (
        ("reason", m.reason),
        ("error", m.error),
        ("model", m.model),
        ("raw", m.raw),
    ):
        if value:
            row[name] = value
    if m.facts.get("asked_here"):
        row["asked_here"] = True
    row["notes"] = list(m.notes)
    return row


def encode(document: Mapping[str, Any], *, is_list: bool = False) -> bytes:
    """The bytes of a grade document."""
    return exact_json.dumps([document] if is_list else document)


def save(held: GradeFile, document: Mapping[str, Any], *, force: bool = False) -> GradeFile:
    """Replace the file at once; raises ConflictError when it changed on disk since it was read."""
    data = encode(document, is_list=held.is_list)
    new = files.digest(data)
    on_disk = files.read_bytes(held.path, limit=_LIMIT) if held.path.exists() else None
    if on_disk is not None and files.digest(on_disk) == new:
        return replace(held, document=dict(document), digest=new)
    if not force:
        known = files.digest(on_disk) if on_disk is not None else None
        if known != held.digest:
            raise ConflictError(held.path, data, on_disk or b"")
    files.replace_bytes(held.path, data)
    return replace(held, document=dict(document), digest=new)


def save_copy(path: Path, document: Mapping[str, Any]) -> None:
    """Write the grade document to another place."""
    files.replace_bytes(path, encode(document))
