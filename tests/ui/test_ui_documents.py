"""Reports and tasks are read as they were meant: headings, lists, tables and code."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtGui import QFontInfo, QTextTable
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from reviewer.model import Panel, Table
from reviewer.ui.bottom.details_view import DetailsView
from reviewer.ui.task_header import TaskHeader
from reviewer.ui.widgets.document_view import CodeView, DocumentView
from reviewer.ui.widgets.markdown_blocks import Span, blocks_of, plain_text, spans_of

REPORT = """# Placement

All 22 pieces **PASS**, see `placement`.
Second line of the sentence.

- bed_master | bedroom1
  goes on here
    1. below it
- [x] done

| id | room |
|----|:----:|
| bed_master | bedroom1 |
| sofa \\| couch | living |

```bash
inkscape --export-png
  two spaces
```

> quoted

---
The end.
"""


def test_every_sort_of_block_is_found_in_order() -> None:
    found = blocks_of(REPORT)
    assert [block.kind for block in found] == [
        "heading", "paragraph", "item", "item", "item", "table", "code", "quote", "rule",
        "paragraph",
    ]  # fmt: skip
    assert [(b.marker, b.level) for b in found if b.kind == "item"] == [
        ("•", 0),
        ("1.", 2),
        ("☑", 0),
    ]
    code = next(block for block in found if block.kind == "code")
    assert (code.marker, code.text) == ("bash", "inkscape --export-png\n  two spaces")
    table = next(block for block in found if block.kind == "table")
    assert [["".join(s.text for s in cell) for cell in row] for row in table.rows] == [
        ["id", "room"], ["bed_master", "bedroom1"], ["sofa | couch", "living"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a **b** c", (Span("a "), Span("b", "bold"), Span(" c"))),
        ("a `x_y*z*` b", (Span("a "), Span("x_y*z*", "code"), Span(" b"))),
        (
            "bed_master_left and 2*3*4",
            (Span("bed_master_left and 2"), Span("3", "italic"), Span("4")),
        ),
        ("[site](http://a.b/c)", (Span("site"), Span(" (http://a.b/c)"))),
        ("![shot](file:///etc/x.png)", (Span("[picture shot: file:///etc/x.png]"),)),
        (r"\*no\*", (Span("*"), Span("no"), Span("*"))),
        ("<img src=http://a/b> &amp;", (Span("<img src=http://a/b> &amp;"),)),
        ("cost * 3 * 4", (Span("cost * 3 * 4"),)),
    ],
)
def test_styles_within_a_line(text: str, spans: tuple[Span, ...]) -> None:
    assert spans_of(text) == spans


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("```\nnever ends", "never ends"),
        ("|a|\n|-|", "a"),
        ("#", "#"),
        ("- ", "•"),
        ("# Sharp C# ##", "Sharp C#"),
        ("*" * 5000, ""),
        ("[" * 3000, "[" * 3000),
        ("`a``b`", "a``b"),
    ],
)
def test_odd_texts_are_shown_whole(text: str, shown: str) -> None:
    assert plain_text(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "# a" + " " * 100_000 + "b",
        "# a" + "#" * 100_000 + "b",
        "a|b\n" + " " * 100_000 + "|x",
        "```" + " " * 100_000 + "`",
        "`" * 100_000 + "x`",
        "x" + "`" * 100_000,
        "[" * 100_000,
        "![" * 50_000,
        "[a](" * 25_000,
        "[a](b " * 15_000,
        "**a " * 25_000,
        "*a _b " * 15_000,
        "- " * 50_000 + "x",
    ],
    ids=lambda text: text[:6],
)
def test_no_text_holds_the_window(text: str) -> None:
    began = time.process_time()
    blocks = blocks_of(text)
    assert time.process_time() - began < 5.0
    assert blocks


def test_the_view_shows_headings_tables_and_code_without_fences(qtbot: QtBot) -> None:
    view = DocumentView("Report", REPORT)
    qtbot.addWidget(view)
    shown = view.toPlainText()
    assert "```" not in shown
    assert "# Placement" not in shown
    assert "Placement" in shown
    assert "inkscape --export-png" in shown
    assert any(isinstance(frame, QTextTable) for frame in view.document().rootFrame().childFrames())
    place = view.document().find("inkscape")
    assert "Mono" in QFontInfo(place.charFormat().font()).family()
    assert view.document().find("The end").charFormat().font().family() != "monospace"


def test_a_long_report_grows_while_its_start_is_read(qtbot: QtBot) -> None:
    text = "\n\n".join(f"**{number}** words of a line" for number in range(3000))
    began = time.process_time()
    view = DocumentView("Report", text)
    qtbot.addWidget(view)
    assert time.process_time() - began < 0.5
    assert view.toPlainText().startswith("0 words of a line\n1 words")
    assert view.document().blockCount() < 1000
    qtbot.waitUntil(lambda: view.toPlainText().endswith("\n2999 words of a line"), timeout=20_000)
    assert view.document().blockCount() == 3000
    assert view.textCursor().position() == 0
    view.set_markdown("short")
    assert view.toPlainText() == "short"


def test_another_text_takes_the_place_of_one_that_is_still_growing(qtbot: QtBot) -> None:
    view = DocumentView("Report", "word\n\n" * 3000)
    qtbot.addWidget(view)
    view.set_markdown("# Other\n\n```\na\nb\n```")
    for _ in range(5):
        QApplication.processEvents()
    assert view.toPlainText() == "Other\na\nb"


def test_nothing_is_loaded_and_no_link_can_be_followed(qtbot: QtBot, tmp_path: Path) -> None:
    text = "<a href='http://x.y'>z</a> ![p](http://x.y/p.png) [l](http://x.y)\n<b>bold</b>"
    view = DocumentView("Report", text)
    qtbot.addWidget(view)
    assert "<b>bold</b>" in view.toPlainText()
    assert "￼" not in view.toPlainText(), "a picture stands in the document"
    assert not [
        fragment
        for block in _blocks(view)
        for fragment in block
        if fragment.charFormat().isAnchor()
    ]


def _blocks(view: DocumentView):
    block = view.document().begin()
    while block.isValid():
        found = []
        iterator = block.begin()
        while not iterator.atEnd():
            found.append(iterator.fragment())
            iterator += 1
        yield found
        block = block.next()


def test_details_show_markdown_whole_code_in_its_font_and_what_is_said_of_a_table(
    qtbot: QtBot,
) -> None:
    details = DetailsView()
    qtbot.addWidget(details)
    details.resize(900, 300)
    details.show()
    table = Table(("line", "id"), ((3, "bed_master"),))
    panels = (
        Panel("report:a.md", "markdown", "a.md", table=table, text=REPORT),
        Panel("code", "code", "Grader's code", text="def grade():\n    return 1"),
        Panel("chat", "table", "Chat log", table=table, text="12 tool calls"),
    )
    details.set_details(None, panels)
    shown = details.stack.currentWidget()
    assert isinstance(shown, DocumentView)
    assert shown.words() == REPORT
    details._open("panel:code")
    assert isinstance(details.stack.currentWidget(), CodeView)
    details._open("panel:chat")
    assert details.note.words() == "12 tool calls"
    details._open("panel:code")
    assert not details.note.isVisible()


def test_many_pages_become_a_list_that_is_not_cut(qtbot: QtBot) -> None:
    details = DetailsView()
    qtbot.addWidget(details)
    details.resize(700, 300)
    details.show()
    panels = tuple(
        Panel(f"p{n}", "text", f"a report of some length {n}.md", text="x") for n in range(9)
    )
    details.set_details(None, panels)
    assert details.choice.list.isVisible()
    assert details.choice.list.text() == "a report of some length 0.md"
    assert details.choice.width() >= details.choice.list.sizeHint().width()
    details.resize(3200, 300)
    assert details.choice.segments.isVisible()


LONG = (
    "# Furnish it\n\n"
    + "\n".join(f"- rule **{n}** of the plan" for n in range(60))
    + "\n\nThe end.\n"
)


def test_the_whole_instruction_can_be_read_to_its_last_line(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    header = TaskHeader()
    column = QVBoxLayout(host)
    column.addWidget(header)
    column.addStretch(1)
    header.set_task(title="t", about="", instruction=LONG, is_markdown=True)
    host.resize(800, 600)
    host.show()
    qtbot.waitExposed(host)
    assert header.instruction.label.words().startswith("Furnish it\n• rule 0 of the plan")
    header.toggle_instruction()
    QApplication.processEvents()
    shown = header.instruction.document
    assert shown.isVisible()
    assert shown.height() <= 600 * 0.4
    bar = shown.verticalScrollBar()
    assert bar.maximum() > 0
    assert shown.words() == LONG
    assert "**" not in shown.toPlainText()
    bar.setValue(bar.maximum())
    last = shown.document().lastBlock()
    assert last.text() == "The end."
    bottom = shown.document().documentLayout().blockBoundingRect(last).bottom() - bar.value()
    assert bottom <= shown.viewport().height()
    header.set_task(title="t", about="", instruction="Mirror *it*.")
    assert shown.toPlainText() == "Mirror *it*."
    QApplication.processEvents()
    assert shown.height() < 80
    header.toggle_instruction()
    assert header.instruction.label.words() == "Mirror *it*."
    assert not shown.isVisible()
