"""Choosing the roles of a folder by hand; the choice is kept as its task.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer import kinds
from reviewer.kinds import naming
from reviewer.kinds.protocol import Kind
from reviewer.store import task_file
from reviewer.store.files import FileError
from reviewer.store.folder import list_folder

if TYPE_CHECKING:
    from reviewer.session.desk import Session

_FILES = 500


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be chosen for a folder, and what it was read as."""

    folder: Path
    files: tuple[str, ...]
    kinds: tuple[Kind, ...]
    kind: str
    roles: Mapping[str, str]
    instruction: str


def offered(session: Session) -> Offered | None:
    """The files of the current task's folder, or of the opened one; None without files."""
    state = session.current
    folder = state.task.folder if state is not None else session.root
    if folder is None:
        return None
    try:
        listing = list_folder(folder, session.root or folder)
    except FileError as error:
        session.say(str(error), is_error=True)
        return None
    names = tuple(name for name in listing.files if not name.endswith(".toml"))[:_FILES]
    if not names:
        return None
    known = {a.role: a.name for a in state.task.artifacts} if state is not None else _guess(names)
    return Offered(
        folder=folder,
        files=names,
        kinds=tuple(kinds.kind(name) for name in kinds.KINDS),
        kind=state.task.kind if state is not None else "gimp_edit",
        roles={role: name for role, name in known.items() if name in names},
        instruction=state.instruction if state is not None else "",
    )


def _guess(names: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in names:
        for word, role in naming.ROLE_WORDS.items():
            if naming.is_image(name) and word in naming.stem(name).casefold():
                found.setdefault(role, name)
    return found


def save(
    session: Session, folder: Path, *, kind: str, roles: Mapping[str, str], instruction: str
) -> bool:
    """Write the folder's task.toml; False when it could not be written, which is said."""
    try:
        task_file.write_task_file(folder, kind=kind, roles=roles, instruction=instruction)
    except FileError as error:
        session.say(str(error), is_error=True)
        return False
    return True
