"""Instruments of image edits: layers of an XCF file, and settings of GIMP."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_value import Params, Read, Value, off, side_of
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import RESULT, Artifact
from reviewer.model.counting import counted

LAYERS = "layers"
# No setting of GIMP is that long; what is, is told apart by its length.
VALUE_LIMIT = 1_000


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
    names = [f"{layer.name} (group)" if layer.is_group else layer.name for layer in layers]
    paths = [list(layer.path) for layer in layers]
    return (", ".join(names) or "none",), {"names": names, "paths": paths}


def layer_count(pictures: EditPictures, params: Params) -> Value:
    """How many layers the XCF has; groups are counted apart, in the note."""
    found = all_layers(pictures)
    layers = [layer for layer in found if not layer.is_group]
    groups = len(found) - len(layers)
    (listed,), facts = _listed(layers)
    notes = (listed, f"{counted(groups, 'group')} counted apart") if groups else (listed,)
    return Value(len(layers), "layers", notes, {**facts, "groups": groups})


def layers_named(pictures: EditPictures, params: Params) -> Value:
    """How many layers or groups have the words in their name, and what else params ask."""
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
    settings = document(pictures, "gimprc")
    entry = settings.find(wanted)
    faults = settings.document.faults
    shown = wanted if isinstance(wanted, str) else " ".join(wanted)
    odd = f"line {faults[0].line} is malformed: {faults[0].cause}" if faults else ""
    if entry is None:
        raise NotMeasured(f"there is no line ({shown} …)" + (f"; {odd}" if odd else ""))
    text = cut(entry.text)
    if entry.value is None:
        raise NotMeasured(f"line {entry.line} has no value: {text}" + (f"; {odd}" if odd else ""))
    notes = (f"line {entry.line}: {text}", *([odd] if odd else []))
    # After a pair the last word is what was set.
    value = str(setting_text(entry) if isinstance(wanted, str) else entry.value)
    return Value(cut(value, VALUE_LIMIT), "", notes, {"line": entry.line, "text": text})


def setting_text(entry: Any) -> str | None:  # noqa: ANN401 - an Entry of a settings file
    """The value of a line: a setting of several words is all of them; of lists the last word."""
    if all(isinstance(item, str) for item in entry.values):
        return " ".join(entry.values) if entry.values else None
    value: str | None = entry.value
    return value


def cut(text: str, limit: int = 200) -> str:
    """A text as far as a person would read it, and how long it is."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text):,} characters)"


def setting_key(params: Params) -> str | tuple[str, str]:
    """The key asked for: a word, or two where it is nested, also written `a b` or `a,b`."""
    key = params.get("key", "")
    words = re.split(r"[,\s]+", key.strip()) if isinstance(key, str) else list(key)
    if len(words) == 1 and words[0]:
        return str(words[0])
    if len(words) == 2 and all(words):
        return str(words[0]), str(words[1])
    raise UnreadableError(f'the key {key!r} of a setting is a word or a pair, ["a", "b"]')
