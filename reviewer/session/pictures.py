"""Pictures of a task: a quick first paint, then the full picture, or the reason there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from reviewer.kinds import naming
from reviewer.kinds.agent_roles import DRAWING
from reviewer.kinds.protocol import FOLDER_GONE, NO_FILE, Reading, Token, UnreadableError
from reviewer.model import RESULT, Artifact, Measurement, Rubric, Task
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from reviewer.store.reader import TaskReader

# The kind whose tasks may hold a second candidate, in the role that is apart elsewhere.
_PAIRED = "text_to_image"


@dataclass(frozen=True, slots=True)
class PictureState:
    """One artifact as a pane shows it; `pixels` None with an `error` shows the error in place.

    A settings file has `lines` in the place of pixels.
    """

    role: str
    name: str
    meta: str = ""
    pixels: Any = None
    is_full: bool = False
    error: str = ""
    notes: tuple[str, ...] = ()
    size: tuple[int, int] | None = None
    byte_count: int = 0
    artifact: Artifact | None = field(default=None, compare=False)
    lines: tuple[str, ...] = ()


def artifacts_to_show(task: Task) -> tuple[Artifact, ...]:
    """The artifacts that are pictures, in the order of their panes."""
    order = {"initial": 0, "result": 1, "golden": 2}
    shown = [
        a
        for a in task.artifacts
        if (naming.is_image(a.name) or a.role in order or a.role == DRAWING)
        and (a.role in order or not naming.is_video(a.name))
        and (a.role not in naming.APART_ROLES or task.kind == _PAIRED)
    ]
    return tuple(sorted(shown, key=lambda a: order.get(a.role, 3)))


def waiting(task: Task) -> dict[str, PictureState]:
    """The panes before anything is decoded."""
    return {
        key: PictureState(artifact.role, artifact.name, artifact=artifact)
        for key, artifact in keyed(task)
    }


def keyed(task: Task) -> Iterator[tuple[str, Artifact]]:
    """The artifacts with a key each: the role, or role and number where a role repeats."""
    seen: dict[str, int] = {}
    for artifact in artifacts_to_show(task):
        seen[artifact.role] = seen.get(artifact.role, 0) + 1
        number = seen[artifact.role]
        yield (artifact.role if number == 1 else f"{artifact.role} {number}"), artifact


def first_paint(reader: TaskReader, artifact: Artifact, *, max_side: int) -> PictureState | None:
    """A reduced picture, or None where the file cannot give one."""
    try:
        picture = reader.reduced(artifact, max_side)
    except UnreadableError:
        return None
    return PictureState(
        artifact.role,
        artifact.name,
        _meta(reader, artifact, picture),
        picture.pixels,
        size=(picture.size[0], picture.size[1]),
        artifact=artifact,
    )


def full(reader: TaskReader, artifact: Artifact, *, reading: Reading, token: Token) -> PictureState:
    """The full picture, or the reason why it cannot be shown."""
    token.check()
    if not reader.exists(artifact):
        why = reader.absence(artifact)
        said = f"{artifact.name}: {why}. Put the file in its place."
        if not reader.task.folder.is_dir():
            said = f"{artifact.name}: {FOLDER_GONE}."
        elif why == NO_FILE and artifact.role == RESULT:
            late = "nothing was handed in yet, or the agent did not save it"
            said = f"{artifact.name} is not there: {late}."
        return PictureState(
            artifact.role,
            artifact.name,
            error=said,
            artifact=artifact,
        )
    if naming.is_settings(reader.task.settings.get("task_type"), artifact.name):
        return _settings(reader, artifact)
    try:
        picture = reader.picture(artifact, reading=reading)
    except UnreadableError as error:
        return PictureState(artifact.role, artifact.name, error=str(error), artifact=artifact)
    return PictureState(
        artifact.role,
        artifact.name,
        _meta(reader, artifact, picture),
        picture.pixels,
        is_full=True,
        notes=tuple(picture.notes),
        size=(picture.size[0], picture.size[1]),
        byte_count=picture.byte_count,
        artifact=artifact,
    )


def _settings(reader: TaskReader, artifact: Artifact) -> PictureState:
    """The lines of a settings file, which a pane shows as they stand."""
    try:
        lines: tuple[str, ...] = reader.document(artifact, "settings_lines")
    except UnreadableError as error:
        return PictureState(artifact.role, artifact.name, error=str(error), artifact=artifact)
    size = reader.size(artifact)
    if not any(line.strip() for line in lines):
        said = f"{artifact.name}: it holds no text ({byte_text(size)})."
        return PictureState(artifact.role, artifact.name, error=said, artifact=artifact)
    meta = f"{counted(len(lines), 'line')} · {byte_text(size)}"
    return PictureState(
        artifact.role, artifact.name, meta, lines=lines, byte_count=size, artifact=artifact
    )


def drawn(reader: TaskReader, artifact: Artifact, *, hidden: tuple[str, ...]) -> PictureState:
    """A drawing with some of its layers switched off, or the reason why it cannot be shown."""
    from reviewer.session.drawings import rendering

    try:
        made = rendering(reader, artifact, hidden=hidden)
    except UnreadableError as error:
        return PictureState(artifact.role, artifact.name, error=str(error), artifact=artifact)
    height, width = made.pixels.shape[:2]
    off = (f"layers off: {', '.join(hidden)}",) if hidden else ()
    return PictureState(
        artifact.role,
        artifact.name,
        f"{width}×{height} SVG · {byte_text(reader.size(artifact))}",
        made.pixels,
        is_full=True,
        notes=("drawn by the program", *off, *made.notes),
        size=(width, height),
        byte_count=reader.size(artifact),
        artifact=artifact,
    )


class _Graded(Protocol):
    @property
    def measurements(self) -> Mapping[str, Measurement]: ...
    @property
    def rubric(self) -> Rubric | None: ...


def found_lines(state: _Graded, row: str) -> tuple[frozenset[int], int]:
    """The lines of the result that measurements stand on, and that of one row (0 without)."""
    lines = {
        name: int(found.facts["line"])
        for name, found in state.measurements.items()
        if isinstance(found.facts.get("line"), int)
    }
    check = state.rubric.check(row) if state.rubric is not None else None
    return frozenset(lines.values()), lines.get(check.measure, 0) if check is not None else 0


def _meta(reader: TaskReader, artifact: Artifact, picture: Any) -> str:  # noqa: ANN401 - Picture
    size = picture.size
    frames = f" · {picture.frames} frames" if picture.frames > 1 else ""
    return f"{size[0]}×{size[1]} {picture.mode} · {byte_text(reader.size(artifact))}{frames}"


def byte_text(count: int) -> str:
    """A number of bytes as people read it."""
    if count < 1000:
        return f"{count} B"
    if count < 1_000_000:
        return f"{count / 1000:.1f} kB"
    return f"{count / 1_000_000:.2f} MB"
