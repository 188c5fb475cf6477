"""What a picture that cannot be read has to say for itself."""

from __future__ import annotations

EXPORT_AGAIN = "Export it again from the program that made it"


class RasterError(ValueError):
    """A picture could not be read: the file, the cause, and what to do about it."""

    def __init__(self, name: str, cause: str, remedy: str) -> None:
        # All three go to args, so that the error survives pickling between processes.
        super().__init__(name, cause, remedy)
        self.name = name
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.name}: {self.cause}. {self.remedy}."
