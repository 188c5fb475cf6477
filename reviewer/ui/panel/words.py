"""How items, checks and headlines are said: short for the row, whole for the tooltip and reader."""

from __future__ import annotations

import html
import re
from datetime import datetime

from reviewer.model import Answer, HeadlineValue
from reviewer.session.panel import AnswerKey, CheckRow, Item
from reviewer.ui import numbers
from reviewer.ui.translate import tr

BOTH = "both"
EN = "en"
_NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?![\w.])")
CLIP = 600


def clip(text: str, most: int = CLIP) -> str:
    """A text short enough to lay out; files can hold megabytes in one line."""
    return text if len(text) <= most else text[:most] + "…"


def one_line(text: str, most: int = CLIP) -> str:
    """A text as one clipped line."""
    return " ".join(clip(text, most).split())


def tip(*parts: str) -> str:
    """A tooltip that shows text of files as it is: Qt would read `<b>` as markup."""
    lines = [html.escape(clip(part, 1200)).replace("\n", "<br>") for part in parts if part]
    return f"<qt>{'<br>'.join(lines)}</qt>" if lines else ""


def asked(row: Item | CheckRow, shown: str) -> tuple[str, str]:
    """The question as first and second text: in both languages, or in the one that is asked for."""
    original = row.asks or row.id or tr("(without a name)")
    if shown == BOTH:
        return original, _translated(row, EN, *row.translations)
    # A row that has no such translation is written in it, or in a language nobody translated.
    return _translated(row, shown) or original, ""


def _translated(row: Item | CheckRow, *languages: str) -> str:
    text = next((row.translations[each] for each in languages if row.translations.get(each)), "")
    is_machine = isinstance(row, Item) and row.translated_by == "machine"
    return tr("{text} (machine translation)").format(text=text) if text and is_machine else text


def short_name(row: Item | CheckRow, shown: str) -> str:
    """The question in the language that is read, for a line that sums up."""
    return one_line(asked(row, EN if shown == BOTH else shown)[0], 120)


def answer_word(answer: Answer | None, item: Item) -> str:
    """A person's answer in the word of its key."""
    if answer is None:
        return ""
    for key in item.keys:
        if key.key != "=" and key.value == answer.value:
            return key.word
    if isinstance(answer.value, (int, float)):
        return numbers.credit(float(answer.value))
    return str(answer.value)


def clock(at: str) -> str:
    """The local time of an entry: 01:39, with the day when that is not today."""
    try:
        moment = datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone()
    except ValueError:
        return one_line(at, 20)
    is_today = moment.date() == datetime.now().astimezone().date()
    return moment.strftime("%H:%M" if is_today else "%d %b %H:%M")


def consequence(key: AnswerKey, now: HeadlineValue | None, *, is_short: bool) -> str:
    """What the headline would be, as it stands under an answer key: `.829 passes`."""
    if key.key == "=":
        return ""
    if not key.is_known:
        return ""
    if key.headline is None:
        if key.known is None:
            return tr("no headline")
        return span(*key.known)
    value = numbers.credit(key.headline)
    if is_short:
        return f"{value} ✓" if key.would_turn else value
    if key.passes is not None:
        word = tr("passes") if key.passes else tr("held") if key.held_by else tr("fails")
        return f"{value} {word}"
    is_as_is = now is not None and now.value == key.headline
    return tr("{value} as is").format(value=value) if is_as_is else value


def reach(keys: tuple[AnswerKey, ...], *, is_short: bool = False) -> str:
    """What any answer can come to, for a row that is not open."""
    known = [key for key in keys if key.is_known and key.key != "="]
    values = sorted({value for key in known for value in _ends(key)})
    if not values:
        return ""
    if len(values) == 1:
        if any(key.changes_others for key in known):
            return tr("changes another score")
        whole = tr("changes nothing: {value}").format(value=numbers.credit(values[0]))
        return tr("changes nothing") if is_short else whole
    low, high = numbers.credit(values[0]), numbers.credit(values[-1])
    return f"{low} … {high}"


def other_scores(keys: tuple[AnswerKey, ...]) -> dict[str, str]:
    """Key → what it makes of a further headline, where the first is the same whatever is answered.

    `gated passes`, `gated fails`: an answer that decides this only would else seem to decide
    nothing. Empty where the first headline tells the answers apart.
    """
    known = [key for key in keys if key.is_known and key.key != "="]
    if len({value for key in known for value in _ends(key)}) != 1:
        return {}
    said: dict[str, list[str]] = {key.key: [] for key in known}
    for number in range(min((len(key.others) for key in known), default=0)):
        values = {key.key: _other(key.others[number]) for key in known}
        if len(set(values.values())) > 1:
            for name, words in values.items():
                said[name].append(words)
    return {name: ", ".join(words) for name, words in said.items() if words}


def _other(headline: HeadlineValue) -> str:
    """A further headline by the last word of its name: as it passes, else by its value."""
    name = headline.name.rpartition("_")[2]
    if headline.passes is not None:
        return f"{name} {tr('passes') if headline.passes else tr('fails')}"
    if headline.value is not None:
        return f"{name} {numbers.credit(headline.value)}"
    return f"{name} {span(*headline.known)}" if headline.known else f"{name} {numbers.ABSENT}"


def _ends(key: AnswerKey) -> tuple[float, ...]:
    """The headline under an answer, or both ends where others still wait for theirs."""
    return (key.headline,) if key.headline is not None else key.known or ()


def span(low: float, high: float) -> str:
    """A known range: .350 … .800."""
    return f"{numbers.credit(low)} … {numbers.credit(high)}"


def held(headline: HeadlineValue) -> str:
    """Why a headline is where it is: `Held at .50: the judge's mean is below .75`."""
    text = headline.held_by
    if not text:
        return ""
    shown = _NUMBER.sub(lambda found: numbers.threshold(float(found.group())), one_line(text))
    return shown[:1].upper() + shown[1:]


def sentence(text: str) -> str:
    """With a capital at its start."""
    text = one_line(text)
    return text[:1].upper() + text[1:]
