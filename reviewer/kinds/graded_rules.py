"""Rules of graders that are known: the rows of their rubric, fed with credits from a file."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from reviewer.kinds.graded_shapes import GraderOutput
from reviewer.model import Check, CreditRule, Measurement, Rubric
from reviewer.model.measurement import FILE

_DIRECT = CreditRule("direct")
_PLACES = 0.0006
_AVERAGES = {"core": "_core_avg", "gui": "_gui_avg", "aux": "_aux_avg"}
_MAZE_LAYOUT = ("maze_structure_iou", "green_position_match", "red_position_match")


def known_rubric(output: GraderOutput) -> str:
    """The shipped rubric whose grader writes these keys, or an empty string."""
    ids = {row.id for row in output.rows}
    if {"named_ids", "lpe_count", "furniture_layer", "inkscape_ui_shots"} <= ids:
        return "floor_plan"
    if {"wall_crossing_detected", "layout_match_score", "path_match_iou"} <= ids:
        return "maze_video" if "total_frames" in ids else "maze_image"
    return ""


def known_rules(output: GraderOutput, shipped: Callable[[str], Rubric]) -> Rubric | None:
    """The rubric of the grader that wrote a file, its rows taking the file's credits as they are.

    None when the grader is not known. Where the file's own sub-totals do not agree with its rows,
    the sub-totals count and the rows are shown.
    """
    name = known_rubric(output)
    if name == "floor_plan":
        return _floor_plan(shipped(name), output)
    return _maze(shipped(name)) if name else None


def credits_of(output: GraderOutput) -> tuple[Measurement, ...]:
    """The file's values under the ids that the known rules read."""
    name = known_rubric(output)
    found = []
    for row in output.rows:
        short = _plain(row.id)
        if name == "floor_plan" and short != row.id:
            found.append(dataclasses.replace(row.measurement, id=short))
        if row.id == "wall_crossing_detected" and name.startswith("maze"):
            crossed = row.measurement.value
            found.append(
                Measurement(
                    "no_wall_crossing",
                    None if crossed is None else not crossed,
                    source=FILE,
                    notes=(f"the file says wall_crossing_detected: {crossed}",),
                )
            )
        if row.id.endswith("_gated") and row.measurement.value in (0, 1):
            found.append(dataclasses.replace(row.measurement, value=bool(row.measurement.value)))
    return tuple(found)


def _plain(key: str) -> str:
    """`shapes=31` is the key of the row `shapes`; `dim_mm>=5` is a key as it stands."""
    return key if ">=" in key else key.split("=")[0]


def _floor_plan(rubric: Rubric, output: GraderOutput) -> Rubric:
    values = {_plain(row.id): row.measurement for row in output.rows}
    rows = [
        dataclasses.replace(check, rule=_DIRECT, measure=check.id, absent="skip")
        for check in rubric.checks
    ]
    for bucket, average in _AVERAGES.items():
        said = values.get(average)
        if said is None or not isinstance(said.value, (int, float)):
            continue
        fitted = _fitted([row for row in rows if row.bucket == bucket], values, float(said.value))
        if fitted is None:
            rows = _by_subtotal(rows, bucket=bucket, average=average)
        else:
            rows = [fitted.get(row.id, row) for row in rows]
    fitting = dataclasses.replace(rubric, checks=tuple(rows))
    return fitting if output.of("judge") else _without_judge(fitting)


def _by_subtotal(rows: list[Check], *, bucket: str, average: str) -> list[Check]:
    """Rows that do not come to the file's sub-total are shown; the sub-total counts."""
    subtotal = Check(
        id=average,
        asks=f"The file's own sub-total of {bucket}: its rows come to another number",
        asks_tr={"zh": f"文件自带的 {bucket} 小计：与其各行不一致"},
        measure=average,
        rule=_DIRECT,
        bucket=bucket,
    )
    apart = [
        dataclasses.replace(row, bucket=f"{bucket} rows") if row.bucket == bucket else row
        for row in rows
    ]
    return [*apart, subtotal]


def _without_judge(rubric: Rubric) -> Rubric:
    """No judge was there: its items are not invented, and its mean is absent."""
    rows = tuple(row for row in rubric.checks if row.bucket != "judge")
    steps = tuple(
        dataclasses.replace(step, when=None) if step.into == "judge_mean" else step
        for step in rubric.steps
    )
    return dataclasses.replace(rubric, checks=rows, steps=steps)


def _fitted(
    rows: list[Check], values: dict[str, Measurement], said: float
) -> dict[str, Check] | None:
    """Whether a failed row without a key left the mean or counted 0: the sub-total tells."""
    present = [float(v.value) for r in rows if _has(v := values.get(r.id))]  # type: ignore[arg-type, union-attr]
    missing = [row for row in rows if not _has(values.get(row.id))]
    if present and abs(sum(present) / len(present) - said) <= _PLACES:
        return {}
    if rows and abs(sum(present) / len(rows) - said) <= _PLACES:
        return {row.id: dataclasses.replace(row, absent="zero") for row in missing}
    return None


def _has(found: Measurement | None) -> bool:
    return found is not None and isinstance(found.value, (bool, int, float))


def _maze(rubric: Rubric) -> Rubric:
    """The file gives the layout score itself; the parts that it came from are not read again."""
    layout = Check(
        id="layout_match_score",
        asks="The layout is that of the solution (walls, start, end), as the file says",
        asks_tr={"zh": "布局与标准解一致（墙体、起点、终点），按文件所给"},
        measure="layout_match_score",
        rule=_DIRECT,
        absent="error",
        reads=("result",),
        near=0.02,
    )
    rows = [
        dataclasses.replace(check, rule=_DIRECT, measure=check.id)
        for check in rubric.checks
        if check.id not in _MAZE_LAYOUT
    ]
    steps = tuple(step for step in rubric.steps if step.into != "layout_match_score")
    return dataclasses.replace(rubric, checks=(layout, *rows), steps=steps, parameters=())
