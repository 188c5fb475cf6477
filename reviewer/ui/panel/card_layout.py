"""Where everything of the open item stands, worked out before anything is painted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reviewer.model.entry import DISPUTE_CODES
from reviewer.model.ledger import NOT_JUDGED
from reviewer.model.measurement import CODE, FILE, JUDGE, PERSON
from reviewer.session.panel import AnswerKey, Item, Opinion
from reviewer.ui import fonts
from reviewer.ui.panel import words
from reviewer.ui.panel.check_words import ICON_ROLES, ICONS
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.labels import lines_of

INSET = 20
LABEL = 44
_WHOLE = 6000
_OTHERS = 4
NO_REASON = "no reason recorded"
_SOURCES = {JUDGE: "judge", CODE: "code", FILE: "file", PERSON: "person"}


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text at its place; `icon` stands before it."""

    text: str
    x: float
    y: float
    width: float
    step: fonts.Step = "m"
    bold: bool = False
    role: str = "text"
    right: bool = False
    icon: str = ""
    icon_role: str = "text2"
    height: float = 20.0


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Lines, the rows of controls and the height of the whole."""

    lines: tuple[Words, ...]
    links_y: float
    has_whole: bool
    has_raw: bool
    can_dispute: bool
    label_y: float
    keys_y: float
    key_rows: tuple[tuple[AnswerKey, ...], ...]
    height: int


@dataclass(frozen=True, slots=True)
class CardView:
    """What the open item shows."""

    item: Item
    keys: tuple[AnswerKey, ...]
    first: str
    second: str
    place: str
    is_whole: bool = False
    is_compact: bool = False


class _Column:
    """Lines from the top down."""

    def __init__(self, width: float) -> None:
        self.left = float(fonts.scaled(INSET))
        self.width = width - 2 * self.left
        self.y = float(fonts.scaled(9))
        self.lines: list[Words] = []

    def gap(self, pixels: int) -> None:
        self.y += fonts.scaled(pixels)

    def text(
        self, said: str, *, step: fonts.Step = "m", bold: bool = False, role: str = "text",
        most: int = 1, indent: int = 0, spare: float = 0.0, line: int = 20,
    ) -> None:  # fmt: skip
        """Wrapped lines at an indent, `spare` pixels kept free at the right."""
        x = self.left + fonts.scaled(indent)
        width = self.width - fonts.scaled(indent) - spare
        for each in lines_of(said, width, step=step, bold=bold, most=most):
            height = fonts.scaled(line)
            self.lines.append(Words(each, x, self.y, width, step, bold, role, height=height))
            self.y += height

    def beside(self, line: Words) -> None:
        """A line at the current height that takes no room of its own."""
        self.lines.append(replace(line, y=self.y))


def arrange(view: CardView, width: int) -> CardLayout:
    """Lay an item out for a width."""
    column = _Column(float(width))
    item = view.item
    column.beside(_right(column, view.place, "s"))
    spare = fonts.width(view.place, "s") + fonts.scaled(10) if view.place else 0.0
    # The question is never cut: what is asked decides what an answer means.
    column.text(words.clip(view.first, _WHOLE), bold=True, most=0, spare=spare)
    if view.second:
        column.text(words.clip(view.second, _WHOLE), role="text2", most=0)
    column.gap(6)
    has_raw = bool(item.opinion and item.opinion.raw)
    has_whole = _opinion(column, view)
    links_y = column.y
    can_dispute = item.opinion is not None
    if has_whole or has_raw or can_dispute:
        column.gap(18)
    _people(column, item)
    column.gap(8)
    label_y = column.y
    column.gap(22)
    keys_y = column.y
    key_rows = split_keys(view.keys, column.width)
    column.gap(48 * len(key_rows) + 4 * (len(key_rows) - 1))
    if item.mine is not None and item.mine.reason:
        column.gap(6)
        reason = f"“{words.clip(item.mine.reason, 400)}”"
        column.text(reason, role="text2", step="s", most=2, line=16)
    column.gap(11)
    lines = tuple(column.lines)
    return CardLayout(
        lines, links_y, has_whole, has_raw, can_dispute, label_y, keys_y, key_rows, round(column.y)
    )


def split_keys(keys: tuple[AnswerKey, ...], width: float) -> tuple[tuple[AnswerKey, ...], ...]:
    """The answers in one row, or in two where their words would not fit."""
    # Five words in one row would touch each other where four still breathe.
    slack = 7 if len(keys) < 5 else 12
    needed = [
        paint.key_cap_width(key.key)
        + fonts.scaled(6 + slack)
        + fonts.width(key.word, "m", bold=True)
        for key in keys
    ]
    if any(key.is_known and key.headline is None and key.known for key in keys):
        # A span of two numbers is wider than its word, and cut off it says nothing.
        spans = [fonts.width(words.consequence(key, None, is_short=True), "s") for key in keys]
        needed = [max(a, b + fonts.scaled(14)) for a, b in zip(needed, spans, strict=True)]
    if sum(needed) <= width or len(keys) < 3:
        return (keys,)
    half = (len(keys) + 1) // 2
    return (keys[:half], keys[half:])


def _right(column: _Column, said: str, step: fonts.Step) -> Words:
    return Words(said, column.left, 0, column.width, step, role="text2", right=True)


def _opinion(column: _Column, view: CardView) -> bool:
    """What was said of the item; True when there is more of the reason than is shown."""
    item = view.item
    if item.is_hidden:
        is_by_code = item.is_uncovered or item.is_by_code
        column.beside(_label(column, tr("code") if is_by_code else tr("judge")))
        column.beside(_said(column, tr("hidden until you have answered"), "eye-off", "text2"))
        column.gap(22)
        return False
    if item.opinion is None:
        column.beside(_label(column, tr("code")))
        column.beside(_said(column, tr("nothing measured"), "not-judged", "text2"))
        column.gap(22)
        return False
    said = item.opinion
    column.beside(_label(column, tr(_SOURCES.get(said.source, said.source))))
    word = words.one_line(said.word, 60)
    icon, role = ICONS.get(said.state, "not-judged"), ICON_ROLES.get(said.state, "text2")
    column.beside(_said(column, word, icon, role))
    used = fonts.scaled(LABEL + 24) + fonts.width(word, "m", bold=True) + fonts.scaled(8)
    by = _by(said, column.width - used)
    column.beside(
        Words(by, column.left + used, 0, column.width - used, "s", role="text2", right=True)
    )
    column.gap(22)
    return _reason(column, said, is_whole=view.is_whole, most=1 if view.is_compact else 2)


def _reason(column: _Column, said: Opinion, *, is_whole: bool, most: int) -> bool:
    if not said.reason:
        text = tr(NO_REASON) if said.source == JUDGE else ""
        if text and said.state != NOT_JUDGED:
            column.text(text, role="text2", step="s", indent=LABEL, line=18)
        return False
    is_quote = said.source == JUDGE and said.state != NOT_JUDGED
    text = f"“{said.reason}”" if is_quote else said.reason
    width = column.width - fonts.scaled(LABEL)
    short = lines_of(words.clip(text), width, step="m", most=most)
    has_more = bool(short) and (short[-1].endswith("…") or len(text) > words.CLIP)
    if is_whole:
        column.text(words.clip(text, _WHOLE), indent=LABEL, most=0, line=18)
    else:
        column.text(words.clip(text), indent=LABEL, most=most, line=18)
    return has_more or is_whole


def _by(said: Opinion, width: float) -> str:
    """Model and votes; without room the votes alone, and of a list as much as fits whole."""
    whole = " · ".join(words.one_line(part, 80) for part in (said.model, said.detail) if part)
    if fonts.width(whole, "s") <= width or not said.detail:
        return whole
    parts = words.one_line(said.detail, 80).split(", ")
    while len(parts) > 1 and fonts.width(", ".join(parts), "s") > width:
        parts.pop()
    return ", ".join(parts)


def _label(column: _Column, said: str) -> Words:
    return Words(said, column.left, 0, fonts.scaled(LABEL), "s", role="text2")


def _said(column: _Column, word: str, icon: str, role: str) -> Words:
    x = column.left + fonts.scaled(LABEL)
    width = column.width - fonts.scaled(LABEL)
    return Words(word, x, 0, width, "m", bold=True, icon=icon, icon_role=role)


def _people(column: _Column, item: Item) -> None:
    """Others' answers, disputes and what is stale."""
    for answer in item.others[:_OTHERS]:
        reason = f": “{answer.reason}”" if answer.reason else ""
        said = f"{answer.author} {words.answer_word(answer, item)}, {words.clock(answer.at)}"
        column.text(words.one_line(said + reason), step="s", role="text2", line=18)
    if len(item.others) > _OTHERS:
        column.text(
            tr("and {count} more").format(count=len(item.others) - _OTHERS),
            step="s",
            role="text2",
            line=18,
        )
    if item.is_disputed:
        column.text(tr("People disagree: settled by adjudication"), step="s", role="warn", line=18)
    for entry in item.disputes[:2]:
        code = DISPUTE_CODES.get(entry.code or 0, "disputed")
        said = f"{code}, {entry.author}{': ' + entry.text if entry.text else ''}"
        column.text(words.one_line(said), step="s", role="warn", line=18)
    if item.is_stale:
        text = tr("Stale: the file or the question changed since then")
        column.text(text, step="s", role="warn", most=2, line=16)
