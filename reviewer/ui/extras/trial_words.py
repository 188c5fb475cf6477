"""What a look at other values says, beside what the grade says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.model import HeadlineValue, Parameter, Rubric
from reviewer.scoring.editable import Editable, editable
from reviewer.ui import numbers

if TYPE_CHECKING:
    from reviewer.session.folding import Trial


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict in words with the color role they have."""

    words: str
    role: str = "text"


def trial_words(
    rubric: Rubric, *, tried: Mapping[str, object], draft: Mapping[str, float],
    now: Sequence[HeadlineValue], trial: Trial | None, error: str, in_use: Mapping[str, float],
) -> Said:  # fmt: skip
    """`Looking at “Path tolerance” 2: 0.030, fails. The grade is at 3: 0.070, fails.`

    All headlines are said, each after the first by what its name adds: `0.526; gated fails`.
    """
    grade = _headlines(now)
    changed = _changed(rubric, tried, draft, in_use)
    if not changed:
        return Said(f"The grade is {grade}.")
    own = f"at {changed[0][2]}" if len(changed) == 1 else "at the rubric's values"
    what = " ".join(changed[0][:2]) if len(changed) == 1 else f"{len(changed)} other values"
    if error:
        return Said(f"Looking at {what}: not measured, {error} The grade is {own}: {grade}.", "bad")
    seen = trial.ledger.headlines if trial is not None else ()
    is_waited_for = bool(tried) and trial is None
    said = "measuring …" if is_waited_for else f"{_headlines(seen)}."
    failing = {headline.name for headline in now if headline.passes is False}
    is_bad = any(each.passes is False and each.name not in failing for each in seen)
    return Said(
        f"Looking at {what}: {said} The grade is {own}: {grade}.", "bad" if is_bad else "text"
    )


def words_of(parameter: Parameter) -> str:
    """What the knob of a measuring value is called."""
    return parameter.asks or parameter.id.replace("_", " ")


def threshold_words(row: Editable) -> str:
    """What the knob of a threshold is called."""
    words = row.text.replace("_", " ")
    return words[:1].upper() + words[1:]


def _headlines(headlines: Sequence[HeadlineValue]) -> str:
    if not headlines:
        return "not known"
    first = headlines[0]
    said = [_headline(first)]
    for headline in headlines[1:]:
        name = headline.name.removeprefix(first.name).replace("_", " ").strip()
        said.append(f"{name} {_yes_or_no(headline) or _headline(headline)}")
    return "; ".join(said)


def _yes_or_no(headline: HeadlineValue) -> str:
    """A gate is read by whether it passes; empty for any other headline."""
    if headline.value not in (0, 1) or headline.pass_mark != 1 or headline.passes is None:
        return ""
    return "passes" if headline.passes else "fails"


def _headline(headline: HeadlineValue) -> str:
    if headline.value is None:
        return "not known"
    mark = {True: ", passes", False: ", fails", None: ""}[headline.passes]
    return numbers.headline(headline.value) + mark


def _changed(
    rubric: Rubric, tried: Mapping[str, object], draft: Mapping[str, float],
    in_use: Mapping[str, float],
) -> list[tuple[str, str, str]]:  # fmt: skip
    """Name, value looked at and the rubric's value of everything that differs."""
    found = []
    for each in rubric.parameters:
        if each.id in tried and tried[each.id] != each.value:
            own = _value(each.value)
            if each.id in in_use:
                own += f" ({_value(in_use[each.id])})"
            # What follows a semicolon explains the value, and is read at the knob.
            found.append((f"“{words_of(each).partition(';')[0]}”", _value(tried[each.id]), own))
    for row in editable(rubric) if draft else ():
        if row.key in draft:
            found.append((f"“{threshold_words(row)}”", _value(draft[row.key]), _value(row.value)))
    return found


def _value(value: object) -> str:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return f"{value:g}" if is_number else str(value).replace("_", " ")
