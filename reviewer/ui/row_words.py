"""What a row of the queue says in words: its verdict, its tooltip, its line for a screen reader."""

from __future__ import annotations

from reviewer.model.task import NO_PICTURE
from reviewer.session.state import BEGUN, DONE, Row
from reviewer.ui import numbers

# As the grade file and the filter call it.
DISPUTED = "disputed"


def verdict(row: Row) -> tuple[str, str]:
    """The word at the right edge and its color role."""
    if row.error.startswith(NO_PICTURE):
        return NO_PICTURE, "text2"
    if row.error:
        return "error" if row.is_known else "unreadable", "text2"
    if not row.is_known:
        return "", "text2"
    if row.is_hidden:
        return "hidden", "text2"
    if row.is_disputed:
        return DISPUTED, "warn"
    if row.headline is None:
        return "not judged", "text2"
    if row.passes is None:
        return "", "text2"
    if row.passes:
        return "passes", "text2"
    # A red "fails" in reviewed rows turned the list into a rash: done rows keep the word only.
    return "fails", "text2" if row.status == DONE else "bad"


def tooltip(row: Row) -> str:
    """Everything the row says in words; plain text, whatever the file's name holds."""
    parts = [row.id, row.kind.replace("_", " ")]
    if row.held_by:
        parts.append(row.held_by)
    if row.is_disputed:
        parts.append("people differ, and nobody has settled it")
    if row.flags:
        parts.append("flags: " + ", ".join(row.flags))
    if row.error:
        parts.append(row.error)
    return "\u2060" + "\n".join(part.replace("<", "‹") for part in parts)


def spoken(row: Row) -> str:
    """The row for a screen reader."""
    word, _ = verdict(row)
    state = {BEGUN: "begun", DONE: "reviewed"}.get(row.status, "open")
    flags = f", flags {', '.join(row.flags)}" if row.flags else ""
    return f"{row.id}, {state}, {numbers.headline(row.headline)} {word}{flags}"
