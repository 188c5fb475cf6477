"""What a window needs behind it once it is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from reviewer.session.jobs import CancelToken, Jobs
from reviewer.store import upkeep
from reviewer.store.cache import MeasurementCache

_SLOW_IMPORTS = ("numpy", "cv2", "reviewer.formats.raster", "reviewer.metrics.pixels")


def open_cache() -> MeasurementCache:
    """The cache of measurements."""
    return MeasurementCache()


def tidy_up(jobs: Jobs) -> None:
    """Remove, in a thread, what the program left behind in the person's folders and is too much."""
    jobs.submit(
        "tidy",
        lambda token: upkeep.tidy(),
        done=lambda _: None,
        failed=lambda _: None,
        pool="background",
        is_quiet=True,
    )


def warm_up(jobs: Jobs, done: Callable[[], None]) -> None:
    """Load numpy and OpenCV in a thread while the window is already there; then say so."""

    def work(token: CancelToken) -> None:
        for name in _SLOW_IMPORTS:
            token.check()
            import_module(name)

    jobs.submit(
        "warm-up",
        work,
        done=lambda _: done(),
        failed=lambda _: done(),
        is_quiet=True,
    )
