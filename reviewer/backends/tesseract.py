"""Text reading by the tesseract program, where it is installed."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import cv2
import numpy as np

from reviewer.backends.seen import (
    BackendError,
    MissingBackendError,
    Pixels,
    TextSpan,
    require_rgb,
)

# One picture of a page takes a few seconds; ten times that is a hang.
TIMEOUT_S = 60.0
_WORD_LEVEL = "5"
_REMEDY = "install tesseract-ocr (and its language packs), or the extra 'ocr'"


class Ended(Protocol):
    """How a child program ended."""

    @property
    def is_good(self) -> bool:
        """Whether it ended by itself and reports success."""
        ...

    @property
    def stdout(self) -> bytes:
        """What it wrote."""
        ...

    def last_words(self) -> str:
        """The end of its error output."""
        ...


Run = Callable[[Sequence[str], bytes, float], Ended]


class TesseractReader:
    """Reads by a child program; `run` starts it with arguments, input and a time limit."""

    def __init__(self, run: Run, *, languages: Sequence[str] = ("eng",)) -> None:
        if not languages:
            raise ValueError("tesseract needs at least one language, such as eng")
        self._run = run
        self._languages = "+".join(languages)

    @property
    def name(self) -> str:
        """The reader's name in measurements."""
        return f"tesseract ({self._languages})"

    def read(self, picture: Pixels) -> list[TextSpan]:
        """Every line of text, in tesseract's reading order."""
        is_encoded, encoded = cv2.imencode(".png", require_rgb(picture)[:, :, ::-1])
        if not is_encoded:
            raise BackendError("the picture could not be handed to tesseract as PNG")
        argv = ["tesseract", "stdin", "stdout", "-l", self._languages, "tsv"]
        try:
            ended = self._run(argv, encoded.tobytes(), TIMEOUT_S)
        except FileNotFoundError as error:
            raise MissingBackendError(f"no OCR engine: {error}; {_REMEDY}") from error
        if not ended.is_good:
            words = ended.last_words() or f"it did not end within {TIMEOUT_S:g} s"
            raise BackendError(f"tesseract failed: {words}; {_REMEDY}")
        return _lines(ended.stdout.decode("utf-8", errors="replace"))


def _lines(table: str) -> list[TextSpan]:
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    if rows.fieldnames is None or not {"level", "conf", "text"} <= set(rows.fieldnames):
        raise BackendError("tesseract's table has other columns than expected; update it")
    lines: dict[tuple[str, ...], list[Mapping[str, str]]] = {}
    for row in rows:
        if row["level"] == _WORD_LEVEL and (row["text"] or "").strip():
            place = tuple(row[key] for key in ("page_num", "block_num", "par_num", "line_num"))
            lines.setdefault(place, []).append(row)
    return [_span(words) for words in lines.values()]


def _span(words: Sequence[Mapping[str, str]]) -> TextSpan:
    boxes = np.array(
        [[float(word[key]) for key in ("left", "top", "width", "height")] for word in words]
    )
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    return TextSpan(
        text=" ".join(word["text"].strip() for word in words),
        # The least sure word decides: a line is only as legible as its worst part.
        confidence=min(float(word["conf"]) for word in words) / 100,
        box=(float(left), float(top), float(right), float(bottom)),
    )
