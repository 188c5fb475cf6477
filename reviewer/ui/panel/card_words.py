"""What the open item says over its answers, and to a screen reader."""

from __future__ import annotations

from reviewer.model import HeadlineValue
from reviewer.session.panel import Item
from reviewer.ui import fonts
from reviewer.ui.panel import words
from reviewer.ui.panel.card_layout import CardView


def label(item: Item) -> str:
    """What stands over the answers at the left: whether there is one already."""
    if item.mine is None:
        return "you agreed with this value" if item.is_confirmed else "your answer"
    return f"you said {words.answer_word(item.mine, item)}, {words.clock(item.mine.at)}"


def label_right(view: CardView, now: HeadlineValue | None, *, room: float) -> str:
    """What stands there at the right: what the second line of the keys means."""
    item = view.item
    if item.is_uncovered:
        return "beside the grade"
    if item.mine is not None:
        return "X takes it back"
    if item.is_hidden or not any(key.is_known for key in view.keys):
        return ""
    if not words.reach(view.keys):
        return "no headline with any answer"
    if words.reach(view.keys, is_short=True) != "changes nothing":
        return "headline it would give"
    why = words.held(now) if now is not None else ""
    whole = f"changes nothing: {why[:1].lower()}{why[1:]}"
    fits = bool(why) and fonts.width(whole, "s") <= room
    return whole if fits else "changes nothing"


def spoken(view: CardView) -> str:
    """The open item for a screen reader, its question left out."""
    item = view.item
    parts = [words.clip(view.second), view.place]
    if item.is_hidden:
        parts.append("hidden until you have answered")
    elif item.opinion is not None:
        said = item.opinion
        parts += [f"{said.source}: {said.word}", words.clip(said.reason)]
    if item.mine is not None:
        parts.append(f"you: {words.answer_word(item.mine, item)}")
    if item.is_disputed or item.disputes:
        parts.append("disputed")
    if item.is_stale:
        parts.append("stale")
    return ", ".join(part for part in parts if part)
