"""A rubric compiled once: rows, steps with their names resolved, and what each headline reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from reviewer.model import Rubric, Scalar, Step, When
from reviewer.scoring.bounds import number_text, value_text
from reviewer.scoring.conditions import Getter, Look, State, compile_when
from reviewer.scoring.credit import CheckPlan, plan_checks
from reviewer.scoring.lines import StepPlan
from reviewer.scoring.references import conditions_of
from reviewer.scoring.rules import compile_rule


@dataclass(frozen=True, slots=True)
class Plan:
    """All that folding needs to know of a rubric."""

    rubric: Rubric
    checks: tuple[CheckPlan, ...]
    order: tuple[int, ...]
    steps: tuple[StepPlan, ...]
    reads: Mapping[str, frozenset[int]]
    withheld: Mapping[str, tuple[int, ...]]


class _ByIdentity:
    """Rubrics hold mappings and cannot be hashed; the same object is the same rubric."""

    __slots__ = ("rubric",)

    def __init__(self, rubric: Rubric) -> None:
        self.rubric = rubric

    def __hash__(self) -> int:
        return id(self.rubric)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.rubric is self.rubric


def plan_of(rubric: Rubric) -> Plan:
    """The compiled rubric; the last few are kept."""
    return _plan(_ByIdentity(rubric))


@lru_cache(maxsize=64)
def _plan(key: _ByIdentity) -> Plan:
    return compile_plan(key.rubric)


def compile_plan(rubric: Rubric) -> Plan:
    """Compile a rubric that parsed without faults."""
    checks, order = plan_checks(rubric)
    names = _Names(rubric)
    steps = []
    reads: dict[str, set[int]] = {}
    for index, step in enumerate(rubric.steps):
        steps.append(_plan_step(index, step, names))
        sources = reads.setdefault(step.into, set())
        for source in _sources(step):
            sources |= reads[source] if source in names.registers else names.members(source)
        names.registers.add(step.into)
    withheld = {
        headline.name: tuple(sorted(names.members(headline.withheld_without)))
        for headline in rubric.headlines
        if headline.withheld_without
    }
    frozen = {name: frozenset(sources) for name, sources in reads.items()}
    return Plan(rubric, checks, order, tuple(steps), frozen, withheld)


def recompiled(plan: Plan, draft: Rubric, path: tuple[str | int, ...]) -> Plan:
    """The plan of a draft that differs from `plan.rubric` in the one number at `path`."""
    index = path[1] if len(path) > 1 else None
    if path[0] != "checks" or path[2] != "rule" or not isinstance(index, int):
        return compile_plan(draft)
    check = draft.checks[index]
    row = replace(plan.checks[index], check=check, rule=compile_rule(check))
    checks = (*plan.checks[:index], row, *plan.checks[index + 1 :])
    return replace(plan, rubric=draft, checks=checks)


class _Names:
    """What a name in a step stands for: a register written above, a check, or a bucket."""

    def __init__(self, rubric: Rubric) -> None:
        self.checks = {check.id: index for index, check in enumerate(rubric.checks)}
        self.weights = [check.weight for check in rubric.checks]
        self.buckets: dict[str, list[int]] = {}
        for index, check in enumerate(rubric.checks):
            if check.bucket:
                self.buckets.setdefault(check.bucket, []).append(index)
        self.registers: set[str] = set()

    def members(self, name: str) -> set[int]:
        """The checks behind a check's or a bucket's name."""
        if name in self.checks:
            return {self.checks[name]}
        return set(self.buckets.get(name, ()))

    def getter(self, name: str) -> Getter:
        """How the value behind a name is found."""
        if name in self.registers:
            return lambda state: state.registers.get(name)
        if name in self.checks:
            index = self.checks[name]
            return lambda state: state.credits[index]
        return self._bucket(name)

    def _bucket(self, name: str) -> Getter:
        members = tuple((index, self.weights[index]) for index in self.buckets.get(name, ()))

        def mean(state: State) -> float | None:
            total = weight = 0.0
            for index, share in members:
                value = state.credits[index]
                if value is not None:
                    total += share * value
                    weight += share
            return total / weight if weight else None

        return mean

    def look(self, subject: str, name: str) -> Look:
        """How the subject of a condition is found."""
        if subject == "fact":
            return lambda state: _fact(state, name)
        if subject == "headline":
            return lambda state: state.registers.get(name)
        if subject == "check":
            index = self.checks[name]
            return lambda state: state.credits[index]
        return self._bucket(name)

    def spread(self, name: str) -> list[tuple[str, float, Getter]]:
        """The parts of a mean: a bucket stands for each of its checks, by their weights."""
        if name not in self.registers and name not in self.checks:
            ids = list(self.checks)
            return [
                (ids[index], self.weights[index], _credit_of(index))
                for index in self.buckets.get(name, ())
            ]
        weight = self.weights[self.checks[name]] if name not in self.registers else 1.0
        return [(name, weight, self.getter(name))]


def _credit_of(index: int) -> Getter:
    return lambda state: state.credits[index]


def _fact(state: State, name: str) -> Scalar:
    measured = state.measurements.get(name)
    return measured.value if measured is not None and measured.is_measured else None


def _plan_step(index: int, step: Step, names: _Names) -> StepPlan:
    if step.verb == "mean":
        parts = tuple(part for name in step.of for part in names.spread(name))
    elif step.verb == "weigh":
        parts = tuple((part.of, part.weight, names.getter(part.of)) for part in step.parts)
    else:
        parts = tuple((name, 1.0, names.getter(name)) for name in step.of)
    look: Callable[[str, str], Look] = names.look
    return StepPlan(
        index=index,
        step=step,
        when=compile_when(step.when, look) if step.when else None,
        parts=parts,
        conditions=tuple(compile_when(condition, look) for condition in step.conditions),
        says=tuple(when_text(condition) for condition in step.conditions),
    )


def _sources(step: Step) -> list[str]:
    """The names a step reads, facts left out."""
    names = [*step.of, *(part.of for part in step.parts)]
    for condition in (*conditions_of(step.when), *_inner(step)):
        if condition.subject != "fact" and condition.absent is None:
            names.append(condition.name)
    return names


def _inner(step: Step) -> list[When]:
    return [inner for condition in step.conditions for inner in conditions_of(condition)]


def when_text(when: When) -> str:
    """A condition as people write it."""
    if when.all_of:
        return " and ".join(when_text(inner) for inner in when.all_of)
    if when.absent is not None:
        return f"{when.name} is {'absent' if when.absent else 'there'}"
    if when.has_equals:
        return f"{when.name} = {value_text(when.equals)}"
    signs = (("<", when.below), (">", when.above), ("≥", when.at_least), ("≤", when.at_most))
    said = [f"{sign} {number_text(limit)}" for sign, limit in signs if limit is not None]
    return f"{when.name} {' and '.join(said)}"
