"""What is asked of a model, what it answers, and what a judge is."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Protocol


class Token(Protocol):
    """A job's token; `check` raises when the job was cancelled."""

    def check(self) -> None:
        """Raise when the person no longer waits for the answer."""
        ...


class JudgeError(RuntimeError):
    """No usable answer could be had; `raw` is what the model said, if it said anything.

    `is_final`: no other question would be answered either, since the key or the network is missing;
    `is_declined`: the model was reached and would not answer; `requests` counts what was sent in
    vain.
    """

    def __init__(
        self,
        message: str,
        *,
        raw: str = "",
        is_final: bool = False,
        is_declined: bool = False,
        requests: int = 0,
    ) -> None:
        super().__init__(message)
        self.raw = raw
        self.is_final = is_final
        self.is_declined = is_declined
        self.requests = requests


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture as it goes over the wire; the name is for messages only."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Ask:
    """One request; `attempts` counts the first one and the retries."""

    purpose: str
    parts: tuple[str | Picture, ...]
    temperature: float
    max_tokens: int
    is_json: bool
    attempts: int

    def digest(self, model: str) -> str:
        """What makes two requests the same, whatever their pictures are called."""
        parts = [
            part if isinstance(part, str) else {"sha256": hashlib.sha256(part.data).hexdigest()}
            for part in self.parts
        ]
        said = [model, self.purpose, parts, self.temperature, self.max_tokens, self.is_json]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered; None where the provider did not tell; `requests` with retries."""

    text: str
    model: str
    is_cut: bool = False
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None
    requests: int = 1


class Model(Protocol):
    """Anything that answers a request: a provider, a record of one, or nobody."""

    @property
    def name(self) -> str:
        """What the answers are signed with."""
        ...

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        """The answer; a JudgeError without one, and whatever the token raises."""
        ...
