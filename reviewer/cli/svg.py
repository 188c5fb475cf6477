"""Count what a drawing holds, as graders count and as its XML says, or draw it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.cli.text import CliError, table, write, write_error, write_json

_SHOWN = 8

if TYPE_CHECKING:
    from reviewer.metrics.drawing import PatternCounts, XmlCounts
    from reviewer.metrics.drawing_differences import Cause


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer svg`."""
    actions = parser.add_subparsers(dest="action", required=True)
    counts = actions.add_parser("counts", help="text patterns beside XML")
    counts.add_argument("file", type=Path, metavar="FILE")
    counts.add_argument("--json", action="store_true", help="one JSON object")
    render = actions.add_parser("render", help="draw the SVG as a PNG")
    render.add_argument("file", type=Path, metavar="FILE")
    render.add_argument("-o", "--output", type=Path, required=True, metavar="PNG")
    render.add_argument("--side", type=int, default=2000, help="pixels of the longer side")
    render.add_argument(
        "--hide", action="append", default=[], metavar="LAYER", help="a layer to leave out"
    )


def run(args: argparse.Namespace) -> int:
    """Count or draw."""
    return _counts(args) if args.action == "counts" else _render(args)


def _read(path: Path) -> bytes:
    """All of a drawing; one that is too large is refused by its size alone."""
    from reviewer.formats.svg import MAX_BYTES
    from reviewer.store.files import FileError, read_bytes

    try:
        return read_bytes(path, limit=MAX_BYTES)
    except FileError as error:
        raise CliError(str(error)) from error


def _counts(args: argparse.Namespace) -> int:
    from reviewer.metrics.drawing import MOST_TAGS_COUNTED

    data = _read(args.file)
    tags = data.count(b"<")
    if tags > MOST_TAGS_COUNTED:
        raise CliError(_too_many(str(args.file), tags, MOST_TAGS_COUNTED, "counted"))
    found = counts_of(data, name=str(args.file))
    if args.json:
        write_json(found)
    else:
        for line in as_lines(found):
            write(line)
    if found["error"]:
        write_error(found["error"])
    return 2 if found["error"] else 0


def _too_many(name: str, tags: int, most: int, done: str) -> str:
    return (
        f"{name}: it has {tags:,} tags, more than the {most:,} that are {done} here. "
        "Look at it in Inkscape."
    )


def counts_of(data: bytes, *, name: str) -> dict[str, Any]:
    """Both columns and every difference; what is no XML, or too much, has the graded column."""
    from reviewer.formats.document_error import DocumentError
    from reviewer.formats.svg import parse_svg
    from reviewer.metrics.drawing import (
        MOST_TAGS_MEASURED,
        compare_counts,
        decode_as_grader,
        pattern_counts,
        xml_counts,
    )

    text = decode_as_grader(data)
    graded = pattern_counts(text)
    made: dict[str, Any] = {
        "file": name,
        "patterns": _graded(graded),
        "xml": None,
        "differences": [],
        "notes": [],
        "error": "",
    }
    tags = data.count(b"<")
    if tags > MOST_TAGS_MEASURED:
        return {**made, "error": _too_many(name, tags, MOST_TAGS_MEASURED, "measured")}
    try:
        document = parse_svg(data, name=name)
    except DocumentError as error:
        return {**made, "error": str(error)}
    held = xml_counts(document.root)
    made["xml"] = _found(held)
    made["notes"] = list(document.notes)
    compared = compare_counts(text, document.root, graded=graded, found=held)
    made["differences"] = [
        {
            "count": each.name,
            "graded": each.graded,
            "found": each.found,
            "causes": [_cause(cause) for cause in each.causes],
        }
        for each in compared
    ]
    return made


def _cause(cause: Cause) -> dict[str, Any]:
    return {
        "reason": cause.reason,
        "surplus": cause.is_surplus,
        "places": [
            {"id": place.name or None, "line": place.line, "what": place.what}
            for place in cause.places
        ],
    }


def _graded(graded: PatternCounts) -> dict[str, Any]:
    return {
        "shapes": len(graded.shapes),
        "colors": len(graded.colors),
        "texts": len(graded.texts),
        "mm": len(graded.mm),
        "furniture_layer": graded.has_furniture_layer,
        "named_ids": len(graded.named_ids),
        "path_effects": len(graded.path_effects),
        "mm_texts": len(graded.mm_texts),
        "east_rects": len(graded.east),
        "east_variance": graded.east_variance,
    }


def _found(held: XmlCounts) -> dict[str, Any]:
    return {
        "shapes": len(held.shapes),
        "colors": len(held.fills),
        "texts": len(held.texts),
        "mm": held.mm,
        "furniture_layer": held.has_furniture_layer,
        "named_ids": len(held.named_ids),
        "path_effects": len(held.path_effects.applied),
        "mm_texts": len(held.mm_texts),
        "east_rects": len(held.east),
        "path_effects_defined": len(held.path_effects.defined),
        "layers": [layer.label for layer in held.layers],
        "shapes_in_furniture_layer": len(held.furniture_shapes),
        "tspans": held.tspans,
        "transforms": held.transforms,
        "repeated_ids": list(held.repeated_ids),
    }


def as_lines(found: dict[str, Any]) -> list[str]:
    """Both columns beside each other, then why they differ."""
    held = found["xml"] or {}
    rows = [
        (
            name.replace("_", " "),
            _word(value),
            _word(held.get(name)) if name in held else "—",
            "" if name not in held or held[name] == value else "differs",
        )
        for name, value in found["patterns"].items()
    ]
    lines = table(rows, head=("", "text patterns", "XML", ""), right="lrr")
    if held:
        lines += ["", f"layers: {', '.join(held['layers']) or 'none'}"]
    for each in found["differences"]:
        lines.append(f"{each['count']}: {each['graded']:g} graded, {each['found']:g} found")
        for cause in each["causes"]:
            places = [f"{p['id'] or p['what']} (line {p['line']})" for p in cause["places"]]
            shown = ", ".join(places[:_SHOWN]) + (", …" if len(places) > _SHOWN else "")
            word = "too many" if cause["surplus"] else "missed"
            lines.append(f"  {len(places)} {word}, {cause['reason']}: {shown}")
    return [*lines, *found["notes"]]


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "—"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _render(args: argparse.Namespace) -> int:
    from reviewer.process.resvg import DrawingError, render_svg
    from reviewer.process.runner import StartError
    from reviewer.store.files import FileError, replace_bytes

    if args.side < 1:
        raise CliError(f"--side {args.side}: a picture has at least one pixel")
    try:
        drawn = render_svg(
            _read(args.file), name=str(args.file), max_side=args.side, hidden_layers=args.hide
        )
        replace_bytes(args.output, drawn.png)
    except (DrawingError, StartError, FileError) as error:
        raise CliError(str(error)) from error
    for note in drawn.notes:
        write_error(note)
    size = f"{drawn.size[0]}×{drawn.size[1]}" if drawn.size else "fitted to its content"
    write(f"{args.output}: {size}")
    return 0
