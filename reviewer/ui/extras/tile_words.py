"""What stands on a tile beside its picture: name, claim, numbers, what the person said."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from reviewer.session.tiles import Line, TileView
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.widgets import paint

MINE = {
    "agrees": ("done", "you agree"), "wrong": ("fails", "you: wrong"),
    "unsure": ("question", "you: unsure"), "reviewed": ("done", "reviewed"),
    "": ("open", "not yet seen"),
}  # fmt: skip


def draw_words(
    painter: QPainter, rect: QRectF, view: TileView, tokens: theme.Tokens, *, name: str,
    is_wide: bool,
) -> None:  # fmt: skip
    line = float(fonts.line_height("m"))
    top = QRectF(rect.left(), rect.top(), rect.width(), line)
    bold, small = fonts.font("m", bold=True), fonts.font("s")
    middle = Qt.TextElideMode.ElideMiddle
    if not is_wide:
        mine, said = MINE[view.mine]
        side = icons.side()
        at = QRectF(rect.right() - side, top.top() + 2, side, side)
        icons.paint(painter, mine, at, color=_mine_color(view, tokens), knockout=tokens.panel)
        room = top.adjusted(0, 0, -side - 4, 0)
        paint.text(painter, room, name, font=bold, color=tokens.text, elide=middle)
        low = QRectF(rect.left(), top.bottom(), rect.width(), line)
        for each in _lines_in(view, low.width() - side - 6, is_high=rect.height() >= 3 * line):
            _draw_line(painter, low, each, tokens, font_step="s")
            low.translate(0, line - fonts.scaled(2))
        return
    paint.text(painter, top, name, font=bold, color=tokens.text, elide=middle)
    y = top.bottom() + fonts.scaled(4)
    foot = rect.bottom() - line
    score = foot - line - fonts.scaled(2)
    end = y + line * len(view.lines)
    for number, each in enumerate(view.lines):
        if y + line > foot:
            break
        _draw_line(painter, QRectF(rect.left(), y, rect.width(), line), each, tokens,
                   font_step="m" if number == 0 else "s")  # fmt: skip
        y += line
    # The claim and its numbers come first where there is little room.
    if view.headline is not None and end <= score:
        at = QRectF(rect.left(), score, rect.width(), line)
        paint.text(painter, at, numbers.headline(view.headline), font=bold, color=tokens.text)
    mine, said = MINE[view.mine]
    side = icons.side()
    at = QRectF(rect.left(), foot + (line - side) / 2, side, side)
    color = _mine_color(view, tokens)
    icons.paint(painter, mine, at, color=color, knockout=tokens.panel)
    words = QRectF(at.right() + 6, foot, rect.right() - at.right() - 6, line)
    paint.text(painter, words, said, font=small, color=tokens.text2)


def _lines_in(view: TileView, width: float, *, is_high: bool) -> list[Line]:
    """The claim, and its numbers below it or beside it as far as they fit whole."""
    if not view.lines:
        return []
    claim, *facts = view.lines
    if is_high and facts:
        return [claim, replace(facts[0], words=" · ".join(fact.words for fact in facts))]
    for count in range(len(facts), 0, -1):
        words = " · ".join(line.words for line in (claim, *facts[:count]))
        if fonts.width(words, "s") <= width:
            return [replace(claim, words=words)]
    return [claim]


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
    return ", ".join(part for part in (view.task, *lines, score, MINE[view.mine][1]) if part)
