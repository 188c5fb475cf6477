"""Task files of the agent benchmark: front matter, sections, and the grader's code inside them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reviewer.formats.front_matter import read_yaml, split_front_matter

MAX_BYTES = 8 * 1024 * 1024
METADATA = "metadata"
PROMPT = "prompt"
EXPECTED = "expected behavior"
CRITERIA = "grading criteria"
CHECKS = "automated checks"
KNOWN_TITLES = frozenset(
    {METADATA, PROMPT, EXPECTED, CRITERIA, CHECKS}
    | {"workspace path", "skills", "env", "warmup", "llm judge rubric", "user simulation"}
)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r"^ {0,3}##[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$")
_PATH_LINE = re.compile(r"^tasks/\S+\.md$")
_BULLET = re.compile(r"^\s{0,3}(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.+)$")


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced block: its language word, its code as written, and the line it starts on."""

    language: str
    code: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading, fences included, and the line of the heading."""

    title: str
    text: str
    line: int
    blocks: tuple[CodeBlock, ...]


@dataclass(frozen=True, slots=True)
class TaskDocument:
    """A parsed task file. Empty strings and tuples where the file has no such section."""

    metadata: Mapping[str, Any]
    sections: tuple[Section, ...]
    path_line: str
    notes: tuple[str, ...] = field(default=())

    def section(self, title: str) -> Section | None:
        """Return the first section of a title, whatever its case."""
        wanted = title.strip().lower()
        return next((each for each in self.sections if _key(each.title) == wanted), None)

    @property
    def task_id(self) -> str:
        """The id in the metadata, or an empty string."""
        value = self.metadata.get("id", "")
        return str(value) if value is not None else ""

    @property
    def prompt(self) -> str:
        """What the agent was told."""
        return self._text(PROMPT)

    @property
    def grading_criteria(self) -> tuple[str, ...]:
        """The listed criteria, one a bullet."""
        lines = (_BULLET.match(line) for line in self._text(CRITERIA).splitlines())
        return tuple(found.group(1).strip() for found in lines if found)

    @property
    def grader_code(self) -> str:
        """The Python of the automated checks, fenced or bare; empty when there is none."""
        section = self.section(CHECKS)
        if section is None:
            return ""
        blocks = [block for block in section.blocks if block.language in ("", "python", "py")]
        grading = [block.code for block in blocks if "def grade" in block.code]
        if grading:
            return grading[0]
        return section.text if not section.blocks and "def grade" in section.text else ""

    def _text(self, title: str) -> str:
        section = self.section(title)
        return section.text if section else ""


def parse_task(data: bytes, *, size: int | None = None) -> TaskDocument:
    """Read a task file; what is odd is tolerated and noted, since the file is other people's.

    `size` is that of the whole file where `data` is only its start.
    """
    notes: list[str] = []
    size = len(data) if size is None else size
    if size > MAX_BYTES:
        notes.append(f"The file has {size:,} bytes; only the first {MAX_BYTES:,} were read.")
        data = data[:MAX_BYTES]
    text = data.decode("utf-8-sig", errors="replace")
    if "\ufffd" in text:
        notes.append("The file is not UTF-8; undecodable bytes are shown as \ufffd.")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    path_line, start = _path_line(lines)
    metadata, start = split_front_matter(lines, start, notes)
    sections = _sections(lines, start)
    if metadata is None:
        bare = next((each for each in sections if _key(each.title) == METADATA), None)
        metadata = read_yaml(bare.text, notes) if bare else {}
        if bare is None:
            notes.append("The file has no front matter.")
    document = TaskDocument(metadata, sections, path_line)
    _check(document, notes)
    return TaskDocument(metadata, sections, path_line, tuple(notes))


def _check(document: TaskDocument, notes: list[str]) -> None:
    if not document.sections:
        notes.append("The file has no sections.")
    elif not document.prompt:
        notes.append("The file has no Prompt section.")
    code = document.grader_code
    if not code:
        notes.append("The file has no grader code.")
        return
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        notes.append(f"The grader code is not valid Python: {error}.")


def _path_line(lines: list[str]) -> tuple[str, int]:
    """The published collection writes the file's own path above its content."""
    for index, line in enumerate(lines[:5]):
        if _PATH_LINE.match(line.strip()):
            return line.strip(), index + 1
        if line.strip():
            break
    return "", 0


def _sections(lines: list[str], start: int) -> tuple[Section, ...]:
    headings = list(_headings(lines, start))
    if not any(_key(title) in KNOWN_TITLES for _, title in headings):
        bare = list(_bare_headings(lines, start))
        headings = bare or headings
    ends = [*(index for index, _ in headings[1:]), len(lines)][: len(headings)]
    found: list[Section] = []
    for (index, title), end in zip(headings, ends, strict=True):
        text = "\n".join(lines[index + 1 : end]).strip("\n")
        found.append(Section(title, text, index + 1, _blocks(lines, index + 1, end)))
    return tuple(found)


def _outside_fences(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    """Lines that are prose; a fence that is never closed hides the rest of the file."""
    fence = ""
    for index in range(start, len(lines)):
        found = _FENCE.match(lines[index])
        if fence:
            if found and _closes(found, fence):
                fence = ""
        elif found:
            fence = found.group(1)
        else:
            yield index, lines[index]


def _closes(found: re.Match[str], fence: str) -> bool:
    marks = found.group(1)
    return marks[0] == fence[0] and len(marks) >= len(fence) and not found.group(2).strip()


def _headings(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    for index, line in _outside_fences(lines, start):
        found = _HEADING.match(line)
        if found:
            yield index, found.group(1).strip()


def _bare_headings(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for index, line in _outside_fences(lines, start):
        title = _key(line)
        stands_alone = not _line(lines, index - 1, start) and not _line(lines, index + 1, start)
        # Each title once: the word "Prompt" alone on a line inside a prompt is no heading.
        if title in KNOWN_TITLES and title not in seen and stands_alone and line == line.lstrip():
            seen.add(title)
            yield index, line.strip()


def _line(lines: list[str], index: int, start: int) -> str:
    return lines[index].strip() if start <= index < len(lines) else ""


def _blocks(lines: list[str], start: int, end: int) -> tuple[CodeBlock, ...]:
    found: list[CodeBlock] = []
    opened: tuple[str, str, int] | None = None
    for index in range(start, end):
        mark = _FENCE.match(lines[index])
        if opened is None and mark:
            words = mark.group(2).split()
            opened = (mark.group(1), words[0].lower() if words else "", index)
        elif opened is not None and mark and _closes(mark, opened[0]):
            code = "\n".join(lines[opened[2] + 1 : index])
            found.append(CodeBlock(opened[1], code, opened[2] + 1))
            opened = None
    if opened is not None:
        code = "\n".join(lines[opened[2] + 1 : end])
        found.append(CodeBlock(opened[1], code, opened[2] + 1))
    return tuple(found)


def _key(title: str) -> str:
    return title.strip().rstrip(":").strip().lower()
