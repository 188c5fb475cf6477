"""How files of a task are named: extensions, stems and the words that mean a role."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from reviewer.model import GOLDEN, INITIAL, RESULT

IMAGE_EXTENSIONS = frozenset(
    [
        "png", "jpg", "jpeg", "jpe", "jfif", "bmp", "gif", "webp", "tif", "tiff", "xcf", "tga",
        "ppm", "pgm", "pbm", "pnm", "ico", "avif", "jp2", "psd",
    ]
)  # fmt: skip
VIDEO_EXTENSIONS = frozenset(["mp4", "webm", "mov", "mkv", "avi", "m4v"])
# Clips too, of containers that are not read here: whoever puts one there is told.
UNREAD_CLIPS = frozenset(["mpg", "mpeg", "gif", "wmv", "flv", "ts", "m2ts", "3gp", "ogv"])
TEXT_EXTENSIONS = frozenset(["txt", "md"])

ROLE_WORDS: dict[str, str] = {
    "initial": INITIAL,
    "before": INITIAL,
    "input": INITIAL,
    "original": INITIAL,
    "source": INITIAL,
    "result": RESULT,
    "after": RESULT,
    "output": RESULT,
    "actual": RESULT,
    "golden": GOLDEN,
    "expected": GOLDEN,
    "baseline": GOLDEN,
    "target": GOLDEN,
    "diff": "diff",
}
# Roles whose pictures have no pane of their own: a filmstrip or the list of files shows them.
APART_ROLES = frozenset({"screenshot", "other", "gt"})
TRIPLES = (
    ("initial", "result", "golden"),
    ("before", "after", "expected"),
    ("baseline", "actual", "diff"),
    ("input", "output", "expected"),
)
# The same few names come back in every folder of a tree.
_NAMES = 4096
_NUMBER = re.compile(r"(\d+)")


@lru_cache(maxsize=_NAMES)
def extension(name: str) -> str:
    """The extension in lower case, without its dot."""
    head, _, ending = name.rpartition(".")
    return ending.lower() if head.strip(".") else ""


@lru_cache(maxsize=_NAMES)
def stem(name: str) -> str:
    """The name without its last extension."""
    head, _, ending = name.rpartition(".")
    return head if ending and head.strip(".") else name


def is_image(name: str) -> bool:
    """True when the extension is one of a picture; the content is looked at when it is read."""
    return not name.startswith(".") and extension(name) in IMAGE_EXTENSIONS


def is_settings(task_type: object, name: str) -> bool:
    """True for the settings file of a task about settings; the name alone does not say so."""
    return task_type == "config" and not is_image(name)


def is_video(name: str) -> bool:
    """True when the extension is one of a clip."""
    return not name.startswith(".") and extension(name) in VIDEO_EXTENSIONS


def is_unread_clip(name: str) -> bool:
    """True when the extension is one of a clip in a container that is not read."""
    return not name.startswith(".") and extension(name) in UNREAD_CLIPS


@lru_cache(maxsize=_NAMES)
def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key that puts `task2` before `task10`."""
    return tuple(
        (0, int(part), "") if part.isascii() and part.isdigit() else (1, 0, part.casefold())
        for part in _NUMBER.split(name)
        if part
    )


def text_names(files: Iterable[str]) -> dict[str, str]:
    """The text files among these by their name in one case, made once for many look-ups."""
    return {name.casefold(): name for name in files if extension(name) in TEXT_EXTENSIONS}


def instruction_file(files: Iterable[str] | Mapping[str, str], task_stem: str = "") -> str:
    """The file that holds the instruction of a task, or an empty string.

    `files` are names, or the `text_names` of a folder where many tasks ask.
    """
    names = files if isinstance(files, Mapping) else text_names(files)
    stems = [task_stem, f"{task_stem}_instruction", f"{task_stem}_prompt"] if task_stem else []
    for candidate in [*stems, "instruction", "instructions", "prompt", "task"]:
        for ending in ("txt", "md"):
            found = names.get(f"{candidate}.{ending}".casefold())
            if found:
                return found
    return ""
