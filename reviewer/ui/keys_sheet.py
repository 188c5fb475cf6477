"""The sheet of keys: every action by menu with the key it has now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from reviewer.ui import fonts, keys, theme
from reviewer.ui.actions import ACTIONS, MENUS, VIEWS, Action
from reviewer.ui.overlay import Overlay
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import IconButton
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.scroll_bar import thin_bars

_ROW, _COLUMN, _NARROWEST, _GAP = 24, 288, 228, 24
_LEAST_ROW = 19
ELSEWHERE = "Everywhere"


@dataclass(frozen=True, slots=True)
class Line:
    """A title (without keys) or an action with its key."""

    words: str
    key: str = ""
    is_title: bool = False
    is_held: bool = False


def words_of(action: Action) -> str:
    """The action in the person's language."""
    return QCoreApplication.translate("Actions", action.text)


def lines_of(profile: str, own: Mapping[str, str], view: str = "") -> list[list[Line]]:
    """Groups of lines in the order of the menus; a page of the window has its own keys first."""
    groups = []
    parts = [(menu, "", menu or ELSEWHERE) for menu in (*MENUS, "")]
    if view:
        parts = [("", view, VIEWS[view]), *parts]
    for menu, view, title in parts:
        found = [a for a in ACTIONS if a.menu == menu and a.view == view]
        if found:
            lines = [Line(title, is_title=True)]
            for action in found:
                key = keys.shown(keys.key_of(action.id, profile, own))
                words = words_of(action).removesuffix(" (hold)")
                lines.append(Line(words, key, is_held=action.hold))
            groups.append(lines)
    return groups


def columns_of(groups: list[list[Line]], count: int) -> list[list[Line]]:
    """Lines over columns of about one height; a title never ends a column."""
    flat = [line for group in groups for line in group]
    target = -(-(len(flat) + len(groups) - 1) // max(1, count))
    columns: list[list[Line]] = [[]]
    for group in groups:
        for number, line in enumerate(group):
            here = columns[-1]
            is_full = len(here) >= target and len(columns) < count
            is_late = line.is_title and len(here) + 3 > target and len(columns) < count
            if is_full or (is_late and here):
                columns.append([])
                here = columns[-1]
                if number:
                    here.append(Line(group[0].words, is_title=True))
            if line.is_title and here:
                here.append(Line(""))
            here.append(line)
    return columns


class KeysSheet(Overlay):
    """Lies over the window; keys go on working below it. Esc and ? take it away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, name="Keys")
        self._groups: list[list[Line]] = []
        self._page = _Page()
        self.title = ElidedLabel(tr("Keys"), step="m", bold=True)
        self.about = ElidedLabel("", step="s", role="text2")
        self.close_button = IconButton("close", tr("Close (Esc)"), framed=False)
        self.close_button.clicked.connect(self.leave)
        top = QHBoxLayout()
        top.setContentsMargins(fonts.scaled(24), fonts.scaled(12), fonts.scaled(12), 4)
        top.setSpacing(fonts.scaled(12))
        top.addWidget(self.title, 0)
        self.title.setFixedWidth(fonts.width("Keys", "m", bold=True) + 4)
        top.addWidget(self.about, 1)
        top.addWidget(self.close_button)
        self.area = QScrollArea()
        self.area.setWidget(self._page)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.viewport().setAutoFillBackground(False)
        self._page.setAutoFillBackground(False)
        thin_bars(self.area)
        self.area.setProperty("keepsArrows", True)
        self.area.setAccessibleName(tr("Keys by menu"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, fonts.scaled(12))
        outer.setSpacing(0)
        outer.addLayout(top)
        outer.addWidget(self.area, 1)

    def set_keys(self, profile: str, own: Mapping[str, str], view: str = "") -> None:
        """The keys in force on a page of the window."""
        self._groups = lines_of(profile, own, view)
        said = "An answer key is the value it prints. Single keys rest while you type."
        self.about.set_words(said)
        self._flow()

    def open(self) -> None:
        """Show the sheet."""
        self.show_over()
        self._flow()
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(self) -> None:
        """Show it, or take it away."""
        if self.isVisible():
            self.leave()
        else:
            self.open()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        super().draw(painter, tokens)
        if self.area.hasFocus():
            paint.focus_ring(painter, QRectF(self.rect()), tokens)

    def count(self) -> int:
        """How many actions are listed."""
        return sum(not line.is_title for group in self._groups for line in group)

    def wanted_size(self, room: tuple[int, int]) -> tuple[int, int]:
        px, lines = fonts.scaled, sum(len(group) + 1 for group in self._groups)
        count = self._columns(room[0])
        rows = -(-lines // count) + 2
        width = count * px(_COLUMN) + (count - 1) * px(_GAP) + px(48)
        return width, rows * px(_ROW) + px(72)

    def _columns(self, width: int) -> int:
        px = fonts.scaled
        return min(4, max(1, (width - px(48) + px(_GAP)) // (px(_NARROWEST) + px(_GAP))))

    def _flow(self) -> None:
        self._page.set_columns(columns_of(self._groups, self._columns(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape or event.text() == "?":
            self.leave()
            return
        super().keyPressEvent(event)


class _Page(paint.Painted, QWidget):
    """The columns; one widget paints them all, a screen reader hears them as its description."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: list[list[Line]] = []
        self._tallest = 1

    def set_columns(self, columns: list[list[Line]]) -> None:
        self._columns = columns
        said = [
            f"{line.words}: {line.key or 'no key'}"
            for column in columns
            for line in column
            if line.words and not line.is_title
        ]
        self.setAccessibleName("; ".join(said))
        self._tallest = max((len(column) for column in columns), default=1)
        self.setMinimumHeight(self._tallest * fonts.scaled(_LEAST_ROW))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(_COLUMN), self.minimumHeight())

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        px, count = fonts.scaled, max(1, len(self._columns))
        pad, gap = px(24), px(_GAP)
        high = min(float(px(_ROW)), self.height() / max(1, self._tallest))
        width = (self.width() - 2 * pad - gap * (count - 1)) / count
        for number, column in enumerate(self._columns):
            left = pad + number * (width + gap)
            for row, line in enumerate(column):
                box = QRectF(left, round(row * high), width, round(high))
                _draw_line(painter, box, line, tokens)
        for number in range(1, count):
            x = pad + number * (width + gap) - gap / 2
            top = QPointF(round(x), 2)
            paint.hairline(painter, top, self.height() - 4, tokens.line, vertical=True)


def _draw_line(painter: QPainter, box: QRectF, line: Line, tokens: theme.Tokens) -> None:
    if line.is_title:
        font = fonts.font("s", bold=True)
        paint.text(painter, box, line.words, font=font, color=tokens.text2)
        return
    right = box.right()
    if line.key:
        width = paint.key_cap_width(line.key)
        right -= width
        paint.key_cap(painter, right, box.center().y(), line.key, tokens=tokens)
        if line.is_held:
            hold = QRectF(box.left(), box.top(), right - 6 - box.left(), box.height())
            small = fonts.font("s")
            right -= 6 + paint.text(
                painter, hold, "hold", font=small, color=tokens.text2, align=paint.RIGHT
            )
    words = QRectF(box.left(), box.top(), right - 8 - box.left(), box.height())
    color = tokens.text if line.key else tokens.text2
    paint.text(painter, words, line.words, font=fonts.font("m"), color=color)
