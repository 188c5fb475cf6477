"""The samples as a copy of the user's: reviewing them changes no file of the program."""

from __future__ import annotations

import shutil
from pathlib import Path

from reviewer.store import files, resources
from reviewer.store.settings import data_folder


def copied_samples(into: Path | None = None) -> Path:
    """Copy the samples that are not there yet, and return the folder; reviews in it are kept."""
    source = resources.path("samples")
    target = into or data_folder() / "samples"
    try:
        for item in sorted(source.rglob("*")):
            place = target / item.relative_to(source)
            if item.is_dir():
                place.mkdir(parents=True, exist_ok=True)
            elif not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(item, place)
    except OSError as error:
        raise files.file_error(target, error) from error
    return target
