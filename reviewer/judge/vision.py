"""A vision model that reads pictures: it answers, counts, names colors, places and transcribes."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.judge.prompts import fill
from reviewer.judge.protocol import Ask, Model, Picture, Token
from reviewer.judge.short_replies import read_color, read_count, read_lines, read_yes_no

ATTEMPTS = 4
SHORT_TOKENS = 8
READ_TOKENS = 200

_PHRASES = {
    "left_of": "to the left of",
    "right_of": "to the right of",
    "above": "above",
    "below": "below",
}


@dataclass(frozen=True, slots=True)
class VisionAnswers:
    """Answers the questions of a checklist, one request each: a child may never be asked."""

    model: Model
    template: str
    token: Token | None = None

    def answer(self, picture: Picture, question: str) -> str:
        """Yes or no; a JudgeError for a reply that says neither, or both."""
        prompt = fill(self.template, question=question)
        reply = _short_answer(self.model, prompt, picture, "checklist", self.token)
        return "yes" if read_yes_no(reply) else "no"


@dataclass(frozen=True, slots=True)
class VisionPrompts:
    """The prompts of a verifier."""

    count: str
    color: str
    relation: str


@dataclass(frozen=True, slots=True)
class VisionVerifier:
    """Stands in for a detector; its answers cannot be derived again, and are marked so."""

    model: Model
    prompts: VisionPrompts
    token: Token | None = None

    def count(self, picture: Picture, name: str) -> int:
        """How many of the object the model sees; a JudgeError unless it says one number."""
        prompt = fill(self.prompts.count, name=name)
        reply = _short_answer(self.model, prompt, picture, "count", self.token)
        return read_count(reply)

    def color(self, picture: Picture, name: str) -> str:
        """One of the eight colors, the model's own word, or empty when the object is not there."""
        prompt = fill(self.prompts.color, name=name)
        reply = _short_answer(self.model, prompt, picture, "color", self.token)
        return read_color(reply)

    def relation(self, picture: Picture, subject: str, relation: str, other: str) -> bool:
        """Whether the model says yes; a JudgeError unless it says yes or no."""
        if relation not in _PHRASES:
            raise ValueError(f"unknown relation {relation!r}; known are {', '.join(_PHRASES)}")
        prompt = fill(
            self.prompts.relation, subject=subject, phrase=_PHRASES[relation], other=other
        )
        reply = _short_answer(self.model, prompt, picture, "relation", self.token)
        return read_yes_no(reply)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line that a model transcribed."""

    text: str


@dataclass(frozen=True, slots=True)
class VisionReader:
    """Transcribes the text in a picture, where no local reader is installed."""

    model: Model
    template: str
    token: Token | None = None

    def read(self, picture: Picture) -> list[ReadLine]:
        """The lines of text, top to bottom; a JudgeError where the model declined."""
        ask = Ask(
            purpose="read",
            parts=(fill(self.template), picture),
            temperature=0.0,
            max_tokens=READ_TOKENS,
            is_json=False,
            attempts=ATTEMPTS,
        )
        reply = self.model.complete(ask, token=self.token)
        return [ReadLine(line) for line in read_lines(reply.text)]


def _short_answer(
    model: Model, prompt: str, picture: Picture, purpose: str, token: Token | None
) -> str:
    ask = Ask(
        purpose=purpose,
        parts=(prompt, picture),
        temperature=0.0,
        max_tokens=SHORT_TOKENS,
        is_json=False,
        attempts=ATTEMPTS,
    )
    reply = model.complete(ask, token=token)
    return reply.text.strip()
