"""Work off the calling thread: the newest request under a key wins, shutdown waits.

Pools: `cpu` for what the person looks at, `network` for slow judges, `disk` for files that are
read and written in order, `ahead` for the next tasks of the queue, `background` for whole folders.
The last two run at a lower priority where the system has one for threads.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Literal, TypeVar

Answer = TypeVar("Answer")
Pool = Literal["cpu", "network", "disk", "ahead", "background"]
Deliver = Callable[[Callable[[], None]], None]

_STEP = 0.05


class Cancelled(Exception):
    """The job was cancelled; nothing is delivered."""


@dataclass(slots=True)
class CancelToken:
    """Cancel and progress of one job."""

    on_progress: Callable[[int, int], None] | None = None
    done: int = 0
    total: int = 0
    started: float = field(default_factory=time.monotonic)
    _cancelled: threading.Event = field(default_factory=threading.Event)

    def check(self) -> None:
        """Raise when the job was cancelled."""
        if self._cancelled.is_set():
            raise Cancelled

    def cancel(self) -> None:
        """Ask the job to stop at its next check."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """True once cancel was asked for."""
        return self._cancelled.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait, but at most until cancelled; True when cancelled."""
        return self._cancelled.wait(seconds)

    def report(self, done: int, total: int) -> None:
        """Say how far the job is."""
        self.done, self.total = done, total
        if self.on_progress is not None:
            self.on_progress(done, total)

    def apart(self) -> CancelToken:
        """For a part of the job: it is cancelled with it, and what it reports nobody counts."""
        return CancelToken(_cancelled=self._cancelled)

    @property
    def rate(self) -> float:
        """Items a second since the job began."""
        passed = time.monotonic() - self.started
        return self.done / passed if passed > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Running:
    """One job as the status bar shows it."""

    key: str
    title: str
    done: int
    total: int
    rate: float
    is_quiet: bool


@dataclass(slots=True)
class _Job:
    key: str
    title: str
    number: int
    token: CancelToken
    future: Future[None] | None
    is_quiet: bool
    pool: Pool
    is_kept: bool
    has_begun: bool = False


class Jobs:
    """Runs pure calls in pools and hands each answer back through `deliver`.

    `deliver` runs a callable on the owner's thread: the Qt bridge in a window, the queue of
    `drain` elsewhere.
    """

    def __init__(self, *, deliver: Deliver | None = None, cpu_workers: int = 2) -> None:
        self._inbox: list[Callable[[], None]] = []
        self._ready = threading.Condition()
        self._deliver = deliver or self._put
        self._pools: dict[str, ThreadPoolExecutor] = {
            "cpu": ThreadPoolExecutor(cpu_workers, thread_name_prefix="reviewer-cpu"),
            "ahead": _humble("ahead"),
            "background": _humble("background"),
            "disk": ThreadPoolExecutor(1, thread_name_prefix="reviewer-disk"),
            "network": ThreadPoolExecutor(4, thread_name_prefix="reviewer-network"),
        }
        self._numbers = itertools.count(1)
        self._jobs: dict[str, _Job] = {}
        self._latest: dict[str, int] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._own = threading.local()
        self.on_change: Callable[[], None] = lambda: None

    def submit(
        self,
        key: str,
        call: Callable[[CancelToken], Answer],
        *,
        done: Callable[[Answer], None],
        failed: Callable[[Exception], None],
        pool: Pool = "cpu",
        title: str = "",
        is_quiet: bool = False,
        is_kept: bool = False,
    ) -> CancelToken:
        """Run `call` in a pool; an older job under the same key is cancelled and ignored.

        What writes what a person did `is_kept`: it is done whatever else is cancelled, on closing
        too. Only a newer job under its key takes its place.
        """
        token = CancelToken()
        with self._lock:
            if self._closed:
                token.cancel()
                return token
            older = self._jobs.pop(key, None)
            number = next(self._numbers)
            self._latest[key] = number
            job = _Job(key, title, number, token, None, is_quiet, pool, is_kept)
            self._jobs[key] = job
        if older is not None:
            older.token.cancel()
            if older.future is not None:
                older.future.cancel()
        token.on_progress = lambda *_: self._changed()
        job.future = self._pools[pool].submit(self._run, job, call, done, failed)
        self._changed()
        return token

    def _run(
        self,
        job: _Job,
        call: Callable[[CancelToken], Answer],
        done: Callable[[Answer], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._own.job = job
        try:
            job.token.check()
            job.has_begun = True
            job.token.started = time.monotonic()
            answer = call(job.token)
        except Cancelled:
            self._deliver(lambda: self._finish(job, None))
        except Exception as error:  # noqa: BLE001 - every failure is handed to the owner, who shows it
            problem = error
            self._deliver(lambda: self._finish(job, lambda: failed(problem)))
        else:
            self._deliver(lambda: self._finish(job, lambda: done(answer)))

    def _finish(self, job: _Job, act: Callable[[], None] | None) -> None:
        with self._lock:
            current = self._latest.get(job.key) == job.number
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]
        if current and act is not None and not job.token.is_cancelled:
            self._speak(job, act)
        self._changed()

    def _speak(self, job: _Job | None, act: Callable[[], None]) -> None:
        """Run something on the owner's thread for a job: what it says is said by that job."""
        before, self._own.job = getattr(self._own, "job", None), job
        try:
            act()
        finally:
            self._own.job = before

    def speaker(self) -> tuple[str, int]:
        """The key and number of the job that is served now; none for what a person did.

        Trouble with writing what a person did stays true when the next write goes well.
        """
        job: _Job | None = getattr(self._own, "job", None)
        return ("", 0) if job is None or job.is_kept else (job.key, job.number)

    def is_latest(self, key: str, number: int) -> bool:
        """True until another job is begun under the key of this one."""
        with self._lock:
            return self._latest.get(key, number) == number

    def cancel(self, key: str) -> None:
        """Cancel the job under this key, waiting or running."""
        with self._lock:
            job = self._jobs.pop(key, None)
        if job is not None:
            job.token.cancel()
            if job.future is not None:
                job.future.cancel()
            self._changed()

    def stop(self, key: str) -> None:
        """Cancel the job under this key and wait for it when it runs already."""
        with self._lock:
            job = self._jobs.pop(key, None)
        if job is not None:
            job.token.cancel()
            if job.future is not None and not job.future.cancel():
                wait([job.future])

    def cancel_loud(self) -> None:
        """Cancel what the person sees as work in progress."""
        for job in self._snapshot():
            if not job.is_quiet:
                self.cancel(job.key)

    def cancel_all(self) -> None:
        """Cancel everything but what must be kept."""
        for key in [job.key for job in self._snapshot() if not job.is_kept]:
            self.cancel(key)

    def wait_for_disk(self, token: CancelToken) -> None:
        """In a job: wait until all that was to be written before now is written."""
        with self._lock:
            if self._closed:
                raise Cancelled
            written = self._pools["disk"].submit(lambda: None)
        while not wait([written], timeout=_STEP).done:
            token.check()

    def running(self) -> tuple[Running, ...]:
        """The jobs that wait or run, for the status bar."""
        return tuple(
            Running(
                job.key,
                job.title,
                job.token.done,
                job.token.total,
                job.token.rate,
                job.is_quiet,
            )
            for job in self._snapshot()
        )

    def is_running(self, key: str) -> bool:
        """True while a job under this key waits or runs."""
        with self._lock:
            return key in self._jobs

    def has_begun(self, key: str) -> bool:
        """True while a job under this key runs, not while it waits."""
        with self._lock:
            job = self._jobs.get(key)
            return job is not None and job.has_begun

    def is_occupied(self) -> bool:
        """True while something runs or waits that the person may be waiting for."""
        with self._lock:
            return any(job.pool in ("cpu", "ahead") for job in self._jobs.values())

    def _snapshot(self) -> list[_Job]:
        with self._lock:
            return list(self._jobs.values())

    def _changed(self) -> None:
        if not self._closed:
            self.on_change()

    def post(self, act: Callable[[], None]) -> None:
        """Run something on the owner's thread, in order with the answers."""
        job: _Job | None = getattr(self._own, "job", None)
        self._deliver(lambda: self._speak(job, act))

    def _put(self, act: Callable[[], None]) -> None:
        with self._ready:
            self._inbox.append(act)
            self._ready.notify_all()

    def drain(self, *, seconds: float = 30.0) -> None:
        """Without a window: deliver answers until nothing is left to do."""
        end = time.monotonic() + seconds
        while True:
            for act in self._taken():
                act()
            with self._ready:
                if not self._inbox and not self._jobs:
                    return
                if not self._inbox:
                    self._ready.wait(0.05)
            if time.monotonic() > end:
                raise TimeoutError(f"jobs still running after {seconds:g} s: {self.running()}")

    def _taken(self) -> Iterator[Callable[[], None]]:
        with self._ready:
            waiting, self._inbox = self._inbox, []
        yield from waiting

    def close(self) -> None:
        """Cancel everything and wait until the threads have ended."""
        with self._lock:
            self._closed = True
        self.cancel_all()
        for name, pool in self._pools.items():
            with contextlib.suppress(RuntimeError):  # the interpreter may be going down already
                pool.shutdown(wait=True, cancel_futures=name != "disk")


def _humble(name: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix=f"reviewer-{name}", initializer=_lower_priority)


def _lower_priority() -> None:
    """Let what the person waits for go first; on Linux a thread has a priority of its own."""
    if sys.platform.startswith("linux"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
