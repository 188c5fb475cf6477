"""Words on written pictures: in a font that has their signs, or in plain signs that it has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

# By their usual file names: first those with the signs of measures, then those that hold
# Chinese, Japanese and Korean. The font that comes with Pillow has little beyond Latin letters.
_FONTS = (
    "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf", "segoeui.ttf",
    "Arial.ttf", "arial.ttf", "NotoSansCJK-Regular.ttc", "NotoSansSC-Regular.otf",
    "SourceHanSansSC-Regular.otf", "wqy-microhei.ttc", "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf", "msyh.ttc", "simsun.ttc", "PingFang.ttc", "Hiragino Sans GB.ttc",
    "STHeiti Light.ttc",
)  # fmt: skip
# In ASCII, which every font has.
_PLAIN = {
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", "≥": ">=", "≤": "<=", "≠": "!=",
    "≈": "~", "…": "...", "→": "->", "←": "<-", "↔": "<->", "·": "-", "•": "-", "Δ": "delta ",
    "μ": "u", "µ": "u", "°": " deg", "±": "+-", "“": '"', "”": '"', "‘": "'", "’": "'", "′": "'",
    "″": '"', "\u2009": " ", "\u202f": " ", "\u00a0": " ", "²": "2", "³": "3", "½": "1/2",
    "✓": "yes", "✔": "yes", "✅": "yes",
    "✗": "no", "✕": "x", "✘": "no", "❌": "no", "ﬁ": "fi", "ﬂ": "fl", "σ": "sigma", "√": "root ",
    "⟨": "<", "⟩": ">",
}  # fmt: skip
_UNKNOWN = "?"
# No font has a sign for it: what it draws is the box for signs that it does not have.
_NOWHERE = "\U0010ffff"


@lru_cache(maxsize=256)
def lettering(words: str, size: int, *, own_first: bool = False) -> tuple[Font, str]:
    """A font of this size that has every sign of the words, and the words as it can draw them.

    Where no font has all, it is the one that lacks the fewest, with plainer signs for the rest.
    Words that stand side by side look alike in the first font that is installed; with `own_first`
    Latin words look alike on every computer, in the font that comes with Pillow.
    """
    best: Font | None = None
    lacks = words
    for font in _fonts(size, own_first=own_first):
        missing = _missing(font, size, words)
        if not missing:
            return font, words
        if best is None or len(missing) < len(lacks):
            best, lacks = font, missing
    assert best is not None
    return best, "".join(_drawable(best, size, sign) for sign in words)


def _fonts(size: int, *, own_first: bool) -> Iterator[Font]:
    if own_first:
        yield _own(size)
    for name in _FONTS:
        font = _installed(name, size)
        if font is not None:
            yield font
    yield _own(size)


@lru_cache(maxsize=16)
def _own(size: int) -> Font:
    return ImageFont.load_default(size)


@lru_cache(maxsize=128)
def _installed(name: str, size: int) -> Font | None:
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        # Not installed here: the next family may be.
        return None


def _missing(font: Font, size: int, words: str) -> str:
    return "".join(sign for sign in dict.fromkeys(words) if not _has(font, size, sign))


@lru_cache(maxsize=4096)
def _has(font: Font, size: int, sign: str) -> bool:
    """True when the font has this sign: it draws something else than the box for what it lacks."""
    if sign.isascii() or sign.isspace():
        return sign.isprintable() and sign.isascii()
    return _drawn(font, size, sign) != _drawn(font, size, _NOWHERE)


@lru_cache(maxsize=4096)
def _drawn(font: Font, size: int, sign: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(sign)
    return mask.size, bytes(mask)


def _drawable(font: Font, size: int, sign: str) -> str:
    if _has(font, size, sign):
        return sign
    return _PLAIN.get(sign, _UNKNOWN if sign.isprintable() else " ")
