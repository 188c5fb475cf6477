"""Over the pictures: which task this is, what was asked, and the sanity flags."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from reviewer.model import Flag
from reviewer.model.counting import counted
from reviewer.ui import fonts, theme
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.document_view import DocumentView
from reviewer.ui.widgets.labels import Chip, ChipKind, ElidedLabel, KeyCap
from reviewer.ui.widgets.markdown_blocks import plain_text

_MOST_LINES = 2
# What an open instruction may take of the window's height.
_SHARE = 0.4
# Two lines are never longer than this.
_PREVIEW = 4_000
_CHIPS = 4
# Between the id and the kind, and at both sides.
_PARTED, _MARGIN = 12, 16


def _kind(flags: Sequence[Flag]) -> ChipKind:
    return "bad" if any(flag.severity == "bad" for flag in flags) else "warn"


class Instruction(paint.Painted, QWidget):
    """The first two lines of the instruction, always; all of it on request, to its last line."""

    toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._is_markdown = "", False
        self.label = ElidedLabel("", step="m", most=_MOST_LINES)
        self.document = DocumentView(tr("Instruction"), margin=0)
        self.document.hide()
        self.all = ElidedLabel(tr("all"), step="s", role="text2", right=True)
        self.all.setFixedWidth(fonts.scaled(28))
        self.key = KeyCap("I")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.document, 1)
        row.addWidget(self.all, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.key, 0, Qt.AlignmentFlag.AlignBottom)

    def set_words(self, words: str, *, is_markdown: bool) -> None:
        """Another instruction; Markdown is shown without its signs."""
        self._words, self._is_markdown = words, is_markdown
        shown = plain_text(words[:_PREVIEW]) if is_markdown else words
        self.label.set_words(shown or tr("The task folder holds no instruction."))
        self.label.set_look(role="text" if words else "text2")
        if self.is_open:
            self.document.set_markdown(words, is_markdown=is_markdown)
            self._fit()

    @property
    def is_open(self) -> bool:
        """True while all of it is shown."""
        return not self.document.isHidden()

    def set_open(self, is_open: bool) -> None:
        """Show all of it, or two lines."""
        if is_open:
            self.document.set_markdown(self._words, is_markdown=self._is_markdown)
        self.label.setVisible(not is_open)
        self.document.setVisible(is_open)
        self.all.set_words(tr("less") if is_open else tr("all"))
        self._fit()

    def _fit(self) -> None:
        """As high as its text, within a share of the window; the rest is scrolled to."""
        if self.is_open:
            beside = self.all.width() + self.key.sizeHint().width() + fonts.scaled(24)
            needed = self.document.needed_height(self.width() - beside)
            most = round(self.window().height() * _SHARE)
            height = max(fonts.line_height("m"), min(needed + 2, most))
            if height != self.document.maximumHeight():
                self.document.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.toggled.emit()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """Nothing beside its labels."""


class TaskHeader(paint.Painted, QWidget):
    """Id, kind and rubric; instruction; flags."""

    instruction_toggled = Signal()
    flag_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._title, self._about = "", ""
        self.instruction = Instruction()
        self.instruction.toggled.connect(self.toggle_instruction)
        self._line = _TitleLine(self)
        self._chips = QHBoxLayout()
        self._chips.setSpacing(6)
        # All chips; of these one for each flag, and the one that stands for all flags.
        self._chips_made: list[Chip] = []
        self._each: list[Chip] = []
        self._one: Chip | None = None
        self._top = QHBoxLayout()
        self._top.addWidget(self._line, 1)
        self._top.addLayout(self._chips)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(_MARGIN, 8, _MARGIN, 8)
        outer.setSpacing(4)
        outer.addLayout(self._top)
        outer.addWidget(self.instruction)

    def set_task(
        self, *, title: str, about: str, instruction: str, is_markdown: bool = False
    ) -> None:
        """Another task."""
        self._line.set_words(title, about)
        self._fold()
        self.instruction.set_words(instruction, is_markdown=is_markdown)

    def set_flags(self, flags: Sequence[Flag] | None, *, differ: int = 0) -> None:
        """Raised flags as chips; one quiet chip when all is well; None: not looked at yet.

        `differ` rows on which people differ have a chip before them.
        """
        self._clear_chips()
        if differ:
            on = counted(differ, "row", "rows")
            why = tr("On {rows}, and nobody has settled it").format(rows=on)
            self._add(tr("people differ"), "warn", why, "")
        raised = sorted(
            (flag for flag in flags or () if flag.warns),
            key=lambda flag: flag.severity != "bad",
        )
        self._each = [
            self._add(flag.text, _kind([flag]), flag.detail, flag.id) for flag in raised[:_CHIPS]
        ]
        if len(raised) > _CHIPS:
            rest = "; ".join(flag.text for flag in raised[_CHIPS:])
            self._each.append(self._add(f"+{len(raised) - _CHIPS}", "warn", rest, ""))
        if raised:
            every = "; ".join(flag.text for flag in raised)
            self._one = self._add(counted(len(raised), "flag", "flags"), _kind(raised), every, "")
        if flags and not raised and not differ:
            fine = tr("{count} sanity flags, none raised").format(count=len(flags))
            self._each = [self._add(fine, "plain", "", "")]
            self._one = self._add(tr("none raised"), "plain", fine, "")
        self._fold()

    def _clear_chips(self) -> None:
        for chip in self._chips_made:
            self._chips.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips_made, self._each, self._one = [], [], None

    def _fold(self) -> None:
        """One chip for all flags where they have no room: which task it is comes first."""
        if self._one is None:
            return
        shown = [chip for chip in self._chips_made if chip is not self._one]
        wide = sum(chip.sizeHint().width() + self._chips.spacing() for chip in shown)
        is_folded = self._line.needed() + self._top.spacing() + wide > self.width() - 2 * _MARGIN
        self._one.setVisible(is_folded)
        for chip in self._each:
            chip.setVisible(not is_folded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _add(self, text: str, kind: ChipKind, detail: str, flag: str) -> Chip:
        chip = Chip(text, kind=kind, icon_name="done" if kind == "plain" else "flag")
        chip.setToolTip("\u2060" + detail.replace("<", "‹") if detail else "")
        chip.setAccessibleDescription(detail)
        chip.clicked.connect(lambda _=False: self.flag_clicked.emit(flag))
        self._chips.addWidget(chip)
        self._chips_made.append(chip)
        return chip

    def toggle_instruction(self) -> None:
        """All of the instruction, or two lines."""
        self.instruction.set_open(not self.instruction.is_open)
        self.instruction_toggled.emit()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = self.rect()
        painter.fillRect(rect, self.palette().window())
        bottom = QRectF(rect).bottomLeft()
        bottom.setY(bottom.y() - 1)
        paint.hairline(painter, bottom, rect.width(), tokens.line)


class _TitleLine(paint.Painted, QWidget):
    """The id in bold, then kind and rubric quietly."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self._about = "", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_words(self, title: str, about: str) -> None:
        self._title, self._about = title, about
        self.setAccessibleName(f"{title}, {about}")
        self.update()

    def needed(self) -> int:
        """The width at which nothing is cut."""
        title = fonts.width(self._title, "m", bold=True)
        return title + _PARTED + fonts.width(self._about, "s") + 2

    def sizeHint(self) -> QSize:
        return QSize(160, fonts.scaled(22))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        used = paint.text(
            painter, rect, self._title, font=fonts.font("m", bold=True), color=tokens.text,
            elide=Qt.TextElideMode.ElideMiddle,
        )  # fmt: skip
        rest = rect.adjusted(used + _PARTED, 0, 0, 0)
        paint.text(painter, rest, self._about, font=fonts.font("s"), color=tokens.text2)
