"""Markdown from files as plain blocks: nothing in it is loaded, followed or run.

Only what reports and tasks are written with is read: headings, paragraphs, lists, quotes, tables,
code, rules, and in a line bold, italic and code. Links are words with their address; HTML stays
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

BOLD, ITALIC, CODE = "bold", "italic", "code"

# The texts are strangers': no pattern may try a place twice, or a line of blanks would hold the
# window for minutes. Repeats that another one could follow keep what they took (`++`, `*+`).
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*)$")
_FENCE = re.compile(r"^(\s*+)(`{3,}+|~{3,}+)\s*+([^`]*+)$")
_ITEM = re.compile(r"^(\s*)([-*+•]|\d{1,9}[.)])\s+(.*)$")
_RULE = re.compile(r"^ {0,3}([-*_])(\s*\1){2,}\s*$")
_QUOTE = re.compile(r"^ {0,3}>\s?(.*)$")
_DASHES = re.compile(r":?-+:?")
_CELL = re.compile(r"(?<!\\)\|")
_CHECKBOX = {"[ ]": "☐", "[x]": "☑", "[X]": "☑"}
_INLINE = re.compile(
    r"(?<!`)(?P<code>`++)(?P<quoted>.+?)(?<!`)(?P=code)(?!`)"
    r"|\\(?P<escaped>[\\`*_{}\[\]()#+\-.!|<>~])"
    r"|!\[(?P<alt>[^\[\]]*+)\]\((?P<source>[^)\s]{0,1000}+)[^)]{0,1000}+\)"
    r"|\[(?P<link>[^\[\]]++)\]\((?P<target>[^)\s]{0,1000}+)[^)]{0,1000}+\)"
    r"|(?P<strong>\*\*|__)(?=\S)(?P<bold>.{1,1000}?)(?<=\S)(?P=strong)"
    r"|(?P<star>\*)(?=[^\s*])(?P<starred>[^*]+?)(?<=\S)\*"
    r"|(?<![\w])_(?=\S)(?P<lined>[^_]+?)(?<=\S)_(?![\w])"
)


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one style; `style` is empty, bold, italic or code."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `kind` is heading, paragraph, item, quote, code, table or rule."""

    kind: str
    spans: tuple[Span, ...] = ()
    level: int = 0
    marker: str = ""
    text: str = ""
    rows: tuple[tuple[tuple[Span, ...], ...], ...] = ()


def blocks_of(text: str) -> tuple[Block, ...]:
    """All blocks of a text, in order."""
    return tuple(each_block(text))


def each_block(text: str) -> Iterator[Block]:
    """The same one by one, read as they are asked for."""
    return _Reading(text.expandtabs(4).splitlines()).blocks()


def plain_text(text: str) -> str:
    """The words of a Markdown text without its signs, a line for each block."""
    return "\n".join(line for block in blocks_of(text) if (line := _words(block)))


def _words(block: Block) -> str:
    if block.kind == "table":
        return "\n".join(" · ".join(_joined(cell) for cell in row) for row in block.rows)
    start = f"{block.marker} " if block.kind == "item" else ""
    return f"{start}{block.text or _joined(block.spans)}".strip()


def _joined(spans: Sequence[Span]) -> str:
    return "".join(span.text for span in spans)


class _Reading:
    """The lines, and how far they are read."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines, self._at = lines, 0

    def blocks(self) -> Iterator[Block]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.strip():
                self._at += 1
            elif fence := _FENCE.match(line):
                yield self._code(fence)
            elif heading := _HEADING.match(line):
                self._at += 1
                yield Block("heading", spans_of(_title(heading[2])), level=len(heading[1]))
            elif _RULE.match(line):
                self._at += 1
                yield Block("rule")
            elif self._is_table():
                yield self._table()
            elif item := _ITEM.match(line):
                yield self._item(item)
            elif quote := _QUOTE.match(line):
                self._at += 1
                yield Block("quote", spans_of(quote[1]))
            else:
                yield self._paragraph()

    def _code(self, fence: re.Match[str]) -> Block:
        """What stands between fences, as written; without an end, all that follows."""
        indent, mark, found = len(fence[1]), fence[2], list[str]()
        self._at += 1
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            bare = line.strip()
            if bare.startswith(mark) and not bare.strip(mark[0]):
                break
            found.append(line[indent:] if not line[:indent].strip() else line)
        return Block("code", level=indent, marker=fence[3].strip(), text="\n".join(found))

    def _is_table(self) -> bool:
        after = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else ""
        return "|" in self._lines[self._at] and "|" in after and _is_table_rule(after)

    def _table(self) -> Block:
        rows = [_cells(self._lines[self._at])]
        self._at += 2
        while self._at < len(self._lines) and "|" in self._lines[self._at]:
            rows.append(_cells(self._lines[self._at]))
            self._at += 1
        width = max(len(row) for row in rows)
        padded = tuple((*row, *[()] * (width - len(row))) for row in rows)
        return Block("table", rows=padded)

    def _item(self, item: re.Match[str]) -> Block:
        self._at += 1
        words = [item[3], *self._further()]
        marker = item[2] if item[2][0].isdigit() else "•"
        box = _CHECKBOX.get(words[0][:3])
        if box is not None:
            marker, words[0] = box, words[0][3:].lstrip()
        return Block("item", spans_of("\n".join(words)), level=len(item[1]) // 2, marker=marker)

    def _paragraph(self) -> Block:
        first = self._lines[self._at].strip()
        self._at += 1
        return Block("paragraph", spans_of("\n".join([first, *self._further()])))

    def _further(self) -> Iterator[str]:
        """Lines that go on with what came before. Each stays a line: reports count on that."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            starts = (_FENCE, _HEADING, _ITEM, _QUOTE, _RULE)
            if not line.strip() or any(each.match(line) for each in starts) or self._is_table():
                return
            self._at += 1
            yield line.strip()


def _title(text: str) -> str:
    """A heading's words without the signs that may close it."""
    words = text.rstrip()
    bare = words.rstrip("#")
    return bare.strip() if not bare or bare[-1].isspace() else words


def _is_table_rule(line: str) -> bool:
    cells = line.strip().removeprefix("|").removesuffix("|").split("|")
    return all(_DASHES.fullmatch(cell.strip()) for cell in cells)


def _cells(line: str) -> tuple[tuple[Span, ...], ...]:
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return tuple(spans_of(cell.strip()) for cell in _CELL.split(bare))


def spans_of(text: str, style: str = "") -> tuple[Span, ...]:
    """The words of a line with their styles."""
    found: list[Span] = []
    end = 0
    for match in _INLINE.finditer(text):
        if match.start() > end:
            found.append(Span(text[end : match.start()], style))
        found.extend(_styled(match, style))
        end = match.end()
    if end < len(text):
        found.append(Span(text[end:], style))
    return tuple(found)


def _styled(match: re.Match[str], style: str) -> Iterator[Span]:
    if match["code"]:
        quoted = match["quoted"]
        yield Span(quoted.strip() if quoted.strip() else quoted, CODE)
    elif match["escaped"]:
        yield Span(match["escaped"], style)
    elif match["alt"] is not None:
        yield Span(f"[picture {match['alt']}: {match['source']}]".replace(" :", ":"), style)
    elif match["link"]:
        words, target = match["link"], match["target"]
        yield from spans_of(words, style)
        if target and target != words:
            yield Span(f" ({target})", style)
    elif match["bold"]:
        yield from (replace(s, style=s.style or BOLD) for s in spans_of(match["bold"]))
    else:
        inner = match["starred"] or match["lined"]
        yield from (replace(s, style=s.style or ITALIC) for s in spans_of(inner, style))
