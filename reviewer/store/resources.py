"""The program's own files: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import reviewer


@cache
def folder() -> Path:
    """The folder that holds rubrics, icons, samples, schemas and prompts."""
    package = Path(reviewer.__file__).resolve().parent
    inside = package / "_resources"
    return inside if inside.is_dir() else package.parent / "resources"


def path(*parts: str) -> Path:
    """One of our own files or folders; it must exist."""
    where = folder().joinpath(*parts)
    if not where.exists():
        raise FileNotFoundError(
            f"{where}: a file of the program itself is missing; install reviewer again"
        )
    return where


def read_bytes(*parts: str) -> bytes:
    """The bytes of one of our own files."""
    return path(*parts).read_bytes()


def read_text(*parts: str) -> str:
    """The text of one of our own files."""
    return path(*parts).read_text(encoding="utf-8")


def rubric_bytes(name: str) -> bytes:
    """The bytes of a shipped rubric by its name; raises LookupError for another name."""
    if name not in rubric_names():
        raise LookupError(f"there is none of this name; there are {', '.join(rubric_names())}")
    return read_bytes("rubrics", f"{name}.toml")


def rubric_names() -> tuple[str, ...]:
    """The names of all shipped rubrics."""
    return tuple(sorted(item.stem for item in path("rubrics").glob("*.toml")))
