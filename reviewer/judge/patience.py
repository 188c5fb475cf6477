"""When to ask again, how long to wait first, and how many questions a minute may go out."""

from __future__ import annotations

import email.utils
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

from reviewer.judge.protocol import Token

# The longest a server may make a person wait before it counts as no answer.
LONGEST_WAIT_S = 120.0
_POLL_S = 0.05

Pause = Callable[[float, Token | None], None]


def pause(seconds: float, token: Token | None) -> None:
    """Sleep, unless the token raises."""
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        if token is not None:
            token.check()
        time.sleep(min(_POLL_S, left))


def is_passing(status: int) -> bool:
    """Whether a fault with this status may be gone a moment later; 0 is a network fault."""
    return status in (0, 408, 409, 429) or status >= 500


def back_off(attempt: int, retry_after: str, *, now: datetime | None = None) -> float:
    """Seconds before the next attempt: 1, 2, 4, …, or longer where the server says so."""
    return max(2.0**attempt, _told_wait(retry_after, now or datetime.now(UTC)))


def _told_wait(retry_after: str, now: datetime) -> float:
    text = retry_after.strip()
    if text.isdecimal() and text.isascii():
        return float(text)
    try:
        until = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return 0.0  # absent, or not a form the standard knows: our own pace then
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


class Pace:
    """Spaces requests evenly, over all threads that share it."""

    def __init__(self, per_minute: float | None, *, now: Callable[[], float]) -> None:
        if per_minute is not None and per_minute <= 0:
            raise ValueError(f"requests per minute must be positive, got {per_minute}")
        self._gap = 0.0 if per_minute is None else 60.0 / per_minute
        self._now = now
        self._lock = threading.Lock()
        self._next = float("-inf")

    def turn(self) -> float:
        """Take the next turn; the answer is how many seconds remain until then."""
        with self._lock:
            now = self._now()
            start = max(now, self._next)
            self._next = start + self._gap
            return start - now
