"""The pictures of an edit as instruments get them: read once, failures told apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from reviewer.kinds import naming
from reviewer.kinds.edit_scales import clash_of_scales
from reviewer.kinds.protocol import Picture, Reading, Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, RESULT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reviewer.metrics.closeness import Nearness
    from reviewer.metrics.differences import Regions
    from reviewer.metrics.pixels import Filter
    from reviewer.metrics.ssim import Ssim
    from reviewer.model import Artifact

Pixels = Any
TOLERANCE = 8
_GLANCE_SIDE = 640
_MOST_BITS = 32


@dataclass
class EditPictures:
    """Pictures by role; a missing role is *not measured*, an unreadable file is an error."""

    request: Request
    reading: Reading = "seen"
    _held: dict[tuple[str, str], Picture | UnreadableError] = field(default_factory=dict)
    _fitted: dict[tuple[str, str], tuple[Any, tuple[str, ...]]] = field(default_factory=dict)
    _turns: dict[str, dict[str, float | None]] = field(default_factory=dict)
    documents: dict[tuple[str, str], Any] = field(default_factory=dict)

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

    def is_settings(self, artifact: Artifact) -> bool:
        """True for the settings file of a task about settings; names alone do not say so."""
        return naming.is_settings(self.request.task.settings.get("task_type"), artifact.name)

    def picture(self, role: str, reading: Reading | None = None) -> Picture:
        """The picture in a role; raises NotMeasured or UnreadableError."""
        key = (role, reading or self.reading)
        if key not in self._held:
            artifact = self.artifact(role)
            if not self.request.reader.exists(artifact):
                raise UnreadableError(f"{artifact.name}: {self.request.reader.absence(artifact)}")
            if self.is_settings(artifact):
                raise NotMeasured(f"{artifact.name} is a settings file, not a picture")
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

    def with_alpha(self, role: str) -> Pixels:
        """The pixels with their alpha, where there is one: the raw reading has dropped it."""
        return self.picture(role, "seen").pixels

    def whole(self, role: str) -> Pixels:
        """The pixels as they are read, with the alpha that a raw reading drops."""
        from reviewer.metrics.pixels import alpha

        pixels = self.pixels(role)
        cover = alpha(self.with_alpha(role)) if self.reading == "raw" else None
        if cover is None or cover.shape != pixels.shape[:2]:
            return pixels
        return np.dstack([pixels[..., :3], cover])

    def native(self, role: str) -> Pixels:
        """The samples at 16 or 32 bits where the file has them and nothing turned them; else
        pixels."""
        picture = self.picture(role, "seen")
        if picture.bits > _MOST_BITS:
            raise NotMeasured(
                f"{self.artifact(role).name}: of {picture.bits} bits a value {_MOST_BITS} are read"
            )
        if picture.orientation == 1 and picture.mode != "P":
            samples = picture.samples
            if samples.shape[:2] == picture.pixels.shape[:2]:
                if samples.dtype.kind in "if":
                    # A format of 16 bits that is read into wider numbers.
                    return samples if picture.bits == _MOST_BITS else samples.astype(np.uint16)
                if samples.dtype == np.uint16:
                    return samples
        return picture.pixels

    def stored(self, one: str, two: str) -> tuple[Pixels, Pixels]:
        """Two pictures as their files store them; 32 bits that hold bytes count as bytes beside
        a picture of another type."""
        found = [self.native(role) for role in (one, two)]
        if found[0].dtype.kind != found[1].dtype.kind:
            for at, role in enumerate((one, two)):
                picture = self.picture(role, "seen")
                scale = picture.scale
                if scale is not None and scale.form == "bytes" and not picture.non_finite:
                    found[at] = picture.pixels
        return found[0], found[1]

    def require_one_scale(self, *roles: str) -> None:
        """Raise NotMeasured where 8 bits of these pictures do not mean the same stored values."""
        if self.reading == "raw":
            # There values are clipped, in all pictures alike.
            return
        clash = clash_of_scales(*((self.artifact(r).name, self.picture(r)) for r in roles))
        if clash:
            raise NotMeasured(clash)

    def is_readable(self, role: str) -> bool:
        """True when the file is there and opens as a picture (or as settings)."""
        artifact = self.request.task.artifact(role)
        if artifact is None or not self.request.reader.exists(artifact):
            return False
        try:
            if self.is_settings(artifact):
                self.request.reader.document(artifact, "gimprc")
            else:
                self.picture(role)
        except UnreadableError:
            return False
        return True

    @property
    def reference_role(self) -> str:
        """What the result is held against when a check does not say: golden, else initial."""
        return GOLDEN if self.request.task.artifact(GOLDEN) is not None else INITIAL

    def fitted(
        self, role: str, method: Filter = "lanczos"
    ) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
        """A reference at the size of the result, with a note when it was resized."""
        from reviewer.metrics.pixels import resized, size_of

        result, other = self.pixels(RESULT), self.pixels(role)
        size, was = size_of(result), size_of(other)
        if size == was:
            return other, ()
        key = (role, method)
        if key not in self._fitted:
            words = f"{was[0]}×{was[1]} → {size[0]}×{size[1]} ({method.upper()})"
            self._fitted[key] = resized(other, size, method), (f"{role} resized {words}",)
        return self._fitted[key]

    def turns(self, role: str) -> dict[str, float | None]:
        """How well each turn and mirror of a reference fits, at a glance: on small copies."""
        if role not in self._turns:
            from reviewer.metrics.edits import orientation
            from reviewer.metrics.spaces import at_a_glance

            one, two = (
                at_a_glance(self.pixels(name), most=_GLANCE_SIDE) for name in (RESULT, role)
            )
            self._turns[role] = dict(orientation(one, two).scores)
        return self._turns[role]

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

        return nearness(*(self.whole(role) for role in (RESULT, GOLDEN, INITIAL)))

    def distance(self, role: str) -> tuple[float, tuple[str, ...]]:
        """How far the result is from a reference, alpha included, and what was resized."""
        from reviewer.metrics.closeness import visible_difference, with_alpha_resized
        from reviewer.metrics.pixels import alpha, size_of

        result, other = self.whole(RESULT), self.whole(role)
        _, notes = self.fitted(role)
        if size_of(other) != size_of(result):
            other = with_alpha_resized(other, size_of(result), "lanczos")
        covers = [cover for cover in (alpha(result), alpha(other)) if cover is not None]
        if any(cover.min() < 255 for cover in covers):
            notes = (*notes, "alpha counts")
        return visible_difference(result, other), notes

    def differences(self, role: str, tolerance: int = 0) -> Regions:
        """Where the result differs from a reference, at the result's size."""
        from reviewer.metrics.differences import difference_regions

        other, _ = self.fitted(role)
        return difference_regions(self.pixels(RESULT), other, tolerance=tolerance)
