"""How long a person has looked at tasks that they have not completed yet, over restarts.

A file in the user's state folder: what was completed says its seconds in the log itself.
"""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

from reviewer.store import files
from reviewer.store.settings import Settings, state_folder

_LIMIT = 16 * 1024 * 1024
_writing = threading.Lock()


def seconds_spent(settings: Settings, grade_path: Path) -> float:
    """The seconds noted of a task since it was last completed; 0 where nothing is known."""
    return _read(_path(settings)).get(str(grade_path), 0.0)


def note_spent(settings: Settings, grade_path: Path, seconds: float) -> None:
    """Note the seconds of a task, or with 0 that there are none; raises FileError."""
    with _writing:
        path = _path(settings)
        known = _read(path)
        before = known.pop(str(grade_path), 0.0)
        if seconds > 0:
            known[str(grade_path)] = round(seconds, 1)
        if before or seconds > 0:
            files.replace_bytes(path, json.dumps(known).encode("utf-8", "surrogatepass"))


def _path(settings: Settings) -> Path:
    name = re.sub(r"[^\w.@+-]+", "_", settings.author) or "reviewer"
    return state_folder() / f"seconds-{name[:60]}-{settings.installation}.json"


def _read(path: Path) -> dict[str, float]:
    try:
        found = json.loads(files.read_bytes(path, limit=_LIMIT)) if path.exists() else {}
    except (files.FileError, ValueError, RecursionError):
        return {}  # counting begins anew; nothing that anybody said is in it
    rows = found.items() if isinstance(found, dict) else ()
    return {str(name): float(v) for name, v in rows if isinstance(v, int | float) and v > 0}
