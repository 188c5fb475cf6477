"""A blind judge of two pictures; one call is one vote."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.judge.prompts import fill
from reviewer.judge.protocol import Ask, Model, Picture, Token

ATTEMPTS = 4
MAX_TOKENS = 300
# Above 0 on purpose: votes at 0 are copies of one answer, and a majority of copies says nothing.
TEMPERATURE = 0.7


@dataclass(frozen=True, slots=True)
class PairJudge:
    """Compares pictures in slots A and B; whose they are it is never told."""

    model: Model
    template: str
    token: Token | None = None

    def compare(
        self,
        *,
        prompt: str,
        image_a: Picture,
        image_b: Picture,
        notes_a: str = "",
        notes_b: str = "",
    ) -> str:
        """The reply as given, for the rules to read strictly."""
        asked = fill(
            self.template, prompt=prompt, notes_a=notes_a or "none", notes_b=notes_b or "none"
        )
        ask = Ask(
            purpose="pair",
            parts=(asked, "Image A:", image_a, "Image B:", image_b),
            temperature=TEMPERATURE,
            max_tokens=MAX_TOKENS,
            is_json=True,
            attempts=ATTEMPTS,
        )
        return self.model.complete(ask, token=self.token).text
