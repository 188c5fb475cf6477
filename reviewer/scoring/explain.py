"""Explain a ledger: in plain sentences for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from reviewer.model import Check, Credited, HeadlineValue, Ledger, Line, Rubric, Task
from reviewer.model.ledger import ERROR, NOT_JUDGED, NOT_MEASURED, why_not
from reviewer.scoring.bounds import AT_THRESHOLD, margin_text, number_text, value_text
from reviewer.scoring.naming import part_name, part_names, spelled

_UNKNOWN = (NOT_MEASURED, NOT_JUDGED, ERROR)


def explain(ledger: Ledger, rubric: Rubric, task: Task | None = None) -> list[str]:
    """Why the grade is what it is: headlines, then checks, then the fold step by step."""
    said = [f"{task.id} is graded by {rubric.name}, version {rubric.version}."] if task else []
    said += [headline_sentence(headline) for headline in ledger.headlines]
    checks = {check.id: check for check in rubric.checks}
    said += [check_sentence(credited, checks[credited.id]) for credited in ledger.checks]
    names = part_names(rubric, ledger.lines)
    unknown = _without_value(ledger)
    said += [line_sentence(line, names, is_final=line.into not in unknown) for line in ledger.lines]
    return _causes_once(said, ledger)


def _causes_once(said: list[str], ledger: Ledger) -> list[str]:
    """A cause that many rows share is told in full where it comes first."""
    shared = Counter(credited.reason for credited in ledger.checks if credited.state == ERROR)
    told: set[str] = set()
    for place, sentence in enumerate(said):
        for cause, count in shared.items():
            if cause and count > 1 and cause in sentence:
                if cause in told:
                    said[place] = said[place].replace(cause, "as above")
                told.add(cause)
    return said


def _without_value(ledger: Ledger) -> frozenset[str]:
    return frozenset(headline.name for headline in ledger.headlines if headline.value is None)


def headline_sentence(headline: HeadlineValue) -> str:
    """`overall_score is 0.5 and fails (it passes at 0.8), held at 0.5: …`."""
    if headline.error:
        return f"{headline.name} has no value: {headline.error}."
    if headline.value is None and headline.known is not None:
        low, high = (number_text(end) for end in headline.known)
        return f"{headline.name} is withheld until it is judged; it lies between {low} and {high}."
    if headline.value is None:
        return f"{headline.name} has no value: nothing it needs was measured."
    text = f"{headline.name} is {number_text(headline.value)}"
    if headline.passes is not None and headline.pass_mark is not None:
        word = "passes" if headline.passes else "fails"
        text += f" and {word} (the mark is {number_text(headline.pass_mark)})"
    elif (headline.low, headline.high) != (0.0, 1.0):
        text += f", of {number_text(headline.low)} to {number_text(headline.high)}"
    return f"{text}, {headline.held_by}." if headline.held_by else f"{text}."


def check_sentence(credited: Credited, check: Check) -> str:
    """`At least 22 pieces … (named_ids): partial 0.6818; 15 ids; wanted 22 for full credit.`

    The id follows in brackets: it is what `--set` and the rubric's file call the row.
    """
    state = credited.state
    if credited.credit is not None and 0 < credited.credit < 1:
        state = f"{state} {number_text(credited.credit)}"
    if credited.is_overridden:
        was = "not judged" if credited.previous is None else number_text(credited.previous)
        state += f", set by a person (was {was})"
    name = f"{check.asks} ({check.id})" if check.asks else check.id
    found = _found(credited, check)
    return f"{name}: {state}; {found}." if found else f"{name}: {state}."


def _found(credited: Credited, check: Check) -> str:
    """What was measured against what was wanted."""
    measured = credited.measurement
    if credited.state in _UNKNOWN:
        reason = why_not(credited.reason) or credited.state
        return f"{reason}; counts as 0" if credited.credit == 0 else reason
    parts = []
    if measured is not None and measured.is_measured:
        unit = check.unit or measured.unit
        parts.append(f"{value_text(measured.value)} {unit}".strip())
    if credited.threshold_text:
        parts.append(f"wanted {credited.threshold_text}")
    if credited.is_near and credited.margin is not None:
        margin = margin_text(credited.margin, past="to spare", short="short")
        parts.append(f"near, {margin}")
    if credited.reason and not credited.is_overridden:
        parts.append(credited.reason)
    return "; ".join(parts)


def line_sentence(line: Line, names: Mapping[str, str], *, is_final: bool = True) -> str:
    """One step of the fold in words; `names` says what its parts are called.

    Not final is a step whose headline has no value in the end, since something is missing.
    """
    if line.verb in _IN_PARTS and not line.fired and not line.part:
        return _plain(line, names)
    said = _SENTENCES.get(line.verb, _plain)(line, names)
    return said if is_final else f"Without what is missing: {said}"


def _change(line: Line) -> str:
    into = _into(line)
    if line.before == line.after or line.before is None:
        return f"{into} is {_value(line.after)}"
    return f"{into} goes from {_value(line.before)} to {_value(line.after)}"


def _into(line: Line) -> str:
    return line.into.strip("_").replace("_", " ")


def _value(value: float | None) -> str:
    return "without a value" if value is None else number_text(value)


def _is_done_anyway(line: Line) -> bool:
    return line.verb in _ALWAYS and line.margin is None


def _plain(line: Line, _names: Mapping[str, str]) -> str:
    if not line.fired and line.available and _is_done_anyway(line):
        return f"{line.because}: {_into(line)} stays {_value(line.after)}."
    if not line.fired and line.available:
        return f"Does not apply, {_into(line)} stays {_value(line.after)}: {line.because}."
    note = f" ({line.note})" if line.note else ""
    return f"{line.because}: {_change(line)}{note}."


def _weighed(line: Line, names: Mapping[str, str]) -> str:
    name = part_name(line.part, names)
    if line.amount is None or line.weight is None:
        return f"{line.because}: “{name}” adds nothing ({line.note})."
    part = line.amount / line.weight if line.weight else 0.0
    return (
        f"{line.because}: “{name}” {number_text(part)} × {number_text(line.weight)} = "
        f"{number_text(line.amount)}, {_into(line)} so far {_value(line.after)}."
    )


def _capped(line: Line, _names: Mapping[str, str]) -> str:
    at = _value(line.amount)
    if not line.available:
        return f"Cap not available: {line.because}."
    if not line.fired:
        far = "" if line.margin is None else f", {_away(line.margin)}"
        # Exactly at the limit of a yes or no, or of a number: that it does not fire says it.
        far = "" if far == f", {AT_THRESHOLD}" else far
        return f"Cap does not fire{far}: {line.because}."
    if line.is_binding:
        return f"Cap at {at} holds: {line.because}; {_change(line)}."
    return f"Cap at {at} fires but holds nothing: {line.because} ({line.note or 'not the lowest'})."


def _away(margin: float) -> str:
    return margin_text(margin, past="away", short="away")


def _gated(line: Line, _names: Mapping[str, str]) -> str:
    if not line.available:
        return f"Gate not available: {line.because}."
    if not line.fired:
        return f"Gate is open: not the case that {line.because}."
    return f"Gate is shut: {line.because}; {_change(line)}."


def _penalised(line: Line, _names: Mapping[str, str]) -> str:
    if not line.available:
        return f"Penalty not available: {line.because}."
    if not line.fired:
        return f"No penalty: not the case that {line.because}."
    return f"Penalty {number_text(abs(line.amount or 0.0))}: {line.because}; {_change(line)}."


def _all_held(line: Line, names: Mapping[str, str]) -> str:
    condition = spelled(line.part, names)
    if not line.available:
        return f"{line.because}: {condition} is not available."
    return f"{line.because}: {condition} {'holds' if line.fired else 'does not hold'}."


def _least_of(line: Line, names: Mapping[str, str]) -> str:
    if line.amount is None:
        return f"{line.because}: “{part_name(line.part, names)}” is {line.note or 'not available'}."
    word = " and is the least" if line.is_binding else ""
    return f"{line.because}: “{part_name(line.part, names)}” is {number_text(line.amount)}{word}."


# Verbs with a line for each part: one without a part says that the step was not taken.
_IN_PARTS = frozenset({"weigh", "least", "all_of"})
# Steps without a condition: that they change nothing does not mean that they do not apply.
_ALWAYS = frozenset({"round", "clamp"})
_SENTENCES = {
    "weigh": _weighed,
    "cap": _capped,
    "gate": _gated,
    "penalise": _penalised,
    "all_of": _all_held,
    "least": _least_of,
}
