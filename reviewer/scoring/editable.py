"""The numbers of a rubric that a person may try out, each by a key, and the rubric with another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, cast

from reviewer.model import Bound, Check, Headline, Part, Rubric, Step, When
from reviewer.scoring.bounds import bound_text
from reviewer.scoring.plan import when_text

Path = tuple[str | int, ...]
_LIMITS = ("at_least", "above", "at_most", "below")


@dataclass(frozen=True, slots=True)
class Editable:
    """One number: `key` is ROW.KEY, `sort` says what it does, `low` and `high` its range."""

    key: str
    text: str
    value: float
    low: float
    high: float
    sort: str
    row: str
    unit: str = ""
    path: Path = ()


def editable(rubric: Rubric) -> tuple[Editable, ...]:
    """Every judging threshold, weight, cap and pass mark, in the rubric's order."""
    found: list[Editable] = []
    for index, check in enumerate(rubric.checks):
        found.extend(_of_check(check, ("checks", index)))
    counts: dict[str, int] = {}
    for index, step in enumerate(rubric.steps):
        counts[step.verb] = counts.get(step.verb, 0) + 1
        row = step.id or f"{step.verb}{counts[step.verb]}"
        found.extend(_of_step(step, row, rubric, ("steps", index)))
    for index, headline in enumerate(rubric.headlines):
        found.extend(_of_headline(headline, ("headlines", index)))
    return _distinct(found)


def with_values(rubric: Rubric, values: Mapping[str, float]) -> Rubric:
    """A draft with several numbers changed; a draft has no digest of its own bytes."""
    if not values:
        return rubric
    known = {row.key: row for row in editable(rubric)}
    draft = rubric
    for key, value in values.items():
        if key not in known:
            raise KeyError(f"the rubric {rubric.name} has no number {key!r}")
        draft = moved(draft, known[key], value)
    return replace(draft, source=f"{rubric.source} (draft)")


def moved(rubric: Rubric, row: Editable, value: float) -> Rubric:
    """The rubric with one of its numbers changed."""
    return cast(Rubric, _replaced(rubric, row.path, value))


def _replaced(target: object, path: Path, value: object) -> object:
    """A copy of nested dataclasses and tuples with the value at a path changed."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(cast(tuple[object, ...], target))
        items[step] = _replaced(items[step], rest, value)
        return tuple(items)
    assert is_dataclass(target)
    assert not isinstance(target, type)
    changes: dict[str, Any] = {step: _replaced(getattr(target, step), rest, value)}
    return replace(target, **changes)


def _of_check(check: Check, path: Path) -> Iterator[Editable]:
    rule = check.rule
    unit = check.unit
    if rule.form == "ramp" and not isinstance(rule.target, str) and rule.target is not None:
        yield _row(check, "ramp", f"full credit at {rule.target:g}", rule.target, unit,
                   (*path, "rule", "target"), sort="target")  # fmt: skip
    for name in ("low", "high") if rule.form == "within" else ():
        value = getattr(rule, name)
        yield _row(check, name, f"within: {name}", value, unit, (*path, "rule", name))
    for index, bound in enumerate(rule.conditions):
        yield from _of_bound(check, bound, index, (*path, "rule", "conditions", index))
    for index, stair in enumerate(rule.stairs):
        at: Path = (*path, "rule", "stairs", index)
        yield from _of_bound(check, stair.bound, index, (*at, "bound"))
        for inner, bound in enumerate(stair.also):
            yield from _of_bound(check, bound, index, (*at, "also", inner))
        if 0 < stair.credit < 1:
            text = f"credit for {bound_text(stair.bound)}"
            yield _row(check, _numbered("credit", index), text, stair.credit, "",
                       (*at, "credit"), sort="credit")  # fmt: skip
    if check.bucket:
        yield _row(check, "weight", f"weight in {check.bucket}", check.weight, "",
                   (*path, "weight"), sort="weight")  # fmt: skip


def _of_bound(check: Check, bound: Bound, index: int, path: Path) -> Iterator[Editable]:
    for name in _LIMITS:
        value = getattr(bound, name)
        if value is not None:
            key = f"{bound.of}.{name}" if bound.of else name
            unit = "" if bound.of else check.unit
            text = f"{bound.of or check.measure} {name.replace('_', ' ')}"
            yield _row(check, _numbered(key, index), text, value, unit, (*path, name))


def _row(
    check: Check, key: str, text: str, value: float, unit: str, path: Path, sort: str = "threshold"
) -> Editable:
    reach = max(1.0, 4 * abs(value))
    low = 0.0 if value >= 0 else -reach
    high = 1.0 if sort == "credit" else reach
    if sort == "target":
        low = min(value / 1000, 1e-3)
    return Editable(f"{check.id}.{key}", text, value, low, high, sort, check.id, unit, path)


def _of_step(step: Step, row: str, rubric: Rubric, path: Path) -> Iterator[Editable]:
    headline = rubric.headline(step.into)
    low, high = (headline.low, headline.high) if headline else (0.0, 1.0)
    if step.verb in ("cap", "gate") and step.at is not None:
        word = "cap at" if step.verb == "cap" else "set to"
        yield Editable(f"{row}.at", f"{word}: {step.because}", step.at, low, high, step.verb,
                       row, "", (*path, "at"))  # fmt: skip
    for name, value in (("by", step.by), ("share", step.share)):
        if value is not None:
            yield Editable(f"{row}.{name}", f"{name}: {step.because}", value, 0.0, 1.0,
                           name, row, "", (*path, name))  # fmt: skip
    for index, part in enumerate(step.parts):
        yield _of_part(part, row, (*path, "parts", index, "weight"))
    if step.when is not None:
        yield from _of_when(step.when, row, (*path, "when"))
    for index, condition in enumerate(step.conditions):
        yield from _of_when(condition, row, (*path, "conditions", index))


def _of_part(part: Part, row: str, path: Path) -> Editable:
    high = max(1.0, 2 * part.weight)
    return Editable(f"{row}.{part.of}", f"weight of {part.of}", part.weight, 0.0, high,
                    "weight", row, "", path)  # fmt: skip


def _of_when(when: When, row: str, path: Path) -> Iterator[Editable]:
    for index, inner in enumerate(when.all_of):
        yield from _of_when(inner, row, (*path, "all_of", index))
    for name in _LIMITS:
        value = getattr(when, name)
        if value is not None:
            high = max(1.0, 4 * abs(value)) if when.subject == "fact" else max(1.0, value)
            low = min(0.0, 4 * value) if when.subject == "fact" else min(0.0, value)
            yield Editable(f"{row}.{when.name}.{name}", f"fires when {when_text(when)}", value,
                           low, high, "condition", row, "", (*path, name))  # fmt: skip


def _of_headline(headline: Headline, path: Path) -> Iterator[Editable]:
    if headline.passes is not None:
        yield Editable(f"{headline.name}.passes", f"{headline.name} passes at", headline.passes,
                       headline.low, headline.high, "passes", headline.name, "",
                       (*path, "passes"))  # fmt: skip


def _numbered(key: str, index: int) -> str:
    return key if index == 0 else f"{key}{index + 1}"


def _distinct(found: list[Editable]) -> tuple[Editable, ...]:
    """Keys that occur twice get a number, so that each names one value."""
    seen: dict[str, int] = {}
    rows = []
    for row in found:
        seen[row.key] = seen.get(row.key, 0) + 1
        rows.append(row if seen[row.key] == 1 else replace(row, key=f"{row.key}#{seen[row.key]}"))
    return tuple(rows)
