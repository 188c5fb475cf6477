"""The rows of a fold: a verb, what it reads, when it fires and where it writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reviewer.model import Part, Step, When
from reviewer.scoring.row import (
    MOST_PLACES,
    MOST_WEIGHT,
    Row,
    is_number,
    is_scalar,
    is_whole,
    kind_of,
    said_of,
    scalar_of,
)
from reviewer.scoring.rule_rows import can_hold

VERBS = (
    "mean",
    "weigh",
    "blend",
    "penalise",
    "cap",
    "gate",
    "all_of",
    "least",
    "clamp",
    "round",
)
SUBJECTS = {
    "check": "check",
    "bucket": "bucket",
    "headline": "headline",
    "register": "headline",
    "fact": "fact",
}
_LIMITS = ("below", "above", "at_least", "at_most")
_COMMON = ("id", "verb", "because", "because_tr", "into", "when")
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "mean": ("of",),
    "weigh": ("parts",),
    "blend": ("of", "share"),
    "penalise": ("by", "when"),
    "cap": ("at", "when"),
    "gate": ("when",),
    "all_of": ("all",),
    "least": ("of",),
    "clamp": (),
    "round": ("places",),
}
_MAY: Mapping[str, tuple[str, ...]] = {
    "weigh": ("renormalise",),
    "least": ("renormalise",),
    "gate": ("at",),
    "clamp": ("low", "high"),
}


def read_step(row: Row, *, first_headline: str) -> Step:
    """One step; keys that its verb does not use are faults."""
    verb = row.text("verb", "", of=VERBS)
    if not verb:
        if not row.has("verb"):
            row.fault("verb", f"needs a verb: {', '.join(VERBS)}")
        for key in row.table:
            row.get(key)
        return Step(verb="least", because="", into=first_headline)
    allowed = tuple(dict.fromkeys((*_COMMON, *_NEEDED[verb], *_MAY.get(verb, ()))))
    for key in _NEEDED[verb]:
        if not row.has(key):
            row.fault("verb", f"{verb} needs {key}")
    for key in row.table:
        if key not in allowed:
            row.get(key)
            row.fault(key, f"{verb} does not use {key!r}; it uses {', '.join(allowed[2:])}")
    step = _step(row, verb, first_headline)
    row.close()
    return step


def _step(row: Row, verb: str, first_headline: str) -> Step:
    because = row.text("because")
    if not because.strip():
        row.fault("verb", "needs because: the sentence the ledger shows")
    if row.get("of") == []:
        row.fault("of", f"of is empty: {verb} needs something to read")
    found = row.get("all")
    conditions = found if isinstance(found, list) else []
    if verb == "all_of" and not conditions:
        row.fault("all", "all is a list of conditions")
    return Step(
        verb=verb,
        because=because,
        into=row.name("into", first_headline),
        because_tr=row.translations("because_tr"),
        of=row.texts("of"),
        parts=_parts(row),
        at=row.number("at", 0.0 if verb == "gate" else None),
        by=_fraction(row, "by"),
        share=_fraction(row, "share"),
        places=row.whole("places", most=MOST_PLACES),
        low=row.number("low"),
        high=row.number("high"),
        renormalise=row.yes_no("renormalise", True),
        when=read_when(row, row.get("when"), "when") if row.has("when") else None,
        conditions=tuple(read_when(row, item, "all") for item in conditions),
        line=row.lines.extends or row.lines.line,
        id=row.name("id"),
    )


def _fraction(row: Row, key: str) -> float | None:
    value = row.number(key, low=0.0)
    if value is not None and value > 1:
        row.fault(key, f"{key} is {value}, above 1")
        return None
    return value


def _parts(row: Row) -> tuple[Part, ...]:
    value = row.get("parts")
    if value is None:
        return ()
    if not isinstance(value, dict) or not value:
        row.fault("parts", "parts is a table of name = weight")
        return ()
    parts = []
    for name, weight in value.items():
        if not is_number(weight) or weight < 0:
            row.fault("parts", f"the weight of {name} must be a number of 0 or more")
            continue
        if weight > MOST_WEIGHT:
            row.fault("parts", f"the weight of {name} is {weight:g}, above {MOST_WEIGHT:g}")
            continue
        parts.append(Part(of=name, weight=weight))
    if parts and not any(part.weight for part in parts):
        row.fault("parts", "all weights are 0")
    return tuple(parts)


def read_when(row: Row, table: object, key: str) -> When:
    """A condition: one subject with one comparison, or { all = [ … ] }."""
    if not isinstance(table, dict):
        row.fault(key, 'a condition is a table such as { check = "x", below = 0.7 }')
        return When(absent=False)
    if "all" in table:
        items = table["all"]
        if len(table) > 1 or not isinstance(items, list) or not items:
            row.fault(key, "all stands alone and lists conditions")
            return When(absent=False)
        return When(all_of=tuple(read_when(row, item, key) for item in items))
    subjects = [name for name in SUBJECTS if name in table]
    tests = [name for name in (*_LIMITS, "equals", "absent") if name in table]
    known = {*subjects, *tests, "missing", "places"}
    for name in table:
        if name not in known:
            row.fault(key, f"unknown key {name!r} in a condition")
    subject = table[subjects[0]] if len(subjects) == 1 else None
    if not isinstance(subject, str):
        row.fault(key, f"a condition names one of {', '.join(SUBJECTS)}")
        return When(absent=False)
    if not tests:
        row.fault(key, f"a condition needs {', '.join(_LIMITS)}, equals or absent")
    return replace(_when(row, table, key), subject=SUBJECTS[subjects[0]], name=subject)


def _when(row: Row, table: Mapping[str, object], key: str) -> When:
    """The comparison of a condition, without its subject."""
    limits: dict[str, float] = {}
    for name in _LIMITS:
        value = table.get(name)
        if is_number(value):
            limits[name] = value
        elif name in table:
            row.fault(key, f"{name} must be a number, not {said_of(value)}")
    absent = table.get("absent")
    if absent is not None and not isinstance(absent, bool):
        row.fault(key, "absent is true or false")
        absent = None
    missing = table.get("missing", "pass")
    if missing not in ("pass", "fire"):
        row.fault(key, f"missing is {missing!r}; it may be pass or fire")
        missing = "pass"
    places = table.get("places")
    if places is not None and not is_whole(places, most=MOST_PLACES):
        row.fault(key, f"places is a whole number from 0 to {MOST_PLACES}")
        places = None
    if "equals" in table and not is_scalar(table["equals"]):
        row.fault(key, f"equals must be one value, not {kind_of(table['equals'])}")
    if not can_hold(limits):
        said = " and ".join(f"{name} {value:g}" for name, value in limits.items())
        row.fault(key, f"no number is {said.replace('_', ' ')}: the condition could never fire")
    return When(
        below=limits.get("below"),
        above=limits.get("above"),
        at_least=limits.get("at_least"),
        at_most=limits.get("at_most"),
        equals=scalar_of(table.get("equals")),
        has_equals="equals" in table,
        absent=absent,
        missing=str(missing),
        places=places,
    )
