"""A judge behind an OpenAI-compatible chat address, OpenRouter unless told otherwise."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from reviewer.judge.answer import read_answer, told_fault
from reviewer.judge.endpoint import Endpoint
from reviewer.judge.patience import LONGEST_WAIT_S, Pace, Pause, back_off, is_passing, pause
from reviewer.judge.pictures import data_url
from reviewer.judge.protocol import Ask, JudgeError, Picture, Reply, Token
from reviewer.judge.secrets import read_key, scrub
from reviewer.judge.transport import Exchange, post

# A fault in words is shown in one bar of the window.
_LONGEST_FAULT = 500
# No network, no right to ask, no such address: the next question would fare no better.
_FINAL = (0, 401, 402, 403, 404)
# Fields that some servers refuse, and what they are told instead.
_INSTEAD = {"response_format": None, "max_tokens": "max_completion_tokens"}


class ChatModel:
    """Asks one model; may be shared by threads. The key is read at each request and never kept."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        environ: Mapping[str, str] = os.environ,
        wait: Pause = pause,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        if not endpoint.model.strip():
            raise JudgeError("the judge has no model; name one in the settings")
        self._endpoint = endpoint
        self._url = endpoint.chat_url()
        self._environ = environ
        self._wait = wait
        self._now = now
        self._pace = Pace(endpoint.requests_per_minute, now=now)
        # A judge that could never answer says so when it is set up, not after the first task.
        read_key(endpoint.key_variable, environ)

    @property
    def name(self) -> str:
        """The model's name at its provider."""
        return self._endpoint.model

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        """The answer to one request, after as many attempts as it allows."""
        key = read_key(self._endpoint.key_variable, self._environ)
        payload = _payload(ask, self._endpoint)
        attempts = min(ask.attempts, self._endpoint.attempts or ask.attempts)
        attempt = requests = 0
        while True:
            started = self._now()
            requests += 1
            exchange = self._send(payload, key, token)
            reply, status, fault = _outcome(exchange, self._endpoint)
            if reply is not None:
                took = self._now() - started
                text = scrub(reply.text, key)
                reply = replace(reply, text=text, seconds=took, requests=requests)
                return reply
            field = _refused_field(status, fault, payload)
            if field:
                payload = _without(payload, field)
                continue
            attempt += 1
            wait_s = back_off(attempt - 1, exchange.retry_after)
            if not is_passing(status) or attempt >= attempts or wait_s > LONGEST_WAIT_S:
                shown = scrub(fault, key)[:_LONGEST_FAULT]
                said = _final(shown, attempt, status, wait_s)
                raise JudgeError(
                    said,
                    is_final=status in _FINAL,
                    is_declined=status == 200,
                    requests=requests,
                )
            self._wait(wait_s, token)

    def _send(self, payload: Mapping[str, Any], key: str, token: Token | None) -> Exchange:
        if token is not None:
            token.check()
        turn_s = self._pace.turn()
        if turn_s > 0:
            self._wait(turn_s, token)
        headers = {"X-Title": "Reviewer"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        return post(self._url, payload, headers, limit_s=self._endpoint.timeout_s, token=token)


def _outcome(exchange: Exchange, endpoint: Endpoint) -> tuple[Reply | None, int, str]:
    """The reply, or the status to decide by and the fault in words."""
    if exchange.status == 200:
        return read_answer(exchange.body, model=endpoint.model)
    if exchange.fault:
        return None, 0, f"{exchange.fault}; check the network and the judge's base URL"
    return None, exchange.status, told_fault(exchange.status, exchange.body)


def _payload(ask: Ask, endpoint: Endpoint) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    for part in ask.parts:
        if isinstance(part, Picture):
            content.append({"type": "image_url", "image_url": {"url": data_url(part)}})
        else:
            content.append({"type": "text", "text": part})
    payload: dict[str, Any] = {
        "model": endpoint.model,
        "temperature": ask.temperature,
        "max_tokens": ask.max_tokens,
        "messages": [{"role": "user", "content": content}],
    }
    if ask.is_json:
        payload["response_format"] = {"type": "json_object"}
    if endpoint.is_openrouter:
        payload["usage"] = {"include": True}
    return payload


def _refused_field(status: int, fault: str, payload: Mapping[str, Any]) -> str:
    if status not in (400, 422):
        return ""
    return next((field for field in _INSTEAD if field in payload and field in fault), "")


def _without(payload: Mapping[str, Any], field: str) -> dict[str, Any]:
    kept = {name: value for name, value in payload.items() if name != field}
    instead = _INSTEAD[field]
    return kept if instead is None else kept | {instead: payload[field]}


def _final(fault: str, attempts: int, status: int, wait_s: float) -> str:
    if is_passing(status) and wait_s > LONGEST_WAIT_S:
        return f"{fault}; the judge asks to wait {wait_s:.0f} s, try again after that"
    return f"{fault} (after {attempts} attempts)" if attempts > 1 else fault
