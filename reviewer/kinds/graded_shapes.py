"""Reading what any grader of the family wrote: checks, judge items, diagnostics, the headline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviewer.model import Measurement, Scalar
from reviewer.model.counting import counted
from reviewer.model.measurement import FILE, JUDGE

HEADLINES = ("overall_score", "score", "reward", "final_score")
CONTAINERS = ("checks", "scores")
_STRONG = ("checks", "overall_score", "artifact_checks")
_OUTER = frozenset(
    [
        "task_id", "id", "name", "category", "mode", "model", "started_at", "finished_at", "error",
        "agent_done", "elapsed_seconds", "agent_token_usage", "judge_method", "judge_error",
        "judge_model", "judge_elapsed_s", "review", "notes", "version",
    ]
)  # fmt: skip
_NO_CREDIT = re.compile(
    r"psnr|dssim|rmse|(^|_)mse|lpips|delta_e|md5|sha\d|_bytes$|_raw$|_rows$|_db$|_px$|_ms$|_seconds$"
)
_COUNT = re.compile(r"(^|_)(screenshots|clicks|calls|tokens|count_raw|unique)$")
_VALUE_IN_KEY = re.compile(r"^(.*?)(?:>=|<=|=)(-?\d+(?:\.\d+)?)$")


@dataclass(frozen=True, slots=True)
class GraderRow:
    """One key of a grader's output and what it is."""

    id: str
    place: tuple[str, ...]
    sort: str
    measurement: Measurement


@dataclass(frozen=True, slots=True)
class GraderOutput:
    """A grader's output in one form, whatever its shape was."""

    rows: tuple[GraderRow, ...]
    headline: Measurement
    judge_method: str
    notes: tuple[str, ...]

    def of(self, sort: str) -> tuple[GraderRow, ...]:
        """The rows of one sort: check, judge or diagnostic."""
        return tuple(row for row in self.rows if row.sort == sort)


def looks_graded(document: object, *, strong: bool = False) -> bool:
    """True for a JSON document of the shapes that graders write.

    A lone `score` or `reward` stands in many files: `strong` asks for checks or an overall score.
    """
    if isinstance(document, list) and len(document) == 1:
        document = document[0]
    if not isinstance(document, Mapping):
        return False
    names = _STRONG if strong else (*CONTAINERS, *HEADLINES, "artifact_checks")
    return any(name in document for name in names)


def read_output(document: Mapping[str, Any]) -> GraderOutput:
    """Read a grader's output; nothing in it is an error of ours, oddities become notes."""
    inner: Mapping[str, Any] = document
    prefix: tuple[str, ...] = ()
    method = str(document.get("judge_method") or "")
    # An official score file wraps the grader's own `checks` in `scores`.
    while name := next((n for n in CONTAINERS if isinstance(inner.get(n), Mapping)), None):
        inner = inner[name]
        prefix = (*prefix, name)
        method = method or str(inner.get("judge_method") or "")
    notes: list[str] = []
    rows = tuple(_rows(inner, prefix, method, notes))
    if method == "failed":
        notes.append("the judge failed: its items are not judged")
    return GraderOutput(rows, _headline(document, notes), method, tuple(notes))


def _rows(
    inner: Mapping[str, Any], prefix: tuple[str, ...], method: str, notes: list[str]
) -> Iterator[GraderRow]:
    for key, value in inner.items():
        name = str(key)
        if name in _OUTER or (not prefix and name in (*HEADLINES, *CONTAINERS, "REWARD")):
            continue
        yield _row(name, value, (*prefix, name), method, notes)


def _row(
    name: str, value: object, place: tuple[str, ...], method: str, notes: list[str]
) -> GraderRow:
    reason = ""
    if isinstance(value, Mapping):
        reason = str(value.get("reason", value.get("reasoning", "")))
        inner = next((key for key in ("score", "value", "credit") if key in value), None)
        if inner is None:
            return _diagnostic(name, counted(len(value), "entry", "entries"), place)
        place, value = (*place, inner), value[inner]
    if isinstance(value, list):
        return _diagnostic(name, counted(len(value), "entry", "entries"), place)
    if name.startswith("vlm_"):
        return _judge_item(name, value, place, method, reason)
    if value is None:
        found = Measurement(
            name, None, source=FILE, reason="the grader wrote null", facts=_facts(place)
        )
        sort = "diagnostic" if _is_value_with_unit(name) else "check"
        return GraderRow(name, place, sort, found)
    return _check_or_diagnostic(name, value, place, reason, notes)


def _facts(place: tuple[str, ...]) -> dict[str, Any]:
    return {"at": list(place)}


def _diagnostic(name: str, value: Scalar, place: tuple[str, ...], note: str = "") -> GraderRow:
    unit = next((u for e, u in (("_db", "dB"), ("_bytes", "B"), ("psnr", "dB")) if e in name), "")
    found = Measurement(
        name,
        value,
        unit=unit,
        source=FILE,
        notes=(note,) if note else (),
        facts=_facts(place),
    )
    return GraderRow(name, place, "diagnostic", found)


def _judge_item(
    name: str, value: object, place: tuple[str, ...], method: str, reason: str
) -> GraderRow:
    number = _number(value)
    why = ""
    if method == "failed":
        why = "the judge failed"
    elif number is None:
        why = "the judge gave no number"
    elif not 0 <= number <= 1:
        why = f"the judge's {value} is not between 0 and 1: another scale was used"
    found = Measurement(
        name,
        None if why else number,
        source=JUDGE,
        model=method,
        reason=why,
        notes=(reason,) if reason else (),
        raw="" if value is None else str(value),
        facts=_facts(place),
    )
    return GraderRow(name, place, "judge", found)


def _check_or_diagnostic(
    name: str, value: object, place: tuple[str, ...], reason: str, notes: list[str]
) -> GraderRow:
    plain: Scalar = value if isinstance(value, (bool, int, str)) else str(value)
    if isinstance(value, float):
        plain = float(value)
    if name.startswith(("_", "audit_")) or _is_value_with_unit(name):
        return _diagnostic(name, plain, place)
    number = _number(value)
    if number is None:
        return _diagnostic(name, plain, place)
    is_count = isinstance(value, int) and not isinstance(value, bool)
    if is_count and (number not in (0, 1) or _COUNT.search(name)):
        note = "a whole number above 1 is a count, not a credit" if number > 1 else ""
        return _diagnostic(name, plain, place, note)
    if not 0 <= number <= 1:
        notes.append(f"{name} is {value}, not between 0 and 1: shown, never counted as a credit")
        return _diagnostic(name, plain, place, "not on a scale from 0 to 1")
    texts = [reason] if reason else []
    if isinstance(value, str):
        texts.append("the grader wrote this number as text")
    if match := _VALUE_IN_KEY.match(name):
        texts.append(f"the key says {match.group(1)} {name[len(match.group(1)) :]}")
    found = Measurement(
        name,
        plain if isinstance(plain, bool) else number,
        source=FILE,
        notes=tuple(texts),
        facts=_facts(place),
    )
    return GraderRow(name, place, "check", found)


def _is_value_with_unit(name: str) -> bool:
    return bool(_NO_CREDIT.search(name.casefold()))


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return 1.0 if value else 0.0
    if isinstance(value, (int, float)):
        try:
            return float(value)
        except OverflowError:
            return None
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d+(\.\d+)?\s*", value):
        return float(value)
    return None


def _headline(document: Mapping[str, Any], notes: list[str]) -> Measurement:
    name = next((key for key in HEADLINES if key in document), None)
    if name is None:
        return Measurement("headline", None, source=FILE, reason="the file has no overall score")
    value = document[name]
    facts = _facts((name,))
    problem = document.get("error")
    if problem:
        return Measurement(
            "headline", None, source=FILE, error=f"the grader ended with: {problem}", facts=facts
        )
    number = _number(value)
    if number is None:
        return Measurement(
            "headline", None, source=FILE, reason=f"{name} is {value!r}, no number", facts=facts
        )
    if not -1 <= number <= 1:
        notes.append(f"{name} is {value}: not between 0 and 1, another scale was used")
        return Measurement(
            "headline",
            None,
            source=FILE,
            reason=f"{name} is {value}, not on a scale from 0 to 1",
            facts=facts,
        )
    texts = ("written as text",) if isinstance(value, str) else ()
    return Measurement("headline", number, source=FILE, notes=texts, facts=facts)
