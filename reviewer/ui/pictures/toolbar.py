"""Modes, what the mode needs, link, fit and zoom; what does not fit moves into the zoom menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import QAction, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from reviewer.session.comparing import TOLERANCE
from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button, DropDown, IconButton, add_choice
from reviewer.ui.widgets.inputs import Slider, Toggle
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.segmented import Segment, Segmented

ZOOMS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
_WIDE, _WORDS, _ICONS = _STYLES = ("wide", "words", "icons")
_PAIRED = ("swipe", "onion", "difference")


class Toolbar(paint.Painted, QWidget):
    """44 px over the pictures."""

    mode_chosen = Signal(str)
    grader_toggled = Signal(bool)
    link_toggled = Signal(bool)
    fit_wanted = Signal()
    zoom_wanted = Signal(float)
    amount_changed = Signal(float)
    tolerance_changed = Signal(int)
    pair_chosen = Signal(str)
    line_up_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.modes = Segmented(self.tr("Compare mode"))
        self.grader = Toggle(self.tr("As the grader saw it"))
        self.pair = DropDown("", self.tr("Compare with"))
        self.word = ElidedLabel("", role="text2")
        self.slider = Slider("", 0, 100)
        self.value = ElidedLabel("", role="text")
        self.link = IconButton("link", self.tr("Linked pan and zoom"), checkable=True)
        self.fit = Button(self.tr("Fit"), key="F", key_as_cap=True)
        self.zoom = DropDown("100 %", self.tr("Zoom"))
        self._mode = ""
        self._is_narrow, self._style = False, ""
        self._count, self._has_sheet = 0, False
        self._others: list[tuple[str, str]] = []
        self._amounts = {"swipe": 50, "onion": 50, "difference": TOLERANCE}
        self._has_nudges = False
        self.link.setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(fonts.scaled(44))
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        pad = fonts.scaled(12)
        layout.setContentsMargins(pad, 0, pad, 1)
        layout.setSpacing(fonts.scaled(8))
        layout.addWidget(self.modes)
        layout.addSpacing(fonts.scaled(8))
        extras: tuple[QWidget, ...] = (self.grader, self.pair, self.word, self.slider, self.value)
        for widget in extras:
            layout.addWidget(widget)
        self.slider.setFixedWidth(fonts.scaled(80))
        self.word.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.value.setFixedWidth(fonts.scaled(40))
        layout.addStretch(1)
        ends: tuple[QWidget, ...] = (self.link, self.fit, self.zoom)
        for widget in ends:
            layout.addWidget(widget)

    def _connect(self) -> None:
        self.modes.changed.connect(self.mode_chosen)
        self.grader.toggled.connect(self.grader_toggled)
        self.link.toggled.connect(self.link_toggled)
        self.fit.clicked.connect(self.fit_wanted)
        self.zoom.menu_wanted.connect(self._fill_zoom_menu)
        self.pair.menu_wanted.connect(self._fill_pair_menu)
        self.slider.valueChanged.connect(self._slide)

    def set_modes(self, *, is_narrow: bool, count: int, has_sheet: bool) -> None:
        """The words of the modes, with icons where there is room."""
        self._is_narrow, self._count, self._has_sheet = is_narrow, count, has_sheet
        self._fit_in()
        self._offer()

    def _offer(self) -> None:
        """Grey the modes that this task has no pictures for."""
        why = self.tr("This task has only one picture.")
        for key in _PAIRED:
            self.modes.set_enabled(key, self._count > 1, why)
        self.modes.set_enabled("sheet", self._has_sheet, self.tr("This task has no 2×2 sheet."))

    def _choose_style(self) -> None:
        """The fullest writing of the modes that fits: a word that is cut says nothing."""
        fixed = sum(each.sizeHint().width() for each in (self.fit, self.zoom))
        room = self.width() - 2 * fonts.scaled(12) - 4 * fonts.scaled(8) - fixed
        wanted = next((s for s in _STYLES if self._fits(s, room)), _STYLES[-1])
        if wanted != self._style:
            self._style = wanted
            self.modes.set_segments(_segments(self, wanted))
            self._offer()

    def _fits(self, style: str, room: int) -> bool:
        if style == _WIDE and self._is_narrow:
            return False
        made = Segmented("", _segments(self, style))
        needed = made.sizeHint().width()
        made.deleteLater()
        return needed <= room

    def set_mode(self, mode: str) -> None:
        """Show a mode as current, with what belongs to it."""
        self._mode = mode
        self.modes.set_current(mode)
        if mode in _PAIRED:
            words = {
                "swipe": self.tr("Position"), "onion": self.tr("Opacity"),
                "difference": self.tr("Tolerance"),
            }  # fmt: skip
            self.word.set_words(words[mode])
            self.slider.setAccessibleName(words[mode])
            self.slider.blockSignals(True)
            self.slider.setRange(0, 128 if mode == "difference" else 100)
            self.slider.setValue(self._amounts[mode])
            self.slider.blockSignals(False)
            self._say_amount()
        self._fit_in()

    def set_amount(self, mode: str, value: int) -> None:
        """A swipe by hand, or a tolerance kept from before."""
        self._amounts[mode] = value
        if mode == self._mode:
            self.set_mode(mode)

    def set_pair(self, current: str, others: list[tuple[str, str]]) -> None:
        """The role the result is compared with, and the (role, title) it may be."""
        self._others = others
        self.pair.set_text(dict(others).get(current, ""))
        self._fit_in()

    def set_zoom(self, zoom: float) -> None:
        """What the zoom field says."""
        percent = zoom * 100
        self.zoom.set_text(f"{percent:.1f} %" if percent < 9.95 else f"{percent:.0f} %")
        self.zoom.setAccessibleDescription(self.zoom.text())

    def set_nudged(self, has_nudges: bool) -> None:
        """Whether the menu offers to line the panes up again."""
        self._has_nudges = has_nudges

    def _slide(self, value: int) -> None:
        self._amounts[self._mode] = value
        self._say_amount()
        if self._mode == "difference":
            self.tolerance_changed.emit(value)
        else:
            self.amount_changed.emit(value / 100)

    def _say_amount(self) -> None:
        value = self._amounts[self._mode]
        self.value.set_words(str(value) if self._mode == "difference" else f"{value} %")

    def _fill_zoom_menu(self, menu: QMenu) -> None:
        menu.addAction(self.tr("Fit")).triggered.connect(self.fit_wanted)
        for zoom in ZOOMS:
            words = f"{zoom * 100:.0f} %"
            take = partial(self.zoom_wanted.emit, zoom)
            add_choice(menu, words, take, is_current=words == self.zoom.text())
        menu.addSeparator()
        self._add_toggle(menu, self.link.accessibleName(), self.link)
        self._add_toggle(menu, self.grader.text(), self.grader)
        if self._mode in _PAIRED and not self.pair.isVisible():
            menu.addSection(self.pair.accessibleName())
            self._fill_pair_menu(menu)
            menu.addSeparator()
        line_up = menu.addAction(self.tr("Line the panes up again"))
        line_up.setEnabled(self._has_nudges)
        line_up.triggered.connect(self.line_up_wanted)

    @staticmethod
    def _add_toggle(menu: QMenu, words: str, button: Toggle | IconButton) -> None:
        action = QAction(words, menu)
        action.setCheckable(True)
        action.setChecked(button.isChecked())
        action.toggled.connect(button.setChecked)
        menu.addAction(action)

    def _fill_pair_menu(self, menu: QMenu) -> None:
        for role, title in self._others:
            take = partial(self.pair_chosen.emit, role)
            add_choice(menu, title, take, is_current=title == self.pair.text())

    def minimumSizeHint(self) -> QSize:
        # What does not fit is hidden, so the bar must not force the window to be wider.
        return QSize(fonts.scaled(320), fonts.scaled(44))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_in()

    def _fit_in(self) -> None:
        self._choose_style()
        paired = self._mode in _PAIRED
        wanted: list[QWidget] = [self.slider, self.value] if paired else []
        if paired:
            wanted += [self.pair] if len(self._others) > 1 else []
        wanted.append(self.link)
        if paired:
            wanted.append(self.word)
        elif self._mode != "sheet":
            wanted.append(self.grader)
        gap = fonts.scaled(8)
        left = self.width() - 2 * fonts.scaled(12) - 2 * gap
        always: tuple[QWidget, ...] = (self.modes, self.fit, self.zoom)
        for widget in always:
            left -= widget.sizeHint().width() + gap
        optional: tuple[QWidget, ...] = (
            self.grader,
            self.pair,
            self.word,
            self.slider,
            self.value,
            self.link,
        )
        shown = set[QWidget]()
        for widget in wanted:
            fixed = widget is self.slider or widget is self.value
            width = widget.minimumWidth() if fixed else widget.sizeHint().width()
            if width + gap <= left:
                left -= width + gap
                shown.add(widget)
        for widget in optional:
            widget.setVisible(widget in shown)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """The hairline under the bar."""
        line = QPointF(0, self.height() - 1)
        paint.hairline(painter, line, self.width(), tokens.line)


def _segments(owner: QWidget, style: str) -> list[Segment]:
    words = {
        "3-up": (owner.tr("3-up"), owner.tr("3-up"), "mode-3up", "Alt+1"),
        "swipe": (owner.tr("Swipe"), owner.tr("Swipe"), "mode-swipe", "Alt+2"),
        "onion": (owner.tr("Onion skin"), owner.tr("Onion"), "mode-onion", "Alt+3"),
        "difference": (
            owner.tr("Difference"), owner.tr("Difference"), "mode-difference", "Alt+4"
        ),
        "sheet": (owner.tr("2×2 sheet"), owner.tr("Sheet"), "mode-sheet", "Alt+5"),
        "one": (owner.tr("One"), owner.tr("One"), "mode-one", ""),
    }  # fmt: skip
    order = ("one", "3-up", "swipe", "onion", "difference", "sheet")
    made = []
    for key in order:
        wide, narrow, icon, shortcut = words[key]
        tip = f"{wide} ({shortcut})" if shortcut else wide
        text = {_WIDE: wide, _WORDS: narrow, _ICONS: ""}[style]
        made.append(Segment(key, text, "" if style == _WORDS else icon, tip))
    return made
