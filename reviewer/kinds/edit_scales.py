"""Whether the levels of pictures may be compared: values of 32 bits have no agreed white."""

from __future__ import annotations

from itertools import combinations

from reviewer.kinds.protocol import Picture, Scale


def clash_of_scales(*pictures: tuple[str, Picture]) -> str:
    """Why the levels of named pictures cannot be compared; nothing where they can."""
    for (name, one), (other, two) in combinations(pictures, 2):
        if _clash(one, two):
            return (
                f"{name} and {other}: their values are shown on different scales "
                f"({_range(one.scale)}; {_range(two.scale)}), so their levels cannot be compared"
            )
    return ""


def _clash(one: Picture, two: Picture) -> bool:
    """Standard scales show the same light alike; one that a picture's own range gave does not."""
    first, second = one.scale, two.scale
    if first == second:
        return False
    forms = {scale.form for scale in (first, second) if scale is not None}
    return "stretched" in forms or one.mode == two.mode


def _range(scale: Scale | None) -> str:
    return "8 or 16 bits" if scale is None else f"{scale.black:g} to {scale.white:g}"
