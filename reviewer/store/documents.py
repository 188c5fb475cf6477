"""Parsed documents of a task, by form; every failure becomes an UnreadableError."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import UnreadableError
from reviewer.model import Artifact
from reviewer.store import files

if TYPE_CHECKING:
    from reviewer.formats.gimprc import Entry, Gimprc
    from reviewer.store.reader import TaskReader


# UTF-32 first: its little-endian mark begins with that of UTF-16.
_WIDE = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_HEAD = 4096


@dataclass(frozen=True, slots=True)
class FoundSettings:
    """A gimprc that can be asked for a key."""

    document: Gimprc

    def find(self, key: str | tuple[str, str]) -> Entry | None:
        """The last entry of a key, or of a key and what stands in it."""
        from reviewer.formats.gimprc import find

        return find(self.document, key)


def parse(reader: TaskReader, artifact: Artifact, form: str) -> Any:  # noqa: ANN401 - by form
    """The document of a file: xcf, gimprc, svg, task_markdown, chat_log…"""
    if form == "xcf":
        from reviewer.formats.xcf import XcfError, read_xcf

        try:
            return read_xcf(reader.data(artifact))
        except XcfError as error:
            raise UnreadableError(f"{artifact.name}: {error}") from error
    if form == "gimprc":
        from reviewer.formats import gimprc

        try:
            return FoundSettings(gimprc.parse(_utf8(reader, artifact), name=artifact.name))
        except gimprc.GimprcError as error:
            raise UnreadableError(str(error)) from error
    if form == "settings_lines":
        return tuple(_utf8(reader, artifact).splitlines())
    if form == "answer_key":
        return _answer_key(reader, artifact)
    if form == "video":
        from reviewer.store.clips import open_clip

        return open_clip(artifact.path, cancel=reader.cancel)
    if form in _BENCHMARK:
        return _BENCHMARK[form](reader, artifact)
    if form == "known_hashes":
        return ()
    if form in ("facts", "rendering"):
        what = "reads pictures" if form == "facts" else "draws an SVG"
        raise UnreadableError(f"{artifact.name}: nothing that {what} was handed in.")
    if form == "font_problem":
        return ""
    raise ValueError(f"unknown form of document {form!r}")


def _utf8(reader: TaskReader, artifact: Artifact) -> str:
    """The text of a settings file; UnreadableError where it is in wider characters."""
    head = reader.data(artifact)[:_HEAD]
    wide = next((name for mark, name in _WIDE if head.startswith(mark)), "")
    wide = wide or _wide_by_nul(head)
    if not wide and b"\0" in head:
        raise UnreadableError(
            f"{artifact.name}: it is no text, so no settings file of GIMP. Save it from GIMP again."
        )
    if wide:
        raise UnreadableError(
            f"{artifact.name}: it is {wide} text, and GIMP reads and writes UTF-8. "
            "Save it as UTF-8."
        )
    return reader.text(artifact)


def _wide_by_nul(head: bytes) -> str:
    """The wide characters of a text without a mark, told by which of their bytes are NUL."""
    if len(head) >= 4:
        columns = [head[at::4] for at in range(4)]
        for empty, filled in ((columns[2:], columns[0]), (columns[:2], columns[3])):
            if not any(any(column) for column in empty) and 0 not in filled:
                return "UTF-32"
    even, odd = head[::2], head[1::2]
    for upper, letters in ((odd, even), (even, odd)):
        # Most letters of a settings file are Latin, whatever its comments are.
        if letters and 0 not in letters and 2 * upper.count(0) >= len(upper):
            return "UTF-16"
    return ""


def _answer_key(reader: TaskReader, artifact: Artifact) -> Any:  # noqa: ANN401 - an AnswerKey
    """The key of a picture made from a prompt, also where it stands inside its problem."""
    from reviewer.scoring.answer_key import AnswerKeyError, parse_answer_key
    from reviewer.scoring.key_reader import read_json

    try:
        raw = read_json(reader.text(artifact), name=artifact.name)
        inside = raw.get("answer_key") if isinstance(raw, dict) else None
        name = artifact.name if inside is None else f"{artifact.name}: answer_key"
        return parse_answer_key(raw if inside is None else inside, name=name)
    except AnswerKeyError as error:
        raise UnreadableError(f"{error}. Correct {artifact.path}.") from error


def _svg(reader: TaskReader, artifact: Artifact) -> Any:  # noqa: ANN401 - an SvgDocument
    from reviewer.formats.document_error import DocumentError
    from reviewer.formats.svg import parse_svg, refuse_size

    try:
        # By its size alone: reading gigabytes to refuse them helps nobody.
        refuse_size(reader.size(artifact), name=artifact.name)
        return parse_svg(reader.data(artifact), name=artifact.name)
    except DocumentError as error:
        raise UnreadableError(str(error)) from error


def _task(reader: TaskReader, artifact: Artifact) -> Any:  # noqa: ANN401 - a TaskDocument
    from reviewer.formats.task_markdown import MAX_BYTES, parse_task

    data, size = files.read_start(artifact.path, most=MAX_BYTES)
    return parse_task(data, size=size)


def _picture_header(reader: TaskReader, artifact: Artifact) -> Any:  # noqa: ANN401 - a Header
    """The size that a picture's header states, up to the size at which Pillow refuses."""
    from reviewer.formats import raster

    try:
        return raster.probe(
            reader.data(artifact), name=artifact.name, max_pixels=2 * raster.MAX_PIXELS
        )
    except raster.RasterError as error:
        raise UnreadableError(str(error)) from error


def _chat_log(reader: TaskReader, artifact: Artifact) -> Any:  # noqa: ANN401 - a ChatAudit
    from reviewer.formats.chat_log import audit_chat, read_lines

    with files.stream(artifact.path) as handle:
        audit = audit_chat(read_lines(handle), cancel=reader.cancel)
    return _a_log(artifact, audit, audit.problem)


def _chat_calls(reader: TaskReader, artifact: Artifact) -> Any:  # noqa: ANN401 - ChatCalls
    from reviewer.formats.chat_calls import read_calls
    from reviewer.formats.chat_log import read_lines

    with files.stream(artifact.path) as handle:
        found = read_calls(read_lines(handle), cancel=reader.cancel)
    return _a_log(artifact, found, found.audit.problem)


def _a_log(artifact: Artifact, found: Any, problem: str) -> Any:  # noqa: ANN401 - passed through
    if problem:
        raise UnreadableError(f"{artifact.name}: {problem}. Put the agent's log in its place.")
    return found


def _readable(
    parse: Callable[[TaskReader, Artifact], Any],
) -> Callable[[TaskReader, Artifact], Any]:
    def read(reader: TaskReader, artifact: Artifact) -> Any:  # noqa: ANN401 - by form
        try:
            return parse(reader, artifact)
        except files.FileError as error:
            raise UnreadableError(str(error)) from error

    return read


_BENCHMARK: dict[str, Callable[[TaskReader, Artifact], Any]] = {
    "svg": _svg,
    "task_markdown": _readable(_task),
    "picture_header": _picture_header,
    "chat_log": _readable(_chat_log),
    "chat_calls": _readable(_chat_calls),
}
