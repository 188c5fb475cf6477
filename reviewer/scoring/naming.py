"""What people read instead of an id: the question of a check, the reason of a step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from reviewer.model import Check, Line, Rubric


def in_language(rubric: Rubric, language: str) -> Rubric:
    """The rubric with its questions in a language where it has them in that; else as written.

    For reading alone: what is asked of a judge and what is hashed stays as it was written.
    """
    checks = tuple(
        replace(row, asks=row.asks_tr[language]) if row.asks_tr.get(language) else row
        for row in rubric.checks
    )
    beside = tuple(
        replace(row, asks=row.asks_tr[language]) if row.asks_tr.get(language) else row
        for row in rubric.uncovered
    )
    return replace(rubric, checks=checks, uncovered=beside)


def asked_in(check: Check, languages: str) -> str:
    """The question of a row on one line: in a language, or as written with its translations."""
    if languages != "both":
        return check.asks_tr.get(languages) or check.asks
    return " · ".join(dict.fromkeys(said for said in (check.asks, *check.asks_tr.values()) if said))


def part_names(rubric: Rubric, lines: Iterable[Line] = ()) -> dict[str, str]:
    """Each check by its question, each register by why it was filled.

    Where several steps could fill a register, the one that did (by the lines) gives the reason.
    """
    names = {step.into: sentence(step.because) for step in rubric.steps}
    for line in lines:
        if line.verb == "mean" and line.fired and line.after is not None:
            names[line.into] = sentence(line.because)
    names |= {check.id: check.asks for check in rubric.checks if check.asks}
    return names


def part_name(part: str, names: Mapping[str, str]) -> str:
    """The name of a part; an id that nothing names is written in words."""
    return names.get(part) or part.strip("_").replace("_", " ")


def spelled(text: str, names: Mapping[str, str]) -> str:
    """A condition with its ids named: `“The marker crosses no wall” ≥ 1`, `judge mean < 0.75`."""
    return " ".join(
        f"“{names[word]}”" if word in names else word.strip("_").replace("_", " ")
        for word in text.split(" ")
    )


def sentence(text: str) -> str:
    """The same with a capital letter at its start."""
    return text[:1].upper() + text[1:]
