"""A check row in words and shares: value, what it needs, margin, place on the bar."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reviewer.model.counting import short_of_one, true_minus
from reviewer.model.ledger import ERROR, FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS
from reviewer.session.panel import CheckRow
from reviewer.ui import numbers
from reviewer.ui.panel.words import one_line
from reviewer.ui.translate import tr
from reviewer.ui.widgets.bars import BarState

ICONS = {
    PASS: "passes", PARTIAL: "partial", FAIL: "fails", NOT_JUDGED: "not-judged",
    NOT_MEASURED: "not-judged", ERROR: "error",
}  # fmt: skip
ICON_ROLES = {
    PASS: "ok", PARTIAL: "warn", FAIL: "bad", NOT_JUDGED: "text2", NOT_MEASURED: "text2",
    ERROR: "bad",
}  # fmt: skip
WORD_ROLES = {**ICON_ROLES, PASS: "text2"}
_BARS: dict[str, BarState] = {PASS: "passes", PARTIAL: "partial", FAIL: "fails"}
_SIGNS = {"≥": "needs", "≤": "at most", "<": "below", ">": "above", "=": "needs"}
_BOUND = re.compile(r"^([≥≤<>=]) (\S+)$")
_FULL = re.compile(r"^(-?[\d.,]+) for full credit")
_YES_NO = {"yes", "no"}
_HOLDS = " = yes"
_BYTES = "bytes"


@dataclass(frozen=True, slots=True)
class Bar:
    """Shares of a check's bar; `tick` None without a single threshold."""

    end: float
    tick: float | None
    state: BarState


def value_text(row: CheckRow) -> str:
    """The measured value with its unit: `.843`, `1.94 MB`, `412 px`, `no`."""
    value = row.value
    if value is None:
        return ""
    if isinstance(value, bool):
        lacks = _lacking(row)
        word = "yes" if value else "no"
        return f"{word}, not {lacks.removesuffix(_HOLDS)}" if lacks.endswith(_HOLDS) else word
    if isinstance(value, str):
        return one_line(value, 60) or '""'
    return f"{_number(float(value), row.unit)}{_unit(row.unit)}"


def needs_text(row: CheckRow) -> str:
    """The threshold as it stands beside the value: `needs .85`, `below 2`, `at most 20`."""
    text = one_line(row.threshold_text)
    if isinstance(row.value, bool):
        lacks = _lacking(row)
        if lacks:
            return "" if lacks.endswith(_HOLDS) else f"also needs {lacks}"
        return "" if row.state == PASS else f"needs {_wanted(text)}"
    full = _FULL.match(text)
    if full:
        return tr("full at {mark}").format(mark=_written(full.group(1), row))
    first, *more = _conditions(text)
    found = _BOUND.match(first)
    if not found:
        return " and ".join((first, *more))
    said = f"{tr(_SIGNS[found.group(1)])} {_written(found.group(2), row)}"
    # The tooltip and the ledger say what else must hold.
    return f"{said}, …" if more else said


def _conditions(text: str) -> list[str]:
    """What must hold for the best credit, the row's own condition first."""
    return text.split(";")[0].split("→")[0].strip().split(" and ")


def _wanted(text: str) -> str:
    return "no" if text.startswith("= no") else "yes"


def _lacking(row: CheckRow) -> str:
    """The other condition of a yes or no that is as it should be, where not all holds."""
    text = one_line(row.threshold_text)
    is_fine = row.value is (_wanted(text) == "yes")
    _, *more = _conditions(text)
    if not is_fine or row.state not in (PARTIAL, FAIL) or len(more) != 1:
        return ""
    return more[0].replace("_", " ")


def margin_text(row: CheckRow) -> str:
    """Value minus threshold in the value's own writing: `−.007`, `+13`, `at the threshold`."""
    margin = row.margin
    if margin is None or isinstance(row.value, (bool, str)):
        return ""
    if row.unit == _BYTES and abs(margin) >= 1000:
        sign = "+" if margin >= 0 else numbers.MINUS
        return f"{sign}{numbers.size(round(abs(margin)))}"
    return numbers.margin(margin)


def reason_text(row: CheckRow) -> str:
    """Why there is no value to show, or what the credit follows."""
    if row.value is None or row.state in (ERROR, NOT_MEASURED, NOT_JUDGED):
        # Where nothing is said of why, the word at the right has said it all.
        return one_line(row.reason)
    return one_line(row.reason) if row.reason.startswith("needs ") else ""


def bar(row: CheckRow) -> Bar | None:
    """The measured value on its own scale; None where there is nothing to draw."""
    value = row.value
    state = _BARS.get(row.state, "none")
    if isinstance(value, bool):
        return Bar(1.0 if value else 0.0, 1.0, state)
    if not isinstance(value, (int, float)):
        return None
    number, limit = float(value), row.threshold
    scale = _scale(number, limit)
    return Bar(number / scale, None if limit is None else limit / scale, state)


def spoken(row: CheckRow) -> str:
    """The whole row for a screen reader."""
    parts = [row.word, value_text(row), needs_text(row) if row.value is not None else ""]
    margin = margin_text(row)
    is_number = margin and margin != numbers.AT_THRESHOLD
    parts += [f"margin {margin}" if is_number else margin, reason_text(row)]
    return ", ".join(part for part in parts if part)


def _scale(value: float, limit: float | None) -> float:
    if limit is None:
        return max(1.0, value)
    if 0 <= value <= 1 and 0 < limit <= 1:
        return 1.0
    return max(limit, value * 1.25 if value > limit else 0.0) or 1.0


def _number(value: float, unit: str) -> str:
    if unit == _BYTES:
        return numbers.size(round(value))
    if value.is_integer():
        return numbers.count(int(value))
    if abs(value) < 10:
        places = 3 if abs(value) < 1 or not unit else 2
        if 0 < abs(value) < 1:
            return numbers.bare(true_minus(short_of_one(value, places)))
        return numbers.bare(numbers.fixed(value, places))
    return numbers.fixed(value, 1)


def _unit(unit: str) -> str:
    return "" if unit in ("", _BYTES, "credit") else f" {unit}"


def _written(text: str, row: CheckRow) -> str:
    if text in _YES_NO:
        return text
    try:
        number = float(text.replace(",", ""))
    except ValueError:
        return text
    if row.unit == _BYTES and number >= 1000:
        return numbers.size(round(number))
    return numbers.count(int(number)) if number.is_integer() else numbers.threshold(number)
