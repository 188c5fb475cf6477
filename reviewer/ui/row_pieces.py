"""What stands at the right of a name in the queue, and how much of it there is room for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reviewer.session.state import DONE, Row
from reviewer.ui import fonts, numbers
from reviewer.ui.row_words import DISPUTED, verdict
from reviewer.ui.translate import tr

GAP = 6
# Room for 0.000.
_NUMBER = 40


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a number or a flag; the higher its rank, the longer it stays beside the name."""

    words: str
    role: str
    width: float
    icon_role: str = ""
    step: fonts.Step = "s"
    has_flag: bool = False
    rank: int = 0


def least_name() -> int:
    """The room that a name has before anything else of its row."""
    return fonts.scaled(64)


def word_column(*, is_torn: bool) -> int:
    """The column of the pass words; wider where people differ on a row of the list."""
    words = [tr("passes"), tr("fails"), *([tr(DISPUTED)] if is_torn else [])]
    return max(fonts.scaled(44), *(fonts.width(word, "s") for word in words))


def has_word(row: Row) -> bool:
    """Whether a row says something beside its headline."""
    return row.headline is not None and (row.passes is not None or bool(row.error))


def pieces(row: Row, *, column: int) -> list[Piece]:
    """Pass word, headline and flag of a row, from the right edge inwards.

    `column` is the width of the pass words of the whole list, 0 where they are left out: every
    headline ends at the same edge, whatever its row says. A row without a headline has the room of
    both for its word.
    """
    found: list[Piece] = []
    quiet = row.status == DONE
    word, role = verdict(row)
    if row.headline is not None:
        if column:
            found.append(Piece(word, role, max(column, fonts.width(word, "s")), rank=0))
        text, tone = numbers.headline(row.headline), "text2" if quiet else "text"
        # A grade below zero has a sign more.
        width = max(fonts.scaled(_NUMBER), fonts.width(text, "m") + 1)
        found.append(Piece(text, tone, width, step="m", rank=1))
    elif word:
        # Flags stand in one column: what takes the place of a number is as wide as one.
        numbered = fonts.scaled(_NUMBER) + (column + GAP if column else 0)
        least = numbered if row.flags else 0
        found.append(Piece(word, role, max(least, fonts.width(word, "s")), rank=0))
    is_torn = row.is_disputed and row.headline is not None and not column
    if row.flags or is_torn:
        alarm = tr(DISPUTED) if is_torn else row.alarm
        width = fonts.scaled(16)
        if alarm:
            width += 4 + fonts.width(alarm, "s")
        # Flags are many: the icon has the color, a word in it in every row would be a rash.
        hue = "text2" if quiet else "warn"
        found.append(Piece(alarm, "text2", width, hue, has_flag=True, rank=2))
    return found


def fitting(found: list[Piece], *, room: float, name: float) -> list[Piece]:
    """What stands beside a name of this width.

    The word of a flag is whole or not there at all, and goes before a letter of the name does; its
    icon stays longest, when even the start of the name has no room otherwise.
    """
    kept = list(found)
    if kept and kept[-1].has_flag and kept[-1].words and _over(kept, room - name) > 0:
        kept[-1] = replace(kept[-1], words="", width=fonts.scaled(16))
    while len(kept) > 1 and _over(kept, room - min(name, least_name())) > 0:
        kept.remove(min(kept, key=lambda piece: piece.rank))
    return kept


def badged(kept: list[Piece], *, room: float, name: float) -> tuple[list[Piece], Piece | None]:
    """The flag as a badge on the status where the name would be cut for it; else where it was.

    What tells a name from those beside it, such as the size of a maze, is more than the column.
    """
    flag = next((piece for piece in kept if piece.has_flag and not piece.words), None)
    if flag is None or len(kept) < 2 or _over(kept, room - name) <= 0:
        return kept, None
    return [piece for piece in kept if piece is not flag], flag


def _over(kept: list[Piece], room: float) -> float:
    return sum(piece.width + GAP for piece in kept) - room


def wanted_width(row: Row, *, column: int) -> int:
    """The width at which nothing of a row is cut."""
    outside = 4 + 8 + fonts.scaled(16) + 8 + 8 + 4
    right = sum(piece.width + GAP for piece in pieces(row, column=column))
    return int(outside + fonts.width(row.id, "m", bold=True) + right + 1)
