"""No judge: every question stays not judged, which is never 0."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.judge.protocol import Ask, JudgeError, Reply, Token


@dataclass(frozen=True, slots=True)
class NoJudge:
    """Answers nothing, and says how to get answers."""

    why: str = "no judge is set up; choose a model in the settings, or answer yourself"

    @property
    def name(self) -> str:
        """The judge's name in measurements."""
        return "none"

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        """Always a JudgeError."""
        raise JudgeError(self.why, is_final=True)
