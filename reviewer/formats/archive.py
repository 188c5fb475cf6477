"""Archives of a rollout (``results.tar.gz``): listed and unpacked without trusting a byte."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import re
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from reviewer.formats.document_error import DocumentError

_CHUNK = 1 << 20
_MAX_READ = 64 << 20
_DRIVE = re.compile(r"^[A-Za-z]:")
_BROKEN = (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, ValueError)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may hold before it is refused."""

    files: int = 20_000
    file_bytes: int = 1 << 30
    total_bytes: int = 4 << 30
    ratio: float = 2000.0
    """Unpacked bytes for each packed byte; real screenshots and logs stay far below."""


@dataclass(frozen=True, slots=True)
class Member:
    """One regular file of an archive, by its safe relative path."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Listing:
    """What an archive holds that may be unpacked, and what is left out, with the reason."""

    members: tuple[Member, ...]
    skipped: tuple[tuple[str, str], ...]
    total_bytes: int


class _Counted:
    """Reads decompressed bytes, and stops before a bomb fills memory or disk."""

    def __init__(self, source: BinaryIO, *, name: str, limit: int) -> None:
        self._source = source
        self._name = name
        self._limit = limit
        self._left = limit

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes, as a file does."""
        if not 0 <= size <= _MAX_READ or size > self._left:
            raise DocumentError(
                self._name,
                f"it unpacks to more than the {self._limit:,} bytes allowed for its size",
                "Unpack it yourself, and open the folder if you trust it",
            )
        data = self._source.read(size)
        self._left -= len(data)
        return data


def list_archive(path: Path, *, limits: Limits | None = None) -> Listing:
    """List a tar archive (plain, gzip, bzip2, xz), and refuse one that is over the limits."""
    bounds = limits or Limits()
    members: dict[str, Member] = {}
    skipped: list[tuple[str, str]] = []
    total = count = 0
    with _opened(path, bounds) as archive:
        for info in archive:
            count += 1
            _within(path, bounds, count, info.size)
            name, reason = _safe_name(info)
            if reason:
                skipped.append((info.name, reason))
            elif name and not info.isdir():
                total += info.size
                # A later entry of a name replaces the earlier one, as tar does.
                members[name] = Member(name, info.size)
    return Listing(tuple(members.values()), tuple(skipped), total)


def unpack(path: Path, destination: Path, *, limits: Limits | None = None) -> Listing:
    """Unpack the regular files of an archive into a folder; nothing is written if it is refused."""
    bounds = limits or Limits()
    listing = list_archive(path, limits=bounds)
    skipped = list(listing.skipped)
    written: dict[str, Member] = {}
    destination.mkdir(parents=True, exist_ok=True)
    with _opened(path, bounds) as archive:
        for info in archive:
            name, reason = _safe_name(info)
            if reason or not name or info.isdir():
                continue
            source = archive.extractfile(info)
            if source is None:
                continue
            try:
                _write(cast(BinaryIO, source), destination, name)
            except OSError as error:
                skipped.append((name, error.strerror or str(error)))
            else:
                written[name] = Member(name, info.size)
    total = sum(member.size for member in written.values())
    return Listing(tuple(written.values()), tuple(skipped), total)


def _safe_name(info: tarfile.TarInfo) -> tuple[str, str]:
    """The path below the destination, or the reason why there is none."""
    if info.issym() or info.islnk():
        return "", f"a link to {info.linkname}"
    if not info.isfile() and not info.isdir():
        return "", "not a regular file"
    name = info.name.replace("\\", "/")
    if "\0" in name:
        return "", "a NUL character in its name"
    if name.startswith("/") or _DRIVE.match(name):
        return "", "an absolute path"
    parts = [part for part in PurePosixPath(name).parts if part != "."]
    if ".." in parts:
        return "", "a path that leaves the folder"
    return "/".join(parts), ""


def _within(path: Path, limits: Limits, count: int, size: int) -> None:
    if count > limits.files:
        raise DocumentError(
            path.name,
            f"it holds more than {limits.files:,} entries",
            "Unpack it yourself, and open the folder if you trust it",
        )
    if size > limits.file_bytes:
        raise DocumentError(
            path.name,
            f"it holds a file of {size:,} bytes, over the {limits.file_bytes:,} allowed",
            "Unpack it yourself, and open the folder if you trust it",
        )


def _write(source: BinaryIO, destination: Path, name: str) -> None:
    target = destination / name
    target.parent.mkdir(parents=True, exist_ok=True)
    inside = os.path.realpath(target.parent)
    root = os.path.realpath(destination)
    if inside != root and not inside.startswith(root.rstrip(os.sep) + os.sep):
        raise OSError(f"{name}: a link in the folder leads out of it")
    if target.is_symlink() or target.is_file():
        target.unlink()
    # "x" never writes through something that appeared meanwhile.
    with open(target, "xb") as handle:
        while chunk := source.read(_CHUNK):
            handle.write(chunk)


@contextmanager
def _opened(path: Path, limits: Limits) -> Iterator[tarfile.TarFile]:
    try:
        packed = os.stat(path).st_size
        with _decompressed(path) as source:
            # Padding of many small entries is allowed for beside the ratio.
            limit = min(limits.total_bytes, int(packed * limits.ratio)) + (1 << 20)
            counted = _Counted(source, name=path.name, limit=limit)
            # A stream never seeks, so a size written in a header is not believed before it is read.
            with tarfile.open(fileobj=cast(BinaryIO, counted), mode="r|") as archive:
                yield archive
    except DocumentError:
        raise
    except _BROKEN as error:
        raise DocumentError(
            path.name, f"it is damaged or no tar archive ({error})", "Fetch it again"
        ) from error
    except OSError as error:
        raise DocumentError(
            path.name, error.strerror or f"it cannot be read ({error})", "Check the file and disk"
        ) from error


def _decompressed(path: Path) -> BinaryIO:
    with open(path, "rb") as handle:
        magic = handle.read(6)
    if magic.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.open(path, "rb"))
    if magic.startswith(b"BZh"):
        return cast(BinaryIO, bz2.open(path, "rb"))
    if magic.startswith(b"\xfd7zXZ\0"):
        return cast(BinaryIO, lzma.open(path, "rb"))
    return open(path, "rb")
