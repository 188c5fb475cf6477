"""Asking a judge about one task: a pure call for the network pool."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reviewer.judge.protocol import JudgeError, Model, Picture, Token
from reviewer.kinds.protocol import UnreadableError
from reviewer.kinds.t2i_rows import ANSWER_KEY, OTHER, SECOND
from reviewer.model import INITIAL, RESULT, Check, Measurement, Override, Rubric, Task
from reviewer.model.measurement import JUDGE, PERSON
from reviewer.session.judge_facts import FactJudge
from reviewer.session.judge_pictures import artifacts_for, picture_for
from reviewer.session.judge_plan import SWAPPED, Planned, plan
from reviewer.session.ladder import VALUES, VERDICT, folded

if TYPE_CHECKING:
    from reviewer.session.state import TaskState
    from reviewer.store.reader import TaskReader

ASKED = {"asked_here": True}
_DECIDED = ("validity", "fact_dominance")


@dataclass(frozen=True, slots=True)
class Asking:
    """Everything about a task that asking needs, captured on the owner's thread."""

    task: Task
    rubric: Rubric
    reader: TaskReader
    instruction: str
    measurements: Mapping[str, Measurement]
    overrides: Mapping[str, Override] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    items: tuple[str, ...] | None = None
    again: bool = False
    probe: bool = False

    def plan(self) -> tuple[Planned, ...]:
        """The questions to ask."""
        return plan(
            self.rubric, self.measurements, items=self.items, again=self.again, probe=self.probe
        )


def asking_of(
    state: TaskState,
    *,
    items: Sequence[str] | None = None,
    again: bool = False,
    probe: bool = False,
) -> Asking | None:
    """What to ask of a task that was read and measured; None while it was not."""
    if state.rubric is None or state.ledger is None:
        return None
    return Asking(
        task=state.task,
        rubric=state.effective or state.rubric,
        reader=state.reader,
        instruction=state.instruction,
        measurements=dict(state.measurements),
        overrides=dict(state.review.overrides),
        digests=dict(state.digests),
        items=None if items is None else tuple(items),
        again=again,
        probe=probe,
    )


def ask(
    asking: Asking, model: Model, prompts: Mapping[str, str], *, token: Token
) -> dict[str, Measurement]:
    """The answers by measurement; what could not be asked or read is absent with its reason."""
    found: dict[str, Measurement] = {}
    for planned in asking.plan():
        token.check()
        try:
            answers = _ask(planned, asking, model, prompts, found, token)
        except UnreadableError as error:
            answers = {row.measure: unread(row, error) for row in planned.rows}
        found.update({name: _kept(said) for name, said in answers.items()})
    return found


def unread(row: Check, error: Exception) -> Measurement:
    """A row about a picture that cannot be read: nobody was asked, nothing is judged."""
    return Measurement(
        row.measure, None, source=JUDGE, instrument="judge", reason=f"not judged: {error}"
    )


def _ask(
    planned: Planned,
    asking: Asking,
    model: Model,
    prompts: Mapping[str, str],
    found: Mapping[str, Measurement],
    token: Token,
) -> dict[str, Measurement]:
    if planned.purpose == "pair":
        return _ask_pair(asking, model, prompts, found, token)
    if planned.purpose == "edit":
        return _ask_edit(planned, asking, model, prompts, token)
    if planned.purpose == "rubric":
        return _ask_rubric(planned, asking, model, prompts, token)
    role = OTHER if planned.roles == (OTHER,) else RESULT
    judge = FactJudge(model, prompts, _key(asking), token)
    known = in_force(asking.rubric, {**asking.measurements, **found}, asking.overrides)
    return judge.ask(planned.purpose, planned.rows, _picture(asking, role), known)


def in_force(
    rubric: Rubric, known: Mapping[str, Measurement], overrides: Mapping[str, Override]
) -> dict[str, Measurement]:
    """What is known with people's answers in the place of the judge's."""
    answered = {
        check.measure: Measurement(check.measure, overrides[check.id].value, source=PERSON)
        for check in rubric.checks
        if check.id in overrides
    }
    return {**known, **answered}


def _key(asking: Asking) -> Any:  # noqa: ANN401 - an AnswerKey
    held = asking.task.artifact(ANSWER_KEY)
    if held is None:
        raise UnreadableError(f"{asking.task.id}: there is no answer key to ask by.")
    return asking.reader.document(held, "answer_key")


def _picture(asking: Asking, role: str) -> Picture:
    artifact = asking.task.artifact(role)
    if artifact is None:
        raise UnreadableError(f"{asking.task.id}: there is no picture in the role {role!r}.")
    return picture_for(asking.reader, artifact)


def _ask_rubric(
    planned: Planned, asking: Asking, model: Model, prompts: Mapping[str, str], token: Token
) -> dict[str, Measurement]:
    from reviewer.judge.rubric import RubricItem, ask_rubric

    artifacts = artifacts_for(asking.task, planned.roles)
    if not artifacts:
        raise UnreadableError(f"{asking.task.id}: there is no picture to show to the judge.")
    items = [RubricItem(row.id, row.asks, row.scale or "yes_no") for row in planned.rows]
    given = ask_rubric(
        model,
        items,
        [picture_for(asking.reader, artifact) for artifact in artifacts],
        template=prompts["rubric"],
        instruction=asking.instruction or "(no instruction was given)",
        token=token,
    )
    pairs = zip(planned.rows, given, strict=True)
    return {row.measure: dataclasses.replace(said, id=row.measure) for row, said in pairs}


def _ask_edit(
    planned: Planned, asking: Asking, model: Model, prompts: Mapping[str, str], token: Token
) -> dict[str, Measurement]:
    from reviewer.judge.before_after import ask_before_after

    before, after = _picture(asking, INITIAL), _picture(asking, RESULT)
    found = {}
    for row in planned.rows:
        found[row.measure] = ask_before_after(
            model,
            before,
            after,
            item=row.measure,
            template=prompts["before_after"],
            instruction=asking.instruction or row.asks,
            token=token,
        )
    return found


def _kept(said: Measurement) -> Measurement:
    """What was asked here stays in the grade file, also that and why there was no answer."""
    return dataclasses.replace(said, facts=ASKED)


def _ask_pair(
    asking: Asking,
    model: Model,
    prompts: Mapping[str, str],
    found: Mapping[str, Measurement],
    token: Token,
) -> dict[str, Measurement]:
    from reviewer.judge.pair import PairJudge
    from reviewer.scoring.pairwise import judge_problem
    from reviewer.session.pairs import slot_of

    known = {**asking.measurements, **found}
    merged, ledger = folded(asking.rubric, known, asking.overrides)
    if asking.items is None and merged[VERDICT].facts.get("rule") in _DECIDED:
        return {}
    if any((c := ledger.check(name)) is None or c.credit != 1 for name in ("valid", "other_valid")):
        raise UnreadableError("one of the two pictures is not valid: there is nothing to compare")
    key = _key(asking)
    challenge, slot = slot_of(asking.task, asking.digests, key.problem_id)
    pictures = {role: _picture(asking, role) for role in (RESULT, OTHER)}
    notes = {role: _notes(asking.rubric, ledger, role) for role in (RESULT, OTHER)}
    answers: dict[str, Measurement] = {}
    for name, stands in (("preference", slot), (SWAPPED, "B" if slot == "A" else "A")):
        if name == SWAPPED and not asking.probe:
            continue
        verdict = judge_problem(
            judge=PairJudge(model, prompts["pair"], token),
            challenge_id=challenge,
            problem_id=key.problem_id,
            prompt=key.prompt,
            king_image=pictures[OTHER],
            challenger_image=pictures[RESULT],
            king_notes=notes[OTHER],
            challenger_notes=notes[RESULT],
            slot=stands,
            check_cancelled=token.check,
        )
        answers[name] = _voted(name, verdict, model.name)
    return answers


def _voted(name: str, verdict: Any, model: str) -> Measurement:  # noqa: ANN401 - a JudgeVerdict
    from reviewer.judge.opinion import not_judged

    raw = json.dumps(verdict.to_dict(), ensure_ascii=False)
    if not verdict.is_judged:
        why = "; ".join(dict.fromkeys(vote.error for vote in verdict.votes))
        said = raw if any(vote.raw for vote in verdict.votes) else ""
        return not_judged(name, JudgeError(why, raw=said), instrument="judge.pair", model=model)
    names = {"challenger": "the first", "king": "the second", "tie": "a tie"}
    votes = ", ".join("error" if v.error else names[v.winner] for v in verdict.votes)
    return Measurement(
        name,
        VALUES[verdict.winner],
        source=JUDGE,
        instrument="judge.pair",
        notes=(f"votes: {votes}",),
        raw=raw,
        model=model,
    )


def _notes(rubric: Rubric, ledger: Any, role: str) -> str:  # noqa: ANN401 - a Ledger
    """What was checked before, so that votes need not check it again; without names of sides."""
    start = "" if role == RESULT else f"{OTHER}_"
    said = []
    for check in rubric.checks:
        credited = ledger.check(check.id)
        if check.bucket != f"{start}facts" or credited is None or credited.credit is None:
            continue
        asks = check.asks.removeprefix(SECOND)
        word = "yes" if credited.credit >= 1 else "no" if credited.credit <= 0 else "partly"
        said.append(f"{asks}: {word}")
    return "; ".join(said)
