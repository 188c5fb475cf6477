"""Text reading by RapidOCR, whose wheel carries its weights: nothing is ever fetched."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from reviewer.backends.runtime import load_runtime
from reviewer.backends.seen import (
    BackendError,
    MissingBackendError,
    Pixels,
    TextSpan,
    require_rgb,
)

_REMEDY = "install it with: pip install 'reviewer[ocr]'"
_LOGGER = "RapidOCR"
_NO_TEXT = "text detection result is empty"


class RapidOcrReader:
    """Loads the weights at the first picture; may be shared by threads, one picture at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._engine: Any = None

    @property
    def name(self) -> str:
        """The reader's name in measurements."""
        return "rapidocr"

    def read(self, picture: Pixels) -> list[TextSpan]:
        """Every line of text, top to bottom."""
        pixels = np.ascontiguousarray(require_rgb(picture)[:, :, ::-1])
        with self._lock, _warnings_of_the_library() as warnings:
            if self._engine is None:
                self._engine = _start()
            try:
                found = self._engine(pixels)
            except (RuntimeError, ValueError, OSError) as error:
                raise BackendError(f"rapidocr failed on this picture: {error}") from error
        faults = [text for text in warnings if _NO_TEXT not in text]
        if faults:
            # The library turns its own errors into "no text"; that would be a 0 by accident.
            raise BackendError(f"rapidocr failed on this picture: {'; '.join(faults)}")
        if found.txts is None:
            return []
        return [
            TextSpan(text, float(score), _upright(corners))
            for text, score, corners in zip(found.txts, found.scores, found.boxes, strict=True)
        ]


def _start() -> Any:  # noqa: ANN401 - the library has no types
    try:
        load_runtime()  # the engine that the library needs and does not require
        import rapidocr
    except ImportError as error:
        raise MissingBackendError(f"no OCR engine: {error.name} is missing; {_REMEDY}") from error
    weights = list(Path(rapidocr.__file__).parent.joinpath("models").glob("*.onnx"))
    if len(weights) < 3:
        # Without its three models the library would fetch them from the network.
        raise MissingBackendError(f"no OCR engine: rapidocr came without its weights; {_REMEDY}")
    return rapidocr.RapidOCR()


@contextmanager
def _warnings_of_the_library() -> Iterator[Sequence[str]]:
    """Collect what the library says instead of letting it print, and leave its logger quiet."""
    collected = _Collector()
    logger = logging.getLogger(_LOGGER)
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    logger.addHandler(collected)
    try:
        yield collected.texts
    finally:
        # Importing the library for the first time adds its own handler beside ours.
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
        logger.addHandler(logging.NullHandler())


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def _upright(corners: Any) -> tuple[float, float, float, float]:  # noqa: ANN401 - four points
    points = np.asarray(corners, dtype=float)
    left, top = points.min(axis=0)
    right, bottom = points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)
