"""An action on many tasks shows the list first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.task_list import shown_name
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.dialog import Dialog, focus_first
from reviewer.ui.widgets.row_list import RowList, RowState

ROW_HEIGHT = 28
_NEAR = 40
_MIDDLE = Qt.TextElideMode.ElideMiddle
Row = tuple[str, str]


class ConfirmList(Dialog):
    """Every task or answer that the action will touch, and a button that says how many."""

    def __init__(
        self, title: str, about: str, rows: Sequence[Row], accept: str,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(title, about, accept=accept, parent=parent)
        self.list = RowList(
            title, height=ROW_HEIGHT, spoken=lambda row: ", ".join(row),
            paint_row=partial(_paint_row, beside=_Beside([row[0] for row in rows])),
            tip=lambda row: "\n".join(row),
        )  # fmt: skip
        self.list.set_rows(tuple(rows))
        self.body.addWidget(self.list, 1)
        self.accept_button.setEnabled(bool(rows))
        every = tr("{count} in all").format(count=f"{len(rows):,}")
        self.say(every if rows else tr("There is nothing to do."))
        self.fit(560, min(620, 190 + ROW_HEIGHT * max(3, len(rows))))
        focus_first(self.accept_button if rows else self.cancel_button)


class _Beside:
    """The names near a name: with thousands of rows it is told from what stands around it."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._places = {name: place for place, name in enumerate(names)}

    def of(self, name: str) -> tuple[str, ...]:
        """The names before and after it."""
        place = self._places[name]
        return tuple(self._names[max(0, place - _NEAR) : place + _NEAR])


def ask(
    title: str, about: str, rows: Sequence[Row], *, accept: str, parent: QWidget | None = None
) -> bool:
    """Show the list and wait for the person's word; True to go on."""
    dialog = ConfirmList(title, about, rows, accept, parent)
    said = dialog.exec()
    dialog.deleteLater()
    return bool(said)


def _paint_row(
    painter: QPainter, rect: QRectF, row: Row, tokens: theme.Tokens, state: RowState, *,
    beside: _Beside,
) -> None:  # fmt: skip
    pad = fonts.scaled(24)
    box = rect.adjusted(pad, 0, -pad, 0)
    small = fonts.font("s")
    used = paint.text(painter, box, row[1], font=small, color=tokens.text2, align=paint.RIGHT)
    words = box.adjusted(0, 0, -used - fonts.scaled(12), 0)
    shown = shown_name(row[0], beside.of(row[0]), int(words.width()))
    paint.text(painter, words, shown, font=fonts.font("m"), color=tokens.text, elide=_MIDDLE)
