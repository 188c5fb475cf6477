"""What the open item says over its answers, and to a screen reader."""

from __future__ import annotations

from reviewer.model import HeadlineValue
from reviewer.session.panel import Item
from reviewer.ui import fonts
from reviewer.ui.panel import words
from reviewer.ui.panel.card_layout import CardView
from reviewer.ui.translate import tr


def label(item: Item) -> str:
    """What stands over the answers at the left: whether there is one already."""
    if item.mine is None:
        return tr("you agreed with this value") if item.is_confirmed else tr("your answer")
    said = words.answer_word(item.mine, item)
    return tr("you said {answer}, {time}").format(answer=said, time=words.clock(item.mine.at))


def label_right(view: CardView, now: HeadlineValue | None, *, room: float) -> str:
    """What stands there at the right: what the second line of the keys means."""
    item = view.item
    if item.is_uncovered:
        return tr("beside the grade")
    if item.mine is not None:
        return tr("X takes it back")
    if item.is_hidden or not any(key.is_known for key in view.keys):
        return ""
    if not words.reach(view.keys):
        return tr("no headline with any answer")
    if words.other_scores(view.keys):
        return tr("score it would give")
    if words.reach(view.keys, is_short=True) != tr("changes nothing"):
        return tr("headline it would give")
    why = words.held(now) if now is not None else ""
    whole = tr("changes nothing: {value}").format(value=f"{why[:1].lower()}{why[1:]}")
    fits = bool(why) and fonts.width(whole, "s") <= room
    return whole if fits else tr("changes nothing")


def spoken(view: CardView) -> str:
    """The open item for a screen reader, its question left out."""
    item = view.item
    parts = [words.clip(view.second), view.place]
    if item.is_hidden:
        parts.append(tr("hidden until you have answered"))
    elif item.opinion is not None:
        said = item.opinion
        parts += [f"{said.source}: {said.word}", words.clip(said.reason)]
    if item.mine is not None:
        parts.append(tr("you: {answer}").format(answer=words.answer_word(item.mine, item)))
    if item.is_disputed or item.disputes:
        parts.append(tr("disputed"))
    if item.is_stale:
        parts.append(tr("stale"))
    return ", ".join(part for part in parts if part)
