"""Do the names in a rubric point at something, and do its thresholds lie in range?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reviewer.model import Rubric, Step, When
from reviewer.scoring.faults import Fault, RowLines

# Verbs that change what stands there; without a value before them they do nothing.
_CHANGE = frozenset({"blend", "penalise", "cap", "clamp", "round"})


def check_references(
    rubric: Rubric,
    faults: list[Fault],
    *,
    lines: Mapping[str, Sequence[RowLines]],
    declared: frozenset[str] = frozenset(),
) -> None:
    """Add a fault for each dangling name, circle of needs, or threshold out of range.

    `lines` are those of the rubric's rows, table by table, in their order.
    """
    _check_headlines(rubric, lines["headline"], faults, declared)
    _check_needs(rubric, lines["check"], faults)
    _check_steps(rubric, lines["step"], faults, declared)
    _check_read(rubric, lines["check"], lines["step"], faults)


def conditions_of(when: When | None) -> Iterator[When]:
    """The single conditions inside a condition."""
    if when is None:
        return
    if when.all_of:
        for inner in when.all_of:
            yield from conditions_of(inner)
    elif when.subject:
        yield when


def _check_headlines(
    rubric: Rubric, lines: Sequence[RowLines], faults: list[Fault], declared: frozenset[str]
) -> None:
    if not rubric.headlines:
        faults.append(Fault(1, "rubric: needs a [[headline]]"))
    names = {c.id for c in rubric.checks} | {c.bucket for c in rubric.checks} | declared
    written = {step.into for step in rubric.steps}
    for headline, at in zip(rubric.headlines, lines, strict=True):
        where, without = f"headline {headline.name}", headline.withheld_without
        if without and without not in names:
            text = f"{where}: withheld_without names {without!r}, no check or bucket"
            faults.append(at.fault("withheld_without", text))
        # A headline without a name has been told of already.
        if headline.name and headline.name not in written:
            faults.append(at.fault("name", f"{where}: no step writes it"))


def _check_needs(rubric: Rubric, lines: Sequence[RowLines], faults: list[Fault]) -> None:
    needs = {check.id: check.needs for check in rubric.checks}
    for check, at in zip(rubric.checks, lines, strict=True):
        for parent in check.needs:
            if parent not in needs:
                text = f"check {check.id}: needs {parent!r}, which is no check"
                faults.append(at.fault("needs", text))
        if check.id in _ancestors(check.id, needs):
            faults.append(at.fault("needs", f"check {check.id}: needs itself in a circle"))


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
                faults.append(at.fault(key, text))
        for when, key in _conditions(step):
            known = {"check": checks, "bucket": buckets, "headline": written}.get(when.subject)
            if known is not None and when.name not in known:
                said = (
                    "nothing written above" if when.subject == "headline" else f"no {when.subject}"
                )
                faults.append(at.fault(key, f"{where}: {when.name!r} is {said}"))
            for text in _out_of_reach(rubric, when):
                faults.append(at.fault(key, f"{where}: {text}"))
        if step.verb in _CHANGE and step.into and step.into not in written:
            text = f"{where}: changes {step.into!r}, which nothing above writes"
            faults.append(at.fault("into", text))
        _check_numbers(rubric, step, at, where, faults)
        written.add(step.into)


def _read_by_steps(rubric: Rubric) -> set[str]:
    """Every name that a step reads, and the headlines, which people read."""
    read = {headline.name for headline in rubric.headlines}
    for step in rubric.steps:
        read |= {*step.of, *(part.of for part in step.parts)}
        read |= {when.name for when, _ in _conditions(step)}
    return read


def _check_read(
    rubric: Rubric,
    checks: Sequence[RowLines],
    lines: Sequence[RowLines],
    faults: list[Fault],
) -> None:
    """What a step writes is a headline or is read by another step; what a row earns counts."""
    read = _read_by_steps(rubric)
    parents = {name for check in rubric.checks for name in check.needs}
    for check, at in zip(rubric.checks, checks, strict=True):
        # A row without a bucket may stand beside the grade; one in a bucket was meant to count.
        if check.bucket and not {check.id, check.bucket} & (read | parents):
            text = f"no step reads it or its bucket {check.bucket!r}: it counts in no headline"
            faults.append(at.fault("bucket", f"check {check.id}: {text}", is_warning=True))
    for step, at in zip(rubric.steps, lines, strict=True):
        if step.into and step.into not in read:
            where = f"step {step.id or step.verb}"
            text = f"{where}: writes {step.into!r}, which is no headline and nothing reads"
            faults.append(at.fault("into", text))


def _conditions(step: Step) -> Iterator[tuple[When, str]]:
    """The single conditions of a step, and the key under which each stands."""
    for when in conditions_of(step.when):
        yield when, "when"
    for condition in step.conditions:
        for when in conditions_of(condition):
            yield when, "all"


def _out_of_reach(rubric: Rubric, when: When) -> Iterator[str]:
    """Thresholds outside of what a credit or a headline can be: they fire never or always."""
    headline = rubric.headline(when.name) if when.subject == "headline" else None
    if when.subject not in ("check", "bucket") and headline is None:
        return
    low, high = (headline.low, headline.high) if headline else (0.0, 1.0)
    what = "it lies" if headline else "credits lie"
    limits = (
        (when.below, when.below is not None and when.below <= low),
        (when.above, when.above is not None and when.above >= high),
        (when.at_least, False),
        (when.at_most, False),
    )
    for limit, is_never in limits:
        if limit is not None and (is_never or not low <= limit <= high):
            yield f"{when.name} is compared with {limit:g}; {what} in {low:g} to {high:g}"


def _check_numbers(
    rubric: Rubric, step: Step, at: RowLines, where: str, faults: list[Fault]
) -> None:
    if step.at is not None:
        headline = rubric.headline(step.into)
        low, high = (headline.low, headline.high) if headline else (0.0, 1.0)
        if not low <= step.at <= high:
            text = f"{where}: at {step.at:g} lies outside {low:g} to {high:g}"
            faults.append(at.fault("at", text))
    if step.verb == "blend" and len(step.of) != 1:
        faults.append(at.fault("of", f"{where}: blend takes one name in of"))
    if step.verb == "clamp" and step.low is None and step.high is None:
        faults.append(at.fault("verb", f"{where}: clamp needs low or high"))
    if step.low is not None and step.high is not None and step.low > step.high:
        text = f"{where}: low {step.low:g} is above high {step.high:g}"
        faults.append(at.fault("low", text))
    if not step.into:
        faults.append(at.fault("verb", f"{where}: needs into, as there is no headline"))
