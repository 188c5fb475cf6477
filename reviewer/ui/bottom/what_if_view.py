"""What if: numbers to try, what the grade would be, discard or adopt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from reviewer.model import HeadlineValue, Ledger, Rubric
from reviewer.scoring.whatif import Comparison, Editable, TurningPoint
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.bottom.what_if_list import WhatIfList, columns
from reviewer.ui.bottom.what_if_rows import WhatIfRow, edited_rows, matches, what_if_rows
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.row_list import RowHeader

FILTER_FROM = 12


class WhatIfView(QWidget):
    """Every number of the rubric with its draft; the footer says what the draft comes to."""

    changed = Signal(str, object)
    discarded = Signal()
    adopted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[WhatIfRow, ...] = ()
        self._plain: tuple[WhatIfRow, ...] = ()
        self._made_of: tuple[object, ...] | None = None
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("find a number: cap, weight, ssim, edited…")
        self.filter.setAccessibleName("Find a number of the rubric")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(lambda _: self._show())
        self._filter_row = QWidget()
        top = QHBoxLayout(self._filter_row)
        top.setContentsMargins(fonts.scaled(16), fonts.scaled(8), fonts.scaled(16), 0)
        top.addWidget(self.filter)
        self.list = WhatIfList()
        self.list.edited.connect(self.changed)
        self._titles = RowHeader(self._paint_titles)
        self.footer = _Footer()
        self.footer.discarded.connect(self.discarded)
        self.footer.adopted.connect(self.adopted)
        self.footer.left.connect(lambda: self.list.setFocus(Qt.FocusReason.OtherFocusReason))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._filter_row)
        layout.addWidget(self._titles)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.footer)

    def set_what_if(
        self,
        editables: Sequence[Editable],
        draft: Mapping[str, float],
        comparison: Comparison | None,
        points: Sequence[TurningPoint] | None,
        *,
        rubric: Rubric | None,
        ledger: Ledger | None,
    ) -> None:
        """Show the numbers of a rubric and what the draft makes of them."""
        headline = ledger.headline if ledger is not None else None
        passes = headline.passes if headline is not None else None
        made_of = (tuple(editables), points, rubric, passes)
        if made_of != self._made_of:
            # Words are made once a task; each keystroke of a draft changes numbers only.
            self._made_of = made_of
            self._plain = what_if_rows(editables, points=points, rubric=rubric, passes=passes)
        self._rows = edited_rows(self._plain, draft)
        self._filter_row.setVisible(len(self._rows) > FILTER_FROM)
        now = comparison.now.headline if comparison else ledger.headline if ledger else None
        then = comparison.draft.headline if comparison else None
        self.footer.set_headlines(now, then, is_edited=bool(draft))
        self._show()

    def subtitle(self) -> str:
        """How many numbers are edited."""
        edited = sum(row.is_edited for row in self._rows)
        if not self._rows:
            return ""
        return f"{edited} of {len(self._rows):,} values edited".replace(",", numbers.THIN)

    def rows(self) -> Sequence[WhatIfRow]:
        """The rows shown."""
        return self.list.rows()

    def _show(self) -> None:
        words = self.filter.text() if self._filter_row.isVisibleTo(self) else ""
        shown = [row for row in self._rows if matches(row, words)] if words else list(self._rows)
        self.list.set_rows(shown)
        self._titles.update()

    def _paint_titles(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        what, now, field, turning = columns(self.list.viewport().width())
        font = fonts.font("s")
        first = "value" if turning else "value, and its turning point"
        for edges, words, align in (
            (what, first, paint.LEFT), (now, "now", paint.RIGHT), (field, "draft", paint.LEFT),
            (turning, "turning point", paint.LEFT),
        ):  # fmt: skip
            if edges is None:
                continue
            box = QRectF(edges[0], 0, edges[1] - edges[0], rect.height())
            paint.text(painter, box, words, font=font, color=tokens.text2, align=align)


class _Footer(paint.Painted, QWidget):
    """Now → draft and the verdict; Discard and Adopt…, which asks why in the same place."""

    discarded = Signal()
    adopted = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(fonts.scaled(48))
        self.change = _HeadlineChange()
        self.discard = Button("Discard", height=32)
        self.adopt = Button("Adopt…", kind="primary", height=32)
        self.why = QLineEdit()
        self.why.setPlaceholderText("why should this task be graded by these values?")
        self.why.setAccessibleName("Why the draft is adopted")
        self.confirm = Button("Adopt", kind="primary", height=32)
        self.cancel = Button("Back", height=32)
        self._pages = QStackedWidget()
        self._pages.addWidget(_row(self.change, self.discard, self.adopt))
        self._pages.addWidget(_row(self.why, self.cancel, self.confirm))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(fonts.scaled(16), 1, fonts.scaled(16), 0)
        layout.addWidget(self._pages)
        self.discard.clicked.connect(self.discarded)
        self.adopt.clicked.connect(self.ask)
        self.cancel.clicked.connect(self._leave)
        self.confirm.clicked.connect(self._adopt)
        self.why.returnPressed.connect(self._adopt)
        self.why.textChanged.connect(lambda _: self._enable())
        self._enable()

    def set_headlines(
        self, now: HeadlineValue | None, then: HeadlineValue | None, *, is_edited: bool
    ) -> None:
        """What the grade is, and what the draft would make of it."""
        self.change.set_headlines(now, then)
        self.discard.setEnabled(is_edited)
        self.adopt.setEnabled(is_edited)
        if not is_edited:
            self._pages.setCurrentIndex(0)
            self.why.clear()

    def ask(self) -> None:
        """Ask why, in place of the buttons."""
        self._pages.setCurrentIndex(1)
        self.why.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: object) -> None:
        from PySide6.QtGui import QKeyEvent

        assert isinstance(event, QKeyEvent)
        if event.key() == Qt.Key.Key_Escape and self._pages.currentIndex() == 1:
            self._leave()
            return
        super().keyPressEvent(event)

    def _leave(self) -> None:
        self._pages.setCurrentIndex(0)
        self.left.emit()

    def _adopt(self) -> None:
        why = self.why.text().strip()
        if why:
            self.adopted.emit(why)

    def _enable(self) -> None:
        has_words = bool(self.why.text().strip())
        self.confirm.setEnabled(has_words)
        self.confirm.setToolTip("" if has_words else "say why first")

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)


def _row(*widgets: QWidget) -> QWidget:
    box = QWidget()
    layout = QHBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for number, widget in enumerate(widgets):
        layout.addWidget(widget, 1 if number == 0 else 0)
    return box


class _HeadlineChange(paint.Painted, QWidget):
    """0.500 › 0.713, still fails."""

    def __init__(self) -> None:
        super().__init__()
        self._now: HeadlineValue | None = None
        self._then: HeadlineValue | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_headlines(self, now: HeadlineValue | None, then: HeadlineValue | None) -> None:
        self._now, self._then = now, then
        self.setAccessibleName(self._spoken())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(200), fonts.scaled(40))

    def _spoken(self) -> str:
        if self._then is None:
            return f"grade {headline_words(self._now)}"
        word, _ = verdict(self._now, self._then)
        return f"grade {headline_words(self._now)}, draft {headline_words(self._then)}, {word}"

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, gap = QRectF(self.rect()), fonts.scaled(10)
        large = fonts.font("l")
        if self._then is None:
            used = paint.text(
                painter, rect, headline_words(self._now), font=large, color=tokens.text2
            )
            rest = rect.adjusted(used + gap, 0, 0, 0)
            hint = "edit a value to see what it would change"
            paint.text(painter, rest, hint, font=fonts.font("s"), color=tokens.text2)
            return
        left = paint.text(painter, rect, headline_words(self._now), font=large, color=tokens.text2)
        side = icons.side()
        at = QRectF(left + gap - 4, rect.center().y() - side / 2, side, side)
        icons.paint(painter, "chevron-right", at, color=tokens.text2)
        left = at.right() + gap - 4
        bold = fonts.font("l", bold=True)
        place = rect.adjusted(left, 0, 0, 0)
        left += paint.text(painter, place, headline_words(self._then), font=bold, color=tokens.text)
        word, tone = verdict(self._now, self._then)
        if not word:
            return
        color = str(getattr(tokens, tone))
        icon = QRectF(left + gap, rect.center().y() - side / 2, side, side)
        shape = {"bad": "fails", "ok": "passes"}.get(tone, "not-judged")
        icons.paint(painter, shape, icon, color=color, knockout=tokens.panel)
        words = QRectF(rect)
        words.setLeft(icon.right() + 6)
        shown = tokens.bad if tone == "bad" else tokens.text
        paint.text(painter, words, word, font=fonts.font("s", bold=True), color=shown)


def headline_words(headline: HeadlineValue | None) -> str:
    """A headline's number, its range when withheld, or a dash."""
    if headline is None or headline.error:
        return numbers.ABSENT
    if headline.value is None and headline.known is not None:
        return f"{numbers.credit(headline.known[0])}–{numbers.credit(headline.known[1])}"
    return numbers.headline(headline.value)


def verdict(now: HeadlineValue | None, then: HeadlineValue) -> tuple[str, str]:
    """The word for what becomes of the verdict, and its color."""
    if then.error or (then.value is None and then.known is None):
        return "no grade", "text2"
    if then.passes is None:
        return "", "text2"
    before = now.passes if now is not None else None
    if then.passes:
        return ("still passes" if before else "passes"), "ok"
    return ("still fails" if before is False else "fails"), "bad"
