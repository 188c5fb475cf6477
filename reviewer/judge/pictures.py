"""Pictures as parts of a request; the kind is told by content, never by name."""

from __future__ import annotations

import base64

from reviewer.judge.protocol import JudgeError, Picture

# What providers accept; anything else must be converted by whoever has the pixels.
_ACCEPTED = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)


def media_type(picture: Picture) -> str:
    """The MIME type of the content; a JudgeError for what no provider reads."""
    for start, kind in _ACCEPTED:
        if picture.data.startswith(start):
            return kind
    if picture.data[:4] == b"RIFF" and picture.data[8:12] == b"WEBP":
        return "image/webp"
    raise JudgeError(
        f"{picture.name}: not a PNG, JPEG, GIF or WebP picture, which are the kinds that vision "
        "models take; convert it to PNG first"
    )


def data_url(picture: Picture) -> str:
    """The picture as a data URL."""
    encoded = base64.b64encode(picture.data).decode("ascii")
    return f"data:{media_type(picture)};base64,{encoded}"
