"""What some bytes are, told from their content and never from the file's name."""

from __future__ import annotations

import codecs
import re
import struct
from collections.abc import Iterator
from pathlib import PurePosixPath

from reviewer.formats.raster_error import EXPORT_AGAIN, RasterError
from reviewer.formats.raster_tiff import TIFF_MAGICS, describe_tiff

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"
JPEG_MAGIC = b"\xff\xd8\xff"

# Formats Pillow reads by itself. EPS, WMF and the like start other programs or are no pictures.
FORMATS = (
    *("PNG", "JPEG", "GIF", "WEBP", "BMP", "DIB", "TIFF", "AVIF", "ICO"),
    *("PSD", "JPEG2000", "PPM", "QOI", "PCX", "SGI"),
)
_SUFFIXES = {
    "PNG": (".png", ".apng"),
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "MPO": (".mpo", ".jpg", ".jpeg"),
    "GIF": (".gif",),
    "WEBP": (".webp",),
    "BMP": (".bmp", ".dib"),
    "DIB": (".bmp", ".dib"),
    "TIFF": (".tif", ".tiff"),
    "AVIF": (".avif", ".avifs"),
    "ICO": (".ico",),
    "PSD": (".psd",),
    "JPEG2000": (".jp2", ".j2k", ".jpx", ".jpf", ".j2c", ".jpc"),
    "PPM": (".ppm", ".pgm", ".pbm", ".pnm", ".pfm"),
    "QOI": (".qoi",),
    "PCX": (".pcx",),
    "SGI": (".sgi", ".rgb", ".rgba", ".bw"),
    "TGA": (".tga",),
}
_KNOWN_SUFFIXES = frozenset(suffix for group in _SUFFIXES.values() for suffix in group) | {
    ".xcf",
    ".svg",
}
# Skips the XML declaration, comments and the document type before the first element.
# Atomic groups keep a hostile run of comments from costing exponential time.
_SVG_ROOT = re.compile(
    rb"\s*(?>(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)\s*)*+"
    rb"<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]",
    re.DOTALL,
)
_SNIFFED_BYTES = 65536


def is_xcf(data: bytes) -> bool:
    """Say whether the bytes are GIMP's own format."""
    return data.startswith(b"gimp xcf ")


def is_svg(data: bytes) -> bool:
    """Say whether the first element of the bytes is an SVG root."""
    head = data[:_SNIFFED_BYTES]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", errors="replace").encode()
    return _SVG_ROOT.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


def readable_formats(name: str) -> tuple[str, ...]:
    """Give the formats to try; TGA has no signature, so only its file name can ask for it."""
    return (*FORMATS, "TGA") if name.lower().endswith(".tga") else FORMATS


def name_note(name: str, format_name: str) -> str | None:
    """Say that a file's name promises another format than its content has."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in _KNOWN_SUFFIXES or suffix in _SUFFIXES.get(format_name, ()):
        return None
    return f"the content is {format_name} although the name ends in {suffix}"


def claimed_size(data: bytes) -> tuple[int, int] | None:
    """Read width and height where opening would already allocate or hide the numbers."""
    if data.startswith(PNG_MAGIC) and data[12:16] == b"IHDR" and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:
        return struct.unpack("<HH", data[6:10])
    if data.startswith(b"BM") and len(data) >= 26 and data[14] >= 40:
        width, height = struct.unpack("<Ii", data[18:26])
        return width, abs(height)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP" and len(data) >= 30:
        return _claimed_webp_size(data)
    return None


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Walk a PNG's chunks: kind, start and end of the body (which may lie beyond the data)."""
    position = len(PNG_MAGIC)
    while position + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[position : position + 8])
        yield kind, position + 8, position + 8 + length
        if kind == b"IEND":
            return
        position += 12 + length


def _claimed_webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        packed = int.from_bytes(data[21:25], "little")
        return 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
    return None


def refuse_foreign(data: bytes, name: str) -> None:
    """Raise where the bytes belong to another reader or are plainly no picture."""
    if not data:
        raise RasterError(name, "the file is empty (0 bytes)", EXPORT_AGAIN)
    if is_xcf(data):
        raise RasterError(name, "this is an XCF file, GIMP's own format", "Use the XCF reader")
    if is_svg(data):
        raise RasterError(name, "this is an SVG drawing, not a raster", "Use the SVG reader")


def describe_unknown(data: bytes) -> str:
    """Say what bytes that no picture reader recognises look like."""
    head = data[:512].lstrip().lower()
    if data.startswith(PNG_MAGIC):
        size = claimed_size(data)
        if size is not None and 0 in size:
            return f"its header gives a size of {size[0]}×{size[1]}, which no picture has"
        return "the PNG header is damaged or incomplete"
    if data.startswith(JPEG_MAGIC):
        return "the JPEG header is damaged or incomplete"
    if data.startswith(TIFF_MAGICS):
        return describe_tiff(data)
    if head.startswith((b"<!doctype html", b"<html")):
        return "this is a web page, not a picture (a download that failed?)"
    if head.startswith((b"<?xml", b"{", b"[")):
        return "this is a document, not a picture"
    if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc"):
        return "HEIF pictures are not supported"
    if _is_text(data[:512]):
        return "this is text, not a picture"
    return "the content is no picture format that can be read, or its header is damaged"


def _is_text(head: bytes) -> bool:
    try:
        # Incremental, because the cut may fall inside a character.
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return b"\0" not in head
