"""The person's settings, for the rooms above the store."""

from __future__ import annotations

from typing import Any

import msgspec

from reviewer.store.settings import Settings, load_settings, save_settings, with_recent

__all__ = ["Settings", "changed", "load_settings", "save_settings", "with_recent"]


def changed(settings: Settings, **values: Any) -> Settings:  # noqa: ANN401 - any setting
    """The settings with some values replaced."""
    return msgspec.structs.replace(settings, **values)
