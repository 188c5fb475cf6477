"""Tokens of each color scheme, and how they reach the application."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.ui import fonts

_DRESSED = "reviewerFusion"
_Role = QPalette.ColorRole
SchemeChoice = Literal["system", "dark", "light"]

# Anything drawn on a picture is white on near-black, whatever the scheme.
ON_PICTURE = "#ffffff"
UNDER_PICTURE_TEXT = "#101113"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Every chrome color of one scheme, as #rrggbb."""

    name: str
    is_dark: bool
    panel: str
    raised: str
    field: str
    sel2: str
    canvas: str
    line: str
    line2: str
    hover: str
    sel: str
    text: str
    text2: str
    text3: str
    accent: str
    accentfill: str
    onaccent: str
    ok: str
    bad: str
    warn: str
    badbg: str
    warnbg: str
    track: str
    barfill: str

    @property
    def trough(self) -> str:
        """Ground of a segmented control."""
        return self.field if self.is_dark else self.sel2


DARK = Tokens(
    name="dark", is_dark=True,
    panel="#1c1d1f", raised="#26282b", field="#131416", sel2="#25282d", canvas="#2b2b2b",
    line="#323438", line2="#43464b", hover="#232528", sel="#1d3150",
    text="#eceef0", text2="#b0b4ba", text3="#8d929a",
    accent="#5b9dff", accentfill="#2f6fdb", onaccent="#ffffff",
    ok="#6cc08b", bad="#ff8577", warn="#e3b04f", badbg="#3a2422", warnbg="#37301f",
    track="#3a3d42", barfill="#9aa0a8",
)  # fmt: skip
LIGHT = Tokens(
    name="light", is_dark=False,
    panel="#fbfbfb", raised="#ffffff", field="#ffffff", sel2="#eef0f3", canvas="#d6d6d6",
    line="#e2e3e5", line2="#c6c9cd", hover="#f2f3f5", sel="#dce9ff",
    text="#1b1d20", text2="#4c5158", text3="#666b73",
    accent="#1d63d8", accentfill="#1d63d8", onaccent="#ffffff",
    ok="#1a7440", bad="#c0322a", warn="#8a5a00", badbg="#fdecea", warnbg="#fdf3dc",
    track="#dfe1e4", barfill="#7b828b",
)  # fmt: skip
DARK_CONTRAST = replace(DARK, name="dark-contrast", line2="#767b83", text3=DARK.text2)
LIGHT_CONTRAST = replace(LIGHT, name="light-contrast", line2="#868b93", text3=LIGHT.text2)
SCHEMES = (DARK, LIGHT, DARK_CONTRAST, LIGHT_CONTRAST)
# The grey around pictures one step darker, as it is, and one step lighter: never tinted.
_CANVASES = {True: {-1: "#1d1d1d", 0: DARK.canvas, 1: "#3a3a3a"},
             False: {-1: "#c4c4c4", 0: LIGHT.canvas, 1: "#e8e8e8"}}  # fmt: skip


def with_canvas(tokens: Tokens, step: int) -> Tokens:
    """The scheme with the grey around pictures darker (-1), as it is (0) or lighter (1)."""
    wanted = _CANVASES[tokens.is_dark][step]
    return tokens if wanted == tokens.canvas else replace(tokens, canvas=wanted)


_BY_PALETTE = {
    (tokens.panel, tokens.line2, tokens.canvas): tokens
    for scheme in SCHEMES
    for tokens in (with_canvas(scheme, step) for step in (-1, 0, 1))
}


def of(widget: QWidget) -> Tokens:
    """The tokens in force for a widget, read from its palette so that a switch needs no signal."""
    palette = widget.palette()
    window = palette.color(QPalette.ColorRole.Window)
    line, canvas = palette.color(_Role.Mid), palette.color(_Role.Shadow)
    found = _BY_PALETTE.get((window.name(), line.name(), canvas.name()))
    if found is not None:
        return found
    return DARK if window.lightness() < 128 else LIGHT


def palette_of(tokens: Tokens) -> QPalette:
    """The palette that Fusion paints with."""
    role = QPalette.ColorRole
    colors = {
        role.Window: tokens.panel, role.WindowText: tokens.text, role.Base: tokens.field,
        role.AlternateBase: tokens.sel2, role.Text: tokens.text, role.Button: tokens.raised,
        role.ButtonText: tokens.text, role.BrightText: tokens.bad, role.Highlight: tokens.sel,
        role.HighlightedText: tokens.text, role.PlaceholderText: tokens.text3,
        role.Link: tokens.accent, role.LinkVisited: tokens.accent, role.Mid: tokens.line2,
        role.Midlight: tokens.hover, role.Light: tokens.raised, role.Dark: tokens.line,
        role.Shadow: tokens.canvas, role.ToolTipBase: tokens.raised, role.ToolTipText: tokens.text,
        role.Accent: tokens.accentfill,
    }  # fmt: skip
    palette = QPalette()
    for each, color in colors.items():
        palette.setColor(each, QColor(color))
    disabled = QColor(tokens.text3)
    disabled.setAlphaF(0.6)
    for each in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, disabled)
    return palette


def style_sheet(tokens: Tokens) -> str:
    """The five rules that Fusion needs beside its palette; all else is painted."""
    pad, item = fonts.scaled(8), f"{fonts.scaled(8)}px {fonts.scaled(10)}px"
    return f"""
QMenuBar {{ background: {tokens.panel}; border-bottom: 1px solid {tokens.line};
  padding: 0 {fonts.scaled(4)}px; }}
QMenuBar::item {{ padding: {item}; background: transparent; }}
QMenuBar::item:selected {{ background: {tokens.hover}; border-radius: 6px; }}
QLineEdit {{ background: {tokens.field}; border: 1px solid {tokens.line2}; border-radius: 6px;
  padding: 0 {pad}px; min-height: {fonts.scaled(26)}px; selection-background-color: {tokens.sel};
  selection-color: {tokens.text}; }}
QLineEdit:focus {{ border: 1px solid {tokens.accent}; }}
"""


def tokens_for(
    app: QApplication, choice: SchemeChoice, *, more_contrast: bool = False, canvas: int = 0
) -> Tokens:
    """The scheme that a choice means on this system now."""
    if choice == "system":
        is_dark = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    else:
        is_dark = choice == "dark"
    if more_contrast or _system_wants_contrast(app):
        return with_canvas(DARK_CONTRAST if is_dark else LIGHT_CONTRAST, canvas)
    return with_canvas(DARK if is_dark else LIGHT, canvas)


def apply(
    app: QApplication, choice: SchemeChoice = "system", *, more_contrast: bool = False,
    canvas: int = 0,
) -> Tokens:  # fmt: skip
    """Dress the application; with "system" it follows the desktop live. Returns the tokens."""
    follower = app.findChild(_Follower) or _Follower(app)
    follower.choice, follower.more_contrast, follower.canvas = choice, more_contrast, canvas
    hints = app.styleHints()
    wanted = {"dark": Qt.ColorScheme.Dark, "light": Qt.ColorScheme.Light}.get(choice)
    follower.is_applying = True
    if wanted is None:
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(wanted)
    follower.is_applying = False
    tokens = tokens_for(app, choice, more_contrast=more_contrast, canvas=canvas)
    _dress(app, tokens)
    return tokens


def _dress(app: QApplication, tokens: Tokens) -> None:
    # Once: with a style sheet Qt names no style, and setting one again deletes the style that
    # Python may still hold, which has crashed.
    if not app.property(_DRESSED):
        app.setStyle("Fusion")
        app.setProperty(_DRESSED, True)
    # Each of these walks over every widget there is: only where something changes.
    font, palette = fonts.application_font(app), palette_of(tokens)
    if app.font() != font:
        app.setFont(font)
    if app.palette() != palette:
        app.setPalette(palette)
    sheet = style_sheet(tokens)
    if app.styleSheet() != sheet:
        app.setStyleSheet(sheet)


def _system_wants_contrast(app: QApplication) -> bool:
    # Qt tells the contrast preference from 6.10 on, and only where the platform has one.
    accessibility: Any = getattr(app.styleHints(), "accessibility", None)
    if accessibility is None:
        return False
    return bool(accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast)


class _Follower(QObject):
    """Re-dresses the application when the desktop switches between light and dark."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.choice: SchemeChoice = "system"
        self.more_contrast, self.canvas = False, 0
        self.is_applying = False
        app.styleHints().colorSchemeChanged.connect(self._switch)

    def _switch(self) -> None:
        app = self.parent()
        if self.is_applying or self.choice != "system" or not isinstance(app, QApplication):
            return
        contrast, canvas = self.more_contrast, self.canvas
        _dress(app, tokens_for(app, "system", more_contrast=contrast, canvas=canvas))


def repaints_on(event: QEvent) -> bool:
    """True for the events after which cached painting is stale."""
    return event.type() in (
        QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.EnabledChange,
        QEvent.Type.StyleChange, QEvent.Type.ApplicationFontChange,
    )  # fmt: skip
