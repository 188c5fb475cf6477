"""Prompts with places to fill; the files are read by whoever starts the judge."""

from __future__ import annotations

from string import Template

from reviewer.judge.protocol import JudgeError


def fill(template: str, **fields: str) -> str:
    """The prompt with its places filled; what is filled in is never searched for places again."""
    places = set(Template(template).get_identifiers())
    missing = sorted(set(fields) - places)
    unknown = sorted(places - set(fields))
    if missing or unknown:
        wrong = [f"${name} is missing" for name in missing]
        wrong += [f"${name} is unknown" for name in unknown]
        raise JudgeError(f"the prompt does not fit: {', '.join(wrong)}; restore its file")
    try:
        return Template(template).substitute(fields)
    except ValueError as error:
        raise JudgeError(f"the prompt has a stray $: {error}; write $$ for the sign") from error
