"""Details: the evidence of the current row, then the panels of the task's kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from reviewer.model import Evidence, Panel, Table, TreeNode
from reviewer.session.layers import PANEL as LAYERS
from reviewer.session.layers import WHOLE
from reviewer.ui import fonts
from reviewer.ui.bottom.page_choice import PageChoice
from reviewer.ui.translate import tr
from reviewer.ui.widgets.document_view import CodeView, DocumentView
from reviewer.ui.widgets.filmstrip import Filmstrip
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.plot import Plot
from reviewer.ui.widgets.segmented import Segment
from reviewer.ui.widgets.table_list import TableList
from reviewer.ui.widgets.tree_list import Standing, TreeList

# What the choice of pages may take of the row that it shares with a sentence.
_BESIDE = 0.66


@dataclass(frozen=True, slots=True)
class Page:
    """One thing to look at: `form` is that of a panel, or pictures or histograms; `note` is said
    above it."""

    key: str
    title: str
    form: str
    content: object
    panel: str = ""
    note: str = ""


def pages_of(evidence: Evidence | None, panels: Sequence[Panel]) -> tuple[Page, ...]:
    """What there is to show, the evidence first."""
    pages: list[Page] = []
    if evidence is not None:
        if evidence.histograms:
            pages.append(Page("histograms", "Histograms", "histograms", evidence.histograms))
        if evidence.curve is not None:
            pages.append(Page("curve", "Curve", "curve", evidence.curve))
        if evidence.table is not None and evidence.table.rows:
            pages.append(Page("table", "What was counted", "table", evidence.table))
        if evidence.pictures:
            pages.append(Page("maps", "Maps", "pictures", tuple(evidence.pictures.items())))
        if evidence.text:
            pages.append(Page("text", "Text", "text", evidence.text))
    return (*pages, *(_panel_page(panel) for panel in panels))


def _panel_page(panel: Panel) -> Page:
    key = f"panel:{panel.id}"
    content: object = panel.text
    form = panel.form
    if form == "table" and panel.table is not None:
        content = panel.table
    elif form == "tree":
        content = panel.tree
    elif form == "filmstrip":
        content = panel.pictures
    elif form == "curve" and panel.curve is not None:
        content = panel.curve
    elif form == "timeline":
        content = panel
    elif form not in ("markdown", "code"):
        form = "text"
    note = panel.text if content is not panel.text else ""
    return Page(key, panel.title, form, content, panel.id, note)


def _row_of(evidence: object) -> str:
    return evidence.check if isinstance(evidence, Evidence) else ""


def _with_whole(panel: str, nodes: Sequence[TreeNode]) -> Sequence[TreeNode]:
    """Over the layers of a picture stands the picture as its file says."""
    if not panel.startswith(LAYERS):
        return nodes
    return (TreeNode("The picture as its file says", "all layers", item=WHOLE), *nodes)


class DetailsView(QWidget):
    """A summary line, a choice of pages, and the page."""

    item_wanted = Signal(str, str)
    tree_toggled = Signal(str, str, bool)
    picture_wanted = Signal(str, int)
    frame_wanted = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages: tuple[Page, ...] = ()
        self._made: dict[str, QWidget] = {}
        self._given: tuple[object, object, str] | None = None
        self._wanted = ""
        # True while evidence came by itself: then the panel that was chosen stays open.
        self.keeps_panel = False
        self._chosen = ""
        self._trees: dict[str, Standing] = {}
        self.summary = ElidedLabel("", step="m", most=2)
        self.choice = PageChoice("What to look at")
        self.choice.changed.connect(self._choose)
        self.stack = QStackedWidget()
        self.nothing = ElidedLabel("", step="m", role="text2", most=3)
        self._empty = QWidget()
        inside = QVBoxLayout(self._empty)
        inside.setContentsMargins(fonts.scaled(16), 8, fonts.scaled(16), 8)
        inside.addWidget(self.nothing, 0, Qt.AlignmentFlag.AlignTop)
        self.stack.addWidget(self._empty)
        top = QHBoxLayout()
        top.setContentsMargins(fonts.scaled(16), 4, fonts.scaled(16), 8)
        top.setSpacing(fonts.scaled(16))
        top.addWidget(self.summary, 1)
        top.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.note = ElidedLabel("", step="s", role="text2", most=2)
        under = QHBoxLayout()
        under.setContentsMargins(fonts.scaled(16), 0, fonts.scaled(16), 0)
        under.addWidget(self.note)
        layout.addLayout(top)
        layout.addLayout(under)
        layout.addWidget(self.stack, 1)
        self.set_details(None, ())

    def set_details(
        self, evidence: Evidence | None, panels: Sequence[Panel], problem: str = ""
    ) -> None:
        """Show evidence and panels; the page that was open stays if it is there."""
        before, self._given = self._given, (evidence, panels, problem)
        is_same = before is not None and before[0] is evidence and before[1] is panels
        if is_same and before is not None and before[2] == problem:
            return
        is_new = before is None or _row_of(before[0]) != _row_of(evidence)
        held = QApplication.focusWidget()
        has_keyboard = held is not None and self.isAncestorOf(held)
        if has_keyboard:
            # A page that goes would hand the keyboard to whatever Qt finds next.
            self.stack.setFocus()
            # Who works in a panel has chosen it.
            self._chosen = self._chosen or self._panel_on_show()
        self._show(evidence, panels, problem, is_new=is_new)
        if has_keyboard:
            self.focus_target().setFocus()

    def _show(
        self, evidence: Evidence | None, panels: Sequence[Panel], problem: str, *, is_new: bool
    ) -> None:
        self.summary.set_words(problem or (evidence.summary if evidence is not None else ""))
        self.summary.set_look(role="bad" if problem else "text")
        self.summary.setVisible(bool(self.summary.words()))
        pages = pages_of(evidence, panels)
        for made, widget in self._made.items():
            if isinstance(widget, TreeList):
                self._trees[made] = widget.standing()
            self.stack.removeWidget(widget)
            widget.deleteLater()
        self._made = {}
        open_page = self.choice.current()
        self.pages = pages
        self.choice.set_segments([Segment(page.key, page.title) for page in pages])
        self.choice.setVisible(len(pages) > 1)
        self._fit_choice()
        stays = self.keeps_panel and any(page.key == self._chosen for page in pages)
        if stays:
            open_page = self._chosen
        elif is_new and evidence is not None and pages and pages[0].panel == "":
            open_page, self._chosen = pages[0].key, ""
        if not pages:
            has = evidence is not None
            self.nothing.set_words(
                tr("There are no numbers beyond this sentence.")
                if has
                else tr("Choose a row and press E: its evidence is shown here.")
            )
            self.stack.setCurrentWidget(self._empty)
            self._say_note("")
            return
        is_there = any(page.key == open_page for page in pages)
        key = open_page if is_there else pages[0].key
        self.choice.set_current(key)
        self._open(key)
        if self._wanted:
            self.select(self._wanted)

    def holds(self, item: str) -> bool:
        """True when a row of some page is about this item."""
        return any(self._lists(page, item) for page in self.pages)

    def want(self, item: str) -> None:
        """Go to the row about an item once its pages come."""
        self._wanted = item

    def select(self, item: str) -> None:
        """Go to the row about an item: on the page that is open if it has one, else on another.

        What no page has is looked for again when other pages come.
        """
        self._wanted = item
        shown = self.choice.current()
        pages = sorted(self.pages, key=lambda page: page.key != shown)
        page = next((page for page in pages if self._lists(page, item)), None)
        if page is None:
            return
        self._wanted = ""
        self.choice.set_current(page.key)
        self._choose(page.key)
        table = self._made[page.key]
        if isinstance(table, TableList):
            table.select(item)

    @staticmethod
    def _lists(page: Page, item: str) -> bool:
        return isinstance(page.content, Table) and item in page.content.items

    def subtitle(self) -> str:
        """The page on show, where no choice of pages says it."""
        return self.pages[0].title if len(self.pages) == 1 else ""

    def focus_target(self) -> QWidget:
        """Where the keyboard goes."""
        shown = self.stack.currentWidget()
        if isinstance(shown, TableList):
            return shown.list
        return shown if shown is not None else self

    def _panel_on_show(self) -> str:
        key = self.choice.current()
        return key if key.startswith("panel:") else ""

    def _choose(self, key: str) -> None:
        """Open a page; a panel stays on until another page is chosen, or a row is clicked."""
        self._chosen = key if key.startswith("panel:") else ""
        self._open(key)

    def _open(self, key: str) -> None:
        page = next(each for each in self.pages if each.key == key)
        if key not in self._made:
            self._made[key] = widget = self._widget(page)
            self.stack.addWidget(widget)
        self.stack.setCurrentWidget(self._made[key])
        self._say_note(page.note)

    def _say_note(self, words: str) -> None:
        self.note.set_words(words)
        self.note.setVisible(bool(words))

    def _fit_choice(self) -> None:
        """The sentence beside the pages keeps a third of the row."""
        room = self.width() - 2 * fonts.scaled(16)
        self.choice.fit_into(round(room * (_BESIDE if self.summary.words() else 1.0)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_choice()

    def _widget(self, page: Page) -> QWidget:
        content = page.content
        if page.form == "table":
            table = TableList(page.title)
            table.set_table(content)  # type: ignore[arg-type]
            table.item_wanted.connect(lambda item: self.item_wanted.emit(page.panel, item))
            return table
        if page.form == "tree":
            tree = TreeList(page.title)
            tree.set_nodes(_with_whole(page.panel, content))  # type: ignore[arg-type]
            if page.key in self._trees:
                tree.take_up(self._trees[page.key])
            tree.toggled.connect(lambda item, on: self.tree_toggled.emit(page.panel, item, on))
            tree.item_wanted.connect(lambda item: self.item_wanted.emit(page.panel, item))
            return tree
        if page.form in ("filmstrip", "pictures"):
            strip = Filmstrip(page.title)
            strip.set_pictures(content)  # type: ignore[arg-type]
            strip.picture_wanted.connect(lambda at: self.picture_wanted.emit(page.panel, at))
            return strip
        if page.form in ("curve", "histograms", "timeline"):
            return self._plot(page)
        if page.form == "markdown":
            return DocumentView(page.title, str(content))
        if page.form == "code":
            return CodeView(page.title, str(content))
        text = QPlainTextEdit()
        text.setReadOnly(True)
        text.setPlainText(str(content))
        text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        text.setAccessibleName(page.title)
        text.document().setDocumentMargin(fonts.scaled(12))
        return text

    def _plot(self, page: Page) -> Plot:
        from reviewer.model import Curve

        plot = Plot(page.title)
        content = page.content
        if isinstance(content, Curve):
            plot.set_series(
                content.series, x_label=content.x_label, y_label=content.y_label,
                marks=content.marks,
            )  # fmt: skip
            plot.setToolTip(content.note)
        elif isinstance(content, Panel):
            points = tuple((float(n), value) for n, value in enumerate(content.timeline))
            marks = tuple((float(at), words) for at, words in content.timeline_marks)
            plot.set_series({content.title: points}, x_label="frame", marks=marks, is_scrubber=True)
            plot.place_chosen.connect(lambda at: self.frame_wanted.emit(page.panel, int(at)))
        elif isinstance(content, dict) or hasattr(content, "items"):
            series = {
                name: tuple((float(n), float(value)) for n, value in enumerate(values))
                for name, values in content.items()
            }
            plot.set_series(series, x_label="bin", is_filled=len(series) <= 3)
        return plot
