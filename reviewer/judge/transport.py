"""One HTTP exchange that a cancel or the time limit ends at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reviewer.judge.protocol import Token

_POLL_S = 0.05
# No answer of a judge comes near this; a runaway server must not fill memory or time.
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came back: a status with its body, or a fault of the network with status 0."""

    status: int
    body: bytes = b""
    retry_after: str = ""
    fault: str = ""


def post(
    url: str,
    payload: Mapping[str, Any],
    headers: Mapping[str, str],
    *,
    limit_s: float,
    token: Token | None,
) -> Exchange:
    """Post JSON; network faults are values, since their exceptions carry the request's headers."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(_watched(url, payload, headers, limit_s, token))
    finally:
        _end(loop)


def _end(loop: asyncio.AbstractEventLoop) -> None:
    """Close the loop; Ctrl+C may have left it with an exchange that nobody awaits any more."""
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    # Not the default executor: a name look-up that hangs must not hold up a cancel.
    loop.close()


async def _watched(
    url: str,
    payload: Mapping[str, Any],
    headers: Mapping[str, str],
    limit_s: float,
    token: Token | None,
) -> Exchange:
    exchange = asyncio.ensure_future(_exchange(url, payload, headers))
    ends = time.monotonic() + limit_s
    try:
        while True:
            done, _ = await asyncio.wait({exchange}, timeout=_POLL_S)
            if done:
                return exchange.result()
            if token is not None:
                token.check()
            if time.monotonic() >= ends:
                return Exchange(0, fault=f"no answer within {limit_s:g} s")
    finally:
        exchange.cancel()
        # It was cancelled here, on purpose, and its end is only awaited.
        with contextlib.suppress(asyncio.CancelledError):
            await exchange


async def _exchange(url: str, payload: Mapping[str, Any], headers: Mapping[str, str]) -> Exchange:
    import httpx

    # At its most talkative this library logs headers, in which a server may echo the key.
    logging.getLogger("httpcore").setLevel(logging.INFO)
    try:
        # The limits are kept by the caller, over the whole exchange and not each read.
        async with (
            httpx.AsyncClient(timeout=None, follow_redirects=False) as client,
            client.stream("POST", url, json=dict(payload), headers=dict(headers)) as response,
        ):
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > _MOST_BYTES:
                    return Exchange(0, fault=f"an answer of more than {_MOST_BYTES:,} bytes")
            after = response.headers.get("retry-after", "")
            return Exchange(response.status_code, bytes(body), after)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        return Exchange(0, fault=_told(error))


def _told(error: Exception) -> str:
    """What broke the exchange, in words."""
    import httpx

    if isinstance(error, httpx.TimeoutException):
        return "the server did not answer in time"
    text = str(error).strip() or "it broke off without a reason"
    if isinstance(error, httpx.ConnectError):
        return f"no connection to the server ({text})"
    return f"the exchange with the server failed ({text})"
