"""Machines that look at pictures for a task: text readers, detectors, hashes known before.

A kind may know neither the machines nor the rules they feed, so what they found comes to it as a
document of the picture, like any other.
"""

from __future__ import annotations

import importlib.util
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import UnreadableError
from reviewer.model import Artifact
from reviewer.session.drawings import font_problem, rendering
from reviewer.store import files

if TYPE_CHECKING:
    from reviewer.backends.seen import Detection, Detector, TextReader, TextSpan
    from reviewer.store.reader import TaskReader
    from reviewer.store.settings import Settings

KIND = "text_to_image"
NO_DETECTOR = (
    "no object detector: set `detector` in the settings (or --detector of `reviewer grade`) to a "
    "COCO-style ONNX model and install the extra 'detect' (pip install 'reviewer[detect]'), or ask "
    "the vision judge"
)
NO_READER = (
    "no OCR engine: install the extra 'ocr' (pip install 'reviewer[ocr]') or tesseract-ocr, or ask "
    "the vision judge"
)
_MODEL_LIMIT = 1024**3
_TEXT_LIMIT = 16 * 1024 * 1024
_READINGS_KEPT = 512
_OUTPUT_LIMIT = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Known:
    """One picture that was handed in before: its hash and, where the list names it, its file."""

    digest: str
    name: str = ""
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """Which machines a person set up."""

    detector: str = ""
    labels: str = ""
    known_hashes: str = ""


@lru_cache(maxsize=4)
def _machines(options: Options) -> PictureMachines:
    # Machines are dear to start and hold nothing of a task: those with one set-up are shared.
    return PictureMachines(options)


def machines_of(settings: Settings) -> PictureMachines:
    """The machines as the settings say."""
    return _machines(Options(settings.detector, settings.detector_labels, settings.known_hashes))


@dataclass(slots=True)
class PictureMachines:
    """Starts each machine when it is first needed; safe to share between threads."""

    options: Options
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _reader: TextReader | None = None
    _detector: Detector | None = None
    _kept: OrderedDict[tuple[str, str], Any] = field(default_factory=OrderedDict)

    def signature(self, kind: str) -> str:
        """What the answers depend on beside the task's files; empty where no machine looks."""
        if kind != KIND:
            return ""
        paths = (self.options.detector, self.options.labels, self.options.known_hashes)
        return repr((reader_name(), *(_stamp(path) for path in paths)))

    def document(self, reader: TaskReader, artifact: Artifact, form: str) -> Any:  # noqa: ANN401
        """Facts of a picture, hashes known before, a drawing as a picture; None for other forms."""
        if form == "rendering":
            return rendering(reader, artifact)
        if form == "font_problem":
            return font_problem()
        if form == "known_hashes":
            return self.known()
        if form == "facts":
            return self._facts(reader, artifact)
        return None

    def known(self) -> tuple[Known, ...]:
        """The pictures handed in before: a hash a line, perhaps with the picture's file."""
        if not self.options.known_hashes:
            return ()
        path = Path(self.options.known_hashes).expanduser()
        try:
            text = files.read_bytes(path, limit=_TEXT_LIMIT).decode("utf-8-sig", "replace")
        except files.FileError as error:
            raise UnreadableError(f"known hashes: {error}") from error
        return tuple(_known(line, path, number) for number, line in _lines(text))

    def spans(self, digest: str, pixels: Any) -> tuple[str, Sequence[TextSpan]]:  # noqa: ANN401
        """The text of a picture with the reader's name; raises BackendError."""
        machine = self._text_reader()
        return machine.name, self._once((digest, machine.name), lambda: machine.read(pixels))

    def detections(self, digest: str, pixels: Any) -> tuple[str, Sequence[Detection]]:  # noqa: ANN401
        """The objects of a picture with the detector's name; raises BackendError."""
        machine = self._object_detector()
        key = (digest, f"{machine.name} {_stamp(self.options.detector)}")
        return machine.name, self._once(key, lambda: machine.detect(pixels))

    def _once(self, key: tuple[str, str], look: Callable[[], Any]) -> Any:  # noqa: ANN401
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = look()
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > _READINGS_KEPT:
                self._kept.popitem(last=False)
        return found

    def _facts(self, reader: TaskReader, artifact: Artifact) -> Mapping[str, Any]:
        from reviewer.kinds.t2i_rows import ANSWER_KEY
        from reviewer.session.facts import local_facts

        held = reader.task.artifact(ANSWER_KEY)
        if held is None:
            raise UnreadableError(f"{reader.task.id}: there is no answer key to look for facts by.")
        key = reader.document(held, "answer_key")
        pixels = plain_rgb(reader.picture(artifact, reading="raw").pixels)
        return local_facts(self, key, digest=reader.digest(artifact), pixels=pixels)

    def _text_reader(self) -> TextReader:
        from reviewer.backends.seen import MissingBackendError

        with self._lock:
            if self._reader is None:
                name = reader_name()
                if not name:
                    raise MissingBackendError(NO_READER)
                self._reader = _start_reader(name)
            return self._reader

    def _object_detector(self) -> Detector:
        from reviewer.backends.seen import MissingBackendError

        with self._lock:
            if self._detector is None:
                if not self.options.detector:
                    raise MissingBackendError(NO_DETECTOR)
                self._detector = _start_detector(self.options)
            return self._detector


def plain_rgb(pixels: Any) -> Any:  # noqa: ANN401 - an array
    """The colors alone, as a grader reads them: alpha is dropped, not blended."""
    import numpy as np

    return np.ascontiguousarray(pixels[..., :3])


def reader_name() -> str:
    """Which text reader is there, with its version; empty when there is none."""
    if all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime")):
        from importlib.metadata import version

        return f"rapidocr {version('rapidocr')}"
    return "tesseract" if shutil.which("tesseract") else ""


def _start_reader(name: str) -> TextReader:
    if name.startswith("rapidocr"):
        from reviewer.backends.rapid_ocr import RapidOcrReader

        return RapidOcrReader()
    from reviewer.backends.tesseract import TesseractReader
    from reviewer.process import runner

    def run(argv: Sequence[str], given: bytes, timeout: float) -> runner.Finished:
        return runner.run(
            argv,
            timeout=timeout,
            memory_limit=None,
            output_limit=_OUTPUT_LIMIT,
            env=None,
            stdin=given,
        )

    return TesseractReader(run)


def _start_detector(options: Options) -> Detector:
    from reviewer.backends.labels import parse_labels
    from reviewer.backends.onnx_detector import OnnxDetector
    from reviewer.backends.seen import MissingBackendError

    path = Path(options.detector).expanduser()
    try:
        model = files.read_bytes(path, limit=_MODEL_LIMIT)
        labels = None
        if options.labels:
            where = Path(options.labels).expanduser()
            text = files.read_bytes(where, limit=_TEXT_LIMIT).decode("utf-8-sig", "replace")
            labels = parse_labels(text, name=where.name)
    except files.FileError as error:
        raise MissingBackendError(f"the detector: {error}") from error
    return OnnxDetector(model, name=path.name, labels=labels)


def _stamp(name: str) -> str:
    if not name:
        return ""
    try:
        status = Path(name).expanduser().stat()
    except OSError:
        return f"{name} (not there)"
    return f"{name} {status.st_mtime_ns} {status.st_size}"


def _lines(text: str) -> list[tuple[int, str]]:
    rows = enumerate(text.splitlines(), 1)
    return [(n, line.strip()) for n, line in rows if line.strip() and not line.startswith("#")]


def _known(line: str, path: Path, number: int) -> Known:
    digest, _, name = line.partition(" ")
    name = name.strip()
    is_hash = len(digest) == 16 and all(char in "0123456789abcdef" for char in digest.casefold())
    if not is_hash:
        raise UnreadableError(
            f"{path}: line {number} is no perceptual hash of 16 hex digits. "
            "Write one a line, perhaps followed by the picture's file."
        )
    return Known(digest.casefold(), name, path.parent / name if name else None)
