"""One folder as names, sorted as people count; links out of the tree are left out and noted."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.kinds import naming
from reviewer.kinds.protocol import Listing
from reviewer.model.counting import counted, noun
from reviewer.store import files

_PEEK_LIMIT = 4 * 1024 * 1024
_NAMED = 3
REVIEW = "review"
# A folder under such a name was meant to be a file.
_OF_FILES = (
    naming.IMAGE_EXTENSIONS | naming.VIDEO_EXTENSIONS | naming.TEXT_EXTENSIONS
    | {"json", "toml", "svg"}
)  # fmt: skip
_REVIEW_TAKEN = (
    "{}: it is a file, where the folder of the review logs belongs. What is said of the tasks here "
    "is kept in your own data folder. Rename the file."
)
_LED_OUT = "it is a link that leads out of the folder, which is not followed"
_NEVER = frozenset({REVIEW, "__pycache__", "node_modules", ".git", "__MACOSX"})


@dataclass(frozen=True, slots=True)
class FolderNote:
    """Something about a folder that a person should know: it could not be read, say."""

    path: Path
    text: str


Notes = Callable[[FolderNote], None]
Check = Callable[[], None]
# A folder can hold a hundred thousand names: cancelling must not wait for the last of them.
_CHECK_EVERY = 256


def list_folder(
    folder: Path,
    root: Path,
    notes: Notes = lambda note: None,
    check: Check = lambda: None,
) -> Listing:
    """The names in a folder, sorted as people count."""
    return listed(folder, root, notes, check)[0]


@dataclass(slots=True)
class _Names:
    """What a folder holds, entry by entry; what is left out is kept by why."""

    folder: Path
    root: Path
    notes: Notes
    names: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    linked: set[str] = field(default_factory=set)
    outside: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    def take(self, entry: os.DirEntry[str]) -> None:
        name = entry.name
        if not _is_text(name):
            self.unnamed.append(ascii(name))
            return
        if entry.is_symlink():
            if not files.is_inside(Path(entry.path), self.root):
                self.outside.append(name)
                return
            self.linked.add(name)
        if not _is_folder(entry):
            self.names.append(name)
            if not entry.is_symlink() and not entry.is_file():
                self.odd.append(name)
            elif name == REVIEW:
                self.notes(FolderNote(self.folder, _REVIEW_TAKEN.format(entry.path)))
        elif name not in _NEVER and not name.startswith("."):
            self.folders.append(name)
            if naming.extension(name) in _OF_FILES:
                self.odd.append(name)

    def say(self) -> None:
        """Note what was left out, and what is not what its name says."""
        odd = [f"{name}: {files.absence(self.folder / name)}" for name in self.odd]
        _note(self.folder, self.outside, _OUTSIDE, self.notes)
        _note(self.folder, self.unnamed, _UNNAMED, self.notes)
        _note(self.folder, odd, _ODD, self.notes)


def listed(folder: Path, root: Path, notes: Notes, check: Check) -> tuple[Listing, frozenset[str]]:
    """The names in a folder, and which of its subfolders are links; `check` may raise."""
    found = _Names(folder, root, notes)
    try:
        with os.scandir(folder) as entries:
            for number, entry in enumerate(entries):
                if number % _CHECK_EVERY == 0:
                    check()
                found.take(entry)
    except OSError as error:
        raise files.read_error(folder, error) from error
    found.say()
    listing = Listing(
        path=folder,
        root=root,
        files=_in_order(found.names),
        folders=_in_order(found.folders),
        below=lambda name: _below(folder / name, root, check),
        peek=lambda name: peek(folder / name),
        near=lambda name: _near(folder / name, check),
    )
    return listing, frozenset(found.linked)


def unlisted(folder: Path) -> list[tuple[str, str]]:
    """What `list_folder` leaves out of a folder's files, each with the reason and the remedy."""
    found: list[tuple[str, str]] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if _is_folder(entry):
                    continue
                path = Path(entry.path)
                if not _is_text(entry.name):
                    found.append((entry.name, "its name is not UTF-8. Rename it."))
                elif entry.is_symlink() and not files.is_inside(path, folder):
                    fault = files.absence(path) if not path.exists() else _LED_OUT
                    found.append((entry.name, f"{fault}. Put the file itself in its place."))
    except OSError as error:
        raise files.read_error(folder, error) from error
    return sorted(found, key=lambda each: naming.natural_key(each[0]))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """A link that goes in a circle is a file that cannot be read; its folder still works."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _in_order(names: list[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=naming.natural_key)) if len(names) > 1 else tuple(names)


# Of one file or folder, and of several.
_OUTSIDE = (
    "leads out of the opened folder and is not followed",
    "lead out of the opened folder and are not followed",
)
_ODD = (
    "cannot be read: put a plain file in its place",
    "cannot be read: put plain files in their place",
)
_UNNAMED = (
    "has a name that is no UTF-8 and is left out: rename it",
    "have names that are no UTF-8 and are left out: rename them",
)


def _note(folder: Path, names: list[str], what: tuple[str, str], notes: Notes) -> None:
    """One note a folder, however many names it is about."""
    if names:
        shown = ", ".join(sorted(names)[:_NAMED]) + (", …" if len(names) > _NAMED else "")
        found = counted(len(names), "file or folder", "files or folders")
        notes(FolderNote(folder, f"{folder}: {found} {noun(len(names), *what)} ({shown})."))


def _is_text(name: str) -> bool:
    """Names with bytes that are no UTF-8 stay readable for Python but cannot be saved as JSON."""
    if name.isascii():
        return True
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _below(folder: Path, root: Path, check: Check) -> Listing | None:
    if not folder.is_dir() or not files.is_inside(folder, root):
        return None
    try:
        return list_folder(folder, root, check=check)
    except files.FileError:
        return None


def _near(folder: Path, check: Check) -> Listing | None:
    """A folder beside the opened one that a rule names (`../gt`); never through a link."""
    if folder.is_symlink() or not folder.is_dir():
        return None
    try:
        return list_folder(folder, folder, check=check)
    except files.FileError:
        return None


def peek(path: Path) -> object:
    """The contents of a small JSON or TOML file, or None when it is no such thing."""
    try:
        data = files.read_bytes(path, limit=_PEEK_LIMIT)
    except files.FileError:
        return None
    try:
        if path.suffix.lower() == ".toml":
            return tomllib.loads(data.decode("utf-8-sig"))
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
