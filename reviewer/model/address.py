"""Addresses of servers: one that could hold a key is none, since addresses are shown and kept."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

HOLDS_SECRET = (
    "the judge's address holds a user, password, query or fragment, where a key may hide; put the "
    "key into an environment variable and name that instead"
)


def holds_secret(address: str) -> bool:
    """True for an address with more than a server and a path; also for one that cannot be read."""
    text = address.strip()
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - raises where a password would have to be a port
    except ValueError:
        return True
    # An empty query or user is one too: what is typed next would be the key.
    return any(sign in text for sign in "@?#;") or bool(parts.username or parts.password)


def without_secret(address: str) -> str:
    """The scheme, server and path of an address; empty where they cannot be told from the rest."""
    text = address.strip()
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    place = (f"[{host}]" if ":" in host else host) + (f":{port}" if port else "")
    path = parts.path.partition(";")[0]
    return urlunsplit((parts.scheme, place, path, "", "")) if host and "@" not in path else ""
