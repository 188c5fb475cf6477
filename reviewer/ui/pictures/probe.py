"""What is under the cursor, as the readout says it."""

from __future__ import annotations

from typing import Any

from reviewer.ui import numbers
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.content import Showing, tr
from reviewer.ui.pictures.difference import DifferenceWalk
from reviewer.ui.pictures.picture_set import PictureSet
from reviewer.ui.pictures.readout import Probe, Reading, delta_of
from reviewer.ui.pictures.sheet import SheetDesk


def read_pictures(
    pictures: PictureSet, camera: Camera, walk: DifferenceWalk, showing: Showing, *, mode: str,
    is_narrow: bool,
) -> Reading:  # fmt: skip
    """The values of every role at the cursor, and where the difference walk stands."""
    place, probes, by_role = None, list[Probe](), dict[str, Probe]()
    if camera.cursor is not None:
        place = _pixel(camera.reference, *camera.cursor)
        for role in pictures.own_roles():
            if pictures.picture(role) is not None:
                name = pictures.source(role).title or role
                probes.append(Probe(name, _value(pictures, role, *camera.cursor)))
                by_role[role] = probes[-1]
    result, partner = (by_role.get(role) for role in pictures.in_order(showing.partner))
    delta = ""
    if result is not None and partner is not None and result is not partner:
        delta = delta_of(result, partner, with_names=not is_narrow)
    return Reading(place, tuple(probes), delta, _aside(walk, mode, is_narrow=is_narrow))


def read_sheet(sheet: SheetDesk, camera: Camera, *, is_narrow: bool) -> Reading:
    """The values of the result and the reference of a 2×2 sheet."""
    aside = "" if is_narrow and camera.cursor else tr("a click on a pixel says what it is")
    if camera.cursor is None or sheet.sheet is None:
        return Reading(aside=aside)
    probes = []
    for number, pane in enumerate(sheet.sheet.panes[:2]):
        if sheet.picture(number) is not None:
            base = pane.base
            size = (int(base.shape[1]), int(base.shape[0]))
            values = _values_of(base, *_pixel(size, *camera.cursor))
            probes.append(Probe(pane.title.lower(), values))
    return Reading(_pixel(camera.reference, *camera.cursor), tuple(probes), "", aside)


def _aside(walk: DifferenceWalk, mode: str, *, is_narrow: bool) -> str:
    result = walk.result
    if mode == "difference" and result is not None and not is_narrow:
        same, small = numbers.percent(result.same), numbers.percent(result.small)
        large = numbers.percent(result.large)
        return tr("same {0} · small {1} · large {2}").format(same, small, large)
    region = walk.region
    if region is None or is_narrow:
        return ""
    at, of = numbers.count(walk.index + 1), numbers.count(walk.count)
    return tr("difference {0} of {1} · {2} px").format(at, of, numbers.count(region.area))


def _pixel(size: tuple[int, int], u: float, v: float) -> tuple[int, int]:
    return min(size[0] - 1, int(u * size[0])), min(size[1] - 1, int(v * size[1]))


def _value(pictures: PictureSet, role: str, u: float, v: float) -> tuple[int, ...] | None:
    picture = pictures.picture(role)
    return picture.pixel(*_pixel(picture.size, u, v)) if picture is not None else None


def _values_of(base: Any, x: int, y: int) -> tuple[int, ...]:  # noqa: ANN401 - an array
    value = base[y, x]
    if getattr(value, "ndim", 0) == 0:
        level = int(value) * (255 if base.dtype.name == "bool" else 1)
        return (level, level, level)
    return tuple(int(each) for each in value)
