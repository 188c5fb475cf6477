"""The library of photographs that tasks are made from: `manifest.json` and its `assets`."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.model.failure import told
from reviewer.store import files

_LIMIT = 64 * 1024 * 1024
_UP = 4


@dataclass(frozen=True, slots=True)
class Asset:
    """One picture of the library; `path` is where it lies on this disk."""

    path: Path
    domain: str
    category: str
    tags: tuple[str, ...]


def read_manifest(path: Path) -> tuple[Asset, ...]:
    """All assets of a manifest; FileError where it is none."""
    try:
        document = json.loads(files.read_bytes(path, limit=_LIMIT).decode("utf-8-sig"))
        rows = document["assets"]
        return tuple(
            Asset(
                _place(path, str(row["path"])),
                str(row.get("domain", "")),
                str(row.get("category", "")),
                tuple(str(tag) for tag in row.get("tags", ())),
            )
            for row in rows
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise files.FileError(
            path,
            f"it is not a manifest ({told(error).rstrip('.')})",
            'It holds {"assets": [{"path", "domain", "category", "tags"}, …]}.',
        ) from error


def _place(manifest: Path, name: str) -> Path:
    """Where an asset lies: its path counts from the manifest's folder or one of those above."""
    above = [manifest.absolute().parent, *manifest.absolute().parents][: _UP + 1]
    places = [parent / name for parent in above]
    return next((place for place in places if place.is_file()), places[0])


def matching(
    assets: Sequence[Asset], *, domain: str = "", category: str = "", tags: Sequence[str] = ()
) -> list[Asset]:
    """The assets of a domain and category that have any of the tags."""
    return [
        asset
        for asset in assets
        if (not domain or asset.domain == domain)
        and (not category or asset.category == category)
        and (not tags or any(tag in asset.tags for tag in tags))
    ]


def pick(assets: Sequence[Asset], *, seed: int | None) -> Asset | None:
    """One of them at random; the same for the same seed. None where there is none."""
    return random.Random(seed).choice(list(assets)) if assets else None
