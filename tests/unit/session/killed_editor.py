"""A person who edits and saves without pause until the process is killed; see test_session_killed.

Every round is a fork of a process that has imported all it needs, so that two hundred deaths take
seconds. Commands on standard input: `FOLDER SEED`. Every edit is told on standard output once it
was appended.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import threading
from pathlib import Path

from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.refusing import RefusedError
from reviewer.store.settings import Settings

ITEMS = ("vlm_clean", "vlm_nice")


def tell(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def sit_down(folder: Path) -> Session:
    """A desk with the one task of a folder on it."""
    session = Session(settings=Settings(author="ann", installation="a1b2"), jobs=Jobs())
    session.open(folder)
    session.jobs.drain()
    (task_id,) = session.tasks
    session.select(task_id)
    session.jobs.drain()
    session.showing.result_painted()
    return session


def warm_up(folder: Path) -> None:
    """One short sitting over a copy: what is imported on the way is there for every fork."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(folder, Path(scratch) / "t")
        session = sit_down(Path(scratch) / "t")
        session.editor.answer(ITEMS[0], 1.0)
        session.save(session.current_id)
        session.jobs.drain()
        session.close()
    # A fork takes only its own thread along.
    assert threading.active_count() == 1


def edit_for_ever(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    session = sit_down(folder)
    task_id, state = session.current_id, session.current
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
    is_warm = False
    for line in sys.stdin:
        folder, seed = line.rsplit(" ", 1)
        if not is_warm:
            warm_up(Path(folder))
            is_warm = True
        child = os.fork()
        if child == 0:
            edit_for_ever(Path(folder), int(seed))
        tell("pid", child)
        os.waitpid(child, 0)
        tell("dead")


if __name__ == "__main__":
    main()
