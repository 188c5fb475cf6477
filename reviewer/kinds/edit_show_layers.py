"""Evidence of edits: the layers that were looked at, the settings that were found."""

from __future__ import annotations

from typing import Any

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_read_layers import (
    cut,
    document,
    is_shown,
    layered,
    named,
    setting_key,
    setting_text,
)
from reviewer.kinds.edit_show_likeness import Drawn, Found
from reviewer.model import Check, Mark, TreeNode
from reviewer.model.counting import counted


def of_layers(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """Every layer in the table, those that count framed on the picture."""
    image = document(pictures, "xcf")
    paths = found.facts.get("paths") if found is not None else None
    if paths is None:
        paths = [list(layer.path) for layer in named(pictures, check.params)]
    rows, marks = [], []
    for layer in image.walk():
        counts = list(layer.path) in paths
        rows.append(
            (layer.name, layer.mode_name, "", "counts" if counts else "", layer_words(image, layer))
        )
        if counts:
            place = (*layer.offset, layer.width, layer.height)
            tone = "ok" if is_shown(image, layer) else "plain"
            marks.append(Mark("box", tuple(float(v) for v in place), layer.name, tone))
    asked = {key: value for key, value in check.params.items() if key != "use"}
    looked = ", ".join(f"{key} {value}" for key, value in asked.items())
    groups = sum(layer.is_group for layer in image.walk())
    among = counted(len(rows) - groups, "layer") + (
        f" and {counted(groups, 'group')}" if groups else ""
    )
    return {
        "rows": rows,
        "marks": marks,
        "text": f"{layered(pictures).name}: {len(paths)} of {among}"
        + (f" ({looked})" if looked else ""),
    }


def layer_words(image: Any, layer: Any) -> str:  # noqa: ANN401 - of the XCF reader
    """A layer in one line: mode, opacity, size, place, and what it is."""
    x, y = layer.offset
    parts = [
        layer.mode_name,
        f"{100 * layer.opacity:.4g} %",
        f"{layer.width}×{layer.height}",
        f"{x:+d}{y:+d}",
        *(["text"] if layer.is_text else []),
        *(["group"] if layer.is_group else []),
        *(["mask"] if layer.mask is not None else []),
        *([] if is_shown(image, layer) else ["hidden"]),
    ]
    return " · ".join(parts)


def layer_tree(image: Any) -> tuple[TreeNode, ...]:  # noqa: ANN401 - of the XCF reader
    """The layers as a tree with a box each; a layer in a hidden group is dimmed."""
    return tuple(_node(image, layer) for layer in image.layers)


def _node(image: Any, layer: Any) -> TreeNode:  # noqa: ANN401
    return TreeNode(
        label=layer.name,
        detail=layer_words(image, layer),
        checked=bool(layer.visible),
        is_dimmed=not is_shown(image, layer),
        item="/".join(str(index) for index in layer.path),
        children=tuple(_node(image, child) for child in layer.children),
    )


def setting(pictures: EditPictures, check: Check, found: Found) -> Drawn:
    """The line that was found, and earlier lines of the same key, which it overrules."""
    key = setting_key(check.params)
    first = key if isinstance(key, str) else key[0]
    entries = [e for e in document(pictures, "gimprc").document.entries if e.key == first]
    line = found.facts.get("line") if found is not None else None
    rows = [
        (
            f"line {e.line}",
            cut(setting_text(e) or ""),
            "",
            "counts" if e.line == line else "",
            cut(e.text),
        )
        for e in entries
    ]
    if line is None:
        said = f"There is no line ({first} …) in {layered(pictures).name}."
    else:
        said = f"line {line}: {found.facts['text']}" if found is not None else ""
    return {"text": said, "rows": rows}
