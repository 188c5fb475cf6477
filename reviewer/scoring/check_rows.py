"""The rows of a rubric that are not steps: checks, headlines, uncovered rows, parameters."""

from __future__ import annotations

from reviewer.model import Check, Headline, Parameter, Uncovered
from reviewer.scoring.row import Row, kind_of
from reviewer.scoring.rule_rows import read_rule

# The value of a parameter that its instrument chooses itself.
AUTO = "auto"
SCALES = ("", "yes_no", "three", "unit")
ABSENT = ("skip", "zero", "error")
# What a row can ask the screen to look at; kinds answer for the looks of their own rows.
LOOKS = (
    "",
    "whole",
    "difference",
    "ssim",
    "histogram",
    "alpha",
    "colors",
    "shape",
    "text",
    "sharpness",
    "layers",
    "settings",
    "svg",
    "screenshots",
    "report",
    "log",
    "walls",
    "markers",
    "path",
    "cells",
    "clause",
    "items",
    "file",
)


def read_check(row: Row, *, translated_by: str) -> Check:
    """One row: what is asked, what answers it, and what that earns."""
    check_id = _named(row, "id")
    overridable = row.yes_no("overridable", False)
    scale = row.text("scale", "", of=SCALES)
    if overridable and not scale:
        row.fault("overridable", "is overridable, so it needs a scale: yes_no, three or unit")
    asks = row.text("asks")
    if not asks.strip():
        row.fault("asks", "needs asks: the question people read")
    translations = row.translations("asks_tr")
    check = Check(
        id=check_id,
        asks=asks,
        measure=row.name("measure", check_id),
        rule=read_rule(row),
        bucket=row.text("bucket"),
        absent=row.text("absent", "skip", of=ABSENT),
        failed=row.text("failed", "error", of=ABSENT),
        weight=row.weight(1.0),
        overridable=overridable,
        needs=row.texts("needs"),
        scale=scale,
        asks_tr=translations,
        translated_by=row.text("translated_by", translated_by if translations else ""),
        look=row.text("look", "", of=LOOKS),
        near=row.number("near", low=0.0),
        reads=row.texts("reads", ("result",)),
        unit=row.text("unit"),
        params=row.table_of("params"),
        line=row.lines.extends or row.lines.line,
    )
    row.close()
    return check


def read_headline(row: Row) -> Headline:
    """A number the task comes to."""
    headline = Headline(
        name=_named(row, "name"),
        passes=row.number("passes"),
        low=row.number("low", 0.0) or 0.0,
        high=_or(row.number("high", 1.0), 1.0),
        asks=row.text("asks"),
        strict=row.yes_no("strict", False),
        withheld_without=row.text("withheld_without"),
    )
    if headline.low >= headline.high:
        row.fault("low", f"low {headline.low:g} is not below high {headline.high:g}")
    elif headline.passes is not None and not headline.low <= headline.passes <= headline.high:
        row.fault(
            "passes",
            f"passes at {headline.passes:g}, outside {headline.low:g} to {headline.high:g}",
        )
    row.close()
    return headline


def read_uncovered(row: Row) -> Uncovered:
    """A requirement that no code grades."""
    uncovered = Uncovered(
        id=_named(row, "id"),
        asks=row.text("asks"),
        asks_tr=row.translations("asks_tr"),
        measure=row.text("measure"),
        look=row.text("look", "", of=LOOKS),
    )
    if not uncovered.asks.strip():
        row.fault("asks", "needs asks: the question people read")
    row.close()
    return uncovered


def read_parameter(row: Row) -> Parameter:
    """A measuring threshold with its range."""
    row.text("stage", "measure", of=("measure",))
    parameter = Parameter(
        id=_named(row, "id"),
        asks=row.text("asks"),
        value=row.scalar("value"),
        low=row.number("low"),
        high=row.number("high"),
        unit=row.text("unit"),
        choices=row.texts("choices"),
        asks_tr=row.translations("asks_tr"),
    )
    if not parameter.asks.strip():
        row.fault("asks", "needs asks: what this parameter does")
    if not row.has("value"):
        row.fault("id", "needs value: the default")
    if row.get("choices") == []:
        row.fault("choices", "choices are empty; leave them out or list the words")
    _check_range(row, parameter)
    row.close()
    return parameter


def _check_range(row: Row, parameter: Parameter) -> None:
    value, low, high = parameter.value, parameter.low, parameter.high
    if low is not None and high is not None and low > high:
        row.fault("low", f"low {low:g} is above high {high:g}")
        return
    if value is None:
        return
    if parameter.choices:
        if value not in parameter.choices:
            row.fault("value", f"{value!r} is none of {', '.join(parameter.choices)}")
        return
    has_range = low is not None or high is not None
    if isinstance(value, bool | str):
        if has_range and value != AUTO:
            row.fault("value", f"value must be a number or {AUTO!r}, not {kind_of(value)}")
        return
    if (low is not None and value < low) or (high is not None and value > high):
        row.fault("value", f"{value:g} lies outside its own range")


def _named(row: Row, key: str) -> str:
    name = row.text(key)
    if not name:
        row.fault(key, f"needs {key}")
    return name


def _or(value: float | None, default: float) -> float:
    return default if value is None else value
