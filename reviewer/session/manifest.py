"""The library of photographs that tasks are made from: `manifest.json` and its `assets`."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.model.failure import told
from reviewer.store import files

_LIMIT = 64 * 1024 * 1024
_UP = 4
_FORM = 'It holds {"assets": [{"path", "domain", "category", "tags"}, …]}.'


@dataclass(frozen=True, slots=True)
class Asset:
    """One picture of the library; `path` is where it lies on this disk."""

    path: Path
    domain: str
    category: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The assets of a library, and in words what is wrong with entries that were left out."""

    assets: tuple[Asset, ...]
    faults: tuple[str, ...] = ()


def read_manifest(path: Path) -> Manifest:
    """The assets of a manifest; a bad entry is a fault, FileError where it is no manifest."""
    try:
        document = json.loads(files.read_bytes(path, limit=_LIMIT).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise files.FileError(
            path, f"it is not a manifest ({told(error).rstrip('.')})", _FORM
        ) from error
    rows = document.get("assets") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        raise files.FileError(path, "it is not a manifest (it has no list of assets)", _FORM)
    assets: list[Asset] = []
    faults: list[str] = []
    for number, row in enumerate(rows, 1):
        found = _asset(path, row)
        if isinstance(found, Asset):
            assets.append(found)
        else:
            faults.append(f"{path}: asset {number} is left out: {found}.")
    if rows and not assets:
        cause = f"it is not a manifest of pictures: {_asset(path, rows[0])}"
        raise files.FileError(path, cause, _FORM)
    return Manifest(tuple(assets), tuple(faults))


def _asset(manifest: Path, row: object) -> Asset | str:
    """One entry, or why it is none."""
    if not isinstance(row, Mapping):
        return "it is not a table"
    name, tags = row.get("path"), row.get("tags", [])
    if not isinstance(name, str) or not name or "\0" in name:
        return "it has no path"
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        return "its tags are not a list of words"
    words = [row.get(key, "") for key in ("domain", "category")]
    if not all(isinstance(word, str) for word in words):
        return "its domain and category are not words"
    place = _place(manifest, name)
    if place is None:
        return f"its path {name!r} leads out of the library"
    return Asset(place, str(words[0]), str(words[1]), tuple(tags))


def _place(manifest: Path, name: str) -> Path | None:
    """Where an asset lies: its path counts from the manifest's folder or one of those above.

    None for a path that leaves the folder it counts from: by itself, or through a link.
    """
    if Path(name).is_absolute() or ".." in Path(name).parts:
        return None
    above = [manifest.absolute().parent, *manifest.absolute().parents][: _UP + 1]
    for parent in above:
        if (parent / name).is_file():
            return parent / name if files.is_inside(parent / name, parent) else None
    return above[0] / name


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
