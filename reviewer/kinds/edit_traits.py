"""What a picture is beside its pixels, and which of that a task asks to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reviewer.kinds.edit_catalog import ids_of
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL

MODE = "mode"
PALETTE = "palette"
LAYERS = "layers"


def traits(pictures: EditPictures, role: str) -> Mapping[str, Any]:
    """The mode, the palette where there is one, the layers where there are some."""
    picture = pictures.picture(role, "seen")
    found: dict[str, Any] = {MODE: picture.mode}
    if picture.mode in ("P", "PA"):
        # Equal pixels under other indices have another palette.
        found[PALETTE] = picture.samples.tobytes()
    if picture.format == "XCF":
        image = pictures.request.reader.document(pictures.artifact(role), "xcf")
        found[LAYERS] = tuple(_layer(layer) for layer in image.walk())
    return found


def _layer(layer: Any) -> tuple[Any, ...]:  # noqa: ANN401 - of the XCF reader
    return (
        layer.path, layer.name, layer.mode, round(layer.opacity, 4), layer.visible, layer.offset,
        layer.width, layer.height, layer.is_group, layer.is_text, layer.mask is not None,
    )  # fmt: skip


def asked(pictures: EditPictures) -> frozenset[str]:
    """The traits that the task changes: by its golden picture, and by the checks it chose."""
    return frozenset((*_checked(pictures), *_changed(pictures)))


def _checked(pictures: EditPictures) -> Iterator[str]:
    for check in pictures.request.rubric.checks:
        for identity in ids_of(check):
            name = identity.rpartition(".")[2]
            if name in ("mode", "color_count", "palette_ssim"):
                yield from (MODE, PALETTE)
            elif name.startswith(("layer", "text_layer")):
                yield LAYERS


def _changed(pictures: EditPictures) -> Iterator[str]:
    try:
        before, after = traits(pictures, INITIAL), traits(pictures, GOLDEN)
    except (NotMeasured, UnreadableError):
        return
    yield from differing(before, after)


def differing(one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[str]:
    """The names of the traits in which two pictures differ."""
    for name in (MODE, PALETTE, LAYERS):
        if one.get(name) != two.get(name):
            yield name
