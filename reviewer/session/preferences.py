"""The person's settings, for the rooms above the store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from reviewer.store.settings import (
    JudgeSettings,
    KnownFolder,
    Settings,
    load_settings,
    save_settings,
    with_recent,
)

__all__ = [
    "KnownFolder",
    "Settings",
    "changed",
    "changed_judge",
    "load_settings",
    "save_settings",
    "with_recent",
]


def changed_judge(settings: Settings, values: Mapping[str, Any]) -> JudgeSettings:
    """How the judge is asked, with some values replaced."""
    return msgspec.structs.replace(settings.judge, **values)


def changed(settings: Settings, **values: Any) -> Settings:  # noqa: ANN401 - any setting
    """The settings with some values replaced."""
    return msgspec.structs.replace(settings, **values)
