"""Loading and measuring one task: pure calls that run in a pool."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from reviewer import kinds
from reviewer.kinds.agent_roles import TASK
from reviewer.kinds.protocol import Measured, Request, Token, UnreadableError
from reviewer.model import Artifact, Entry, Measurement, Rubric, Task
from reviewer.model.measurement import JUDGE
from reviewer.scoring.rubric_file import RubricError
from reviewer.session import archives
from reviewer.session.by_code import note_of
from reviewer.session.rules import rules_of
from reviewer.session.state import Loaded
from reviewer.store import exact_json, files, grade, log
from reviewer.store.cache import MeasurementCache
from reviewer.store.reader import TaskReader
from reviewer.store.settings import Settings

_INSTRUCTION_LIMIT = 4 * 1024 * 1024


def load(
    task: Task,
    *,
    reader: TaskReader,
    settings: Settings,
    cache: MeasurementCache | None,
    token: Token,
) -> Loaded:
    """Everything the disk says of a task; problems become words, never exceptions."""
    if task.problem:
        return _failed(task, task.problem)
    # Before anything is read: what is written meanwhile makes it old.
    stamp = stamp_of(task)
    try:
        task = reader.task = archives.unpacked(task, cancel=token.check)
    except files.FileError as error:
        # Without its results nothing of the task may be graded.
        return _failed(task, str(error))
    notes: list[str] = []
    instruction = _instruction(task, notes)
    read = log.read_all(task)
    entries = read.entries
    notes += read.notes
    try:
        found = _grade_file(task)
    except grade.GradeFileError as error:
        return _failed(task, str(error), instruction=instruction, entries=entries)
    notes += found.notes
    token.check()
    try:
        rubric = rules_of(task, reader)
    except (RubricError, files.FileError, UnreadableError) as error:
        return _failed(task, str(error), instruction=instruction, entries=entries)
    digests = digests_of(task, reader)
    return Loaded(
        task=task,
        instruction=instruction,
        rubric=rubric,
        grade=found,
        entries=entries,
        digests=digests,
        measured=_measured_before(task, reader, rubric, digests, cache),
        notes=tuple(notes),
        unread=read.unread,
        sizes=_sizes(task, reader),
        stamp=stamp,
    )


def _measured_before(
    task: Task,
    reader: TaskReader,
    rubric: Rubric,
    digests: Mapping[str, str],
    cache: MeasurementCache | None,
) -> Measured | None:
    if cache is None:
        return None
    signature = _signed(reader)
    return cache.get(
        cache_key(task, rubric=rubric, digests=digests, parameters={}, signature=signature)
    )


def _failed(
    task: Task, error: str, *, instruction: str = "", entries: tuple[Entry, ...] = ()
) -> Loaded:
    return Loaded(
        task=task,
        instruction=instruction or task.instruction,
        rubric=None,
        grade=None,
        entries=entries,
        digests={},
        measured=None,
        error=error,
    )


def _instruction(task: Task, notes: list[str]) -> str:
    if task.instruction or task.instruction_path is None:
        return task.instruction
    try:
        if task.artifact(TASK) is not None:
            return _prompt(task.instruction_path)
        data = files.read_bytes(task.instruction_path, limit=_INSTRUCTION_LIMIT)
    except files.FileError as error:
        notes.append(str(error))
        return ""
    return data.decode("utf-8-sig", errors="replace").strip()


def _prompt(path: Path) -> str:
    """What a task file tells the agent: it says more than that. All of it where it has no parts."""
    from reviewer.formats.task_markdown import MAX_BYTES, parse_task

    data, size = files.read_start(path, most=MAX_BYTES)
    prompt = parse_task(data, size=size).prompt.strip()
    return prompt or data.decode("utf-8-sig", errors="replace").strip()


def _grade_file(task: Task) -> grade.GradeFile:
    """The grade file; its grader's part comes from the score file of another name, if any."""
    held = (
        grade.load_grade(task.grade_path)
        if task.grade_path.exists()
        else grade.absent(task.grade_path)
    )
    if task.graded_from is not None and task.graded_from.exists():
        return grade.starting_from(held, grade.load_grade(task.graded_from))
    return held


def digests_of(task: Task, reader: TaskReader) -> dict[str, str]:
    """The SHA-256 of each artifact that is there, by role; of several, the first and the rest."""
    digests: dict[str, str] = {}
    for number, artifact in enumerate(task.artifacts):
        if not reader.exists(artifact):
            continue
        role = artifact.role if artifact.role not in digests else f"{artifact.role}#{number}"
        try:
            digests[role] = _digest_of(task, reader, artifact)
        except UnreadableError:
            digests[role] = "unreadable"
    return digests


def stamp_of(task: Task) -> int:
    """Size and time of every file of a task in one number: cheap to ask of a whole folder."""
    found = []
    for artifact in task.artifacts:
        if artifact.path != task.grade_path:
            with suppress(OSError):
                status = artifact.path.stat()
                found.append((str(artifact.path), status.st_size, status.st_mtime_ns))
    return hash(tuple(found))


def _sizes(task: Task, reader: TaskReader) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for artifact in task.artifacts:
        if reader.exists(artifact):
            # One that went since has no size; measuring says why.
            with suppress(UnreadableError):
                sizes[str(artifact.path)] = reader.size(artifact)
    return sizes


def _digest_of(task: Task, reader: TaskReader, artifact: Artifact) -> str:
    """The digest of a file; of the grade file itself only of what the grader wrote in it."""
    if artifact.path == task.grade_path:
        return files.digest(exact_json.dumps(reader.json(artifact)))
    return reader.digest(artifact)


def cache_key(
    task: Task,
    *,
    rubric: Rubric,
    digests: Mapping[str, str],
    parameters: Mapping[str, Any],
    signature: str = "",
) -> str:
    """What a measuring depends on, as one key: pictures, instruments, parameters, settings."""
    kind = kinds.kind(task.kind)
    used = {p.id: p.value for p in rubric.parameters} | dict(parameters)
    rows = sorted(
        (c.measure, sorted((k, str(v)) for k, v in c.params.items())) for c in rubric.checks
    )
    settings = sorted((key, repr(value)) for key, value in task.settings.items())
    names = sorted((a.role, a.name) for a in task.artifacts)
    parts = (
        task.kind,
        sorted(kind.instruments.items()),
        sorted(digests.items()),
        sorted((k, repr(v)) for k, v in used.items()),
        rows,
        settings,
        names,
        *([signature] if signature else []),
    )
    return files.digest(repr(parts).encode("utf-8"))


def _signed(reader: TaskReader) -> str:
    """What the machines' answers depend on: another detector measures again."""
    return reader.machines.signature(reader.task.kind) if reader.machines is not None else ""


def measure(
    task: Task,
    *,
    rubric: Rubric,
    reader: TaskReader,
    parameters: Mapping[str, Any],
    token: Token,
    cache: MeasurementCache | None,
    digests: Mapping[str, str],
) -> Measured:
    """Measure a task, or take what was measured of the very same bytes before."""
    key = cache_key(
        task, rubric=rubric, digests=digests, parameters=parameters, signature=_signed(reader)
    )
    known = cache.get(key) if cache is not None else None
    if known is not None:
        return known
    request = Request(
        task=task, rubric=rubric, reader=reader, token=token, parameters=dict(parameters)
    )
    measured = kinds.kind(task.kind).measure(request)
    if cache is not None and not any(m.error for m in measured.measurements):
        cache.put(key, measured)
    return measured


def merge(
    rubric: Rubric,
    measured: Measured | None,
    *,
    judged: Mapping[str, Measurement],
    by_people: Mapping[str, Any],
) -> dict[str, Measurement]:
    """Measurements in force: code, then judges' answers, then values that people corrected."""
    merged = {m.id: m for m in measured.measurements} if measured else {}
    merged.update(judged)
    for check in rubric.checks:
        if check.overridable and check.measure not in merged:
            merged[check.measure] = Measurement(
                check.measure, None, source=JUDGE, reason="no judge was asked"
            )
    merged.update(corrected(merged, by_people))
    return merged


def corrected(
    found: Mapping[str, Measurement], by_people: Mapping[str, Any]
) -> dict[str, Measurement]:
    """The measurements that people corrected, as a person's, with what code had measured."""
    made: dict[str, Measurement] = {}
    for name, value in by_people.items():
        base = found.get(name) or Measurement(name, None)
        made[name] = Measurement(
            name,
            value,
            unit=base.unit,
            source="person",
            instrument="a person",
            notes=(note_of(base.value),),
            facts=base.facts,
        )
    return made
