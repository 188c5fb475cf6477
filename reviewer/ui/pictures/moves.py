"""Going somewhere: fit, 100 %, a box of evidence, the next difference."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from reviewer.model import Evidence, Mark
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.difference import DifferenceWalk, Region
from reviewer.ui.pictures.picture_set import PictureSet
from reviewer.ui.pictures.stage import Stage

Box = tuple[float, float, float, float]


def box_of(mark: Mark) -> Box:
    """The box (x, y, width, height) that a mark covers."""
    if mark.shape == "box":
        x, y, width, height = mark.points[:4]
        return x, y, width, height
    if mark.shape == "ring":
        x, y, radius = mark.points[:3]
        return x - radius, y - radius, 2 * radius, 2 * radius
    across, down = mark.points[0::2], mark.points[1::2] or (0.0,)
    return min(across), min(down), max(across) - min(across), max(down) - min(down)


class Moves:
    """Moves of the linked camera; nothing is animated."""

    def __init__(
        self, camera: Camera, *, close_up: Camera, pictures: PictureSet, walk: DifferenceWalk,
        stage: Stage,
    ) -> None:  # fmt: skip
        self._camera, self._close_up = camera, close_up
        self._pictures, self._walk, self._stage = pictures, walk, stage

    def fit(self) -> None:
        """The whole picture."""
        self._camera.fit()

    def actual_size(self) -> None:
        """One pixel of the result on one pixel of the screen, where the eye is."""
        at = self._camera.cursor or (self._camera.u, self._camera.v)
        self._camera.look_at(*at, zoom=1.0)

    def zoom_by(self, factor: float) -> None:
        """In or out about the middle."""
        self._camera.set_zoom(self._camera.zoom * factor)

    def zoom_to(self, role: str, box: Box) -> None:
        """Show a box (x, y, width, height) of a role in every pane."""
        size = self._pictures.size(role) or self._camera.reference
        self._camera.look_at_box(box, size=size)

    def zoom_to_evidence(self, evidence: Evidence | None) -> bool:
        """Show where the evidence lies; False when it names no place."""
        if evidence is None:
            return False
        if evidence.zoom is not None:
            self.zoom_to(evidence.role, evidence.zoom)
            return True
        boxes = [mark for mark in evidence.marks if mark.shape == "box" and len(mark.points) >= 4]
        if not boxes:
            return False
        x, y, width, height = boxes[0].points[:4]
        self.zoom_to(boxes[0].role, (x, y, width, height))
        return True

    def show_mark(self, mark: Mark) -> None:
        """Bring one mark into every pane."""
        self.zoom_to(mark.role, box_of(mark))

    def actual_size_at_evidence(self, evidence: Evidence | None) -> None:
        """100 % at the evidence, or where the eye is."""
        if self.zoom_to_evidence(evidence):
            self._camera.set_zoom(1.0, by_hand=False)
        else:
            self.actual_size()

    def show_region(self, region: Region, *, by_hand: bool = True) -> None:
        """Bring a difference into every pane; close-ups go near, the main pane moves if it must."""
        size = self._walk.picture.size if self._walk.picture else self._camera.reference
        self._close_up.reference = self._camera.reference
        self._close_up.look_at_box(region.box, size=size, filling=0.7)
        in_difference = self._stage.mode == "difference"
        if in_difference and (not by_hand or self._is_seen(region, size)):
            return
        self._camera.look_at_box(region.box, size=size, filling=0.35)

    def _is_seen(self, region: Region, size: tuple[int, int]) -> bool:
        if not any(pane.isVisible() for pane in self._stage.details.values()):
            return False
        seen = self._stage.main.view.seen_shares()
        box = QRectF(
            region.x / size[0], region.y / size[1],
            region.width / size[0], region.height / size[1],
        )  # fmt: skip
        return seen.contains(box)
