"""Which fonts the system offers for drawings: a plain one, a fixed-width one, a Chinese one."""

from __future__ import annotations

import functools
import shutil
import sys
from dataclasses import dataclass

from reviewer.process.runner import StartError, run

NO_CJK = (
    "No font with Chinese characters is installed: Chinese labels show as boxes or not at all. "
    "Install fonts-noto-cjk or fonts-wqy-microhei and open the task again."
)


@dataclass(frozen=True, slots=True)
class Fonts:
    """Family names; an empty one is not installed, None is not known."""

    plain: str
    monospace: str
    chinese: str | None

    @property
    def problem(self) -> str:
        """What a person should know before judging labels; empty when all is well."""
        return NO_CJK if self.chinese == "" else ""


_BUILT_IN = {
    "win32": Fonts("Segoe UI", "Consolas", "Microsoft YaHei"),
    "darwin": Fonts("Helvetica Neue", "Menlo", "PingFang SC"),
}


@functools.cache
def installed_fonts() -> Fonts:
    """Ask fontconfig once; Windows and macOS always bring the fonts named here."""
    if sys.platform in _BUILT_IN:
        return _BUILT_IN[sys.platform]
    if shutil.which("fc-match") is None:
        return Fonts("DejaVu Sans", "DejaVu Sans Mono", None)
    return Fonts(
        plain=_ask(["fc-match", "-f", "%{family[0]}", "sans-serif"]),
        monospace=_ask(["fc-match", "-f", "%{family[0]}", "monospace"]),
        chinese=_ask(["fc-list", "-f", "%{family[0]}\n", ":lang=zh-cn"]),
    )


def _ask(command: list[str]) -> str:
    try:
        finished = run(command, timeout=20, memory_limit=None, output_limit=1 << 20, env=None)
    except StartError:
        # Removed since it was looked up: the same as no answer.
        return ""
    lines = finished.stdout.decode("utf-8", errors="replace").splitlines()
    return lines[0].strip() if lines else ""
