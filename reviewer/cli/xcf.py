"""Look into GIMP's XCF files: their layers, the flattened picture, a single layer."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from reviewer.cli.text import CliError, table, write, write_error, write_json
from reviewer.model.counting import counted


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `reviewer xcf`."""
    parts = parser.add_subparsers(dest="what", required=True, metavar="info|flatten")
    info = parts.add_parser("info", help="size, precision and the layer tree")
    info.add_argument("file", type=Path, metavar="FILE")
    info.add_argument("--json", action="store_true")
    flatten = parts.add_parser("flatten", help="draw it as a picture")
    flatten.add_argument("file", type=Path, metavar="FILE")
    flatten.add_argument("-o", "--output", type=Path, metavar="PICTURE",
                         help="png, jpg, webp … by its extension; - is PNG to standard output; "
                         "else a PNG beside FILE")  # fmt: skip
    flatten.add_argument("--layer", type=_layer, metavar="NAME", help="one layer's own pixels")
    flatten.add_argument("--engine", choices=("own", "gimp"), default="own")


def _layer(name: str) -> str:
    if not name:
        raise argparse.ArgumentTypeError("an empty text names no layer")
    return name


def run(args: argparse.Namespace) -> int:
    """Print or draw."""
    from reviewer.store.files import FileError

    try:
        return _info(args) if args.what == "info" else _flatten(args)
    except FileError as error:
        raise CliError(str(error)) from error


def _info(args: argparse.Namespace) -> int:
    from reviewer.session import xcf_files

    found = xcf_files.info(args.file)
    if args.json:
        write_json(found)
        return 0
    write(
        f"{found['file']}: XCF version {found['version']}, {found['width']}×{found['height']} "
        f"{found['base_type']}, {found['precision_name']}, {counted(found['layer_count'], 'layer')}"
        + (f" and {counted(found['group_count'], 'group')}" if found["group_count"] else "")
    )
    for note in found["notes"]:
        write(note)
    rows = list(_rows(found["layers"], 0))
    for line in table(rows, head=("layer", "mode", "opacity", "size", "place", "")):
        write(line)
    return 0


def _rows(layers: list[dict[str, Any]], depth: int) -> Any:  # noqa: ANN401 - rows of text
    for layer in layers:
        x, y = layer["offset"]
        words = [word for word in ("is_group", "is_text", "is_floating") if layer[word]]
        said = [word.removeprefix("is_") for word in words]
        said += [] if layer["mask"] is None else ["mask"]
        said += [] if layer["visible"] else ["hidden"]
        yield (
            "  " * depth + layer["name"],
            layer["mode_name"],
            f"{100 * layer['opacity']:.4g} %",
            f"{layer['width']}×{layer['height']}",
            f"{x:+d}{y:+d}",
            ", ".join(said),
        )
        yield from _rows(layer["layers"], depth + 1)


def _flatten(args: argparse.Namespace) -> int:
    from reviewer.session import xcf_files
    from reviewer.store import files

    target = args.output or args.file.with_suffix(".png")
    is_stream = str(args.output) == "-"
    if not is_stream:
        xcf_files.require_format(target)
    if args.layer and args.engine == "own":
        # A wrong name first: it is what was typed, and the place of the picture is not.
        xcf_files.layer_named(xcf_files.open_xcf(args.file), args.layer, args.file)
    if args.output is None and target.exists():
        raise CliError(f"{target}: it exists already. Name the picture with -o to replace it.")
    data, notes = xcf_files.flattened(args.file, engine=args.engine, layer=args.layer or "")
    for note in notes:
        write_error(f"{args.file.name}: {note}")
    if is_stream:
        sys.stdout.buffer.write(data)
        return 0
    files.replace_bytes(target, xcf_files.encoded_for(target, data))
    write(str(target))
    return 0
