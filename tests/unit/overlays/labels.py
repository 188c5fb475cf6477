"""What layers say of one pixel."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.overlays.layers import Layer


def labels_at(layers: Sequence[Layer], x: int, y: int) -> list[str]:
    """The labels of the layers that cover a pixel, in the order in which they are painted."""
    return [layer.label for layer in layers if layer.mask[y, x]]
