"""What the questions cost: requests, tokens and money, over all threads."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from reviewer.judge.protocol import Reply


@dataclass(frozen=True, slots=True)
class Spent:
    """Sums so far; `unpriced` counts the answers whose price the provider did not tell."""

    requests: int = 0
    answers: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0


class Spending:
    """Adds up requests and answers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spent = Spent()

    @property
    def spent(self) -> Spent:
        """The sums at this moment."""
        with self._lock:
            return self._spent

    def count_unanswered(self, requests: int) -> None:
        """So many requests went out and none was answered."""
        with self._lock:
            self._spent = replace(self._spent, requests=self._spent.requests + requests)

    def count_answer(self, reply: Reply) -> None:
        """One answer came back, after as many requests as it says."""
        with self._lock:
            old = self._spent
            self._spent = replace(
                old,
                requests=old.requests + reply.requests,
                answers=old.answers + 1,
                prompt_tokens=old.prompt_tokens + (reply.prompt_tokens or 0),
                completion_tokens=old.completion_tokens + (reply.completion_tokens or 0),
                cost=old.cost + (reply.cost or 0.0),
                unpriced=old.unpriced + (reply.cost is None),
            )
