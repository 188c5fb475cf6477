"""Results of a maze run with what people overruled: the same rows, folded again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer.model import RESULT, Measurement, Review, Rubric, Task
from reviewer.scoring.credit import CREDIT_UNIT
from reviewer.session.jobs import CancelToken
from reviewer.session.loading import load
from reviewer.session.maze_refold import refolded
from reviewer.session.maze_rows import is_error, summary_of
from reviewer.session.maze_worker import as_json
from reviewer.store import files, folder, log
from reviewer.store.reader import PictureCache, TaskReader
from reviewer.store.settings import Settings

Row = dict[str, Any]
_LATEST = "_latest.json"
_LIMIT = 1024**3
_SHARE = "target_achievement"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One results file after review."""

    source: Path
    target: Path
    document: Mapping[str, Any]

    @property
    def changed(self) -> int:
        """How many rows are other than the automatic ones."""
        return int(self.document["review"]["changed_rows"])


def results_below(path: Path) -> list[Path]:
    """The latest results of a folder and of those below it, or the one file that was named."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise files.FileError(path, "there is no such folder", "Name the folder of the results.")
    return sorted(path.rglob(f"evaluation_results*{_LATEST}"))


def read_results(path: Path) -> dict[str, Any]:
    """A results file; raises FileError when it is none."""
    try:
        document = json.loads(files.read_bytes(path, limit=_LIMIT))
    except (ValueError, RecursionError) as error:
        raise files.FileError(path, f"it is not JSON ({error})", "Run the evaluation again.") from (
            error
        )
    if not isinstance(document, dict) or not isinstance(document.get("results"), list):
        raise files.FileError(path, "it holds no results", "Name a file of a maze run.")
    return document


def reviewed(path: Path, *, settings: Settings, input_dir: Path | None = None) -> Reviewed:
    """The results of one run with the reviews of its answers; nothing is written."""
    document = read_results(path)
    run = document.get("run", {})
    where = input_dir or Path(str(run.get("input_dir", "")))
    if not where.is_dir():
        raise files.FileError(
            where, "the answers of this run are not there", "Say where they are with --input_dir."
        )
    reviews = dict(_reviews(where, settings, document["results"], run.get("parameters", {})))
    rows: list[Row] = []
    changed = 0
    for row in document["results"]:
        said = reviews.get(str(row.get("filename")))
        new = row if said is None or is_error(row) else refolded(row, *said, run["parameters"])
        changed += new != row
        rows.append(new)
    is_video = run.get("kind") == "video"
    counts = {
        "reviewed_rows": len(reviews),
        "changed_rows": changed,
        "disputed_rows": sum(bool(r.disputed or r.disputes) for r, _ in reviews.values()),
        "stale_rows": sum(bool(review.stale) for review, _ in reviews.values()),
    }
    summary = summary_of(rows, is_video=is_video)
    target = path.with_name(path.name.removesuffix(_LATEST) + "_reviewed.json")
    return Reviewed(
        path, target, {"summary": summary, "results": rows, "run": run, "review": counts}
    )


def write_reviewed(found: Reviewed) -> None:
    """Write the reviewed results beside the latest ones, which stay as they are."""
    files.replace_bytes(found.target, as_json(found.document))


def _reviews(
    where: Path, settings: Settings, rows: Sequence[Row], parameters: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[Review, Rubric]]]:
    """What was said of each answer, by its file name, with the rules it is judged by."""
    from reviewer.scoring.review import resolve

    by_name = {str(row.get("filename")): row for row in rows}
    known: dict[Path, frozenset[str]] = {}
    for task in folder.discover(where):
        own = task.artifact(RESULT)
        row = by_name.get(own.path.name) if own is not None and own.path.parent == where else None
        if row is None or is_error(row) or not _is_reviewed(task, known):
            continue
        reader = TaskReader(task, PictureCache(0))
        loaded = load(task, reader=reader, settings=settings, cache=None, token=CancelToken())
        if loaded.rubric is None or not loaded.entries:
            continue
        review = resolve(
            loaded.entries,
            rubric=loaded.rubric,
            measurements=_as_measured(row),
            digests=loaded.digests,
        )
        yield own.path.name if own is not None else "", (review, loaded.rubric)


def _is_reviewed(task: Task, known: dict[Path, frozenset[str]]) -> bool:
    """Whether any log names the task; each log of a folder is read once for all its answers."""
    for place in (task.review_folder, log.elsewhere(task)):
        if place not in known:
            logs = sorted(place.glob("*.jsonl")) if place.is_dir() else ()
            entries = [entry for path in logs for entry in log.read_log(path).entries]
            known[place] = frozenset(entry.task.rpartition("/")[2] for entry in entries)
        if task.id.rpartition("/")[2] in known[place]:
            return True
    return False


def _as_measured(row: Row) -> dict[str, Measurement]:
    """The verdicts of a row as credits: its numbers are rounded, its verdicts are not."""
    verdicts = {
        "wall_crossing_ratio": not row["wall_crossing_detected"],
        "green_centroid_distance": row["green_position_match"],
        "red_centroid_distance": row["red_position_match"],
    }
    if "target_achievement_gated" in row:
        verdicts[_SHARE] = bool(row["target_achievement_gated"])
    found = {name: Measurement(name, float(value), CREDIT_UNIT) for name, value in verdicts.items()}
    for name in {"maze_structure_iou", "path_match_iou", _SHARE} - found.keys():
        found[name] = Measurement(name, row[name])
    return found
