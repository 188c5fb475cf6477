"""Task folders with candidates, machines that see what a test says, and a model by a script."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from reviewer.backends.seen import Detection, MissingBackendError, TextSpan
from reviewer.judge.protocol import Ask, JudgeError, Reply, Token
from reviewer.session import pair_desk
from reviewer.session.backends import NO_DETECTOR, NO_READER, PictureMachines
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.store.settings import Settings

KEY: dict[str, Any] = {
    "version": "1.0",
    "problem_id": "dense-06",
    "source": "made here",
    "prompt": "a red cup to the left of two dogs, with the word ORBIT",
    "requirements": {
        "text": [{"value": "ORBIT", "weight": 3.0}],
        "objects": [
            {"name": "cup", "count": 1, "color": "red"},
            {"name": "dog", "count": 2},
        ],
        "relations": [{"subject": "cup", "relation": "left_of", "object": "dog"}],
        "questions": [
            {"id": "q1", "text": "Is there a cup?"},
            {"id": "q2", "text": "Is the cup made of glass?", "depends_on": "q1"},
        ],
    },
}
CUP = Detection("cup", (20, 60, 80, 120), 0.9, "red")
DOGS = [
    Detection("dog", (150, 60, 220, 140), 0.8, "brown"),
    Detection("Dog ", (230, 60, 290, 140), 0.7, "black"),
]
ORBIT = TextSpan("Orbit", 0.98, (30, 10, 120, 40))


class Eyes:
    """What machines and models find in a picture, told apart by its first pixel."""

    def __init__(self) -> None:
        self.spans: dict[int, list[TextSpan]] = {}
        self.detections: dict[int, list[Detection]] = {}
        self.has_reader = self.has_detector = True
        self.looks = 0

    def read(self, pixels: Any) -> tuple[str, list[TextSpan]]:
        if not self.has_reader:
            raise MissingBackendError(NO_READER)
        self.looks += 1
        return "told reader", self.spans.get(int(pixels[0, 0, 0]), [])

    def detect(self, pixels: Any) -> tuple[str, list[Detection]]:
        if not self.has_detector:
            raise MissingBackendError(NO_DETECTOR)
        return "told detector", self.detections.get(int(pixels[0, 0, 0]), [])


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> Eyes:
    told = Eyes()
    monkeypatch.setattr(PictureMachines, "spans", lambda self, digest, pixels: told.read(pixels))
    monkeypatch.setattr(
        PictureMachines, "detections", lambda self, digest, pixels: told.detect(pixels)
    )
    return told


def draw(path: Path, sign: int, *, blank: bool = False) -> None:
    """A picture whose first pixel is `sign`, with a structure of its own."""
    pixels = np.full((160, 320, 3), 90, dtype=np.uint8)
    if not blank:
        noise = np.random.default_rng(sign).integers(0, 255, (8, 16, 3), dtype=np.uint8)
        pixels = cv2.resize(noise, (320, 160), interpolation=cv2.INTER_NEAREST)
    pixels[0, 0] = sign
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), pixels)


@pytest.fixture
def single(tmp_path: Path) -> Path:
    folder = tmp_path / "tree" / "single"
    draw(folder / "candidate.png", 10)
    (folder / "answer_key.json").write_text(json.dumps(KEY), encoding="utf-8")
    return folder


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    folder = tmp_path / "tree" / "pair"
    draw(folder / "a.png", 10)
    draw(folder / "b.png", 20)
    problem = {"problem_id": "dense-06", "prompt": KEY["prompt"], "answer_key": KEY}
    (folder / "problem.json").write_text(json.dumps(problem), encoding="utf-8")
    return folder


def settle(path: Path) -> None:
    """Let a file look old: a fresh one that cannot be read is tried again for some seconds."""
    os.utime(path, (0, 0))


def see_all(eyes: Eyes, *signs: int) -> None:
    """Let these pictures show everything that a machine can look for."""
    for sign in signs:
        eyes.spans[sign] = [ORBIT]
        eyes.detections[sign] = [CUP, *DOGS]


class Scripted:
    """A model by a script: a reply for each purpose, or a function of the question."""

    name = "played/model"

    def __init__(self, **replies: str | Callable[[Ask], str]) -> None:
        self.replies = replies
        self.asked: list[Ask] = []

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        self.asked.append(ask)
        reply = self.replies.get(ask.purpose)
        if reply is None:
            raise JudgeError(f"no reply to a {ask.purpose} question")
        text = reply if isinstance(reply, str) else reply(ask)
        return Reply(text, "played/model-1", prompt_tokens=100, completion_tokens=2, cost=0.001)


Desk = Callable[..., Session]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened: list[Session] = []

    def make(folder: Path, **settings: Any) -> Session:
        values = {"author": "ann", "installation": "ab12"} | settings
        session = Session(settings=Settings(**values), jobs=Jobs())
        opened.append(session)
        session.open(folder)
        session.jobs.drain()
        return session

    yield make
    for session in opened:
        session.close()


def select(session: Session, task: str) -> Any:
    session.select(task)
    session.jobs.drain()
    session.showing.result_painted()
    pair_desk.seen(session.current, *pair_desk.CANDIDATES)
    return session.current


def credits(state: Any) -> Mapping[str, float | None]:
    return {check.id: check.credit for check in state.ledger.checks}


def headlines(state: Any) -> Mapping[str, float | None]:
    return {headline.name: headline.value for headline in state.ledger.headlines}


@pytest.fixture
def kit() -> SimpleNamespace:
    """What tests need beside fixtures; test files cannot import one another."""
    return SimpleNamespace(
        KEY=KEY,
        CUP=CUP,
        DOGS=DOGS,
        ORBIT=ORBIT,
        Scripted=Scripted,
        credits=credits,
        draw=draw,
        headlines=headlines,
        see_all=see_all,
        select=select,
        settle=settle,
    )
