"""What a row of the queue says in words: its verdict, its tooltip, its line for a screen reader."""

from __future__ import annotations

from reviewer.model.task import NO_PICTURE
from reviewer.session.state import BEGUN, DONE, Row
from reviewer.ui import numbers
from reviewer.ui.translate import tr

# As the grade file and the filter call it.
DISPUTED = "disputed"


def verdict(row: Row) -> tuple[str, str]:
    """The word at the right edge and its color role."""
    if row.error.startswith(NO_PICTURE):
        return tr(NO_PICTURE), "text2"
    if row.error:
        return tr("error") if row.is_known else tr("unreadable"), "text2"
    if not row.is_known:
        return "", "text2"
    if row.is_hidden:
        return tr("hidden"), "text2"
    if row.is_disputed:
        return tr(DISPUTED), "warn"
    if row.headline is None:
        return tr("not judged"), "text2"
    if row.passes is None:
        return "", "text2"
    if row.passes:
        return tr("passes"), "text2"
    # A red "fails" in reviewed rows turned the list into a rash: done rows keep the word only.
    return tr("fails"), "text2" if row.status == DONE else "bad"


def tooltip(row: Row) -> str:
    """Everything the row says in words; plain text, whatever the file's name holds."""
    parts = [row.id, row.kind.replace("_", " ")]
    if row.held_by:
        parts.append(row.held_by)
    if row.is_disputed:
        parts.append(tr("people differ, and nobody has settled it"))
    if row.flags:
        parts.append(tr("flags: {names}").format(names=", ".join(row.flags)))
    if row.error:
        parts.append(row.error)
    return "\u2060" + "\n".join(part.replace("<", "‹") for part in parts)


def spoken(row: Row) -> str:
    """The row for a screen reader."""
    word, _ = verdict(row)
    state = {BEGUN: tr("begun"), DONE: tr("reviewed")}.get(row.status, tr("open"))
    flags = ", " + tr("flags {names}").format(names=", ".join(row.flags)) if row.flags else ""
    return f"{row.id}, {state}, {numbers.headline(row.headline)} {word}{flags}"
