"""The model that is asked: a provider, a record of one, and what every question passes through."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.judge.protocol import Ask, JudgeError, Model, Reply, Token
from reviewer.judge.spending import Spending, Spent
from reviewer.store import files, resources

if TYPE_CHECKING:
    from reviewer.store.settings import JudgeSettings

_RECORD_LIMIT = 512 * 1024 * 1024
PROMPTS = (
    "rubric",
    "before_after",
    "checklist",
    "count",
    "color",
    "relation",
    "read_text",
    "pair",
)


def _unheard(problem: str) -> None:
    """Nobody listens; the answers themselves still arrive."""


@dataclass(slots=True)
class AskedModel:
    """Counts what is asked and ends asking once key or network are missing; shared by threads."""

    model: Model
    on_call: Callable[[], None] = lambda: None
    calls: int = 0
    problem: str = ""
    # Questions that the model would not answer, and why the last one got no answer at all.
    declined: int = 0
    failure: str = ""
    _spending: Spending = field(default_factory=Spending)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        """The name of the model that answers."""
        return self.model.name

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        """The model's answer; after a final failure nothing more is sent."""
        if self.problem:
            raise JudgeError(self.problem, is_final=True)
        with self._lock:
            self.calls += 1
        try:
            reply = self.model.complete(ask, token=token)
        except JudgeError as error:
            self._spending.count_unanswered(error.requests)
            with self._lock:
                self.declined += error.is_declined
                self.failure = self.failure if error.is_declined else str(error)
            if error.is_final:
                self.problem = self.problem or str(error)
            self.on_call()
            raise
        self._spending.count_answer(reply)
        self.on_call()
        return reply

    @property
    def is_silent(self) -> bool:
        """True when something was asked and the model was never heard: the service failed."""
        return bool(self.failure) and not self.spent.answers and not self.declined

    @property
    def spent(self) -> Spent:
        """Requests with their retries, answers, tokens and money so far."""
        return self._spending.spent


def open_model(
    settings: JudgeSettings,
    *,
    record: Path | None,
    replay: Path | None,
    on_lost: Callable[[str], None] = _unheard,
) -> Model:
    """The model of the settings or of a record; a JudgeError says what is missing.

    `on_lost` is told once, in any thread, when the record can be written no further, or that a
    record to replay ends within a line.
    """
    if replay is not None:
        from reviewer.judge.replay import Replay

        try:
            data = files.read_bytes(replay, limit=_RECORD_LIMIT)
        except files.FileError as error:
            raise JudgeError(str(error), is_final=True) from error
        # Other signs that end a line may stand inside of an answer.
        played = Replay(data.decode("utf-8", "replace").split("\n"), name=str(replay))
        if played.note:
            on_lost(played.note)
        return played
    from reviewer.judge.chat import ChatModel
    from reviewer.judge.endpoint import Endpoint

    endpoint = Endpoint(
        model=settings.model,
        base_url=settings.base_url,
        key_variable=settings.key_variable,
        timeout_s=settings.timeout,
        requests_per_minute=settings.requests_per_minute,
        attempts=settings.attempts,
    )
    return recorded(ChatModel(endpoint), record, on_lost=on_lost)


@dataclass(slots=True)
class _Pen:
    """Writes a record while it can: a full disk must not cost the answers that still come."""

    path: Path
    on_lost: Callable[[str], None]
    is_dry: bool = False

    def write(self, line: str) -> None:
        if self.is_dry:
            return
        try:
            files.append_bytes(self.path, line.encode("utf-8"))
        except files.FileError as error:
            self.is_dry = True
            self.on_lost(f"answers from here on are not recorded: {error}")


def require_writable(record: Path) -> None:
    """Raise JudgeError, before anything is paid for, where no answer could be written down."""
    was_there = record.exists()
    try:
        files.append_bytes(record, b"")
    except files.FileError as error:
        raise JudgeError(f"{error} Nothing was asked.", is_final=True) from error
    if not was_there:
        record.unlink()


def recorded(
    model: Model, record: Path | None, *, on_lost: Callable[[str], None] = _unheard
) -> Model:
    """The model with every answer written down, where a record is wanted."""
    if record is None:
        return model
    from reviewer.judge.replay import Recorder

    if record.exists():
        raise JudgeError(
            f"{record}: it is there already. Name another file, so that no paid answer is lost.",
            is_final=True,
        )
    return Recorder(model, _Pen(record, on_lost).write)


def prompts(names: Iterable[str] = PROMPTS) -> dict[str, str]:
    """The texts that are sent, by name."""
    return {name: resources.read_text("prompts", f"{name}.txt") for name in names}
