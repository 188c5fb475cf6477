"""Pictures as they are sent to a judge: readable, not larger than models look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from reviewer.judge.protocol import Picture
from reviewer.kinds import naming
from reviewer.kinds.protocol import UnreadableError
from reviewer.model import GOLDEN, INITIAL, Artifact, Task

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reviewer.store.reader import TaskReader

# Larger pictures cost more and are reduced by the providers anyway.
LONGEST_EDGE = 2048
MOST_BYTES = 4_000_000
MOST_PICTURES = 4
_SENT_AS_IS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")


def artifacts_for(task: Task, roles: Iterable[str]) -> tuple[Artifact, ...]:
    """The pictures of these roles; where none is one, every picture that was handed in."""
    wanted = set(roles)
    found = [a for a in task.artifacts if a.role in wanted and naming.is_image(a.name)]
    if not found:
        apart = {GOLDEN, INITIAL, "diff"}
        found = [a for a in task.artifacts if a.role not in apart and naming.is_image(a.name)]
    return tuple(found[:MOST_PICTURES])


def picture_for(reader: TaskReader, artifact: Artifact) -> Picture:
    """The picture as it goes out; raises UnreadableError when it cannot be read."""
    from reviewer.formats.encode import encode_png

    if not reader.exists(artifact):
        raise UnreadableError(f"{artifact.name}: {reader.absence(artifact)}. It was not handed in.")
    decoded = reader.picture(artifact)
    is_plain = decoded.frames == 1 and decoded.orientation == 1
    if is_plain and max(decoded.size) <= LONGEST_EDGE and decoded.byte_count <= MOST_BYTES:
        data = reader.data(artifact)
        if data.startswith(_SENT_AS_IS):
            return Picture(artifact.name, data)
    return Picture(artifact.name, encode_png(_reduced(decoded.pixels)))


def _reduced(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    height, width = pixels.shape[:2]
    scale = LONGEST_EDGE / max(height, width)
    if scale >= 1:
        return pixels
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
