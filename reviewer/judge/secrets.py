"""The provider's key: read when needed, kept nowhere, taken out of every message."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from urllib.parse import quote

from reviewer.judge.protocol import JudgeError

HIDDEN = "[key]"
# Local servers take any word as a key; shorter than this it would only garble replies.
_SHORTEST = 4


def read_key(variable: str, environ: Mapping[str, str]) -> str:
    """The key in an environment variable; empty where the provider needs none."""
    if not variable:
        return ""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", variable):
        # People paste the key itself here: the message must not repeat it.
        raise JudgeError(
            "the name of the key's environment variable is not a variable name; "
            "give a name such as OPENROUTER_API_KEY, never the key itself",
            is_final=True,
        )
    key = environ.get(variable, "").strip()
    shown = variable if variable.isupper() else "that the settings name"
    if not key:
        raise JudgeError(
            f"the judge has no key: set the environment variable {shown} and start again",
            is_final=True,
        )
    if not key.isascii() or not key.isprintable() or " " in key:
        raise JudgeError(
            f"the key in the environment variable {shown} has characters that no key has; "
            "copy it again",
            is_final=True,
        )
    return key


def scrub(text: str, key: str) -> str:
    """The text without the key, in any of the forms in which a server echoes it."""
    if len(key) < _SHORTEST:
        return text
    encoded = base64.b64encode(key.encode()).decode()
    for form in (key, quote(key, safe=""), encoded):
        text = text.replace(form, HIDDEN)
    return text
