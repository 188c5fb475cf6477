"""Opening a picture of a task in GIMP for a person, without waiting; never the golden one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model import GOLDEN
from reviewer.model.wording import worded
from reviewer.session import pictures
from reviewer.session.golden_files import WHY, is_one_file
from reviewer.store.files import absence, is_inside

if TYPE_CHECKING:
    from reviewer.model import Artifact, Task
    from reviewer.session.desk import Session
    from reviewer.session.jobs import CancelToken

KEY = "gimp"


def reason_against(task: Task, artifact: Artifact) -> str:
    """Why this picture is not opened in GIMP; an empty string when it may be."""
    goldens = task.artifacts_in(GOLDEN)
    if artifact.role == GOLDEN or any(is_one_file(one.path, artifact.path) for one in goldens):
        return f"{artifact.name} is the golden picture and {WHY}"
    if not artifact.path.is_file():
        return f"{artifact.name}: {absence(artifact.path)}."
    if not is_inside(artifact.path, task.root):
        return f"{artifact.name} lies outside the opened folder. Open it from a file manager."
    return ""


def open_in_gimp(session: Session, key: str) -> None:
    """Open the picture of a pane (`result`, `initial`, `result 2` …); says so, or why not."""
    state = session.current
    if state is None:
        return
    artifact = dict(pictures.keyed(state.task)).get(key) or state.task.artifact(key)
    if artifact is None:
        said = worded("This task has no picture {key!r}.", key=key)
        session.say(said, is_error=True, task=state.task.id)
        return
    open_artifact(session, artifact)


def open_artifact(session: Session, artifact: Artifact) -> None:
    """Open a file of the task on the desk in GIMP; says so, or why not."""
    state = session.current
    if state is None:
        return
    task, name, task_id = state.task, artifact.name, state.task.id

    def work(token: CancelToken) -> str:
        from reviewer.process import gimp
        from reviewer.process.runner import StartError

        reason = reason_against(task, artifact)
        if reason:
            return reason
        try:
            gimp.open_in_gimp([artifact.path])
        except StartError as error:
            return str(error)
        return ""

    def done(problem: str) -> None:
        if problem:
            session.say(problem, is_error=True, task=task_id)
        else:
            session.say(worded("{file} was opened in GIMP.", file=name), task=task_id)

    session.jobs.submit(
        KEY,
        work,
        done=done,
        failed=session.failing(task_id),
        title=worded("Opening {file} in GIMP", file=name),
    )
