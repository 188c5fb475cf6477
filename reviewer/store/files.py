"""Reading and replacing whole files, with errors that name the file, the cause and the remedy."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import BinaryIO


class FileError(Exception):
    """A file cannot be read or written; the message names the file, the cause and the remedy."""

    def __init__(self, path: Path, cause: str, remedy: str) -> None:
        super().__init__(f"{path}: {cause}. {remedy}")
        self.path = path
        self.cause = cause
        self.remedy = remedy


_CAUSES = {
    errno.ENOSPC: ("the disk is full", "Free some space, or save a copy elsewhere."),
    errno.EDQUOT: ("your disk quota is used up", "Free some space, or save a copy elsewhere."),
    errno.EROFS: ("the file system is read-only", "Save a copy elsewhere."),
    errno.EACCES: ("you may not write here", "Ask for write access, or save a copy elsewhere."),
    errno.EPERM: ("you may not write here", "Ask for write access, or save a copy elsewhere."),
    errno.ENOENT: ("it does not exist", "Check the name, or open the folder again."),
    errno.EISDIR: ("it is a folder, not a file", "Name a file."),
    errno.EIO: ("the disk reports an error", "Check the disk, or save a copy elsewhere."),
    errno.ENAMETOOLONG: ("the name is too long", "Shorten the name of the task's folder."),
}


def file_error(path: Path, error: OSError) -> FileError:
    """The same failure with cause and remedy in words."""
    if error.errno == errno.ENXIO:  # what opening a socket says
        return FileError(path, *_ODD[stat.S_IFSOCK])
    cause, remedy = _CAUSES.get(
        error.errno or 0,
        (error.strerror or str(error), "Check that the file can be reached."),
    )
    return FileError(path, cause, remedy)


def read_error(path: Path, error: OSError) -> FileError:
    """The same for what was to be read."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return FileError(path, "you may not read it", "Ask for read access.")
    return file_error(path, error)


_ODD = {
    stat.S_IFDIR: ("it is a folder, not a file", "Put a file in its place, or name a file."),
    stat.S_IFIFO: ("it is a pipe, not a file", "Replace it by a plain file."),
    stat.S_IFSOCK: ("it is a socket, not a file", "Replace it by a plain file."),
    stat.S_IFCHR: ("it is a device, not a file", "Replace it by a plain file."),
    stat.S_IFBLK: ("it is a device, not a file", "Replace it by a plain file."),
}


def _require_regular(path: Path, mode: int) -> None:
    odd = _ODD.get(stat.S_IFMT(mode))
    if odd is not None:
        raise FileError(path, *odd)


def absence(path: Path) -> str:
    """Why there is no file to be read under a name: nothing is there, or something else is."""
    try:
        odd = _ODD.get(stat.S_IFMT(os.stat(path).st_mode))
    except OSError as error:
        if os.path.islink(path):
            return f"it is a link to {os.readlink(path)}, which cannot be followed"
        if isinstance(error, PermissionError):
            return "you may not read its folder"
        odd = None
    return odd[0] if odd is not None else "there is no such file"


def read_bytes(path: Path, *, limit: int | None = None, start: int = 0) -> bytes:
    """The bytes of a regular file of at most `limit`, from `start` on."""
    try:
        with open(path, "rb", opener=_open_without_waiting) as handle:
            status = os.fstat(handle.fileno())
            _require_regular(path, status.st_mode)
            if limit is not None and status.st_size > limit:
                raise FileError(
                    path,
                    f"it has {status.st_size:,} bytes, more than the {limit:,} read here",
                    "Open it with the program that made it.",
                )
            if start:
                handle.seek(start)
            return handle.read()
    except OSError as error:
        raise read_error(path, error) from error


def read_start(path: Path, *, most: int) -> tuple[bytes, int]:
    """The first bytes of a regular file, and how many it has in all."""
    with stream(path) as handle:
        return handle.read(most), os.fstat(handle.fileno()).st_size


def _open_without_waiting(path: str, flags: int) -> int:
    """Open so that a pipe or device in a task folder cannot hang the program."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))


@contextmanager
def stream(path: Path) -> Iterator[BinaryIO]:
    """A regular file to be read piece by piece; raises FileError, also while it is read."""
    try:
        with open(path, "rb", opener=_open_without_waiting) as handle:
            _require_regular(path, os.fstat(handle.fileno()).st_mode)
            yield handle
    except OSError as error:
        raise read_error(path, error) from error


def digest(data: bytes) -> str:
    """The SHA-256 of bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def digest_file(path: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    try:
        with open(path, "rb", opener=_open_without_waiting) as handle:
            _require_regular(path, os.fstat(handle.fileno()).st_mode)
            return hashlib.file_digest(handle, "sha256").hexdigest()
    except OSError as error:
        raise read_error(path, error) from error


def replace_bytes(path: Path, data: bytes) -> None:
    """Put new contents in place of a file at once: readers see the old or the new, never half.

    The mode bits are kept and a symbolic link is followed to its target.
    """
    target = Path(os.path.realpath(path))
    temporary: str | None = None
    try:
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "the file is read-only")
        target.parent.mkdir(parents=True, exist_ok=True)
        number, temporary = tempfile.mkstemp(
            prefix=f".{target.name[:80]}.", suffix=".tmp", dir=target.parent
        )
        with os.fdopen(number, "wb") as handle:
            os.fchmod(handle.fileno(), _mode_for(target))
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(temporary, target)
        temporary = None
        _sync_folder(target.parent)
    except OSError as error:
        raise file_error(path, error) from error
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)


def _mode_for(target: Path) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return 0o666 & ~_umask()


@cache
def _umask() -> int:
    """Asked for once: asking means setting it for a moment, for all threads."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable where the platform can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def is_inside(path: Path, root: Path) -> bool:
    """True when the real path lies in the real root."""
    real, base = os.path.realpath(path), os.path.realpath(root)
    return real == base or real.startswith(base.rstrip(os.sep) + os.sep)


def set_aside(path: Path, target: Path) -> None:
    """Give a file another name in its folder."""
    try:
        os.replace(path, target)
    except OSError as error:
        raise file_error(path, error) from error


def leads_out(path: Path, root: Path) -> bool:
    """True for a file that links take out of the opened folder, or out of its own one beside it."""
    own = Path(os.path.abspath(path))
    base = Path(os.path.abspath(root))
    return not is_inside(own, base if own.is_relative_to(base) else own.parent)


def append_bytes(path: Path, data: bytes) -> None:
    """Add to the end of a file with one write, making file and folder when they are not there."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(path, flags, 0o666)
        try:
            written = os.write(number, data)
        finally:
            os.close(number)
    except OSError as error:
        raise file_error(path, error) from error
    if written != len(data):
        raise FileError(path, "the disk is full", "Free some space.")
