"""All faults of a rubric file: those of its form, and what its kind could never measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache

from reviewer import kinds
from reviewer.kinds.protocol import Kind
from reviewer.model import Check, Rubric
from reviewer.scoring.faults import Fault, RowLines
from reviewer.scoring.references import conditions_of
from reviewer.scoring.rubric_file import check_rubric, read_rubric
from reviewer.scoring.rubric_source import Document, load
from reviewer.scoring.rule_rows import RULE_KEYS
from reviewer.store import resources, rubrics

# Their rows come with the task: its grader, its clauses or its answer key names them.
_OPEN = frozenset({"agent_judged", "graded_folder", "text_to_image"})


def faults_of(data: bytes, *, name: str) -> list[Fault]:
    """Every fault and warning, in the order of their lines."""
    base = resources.rubric_bytes
    faults = check_rubric(data, name=name, base=base)
    rubric, _ = read_rubric(data, name=name, base=base)
    document = load(data, name, base=base, faults=[])
    if rubric is None or document is None:
        return faults
    kind = _kind_of(document, rubric)
    checks, steps = ([at for _, at in document.rows.get(table, [])] for table in ("check", "step"))
    found = [
        *_of_files(rubric, checks),
        *_of_values(rubric, checks, kind),
        *_of_names(rubric, checks, steps, is_open=kind is not None and kind.name in _OPEN),
        *_of_measures(rubric, checks, kind),
    ]
    return sorted(dict.fromkeys([*faults, *found]), key=lambda fault: fault.line)


def _kind_of(document: Document, rubric: Rubric) -> Kind | None:
    """The kind of the rubric that is extended, or of this one where it bears a kind's name."""
    for named in (document.top.get("extends"), rubric.name):
        for kind in map(kinds.kind, kinds.KINDS):
            if isinstance(named, str) and (named == kind.name or named.startswith(f"{kind.name}_")):
                return kind
    return None


def _of_files(rubric: Rubric, lines: Sequence[RowLines]) -> Iterator[Fault]:
    """Files that no kind knows: an answer would be bound to nothing."""
    roles = {role for each in map(kinds.kind, kinds.KINDS) for role in each.roles}
    for check, at in zip(rubric.checks, lines, strict=True):
        for role in check.reads:
            if role not in roles:
                text = f"check {check.id}: reads {role!r}, which is no role of a file"
                yield at.fault("reads", f"{text}; roles are {', '.join(sorted(roles))}")


def _of_values(rubric: Rubric, lines: Sequence[RowLines], kind: Kind | None) -> Iterator[Fault]:
    """What the kind says of a row: unknown parameters, values that nothing can have."""
    if kind is None:
        return
    for check, at in zip(rubric.checks, lines, strict=True):
        for text in kind.faults(check, None):
            yield at.fault("params" if "param" in text else _rule_key(at), f"check {text}")


def _of_names(
    rubric: Rubric, checks: Sequence[RowLines], steps: Sequence[RowLines], *, is_open: bool
) -> Iterator[Fault]:
    """Measurements that a rubric reads by name and that nothing gives."""
    own, known = {check.measure for check in rubric.checks}, known_names()
    read = [
        (at, _rule_key(at), f"check {check.id}", name)
        for check, at in zip(rubric.checks, checks, strict=True)
        for name in _read_by(check)
    ]
    for step, at in zip(rubric.steps, steps, strict=True):
        key = "all" if step.verb == "all_of" else "when"
        for condition in (step.when, *step.conditions):
            read += [
                (at, key, f"step {step.id or step.verb}", when.name)
                for when in conditions_of(condition)
                if when.subject == "fact"
            ]
    for at, key, where, name in read:
        if name not in own and _short(name) not in known:
            text = f"{where}: {name!r} is measured by no row and no instrument"
            yield at.fault(key, text + _near(name, known | own), is_warning=is_open)


def _of_measures(rubric: Rubric, lines: Sequence[RowLines], kind: Kind | None) -> Iterator[Fault]:
    """Rows that no instrument answers; a judge's row is answered by whoever is asked."""
    if kind is None or kind.name in _OPEN:
        return
    known = known_names()
    for check, at in zip(rubric.checks, lines, strict=True):
        if not check.overridable and _short(check.measure) not in known:
            text = f"check {check.id}: no instrument measures {check.measure!r}"
            yield at.fault("measure", text + _near(check.measure, known))


def _read_by(check: Check) -> Iterator[str]:
    rule = check.rule
    if isinstance(rule.target, str):
        yield rule.target
    stairs = [bound for stair in rule.stairs for bound in (stair.bound, *stair.also)]
    yield from (bound.of for bound in (*rule.conditions, *stairs) if bound.of)


def _rule_key(at: RowLines) -> str:
    return next((key for key in RULE_KEYS if key in at.keys), "id")


@cache
def known_names() -> frozenset[str]:
    """Every measurement that an instrument of this program gives under a fixed name."""
    found: set[str] = set()
    for name in resources.rubric_names():
        rubric = rubrics.shipped_rubric(name)
        for check in rubric.checks:
            found |= {check.measure, *_read_by(check)}
        for step in rubric.steps:
            for condition in (step.when, *step.conditions):
                found |= {w.name for w in conditions_of(condition) if w.subject == "fact"}
        found |= {row.measure for row in rubric.uncovered if row.measure}
    for kind in map(kinds.kind, kinds.KINDS):
        found |= set(kind.measures())
    return frozenset(map(_short, found))


def _short(name: str) -> str:
    # An instrument that is used twice has the row's id before its name.
    return name.rpartition(".")[2]


def _near(name: str, known: frozenset[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
