"""Markdown and code from files, readable: built from plain pieces of text, never from HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from PySide6.QtCore import QEvent, QTimer, QUrl
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import markdown_blocks as markdown
from reviewer.ui.widgets.markdown_blocks import Block, Span
from reviewer.ui.widgets.scroll_bar import thin_bars

# A table with more cells than this is slow to lay out; its rows are shown as lines.
_MOST_CELLS = 500
# Pieces (words of one style, lines of code, cells) that are laid out before the window goes on:
# as many as any window shows, then as few as nobody notices. One takes up to half a millisecond.
_AT_ONCE, _A_STEP = 400, 60
# A paragraph cannot be laid out in parts: one of very many styles is shown without them.
_MOST_STYLES = 1_000
# ↑ and ↓ scroll what has the keyboard; the other keys stay the window's.
_SCROLLS = ("keepsArrows", "vertical")
_LINE_BREAK = "\u2028"
_HEADING_PIXELS = {1: 17, 2: 15}


class _Closed(QTextDocument):
    """A document that loads nothing, whatever it may hold."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        return None


class DocumentView(QTextEdit):
    """Headings, lists, tables and code of a Markdown text; text can be selected, not followed."""

    def __init__(
        self, name: str, text: str = "", *, margin: int = 12, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._text, self._is_markdown, self._margin = "", True, margin
        self._rest = QTimer(self)
        self._rest.setInterval(0)
        self._rest.timeout.connect(self._go_on)
        self.setDocument(_Closed(self))
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setProperty(*_SCROLLS)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)
        thin_bars(self)
        self.set_markdown(text)

    def set_markdown(self, text: str, *, is_markdown: bool = True) -> None:
        """Show another text, as Markdown or as it stands."""
        self._text, self._is_markdown = text, is_markdown
        self._build()

    def needed_height(self, width: int) -> int:
        """The height that shows the whole text at a width."""
        self.document().setTextWidth(max(1, width))
        return ceil(self.document().size().height())

    def words(self) -> str:
        """The text as it was given."""
        return self._text

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._build()

    def _build(self) -> None:
        self._rest.stop()
        document = self.document()
        document.clear()
        document.setDocumentMargin(fonts.scaled(self._margin))
        document.setDefaultFont(fonts.font("m"))
        plain = iter((Block("paragraph", (Span(self._text),)),))
        blocks = markdown.each_block(self._text) if self._is_markdown else plain
        self._builder = _Builder(document, theme.of(self), blocks)
        if not self._builder.add(_AT_ONCE):
            self._rest.start()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _go_on(self) -> None:
        """A long text grows at its end while it is read from its start."""
        if self._builder.add(_A_STEP):
            self._rest.stop()


class _Builder:
    """Puts blocks into an empty document, some at a time."""

    def __init__(
        self, document: QTextDocument, tokens: theme.Tokens, blocks: Iterator[Block]
    ) -> None:
        self._cursor, self._tokens = QTextCursor(document), tokens
        self._is_first = True
        self._pieces = self._put(blocks)

    def add(self, pieces: int) -> bool:
        """Some more, in one edit; True when all is there."""
        self._cursor.beginEditBlock()
        left = pieces
        while left > 0 and (put := next(self._pieces, 0)):
            left -= put
        self._cursor.endEditBlock()
        return left > 0

    def _put(self, blocks: Iterator[Block]) -> Iterator[int]:
        """Put in one thing after the other; yields how many pieces each had."""
        for block in blocks:
            if block.kind == "table":
                yield from self._table(block)
            elif block.kind == "code":
                yield from self._code(block)
            else:
                if len(block.spans) > _MOST_STYLES:
                    whole = Span("".join(span.text for span in block.spans))
                    block = replace(block, spans=(whole,))
                self._one(block)
                yield 1 + len(block.spans)

    def _one(self, block: Block) -> None:
        if block.kind == "rule":
            self._start(above=4, below=4)
            self._words((Span("―" * 24),), color=self._tokens.text3)
        elif block.kind == "heading":
            self._start(above=14 if block.level < 3 else 10, below=4)
            self._words(block.spans, heading=block.level)
        elif block.kind == "item":
            self._start(indent=18 * (block.level + 1), hanging=-14, below=2)
            self._words((Span(f"{block.marker} "),), color=self._tokens.text2)
            self._words(block.spans)
        elif block.kind == "quote":
            self._start(indent=16, below=2)
            self._words(block.spans, color=self._tokens.text2)
        else:
            self._start(below=8)
            self._words(block.spans)

    def _start(
        self, *, above: int = 0, below: int = 0, indent: int = 0, hanging: int = 0,
        ground: str = "",
    ) -> None:  # fmt: skip
        shape = QTextBlockFormat()
        shape.setTopMargin(0 if self._is_first else fonts.scaled(above))
        shape.setBottomMargin(fonts.scaled(below))
        shape.setLeftMargin(fonts.scaled(indent))
        shape.setTextIndent(fonts.scaled(hanging))
        if ground:
            shape.setBackground(QBrush(QColor(ground)))
        if self._is_first:
            self._cursor.setBlockFormat(shape)
        else:
            self._cursor.insertBlock(shape)
        self._is_first = False

    def _words(self, spans: Sequence[Span], *, color: str = "", heading: int = 0) -> None:
        for span in spans:
            look = QTextCharFormat()
            look.setFont(_font(span.style, heading))
            look.setForeground(QColor(color or self._tokens.text))
            if span.style == markdown.CODE and not heading:
                look.setBackground(QColor(self._tokens.sel2))
            self._cursor.insertText(span.text.replace("\n", _LINE_BREAK), look)

    def _code(self, block: Block) -> Iterator[int]:
        lines = block.text.split("\n")
        for number, line in enumerate(lines):
            is_last = number == len(lines) - 1
            self._start(
                above=4 if number == 0 else 0, below=10 if is_last else 0,
                indent=8 + 9 * (block.level // 2), ground=self._tokens.sel2,
            )  # fmt: skip
            look = QTextCharFormat()
            look.setFont(fonts.mono())
            look.setForeground(QColor(self._tokens.text))
            self._cursor.insertText(line, look)
            yield 1

    def _table(self, block: Block) -> Iterator[int]:
        rows, columns = len(block.rows), len(block.rows[0])
        if rows * columns > _MOST_CELLS:
            for row in block.rows:
                self._start(below=1)
                for number, cell in enumerate(row):
                    self._words((Span(" │ "), *cell) if number else cell)
                yield columns
            return
        shape = QTextTableFormat()
        shape.setBorder(1)
        shape.setBorderBrush(QBrush(QColor(self._tokens.line2)))
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        shape.setBorderCollapse(True)
        shape.setCellPadding(fonts.scaled(4))
        shape.setTopMargin(fonts.scaled(4))
        shape.setBottomMargin(fonts.scaled(8))
        shape.setColumnWidthConstraints([QTextLength()] * columns)
        table = self._cursor.insertTable(rows, columns, shape)
        for at, row in enumerate(block.rows):
            for number, cell in enumerate(row):
                self._cursor = table.cellAt(at, number).firstCursorPosition()
                self._words(cell, heading=9 if at == 0 else 0)
        self._cursor = table.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        # The block after a table is there already.
        self._is_first = True
        yield rows * columns


def _font(style: str, heading: int) -> QFont:
    if style == markdown.CODE:
        return fonts.mono(bold=bool(heading))
    font = fonts.font("m", bold=bool(heading) or style == markdown.BOLD)
    if heading in _HEADING_PIXELS:
        font.setPixelSize(fonts.scaled(_HEADING_PIXELS[heading]))
    font.setItalic(style == markdown.ITALIC)
    return font


class CodeView(QPlainTextEdit):
    """Code or data as written, every character as wide as the others; lines are not broken."""

    def __init__(self, name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFont(fonts.mono())
        self.setProperty(*_SCROLLS)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(fonts.scaled(12))
        thin_bars(self)
        self.setPlainText(text.strip("\n"))
