"""Three type steps that scale with the system font, with tabular numbers and CJK glyphs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

Step = Literal["s", "m", "l"]

PIXELS: dict[Step, int] = {"s": 12, "m": 13, "l": 24}
LINE_HEIGHTS: dict[Step, int] = {"s": 16, "m": 20, "l": 32}
# The system's family stands between Inter and these; Qt skips what is not installed.
CJK = ("Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei", "PingFang SC", "Microsoft YaHei")

# Letters of Chinese, Japanese and Korean, with their punctuation and full-width forms.
_CJK_LETTER = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_SCALE_PROPERTY = "reviewerFontScale"


def scale() -> float:
    """System text size over the 10 pt that the tokens were drawn for."""
    app = QGuiApplication.instance()
    value = app.property(_SCALE_PROPERTY) if app is not None else None
    return float(value) if value else 1.0


def scaled(pixels: float) -> int:
    """A length of the tokens at the person's text size."""
    return round(pixels * scale())


def line_height(step: Step) -> int:
    """Distance between two baselines."""
    return scaled(LINE_HEIGHTS[step])


def font(step: Step = "m", *, bold: bool = False) -> QFont:
    """The font of one step; bold is 600, there is no third weight."""
    return QFont(_font(step, bold, scale()))


def for_words(given: QFont, words: str) -> QFont:
    """The font, heavier where its Chinese letters would not be bold otherwise.

    Qt thickens the letters of a family without a bold from 700 on, not at our 600: a question
    would lose its weight, and keep it in the digits alone.
    """
    is_bold = given.weight() == QFont.Weight.DemiBold
    if not is_bold or words.isascii() or not _CJK_LETTER.search(words) or _has_bold_cjk():
        return given
    made = QFont(given)
    made.setWeight(QFont.Weight.Bold)
    return made


def mono(*, bold: bool = False) -> QFont:
    """The font of code: the system's own, every character as wide as the others."""
    made = font("m", bold=bold)
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    made.setFamilies([fixed, "DejaVu Sans Mono", "Menlo", "Consolas", *CJK])
    made.setStyleHint(QFont.StyleHint.Monospace)
    made.setFixedPitch(True)
    return made


def metrics(step: Step = "m", *, bold: bool = False) -> QFontMetricsF:
    """Metrics of the font of one step."""
    return QFontMetricsF(_font(step, bold, scale()))


def width(text: str, step: Step = "m", *, bold: bool = False) -> int:
    """Whole pixels that a text needs, rounded up."""
    chosen = for_words(_font(step, bold, scale()), text)
    return int(QFontMetricsF(chosen).horizontalAdvance(text) + 0.999)


def application_font(app: QGuiApplication) -> QFont:
    """Step m; remembers the system's text size on the application the first time."""
    if app.property(_SCALE_PROPERTY) is None:
        set_scale(app, _system_scale())
    return font("m")


def set_scale(app: QGuiApplication, value: float) -> None:
    """How much larger than 10 pt texts are; apply the theme again afterwards."""
    app.setProperty(_SCALE_PROPERTY, float(value))


def _system_scale() -> float:
    points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    screen = QGuiApplication.primaryScreen()
    dots = screen.logicalDotsPerInchY() if screen is not None else 96.0
    # 10 pt at 96 dpi. Bare desktops answer 9 pt, which no person chose: 11-px labels are tiring.
    return min(4.0, max(1.0, points * dots / 960.0))


@lru_cache(maxsize=64)
def _font(step: Step, bold: bool, factor: float) -> QFont:
    made = QFont()
    made.setFamilies(list(_families()))
    made.setPixelSize(max(1, round(PIXELS[step] * factor)))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("tnum"), 1)
    # A name is shown as it is on the disk: not 8×8 for 8x8, nor → for ->.
    made.setFeature(QFont.Tag("calt"), 0)
    if step == "l":
        made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 98.0)
    return made


@lru_cache(maxsize=1)
def _has_bold_cjk() -> bool:
    """Whether the family that Chinese letters come from has a bold; without one Qt chooses."""
    found = next((name for name in _families() if name in CJK), "")
    styles = QFontDatabase.styles(found) if found else []
    return not found or any(
        QFontDatabase.weight(found, style) >= QFont.Weight.DemiBold for style in styles
    )


@lru_cache(maxsize=1)
def _families() -> tuple[str, ...]:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).families()
    names = ["Inter", "Inter Variable", *system, *CJK, "DejaVu Sans"]
    installed = set(QFontDatabase.families())
    return tuple(dict.fromkeys(name for name in names if name in installed)) or ("sans-serif",)
