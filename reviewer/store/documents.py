"""Parsed documents of a task, by form; every failure becomes an UnreadableError."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import UnreadableError
from reviewer.model import Artifact

if TYPE_CHECKING:
    from reviewer.store.reader import TaskReader


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
            return gimprc.parse(reader.text(artifact), name=artifact.name)
        except gimprc.GimprcError as error:
            raise UnreadableError(str(error)) from error
    raise ValueError(f"unknown form of document {form!r}")
