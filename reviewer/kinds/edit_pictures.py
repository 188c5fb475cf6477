"""The pictures of an edit as instruments get them: read once, failures told apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from reviewer.kinds import naming
from reviewer.kinds.protocol import Picture, Reading, Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, RESULT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reviewer.metrics.closeness import Nearness
    from reviewer.metrics.differences import Regions
    from reviewer.metrics.ssim import Ssim
    from reviewer.model import Artifact

Pixels = Any
TOLERANCE = 8


@dataclass
class EditPictures:
    """Pictures by role; a missing role is *not measured*, an unreadable file is an error."""

    request: Request
    reading: Reading = "seen"
    _held: dict[tuple[str, str], Picture | UnreadableError] = field(default_factory=dict)

    def artifact(self, role: str) -> Artifact:
        """The artifact in a role that is there; raises NotMeasured otherwise."""
        found = self.request.task.artifact(role)
        if found is None:
            raise NotMeasured(f"the task has no {role} picture")
        return found

    def has(self, role: str) -> bool:
        """True when the role has a file."""
        found = self.request.task.artifact(role)
        return found is not None and self.request.reader.exists(found)

    def picture(self, role: str, reading: Reading | None = None) -> Picture:
        """The picture in a role; raises NotMeasured or UnreadableError."""
        key = (role, reading or self.reading)
        if key not in self._held:
            artifact = self.artifact(role)
            if not self.request.reader.exists(artifact):
                raise UnreadableError(f"{artifact.name}: there is no such file")
            try:
                self._held[key] = self.request.reader.picture(artifact, reading=key[1])
            except UnreadableError as error:
                self._held[key] = error
        held = self._held[key]
        if isinstance(held, UnreadableError):
            raise held
        return held

    def pixels(self, role: str) -> Pixels:
        """The pixels in a role."""
        return self.picture(role).pixels

    def is_readable(self, role: str) -> bool:
        """True when the file is there and opens as a picture (or as settings)."""
        artifact = self.request.task.artifact(role)
        if artifact is None or not self.request.reader.exists(artifact):
            return False
        try:
            if naming.is_image(artifact.name):
                self.picture(role)
            else:
                self.request.reader.document(artifact, "gimprc")
        except UnreadableError:
            return False
        return True

    @property
    def reference_role(self) -> str:
        """What the result is held against when a check does not say: golden, else initial."""
        return GOLDEN if self.request.task.artifact(GOLDEN) is not None else INITIAL

    def fitted(self, role: str) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
        """A reference at the size of the result (LANCZOS), with a note when it was resized."""
        from reviewer.metrics.pixels import resized, size_of

        result, other = self.pixels(RESULT), self.pixels(role)
        size, was = size_of(result), size_of(other)
        if size == was:
            return other, ()
        note = f"{role} resized {was[0]}×{was[1]} → {size[0]}×{size[1]} (LANCZOS)"
        return resized(other, size), (note,)

    @cached_property
    def ssim(self) -> tuple[Ssim, tuple[str, ...]]:
        """SSIM of the result with the golden picture, resized where needed."""
        from reviewer.metrics.ssim import ssim

        golden, notes = self.fitted(GOLDEN)
        return ssim(self.pixels(RESULT), golden), notes

    @cached_property
    def nearness(self) -> Nearness:
        """How far the result is from golden and from initial."""
        from reviewer.metrics.closeness import nearness

        return nearness(self.pixels(RESULT), self.pixels(GOLDEN), self.pixels(INITIAL))

    def differences(self, role: str, tolerance: int = 0) -> Regions:
        """Where the result differs from a reference, at the result's size."""
        from reviewer.metrics.differences import difference_regions

        other, _ = self.fitted(role)
        return difference_regions(self.pixels(RESULT), other, tolerance=tolerance)
