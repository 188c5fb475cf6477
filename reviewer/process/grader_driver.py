"""Runs a task's own grader and prints what it returns as the last line, as JSON.

This file is copied beside the grader and started in the closed room; it must not import anything
of the program. Arguments: the folder it lies in, and the workspace.
"""

from __future__ import annotations

import inspect
import json
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any


class MissingModules:
    """Notes imports of the grader that find nothing, also those it catches itself."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.names: list[str] = []

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        """Stand last in line: whoever is asked here was found by nobody else."""
        frame = sys._getframe(1)
        while frame.f_back is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        top = name.partition(".")[0]
        if frame.f_code.co_filename == self.source and top not in self.names:
            self.names.append(top)


def call_grader(grade: Callable[..., Any], workspace: str) -> object:
    """Call `grade` with the arguments it takes."""
    wanted: dict[str, Any] = {"transcript": [], "workspace_path": workspace}
    parameters = inspect.signature(grade).parameters.values()
    if not any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters):
        names = {each.name for each in parameters}
        wanted = {name: value for name, value in wanted.items() if name in names}
    return grade(**wanted)


def main() -> int:
    """Run the grader beside this file; whatever it does, say so in the last line."""
    folder, workspace = Path(sys.argv[1]), sys.argv[2]
    source = str(folder / "grader.py")
    sys.path.insert(0, str(folder))
    watcher = MissingModules(source)
    sys.meta_path.append(watcher)
    outcome: dict[str, Any] = {"reviewer_grader": 1, "result": None, "error": ""}
    try:
        namespace: dict[str, Any] = {"__name__": "task_grader", "__file__": source}
        code = compile(Path(source).read_text("utf-8"), source, "exec")
        exec(code, namespace)
        grade = namespace.get("grade")
        if callable(grade):
            outcome["result"] = call_grader(grade, workspace)
        else:
            outcome["error"] = "it defines no function named grade"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - reported as the outcome
        traceback.print_exc()
        outcome["error"] = f"{type(error).__name__}: {error}"
    helper = sys.modules.get("_judge_helper")
    outcome["asked"] = getattr(helper, "ASKED", {})
    outcome["missing_modules"] = watcher.names
    print("\n" + json.dumps(outcome, default=str), flush=True)  # noqa: T201 - its whole purpose
    return 0


if __name__ == "__main__":
    sys.exit(main())
