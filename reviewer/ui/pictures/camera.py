"""Which part of a picture is seen: one place and zoom for all linked panes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal

MOST_ZOOM = 64.0
_MOST_FITTING = 4.0
# So many device pixels of its longer side make a picture more than a dot.
_NO_DOT = 96
LEAST_ZOOM = 0.01

Size = tuple[int, int]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Nudge:
    """How far a pane was moved off the others: a shift in shares of the picture and a factor."""

    du: float = 0.0
    dv: float = 0.0
    factor: float = 1.0


class Camera(QObject):
    """Center (u, v in shares of the picture) and zoom (device pixels a reference pixel)."""

    changed = Signal()
    cursor_moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.zoom, self.u, self.v = 1.0, 0.5, 0.5
        self.is_fit, self.is_linked = True, True
        # False where the camera went to a place of this task: that is no wish for the next one.
        self.is_by_hand = True
        self.reference: Size = (1, 1)
        self.cursor: tuple[float, float] | None = None
        self._nudges: dict[str, Nudge] = {}
        self._lead = QSizeF(1, 1)
        # The box that is looked at (with its picture's size and the share of the view it fills)
        # until somebody moves on: it is shown as large as a view of another size allows.
        self._boxed: tuple[Box, Size, float] | None = None

    def scale(self, size: Size, key: str) -> float:
        """Device pixels a pixel of a pane's own picture; all panes show the same place."""
        wide, high = self.reference
        own = min(wide / max(1, size[0]), high / max(1, size[1]))
        return self.zoom * own * self.nudge(key).factor

    def rect(self, size: Size, key: str, view: QSizeF) -> QRectF:
        """Where a whole picture lies in a view, both in device pixels."""
        scale, nudge = self.scale(size, key), self.nudge(key)
        width, height = size[0] * scale, size[1] * scale
        left = view.width() / 2 - (self.u + nudge.du) * width
        top = view.height() / 2 - (self.v + nudge.dv) * height
        return QRectF(round(left), round(top), width, height)

    def nudge(self, key: str) -> Nudge:
        """The kept offset of one pane."""
        return self._nudges.get(key, Nudge())

    def has_nudges(self) -> bool:
        """Whether any pane is off the others."""
        return any(nudge != Nudge() for nudge in self._nudges.values())

    def line_up(self) -> None:
        """Forget all offsets."""
        self._nudges.clear()
        self.changed.emit()

    def set_linked(self, is_linked: bool) -> None:
        """Unlinked panes move one by one; linking again keeps the offsets."""
        self.is_linked = is_linked
        self.changed.emit()

    def set_reference(self, size: Size) -> None:
        """The picture whose pixels the zoom counts."""
        if size != self.reference:
            self.reference = size
            if self.is_fit:
                self._fit()
            self.changed.emit()

    def set_lead(self, view: QSizeF) -> None:
        """The size in device pixels of the view that "fit" means."""
        if view == self._lead or view.isEmpty():
            return
        self._lead = view
        if self.is_fit:
            self._fit()
        elif self._boxed is not None:
            box, size, filling = self._boxed
            self.look_at_box(box, size=size, filling=filling)
        self.changed.emit()

    def fit(self) -> None:
        """Show the whole picture, and keep doing so while the view changes its size."""
        self.is_fit = self.is_by_hand = True
        self._boxed = None
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        self.u = self.v = 0.5
        self.zoom = self.fit_zoom()

    def fit_zoom(self) -> float:
        """The zoom at which the whole reference picture is seen.

        At most four times its size, unless it would still be no more than a dot.
        """
        wide, high = self.reference
        fitting = min(self._lead.width() / max(1, wide), self._lead.height() / max(1, high))
        most = max(_MOST_FITTING, min(MOST_ZOOM, _NO_DOT / max(1, wide, high)))
        return max(LEAST_ZOOM, min(fitting, most))

    def pan(self, dx: float, dy: float, *, size: Size, key: str, alone: bool = False) -> None:
        """Move the picture by device pixels; `alone` nudges one pane off the others."""
        scale = self.scale(size, key)
        du, dv = dx / (size[0] * scale), dy / (size[1] * scale)
        if alone or not self.is_linked:
            old = self.nudge(key)
            self._nudges[key] = Nudge(old.du - du, old.dv - dv, old.factor)
        else:
            self.u, self.v = _inside(self.u - du), _inside(self.v - dv)
        self.is_fit, self._boxed = False, None
        self.changed.emit()

    def zoom_by(
        self, factor: float, *, anchor: QPointF, size: Size, key: str, alone: bool = False
    ) -> None:
        """Zoom so that the place under `anchor` (device pixels off the middle) stays there."""
        before, old = self.scale(size, key), self.nudge(key)
        if alone or not self.is_linked:
            factor = min(8.0, max(0.125, old.factor * factor)) / old.factor
            after = before * factor
            shift_u = anchor.x() / size[0] * (1 / before - 1 / after)
            shift_v = anchor.y() / size[1] * (1 / before - 1 / after)
            self._nudges[key] = Nudge(old.du + shift_u, old.dv + shift_v, old.factor * factor)
        else:
            target = min(MOST_ZOOM, max(LEAST_ZOOM, self.zoom * factor))
            after = before * target / self.zoom
            self.u = _inside(self.u + anchor.x() / size[0] * (1 / before - 1 / after))
            self.v = _inside(self.v + anchor.y() / size[1] * (1 / before - 1 / after))
            self.zoom, self.is_by_hand = target, True
        self.is_fit, self._boxed = False, None
        self.changed.emit()

    def set_zoom(self, zoom: float, *, by_hand: bool = True) -> None:
        """Zoom about the middle."""
        self.zoom, self.is_by_hand = min(MOST_ZOOM, max(LEAST_ZOOM, zoom)), by_hand
        self.is_fit, self._boxed = False, None
        self.changed.emit()

    def look_at(self, u: float, v: float, *, zoom: float | None = None) -> None:
        """Put a place in the middle of every pane."""
        self.u, self.v = _inside(u), _inside(v)
        if zoom is not None:
            self.zoom, self.is_by_hand = min(MOST_ZOOM, max(LEAST_ZOOM, zoom)), True
        self.is_fit, self._boxed = False, None
        self.changed.emit()

    def look_at_box(self, box: Box, *, size: Size, filling: float = 0.5) -> None:
        """Show a box (x, y, width, height) of a picture, filling a share of the view."""
        x, y, width, height = box
        wide, high = self.reference
        own = min(wide / max(1, size[0]), high / max(1, size[1]))
        room = min(self._lead.width() / max(1.0, width), self._lead.height() / max(1.0, height))
        zoom = max(min(8.0, room * filling / own), min(self.fit_zoom(), 1.0))
        # A picture that is seen whole is not moved: beside the box it would be cut.
        u = 0.5 if wide * zoom <= self._lead.width() else (x + width / 2) / size[0]
        v = 0.5 if high * zoom <= self._lead.height() else (y + height / 2) / size[1]
        self.look_at(u, v, zoom=zoom)
        self.is_by_hand, self._boxed = False, (box, size, filling)

    def set_cursor(self, place: tuple[float, float] | None) -> None:
        """Where the cross-hair stands, in shares of the picture."""
        if place != self.cursor:
            self.cursor = place
            self.cursor_moved.emit()

    def state(self) -> tuple[float, float, float, bool]:
        """Zoom and place, to be kept for the next task: the whole picture after a close look."""
        return self.zoom, self.u, self.v, self.is_fit or not self.is_by_hand

    def restore(self, state: tuple[float, float, float, bool]) -> None:
        """Go back to a kept zoom and place."""
        self.zoom, self.u, self.v, self.is_fit = state
        self.is_by_hand, self._boxed = True, None
        if self.is_fit:
            self._fit()
        self.changed.emit()


def _inside(share: float) -> float:
    return min(1.0, max(0.0, share))
