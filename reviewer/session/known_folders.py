"""What the welcome page tells: how far a folder was when it was left, what the samples show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.session.preferences import KnownFolder, Settings, changed, folder_name
from reviewer.session.state import BEGUN, DONE
from reviewer.store import resources

if TYPE_CHECKING:
    from reviewer.session.desk import Session


def with_progress(settings: Settings, session: Session, *, today: date) -> Settings:
    """The settings with how far the open folder is; only recent folders are remembered.

    Tasks that were not looked at yet count as they did when the folder was left before.
    """
    if session.root is None or not session.tasks:
        return settings
    name = folder_name(session.root)
    rows = session.task_rows.every()
    done = sum(row.status == DONE for row in rows)
    begun = sum(row.status == BEGUN for row in rows)
    total, before = len(rows), settings.folders.get(name)
    if before is not None and session.is_discovering:
        total = max(total, before.total)
    if before is not None and not all(row.is_known or row.error for row in rows):
        done = min(total, max(done, before.done))
        begun = min(total - done, max(begun, before.begun))
    left = KnownFolder(done=done, total=total, day=str(today), begun=begun)
    known = {**settings.folders, name: left}
    kept = {path: known[path] for path in settings.recent if path in known}
    return changed(settings, folders=kept)


@dataclass(frozen=True, slots=True)
class SampleTask:
    """A shipped task: its id in the folder of samples, what it shows, its picture."""

    id: str
    title: str
    about: str
    picture: Path


# Folder, the file that is shown small, what the sample shows.
_SHOWN = (
    ("coffee_mirrored", "result.png", "Done right",
     "a mirrored photo, the very file that was asked for"),
    ("cat_darker", "result.png", "A no-op that scores",
     "nothing was changed, and it still scores"),
    ("rocket_contrast", "result.png", "The wrong direction",
     "contrast went down where it should have gone up"),
    ("astronaut_poster", "result.png", "Needs a person",
     "four questions to a judge, in two languages"),
    ("cup_cut_out", "result.png", "A cut-out without a golden",
     "only alpha counts, and is made visible"),
    ("coins_inverted", "initial.png", "A broken result",
     "a file that no program can read whole"),
    ("maze_dfs", "*_targeted_solution.png", "A maze with a short cut",
     "the path cuts one wall, too little for the rule"),
)  # fmt: skip


def samples() -> tuple[SampleTask, ...]:
    """The shipped samples that are there, simplest first."""
    folder = resources.path("samples")
    found = []
    for name, pattern, title, about in _SHOWN:
        for picture in (folder / name).glob(pattern):
            # A maze is a task of its folder, named after its answer.
            task = f"{name}/{picture.stem}" if "*" in pattern else name
            found.append(SampleTask(task, title, about, picture))
    return tuple(found)
