"""Rows and summaries of a maze run, in the shape of the evaluation scripts."""

from __future__ import annotations

import os
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation, MazeTrack

Row = Mapping[str, Any]
PLACES = 3


def row_of(found: MazeEvaluation, *, filename: str, solution_file: str) -> dict[str, Any]:
    """One result: keys in the documented order, ours under `extra`, three decimals."""
    layout, crossing, path, walk = found.layout, found.crossing, found.path, found.reflection
    row: dict[str, Any] = {
        "filename": filename,
        "solution_file": solution_file,
        "wall_crossing_detected": found.wall_crossing_detected,
        "wall_crossing_pixels": crossing.pixels,
        "wall_crossing_ratio": rounded(crossing.ratio),
        "layout_match_score": rounded(layout.score),
        "maze_structure_iou": rounded(layout.iou),
        "green_position_match": layout.green_match,
        "red_position_match": layout.red_match,
        "green_centroid_distance": rounded(layout.green_distance),
        "red_centroid_distance": rounded(layout.red_distance),
        "path_match_iou": rounded(path.iou),
        "path_precision": rounded(path.precision),
        "path_recall": rounded(path.recall),
        "target_achievement": rounded(found.target_achievement),
        "has_reflection": walk.has_reflection,
        "loop_count": walk.loops,
        "path_length_ratio": rounded(walk.ratio),
        "exploration_score": rounded(walk.score),
    }
    track = found.track
    if track is not None:
        row["total_frames"] = track.total_frames
        row["frames_with_marker"] = track.frames_with_marker
        row["path_extraction_method"] = track.extraction_method
    row["overall_score"] = rounded(found.overall_score)
    if track is not None:
        row["layout_match_score_gated"] = int(found.layout_gate)
        row["target_achievement_gated"] = int(found.target_gate)
        row["overall_score_gated"] = int(found.overall_gate)
    row["extra"] = _extra(found, track)
    return row


def _extra(found: MazeEvaluation, track: MazeTrack | None) -> dict[str, Any]:
    extra: dict[str, Any] = {
        "walls_crossed": found.crossing.walls_crossed,
        "wall_crossing_any": found.crossing_any,
    }
    if track is not None:
        extra |= {
            "worst_frame": track.worst_frame,
            "iou_with_marker": rounded(track.iou_with_marker),
            "fade_frames": track.fade_frames,
            "undersampled": track.undersampled,
            "jumps": track.jumps,
        }
    extra["edge_touch_pixels"] = found.crossing.edge_touch_pixels
    extra["grid_mismatch"] = any(note.startswith("grid_mismatch") for note in found.notes)
    extra["notes"] = list(found.notes)
    return extra


def error_row(filename: str, solution_file: str | None, error: str) -> dict[str, Any]:
    """What stands in the results for an answer that could not be judged."""
    return {"filename": filename, "solution_file": solution_file, "error": error}


def printable(name: str) -> str:
    """A file name as JSON and a terminal can hold it: bytes that are no UTF-8 are spelled out."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def is_error(row: Row) -> bool:
    """True for an answer that could not be judged."""
    return "error" in row


def rounded(value: float | None) -> float | None:
    """Three decimals, a rounded zero without a sign; what was not measured stays so."""
    return None if value is None else round(float(value), PLACES) + 0.0


def summary_of(rows: Sequence[Row], *, is_video: bool) -> dict[str, Any]:
    """The aggregated statistics; errors are counted apart and take part in nothing else."""
    good = [row for row in rows if not is_error(row)]
    overall = [row["overall_score"] for row in good]
    ious = [row["path_match_iou"] for row in good]
    found: dict[str, Any] = {
        "wall_crossing": _counted(good, "wall_crossing_detected"),
        "path_matching": {
            "mean_iou": _mean(ious),
            "std_iou": _deviation(ious),
            "mean_precision": _mean([row["path_precision"] for row in good]),
            "mean_recall": _mean([row["path_recall"] for row in good]),
            "mean_target_achievement": _mean([row["target_achievement"] for row in good]),
        },
        "layout_matching": {
            "mean_score": _mean([row["layout_match_score"] for row in good]),
            "green_match_rate": _mean([row["green_position_match"] for row in good]),
            "red_match_rate": _mean([row["red_position_match"] for row in good]),
        },
        "reflection": _counted(good, "has_reflection"),
        "overall": {
            "mean_score": _mean(overall),
            "std_score": _deviation(overall),
            "min_score": rounded(min(overall, default=None)),
            "max_score": rounded(max(overall, default=None)),
        },
    }
    if is_video:
        found["gated_metrics"] = _gated(good)
        with_marker = [row["frames_with_marker"] for row in good]
        found["video_specific"] = {"avg_frames_with_marker": _mean(with_marker)}
    found["errors"] = {"count": len(rows) - len(good), "total": len(rows)}
    return found


def _gated(rows: Sequence[Row]) -> dict[str, Any]:
    found = {}
    for name in ("layout_match_score_gated", "target_achievement_gated", "overall_score_gated"):
        found[f"{name}_count"] = sum(row[name] for row in rows)
        found[f"{name}_rate"] = _mean([row[name] for row in rows])
    return found


def _counted(rows: Sequence[Row], name: str) -> dict[str, Any]:
    return {
        "count": sum(bool(row[name]) for row in rows),
        "rate": _mean([row[name] for row in rows]),
    }


def _mean(values: Sequence[float]) -> float | None:
    return rounded(statistics.fmean(values)) if values else None


def _deviation(values: Sequence[float]) -> float | None:
    """Of the population, as numpy's default."""
    return rounded(statistics.pstdev(values)) if values else None


def result_names(suffix: str) -> dict[str, str]:
    """The names of the result files of one folder; `suffix` is its round, as `_round1`."""
    start = f"evaluation_results{suffix}"
    return {
        "latest": f"{start}_latest.json",
        "incremental": f"{start}_incremental.json",
        "reviewed": f"{start}_reviewed.json",
        "stamped": f"{start}_{{timestamp}}.json",
    }


def sheet_path(output: Path, stem: str, suffix: str) -> Path:
    """Where the 2×2 sheet of an answer goes."""
    return output / "visualizations" / f"{stem}{suffix}_evaluation.png"
