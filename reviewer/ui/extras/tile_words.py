"""What stands on a tile beside its picture: name, claim, numbers, what the person said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from reviewer.session.tiles import Line, TileView
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.short_names import in_two_lines
from reviewer.ui.task_list import shown_name
from reviewer.ui.widgets import paint

MINE = {
    "agrees": ("done", "you agree"), "wrong": ("fails", "you: wrong"),
    "unsure": ("question", "you: unsure"), "reviewed": ("done", "reviewed"),
    "": ("open", "not yet seen"),
}  # fmt: skip
KEYS = (("1", "right"), ("0", "wrong"))


def draw_words(
    painter: QPainter, rect: QRectF, view: TileView, tokens: theme.Tokens, *,
    beside: tuple[str, ...], is_wide: bool, has_keys: bool = False,
) -> None:  # fmt: skip
    """Name, claim and what was said; `beside` are the other names, `has_keys` where keys go."""
    if is_wide:
        _draw_beside(painter, rect, view, tokens, beside, has_keys=has_keys)
    else:
        _draw_under(painter, rect, view, tokens, beside)


def _draw_name(
    painter: QPainter, rect: QRectF, name: str, beside: tuple[str, ...], tokens: theme.Tokens
) -> None:
    shown, bold = shown_name(name, beside, int(rect.width())), fonts.font("m", bold=True)
    paint.text(painter, rect, shown, font=bold, color=tokens.text)


def _draw_lines_of_name(
    painter: QPainter, rect: QRectF, name: str, beside: tuple[str, ...], tokens: theme.Tokens
) -> float:
    """The name in a line, and in a quiet second one what does not fit; returns where it ends."""
    first, second = lines_of_name(name, beside, int(rect.width()))
    line, small = float(fonts.line_height("m")), float(fonts.line_height("s"))
    top = QRectF(rect.left(), rect.top(), rect.width(), line)
    paint.text(painter, top, first, font=fonts.font("m", bold=True), color=tokens.text)
    if not second:
        return top.bottom()
    low = QRectF(rect.left(), top.bottom() - fonts.scaled(2), rect.width(), small)
    paint.text(painter, low, second, font=fonts.font("s"), color=tokens.text2)
    return low.bottom()


@lru_cache(maxsize=512)
def lines_of_name(name: str, beside: tuple[str, ...], room: int) -> tuple[str, str]:
    """A name in one or two lines; what it shares with those beside it gives way first."""
    return in_two_lines(
        name, beside, room=room, width=lambda text: fonts.width(text, "m", bold=True)
    )


def _draw_under(
    painter: QPainter, rect: QRectF, view: TileView, tokens: theme.Tokens, beside: tuple[str, ...]
) -> None:
    """Under the picture of a small tile."""
    line, side = float(fonts.line_height("m")), icons.side()
    top = QRectF(rect.left(), rect.top(), rect.width(), line)
    at = QRectF(rect.right() - side, top.top() + 2, side, side)
    color = _mine_color(view, tokens)
    icons.paint(painter, _mine(view)[0], at, color=color, knockout=tokens.panel)
    _draw_name(painter, top.adjusted(0, 0, -side - 4, 0), view.task, beside, tokens)
    low = QRectF(rect.left(), top.bottom(), rect.width(), line)
    for each in _lines_in(view, low.width() - side - 6, is_high=rect.height() >= 3 * line):
        _draw_line(painter, low, each, tokens, font_step="s")
        low.translate(0, line - fonts.scaled(2))


def _draw_beside(
    painter: QPainter, rect: QRectF, view: TileView, tokens: theme.Tokens,
    beside: tuple[str, ...], *, has_keys: bool,
) -> None:  # fmt: skip
    """Beside the picture of a wide tile: the claim and its numbers come first."""
    line = float(fonts.line_height("m"))
    foot = rect.bottom() - line
    y = _draw_lines_of_name(painter, rect, view.task, beside, tokens) + fonts.scaled(4)
    end = y + line * len(view.lines)
    step, score = _score(view, end=end, foot=foot)
    for number, each in enumerate((*view.lines, *view.further)):
        if y + line > (foot if number < len(view.lines) else score):
            break
        _draw_line(painter, QRectF(rect.left(), y, rect.width(), line), each, tokens,
                   font_step="m" if number == 0 else "s")  # fmt: skip
        y += line
    if view.headline is not None and score < foot:
        at = QRectF(rect.left(), score, rect.width(), fonts.line_height(step))
        big = fonts.font(step, bold=True)
        paint.text(painter, at, numbers.headline(view.headline), font=big, color=tokens.text)
    low = QRectF(rect.left(), foot, rect.width(), line)
    if not (has_keys and view.is_open and _draw_keys(painter, low, tokens)):
        _draw_mine(painter, low, view, tokens)


def _score(view: TileView, *, end: float, foot: float) -> tuple[fonts.Step, float]:
    """How large the grade is and where it begins; at the foot where there is no room for it."""
    steps: tuple[fonts.Step, ...] = ("l", "m")
    for step in steps if view.headline is not None else ():
        score = foot - fonts.line_height(step) - fonts.scaled(2)
        if end <= score:
            return step, score
    return "m", foot


def _draw_mine(painter: QPainter, rect: QRectF, view: TileView, tokens: theme.Tokens) -> None:
    icon, said = _mine(view)
    side = icons.side()
    at = QRectF(rect.left(), rect.top() + (rect.height() - side) / 2, side, side)
    icons.paint(painter, icon, at, color=_mine_color(view, tokens), knockout=tokens.panel)
    words = rect.adjusted(side + 6, 0, 0, 0)
    paint.text(painter, words, said, font=fonts.font("s"), color=tokens.text2)


def _draw_keys(painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> bool:
    """The two keys that answer, on the tile that they would answer; False without room."""
    wanted = [paint.key_cap_width(key) + fonts.width(words, "s") for key, words in KEYS]
    # Two gaps inside the pairs and one, twice as wide, between them.
    gap = min(float(fonts.scaled(6)), (rect.width() - sum(wanted)) / 4)
    if gap < fonts.scaled(2):
        return False
    x, small = rect.left(), fonts.font("s")
    for (key, words), width in zip(KEYS, wanted, strict=True):
        cap = paint.key_cap(painter, x, rect.center().y(), key, tokens=tokens)
        line = QRectF(x + cap + gap, rect.top(), width - cap, rect.height())
        paint.text(painter, line, words, font=small, color=tokens.text)
        x += width + 3 * gap
    return True


def _mine(view: TileView) -> tuple[str, str]:
    """Icon and words of what this person said, of the claim or of the whole task."""
    if view.mine or not (view.is_reviewed or view.is_seen):
        return MINE[view.mine]
    return ("done", "task reviewed") if view.is_reviewed else ("begun", "this claim not yet")


def _lines_in(view: TileView, width: float, *, is_high: bool) -> list[Line]:
    """The claim, and its numbers below it or beside it as far as they fit whole."""
    if not view.lines:
        return []
    claim, *facts = view.lines
    if is_high and facts:
        return [claim, _joined(facts, width)]
    joined = _joined(view.lines, width)
    if joined.words == claim.words and facts and facts[0].brief:
        joined = replace(claim, words=f"{claim.words} · {facts[0].brief}")
    # A number that is cut could be read as another: the claim stands alone then.
    return [joined if fonts.width(joined.words, "s") <= width else claim]


def _joined(lines: Sequence[Line], width: float) -> Line:
    """The first line with as many of those that follow as fit whole."""
    for count in range(len(lines), 1, -1):
        words = " · ".join(line.words for line in lines[:count])
        if fonts.width(words, "s") <= width:
            return replace(lines[0], words=words)
    return lines[0]


def _draw_line(
    painter: QPainter, rect: QRectF, line: Line, tokens: theme.Tokens, *, font_step: fonts.Step
) -> None:
    side = icons.side()
    at = QRectF(rect.left(), rect.top() + (rect.height() - side) / 2, side, side)
    hue = {"passes": tokens.ok, "fails": tokens.bad, "partial": tokens.warn, "error": tokens.bad}
    name = {"not_judged": "not-judged"}.get(line.state, line.state)
    if name:
        color = hue.get(line.state, tokens.text2)
        icons.paint(painter, name, at, color=color, knockout=tokens.panel)
    words = rect.adjusted(side + 6, 0, 0, 0)
    if fonts.width(line.words, font_step) > words.width():
        font_step = "s"
    ink = tokens.text if name else tokens.text2
    paint.text(painter, words, line.words, font=fonts.font(font_step), color=ink)


def _mine_color(view: TileView, tokens: theme.Tokens) -> str:
    return {"agrees": tokens.ok, "reviewed": tokens.ok, "wrong": tokens.bad,
            "unsure": tokens.warn}.get(view.mine, tokens.text2)  # fmt: skip


def spoken(view: TileView) -> str:
    """A tile for a screen reader."""
    lines = [f"{n.words}: {n.state.replace('_', ' ')}".removesuffix(": ") for n in view.lines]
    score = numbers.headline(view.headline) if view.headline is not None else ""
    return ", ".join(part for part in (view.task, *lines, score, _mine(view)[1]) if part)
