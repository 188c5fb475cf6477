"""The 2×2 sheet of a graded task as a picture file, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from reviewer import kinds
from reviewer.kinds.protocol import Request
from reviewer.model import Sheet, SheetPane
from reviewer.session.jobs import CancelToken

if TYPE_CHECKING:
    from reviewer.overlays.layers import LegendEntry
    from reviewer.overlays.palette import Image, Palette
    from reviewer.session.state import TaskState

SIZE = (1600, 1200)
# More rings than this are a field that says nothing.
_RINGS = 24


def sheet_of(state: TaskState) -> Sheet:
    """The sheet of a task that was graded; raises what its kind raises for unreadable files."""
    if state.rubric is None:
        raise ValueError(state.error or f"{state.task.id}: the task was not read")
    request = Request(
        task=state.task,
        rubric=state.effective or state.rubric,
        reader=state.reader,
        token=CancelToken(),
        measurements=dict(state.measurements),
    )
    return kinds.kind(state.task.kind).sheet(request)


def sheet_png(
    sheet: Sheet,
    *,
    size: tuple[int, int] = SIZE,
    palette: Literal["documented", "safe"] = "documented",
) -> bytes:
    """The sheet as a PNG, its classes painted in a palette, with titles and legends."""
    from reviewer.formats.encode import encode_png
    from reviewer.overlays.palette import PALETTES
    from reviewer.overlays.sheet import compose_2x2

    painted = [_painted(pane, PALETTES[palette], size) for pane in sheet.panes]
    image = compose_2x2(
        [picture for picture, _ in painted],
        titles=[pane.title for pane in sheet.panes],
        size=size,
        legends=[rows for _, rows in painted],
    )
    return encode_png(image)


def _painted(
    pane: SheetPane, palette: Palette, size: tuple[int, int]
) -> tuple[Image | None, tuple[LegendEntry, ...]]:
    """One pane with its classes, marked where they are too small to be seen, and its legend."""
    from reviewer.overlays.layers import Layer, draw_rings, legend, paint, ring_points
    from reviewer.overlays.palette import as_rgb, grey_base, two_grey_base

    if pane.base is None:
        return None, ()
    style = {"plain": as_rgb, "grey": grey_base, "two_grey": two_grey_base}[pane.base_style]
    layers = [
        Layer(each.key, each.label, each.mask, is_visible=each.visible, is_line=each.is_line)
        for each in pane.classes
    ]
    base = style(pane.base)
    scale = min(size[0] / 2 / base.shape[1], size[1] / 2 / base.shape[0])
    image = paint(base, layers, palette, scale=scale)
    rings = ring_points(layers, scale, most=_RINGS)
    return draw_rings(image, rings, scale=scale), legend(layers, palette)
