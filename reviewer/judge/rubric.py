"""The judge's answers to the items of a rubric, all in one request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.judge.prompts import fill
from reviewer.judge.protocol import Ask, JudgeError, Model, Picture, Reply, Token
from reviewer.judge.replies import item_answers, read_item
from reviewer.model.measurement import JUDGE, Measurement

INSTRUMENT = "judge.rubric"
ATTEMPTS = 4
_SCALES = {
    "yes_no": "0 or 1",
    "three": "0, 0.5 or 1",
    "unit": "a number from 0 to 1",
}


@dataclass(frozen=True, slots=True)
class RubricItem:
    """One question of a rubric, in the words of the grader; `scale` is yes_no, three or unit."""

    id: str
    asks: str
    scale: str


def ask_rubric(
    model: Model,
    items: Sequence[RubricItem],
    pictures: Sequence[Picture],
    *,
    template: str,
    instruction: str,
    token: Token | None = None,
) -> tuple[Measurement, ...]:
    """One measurement an item, in order; an item without a usable answer is not judged."""
    if not items:
        return ()
    listed = "\n".join(
        f"- id: {item.id}\n  value: {_SCALES[item.scale]}\n  question: {item.asks}"
        for item in items
    )
    ask = Ask(
        purpose="rubric",
        parts=(fill(template, instruction=instruction, items=listed), *pictures),
        temperature=0.0,
        max_tokens=200 + 150 * len(items),
        is_json=True,
        attempts=ATTEMPTS,
    )
    try:
        reply = model.complete(ask, token=token)
    except JudgeError as error:
        return tuple(not_judged(item.id, str(error), model.name, error.raw) for item in items)
    answers = item_answers(reply.text, [item.id for item in items])
    return tuple(_measured(item, answers, reply) for item in items)


def not_judged(item: str, why: str, model: str, raw: str = "") -> Measurement:
    """The measurement of an item that the judge did not answer: absent, never 0."""
    return Measurement(
        id=item,
        value=None,
        source=JUDGE,
        instrument=INSTRUMENT,
        reason=f"not judged: {why}",
        raw=raw,
        model=model,
    )


def _measured(item: RubricItem, answers: dict[str, tuple[Any, str]], reply: Reply) -> Measurement:
    if item.id not in answers:
        cut = ", which was cut off" if reply.is_cut else ""
        why = f"the reply{cut} holds no single answer to this item"
        return not_judged(item.id, why, reply.model, reply.text)
    value, reason = answers[item.id]
    try:
        number = read_item(value, item.scale)
    except ValueError as error:
        return not_judged(item.id, str(error), reply.model, reply.text)
    return Measurement(
        id=item.id,
        value=number,
        source=JUDGE,
        instrument=INSTRUMENT,
        reason=reason,
        raw=reply.text,
        model=reply.model,
    )
