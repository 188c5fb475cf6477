"""No sign of a written sheet is drawn as the box that stands for what a font does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import ImageFont

import reviewer
from reviewer.overlays import lettering as subject
from reviewer.overlays.lettering import lettering

PACKAGE = Path(reviewer.__file__).parent
NOWHERE = "\U0010ffff"
CHINESE = "文字可读 海报"


def said(room: str) -> Iterator[tuple[str, str]]:
    """Every text that the code of a room holds, with the file it stands in."""
    for path in sorted((PACKAGE / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path.name, node.value


def boxes(font: subject.Font, words: str) -> str:
    """The signs that this font draws as it draws a sign that no font has."""
    box = font.getmask(NOWHERE)
    return "".join(
        sign
        for sign in dict.fromkeys(words)
        if not sign.isspace() and (font.getmask(sign).size, bytes(font.getmask(sign)))
        == (box.size, bytes(box))
    )  # fmt: skip


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer on which no font is installed."""
    monkeypatch.setattr(subject, "_installed", lambda name, size: None)
    lettering.cache_clear()
    yield
    lettering.cache_clear()


def test_the_font_of_pillow_alone_would_draw_boxes() -> None:
    assert boxes(ImageFont.load_default(12), "small, 9–32 · × ≥ −") == "–×≥−"


@pytest.mark.parametrize("words", ["small, 9–32  8 086 px", "ΔE ≥ 2 − 3 × 4…", "10 µm ≤ 0.5 °"])
def test_signs_of_measures_are_drawn(words: str) -> None:
    font, drawn = lettering(words, 12)
    assert boxes(font, drawn) == ""


def test_words_side_by_side_have_one_font() -> None:
    fonts = {id(lettering(words, 12)[0]) for words in ("small, 9–32", "large, over 32", "a × b")}
    assert len(fonts) == 1


def test_a_recipe_leaves_the_font_of_pillow_only_for_signs_that_it_lacks() -> None:
    assert lettering("Title", 20, own_first=True)[0] is subject._own(20)
    font, drawn = lettering("9–32", 20, own_first=True)
    assert boxes(font, drawn) == ""


def test_plain_signs_stand_in_where_no_font_has_them(no_fonts: None) -> None:
    assert lettering("small, 9–32", 12)[1] == "small, 9-32"
    assert lettering("a ≥ b − 1 × 2\u202f000…", 12)[1] == "a >= b - 1 x 2 000…"
    font, drawn = lettering(CHINESE, 12)
    assert drawn == "???? ??"
    assert boxes(font, drawn) == ""


@pytest.mark.parametrize("room", ["kinds", "overlays", "metrics"])
def test_what_the_kinds_say_is_drawn_without_any_font_installed(no_fonts: None, room: str) -> None:
    for file, words in said(room):
        plain = "".join(sign for sign in dict.fromkeys(words) if ord(sign) < 0x2E7F)
        font, drawn = lettering(plain, 12)
        assert boxes(font, drawn) == "", (file, words)
        assert drawn.count("?") == plain.count("?"), (file, words)


def test_chinese_is_drawn_where_a_font_for_it_is_installed() -> None:
    if all(subject._installed(name, 12) is None for name in subject._FONTS[6:]):
        pytest.skip("no font with Chinese is installed")
    font, drawn = lettering(f"{CHINESE} 9–32", 12)
    assert drawn.startswith(CHINESE)
    assert boxes(font, drawn) == ""
