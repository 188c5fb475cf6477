"""Do the names in a rubric point at something, and do its thresholds lie in range?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewer.model import Rubric, Step, When
from reviewer.scoring.faults import Fault, RowLines


def check_references(
    rubric: Rubric,
    faults: list[Fault],
    *,
    checks: Sequence[RowLines],
    steps: Sequence[RowLines],
    declared: frozenset[str] = frozenset(),
) -> None:
    """Add a fault for each dangling name, circle of needs, or threshold out of range.

    `checks` and `steps` are the lines of the rubric's rows, in their order.
    """
    _check_headlines(rubric, faults, declared)
    _check_needs(rubric, checks, faults)
    _check_steps(rubric, steps, faults, declared)


def conditions_of(when: When | None) -> Iterator[When]:
    """The single conditions inside a condition."""
    if when is None:
        return
    if when.all_of:
        for inner in when.all_of:
            yield from conditions_of(inner)
    elif when.subject:
        yield when


def _check_headlines(rubric: Rubric, faults: list[Fault], declared: frozenset[str]) -> None:
    if not rubric.headlines:
        faults.append(Fault(1, "rubric: needs a [[headline]]"))
    names = {c.id for c in rubric.checks} | {c.bucket for c in rubric.checks} | declared
    written = {step.into for step in rubric.steps}
    for headline in rubric.headlines:
        without = headline.withheld_without
        if without and without not in names:
            text = (
                f"headline {headline.name}: withheld_without names {without!r}, no check or bucket"
            )
            faults.append(Fault(1, text))
        if headline.name not in written:
            faults.append(Fault(1, f"headline {headline.name}: no step writes it"))


def _check_needs(rubric: Rubric, lines: Sequence[RowLines], faults: list[Fault]) -> None:
    needs = {check.id: check.needs for check in rubric.checks}
    for check, at in zip(rubric.checks, lines, strict=True):
        for parent in check.needs:
            if parent not in needs:
                text = f"check {check.id}: needs {parent!r}, which is no check"
                faults.append(Fault(at.of("needs"), text))
        if check.id in _ancestors(check.id, needs):
            faults.append(Fault(at.of("needs"), f"check {check.id}: needs itself in a circle"))


def _ancestors(check_id: str, needs: dict[str, tuple[str, ...]]) -> set[str]:
    found: set[str] = set()
    waiting = list(needs.get(check_id, ()))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(needs.get(name, ()))
    return found


def _check_steps(
    rubric: Rubric, lines: Sequence[RowLines], faults: list[Fault], declared: frozenset[str]
) -> None:
    checks = {check.id for check in rubric.checks}
    buckets = {check.bucket for check in rubric.checks if check.bucket} | declared
    written: set[str] = set()
    for step, at in zip(rubric.steps, lines, strict=True):
        where = f"step {step.id or step.verb}"
        names = [*((name, "of") for name in step.of), *((part.of, "parts") for part in step.parts)]
        for name, key in names:
            if name not in checks | buckets | written:
                text = f"{where}: {name!r} is no check, no bucket and nothing written above"
                faults.append(Fault(at.of(key), text))
        for when, key in _conditions(step):
            known = {"check": checks, "bucket": buckets, "headline": written}.get(when.subject)
            if known is not None and when.name not in known:
                said = (
                    "nothing written above" if when.subject == "headline" else f"no {when.subject}"
                )
                faults.append(Fault(at.of(key), f"{where}: {when.name!r} is {said}"))
            _check_limits(when, at.of(key), where, faults)
        _check_numbers(rubric, step, at, where, faults)
        written.add(step.into)


def _conditions(step: Step) -> Iterator[tuple[When, str]]:
    """The single conditions of a step, and the key under which each stands."""
    for when in conditions_of(step.when):
        yield when, "when"
    for condition in step.conditions:
        for when in conditions_of(condition):
            yield when, "all"


def _check_limits(when: When, line: int, where: str, faults: list[Fault]) -> None:
    """A credit lies in [0, 1], so a threshold outside can never or always fire."""
    if when.subject not in ("check", "bucket"):
        return
    for limit in (when.below, when.above, when.at_least, when.at_most):
        if limit is not None and not 0 <= limit <= 1:
            text = f"{where}: {when.name} is compared with {limit:g}; credits lie in 0 to 1"
            faults.append(Fault(line, text))


def _check_numbers(
    rubric: Rubric, step: Step, at: RowLines, where: str, faults: list[Fault]
) -> None:
    if step.at is not None:
        headline = rubric.headline(step.into)
        low, high = (headline.low, headline.high) if headline else (0.0, 1.0)
        if not low <= step.at <= high:
            text = f"{where}: at {step.at:g} lies outside {low:g} to {high:g}"
            faults.append(Fault(at.of("at"), text))
    if step.verb == "blend" and len(step.of) != 1:
        faults.append(Fault(at.of("of"), f"{where}: blend takes one name in of"))
    if step.verb == "clamp" and step.low is None and step.high is None:
        faults.append(Fault(at.of("verb"), f"{where}: clamp needs low or high"))
    if not step.into:
        faults.append(Fault(at.of("verb"), f"{where}: needs into, as there is no headline"))
