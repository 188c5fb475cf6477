"""A window of its own process over a folder that another one edits too; see test_session_hammered.

Called with FOLDER SEED INSTALLATION SECONDS; tells the id of every entry once it was appended, and
in the end the tasks whose grade file nobody settled: those it must not have written.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.refusing import RefusedError
from reviewer.session.settling import conflict_of
from reviewer.store.settings import Settings

ITEMS = ("vlm_clean", "vlm_nice")


def one_act(session: Session, chance: random.Random) -> None:
    act = chance.random()
    if act < 0.2:
        session.select(chance.choice(sorted(session.tasks)))
        session.jobs.drain()
        session.showing.result_painted()
    elif act < 0.4:
        session.editor.undo()
    elif act < 0.5:
        session.editor.redo()
    elif act < 0.6:
        session.editor.complete()
    elif "p" in session.current_id:
        session.editor.note(f"said {act}")
    else:
        session.editor.answer(chance.choice(ITEMS), chance.choice([0.0, 0.5, 1.0]))


def main() -> None:
    folder, seed, installation, seconds = sys.argv[1:]
    chance = random.Random(seed)
    session = Session(settings=Settings(author="ann", installation=installation), jobs=Jobs())
    session.open(Path(folder))
    session.jobs.drain()
    session.select(sorted(session.tasks)[0])
    session.jobs.drain()
    session.showing.result_painted()
    told: set[str] = set()
    end = time.monotonic() + float(seconds)
    acts = 0
    while time.monotonic() < end:
        try:
            one_act(session, chance)
            acts += 1
        except RefusedError:
            session.jobs.drain()
        if chance.random() < 0.3:
            session.jobs.drain()
        if conflict_of(session.current) is not None:
            session.settle_conflict("mine")
        mine = {
            entry.id
            for state in session.held
            if state.writer is not None
            for entry in state.entries
        }
        for entry_id in mine - told:
            sys.stdout.write(f"{entry_id}\n")
        told |= mine
    session.jobs.drain()
    for state in session.held:
        if state.conflict is not None:
            sys.stdout.write(f"unsettled:{state.task.id}\n")
    session.close()
    assert acts > 10, "it has to have had something to do"


if __name__ == "__main__":
    main()
