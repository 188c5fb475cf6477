"""What a failure nobody foresaw says to a person: what happened and what to do, no class names."""

from __future__ import annotations

_REPORT = "Try again; if it stays, report it with this line."


def told(error: BaseException) -> str:
    """The error's own words; for those that have none of their own, the cause and the remedy."""
    if isinstance(error, MemoryError):
        return "There is not enough memory. Close other programs, or use smaller files."
    if isinstance(error, RecursionError):
        return "Something is nested too deeply to be read. Simplify the file."
    if isinstance(error, OSError) and error.strerror:
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror}. Check that it is there and may be read and written."
    text = str(error).strip()
    if isinstance(error, KeyError):
        text = f"{text} is missing" if text else ""
    # People write sentences into errors; what lacks a blank is a bare value.
    if text and " " in text:
        return text
    cause = f"it stopped at {text}" if text else "it gave no reason"
    return f"Something failed that should not have: {cause}. {_REPORT}"
