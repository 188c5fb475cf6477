"""Judge answers from a file: item → value, for one task or for many."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.kinds.protocol import Token, UnreadableError
from reviewer.model import Measurement, Rubric, Task
from reviewer.model.counting import listed
from reviewer.model.measurement import FILE, JUDGE
from reviewer.scoring.rubric_file import RubricError
from reviewer.session import archives
from reviewer.session.rules import rules_of
from reviewer.store import files
from reviewer.store.reader import PictureCache, TaskReader

_METHOD = "judge_method"
# What graders write beside the answers of their judge.
_BESIDE = frozenset({_METHOD, "judge_error"})
_NAMED = 12
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class JudgeAnswers:
    """What a judge said, by task (`""` stands for every task) and item."""

    by_task: Mapping[str, Mapping[str, object]]
    source: str

    def measurements(self, task: str, rubric: Rubric) -> dict[str, Measurement]:
        """The answers for one task as measurements of the rubric's rows."""
        given = self.by_task.get(task) or self.by_task.get("") or {}
        # Answers that are given on purpose count, whether or not they say who answered.
        method = str(given.get(_METHOD, FILE))
        found: dict[str, Measurement] = {}
        for check in rubric.checks:
            if not check.overridable:
                continue
            if method == "failed":
                found[check.measure] = Measurement(
                    check.measure, None, source=JUDGE, reason="the judge failed", model=method
                )
            elif check.id in given or check.measure in given:
                found[check.measure] = _measurement(
                    check.measure, given.get(check.id, given.get(check.measure)), method
                )
        return found

    def require_known(self, tasks: Sequence[Task], token: Token) -> None:
        """Raise FileError for an answer that no task of this run asks for: it would go unused."""
        known: dict[str, set[str]] = {}
        for task in tasks:
            token.check()
            items = asked_of(task, token)
            for name in (task.id, "") if items is not None else ():
                known.setdefault(name, set()).update(items or ())
        for name, given in self.by_task.items():
            unknown = [
                item for item in given if item not in _BESIDE and item not in known.get(name, ())
            ]
            if unknown and name in known:
                raise self._unknown(name, unknown, known[name])
        if known and not any(name in known for name in self.by_task):
            raise files.FileError(
                Path(self.source),
                f"it answers for {listed(list(self.by_task), most=_NAMED)}, "
                "and none of them is a task here",
                f"The tasks are {listed([name for name in known if name], most=_NAMED)}.",
            )

    def _unknown(self, task: str, items: Sequence[str], known: Iterable[str]) -> files.FileError:
        asked = listed(sorted(known), most=_NAMED) or "no item at all"
        wanted = listed(items, most=_NAMED)
        return files.FileError(
            Path(self.source),
            f"{task + ': ' if task else ''}no task here asks a judge for {wanted}",
            f"The rubric asks for {asked}.",
        )


def asked_of(task: Task, token: Token) -> set[str] | None:
    """The items that a task asks a judge for; None where its rules cannot be read."""
    if task.problem:
        return None
    try:
        task = archives.unpacked(task, cancel=token.check)
        rubric = rules_of(task, TaskReader(task, PictureCache(0)))
    except (RubricError, UnreadableError, files.FileError):
        return None  # the task says so itself when it is graded
    asked = [check for check in rubric.checks if check.overridable]
    return {check.id for check in asked} | {check.measure for check in asked}


def _measurement(name: str, said: object, method: str) -> Measurement:
    reason, model = "", method
    if isinstance(said, Mapping):
        reason = str(said.get("reason", said.get("reasoning", "")))
        model = str(said.get("model", method))
        said = said.get("value", said.get("score"))
    raw = json.dumps(said, ensure_ascii=False)
    if isinstance(said, bool):
        said = 1.0 if said else 0.0
    if not isinstance(said, (int, float)):
        return Measurement(name, None, source=JUDGE, reason="the judge gave no number", raw=raw)
    return Measurement(
        name,
        float(said),
        source=JUDGE,
        model=model,
        notes=(reason,) if reason else (),
        raw=raw,
        # Kept in the grade file when it is written, as answers that were asked for here are.
        facts={"asked_here": True},
    )


def read_answers(path: Path) -> JudgeAnswers:
    """Read `--judge-answers`: {item: value, judge_method} or {task: {…}}; raises FileError."""
    try:
        document = json.loads(files.read_bytes(path, limit=64 * 1024 * 1024))
    except (ValueError, RecursionError) as error:
        raise files.FileError(path, f"it is not JSON ({error})", "Correct the file.") from error
    if not isinstance(document, dict):
        raise files.FileError(path, "it is not a JSON object", "Write item → value pairs.")
    nested = {
        key: value
        for key, value in document.items()
        if isinstance(value, dict) and not {"value", "score"} & value.keys()
    }
    by_task = nested if nested and len(nested) == len(document) else {"": document}
    for task, given in by_task.items():
        _require_scale(path, task, given)
    return JudgeAnswers(by_task, str(path))


def answers_for(path: Path, tasks: Sequence[Task], token: Token) -> JudgeAnswers:
    """Read answers that are meant for these tasks: every item is asked for, every value fits."""
    answers = read_answers(path)
    answers.require_known(tasks, token)
    return answers


def _require_scale(path: Path, task: str, given: Mapping[str, object]) -> None:
    """An answer off the scale would silently take the place of what the grader said."""
    for item, said in given.items():
        value = said.get("value", said.get("score")) if isinstance(said, Mapping) else said
        if item in _BESIDE or value is None:
            continue
        if not isinstance(value, (bool, int, float)) or not 0 <= value <= 1:
            where = f"{task}: {item}" if task else item
            shown = json.dumps(value, ensure_ascii=False)[:_SHOWN]
            raise files.FileError(
                path, f"{where} is {shown}", "An answer lies between 0 and 1; null is not judged."
            )
