"""What instruments of image edits share: the value they give, and how two pictures are paired."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.protocol import UnreadableError
from reviewer.model import RESULT, Scalar

if TYPE_CHECKING:
    from reviewer.metrics.spaces import Space

Params = Mapping[str, Any]
SPACES = ("rgb", "grey", "hsv", "lab", "each")
FILTERS = ("nearest", "box", "bilinear", "hamming", "bicubic", "lanczos")


@dataclass(frozen=True, slots=True)
class Value:
    """What an instrument read."""

    value: Scalar
    unit: str = ""
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


Read = Callable[[EditPictures, Params], Value]


def against(pictures: EditPictures, params: Params) -> str:
    """The role that the result is compared with."""
    role = str(params.get("against", ""))
    if role in ("", "reference"):
        return pictures.reference_role
    return role


def pair(pictures: EditPictures, params: Params) -> tuple[Any, Any, tuple[str, ...]]:
    """Result and reference in the color space asked for; the reference resized where asked."""
    role = against(pictures, params)
    notes: tuple[str, ...] = ()
    one, two = pictures.pixels(RESULT), pictures.pixels(role)
    if params.get("resize"):
        two, notes = pictures.fitted(role, method_of(params))
    space = str(params.get("space", "rgb"))
    return in_space(one, space), in_space(two, space), notes


def method_of(params: Params) -> Any:  # noqa: ANN401 - one of FILTERS, as the metrics name them
    """The filter with which pictures are brought to one size."""
    method = str(params.get("filter", "lanczos"))
    if method not in FILTERS:
        raise UnreadableError(f"there is no filter {method!r}; use one of {', '.join(FILTERS)}")
    return method


def in_space(pixels: Any, space: str) -> Any:  # noqa: ANN401 - arrays
    """The channels in which two pictures are compared; `each` keeps alpha too."""
    from reviewer.metrics.spaces import in_space as channels

    if space not in SPACES:
        raise UnreadableError(f"there is no color space {space!r}; use one of {', '.join(SPACES)}")
    return channels(pixels, cast("Space", space))


def box_of(box: Any) -> list[int] | None:  # noqa: ANN401 - four numbers or None
    """A box as plain numbers for the grade file."""
    return [int(value) for value in box] if box is not None else None


def side_of(params: Params, name: str) -> int | None:
    """A side that a row asks for; None where any will do."""
    return int(params[name]) if name in params else None


def off(size: tuple[int, int], wanted: tuple[int | None, int | None]) -> Value:
    """The larger difference of two sides, of those that were asked for."""
    gaps = [abs(got - side) for got, side in zip(size, wanted, strict=True) if side is not None]
    asked = "×".join("any" if side is None else str(side) for side in wanted)
    note = f"{size[0]}×{size[1]}, asked {asked}"
    return Value(max(gaps), "px", (note,), {"size": list(size), "wanted": list(wanted)})
