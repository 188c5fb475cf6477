"""A server on this computer that plays the model, by a script."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

KEY = "sk-or-v1-0123456789abcdef/secret+key"
VARIABLE = "OPENROUTER_API_KEY"


@dataclass
class Turn:
    """One scripted answer; `act` replaces it altogether."""

    text: str = ""
    status: int = 200
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    act: Callable[[BaseHTTPRequestHandler], None] | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def encoded(self) -> bytes:
        if self.body is not None:
            return self.body
        choice = {"message": {"role": "assistant", "content": self.text}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "cost": 0.002}
        return json.dumps(
            {"model": "played/model", "choices": [choice], "usage": usage} | self.extra
        ).encode()


class Played:
    """The server: what it will say, and what it was asked."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.closing = threading.Event()
        played = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                played.asked.append(json.loads(self.rfile.read(length)))
                played.headers.append(dict(self.headers))
                turn = played.turns.pop(0) if len(played.turns) > 1 else played.turns[0]
                if turn.act is not None:
                    turn.act(self)
                    return
                body = turn.encoded()
                self.send_response(turn.status)
                for name, value in turn.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Nothing on the terminal."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.02}
        )
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/api/v1"

    def says(self, *turns: Turn | str) -> None:
        self.turns = [Turn(turn) if isinstance(turn, str) else turn for turn in turns]

    def hang(self, handler: BaseHTTPRequestHandler) -> None:
        self.closing.wait(30)

    def cut(self, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "5000")
        handler.end_headers()
        handler.wfile.write(b'{"choices": [')
        handler.wfile.flush()
        handler.connection.shutdown(socket.SHUT_RDWR)

    def dribble(self, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not self.closing.wait(0.02):
            try:
                handler.wfile.write(b" ")
            except OSError:
                return  # the asker went away, which is what the test is about

    def close(self) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    monkeypatch.setenv(VARIABLE, KEY)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    server = Played()
    yield server
    server.close()
