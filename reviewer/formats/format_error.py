"""What every file that cannot be read has to say for itself."""

from __future__ import annotations

# A cause may quote a name out of the file, and strangers' names can have megabytes.
_LONGEST = 400


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return the beginning and end of a long text, and short ones whole."""
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


class FormatError(ValueError):
    """A file could not be read: its name, the cause, and what to do about it."""

    def __init__(self, name: str, cause: str, remedy: str) -> None:
        cause = shortened(cause)
        # All three go to args, so that the error survives pickling between processes.
        super().__init__(name, cause, remedy)
        self.name = name
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.name}: {self.cause}. {self.remedy}."
