"""What a picture that cannot be read has to say for itself."""

from __future__ import annotations

from reviewer.formats.format_error import FormatError

EXPORT_AGAIN = "Export it again from the program that made it"


class RasterError(FormatError):
    """A picture could not be read: the file, the cause, and what to do about it."""
