"""The contact sheet: a page of many tasks, one claim at a time, the exceptions marked by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from reviewer.session.pair_desk import wait_for_vote
from reviewer.session.tiles import TileView
from reviewer.ui import fonts, theme
from reviewer.ui.extras.page import Page
from reviewer.ui.extras.tile_grid import TileGrid
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button, DropDown, add_choice
from reviewer.ui.widgets.segmented import Segment, Segmented

_RIGHT = Qt.TextElideMode.ElideRight
# Pictures of fewer pixels a side tell nothing.
_LEAST_SIDE = 40
SHAPES = {"4×3": (4, 3), "6×4": (6, 4), "8×5": (8, 5)}
_FEWEST = next(iter(SHAPES))
_KEYS = (("0", "wrong"), ("1", "right"), ("-", "unsure"), ("X", "take back"), ("Space", "enlarge"),
         ("←↑↓→", "move"), ("PgDn", "next page"), ("Enter", "open"), ("G", "marks"))  # fmt: skip


class SheetPage(Page):
    """Bar, tiles, and the keys that act on them."""

    claim_chosen = Signal(str)
    order_chosen = Signal(str)
    shape_chosen = Signal(int)
    confirm_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Contact sheet", parent)
        self.grid = TileGrid()
        self.claim = DropDown("", tr("Claim"))
        self.order = DropDown("", tr("Order"))
        self.shape = Segmented(tr("Tiles a page"), [Segment(key, key) for key in SHAPES])
        self.confirm = Button(tr("Confirm the rest"), kind="primary", key="Ctrl ↵")
        self._claims: Mapping[str, str] = {}
        self._orders: Mapping[str, str] = {}
        self._claim = self._order = ""
        for widget in (self.claim, self.order, self.shape, self.confirm):
            self.add_control(widget)
        self.body.addWidget(self.grid, 1)
        self.hints = KeyHints(_KEYS)
        self.body.addWidget(self.hints)
        self.claim.menu_wanted.connect(self._fill_claims)
        self.order.menu_wanted.connect(self._fill_orders)
        self.shape.changed.connect(self._reshape)
        self.grid.resized.connect(self._fit_shapes)
        self.confirm.clicked.connect(self.confirm_wanted)
        self.setFocusProxy(self.grid)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_bar()

    def _fit_bar(self) -> None:
        """Where there is little room, what is said of the page comes before its shapes."""
        row, margins = self.bar.row, self.bar.row.contentsMargins()
        shown = [self.bar.title, self.bar.about, self.claim, self.order, self.confirm, self.back]
        needed = sum(widget.sizeHint().width() for widget in shown if not widget.isHidden())
        needed += row.spacing() * len(shown) + margins.left() + margins.right()
        self.shape.setVisible(needed + self.shape.needed_width() <= self.width())

    def _fit_shapes(self) -> None:
        """Only as many tiles as can be judged; a page that had more goes on with fewer."""
        why = tr("In this window the pictures would be too small to judge")
        for key, shape in SHAPES.items():
            is_large = self.grid.picture_side(*shape) >= fonts.scaled(_LEAST_SIDE)
            self.shape.set_enabled(key, is_large or key == _FEWEST, why)
        if not self.shape.is_offered(self.shape.current()):
            key = [key for key in SHAPES if self.shape.is_offered(key)][-1]
            self.shape.set_current(key)
            self._reshape(key)

    @property
    def size_of_page(self) -> int:
        """How many tiles a page has."""
        return self.grid.columns * self.grid.rows

    def set_choices(
        self, claims: Mapping[str, str], claim: str, orders: Mapping[str, str], order: str
    ) -> None:
        """The claims and orders there are, and the current ones."""
        self._claims, self._orders = claims, orders
        self._claim, self._order = claim, order
        metrics = fonts.metrics("m")
        words = metrics.elidedText(claims.get(claim, claim), _RIGHT, fonts.scaled(220))
        self.claim.setVisible(bool(claims))
        self.claim.set_text(words)
        self.claim.setToolTip(claims.get(claim, ""))
        self.order.set_text(orders.get(order, order))
        self._fit_bar()

    def set_page(self, views: Sequence[TileView], *, place: int, total: int, note: str) -> None:
        """The tiles of one page, and what stands over them."""
        self.grid.set_views(views)
        said = sum(bool(view.mine) for view in views)
        last = place + len(views)
        where = f"{place + 1:,}–{last:,} of {total:,}" if views else "no tasks"
        words = tr("{where} · {said} of {count} answered")
        told = words.format(where=where, said=said, count=len(views))
        waiting = sum(view.is_secret for view in views)
        self.say(f"{told} · {wait_for_vote(waiting)}" if waiting else told)
        self.hints.set_note(note)
        left = sum(view.is_open for view in views)
        marked = sum(view.is_begun for view in views)
        rest = tr("Complete the {count} marked") if marked else tr("Nothing left to confirm")
        others = tr("Confirm the other {count}").format(count=left)
        self.confirm.set_text(others if left else rest.format(count=marked))
        self.confirm.setEnabled(left + marked > 0)
        self._fit_bar()

    def _reshape(self, key: str) -> None:
        columns, rows = SHAPES[key]
        self.grid.set_shape(columns, rows)
        self.shape_chosen.emit(columns * rows)

    def _fill_claims(self, menu: QMenu) -> None:
        for key, words in self._claims.items():
            add_choice(menu, words, partial(self.claim_chosen.emit, key),
                       is_current=key == self._claim)  # fmt: skip

    def _fill_orders(self, menu: QMenu) -> None:
        for key, words in self._orders.items():
            add_choice(menu, words, partial(self.order_chosen.emit, key),
                       is_current=key == self._order)  # fmt: skip


class KeyHints(paint.Painted, QWidget):
    """Key caps with a word each, as many as fit."""

    def __init__(self, keys: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys, self._note = tuple(keys), ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(", ".join(f"{key}: {words}" for key, words in keys))

    def set_note(self, note: str) -> None:
        """What an order tells about all tasks, at the right, before the keys take the room."""
        self._note = note
        self.setAccessibleDescription(note)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, fonts.scaled(32))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), self.palette().window())
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
        x, small, pad = float(fonts.scaled(16)), fonts.font("s"), fonts.scaled(16)
        whole = QRectF(x, 0, self.width() - 2 * pad, self.height())
        bold = fonts.font("s", bold=True)
        used = paint.text(
            painter, whole, self._note, font=bold, color=tokens.warn, align=paint.RIGHT
        )
        right = whole.right() - used
        for key, words in self._keys:
            needed = paint.key_cap_width(key) + fonts.width(words, "s") + fonts.scaled(22)
            if x + needed > right:
                return
            x += paint.key_cap(painter, x, self.height() / 2, key, tokens=tokens) + fonts.scaled(6)
            line = QRectF(x, 0, self.width() - x, self.height())
            x += paint.text(painter, line, words, font=small, color=tokens.text2) + fonts.scaled(16)
