"""How long a person works at a task: time without any input is a break, not review."""

from __future__ import annotations

import time
from collections.abc import Callable

# Looking hard at a picture moves neither key nor mouse for a while; nobody looks for a minute.
IDLE_AFTER = 60.0


class ReviewClock:
    """Counts the seconds since `take`, at most `IDLE_AFTER` of them after each input."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last = now()
        self._counted = 0.0

    def touch(self) -> None:
        """A key, the mouse or the wheel was used."""
        now = self._now()
        self._counted += min(now - self._last, IDLE_AFTER)
        self._last = now

    @property
    def seconds(self) -> float:
        """The seconds counted since they were last taken."""
        return self._counted + min(self._now() - self._last, IDLE_AFTER)

    def take(self) -> float:
        """The seconds counted so far; counting begins anew."""
        self.touch()
        taken, self._counted = self._counted, 0.0
        return taken
