"""Renders one drawing, as a program of its own: SVG on standard input, a header and PNG out.

It runs in a child process with limits, so that a hostile drawing takes down nothing else. The
header is one line of JSON; a refusal ends with code 2 and one line of JSON on standard error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from lxml import etree

from reviewer.formats.document_error import DocumentError
from reviewer.formats.svg import View, parse_svg, view_of
from reviewer.formats.svg_safety import hide_layers, make_safe

MAX_SIDE = 8192
REFUSED = 2


def render(data: bytes, *, name: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Return the header (view, width, height, notes) and the PNG bytes of a drawing."""
    import resvg_py

    document = parse_svg(data, name=name)
    root, notes = make_safe(document.root, name=name)
    hide_layers(root, frozenset(options.get("hidden_layers", ())))
    given = options.get("view")
    view = View(*given) if given else view_of(root)
    side = min(int(options["max_side"]), MAX_SIDE)
    size = _resize(root, view, side) if view else None
    family = options.get("font_family") or None
    try:
        png = resvg_py.svg_to_bytes(
            svg_string=etree.tostring(root, encoding="unicode", with_tail=False),
            background=options.get("background"),
            # Without a size of its own the drawing is fitted to its content.
            width=None if size else side,
            dpi=96,
            font_family=family,
            serif_family=family,
            sans_serif_family=family,
            cursive_family=family,
            fantasy_family=family,
            monospace_family=options.get("monospace_family") or family,
        )
    except ValueError as error:
        raise DocumentError(name, f"it cannot be drawn ({error})", "Open it in Inkscape") from error
    header = {
        "view": [view.x, view.y, view.width, view.height] if view else None,
        "size": size,
        "notes": [*document.notes, *notes],
    }
    return header, bytes(png)


def _resize(root: etree._Element, view: View, side: int) -> list[int]:
    """Make the drawing fill its own view box, so that user units map to pixels by one factor."""
    scale = side / max(view.width, view.height)
    size = [max(1, round(view.width * scale)), max(1, round(view.height * scale))]
    root.set("viewBox", f"{view.x!r} {view.y!r} {view.width!r} {view.height!r}")
    root.set("width", str(size[0]))
    root.set("height", str(size[1]))
    root.set("preserveAspectRatio", "none")
    return size


def main() -> int:
    """Read the options from the first argument and the drawing from standard input."""
    options = json.loads(sys.argv[1])
    name = str(options["name"])
    try:
        header, png = render(sys.stdin.buffer.read(), name=name, options=options)
    except DocumentError as error:
        fault = {"name": error.name, "cause": error.cause, "remedy": error.remedy}
        sys.stderr.write(json.dumps(fault) + "\n")
        return REFUSED
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + png)
    return 0


if __name__ == "__main__":
    sys.exit(main())
