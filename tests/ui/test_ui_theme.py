"""Schemes, numbers, icons and fonts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QTextLayout
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from reviewer.store import resources
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.theme import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens

ICONS = sorted(path.stem for path in resources.path("icons").glob("*.svg"))
LISTED = {
    "passes", "partial", "fails", "not-judged", "error", "lock", "open", "begun", "done",
    "mode-3up", "mode-one", "mode-swipe", "mode-onion", "mode-difference", "mode-sheet", "link",
    "fit", "search", "chevron-down", "chevron-up", "chevron-left", "chevron-right", "eye",
    "eye-off", "flag", "clock", "folder", "drag", "drop", "undo", "redo", "close", "gear",
    "drawer",
}  # fmt: skip


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, undressed afterwards."""
    yield qapp
    theme.apply(qapp, "light")


def _ratio(one: str, two: str) -> float:
    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        lin = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * lin[0] + 0.7152 * lin[1] + 0.0722 * lin[2]

    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [DARK, LIGHT, DARK_CONTRAST, LIGHT_CONTRAST])
def test_text_is_readable_where_it_is_used(tokens: Tokens) -> None:
    for ground in (tokens.panel, tokens.raised, tokens.sel, tokens.canvas):
        assert _ratio(tokens.text, ground) >= 4.5
        assert _ratio(tokens.text2, ground) >= 4.5
    assert _ratio(tokens.text3, tokens.panel) >= 4.5
    assert _ratio(tokens.onaccent, tokens.accentfill) >= 4.5
    for state in (tokens.ok, tokens.bad, tokens.warn, tokens.accent):
        assert _ratio(state, tokens.panel) >= 4.5
    assert _ratio(tokens.barfill, tokens.track) >= 2.9


def test_contrast_schemes_outline_controls_above_three() -> None:
    for tokens in (DARK_CONTRAST, LIGHT_CONTRAST):
        assert _ratio(tokens.line2, tokens.panel) >= 3.0
        assert tokens.text3 == tokens.text2


def test_canvas_is_neutral_and_colors_are_well_formed() -> None:
    for tokens in theme.SCHEMES:
        canvas = QColor(tokens.canvas)
        assert canvas.red() == canvas.green() == canvas.blue()
        for field in fields(tokens):
            value = getattr(tokens, field.name)
            if isinstance(value, str) and field.name != "name":
                assert re.fullmatch("#[0-9a-f]{6}", value), field.name


def test_a_live_switch_reaches_widgets_and_their_pixels(app: QApplication, qtbot: QtBot) -> None:
    theme.apply(app, "dark")
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(20, 20)
    assert theme.of(widget) is DARK
    assert widget.grab().toImage().pixelColor(10, 10).name() == DARK.panel
    theme.apply(app, "light")
    assert theme.of(widget) is LIGHT
    assert widget.grab().toImage().pixelColor(10, 10).name() == LIGHT.panel
    theme.apply(app, "dark", more_contrast=True)
    assert theme.of(widget) is DARK_CONTRAST


def test_the_system_choice_follows_the_desktop(
    app: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    theme.apply(app, "system")
    # The offscreen platform has no color scheme of its own to switch.
    monkeypatch.setattr(theme, "tokens_for", lambda *_, **__: DARK)
    app.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.of(widget) is DARK
    monkeypatch.undo()
    theme.apply(app, "light")
    monkeypatch.setattr(theme, "tokens_for", lambda *_, **__: DARK)
    app.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.of(widget) is LIGHT, "a choice by hand does not follow"
    monkeypatch.undo()


def test_the_style_sheet_has_five_rules(app: QApplication) -> None:
    assert theme.style_sheet(DARK).count("{") == 5


def test_type_steps_scale_with_the_system_font(app: QApplication) -> None:
    fonts.set_scale(app, 1.0)
    assert [fonts.font(step).pixelSize() for step in ("s", "m", "l")] == [12, 13, 24]
    try:
        fonts.set_scale(app, 1.5)
        assert fonts.font("s").pixelSize() == 18
        assert fonts.scaled(28) == 42
    finally:
        fonts.set_scale(app, 1.0)


def test_digits_are_as_wide_as_each_other(app: QApplication) -> None:
    if "Inter" not in fonts.font().families():
        pytest.skip("Inter is not installed")
    widths = {fonts.metrics("m").horizontalAdvance(digit * 8) for digit in "0123456789"}
    assert max(widths) - min(widths) < 0.01


def test_every_icon_that_the_design_names_exists() -> None:
    assert set(ICONS) >= LISTED


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_every_icon_is_tinted_and_sharp(app: QApplication, ratio: float) -> None:
    for name in ICONS:
        made = icons.pixmap(name, 16, color="#ff0000", knockout="#0000ff", ratio=ratio)
        assert made.width() == round(16 * ratio)
        assert made.devicePixelRatio() == ratio
        image = made.toImage()
        seen = [
            image.pixelColor(x, y)
            for x in range(image.width())
            for y in range(image.height())
            if image.pixelColor(x, y).alpha() > 150
        ]
        assert seen, name
        assert all(color.green() < 40 for color in seen), name
        assert any(color.red() > 200 for color in seen), name
        edge = [image.pixelColor(0, y).alpha() for y in range(image.height())]
        assert max(edge) < 120, f"{name} touches the edge"


def test_only_a_failure_is_filled(app: QApplication) -> None:
    def inked(name: str) -> float:
        image = icons.pixmap(name, 32, color="#000000", ratio=1.0).toImage()
        return sum(image.pixelColor(x, y).alpha() for x in range(32) for y in range(32)) / 255

    filled = inked("fails")
    for name in ("passes", "partial", "not-judged", "error"):
        assert inked(name) < filled * 0.7


def test_a_missing_icon_names_the_file(app: QApplication) -> None:
    with pytest.raises(FileNotFoundError, match=r"no-such-icon\.svg"):
        icons.pixmap("no-such-icon", 16, color="#000000")


def test_icons_paint_where_they_are_told(app: QApplication) -> None:
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    with QPainter(image) as painter:
        icons.paint(painter, "stop", QRectF(20, 20, 16, 16), color="#000000")
    assert image.pixelColor(5, 5) == QColor("#ffffff")
    dark = [
        (x, y) for x in range(40) for y in range(40) if image.pixelColor(x, y).lightness() < 100
    ]
    assert dark
    assert min(x for x, _ in dark) >= 20


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.500"), (1.0, "1.000"), (-0.3, "−0.300"), (-0.0004, "−0.0004"), (None, "—"),
     (0.00002, "0.00002"), (-0.0, "0.000"), (-5e-17, "0.000"), (0.99996, "0.999"),
     (1 - 1e-12, "1.000")],
)  # fmt: skip
def test_headlines(value: float | None, text: str) -> None:
    assert numbers.headline(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.843, ".843"),
        (1.0, "1.000"),
        (-0.049, "−.049"),
        (0.0, ".000"),
        (0.9997, ".999"),
        (-0.0004, "−.0004"),
        (-0.0, ".000"),
    ],
)
def test_credits_inside_a_row(value: float, text: str) -> None:
    assert numbers.credit(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.013, "+.013"), (-0.007, "−.007"), (0.0, "+.000"), (1.25, "+1.250")]
)
def test_margins(value: float, text: str) -> None:
    assert numbers.signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.85, ".85"), (1.0, "1"), (0.9, ".90"), (0.8125, ".8125"), (20, "20")]
)
def test_thresholds(value: float, text: str) -> None:
    assert numbers.threshold(value) == text


def test_counts_and_sizes() -> None:
    assert numbers.count(23803) == "23\u202f803"
    assert numbers.count(412) == "412"
    assert numbers.count(-1234) == "−1\u202f234"
    assert numbers.size(1_940_000) == "1.94 MB"
    assert numbers.size(412) == "412 B"
    assert numbers.size(2_000_000) == "2 MB"
    assert numbers.percent(0.982) == "98.2 %"
    assert numbers.percent(0.002) == ".2 %"
    assert [numbers.percent(share) for share in (0, 1, 0.0004, 0.9996, 0.9994)] == [
        "0 %", "100 %", "under .1 %", "over 99.9 %", "99.9 %"
    ]  # fmt: skip
    assert numbers.percent(0.004, 0) == "under 1 %"
    assert numbers.pixels(1080, 1920) == "1080×1920"


def test_dressing_again_keeps_the_style(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme.apply(qapp, "dark")
    set_again: list[object] = []
    monkeypatch.setattr(QApplication, "setStyle", lambda *given: set_again.append(given))
    theme.apply(qapp, "light")
    theme.apply(qapp, "dark")
    assert not set_again


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_grey_around_pictures_has_three_steps_and_no_tint(
    qapp: QApplication, scheme: theme.SchemeChoice
) -> None:
    seen = []
    for step in (-1, 0, 1):
        theme.apply(qapp, scheme, canvas=step)
        widget = QWidget()
        canvas = QColor(theme.of(widget).canvas)
        assert canvas.red() == canvas.green() == canvas.blue()
        seen.append(canvas.red())
        widget.deleteLater()
    theme.apply(qapp, scheme)
    assert seen == sorted(set(seen))


def glyphs(words: str, *, bold: bool = False) -> list[int]:
    """Which shapes the letters are drawn with."""
    layout = QTextLayout(words, fonts.font("m", bold=bold))
    layout.beginLayout()
    layout.createLine().setLineWidth(1000)
    layout.endLayout()
    return [index for run in layout.glyphRuns() for index in run.glyphIndexes()]


def test_a_name_is_drawn_with_the_letters_that_it_has(app: QApplication) -> None:
    if "Inter" not in fonts.font().families():
        pytest.skip("Inter is not installed: other families change no letters")
    for step in ("s", "m", "l"):
        assert fonts.font(step).featureValue(QFont.Tag("calt")) == 0
    assert glyphs("8x8") == [*glyphs("8"), *glyphs("x"), *glyphs("8")]
    assert glyphs("1->2") == [*glyphs("1"), *glyphs("-"), *glyphs(">"), *glyphs("2")]


@pytest.mark.parametrize("has_bold", [False, True])
def test_a_question_in_chinese_is_as_bold_as_one_in_english(
    has_bold: bool, app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_has_bold_cjk", lambda: has_bold)
    bold, plain = fonts.font("m", bold=True), fonts.font("m")
    heavier = QFont.Weight.DemiBold if has_bold else QFont.Weight.Bold
    for words in ("标题是否清晰?", "第13题", "Is 标题 there?"):
        assert fonts.for_words(bold, words).weight() == heavier
        assert fonts.for_words(plain, words).weight() == QFont.Weight.Normal
        assert fonts.width(words, "m", bold=True) == int(
            QFontMetricsF(fonts.for_words(bold, words)).horizontalAdvance(words) + 0.999
        )
    for words in ("Is the title legible?", "“½ · − × →”"):
        assert fonts.for_words(bold, words).weight() == QFont.Weight.DemiBold
