"""Instruments of image edits: layers of an XCF file, and settings of GIMP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_value import Params, Read, Value, off, side_of
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import RESULT, Artifact

LAYERS = "layers"


def layered(pictures: EditPictures) -> Artifact:
    """The file whose layers are looked at: one in the role `layers`, else the result."""
    found = next(iter(pictures.request.task.artifacts_in(LAYERS)), None)
    return found or pictures.artifact(RESULT)


def document(pictures: EditPictures, form: str) -> Any:  # noqa: ANN401 - by form
    """The parsed XCF or settings file."""
    artifact = layered(pictures) if form == "xcf" else pictures.artifact(RESULT)
    key = (artifact.role, form)
    if key not in pictures.documents:
        if not pictures.request.reader.exists(artifact):
            raise UnreadableError(f"{artifact.name}: {pictures.request.reader.absence(artifact)}")
        pictures.documents[key] = pictures.request.reader.document(artifact, form)
    return pictures.documents[key]


def all_layers(pictures: EditPictures) -> list[Any]:
    """Every layer of the XCF, groups and their children alike, top first."""
    return list(document(pictures, "xcf").walk())


def is_shown(image: Any, layer: Any) -> bool:  # noqa: ANN401 - of the XCF reader
    """Whether a layer is visible, and every group around it too."""
    branch = (layer.path[:depth] for depth in range(1, len(layer.path) + 1))
    return all(image.layer(path).visible for path in branch)


def named(pictures: EditPictures, params: Params) -> list[Any]:
    """The layers whose name contains the words asked for, case ignored."""
    wanted = str(params.get("name", "")).casefold()
    return [layer for layer in all_layers(pictures) if wanted in layer.name.casefold()]


def _listed(layers: Sequence[Any]) -> tuple[tuple[str, ...], dict[str, Any]]:
    names = [layer.name for layer in layers]
    paths = [list(layer.path) for layer in layers]
    return (", ".join(names) or "none",), {"names": names, "paths": paths}


def layer_count(pictures: EditPictures, params: Params) -> Value:
    """How many layers the XCF has; groups count as layers, as in GIMP's own list."""
    layers = all_layers(pictures)
    return Value(len(layers), "layers", *_listed(layers))


def layers_named(pictures: EditPictures, params: Params) -> Value:
    """How many layers have a name that contains the words, and what else params ask of them."""
    image = document(pictures, "xcf")
    found = named(pictures, params)
    if "visible" in params:
        found = [layer for layer in found if is_shown(image, layer) == bool(params["visible"])]
    if "mode" in params:
        mode = str(params["mode"]).casefold()
        found = [layer for layer in found if layer.mode_name.casefold() == mode]
    for side in ("width", "height"):
        if side in params:
            found = [layer for layer in found if getattr(layer, side) == int(params[side])]
    return Value(len(found), "layers", *_listed(found))


def text_layers(pictures: EditPictures, params: Params) -> Value:
    """How many text layers the XCF has; `name` narrows them down."""
    found = [layer for layer in named(pictures, params) if layer.is_text]
    return Value(len(found), "layers", *_listed(found))


def of_layer(unit: str, look: Callable[[Any, Any], bool | float | str]) -> Read:
    """A property of the topmost layer with the name asked for."""

    def measure(pictures: EditPictures, params: Params) -> Value:
        found = named(pictures, params)
        if not found:
            raise NotMeasured(f"no layer has “{params.get('name', '')}” in its name")
        notes, facts = _listed(found[:1])
        return Value(look(document(pictures, "xcf"), found[0]), unit, notes, facts)

    return measure


layer_visible = of_layer("", is_shown)
layer_mode = of_layer("", lambda image, layer: str(layer.mode_name))
layer_opacity = of_layer("%", lambda image, layer: round(100 * float(layer.opacity), 4))


def layer_size_difference(pictures: EditPictures, params: Params) -> Value:
    """The larger difference between a layer's sides and those asked for, else the canvas's."""
    found = named(pictures, params)
    if not found:
        raise NotMeasured(f"no layer has “{params.get('name', '')}” in its name")
    image, layer = document(pictures, "xcf"), found[0]
    _, facts = _listed(found[:1])
    wanted: tuple[int | None, int | None] = (image.width, image.height)
    if "width" in params or "height" in params:
        wanted = side_of(params, "width"), side_of(params, "height")
    made = off((layer.width, layer.height), wanted)
    return Value(made.value, "px", (f"{layer.name}: {made.notes[0]}",), {**facts, **made.facts})


def setting_value(pictures: EditPictures, params: Params) -> Value:
    """The value of a setting in a gimprc; the last line of a repeated key wins."""
    wanted = setting_key(params)
    entry = document(pictures, "gimprc").find(wanted)
    shown = wanted if isinstance(wanted, str) else " ".join(wanted)
    if entry is None or entry.value is None:
        raise NotMeasured(f"there is no line ({shown} …)")
    facts = {"line": entry.line, "text": entry.text}
    return Value(entry.value, "", (f"line {entry.line}: {entry.text}",), facts)


def setting_key(params: Params) -> str | tuple[str, str]:
    """The key asked for: a word, or two where it is nested."""
    key = params.get("key", "")
    if isinstance(key, str):
        return key
    if isinstance(key, Sequence) and len(key) == 2:
        return str(key[0]), str(key[1])
    raise UnreadableError(f'the key {key!r} of a setting is a word or a pair, ["a", "b"]')
