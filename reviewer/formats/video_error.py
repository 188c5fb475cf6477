"""What a clip that cannot be read has to say for itself."""

from __future__ import annotations

from reviewer.formats.format_error import FormatError

COPY_AGAIN = "Copy the file again or make the clip anew"
INSTALL_AV = "Install the extra that reads it: pip install 'reviewer[av]'"


class VideoError(FormatError):
    """A clip could not be read: the file, the cause, and what to do about it."""
