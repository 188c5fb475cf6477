"""How well an edit did what it was asked, from the pictures before and after it."""

from __future__ import annotations

from reviewer.judge.opinion import judged, not_judged
from reviewer.judge.prompts import fill
from reviewer.judge.protocol import Ask, JudgeError, Model, Picture, Token
from reviewer.judge.replies import one_object, read_number
from reviewer.model.measurement import Measurement
from reviewer.model.reply import saw_nothing, spoken

INSTRUMENT = "judge.before_after"
ATTEMPTS = 6
MAX_TOKENS = 300


def ask_before_after(
    model: Model,
    before: Picture,
    after: Picture,
    *,
    item: str,
    template: str,
    instruction: str,
    token: Token | None = None,
) -> Measurement:
    """A score in [0, 1] with the model's reasoning, or a measurement that is not judged."""
    ask = Ask(
        purpose="before_after",
        parts=(fill(template, instruction=instruction), "BEFORE:", before, "AFTER:", after),
        temperature=0.0,
        max_tokens=MAX_TOKENS,
        is_json=True,
        attempts=ATTEMPTS,
    )
    try:
        reply = model.complete(ask, token=token)
        score, reasoning = _read(reply.text)
    except JudgeError as error:
        return not_judged(item, error, instrument=INSTRUMENT, model=model.name)
    clamped = min(1.0, max(0.0, score))
    notes = () if clamped == score else (f"the model answered {score:g}, taken as {clamped:g}",)
    return judged(item, clamped, instrument=INSTRUMENT, reason=reasoning, reply=reply, notes=notes)


def _read(text: str) -> tuple[float, str]:
    try:
        bare = read_number(spoken(text))
    except ValueError:
        bare = None
    if bare is not None and 0 <= bare <= 1:
        return bare, ""  # only the score, without the object around it
    answer = one_object(text, key="score")
    try:
        score = read_number(answer["score"])
    except ValueError as error:
        raise JudgeError(f"the score {error}", raw=text) from error
    reasoning = str(answer.get("reasoning", answer.get("reason", "")))
    if saw_nothing(reasoning):
        raise JudgeError("the model declined to answer", raw=text)
    return score, reasoning
