"""Results of a maze run with what people overruled: the same rows, folded again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer.model import RESULT, Measurement, Review, Rubric, Task
from reviewer.model.counting import counted
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
_WHERE = "Say where they are with --input_dir."


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One results file after review; `absent` are the rows whose answers are not in the folder."""

    source: Path
    target: Path
    document: Mapping[str, Any]
    absent: tuple[str, ...] = ()

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
        # Results of older runs and of other programs may hold a zero with a sign.
        document = json.loads(
            files.read_bytes(path, limit=_LIMIT), parse_float=lambda text: float(text) + 0.0
        )
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
    # Tasks have absolute places: a folder is compared with theirs however it was written.
    where = Path(os.path.abspath(input_dir or str(run.get("input_dir", ""))))
    if not where.is_dir():
        raise files.FileError(where, "the answers of this run are not there", _WHERE)
    tasks = dict(_tasks_in(where))
    absent = _absent(path, where, document["results"], tasks)
    reviews = dict(_reviews(tasks, settings, document["results"]))
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
    held = {"summary": summary, "results": rows, "run": run, "review": counts}
    return Reviewed(path, target, held, absent)


def write_reviewed(found: Reviewed) -> None:
    """Write the reviewed results beside the latest ones, which stay as they are."""
    files.replace_bytes(found.target, as_json(found.document))


def _tasks_in(where: Path) -> Iterator[tuple[str, Task]]:
    """The answers of a folder by file name."""
    for task in folder.discover(where):
        own = task.artifact(RESULT)
        if own is not None and own.path.parent == where:
            yield own.path.name, task


def _absent(
    path: Path, where: Path, rows: Sequence[Row], tasks: Mapping[str, Task]
) -> tuple[str, ...]:
    """The answers of the results that are not in the folder; raises where none of them is."""
    names = [str(row.get("filename")) for row in rows]
    absent = tuple(n for n in names if n not in tasks and not os.path.lexists(where / n))
    if names and len(absent) == len(names):
        why = f"none of the {counted(len(names), 'answer')} of {path} is in this folder"
        raise files.FileError(where, why, _WHERE)
    return absent


def _reviews(
    tasks: Mapping[str, Task], settings: Settings, rows: Iterable[Row]
) -> Iterator[tuple[str, tuple[Review, Rubric]]]:
    """What was said of each answer, by its file name, with the rules it is judged by."""
    from reviewer.scoring.review import resolve

    known: dict[Path, frozenset[str]] = {}
    for row in rows:
        name = str(row.get("filename"))
        task = tasks.get(name)
        if task is None or not _is_reviewed(task, known):
            continue
        reader = TaskReader(task, PictureCache(0))
        loaded = load(task, reader=reader, settings=settings, cache=None, token=CancelToken())
        if loaded.rubric is None or not loaded.entries:
            continue
        review = resolve(
            loaded.entries,
            rubric=loaded.rubric,
            # Of an answer that could not be judged nothing was measured; a person may have.
            measurements={} if is_error(row) else _as_measured(row),
            digests=loaded.digests,
        )
        yield name, (review, loaded.rubric)


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
