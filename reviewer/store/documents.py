"""Parsed documents of a task, by form; every failure becomes an UnreadableError."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import UnreadableError
from reviewer.model import Artifact

if TYPE_CHECKING:
    from reviewer.formats.gimprc import Entry, Gimprc
    from reviewer.store.reader import TaskReader


@dataclass(frozen=True, slots=True)
class FoundSettings:
    """A gimprc that can be asked for a key."""

    document: Gimprc

    def find(self, key: str | tuple[str, str]) -> Entry | None:
        """The last entry of a key, or of a key and what stands in it."""
        from reviewer.formats.gimprc import find

        return find(self.document, key)


def parse(reader: TaskReader, artifact: Artifact, form: str) -> Any:  # noqa: ANN401 - by form
    """The document of a file: xcf or gimprc."""
    if form == "xcf":
        from reviewer.formats.xcf import XcfError, read_xcf

        try:
            return read_xcf(reader.data(artifact))
        except XcfError as error:
            raise UnreadableError(f"{artifact.name}: {error}") from error
    if form == "gimprc":
        from reviewer.formats import gimprc

        try:
            return FoundSettings(gimprc.parse(reader.text(artifact), name=artifact.name))
        except gimprc.GimprcError as error:
            raise UnreadableError(str(error)) from error
    if form == "answer_key":
        return _answer_key(reader, artifact)
    if form == "known_hashes":
        return ()
    if form == "facts":
        raise UnreadableError(f"{artifact.name}: nothing that reads pictures was handed in.")
    raise ValueError(f"unknown form of document {form!r}")


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
