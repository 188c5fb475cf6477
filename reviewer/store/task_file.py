"""`task.toml`: a task said explicitly; it wins over all that names suggest."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reviewer import kinds
from reviewer.model import Artifact, Task
from reviewer.store import files

TASK_FILE = "task.toml"
_LIMIT = 1024 * 1024
_DEFAULT_KIND = "gimp_edit"
_KIND_LINE = re.compile(r"""^[ \t]*kind[ \t]*=[ \t]*["'](\w+)["']""", re.MULTILINE)
# Score files of another name than ours, the first of which starts the grade of its folder.
SCORES = ("score.json", "scores.json", "grading.json")
_OWN_KEYS = frozenset({"id", "kind", "instruction", "artifacts", "rubric", "graded_from"})


def read_task_file(folder: Path, root: Path) -> Task:
    """The task that a folder's `task.toml` describes; a broken file gives a task with a problem."""
    path = folder / TASK_FILE
    relative = os.path.relpath(folder, root).replace(os.sep, "/")
    identity = folder.name if relative == os.curdir else relative
    try:
        document = _parse(path)
        return _task(document, path=path, root=root, identity=identity)
    except (files.FileError, ValueError) as error:
        return Task(
            id=identity,
            kind=_kind_said(path),
            root=root,
            folder=folder,
            artifacts=(),
            grade_path=folder / "grade.json",
            why=f"{TASK_FILE} is there",
            problem=str(error),
        )


def _kind_said(path: Path) -> str:
    """The kind that a broken file names all the same, else what a file that names none means."""
    try:
        text = files.read_bytes(path, limit=_LIMIT).decode("utf-8", errors="replace")
    except files.FileError:
        return _DEFAULT_KIND
    said = _KIND_LINE.search(text)
    return said[1] if said and said[1] in kinds.KINDS else _DEFAULT_KIND


def _parse(path: Path) -> dict[str, Any]:
    data = files.read_bytes(path, limit=_LIMIT)
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: it is not TOML ({error}). Correct the named line.") from error


def _task(document: dict[str, Any], *, path: Path, root: Path, identity: str) -> Task:
    folder = path.parent
    kind = document.get("kind", _DEFAULT_KIND)
    if not isinstance(kind, str) or kind not in kinds.KINDS:
        raise ValueError(f"{path}: unknown kind {kind!r}. Use one of {', '.join(kinds.KINDS)}.")
    _require_choices(document, kind, path)
    named = document.get("artifacts", {})
    if not isinstance(named, Mapping):
        raise ValueError(f'{path}: [artifacts] is not a table. Write role = "file" lines.')
    artifacts: list[Artifact] = []
    for role, value in named.items():
        for name in value if isinstance(value, list) else [value]:
            artifacts.append(_artifact(role, name, path=path, root=root))
    rubric = document.get("rubric")
    if isinstance(rubric, str) and not rubric.endswith(".toml"):
        document["rubric_name"] = rubric
    return Task(
        id=identity,
        kind=str(kind),
        root=root,
        folder=folder,
        artifacts=tuple(artifacts),
        grade_path=folder / "grade.json",
        instruction=str(document.get("instruction", "")),
        rubric_path=_rubric(rubric, path=path, root=root),
        graded_from=_graded_from(document, path=path, root=root),
        why=f"{TASK_FILE} says so",
        settings={key: value for key, value in document.items() if key not in _OWN_KEYS}
        | ({"id": document["id"]} if "id" in document else {}),
    )


def _graded_from(document: Mapping[str, Any], *, path: Path, root: Path) -> Path | None:
    """The score file that is named, else the one that any folder of a task has; "" for none."""
    named = document.get("graded_from")
    if named is not None:
        return _artifact("graded_from", named, path=path, root=root).path if named else None
    return next((path.parent / name for name in SCORES if (path.parent / name).is_file()), None)


def _require_choices(document: Mapping[str, Any], kind: str, path: Path) -> None:
    """Raise ValueError for a setting that would be read as something else, or not at all."""
    rules = kinds.kind(kind)
    for key, words in rules.choices.items():
        if key in document and document[key] not in words:
            raise ValueError(
                f"{path}: unknown {key} {document[key]!r}. Use one of {', '.join(words)}."
            )
    if document.get("checks") and not rules.library:
        takers = [name for name in kinds.KINDS if kinds.kind(name).library]
        raise ValueError(
            f"{path}: a task of the kind {kind} takes no [[checks]]. Write them into a "
            f"rubric.toml of the task; {', '.join(takers)} takes them here."
        )
    for key in ("id", "instruction"):
        if not isinstance(document.get(key, ""), str):
            raise ValueError(f'{path}: {key} is no text. Write {key} = "…".')
    name = str(document.get("id", ""))
    is_path = {".", ".."}.intersection(name.split("/")) or name.startswith("/") or "\\" in name
    if is_path or not name.isprintable():
        raise ValueError(
            f"{path}: id {name!r} is a path or holds what cannot be printed. Write a name."
        )


def _artifact(role: str, name: object, *, path: Path, root: Path) -> Artifact:
    if not isinstance(name, str) or not name:
        raise ValueError(f'{path}: the file of {role!r} is not a name. Write {role} = "file".')
    if "\0" in name:
        raise ValueError(f"{path}: the file of {role!r} has a zero byte in its name. Remove it.")
    where = Path(os.path.normpath(path.parent / name))
    if not files.is_inside(where, root):
        raise ValueError(
            f"{path}: {role} = {name!r} leads out of the opened folder. "
            "Copy the file into the folder, or open the folder above."
        )
    return Artifact(role, where, name)


def _rubric(value: object, *, path: Path, root: Path) -> Path | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f'{path}: rubric is not a name. Write rubric = "rubric.toml", say.')
    if isinstance(value, str) and value.endswith(".toml"):
        return _artifact("rubric", value, path=path, root=root).path
    own = path.parent / "rubric.toml"
    return own if own.is_file() else None


def write_task_file(
    folder: Path,
    *,
    kind: str,
    roles: Mapping[str, str],
    instruction: str = "",
    settings: Mapping[str, object] | None = None,
) -> Path:
    """Save the roles a person chose by hand, replacing the file at once."""
    lines = [f"kind = {_quote(kind)}"]
    if instruction:
        lines.append(f"instruction = {_quote(instruction)}")
    plain = {k: v for k, v in (settings or {}).items() if not isinstance(v, (dict, list))}
    lines += [f"{key} = {_scalar(value)}" for key, value in plain.items()]
    lines += ["", "[artifacts]"]
    lines += [f"{_key(role)} = {_quote(name)}" for role, name in roles.items()]
    for table in _tables(settings or {}):
        lines += ["", "[[checks]]"]
        lines += [f"{_key(key)} = {_scalar(value)}" for key, value in table.items()]
    path = folder / TASK_FILE
    files.replace_bytes(path, ("\n".join(lines) + "\n").encode("utf-8"))
    return path


def _tables(settings: Mapping[str, object]) -> list[Mapping[str, object]]:
    checks = settings.get("checks", [])
    return (
        [table for table in checks if isinstance(table, Mapping)]
        if isinstance(checks, list)
        else []
    )


def _key(name: str) -> str:
    bare = name.replace("_", "").replace("-", "")
    return name if bare.isascii() and bare.isalnum() else _quote(name)


def _quote(text: str) -> str:
    """A TOML basic string; JSON's escapes are a subset of TOML's once DEL is escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_scalar(item) for item in value) + "]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(str(key))} = {_scalar(item)}" for key, item in value.items())
        return "{ " + inside + " }" if inside else "{}"
    return _quote(str(value))
