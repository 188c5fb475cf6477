"""JSON that comes back as it was: order, big integers, the digits of every number."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


class ExactFloat(float):
    """A float that remembers how its file wrote it."""

    text: str

    def __new__(cls, text: str) -> ExactFloat:
        value = super().__new__(cls, text)
        value.text = text
        return value


@dataclass(frozen=True, slots=True)
class Read:
    """A parsed document and what a person should know about it."""

    document: Any
    notes: tuple[str, ...]


def loads(data: bytes) -> Read:
    """Parse JSON in any Unicode encoding; raises ValueError saying what is wrong and where."""
    notes: list[str] = []
    encoding = json.detect_encoding(data)
    if encoding not in ("utf-8", "utf-8-sig"):
        notes.append(f"it is written in {encoding.upper()}; it is saved as UTF-8")
    elif encoding == "utf-8-sig":
        notes.append("it starts with a byte order mark, which is dropped on saving")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is no {encoding} text") from error
    if not text.strip():
        raise ValueError("the file is empty")
    repeated: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items):
            seen: set[str] = set()
            for key, _ in items:
                if key in seen:
                    repeated.append(key)
                seen.add(key)
        return found

    try:
        document = json.loads(
            text,
            object_pairs_hook=pairs,
            parse_float=ExactFloat,
            parse_int=_integer,
            parse_constant=float,
        )
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if repeated:
        notes.append(f"keys stand twice, the last one counts: {', '.join(sorted(set(repeated)))}")
    odd = list(not_finite(document))
    if odd:
        document = _without_not_finite(document)
        notes.append(f"NaN or Infinity is no JSON and counts as not measured: {', '.join(odd)}")
    return Read(document, tuple(notes))


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
    return ("".join(_write(value, "\n")) + "\n").encode("utf-8", "surrogatepass")


def _write(value: object, line: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _write_items(
            [
                (f"{json.dumps(str(key), ensure_ascii=False)}: ", item)
                for key, item in value.items()
            ],
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


def _scalar(value: object) -> str:
    if isinstance(value, ExactFloat):
        return value.text
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    if value is None or isinstance(value, (bool, int, float, str)):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
