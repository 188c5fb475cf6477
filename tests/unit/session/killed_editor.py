"""A person who edits and saves without pause until the process is killed; see test_session_killed.

Imports are done once; every round is a fork, so that two hundred deaths take seconds. Commands on
standard input: `FOLDER SEED`. Every edit is told on standard output once it was appended.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from reviewer.session.desk import Session
from reviewer.session.editing import RefusedError
from reviewer.session.jobs import Jobs
from reviewer.store.settings import Settings

ITEMS = ("vlm_clean", "vlm_nice")


def tell(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def edit_for_ever(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    session = Session(settings=Settings(author="ann", installation="a1b2"), jobs=Jobs())
    session.open(folder)
    session.jobs.drain()
    (task_id,) = session.tasks
    session.select(task_id)
    session.jobs.drain()
    session.showing.result_painted()
    state = session.current
    while True:
        act = chance.random()
        try:
            if act < 0.15:
                session.editor.undo()
            elif act < 0.2:
                session.editor.redo()
            elif act < 0.25:
                session.editor.complete()
            else:
                session.editor.answer(chance.choice(ITEMS), chance.choice([0.0, 0.5, 1.0]))
        except RefusedError:
            continue
        tell("edit", state.entries[-1].id)
        if act < 0.5:
            session.save(task_id)
        session.jobs.drain()


def main() -> None:
    tell("ready")
    for line in sys.stdin:
        folder, seed = line.rsplit(" ", 1)
        child = os.fork()
        if child == 0:
            edit_for_ever(Path(folder), int(seed))
        tell("pid", child)
        os.waitpid(child, 0)
        tell("dead")


if __name__ == "__main__":
    main()
