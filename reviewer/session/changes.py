"""What changed, so that a pane refreshes only for its own facets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

TASKS = "tasks"
TASK = "task"
MEASUREMENTS = "measurements"
RUBRIC = "rubric"
REVIEW = "review"
GRADE = "grade"
BUSY = "busy"
PICTURES = "pictures"
EVIDENCE = "evidence"
SHEET = "sheet"
PANELS = "panels"
TRIAL = "trial"
MESSAGE = "message"
SETTINGS = "settings"
JUDGE = "judge"
MAKING = "making"


@dataclass(frozen=True, slots=True)
class Changes:
    """The facets that changed; `task` is the task they belong to, empty for the whole desk."""

    facets: frozenset[str]
    task: str = ""

    def __contains__(self, facet: str) -> bool:
        return facet in self.facets


def changes(facets: Iterable[str], task: str = "") -> Changes:
    """Changes of these facets."""
    return Changes(frozenset(facets), task)


@dataclass(frozen=True, slots=True)
class Message:
    """A line for the person: what happened, and what can be done about it."""

    text: str
    is_error: bool = False
    task: str = ""
    action: str = ""
    # The job that said it and its number: a newer run of that job says anew what is true.
    job: str = ""
    run: int = 0
