"""What a look at other values says, beside what the grade says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.model import (
    Check,
    Credited,
    HeadlineValue,
    Ledger,
    Measurement,
    Parameter,
    Rubric,
)
from reviewer.model.counting import counted
from reviewer.model.ledger import FAIL, PASS
from reviewer.scoring.editable import Editable, editable
from reviewer.session.tile_claims import short_claim
from reviewer.ui import numbers

if TYPE_CHECKING:
    from reviewer.session.folding import Trial


# Row of a maze → how it stands, where it holds and where not.
_MAZE_WORDS: Mapping[str, tuple[str, str]] = {
    "green_position_match": ("start matches", "start elsewhere"),
    "red_position_match": ("end matches", "end elsewhere"),
    "layout_match_score_gated": ("walls kept", "walls not kept"),
    "target_achievement_gated": ("reaches the target", "misses the target"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict in words with the color role they have."""

    words: str
    role: str = "text"


@dataclass(frozen=True, slots=True)
class Before:
    """What the grade was made of, for naming the rows that turn."""

    ledger: Ledger
    measurements: Mapping[str, Measurement]


def trial_words(
    rubric: Rubric, *, tried: Mapping[str, object], draft: Mapping[str, float],
    now: Sequence[HeadlineValue], trial: Trial | None, error: str, in_use: Mapping[str, float],
    before: Before | None = None,
) -> Said:  # fmt: skip
    """`Looking at “Path tolerance” 2: 0.030, fails. The grade is at 3: 0.070, fails.`

    All headlines are said, each after the first by what its name adds: `0.526; gated fails`. Rows
    that turn are said in words on both sides: `0.353, crosses no wall. … 0.053, crosses 1 wall`.
    """
    grade, seen_rows = _headlines(now), ""
    if before is not None and trial is not None:
        turned = _turned(rubric, before, trial)
        grade += "".join(f", {then}" for then, _ in turned)
        seen_rows = "".join(f", {words}" for _, words in turned)
    changed = _changed(rubric, tried, draft, in_use)
    if not changed:
        return Said(f"The grade is {grade}.")
    own = f"at {changed[0][2]}" if len(changed) == 1 else "at the rubric's values"
    what = " ".join(changed[0][:2]) if len(changed) == 1 else f"{len(changed)} other values"
    if error:
        return Said(f"Looking at {what}: not measured, {error} The grade is {own}: {grade}.", "bad")
    seen = trial.ledger.headlines if trial is not None else ()
    is_waited_for = bool(tried) and trial is None
    said = "measuring …" if is_waited_for else f"{_headlines(seen)}{seen_rows}."
    failing = {headline.name for headline in now if headline.passes is False}
    is_bad = any(each.passes is False and each.name not in failing for each in seen)
    return Said(
        f"Looking at {what}: {said} The grade is {own}: {grade}.", "bad" if is_bad else "text"
    )


def _turned(rubric: Rubric, before: Before, trial: Trial) -> list[tuple[str, str]]:
    """Of each row that holds in one and not in the other: how it stands now, and how it would."""
    found = []
    for check in rubric.checks:
        rows = before.ledger.check(check.id), trial.ledger.check(check.id)
        now, then = (_holds(row) for row in rows)
        if now is None or then is None or now is then:
            continue
        measured = before.measurements, trial.measurements
        found.append(
            (_stands(check, now, measured[0]), _stands(check, then, measured[1])),
        )
    return found


def _holds(row: Credited | None) -> bool | None:
    """Whether a row holds; a credit in between turns with every step and is read in the number."""
    return {PASS: True, FAIL: False}.get(row.state) if row is not None else None


def _stands(check: Check, holds: bool, measurements: Mapping[str, Measurement]) -> str:
    """A row in few words: those of a maze, else its question with how it stands."""
    if check.id == "no_wall_crossing":
        found = measurements.get("walls_crossed")
        cut = found.value if found is not None else None
        walls = counted(int(cut), "wall") if isinstance(cut, (int, float)) and cut else ""
        if holds:
            return f"cuts {walls}, tolerated" if walls else "crosses no wall"
        return f"crosses {walls or 'a wall'}"
    said = _MAZE_WORDS.get(check.id)
    if said is not None:
        return said[0] if holds else said[1]
    return f"“{short_claim(check.id, check.asks)}” {'passes' if holds else 'fails'}"


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
