"""JSON that comes back as it was: order, big integers, the digits of every number."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


class ExactFloat(float):
    """A float that remembers how its file wrote it."""

    text: str

    def __new__(cls, text: str) -> ExactFloat:
        value = super().__new__(cls, text)
        value.text = text
        return value


_NAMED = 12


@dataclass(frozen=True, slots=True)
class Read:
    """A parsed document and what a person should know about it."""

    document: Any
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Met:
    """What was met while a document was read; its methods are the parser's hooks."""

    repeated: set[str] = field(default_factory=set)
    is_odd: bool = False

    def number(self, written: str) -> float:
        value = ExactFloat(written)
        self.is_odd = self.is_odd or not math.isfinite(value)
        return value

    def constant(self, written: str) -> float:
        self.is_odd = True
        return float(written)

    def pairs(self, items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items):
            counts = Counter(key for key, _ in items)
            self.repeated.update(key for key, count in counts.items() if count > 1)
        return found


def loads(data: bytes) -> Read:
    """Parse JSON in any Unicode encoding; raises ValueError saying what is wrong and where."""
    notes: list[str] = []
    text, met = _text(data, notes), _Met()
    try:
        document = json.loads(
            text,
            object_pairs_hook=met.pairs,
            parse_float=met.number,
            parse_int=_integer,
            parse_constant=met.constant,
        )
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if met.repeated:
        notes.append(f"keys stand twice, the last one counts: {', '.join(sorted(met.repeated))}")
    # Large files are not walked through for what was not met when they were read.
    odd = list(not_finite(document)) if met.is_odd else []
    if odd:
        document = _without_not_finite(document)
        shown = ", ".join(odd[:_NAMED]) + (f" and {len(odd) - _NAMED} more" * (len(odd) > _NAMED))
        notes.append(f"NaN or Infinity is no JSON and counts as not measured: {shown}")
    return Read(document, tuple(notes))


def _text(data: bytes, notes: list[str]) -> str:
    encoding = json.detect_encoding(data)
    if encoding == "utf-8-sig":
        notes.append("it starts with a byte order mark, which is dropped on saving")
    elif encoding != "utf-8":
        notes.append(f"it is written in {encoding.upper()}; it is saved as UTF-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is no {encoding} text") from error
    if not text.strip():
        raise ValueError("the file is empty")
    return text


def _integer(text: str) -> Any:  # noqa: ANN401 - an int, or text beyond what Python converts
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"a number of {len(text)} digits is too long") from None


def not_finite(value: object, place: str = "") -> Iterator[str]:
    """The places of NaN and Infinity in a document, and of numbers beyond a float's range."""
    if isinstance(value, float) and not math.isfinite(value):
        yield place or "the document"
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from not_finite(item, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from not_finite(item, f"{place}[{number}]")


def _without_not_finite(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _without_not_finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_not_finite(item) for item in value]
    return value


def dumps(value: object) -> bytes:
    """A document as indented UTF-8 with a newline at its end; numbers keep their digits."""
    return ("".join(_write(value, "\n")) + "\n").encode("utf-8")


def _write(value: object, line: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _write_items(
            [(f"{quoted(str(key))}: ", item) for key, item in value.items()],
            "{}",
            line,
        )
    elif isinstance(value, (list, tuple)):
        yield from _write_items([("", item) for item in value], "[]", line)
    else:
        yield _scalar(value)


def _write_items(items: list[tuple[str, object]], brackets: str, line: str) -> Iterator[str]:
    if not items:
        yield brackets
        return
    inner = f"{line}  "
    yield brackets[0]
    for number, (prefix, item) in enumerate(items):
        yield f"{',' if number else ''}{inner}{prefix}"
        yield from _write(item, inner)
    yield f"{line}{brackets[1]}"


def quoted(text: str) -> str:
    """A JSON string; half of a surrogate pair, which UTF-8 cannot hold, is escaped."""
    written = json.dumps(text, ensure_ascii=False)
    return written if _is_utf8(written) else json.dumps(text)


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _scalar(value: object) -> str:
    if isinstance(value, ExactFloat):
        return value.text
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, (bool, int, float)):
        return json.dumps(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
