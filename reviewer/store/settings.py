"""What a person chose, kept between runs; a broken file is kept aside, never lost."""

from __future__ import annotations

import getpass
import os
import secrets
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs

from reviewer.store import files

APP = "reviewer"
_FILE = "settings.json"
_LIMIT = 4 * 1024 * 1024
_RECENT = 12


class JudgeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a judge is asked; `key_variable` names the environment variable with the key."""

    base_url: str = "https://openrouter.ai/api/v1"
    model: str = "qwen/qwen2.5-vl-72b-instruct"
    key_variable: str = "OPENROUTER_API_KEY"
    timeout: float = 120.0
    attempts: int = 6
    requests_per_minute: float = 60.0


class KnownFolder(msgspec.Struct, frozen=True, kw_only=True):
    """What was known of a folder when it was left: how far its tasks were, and on which day."""

    done: int
    total: int
    day: str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults."""

    author: str = ""
    installation: str = ""
    recent: tuple[str, ...] = ()
    folders: dict[str, KnownFolder] = msgspec.field(default_factory=dict)
    last_task: dict[str, str] = msgspec.field(default_factory=dict)
    theme: Literal["system", "light", "dark"] = "system"
    more_contrast: bool = False
    reduce_motion: bool = False
    canvas: int = 0
    palette: Literal["documented", "safe"] = "documented"
    blind: bool = False
    languages: Literal["both", "en", "zh"] = "both"
    language: str = "en"
    reading: Literal["seen", "raw"] = "seen"
    keep_zoom: bool = True
    jump_to_next_item: bool = True
    zoom_to_evidence: bool = False
    key_profile: Literal["arrows", "letters"] = "arrows"
    keys: dict[str, str] = msgspec.field(default_factory=dict)
    saved_filters: dict[str, str] = msgspec.field(default_factory=dict)
    sort: str = "folder"
    list_width: int = 0
    picture_memory: int = 1024**3
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
    """The settings, and a note when the file was broken and had to be put aside.

    The note comes until settings are saved again: the command that finds them broken first may be
    one whose words nobody reads.
    """
    path = config_folder() / _FILE
    note = ""
    aside = path.with_suffix(".broken.json")
    settings = Settings()
    if path.exists():
        try:
            settings = msgspec.json.decode(files.read_bytes(path, limit=_LIMIT), type=Settings)
        except (msgspec.DecodeError, files.FileError) as error:
            note = f"{path}: the settings cannot be read ({error}). Defaults are used"
            try:
                os.replace(path, aside)
                note += f"; the file is kept as {aside.name}."
            except OSError as failure:
                note += f"; it could not be put aside ({failure.strerror})."
    elif aside.exists():
        note = (
            f"{aside}: these settings could not be read and were put aside. Defaults are used; "
            "change a setting in the window to begin anew, or correct the file and rename it to "
            f"{path.name}."
        )
    return _complete(settings), note


def _complete(settings: Settings) -> Settings:
    author = settings.author or _login()
    installation = settings.installation or secrets.token_hex(2)
    if (author, installation) == (settings.author, settings.installation):
        return settings
    return msgspec.structs.replace(settings, author=author, installation=installation)


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user: containers run under bare numbers
        return "reviewer"


def save_settings(settings: Settings) -> None:
    """Write the settings, replacing the file at once."""
    data = msgspec.json.format(msgspec.json.encode(settings), indent=2)
    files.replace_bytes(config_folder() / _FILE, data + b"\n")


def with_recent(settings: Settings, folder: Path) -> Settings:
    """The settings with this folder first among the recent ones."""
    name = str(folder)
    recent = (name, *(other for other in settings.recent if other != name))[:_RECENT]
    return msgspec.structs.replace(settings, recent=recent)
