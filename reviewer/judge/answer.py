"""A provider's answer: the words of the model, or why there are none."""

from __future__ import annotations

from typing import Any

from reviewer.judge.protocol import Reply
from reviewer.model.reply import load_json

_REMEDIES = {
    400: "the judge did not understand the request; check the model's name",
    401: "the key was refused; check the environment variable that holds it",
    402: "the account at the provider has no credit left",
    403: "the key may not use this model; check it at the provider",
    404: "no such address or model; check the base URL and the model's name",
    413: "the pictures are too large for this judge",
    429: "too many requests; wait, or lower the requests per minute",
}

# Beyond these a provider's numbers are no bill but a fault: unknown, and shown as that.
_MOST_TOKENS = 100_000_000
_HIGHEST_PRICE = 10_000.0

# With status 200 and no reply, the model was reached and declined.
Outcome = tuple[Reply | None, int, str]


def read_answer(body: bytes, *, model: str) -> Outcome:
    """The reply in a body of status 200; else a status to decide by and the fault in words."""
    try:
        answer = load_json(body)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        return None, 400, "the answer is not JSON; check that the base URL is OpenAI-compatible"
    if answer.get("error"):
        # Gateways pass on a provider's fault under status 200.
        code = answer["error"].get("code") if isinstance(answer["error"], dict) else None
        status = code if isinstance(code, int) and code >= 400 else 502
        return None, status, told_fault(status, body)
    choice = _first(answer.get("choices"))
    message = choice.get("message")
    if not isinstance(message, dict):
        return None, 502, "the answer holds no message of the model"
    finish = choice.get("finish_reason")
    text = _words(message.get("content"))
    if message.get("refusal"):
        return None, 200, f"the model declined: {_line(str(message['refusal']))}"
    if finish == "content_filter":
        return None, 200, "the provider's filter withheld the answer"
    if not text.strip():
        cut = "; it used up its tokens before saying anything" if finish == "length" else ""
        return None, 400, f"the model answered nothing{cut}"
    told = answer.get("usage")
    usage: dict[str, Any] = told if isinstance(told, dict) else {}
    reply = Reply(
        text=text,
        model=str(answer.get("model") or model),
        is_cut=finish == "length",
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        cost=_price(usage.get("cost")),
    )
    return reply, 200, ""


def told_fault(status: int, body: bytes) -> str:
    """An error answer in words: status, what the server says, and the remedy."""
    said = body.decode("utf-8", errors="replace")
    try:
        parsed = load_json(body)
        said = str(parsed["error"]["message"])
    except (ValueError, KeyError, TypeError, IndexError):
        said = said.strip()  # not the usual form: shown as it is
    words = f"the judge answered {status}"
    if said:
        words += f": {_line(said)}"
    remedy = _REMEDIES.get(status)
    return f"{words}; {remedy}" if remedy else words


def _first(choices: object) -> dict[str, Any]:
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return choices[0]
    return {}


def _words(content: object) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    # Some providers hand out parts; anything but text in them is not for us.
    texts = [part.get("text") for part in content if isinstance(part, dict)]
    return "".join(text for text in texts if isinstance(text, str))


def _count(value: object) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= _MOST_TOKENS else None


def _price(value: object) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if 0 <= value <= _HIGHEST_PRICE else None


def _line(text: str) -> str:
    # Never shortened here: half a key would slip past the scrubbing that comes after.
    return " ".join(text.split())
