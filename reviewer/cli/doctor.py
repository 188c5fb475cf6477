"""Say what this machine has and lacks, and the command that brings it."""

from __future__ import annotations

import argparse
import ctypes.util
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from reviewer import __version__
from reviewer.cli.text import table, write

_PACKAGES = (
    "PySide6-Essentials", "Pillow", "numpy", "opencv-python-headless", "scikit-image", "scipy",
    "lxml", "msgspec", "filelock", "platformdirs", "httpx", "resvg-py", "pyqtgraph", "PyYAML",
)  # fmt: skip
_EXTRAS = (("av", "av", "AV1 clips"), ("rapidocr", "ocr", "text in pictures"),
           ("onnxruntime", "detect", "object detectors"))  # fmt: skip
_OFFSCREEN = {
    "GL": "libgl1", "EGL": "libegl1", "glib-2.0": "libglib2.0-0", "dbus-1": "libdbus-1-3",
    "fontconfig": "libfontconfig1", "freetype": "libfreetype6", "xkbcommon": "libxkbcommon0",
}  # fmt: skip
_XCB = {
    "xcb-cursor": "libxcb-cursor0", "xcb-icccm": "libxcb-icccm4", "xcb-image": "libxcb-image0",
    "xcb-keysyms": "libxcb-keysyms1", "xcb-randr": "libxcb-randr0",
    "xcb-render-util": "libxcb-render-util0", "xcb-shape": "libxcb-shape0",
    "xcb-sync": "libxcb-sync1", "xcb-xfixes": "libxcb-xfixes0", "xcb-xkb": "libxcb-xkb1",
    "xkbcommon-x11": "libxkbcommon-x11-0", "X11-xcb": "libx11-xcb1",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: fine, missing but not needed, or missing and needed."""

    name: str
    state: str
    detail: str
    remedy: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    """`reviewer doctor` has no options."""


def run(args: argparse.Namespace) -> int:
    """Print all findings; exit 2 when something needed is missing."""
    findings = list(look())
    for line in table([(f.state, f.name, f.detail) for f in findings]):
        write(line)
    remedies = list(dict.fromkeys(f.remedy for f in findings if f.remedy))
    if remedies:
        write()
        write("To bring what is missing:")
        for remedy in remedies:
            write(f"  {remedy}")
    return 2 if any(f.state == "missing" for f in findings) else 0


def look() -> Iterator[Finding]:
    """Everything that the program needs or can use."""
    yield Finding("reviewer", "fine", __version__)
    yield Finding("Python", "fine", f"{platform.python_version()} on {platform.platform()}")
    yield from _packages()
    yield from _libraries("Qt without a display", _OFFSCREEN, needed=True)
    if sys.platform.startswith("linux"):
        yield from _libraries("Qt on X11", _XCB, needed=False)
        display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
        yield Finding(
            "display",
            "fine" if display else "absent",
            display or "none: `reviewer demo` writes pictures instead of a window",
        )
    yield _qt_survives()
    yield _fonts()
    yield _program("gimp", "GIMP", "opens artifacts, flattens XCF as a reference", "gimp")
    yield _program("tesseract", "tesseract", "reads text in pictures", "tesseract-ocr")
    yield _isolation()


def _packages() -> Iterator[Finding]:
    for name in _PACKAGES:
        try:
            yield Finding(name, "fine", importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield Finding(name, "missing", "not installed", f"pip install '{name}'")
    for name, extra, use in _EXTRAS:
        try:
            yield Finding(name, "fine", f"{importlib.metadata.version(name)} ({use})")
        except importlib.metadata.PackageNotFoundError:
            yield Finding(
                name, "absent", f"not installed ({use})", f"pip install 'reviewer[{extra}]'"
            )


def _libraries(title: str, wanted: dict[str, str], *, needed: bool) -> Iterator[Finding]:
    if not sys.platform.startswith("linux"):
        return
    lacking = [package for name, package in wanted.items() if not ctypes.util.find_library(name)]
    if not lacking:
        yield Finding(title, "fine", f"all {len(wanted)} libraries")
        return
    yield Finding(
        title,
        "missing" if needed else "absent",
        ", ".join(lacking),
        f"sudo apt-get install -y {' '.join(lacking)}",
    )


_PROBE = """
import os
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import qVersion
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
app = QGuiApplication([])
image = QImage(8, 8, QImage.Format.Format_RGB32)
painter = QPainter(image)
for _ in range(20000):
    painter.setPen(QColor(1, 2, 3))
painter.end()
print(qVersion())
"""


def _qt_survives() -> Finding:
    """PySide6 6.12 on Python 3.11 aborts after some thousand painter calls: try, do not guess."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", _PROBE], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Finding("Qt", "missing", f"the probe did not end: {error}")
    if done.returncode == 0:
        return Finding("Qt", "fine", f"{done.stdout.strip()}, 20,000 painter calls survived")
    last = (done.stderr.strip().splitlines() or ["it crashed"])[-1]
    return Finding(
        "Qt",
        "missing",
        f"it does not run here: {last}",
        "pip install 'PySide6-Essentials>=6.10,<6.12'",
    )


def _fonts() -> Finding:
    if shutil.which("fc-list") is None:
        return Finding("Chinese font", "absent", "fontconfig's fc-list is not there to ask")
    done = subprocess.run(
        ["fc-list", ":lang=zh", "family"], capture_output=True, text=True, timeout=30, check=False
    )
    families = sorted({line.split(",")[0] for line in done.stdout.splitlines() if line.strip()})
    if families:
        return Finding("Chinese font", "fine", ", ".join(families[:3]))
    return Finding(
        "Chinese font",
        "absent",
        "Chinese text shows as boxes",
        "sudo apt-get install -y fonts-wqy-microhei",
    )


def _program(command: str, name: str, use: str, package: str) -> Finding:
    where = shutil.which(command)
    if where:
        return Finding(name, "fine", f"{where} ({use})")
    return Finding(name, "absent", f"not on PATH ({use})", f"sudo apt-get install -y {package}")


def _isolation() -> Finding:
    from reviewer.process.isolation import probe_isolation

    found = probe_isolation()
    if found.is_available:
        return Finding("isolation", "fine", "bubblewrap works: a task's own grader runs shut in")
    return Finding("isolation", "absent", found.reason, _isolation_remedy(found.reason))


def _isolation_remedy(reason: str) -> str:
    """What brings isolation: the program, or leave to use it where it is there and refused."""
    if not sys.platform.startswith("linux"):
        return ""
    if shutil.which("bwrap") is None:
        return "sudo apt-get install -y bubblewrap"
    refused = ("namespace", "not permitted", "permission denied", "uid map")
    if not any(word in reason.casefold() for word in refused):
        return ""
    setting = next((each for each in _USER_NAMESPACES if os.path.exists(_proc(each[0]))), None)
    return f"sudo sysctl -w {setting[0]}={setting[1]}" if setting else ""


# What keeps ordinary users from closing a room: Ubuntu's setting, Debian's, everybody's.
_USER_NAMESPACES = (
    ("kernel.apparmor_restrict_unprivileged_userns", 0),
    ("kernel.unprivileged_userns_clone", 1),
    ("user.max_user_namespaces", 15000),
)


def _proc(setting: str) -> str:
    return f"/proc/sys/{setting.replace('.', '/')}"
