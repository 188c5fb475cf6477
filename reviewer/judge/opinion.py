"""A judge's answer, or its absence, as a measurement."""

from __future__ import annotations

from reviewer.judge.protocol import JudgeError, Reply
from reviewer.model.measurement import JUDGE, Measurement


def judged(
    item: str,
    value: float,
    *,
    instrument: str,
    reason: str,
    reply: Reply,
    notes: tuple[str, ...] = (),
) -> Measurement:
    """The measurement of an item that the judge answered; `reason` is the judge's own."""
    return Measurement(
        id=item,
        value=value,
        source=JUDGE,
        instrument=instrument,
        notes=notes,
        reason=reason,
        raw=reply.text,
        model=reply.model,
    )


def not_judged(item: str, error: JudgeError, *, instrument: str, model: str) -> Measurement:
    """The measurement of an item that the judge did not answer: absent, never 0."""
    return Measurement(
        id=item,
        value=None,
        source=JUDGE,
        instrument=instrument,
        reason=f"not judged: {error}",
        raw=error.raw,
        model=model,
    )
