"""The files of a task, read once, decoded once, and handed to the kinds."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from reviewer.kinds import naming
from reviewer.kinds.protocol import Reading, Rendering, UnreadableError
from reviewer.model import RESULT, Artifact, Task
from reviewer.store import exact_json, files
from reviewer.store.grade import restore_original

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reviewer.formats.raster import Picture as RasterPicture

GIBIBYTE = 1024**3
_DATA_LIMIT = 2 * GIBIBYTE
_JSON_LIMIT = 64 * 1024 * 1024
_RETRIES = 3
_PAUSE = 0.5
_FRESH = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class FlatPicture:
    """A layered picture made flat, or a drawing; it offers what a decoded raster picture offers.

    `view` is the part of the plane that a drawing shows, in its user units.
    """

    name: str
    pixels: NDArray[np.uint8]
    mode: str
    size: tuple[int, int]
    byte_count: int
    notes: tuple[str, ...]
    format: str = "XCF"
    frames: int = 1
    bits: int = 8
    orientation: int = 1
    non_finite: int = 0
    scale: None = None
    view: tuple[float, float, float, float] | None = None

    @property
    def samples(self) -> NDArray[np.uint8]:
        """The flattened pixels: layers have no samples of their own."""
        return self.pixels


Picture: TypeAlias = "RasterPicture | FlatPicture"


def drawn_picture(made: Rendering, *, name: str, byte_count: int) -> FlatPicture:
    """A rendered drawing with all that a decoded picture offers."""
    height, width = made.pixels.shape[:2]
    return FlatPicture(
        name=name,
        pixels=made.pixels,
        mode="SVG",
        size=(width, height),
        byte_count=byte_count,
        notes=("drawn by the program", *made.notes),
        format="SVG",
        view=made.view,
    )


class PictureCache:
    """Decoded pictures by what they are, least recently used out first, under a memory cap."""

    def __init__(self, limit: int = GIBIBYTE) -> None:
        self._limit = limit
        self._held: OrderedDict[Hashable, tuple[Picture, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Picture | None:
        """The picture under this key, or None."""
        with self._lock:
            found = self._held.get(key)
            if found is None:
                return None
            self._held.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, picture: Picture) -> None:
        """Keep a picture, and let go of the oldest ones over the cap."""
        size = int(picture.pixels.nbytes)
        with self._lock:
            if key in self._held:
                return
            self._held[key] = (picture, size)
            self._bytes += size
            while self._bytes > self._limit and len(self._held) > 1:
                _, (_, gone) = self._held.popitem(last=False)
                self._bytes -= gone

    @property
    def byte_count(self) -> int:
        """How many bytes of pixels are held."""
        return self._bytes


class Machines(Protocol):
    """What reads pictures by machine, handed in by the session: this room knows none."""

    def signature(self, kind: str) -> str:
        """What their answers depend on beside the task's own files."""
        ...

    def document(self, reader: TaskReader, artifact: Artifact, form: str) -> Any:  # noqa: ANN401
        """What they made of a picture, or None for a form they do not know."""
        ...


@dataclass(slots=True)
class TaskReader:
    """Implements the Reader of the kinds for one task; safe to use from several threads."""

    task: Task
    cache: PictureCache
    cancel: Callable[[], None] = lambda: None
    machines: Machines | None = None
    _digests: dict[Path, tuple[tuple[int, int], str]] = field(default_factory=dict)

    def exists(self, artifact: Artifact) -> bool:
        """True when the file is there; what a link brings from outside the folder is not."""
        return artifact.path.is_file() and not self._leads_out(artifact)

    def absence(self, artifact: Artifact) -> str:
        """Why a file that does not exist is not there, in words."""
        if self._leads_out(artifact):
            return f"it is a link out of the opened folder, to {os.path.realpath(artifact.path)}"
        return files.absence(artifact.path)

    def _leads_out(self, artifact: Artifact) -> bool:
        return files.leads_out(artifact.path, self.task.root)

    def _require_inside(self, artifact: Artifact) -> None:
        """Every way to a file's bytes begins here: a task shows nothing but its own folder."""
        if self._leads_out(artifact):
            raise UnreadableError(
                f"{artifact.path}: {self.absence(artifact)}. Put the file itself in its place."
            )

    def size(self, artifact: Artifact) -> int:
        """The number of bytes of the file."""
        self._require_inside(artifact)
        try:
            return artifact.path.stat().st_size
        except OSError as error:
            raise UnreadableError(str(files.file_error(artifact.path, error))) from error

    def digest(self, artifact: Artifact) -> str:
        """The SHA-256 of the file, computed again only when the file changed."""
        self._require_inside(artifact)
        try:
            status = artifact.path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._digests.get(artifact.path)
            if known is not None and known[0] == stamp:
                return known[1]
            value = files.digest_file(artifact.path)
        except OSError as error:
            raise UnreadableError(str(files.file_error(artifact.path, error))) from error
        except files.FileError as error:
            raise UnreadableError(str(error)) from error
        self._digests[artifact.path] = (stamp, value)
        return value

    def data(self, artifact: Artifact) -> bytes:
        """All bytes of the file."""
        self._require_inside(artifact)
        try:
            return files.read_bytes(artifact.path, limit=_DATA_LIMIT)
        except files.FileError as error:
            raise UnreadableError(str(error)) from error

    def text(self, artifact: Artifact) -> str:
        """The file as UTF-8 text, undecodable bytes shown as replacement signs."""
        return self.data(artifact).decode("utf-8-sig", errors="replace")

    def json(self, artifact: Artifact) -> object:
        """The parsed JSON of the file; of a grade file what the grader itself wrote."""
        if self.size(artifact) > _JSON_LIMIT:
            raise UnreadableError(
                f"{artifact.path}: it is larger than {_JSON_LIMIT // 2**20} MB. "
                "Check that this is the file that was meant."
            )
        try:
            document = exact_json.loads(self.data(artifact)).document
        except ValueError as error:
            raise UnreadableError(
                f"{artifact.path}: it is not JSON ({error}). Correct the file."
            ) from error
        if isinstance(document, list) and len(document) == 1:
            document = document[0]
        if isinstance(document, dict) and artifact.path.name.endswith("grade.json"):
            return restore_original(document)
        return document

    def is_decoded(self, artifact: Artifact, *, reading: Reading) -> bool:
        """True when the full picture is at hand without decoding."""
        known = self._digests.get(artifact.path)
        return known is not None and self.cache.get((known[1], reading)) is not None

    def picture(self, artifact: Artifact, *, reading: Reading = "seen") -> Picture:
        """The decoded picture; a result that is still being written is tried again shortly."""
        from reviewer.formats import raster

        for attempt in range(_RETRIES + 1):
            key = (self.digest(artifact), reading)
            held = self.cache.get(key)
            if held is not None:
                return held
            try:
                picture = self._decode(artifact, reading)
            except raster.RasterError as error:
                if attempt < _RETRIES and self._is_being_written(artifact):
                    self.cancel()
                    time.sleep(_PAUSE)
                    continue
                raise UnreadableError(str(error)) from error
            self.cache.put(key, picture)
            return picture
        raise UnreadableError(f"{artifact.path}: it keeps changing. Wait until it is written.")

    def _decode(self, artifact: Artifact, reading: Reading) -> Picture:
        from reviewer.formats import raster

        if naming.is_video(artifact.name):
            return self._still(artifact, is_last=True)
        data = self.data(artifact)
        if raster.is_xcf(data):
            return self._decode_xcf(artifact, data)
        if raster.is_svg(data):
            return self._drawn(artifact, len(data))
        return raster.decode(data, name=artifact.name, reading=reading, cancel=self.cancel)

    def _decode_xcf(self, artifact: Artifact, data: bytes) -> Picture:
        from reviewer.formats import xcf

        try:
            image = xcf.read_xcf(data)
            flat = xcf.flatten(image)
        except xcf.XcfError as error:
            raise UnreadableError(f"{artifact.name}: {error}") from error
        return FlatPicture(
            name=artifact.name,
            pixels=flat.rgba,
            mode=str(image.base_type),
            size=(image.width, image.height),
            byte_count=len(data),
            notes=("flattened from its layers", *flat.approximations),
        )

    def _still(self, artifact: Artifact, *, is_last: bool) -> Picture:
        """One frame for a clip: its last, since a trail is whole there; the first is at hand."""
        clip = self.document(artifact, "video")
        number, pixels = clip.last() if is_last else (0, clip.frame(0))
        return FlatPicture(
            name=artifact.name,
            pixels=pixels,
            mode="clip",
            size=clip.size,
            byte_count=self.size(artifact),
            notes=(f"frame {number} of the clip",),
            format=naming.extension(artifact.name).upper(),
            frames=max(clip.claimed_frames, number + 1),
        )

    def _drawn(self, artifact: Artifact, byte_count: int) -> Picture:
        """A drawing as a picture, rendered by what the session handed in."""
        made: Rendering = self.document(artifact, "rendering")
        return drawn_picture(made, name=artifact.name, byte_count=byte_count)

    def reduced(self, artifact: Artifact, max_side: int) -> Picture:
        """A small version of the picture, quickly, for a first paint."""
        from reviewer.formats import raster

        if naming.is_video(artifact.name):
            return self._still(artifact, is_last=False)
        data = self.data(artifact)
        if raster.is_xcf(data) or raster.is_svg(data):
            return self.picture(artifact)
        try:
            return raster.decode_reduced(data, name=artifact.name, max_side=max_side)
        except raster.RasterError as error:
            raise UnreadableError(str(error)) from error

    def _is_being_written(self, artifact: Artifact) -> bool:
        if artifact.role != RESULT:
            return False
        try:
            return time.time() - artifact.path.stat().st_mtime < _FRESH
        except OSError:
            return False

    def document(self, artifact: Artifact, form: str) -> Any:  # noqa: ANN401 - one type a form
        """A parsed document by its form, or what the machines made of a picture."""
        from reviewer.store import documents

        self._require_inside(artifact)
        if self.machines is not None:
            made = self.machines.document(self, artifact, form)
            if made is not None:
                return made
        return documents.parse(self, artifact, form)
