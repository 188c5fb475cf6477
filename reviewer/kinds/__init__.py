"""Kinds of task, in the order in which they are tried, and how a folder is recognised."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from reviewer.kinds.protocol import Found, Kind, Listing

KINDS = (
    "text_to_image",
    "image_match",
    "gimp_edit",
    "graded_folder",
)


@cache
def kind(name: str) -> Kind:
    """The kind with this name."""
    if name not in KINDS:
        raise KeyError(f"unknown kind {name!r}; known kinds: {', '.join(KINDS)}")
    found: Kind = import_module(f"reviewer.kinds.{name}").KIND
    return found


def detect(listing: Listing) -> tuple[Found, ...]:
    """The tasks in a folder; a file that one rule took as its result is not taken again."""
    taken: set[str] = set()
    found: list[Found] = []
    for name in KINDS:
        for match in kind(name).detect(listing):
            files = {path for _, path in match.roles}
            if match.graded_from:
                files.add(match.graded_from)
            if files & taken:
                continue
            found.append(match)
            taken |= files
            if not match.stem:
                return (match,)
    return tuple(found)
