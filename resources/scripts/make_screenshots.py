"""Make the screenshots of the README from the samples, without a display.

Run: python resources/scripts/make_screenshots.py
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
TARGET = HERE / "docs" / "screenshots"
SHOTS = (
    # name, size, theme, task, what is done before the picture is taken
    ("desk_dark", (1600, 900), "dark", "astronaut_poster", ()),
    ("sheet_light", (1600, 900), "light", "rocket_contrast", ("mode-sheet",)),
    ("what_if_light", (1600, 900), "light", "astronaut_poster", ("show-what-if",)),
    ("small_dark", (1093, 614), "dark", "astronaut_poster", ()),
)


def use_own_folders(home: Path) -> None:
    """Settings, cache and state of the pictures are nobody's."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for name in ("CONFIG", "CACHE", "STATE", "DATA"):
        os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())


def shoot(folder: Path) -> None:
    """One window a screenshot, each on the same copy of the samples."""
    from reviewer.ui.portrait import Sitting

    TARGET.mkdir(parents=True, exist_ok=True)
    for name, size, scheme, task, acts in SHOTS:
        sitting = Sitting(folder, size=size, scheme=scheme, author="ann")
        sitting.show(task, acts)
        sitting.save(TARGET / f"{name}.png")
        sitting.close()


def main() -> None:
    """Make all screenshots anew."""
    with tempfile.TemporaryDirectory() as home:
        use_own_folders(Path(home))
        folder = Path(home) / "samples"
        shutil.copytree(HERE / "samples", folder)
        shoot(folder)


if __name__ == "__main__":
    main()
