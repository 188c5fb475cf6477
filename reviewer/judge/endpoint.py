"""Where a judge lives, and how often and how long it may be asked."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from reviewer.judge.protocol import JudgeError
from reviewer.model.address import HOLDS_SECRET, holds_secret

OPENROUTER = "https://openrouter.ai/api/v1"
OPENROUTER_KEY = "OPENROUTER_API_KEY"
TIMEOUT_S = 120.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible provider; an empty `key_variable` sends no key (a local server)."""

    model: str
    base_url: str = OPENROUTER
    key_variable: str = OPENROUTER_KEY
    timeout_s: float = TIMEOUT_S
    requests_per_minute: float | None = None
    # The most attempts at one question; a sort of question may allow fewer.
    attempts: int | None = None

    def chat_url(self) -> str:
        """The address to post to; a JudgeError where a key would be shown or sent in the clear."""
        base = self.base_url.strip().rstrip("/").removesuffix("/chat/completions")
        try:
            parts = urlsplit(base)
            host = parts.hostname or ""
        except ValueError as error:
            raise JudgeError("the judge's base URL cannot be read; check it") from error
        if parts.scheme not in ("http", "https") or not host:
            raise JudgeError(f"the judge's base URL must look like {OPENROUTER}")
        if holds_secret(base):
            raise JudgeError(HOLDS_SECRET)
        if self.key_variable and parts.scheme == "http" and not _is_near(host):
            raise JudgeError(
                f"the judge at {host} would get the key unencrypted; use an https address, or "
                "empty the name of the key's variable"
            )
        return f"{base}/chat/completions"

    @property
    def is_openrouter(self) -> bool:
        """Whether OpenRouter's own request fields are understood there."""
        return urlsplit(self.base_url).hostname == "openrouter.ai"


def _is_near(host: str) -> bool:
    if host == "localhost" or host.endswith((".localhost", ".local")):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False  # a name, not an address
