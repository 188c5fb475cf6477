"""The file that a task's grader wrote: a JSON object, whatever its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reviewer.kinds.protocol import Reader, UnreadableError
from reviewer.model import Artifact

OUTPUT = "grader output"


def grade_in(artifact: Artifact, reader: Reader) -> Mapping[str, Any]:
    """What a grader wrote; raises UnreadableError for a document that is no grade."""
    document = reader.json(artifact)
    if not isinstance(document, Mapping):
        raise UnreadableError(f"{artifact.name}: it holds no grade. A grade is a JSON object.")
    return document
