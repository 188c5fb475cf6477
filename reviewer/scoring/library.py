"""Checks chosen from a library: the rows of `[[checks]]` in a task file joined to a rubric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from reviewer.model import Bound, Check, CreditRule, Rubric
from reviewer.scoring.check_rows import ABSENT
from reviewer.scoring.faults import Fault, RowLines, RubricError
from reviewer.scoring.row import Row
from reviewer.scoring.rule_rows import LIMITS, RULE_KEYS, read_bound, read_rule

BUCKET = "task"


def with_checks(
    rubric: Rubric, library: Rubric, uses: Sequence[Mapping[str, object]], *, name: str
) -> Rubric:
    """The rubric with the rows a task chose; `name` is the task file, for its faults.

    Each use names a row (`use`), may give it an id of its own, and may change its threshold,
    weight, question, near-miss margin, what its absence means, and its params.
    """
    faults: list[Fault] = []
    rows: list[Check] = []
    taken = {check.id for check in rubric.checks}
    measured: dict[str, Mapping[str, object]] = {}
    for check in rubric.checks:
        _note(check, measured)
    for number, use in enumerate(uses, start=1):
        row = Row(use, what=f"checks {number}", lines=RowLines(0, {}), faults=faults)
        chosen = _chosen(row, library)
        if chosen is None:
            continue
        if chosen.id in taken:
            row.fault("id", f"the id {chosen.id!r} is taken; give this check an id of its own")
        taken.add(chosen.id)
        if _clashes(chosen, measured):
            chosen = _renamed(chosen, chosen.id)
        _note(chosen, measured)
        rows.append(chosen)
    if faults:
        raise RubricError(name, [(fault.line, fault.text) for fault in faults])
    return replace(rubric, checks=(*rubric.checks, *rows))


def _chosen(row: Row, library: Rubric) -> Check | None:
    use = row.text("use")
    found = library.check(use)
    if found is None:
        row.fault("use", unknown_check(use, library))
        return None
    name = row.text("id", use)
    check = found if name == use else _renamed(found, name)
    translations = row.translations("asks_tr")
    asks = row.text("asks", check.asks)
    check = replace(
        check,
        asks=asks,
        asks_tr=translations or (check.asks_tr if asks == check.asks else {}),
        bucket=BUCKET,
        weight=row.weight(check.weight),
        near=row.number("near", check.near, low=0.0),
        absent=row.text("absent", check.absent, of=ABSENT),
        failed=row.text("failed", check.failed, of=ABSENT),
        unit=row.text("unit", check.unit),
        reads=row.texts("reads", check.reads),
        params={**check.params, **row.table_of("params"), "use": use},
        rule=_rule(row, check.rule),
    )
    row.close(hint="a parameter of the check stands in params = { %s = … }")
    return check


def unknown_check(name: str, library: Rubric) -> str:
    """That there is no check of this name, and the one that may have been meant."""
    known = [check.id for check in library.checks]
    if not name:
        return f"it names no check: use = … is one of {', '.join(known)}"
    close = get_close_matches(name, known, n=1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"there is no check {name!r}{meant}; the library has {', '.join(known)}"


def _reads(check: Check) -> Iterator[str]:
    """The measurements that a row reads."""
    yield check.measure
    bounds = [*check.rule.conditions]
    for stair in check.rule.stairs:
        bounds += [stair.bound, *stair.also]
    yield from (bound.of for bound in bounds if bound.of)


def _plain(check: Check) -> Mapping[str, object]:
    return {key: value for key, value in check.params.items() if key != "use"}


def _note(check: Check, measured: dict[str, Mapping[str, object]]) -> None:
    for name in _reads(check):
        measured.setdefault(name, _plain(check))


def _clashes(check: Check, measured: Mapping[str, Mapping[str, object]]) -> bool:
    """Whether another row takes one of the same measurements under other parameters."""
    plain = _plain(check)
    return any(measured.get(name, plain) != plain for name in _reads(check))


def _renamed(check: Check, name: str) -> Check:
    """A row used under another id measures for itself: its measurements carry the id in front."""
    if check.measure.startswith(f"{name}."):
        return check
    rule = check.rule
    conditions = tuple(_prefixed(bound, name) for bound in rule.conditions)
    stairs = tuple(
        replace(
            stair,
            bound=_prefixed(stair.bound, name),
            also=tuple(_prefixed(bound, name) for bound in stair.also),
        )
        for stair in rule.stairs
    )
    return replace(
        check,
        id=name,
        measure=f"{name}.{check.measure}",
        rule=replace(rule, conditions=conditions, stairs=stairs),
    )


def _prefixed(bound: Bound, name: str) -> Bound:
    return replace(bound, of=f"{name}.{bound.of}") if bound.of else bound


def _rule(row: Row, rule: CreditRule) -> CreditRule:
    """The rule as the task wants it: a bare threshold changes the row's own comparison only."""
    given = [key for key in RULE_KEYS if row.has(key)]
    if not given:
        return rule
    if rule.form == "passes" and all(key in LIMITS for key in given):
        bound = read_bound(row, {key: row.get(key) for key in given}, given[0])
        conditions = tuple(old if old.of else bound for old in rule.conditions)
        return replace(rule, conditions=conditions)
    read = read_rule(row)
    if read.form == rule.form == "equals" and isinstance(rule.equals, str):
        # Settings and modes are words in their files: 50 means "50", and true means "yes".
        return replace(read, equals=_word(read.equals))
    return read


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
