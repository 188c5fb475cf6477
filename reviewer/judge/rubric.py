"""The judge's answers to the items of a rubric, all in one request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.judge.opinion import judged, not_judged
from reviewer.judge.prompts import fill
from reviewer.judge.protocol import Ask, JudgeError, Model, Picture, Reply, Token
from reviewer.judge.replies import item_answers, read_item, why_no_answer
from reviewer.model.measurement import Measurement
from reviewer.model.reply import saw_nothing

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
        return tuple(
            not_judged(item.id, error, instrument=INSTRUMENT, model=model.name) for item in items
        )
    answers = item_answers(reply.text, [item.id for item in items])
    return tuple(_measured(item, answers, reply) for item in items)


def _measured(item: RubricItem, answers: dict[str, tuple[Any, str]], reply: Reply) -> Measurement:
    try:
        if item.id not in answers:
            why = why_no_answer(reply.text)
            raise ValueError(f"{why}; it was cut off" if reply.is_cut else why)
        value, reason = answers[item.id]
        number = read_item(value, item.scale)
        if saw_nothing(reason):
            raise ValueError("the model declined to answer")
    except ValueError as error:
        unread = JudgeError(str(error), raw=reply.text)
        return not_judged(item.id, unread, instrument=INSTRUMENT, model=reply.model)
    return judged(item.id, number, instrument=INSTRUMENT, reason=reason, reply=reply)
