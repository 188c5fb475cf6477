"""Every command, and every task, by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from reviewer.ui import fonts, fuzzy, icons, keys, theme
from reviewer.ui.actions import ACTIONS
from reviewer.ui.keys_sheet import words_of
from reviewer.ui.overlay import Overlay
from reviewer.ui.synonyms import SYNONYMS
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.row_list import RowList, RowState

ROW_HEIGHT = 32
_WIDTH, _SHOWN, _MOST_TASKS = 560, 11, 50
# Scores of fuzzy.score: below the first is chance; from the second on the letters stand together.
_WEAKEST, _STRONG = 8.0, 50.0
# What is found by another word stands after what is called so, before what only has its letters.
_SYNONYM = 60.0
_NOTHING = "No command and no task is found by"
# Neither can be chosen from a list: the palette itself, and what only ends something.
_LEFT_OUT = frozenset({"palette", "escape"})


@dataclass(frozen=True, slots=True)
class Choice:
    """A command or a task."""

    id: str
    words: str
    about: str = ""
    key: str = ""
    icon: str = ""
    is_task: bool = False
    is_enabled: bool = True


def commands(
    profile: str, own: Mapping[str, str], is_enabled: Callable[[str], bool]
) -> tuple[Choice, ...]:
    """All commands with their keys as they are now; those to be held are left out."""
    return tuple(
        Choice(action.id, words_of(action), action.menu,
               keys.shown(keys.key_of(action.id, profile, own)), action.icon,
               is_enabled=is_enabled(action.id))
        for action in ACTIONS
        if not action.hold
        and action.id not in _LEFT_OUT
        # What belongs to a page of its own is offered there only.
        and (not action.view or is_enabled(action.id))
    )  # fmt: skip


def found(query: str, every: Sequence[Choice], tasks: Sequence[str]) -> tuple[Choice, ...]:
    """What fits a query, best first: commands, then tasks whose id holds it."""
    words = query.strip()
    if not words:
        return tuple(sorted(every, key=lambda choice: not choice.is_enabled))
    scored = []
    for number, choice in enumerate(every):
        best = fuzzy.score(words, choice.words)
        if best is None and " " in words:
            best = fuzzy.score(words, f"{choice.about} {choice.words}")
        called = _also_called(words, choice.id)
        best = max(best or 0.0, _SYNONYM if called else 0.0)
        if best > _WEAKEST:
            scored.append((not choice.is_enabled, -best, number, choice))
    scored.sort(key=lambda row: row[:3])
    held = fuzzy.holding(words, tasks, _MOST_TASKS) if len(words) > 1 else ()
    listed = tuple(Choice(name, name, "task", icon="arrow-right", is_task=True) for name in held)
    strong = tuple(row[3] for row in scored if row[1] <= -_STRONG)
    weak = tuple(row[3] for row in scored if row[1] > -_STRONG)
    return (*strong, *listed, *weak)


def _also_called(words: str, action: str) -> bool:
    """Whether each word begins one of the other words by which the action is looked for."""
    own = SYNONYMS.get(action, "").split()
    asked = words.casefold().split()
    return all(
        word in own or (len(word) > 2 and any(name.startswith(word) for name in own))
        for word in asked
    )


class CommandPalette(Overlay):
    """A field and a list; ↑ ↓ choose, Enter runs, Esc leaves."""

    action_chosen = Signal(str)
    task_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, name="Command palette")
        self._every: tuple[Choice, ...] = ()
        self._tasks: Sequence[str] = ()
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("a command, or the id of a task"))
        self.field.setAccessibleName(tr("Find a command or a task"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._show_found)
        self.field.installEventFilter(self)
        self.list = RowList(
            "Found", height=ROW_HEIGHT, paint_row=_paint_row, spoken=spoken, parent=self
        )
        self.list.shows_focus = False
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.chosen.connect(self._choose)
        outer = QVBoxLayout(self)
        margin = fonts.scaled(8)
        outer.setContentsMargins(margin, margin, margin, margin)
        outer.setSpacing(margin)
        outer.addWidget(self.field)
        self.nothing = ElidedLabel("", role="text2")
        self.nothing.setContentsMargins(fonts.scaled(20), 0, fonts.scaled(20), 0)
        outer.addWidget(self.nothing)
        outer.addWidget(self.list, 1)

    def open(
        self, *, profile: str, own: Mapping[str, str], is_enabled: Callable[[str], bool],
        tasks: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Show everything that can be done now."""
        self._every, self._tasks = commands(profile, own, is_enabled), tasks
        self.field.clear()
        self._show_found()
        self.show_over()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(
        self, *, profile: str, own: Mapping[str, str], is_enabled: Callable[[str], bool],
        tasks: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Show it, or take it away."""
        if self.isVisible():
            self.leave()
        else:
            self.open(profile=profile, own=own, is_enabled=is_enabled, tasks=tasks)

    def choices(self) -> Sequence[Choice]:
        """What is listed now."""
        return self.list.rows()

    def wanted_size(self, room: tuple[int, int]) -> tuple[int, int]:
        px = fonts.scaled
        shown = min(_SHOWN, max(1, len(self.list.rows())))
        return px(_WIDTH), px(28) + px(24) + shown * px(ROW_HEIGHT) + 2

    def top(self, room: int, height: int) -> int:
        # Always the same place, however many rows are found.
        tallest = fonts.scaled(28 + 24 + _SHOWN * ROW_HEIGHT)
        return max(fonts.scaled(16), min(fonts.scaled(96), (room - tallest) // 2))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The field has the keyboard; keys that move and choose act on the list."""
        if (
            watched is self.field
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
        ):
            page = max(1, self.list.height() // self.list.row_height() - 1)
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page,
                    Qt.Key.Key_PageDown: page}.get(Qt.Key(event.key()))  # fmt: skip
            if step is not None:
                self.list.step(step)
                self._say()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                # With Ctrl it is the key that completes a task, and runs nothing here.
                is_plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
                row = self.list.current_row() if is_plain else None
                if row is not None:
                    self._choose(row)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.leave()
                return True
        return super().eventFilter(watched, event)

    def _show_found(self) -> None:
        self.list.set_rows(found(self.field.text(), self._every, self._tasks))
        self.list.set_current_place(0)
        is_empty = not self.list.rows()
        self.nothing.set_words(f"{tr(_NOTHING)} “{self.field.text().strip()}”" if is_empty else "")
        self.nothing.setVisible(is_empty)
        self.list.setVisible(not is_empty)
        if self.isVisible():
            self.place()
        self._say()

    def _say(self) -> None:
        row = self.list.current_row()
        self.field.setAccessibleDescription(
            spoken(row) if row is not None else self.nothing.words()
        )

    def _choose(self, row: Choice) -> None:
        if not row.is_enabled:
            return
        # Left first: the command may open something that takes the keyboard itself.
        self.leave()
        if row.is_task:
            self.task_chosen.emit(row.id)
        else:
            self.action_chosen.emit(row.id)


def _paint_row(
    painter: QPainter, rect: QRectF, row: Choice, tokens: theme.Tokens, state: RowState
) -> None:
    px, side, small = fonts.scaled, icons.side(), fonts.font("s")
    left = rect.left() + px(20)
    if row.icon:
        at = QRectF(left, rect.center().y() - side / 2, side, side)
        icons.paint(painter, row.icon, at, color=tokens.text2, knockout=tokens.raised)
    left += side + px(10)
    right = rect.right() - px(20)
    if row.key:
        width = paint.key_cap_width(row.key)
        paint.key_cap(painter, right - width, rect.center().y(), row.key, tokens=tokens)
        right -= width + px(12)
    color = tokens.text if row.is_enabled else paint.disabled(tokens.text2)
    about = "not now" if not row.is_enabled else row.about
    box = QRectF(left, rect.top(), right - left, rect.height())
    used = paint.text(painter, box, about, font=small, color=tokens.text2, align=paint.RIGHT)
    words = box.adjusted(0, 0, -used - px(12), 0)
    middle = Qt.TextElideMode.ElideMiddle
    paint.text(painter, words, row.words, font=fonts.font("m"), color=color, elide=middle)


def spoken(row: Choice) -> str:
    """A choice for a screen reader."""
    parts = [row.words, row.about, row.key and f"key {row.key}", "" if row.is_enabled else "off"]
    return ", ".join(part for part in parts if part)
