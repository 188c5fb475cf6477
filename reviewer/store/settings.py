"""What a person chose, kept between runs; a broken file is kept aside, never lost."""

from __future__ import annotations

import getpass
import json
import os
import re
import secrets
import threading
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import platformdirs
from msgspec import Meta

from reviewer.model.address import HOLDS_SECRET, holds_secret, without_secret
from reviewer.store import files

APP = "reviewer"
_FILE = "settings.json"
_LIMIT = 4 * 1024 * 1024
_RECENT = 12
_SHOWN = 40
_Struct = TypeVar("_Struct", bound=msgspec.Struct)
_Value = TypeVar("_Value")

# What the list can be sorted by, as the session's queue knows it.
Sort = Literal["folder", "id", "headline", "margin", "status", "kind", "flags", "seconds"]
_ADDRESS = re.compile(rb'("base_url"\s*:\s*)("(?:[^"\\]|\\.)*")', re.DOTALL)
_writing = threading.Lock()


class JudgeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a judge is asked; `key_variable` names the environment variable with the key."""

    base_url: str = "https://openrouter.ai/api/v1"
    model: str = "qwen/qwen2.5-vl-72b-instruct"
    key_variable: str = "OPENROUTER_API_KEY"
    timeout: Annotated[float, Meta(ge=1, le=3600)] = 120.0
    attempts: Annotated[int, Meta(ge=1, le=6)] = 6
    requests_per_minute: Annotated[float, Meta(ge=1, le=10_000)] = 60.0


class KnownFolder(msgspec.Struct, frozen=True, kw_only=True):
    """What was known of a folder when it was left: how far its tasks were, and on which day."""

    done: int
    total: int
    day: str
    begun: int = 0


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults."""

    author: str = ""
    installation: str = ""
    recent: tuple[str, ...] = ()
    folders: dict[str, KnownFolder] = msgspec.field(default_factory=dict)
    last_task: dict[str, str] = msgspec.field(default_factory=dict)
    theme: Literal["system", "light", "dark"] = "system"
    more_contrast: bool = False
    canvas: Literal[-1, 0, 1] = 0
    palette: Literal["documented", "safe"] = "documented"
    blind: bool = False
    languages: Literal["both", "en", "zh"] = "both"
    reading: Literal["seen", "raw"] = "seen"
    keep_zoom: bool = True
    jump_to_next_item: bool = True
    zoom_to_evidence: bool = False
    key_profile: Literal["arrows", "letters"] = "arrows"
    keys: dict[str, str] = msgspec.field(default_factory=dict)
    saved_filters: dict[str, str] = msgspec.field(default_factory=dict)
    sort: Sort = "folder"
    list_width: Annotated[int, Meta(ge=0, le=800)] = 0
    drawer_height: Annotated[int, Meta(ge=0, le=2000)] = 0
    picture_memory: Annotated[int, Meta(ge=64 * 1024**2)] = 1024**3
    known_hashes: str = ""
    detector: str = ""
    detector_labels: str = ""
    window: str = ""
    judge: JudgeSettings = JudgeSettings()


def config_folder() -> Path:
    """Where settings live."""
    return Path(platformdirs.user_config_dir(APP))


def data_folder() -> Path:
    """Where the logs of read-only folders live."""
    return Path(platformdirs.user_data_dir(APP))


def cache_folder() -> Path:
    """Where measurements and unpacked archives are kept; may be deleted at any time."""
    return Path(platformdirs.user_cache_dir(APP))


def state_folder() -> Path:
    """Where locks and the undo journal live."""
    return Path(platformdirs.user_state_dir(APP))


def load_settings() -> tuple[Settings, str]:
    """The settings, and what in their file could not be used; nothing is written."""
    path = config_folder() / _FILE
    note = ""
    settings = Settings()
    if path.exists():
        try:
            data = files.read_bytes(path, limit=_LIMIT)
            settings, faults = _fitted(msgspec.json.decode(data, type=dict[str, Any]), Settings())
            settings, more = _without_secret(settings)
            faults += more
            note = f"{path}: {'; '.join(faults)}." if faults else ""
        except (msgspec.DecodeError, RecursionError) as error:
            note = f"{path}: the settings cannot be read ({error}). Defaults are used."
        except files.FileError as error:
            note = f"{error} Defaults are used."
    return _complete(settings), note


def put_aside() -> str:
    """Keep a settings file that cannot be used as it was, and what is to be told of it: both once.

    The next change of a setting writes the file anew, and only one copy is ever kept.
    """
    note = load_settings()[1]
    if not note:
        return ""
    path = config_folder() / _FILE
    aside = path.with_suffix(".broken.json")
    try:
        data = _scrubbed(files.read_bytes(path, limit=_LIMIT))
        if aside.exists() and files.read_bytes(aside, limit=_LIMIT) == data:
            return ""
        files.replace_bytes(aside, data)
    except files.FileError as error:
        return note if str(error) in note else f"{note} No copy of the file was kept: {error}"
    return f"{note} The file as it was is kept as {aside.name}."


def _fitted(document: dict[str, Any], plain: _Struct) -> tuple[_Struct, list[str]]:
    """The settings with every value that fits; of one that does not, what is used instead."""
    values: dict[str, Any] = {}
    faults: list[str] = []
    for field in msgspec.structs.fields(plain):
        if field.name not in document:
            continue
        given, usual = document[field.name], getattr(plain, field.name)
        if isinstance(usual, msgspec.Struct) and isinstance(given, dict):
            values[field.name], inner = _fitted(given, usual)
            faults += [f"{field.name}.{fault}" for fault in inner]
            continue
        try:
            values[field.name] = msgspec.convert(given, type=field.type)
        except msgspec.ValidationError:
            shown, instead = (
                msgspec.json.encode(value).decode()[:_SHOWN] for value in (given, usual)
            )
            faults.append(f"{field.name} cannot be {shown}, so {instead} is used")
    return msgspec.structs.replace(plain, **values), faults


def _without_secret(settings: Settings) -> tuple[Settings, list[str]]:
    """The settings with the bare address of the judge, and what was wrong with it, unsaid itself.

    Never another server in its place: pictures go there.
    """
    held = settings.judge.base_url
    if not held or not holds_secret(held):
        return settings, []
    plain = without_secret(held)
    judge = msgspec.structs.replace(settings.judge, base_url=plain)
    said = f"judge.base_url: {HOLDS_SECRET}; {json.dumps(plain)} is used"
    return msgspec.structs.replace(settings, judge=judge), [said]


def _scrubbed(data: bytes) -> bytes:
    """A settings file without what an address of a judge may hold beside the address."""

    def bare(found: re.Match[bytes]) -> bytes:
        try:
            held = json.loads(found[2])
        except ValueError:
            held = "@"  # it cannot be told what it is
        if not held or not holds_secret(held):
            return found[0]
        return found[1] + json.dumps(without_secret(held)).encode()

    return _ADDRESS.sub(bare, data)


def _complete(settings: Settings) -> Settings:
    settings = _with_whole_paths(settings)
    author = settings.author or _login()
    installation = settings.installation or secrets.token_hex(2)
    if (author, installation) == (settings.author, settings.installation):
        return settings
    return msgspec.structs.replace(settings, author=author, installation=installation)


def _with_whole_paths(settings: Settings) -> Settings:
    """The settings without folders that are named from wherever the program was started once."""
    recent = dict.fromkeys(
        os.path.normpath(name) for name in settings.recent if os.path.isabs(name)
    )
    return msgspec.structs.replace(
        settings,
        recent=tuple(recent),
        folders=_whole(settings.folders),
        last_task=_whole(settings.last_task),
    )


def _whole(known: dict[str, _Value]) -> dict[str, _Value]:
    return {os.path.normpath(name): each for name, each in known.items() if os.path.isabs(name)}


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user: containers run under bare numbers
        return "reviewer"


def save_settings(settings: Settings) -> None:
    """Write the settings, replacing the file at once."""
    with _writing:
        _put(settings)


def _put(document: object) -> None:
    data = _scrubbed(msgspec.json.format(msgspec.json.encode(document), indent=2))
    files.replace_bytes(config_folder() / _FILE, data + b"\n")


def note_last_task(folder: Path, task_id: str) -> None:
    """Write which task of a folder was open last and nothing else; no file is made for it.

    Another window may have written other settings meanwhile: they stay.
    """
    path = config_folder() / _FILE
    with _writing:
        if not path.exists():
            return
        try:
            document = msgspec.json.decode(
                files.read_bytes(path, limit=_LIMIT), type=dict[str, Any]
            )
        except (msgspec.DecodeError, RecursionError):
            return  # it is put aside and written anew with the next change of a setting
        known = document.get("last_task")
        noted = known if isinstance(known, dict) else {}
        if noted.get(folder_name(folder)) != task_id:
            _put({**document, "last_task": {**noted, folder_name(folder): task_id}})


def folder_name(folder: Path) -> str:
    """The one name by which a folder is remembered: whole, its links as they were given."""
    # What lies above a link's target is not what lies above the link.
    return os.path.realpath(folder) if ".." in folder.parts else os.path.abspath(folder)


def without_recent(settings: Settings, folder: Path) -> Settings:
    """The settings without this folder among the recent ones."""
    name = folder_name(folder)
    recent = tuple(other for other in settings.recent if other != name)
    return msgspec.structs.replace(settings, recent=recent)


def with_recent(settings: Settings, folder: Path) -> Settings:
    """The settings with this folder first among the recent ones."""
    name = folder_name(folder)
    recent = (name, *(other for other in settings.recent if other != name))[:_RECENT]
    last = {known: task for known, task in settings.last_task.items() if known in recent}
    return msgspec.structs.replace(settings, recent=recent, last_task=last)
