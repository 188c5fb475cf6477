"""Kinds of task, in the order in which they are tried, and how a folder is recognised."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from reviewer.kinds.protocol import Found, Kind, Listing

KINDS = (
    "floor_plan",
    "agent_judged",
    "maze_image",
    "maze_video",
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


def detect(listing: Listing) -> Iterator[Found]:
    """The tasks in a folder, first ones at once; a file that one rule took is not taken again.

    A folder that holds single-file tasks is not a task as a whole too.
    """
    taken: set[str] = set()
    broken: list[Found] = []
    for name in KINDS:
        for match in kind(name).detect(listing):
            if match.problem:
                broken.append(match)
                continue
            own = {path for role, path in match.roles if role not in match.shared}
            if match.graded_from:
                own.add(match.graded_from)
            if own & taken or (taken and not match.stem):
                continue
            yield match
            taken |= own | {path for _, path in match.roles}
            if not match.stem:
                return
    if not taken:
        yield from broken[:1]
