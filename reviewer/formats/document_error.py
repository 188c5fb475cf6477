"""What a document that cannot be read has to say for itself."""

from __future__ import annotations

from reviewer.formats.format_error import FormatError


class DocumentError(FormatError):
    """A document could not be read: the file, the cause, and what to do about it."""
