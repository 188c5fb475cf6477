"""XCF files by path, for commands: what is in them, flattened by us or by GIMP, one layer."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from reviewer.store import files
from reviewer.store.settings import cache_folder

if TYPE_CHECKING:
    from reviewer.formats.xcf import XcfImage, XcfLayer

Engine = Literal["own", "gimp"]
GIMP_TIMEOUT = 30.0
_LIMIT = 2 * 1024**3
_PNG = "Name a .png."


def open_xcf(path: Path) -> XcfImage:
    """The structure of an XCF file; FileError names the file, the cause and the remedy."""
    from reviewer.formats.xcf import XcfError, read_xcf

    try:
        return read_xcf(files.read_bytes(path, limit=_LIMIT))
    except XcfError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: Exception) -> files.FileError:
    cause, _, remedy = str(error).rpartition(". ")
    return files.FileError(path, cause or str(error), remedy or "Save it again in GIMP.")


def info(path: Path) -> dict[str, Any]:
    """What the file says about itself, as plain values."""
    from reviewer.formats.xcf import describe

    return {"file": path.name, **describe(open_xcf(path))}


def layer_named(image: XcfImage, name: str, path: Path) -> XcfLayer:
    """The layer with this very name, else the only one whose name contains it."""
    layers = image.walk()
    same = [layer for layer in layers if layer.name == name]
    near = [layer for layer in layers if name.casefold() in layer.name.casefold()]
    found = same or near
    if not found or (not same and len(near) > 1):
        listed = ", ".join(layer.name for layer in (near or layers)[:20])
        cause = f"several layers have “{name}” in their name" if near else f"no layer “{name}”"
        raise files.FileError(path, cause, f"Use one of {listed}.")
    return found[0]


def flattened(
    path: Path, *, engine: Engine = "own", layer: str = "", check: Callable[[], None] | None = None
) -> tuple[bytes, tuple[str, ...]]:
    """The picture as PNG, and notes on what in it is approximate."""
    if engine == "gimp":
        if layer:
            raise files.FileError(
                path, "GIMP flattens whole pictures here", "Leave out --layer or --engine gimp."
            )
        return _by_gimp(path, check), ("flattened by GIMP",)
    from reviewer.formats.encode import encode_png
    from reviewer.formats.xcf import XcfError, flatten, layer_pixels

    image = open_xcf(path)
    try:
        if layer:
            found = layer_named(image, layer, path)
            return encode_png(layer_pixels(image, found.path)), (f"only the layer “{found.name}”",)
        flat = flatten(image, check=check)
    except XcfError as error:
        raise _refused(path, error) from error
    return encode_png(flat.rgba), flat.approximations


def require_format(target: Path) -> None:
    """Raise FileError, before anything is drawn, where no picture is written under this name."""
    from reviewer.formats.encode import FORMATS
    from reviewer.kinds.naming import extension

    form = extension(target.name)
    if form not in FORMATS:
        listed = ", ".join(FORMATS)
        cause = f"no picture is written as {form!r}" if form else "its name has no extension"
        raise files.FileError(target, cause, f"Use one of {listed}.")


def encoded_for(target: Path, png: bytes) -> bytes:
    """A drawn PNG in the format that the target's name asks for; FileError where there is none."""
    from PIL import Image

    from reviewer.formats.encode import encode_image
    from reviewer.kinds.naming import extension

    form = extension(target.name)
    if form == "png":
        return png
    with Image.open(io.BytesIO(png)) as image:
        if form in ("jpg", "jpeg", "bmp"):
            # They hold no alpha: what is transparent would come out in its hidden color.
            if "A" in image.getbands() and min(image.getchannel("A").tobytes()) < 255:
                raise files.FileError(
                    target, f"{form} holds no transparency, and the picture has some", _PNG
                )
            drawn = image.convert("RGB")
        else:
            drawn = image.copy()
    try:
        return encode_image(drawn, form)
    except ValueError as error:
        raise files.FileError(target, str(error), _PNG) from error


def _by_gimp(path: Path, check: Callable[[], None] | None) -> bytes:
    """GIMP's own picture, kept by the digest of the file."""
    from reviewer.process import gimp
    from reviewer.process.runner import StartError

    # The name tells them from those of earlier versions, whose transparency was filled.
    kept = cache_folder() / "gimp" / f"{files.digest_file(path)}-visible.png"
    if kept.is_file():
        return files.read_bytes(kept)
    with tempfile.TemporaryDirectory(prefix="reviewer-gimp-") as folder:
        target = Path(folder) / "flat.png"
        try:
            ran = gimp.flatten(path.absolute(), target, timeout=GIMP_TIMEOUT, cancel=check)
        except StartError as error:
            cause = f"GIMP cannot draw it: {error.cause}"
            raise files.FileError(path, cause, f"{error.remedy}.") from error
        if not ran.is_good:
            raise files.FileError(path, ran.problem, "Open the file in GIMP to see more.")
        data = files.read_bytes(target)
    files.replace_bytes(kept, data)
    return data
