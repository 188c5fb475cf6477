"""What every file that cannot be read has to say for itself."""

from __future__ import annotations


class FormatError(ValueError):
    """A file could not be read: its name, the cause, and what to do about it."""

    def __init__(self, name: str, cause: str, remedy: str) -> None:
        # All three go to args, so that the error survives pickling between processes.
        super().__init__(name, cause, remedy)
        self.name = name
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.name}: {self.cause}. {self.remedy}."
