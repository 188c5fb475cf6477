"""Changing keys: choose an action, press a key; a key that is taken is refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from reviewer.ui import fonts, fuzzy, keys, theme
from reviewer.ui.actions import ACTIONS, VIEWS
from reviewer.ui.keys_sheet import words_of
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.dialog import Dialog, focus_first
from reviewer.ui.widgets.row_list import RowList, RowState
from reviewer.ui.widgets.segmented import Segment, Segmented

ROW_HEIGHT = 28
PROFILES = (Segment("arrows", tr("Arrows"), tip="→ and ← go through the tasks"),
            Segment("letters", tr("Letters"), tip="D and A go through the tasks"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bound:
    """One action with its key."""

    id: str
    words: str
    menu: str
    key: str
    is_own: bool
    is_listening: bool = False


class RebindDialog(Dialog):
    """`values()` are the profile and the person's own keys after the dialog was accepted."""

    def __init__(
        self, *, profile: str, own: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        about = "Enter on a row, then the new key. Esc leaves a row as it was."
        super().__init__("Keys", about, accept=tr("Use these keys"), parent=parent)
        self._profile, self._own = profile, dict(own)
        self._listening = ""
        self.profiles = Segmented(tr("Profile"), PROFILES)
        self.profiles.set_current(profile if profile in ("arrows", "letters") else "arrows")
        self.profiles.changed.connect(self._choose_profile)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("find an action or a key"))
        self.filter.setAccessibleName(tr("Find an action or a key"))
        self.filter.textChanged.connect(lambda _: self._show())
        self.list = _KeyList()
        self.list.chosen.connect(lambda row: self.listen(row.id))
        self.list.moved.connect(lambda _row: self._enable())
        self.list.pressed_key.connect(self.take_key)
        self.list.cleared.connect(self.clear_key)
        self.clear_button = Button(tr("No key"))
        self.reset_button = Button(tr("As it was made"))
        self.reset_all_button = Button(tr("All as made"))
        self.clear_button.clicked.connect(self.clear_key)
        self.reset_button.clicked.connect(self.reset_key)
        self.reset_all_button.clicked.connect(self.reset_all)
        self._lay_out()
        self._show()
        self.list.set_current_place(0)
        self.fit(640, 600)
        focus_first(self.list)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        pad = fonts.scaled(24)
        top.setContentsMargins(pad, 0, pad, fonts.scaled(8))
        top.setSpacing(fonts.scaled(12))
        top.addWidget(self.profiles)
        top.addWidget(self.filter, 1)
        low = QHBoxLayout()
        low.setContentsMargins(pad, fonts.scaled(8), pad, fonts.scaled(8))
        low.setSpacing(fonts.scaled(8))
        for button in (self.clear_button, self.reset_button, self.reset_all_button):
            low.addWidget(button)
        low.addStretch(1)
        self.body.addLayout(top)
        self.body.addWidget(self.list, 1)
        self.body.addLayout(low)

    def values(self) -> tuple[str, dict[str, str]]:
        """The profile, and the keys that differ from it by action."""
        return self._profile, dict(self._own)

    # Keys

    def listen(self, action_id: str) -> None:
        """The next key goes to this action."""
        self._listening = action_id
        self.list.is_listening = True
        words = next(row.words for row in self._rows() if row.id == action_id)
        self.say(tr("Press the key for “{words}”. Esc leaves it as it is.").format(words=words))
        self._show()

    def take_key(self, key: str) -> None:
        """A key was pressed while listening."""
        if not self._listening:
            return
        if key == "Esc":
            self._stop("")
            return
        try:
            self._own = keys.rebound(self._profile, self._own, self._listening, key)
        except keys.KeyConflictError as error:
            # Still listening: another key can be tried at once.
            self.say(f"{error}.", is_error=True)
            return
        self._stop("")

    def clear_key(self) -> None:
        """The current action has no key any more."""
        row = self.list.current_row()
        if row is not None:
            self._own = keys.rebound(self._profile, self._own, row.id, "")
            self._stop("")

    def reset_key(self) -> None:
        """The current action has the profile's key again, if that is free."""
        row = self.list.current_row()
        if row is None or row.id not in self._own:
            return
        rest = {name: key for name, key in self._own.items() if name != row.id}
        wanted = keys.key_of(row.id, self._profile, rest)
        others = {name: key for name, key in self._own.items() if name != row.id}
        taken = next((name for name, key in others.items() if key == wanted and wanted), "")
        if taken:
            words = next(each.words for each in self._rows() if each.id == taken)
            said = tr("{key} already does “{words}”.")
            self.say(said.format(key=keys.shown(wanted), words=words), is_error=True)
            return
        self._own = rest
        self._stop("")

    def reset_all(self) -> None:
        """Every action has the profile's key again."""
        self._own = {}
        self._stop("")

    def _choose_profile(self, profile: str) -> None:
        self._profile = profile
        clashes = _clashes(profile, self._own)
        for name in clashes:
            del self._own[name]
        said = f"{len(clashes)} of your keys are taken in this profile." if clashes else ""
        self._stop(said)

    def _stop(self, said: str) -> None:
        self._listening = ""
        self.list.is_listening = False
        self.say(said)
        self._show()

    # Rows

    def _rows(self) -> tuple[Bound, ...]:
        return tuple(
            Bound(action.id, words_of(action), action.menu or VIEWS.get(action.view, "Everywhere"),
                  keys.key_of(action.id, self._profile, self._own), action.id in self._own,
                  action.id == self._listening)
            for action in ACTIONS
        )  # fmt: skip

    def _show(self) -> None:
        words = self.filter.text().strip()
        rows = [
            row for row in self._rows()
            if not words or keys.shown(row.key).casefold() == words.casefold()
            or (fuzzy.score(words, f"{row.words} {row.menu}") or 0.0) > 50
        ]  # fmt: skip
        self.list.set_rows(rows)
        self._enable()

    def _enable(self) -> None:
        row = self.list.current_row()
        self.clear_button.setEnabled(row is not None and bool(row.key))
        self.reset_button.setEnabled(row is not None and row.is_own)
        self.reset_all_button.setEnabled(bool(self._own))


def _clashes(profile: str, own: Mapping[str, str]) -> list[str]:
    """Own keys that another action has in a profile."""
    kept: dict[str, str] = {}
    for name, key in own.items():
        try:
            kept = keys.rebound(profile, kept, name, key)
        except keys.KeyConflictError:
            continue
    return [name for name in own if name not in kept]


class _KeyList(RowList):
    """While listening every key is an answer, Esc and Enter too."""

    pressed_key = Signal(str)
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__(
            "Actions and their keys", height=ROW_HEIGHT, paint_row=_paint_row, spoken=_spoken,
            key=lambda row: row.id,
        )  # fmt: skip
        self.is_listening = False

    def event(self, event: object) -> bool:
        # Tab would leave the list before it could be bound.
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QKeyEvent.Type.KeyPress
            and self.is_listening
        ):
            self.keyPressEvent(event)
            return True
        return super().event(event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_listening:
            key = keys.key_of_event(event)
            if key:
                self.pressed_key.emit(key)
            return
        if event.key() == Qt.Key.Key_Delete and not event.modifiers():
            self.cleared.emit()
            return
        super().keyPressEvent(event)


def _paint_row(
    painter: QPainter, rect: QRectF, row: Bound, tokens: theme.Tokens, state: RowState
) -> None:
    px = fonts.scaled
    right = rect.right() - px(24)
    if row.is_listening:
        words = "press a key"
        box = QRectF(rect.left(), rect.top(), right - rect.left(), rect.height())
        font = fonts.font("s", bold=True)
        right -= paint.text(painter, box, words, font=font, color=tokens.text, align=paint.RIGHT)
    elif row.key:
        shown = keys.shown(row.key)
        right -= paint.key_cap_width(shown)
        paint.key_cap(painter, right, rect.center().y(), shown, tokens=tokens, given=row.is_own)
    menu = QRectF(rect.left() + px(24), rect.top(), px(88), rect.height())
    paint.text(painter, menu, row.menu, font=fonts.font("s"), color=tokens.text2)
    left = menu.right() + px(8)
    box = QRectF(left, rect.top(), right - px(12) - left, rect.height())
    color = tokens.text if row.key or row.is_listening else tokens.text2
    paint.text(painter, box, row.words, font=fonts.font("m"), color=color)


def _spoken(row: Bound) -> str:
    key = f"key {row.key}" if row.key else "no key"
    return f"{row.words}, {row.menu}, {key}{', yours' if row.is_own else ''}"
