"""The values of the 2×2 sheet, and the painting of one pane in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from reviewer.model import Mark, SheetClass, SheetPane
from reviewer.ui.pictures.source import Prepared, prepare

PaletteName = Literal["documented", "safe"]


# More rings than this are a field that says nothing.
_RINGS = 24


@dataclass(frozen=True, slots=True)
class ClassState:
    """How one class is shown; opacity None is what the palette says for it."""

    is_visible: bool
    opacity: float | None


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One class in the inspector; `pixels` is None until it was counted."""

    pane: int
    key: str
    label: str
    color: tuple[int, int, int]
    is_hatched: bool
    state: ClassState
    opacity: float
    pixels: int | None


@dataclass(frozen=True, slots=True, eq=False)
class RenderedPane:
    """A painted pane with its legend and the marks of regions too small to see."""

    prepared: Prepared
    looks: Mapping[str, tuple[tuple[int, int, int], bool, float]]
    pixels: Mapping[str, int]
    rings: tuple[Mark, ...]


def named_classes(pane: SheetPane) -> list[tuple[str, SheetClass]]:
    """The classes of a pane under names of their own: a palette key may come twice."""
    keys = [each.key for each in pane.classes]
    return [
        (each.key if keys.count(each.key) == 1 else f"{each.key}: {each.label}", each)
        for each in pane.classes
    ]


def render_pane(
    pane: SheetPane, states: Mapping[str, ClassState], *, palette: PaletteName, scale: float
) -> RenderedPane:
    """Paint one pane; pure, for a worker thread. `scale` is screen pixels a picture pixel."""
    # Here, in a worker: OpenCV takes a quarter of a second to load.
    from reviewer.overlays.layers import Layer, legend, paint, ring_points
    from reviewer.overlays.palette import PALETTES, as_rgb, grey_base, two_grey_base

    layers = [
        Layer(
            name=each.key,
            label=each.label,
            mask=each.mask,
            opacity=states[name].opacity,
            is_visible=states[name].is_visible,
            is_line=each.is_line,
        )
        for name, each in named_classes(pane)
    ]
    style = {"plain": as_rgb, "grey": grey_base, "two_grey": two_grey_base}.get(pane.base_style)
    if style is None:
        raise ValueError(f"pane {pane.title!r}: no such base style: {pane.base_style!r}")
    chosen = PALETTES[palette]
    image = paint(style(pane.base), layers, chosen, scale=scale)
    rows = legend(layers, chosen)
    names = [name for name, _ in named_classes(pane)]
    rings = tuple(
        Mark("ring", (ring.x, ring.y, ring.side / 2))
        for ring in ring_points(layers, scale, most=_RINGS)
    )
    return RenderedPane(
        prepare(image),
        {
            name: (row.color, row.is_hatched, row.opacity)
            for name, row in zip(names, rows, strict=True)
        },
        {name: row.pixels for name, row in zip(names, rows, strict=True)},
        rings,
    )
