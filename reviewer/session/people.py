"""How far each person is in a set of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reviewer.model import Task
from reviewer.session import loading
from reviewer.session.folding import seconds_of
from reviewer.session.jobs import CancelToken
from reviewer.store.reader import PictureCache, TaskReader
from reviewer.store.settings import Settings


@dataclass(slots=True)
class Person:
    """One author's counts of tasks and the seconds noted on completing."""

    author: str
    done: int = 0
    begun: int = 0
    disputed: int = 0
    stale: int = 0
    seconds: list[float] = field(default_factory=list)


def status_of(tasks: Sequence[Task], settings: Settings) -> tuple[list[Person], list[str]]:
    """Counts per author over the tasks, and what could not be read."""
    from reviewer.scoring.review import resolve

    people: dict[str, Person] = {}
    problems: list[str] = []
    for task in tasks:
        reader = TaskReader(task, PictureCache())
        loaded = loading.load(
            task, reader=reader, settings=settings, cache=None, token=CancelToken()
        )
        if loaded.error:
            problems.append(f"{task.id}: {loaded.error}")
        elif loaded.unread:
            problems.append(f"{task.id}: {loaded.unread}")
        if loaded.rubric is None or not loaded.entries:
            continue
        review = resolve(
            loaded.entries, rubric=loaded.rubric, measurements={}, digests=loaded.digests
        )
        for author in {entry.author for entry in loaded.entries}:
            person = people.setdefault(author, Person(author))
            if review.status_by.get(author) == "reviewed":
                person.done += 1
                seconds = seconds_of(loaded.entries, author)
                if seconds is not None:
                    person.seconds.append(seconds)
            else:
                person.begun += 1
            person.disputed += any(e.author == author for e in review.disputes)
            person.stale += any(
                a.is_stale for answers in review.answers.values() for a in answers
                if a.author == author
            )  # fmt: skip
    return sorted(people.values(), key=lambda p: p.author), problems
