"""One check of the library run alone on a result and a reference, and what the library holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reviewer.kinds import edit_catalog, edit_faults
from reviewer.kinds.edit_measure import measure_one
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.protocol import Request, Token, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, RESULT, Artifact, Check, Measurement, Rubric, Task
from reviewer.scoring.bounds import bound_text, value_text
from reviewer.scoring.credit import credit
from reviewer.scoring.editable import editable, with_values
from reviewer.scoring.library import unknown_check, with_checks
from reviewer.scoring.row import is_number
from reviewer.scoring.rubric_file import RubricError
from reviewer.scoring.rule_rows import LIMITS
from reviewer.store import files, rubrics
from reviewer.store.reader import PictureCache, TaskReader

LIBRARY = "image_checks"
_ROW_KEYS = (*LIMITS, "equals", "weight", "near")
_BESIDE = ("distance_to_golden", "distance_to_initial")


class CheckError(ValueError):
    """A check that cannot be run as it was asked for; the message names what was typed."""


@dataclass(frozen=True, slots=True)
class RowInfo:
    """One row of the library, as a list of checks shows it."""

    id: str
    asks: str
    measure: str
    needs: str
    unit: str
    range: tuple[float | None, float | None]
    source: str
    reads: tuple[str, ...]
    params: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one check came out."""

    id: str
    asks: str
    state: str
    credit: float | None
    value: Any
    unit: str
    threshold: str
    margin: float | None
    reason: str
    notes: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    measurements: tuple[Measurement, ...] = ()
    reading: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain values for `--json`."""
        plain = {
            name: getattr(self, name)
            for name in (
                "id", "asks", "state", "credit", "value", "unit", "threshold", "margin", "reason",
            )
        }  # fmt: skip
        return plain | {
            "notes": list(self.notes),
            "reading": list(self.reading),
            "params": dict(self.params),
            "measurements": {
                m.id: {
                    "value": m.value,
                    "unit": m.unit,
                    "notes": list(m.notes),
                    "reason": m.error or m.reason,
                    "facts": dict(m.facts),
                }
                for m in self.measurements
            },
        }


def library_rows() -> tuple[RowInfo, ...]:
    """Every check that a task can choose."""
    return tuple(_info(check) for check in rubrics.shipped_rubric(LIBRARY).checks)


def _info(check: Check) -> RowInfo:
    instrument = edit_catalog.instrument_of(check.measure)
    assert instrument is not None, f"{check.id}: no instrument measures {check.measure}"
    known = edit_catalog.params_of(check)
    return RowInfo(
        id=check.id,
        asks=check.asks,
        measure=check.measure,
        needs=needs_text(check),
        unit=check.unit or instrument.unit,
        range=(instrument.low, instrument.high),
        source=instrument.source,
        reads=check.reads,
        params={name: _param_text(name, check.params.get(name)) for name in known},
    )


def _param_text(name: str, given: object) -> str:
    param = edit_catalog.PARAMS[name]
    shown = (*param.words[:8], "…") if len(param.words) > 8 else param.words
    words = f" ({', '.join(shown)})" if shown else ""
    return f"{param.about}{words}" + ("" if given is None else f"; {given!r} unless said")


def needs_text(check: Check) -> str:
    """What a row asks of its measurements, in words."""
    rule = check.rule
    if rule.form == "equals":
        is_said = rule.equals != edit_faults.UNSAID
        return f"= {value_text(rule.equals)}" if is_said else "= what the task says"
    bounds = rule.conditions or tuple(stair.bound for stair in rule.stairs)
    return (" and " if rule.needs_all else " or ").join(bound_text(bound) for bound in bounds)


def run_check(
    name: str,
    result: Path,
    *,
    references: Mapping[str, Path],
    settings: Mapping[str, Any],
    token: Token,
) -> Outcome:
    """Run one check; `references` are by role, an empty role stands for whichever it reads.

    Raises CheckError or FileError for what cannot be asked.
    """
    check = _chosen(name, settings)
    task = _task(check, result, references)
    reader = TaskReader(task, PictureCache(), cancel=token.check)
    rubric = Rubric(LIBRARY, 1, (check,), (), ())
    pictures = EditPictures(
        Request(task=task, rubric=rubric, reader=reader, token=token),
        reading="raw" if settings.get("read") == "raw" else "seen",
    )
    _require_references(check, task, pictures)
    found: dict[str, Measurement] = {}
    for identity in (*dict.fromkeys(edit_catalog.ids_of(check)), *_BESIDE):
        made = measure_one(pictures, identity, check.params if identity not in _BESIDE else {})
        if made is not None and (made.is_measured or identity not in _BESIDE):
            found[identity] = made
    (credited,) = credit(rubric, found)
    measured = found[check.measure]
    return Outcome(
        id=check.id,
        asks=check.asks,
        state=credited.state,
        credit=credited.credit,
        value=measured.value,
        unit=check.unit or measured.unit,
        threshold=needs_text(check),
        margin=credited.margin,
        reason=credited.reason or measured.error or measured.reason,
        notes=measured.notes,
        params={key: value for key, value in check.params.items() if key != "use"},
        measurements=tuple(found.values()),
        reading=tuple(_reading(task, pictures)),
    )


def _reading(task: Task, pictures: EditPictures) -> Iterator[str]:
    """What was said while the pictures were read: scaled, clipped, converted."""
    for artifact in task.artifacts:
        if pictures.is_settings(artifact):
            continue
        try:
            notes = pictures.picture(artifact.role).notes
        except (UnreadableError, NotMeasured):
            continue
        yield from dict.fromkeys(f"{artifact.name}: {note}" for note in notes)


def _require_references(check: Check, task: Task, pictures: EditPictures) -> None:
    """Raise CheckError where a reference is missing or broken: no result could hold the check."""
    has_golden = task.artifact(GOLDEN) is not None
    for role in sorted(edit_faults.needed_roles(check, has_golden=has_golden)):
        if task.artifact(role) is None:
            raise CheckError(
                f"{check.id}: it needs the {role} picture, and none is named. Name it after the "
                f"result, or with --{role}."
            )
        try:
            pictures.picture(role)
        except UnreadableError as error:
            raise CheckError(f"{check.id}: the {role} picture cannot be read: {error}") from error


def _chosen(name: str, settings: Mapping[str, Any]) -> Check:
    """The row with the thresholds and parameters that were set."""
    use: dict[str, object] = {"use": name}
    params: dict[str, object] = {}
    values: dict[str, float] = {}
    odd = [key for key, value in settings.items() if "." in key and not is_number(value)]
    if odd:
        raise _asked_wrongly(name, [f"{key} is a number, not {settings[key]!r}" for key in odd])
    for key, value in settings.items():
        if key == "read":
            continue
        if key in _ROW_KEYS:
            use[key] = value
        elif "." in key:
            values[f"{name}.{key}"] = float(value)
        else:
            params[key] = value
    empty = Rubric(LIBRARY, 1, (), (), ())
    library = rubrics.shipped_rubric(LIBRARY)
    if library.check(name) is None:
        raise CheckError(f"{unknown_check(name, library)}.")
    try:
        joined = with_checks(empty, library, [use | {"params": params}], name=name)
    except RubricError as error:
        raise _asked_wrongly(name, [text.partition(": ")[2] for _, text in error.faults]) from error
    joined = replace(joined, checks=tuple(edit_faults.settled(check) for check in joined.checks))
    faults = [
        fault.removeprefix(f"{name}: ")
        for check in joined.checks
        for fault in edit_faults.faults_of(check)
    ]
    # Several thresholds of a row are numbered; here their names suffice.
    keys = {row.key.rstrip("0123456789").rstrip("_.#"): row.key for row in editable(joined)}
    unknown = sorted(values.keys() - keys.keys())
    faults += [f"there is no threshold {key.partition('.')[2]!r}" for key in unknown]
    if faults:
        raise _asked_wrongly(name, faults)
    return with_values(joined, {keys[key]: value for key, value in values.items()}).checks[0]


def _asked_wrongly(name: str, faults: list[str]) -> CheckError:
    said = "; ".join(faults)
    return CheckError(f"{name}: {said}. `reviewer check --list {name}` shows what it takes.")


def _task(check: Check, result: Path, references: Mapping[str, Path]) -> Task:
    """A task of these files alone; it is never written anywhere."""
    roles = dict(references)
    other = roles.pop("", None)
    if other is not None:
        wanted = {str(check.params.get("against", "")), *check.reads} & {INITIAL, GOLDEN}
        for role in wanted or {GOLDEN}:
            roles.setdefault(role, other)
    for path in (result, *roles.values()):
        if path.is_dir():
            raise files.FileError(path, "it is a folder, not a file", "Name a picture.")
    for path in roles.values():
        if not path.is_file():
            raise files.FileError(path, "there is no such file", "Check the name.")
    named = {RESULT: result, **roles}
    artifacts = tuple(Artifact(role, path.absolute(), path.name) for role, path in named.items())
    folder = result.absolute().parent
    return Task(check.id, "gimp_edit", folder, folder, artifacts, folder / "grade.json")
