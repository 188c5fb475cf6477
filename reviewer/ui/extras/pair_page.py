"""Blind pairs: two pictures without names, a vote, and only then whose they were."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSizeF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from reviewer.session.pairs import PairView
from reviewer.session.pictures import PictureState
from reviewer.ui import fonts, numbers, theme
from reviewer.ui.extras.page import Page
from reviewer.ui.extras.pair_words import Told, told
from reviewer.ui.extras.words import wrapped
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.pane import Heading, Pane
from reviewer.ui.pictures.picture_set import PictureSet
from reviewer.ui.pictures.source import PictureSource, Run
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.labels import ElidedLabel

SLOTS = ("A", "B")


class PairPage(Page):
    """Shows a pair as the session hands it over; names appear only with what is revealed."""

    voted = Signal(str)
    swap_wanted = Signal()
    next_wanted = Signal()
    both_seen = Signal()

    def __init__(self, run: Run, parent: QWidget | None = None) -> None:
        super().__init__("Blind pairs", parent)
        self._view: PairView | None = None
        self._states: dict[str, PictureState | None] = {}
        self._seen: set[str] = set()
        self.camera = Camera(self)
        self.pictures = PictureSet(run, self)
        self.panes = {slot: Pane(self.camera, slot) for slot in SLOTS}
        self.prompt = wrapped("", most=3)
        self.swap = Button(tr("Swap sides"), key="S", key_as_cap=True)
        self.buttons = {
            "A": Button(tr("A is better"), key="A", key_as_cap=True, height=32),
            "tie": Button(tr("Neither"), key="=", key_as_cap=True, height=32),
            "B": Button(tr("B is better"), key="B", key_as_cap=True, height=32),
        }
        self.next = Button(tr("Next pair"), key="→", height=32)
        self.say_vote = ElidedLabel("", role="text2")
        self.reveal = RevealBlock()
        self.add_control(self.swap)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        gap, pad = fonts.scaled(8), fonts.scaled(16)
        top = QHBoxLayout()
        top.setContentsMargins(pad, gap, pad, gap)
        top.addWidget(self.prompt)
        self.body.addLayout(top)
        self._ground = _Ground()
        sides = QHBoxLayout(self._ground)
        sides.setContentsMargins(gap, gap, gap, gap)
        sides.setSpacing(gap)
        for slot in SLOTS:
            sides.addWidget(self.panes[slot], 1)
        self.body.addWidget(self._ground, 1)
        votes = QHBoxLayout()
        votes.setContentsMargins(pad, gap, pad, gap)
        votes.setSpacing(gap)
        for button in self.buttons.values():
            votes.addWidget(button)
        votes.addSpacing(gap)
        votes.addWidget(self.say_vote, 1)
        votes.addWidget(self.next)
        self.body.addLayout(votes)
        self.body.addWidget(self.reveal)

    def _connect(self) -> None:
        for choice, button in self.buttons.items():
            button.clicked.connect(lambda _=False, choice=choice: self.voted.emit(choice))
        self.swap.clicked.connect(self.swap_wanted)
        self.next.clicked.connect(self.next_wanted)
        self.pictures.changed.connect(lambda _: self._fill())
        for slot, pane in self.panes.items():
            pane.view.painted.connect(lambda full, slot=slot: self._painted(slot, full))

    def set_pair(
        self, view: PairView | None, states: dict[str, PictureState | None], *, progress: str
    ) -> None:
        """Another pair, other pictures of the same, or what was revealed."""
        is_other = (
            self._view is None
            or view is None
            or (view.task, view.is_swapped) != (self._view.task, self._view.is_swapped)
        )
        self._view = view
        if is_other:
            self._states, self._seen = {}, set()
            self.camera.line_up()
            self.camera.fit()
        before, self._states = self._states, dict(states)
        if is_other:
            # What another pair showed must not stay under this one's letters.
            self.pictures.set_sources([_source(slot, states.get(slot)) for slot in SLOTS])
        for slot in SLOTS:
            # By identity: pictures must not be compared pixel by pixel here.
            if not is_other and states.get(slot) is not before.get(slot):
                self.pictures.update_source(_source(slot, states.get(slot)))
        self.prompt.set_words(view.prompt if view is not None else "")
        swapped = "sides swapped to see whether the side sways you · " if (
            view is not None and view.is_swapped
        ) else ""  # fmt: skip
        task = view.task if view is not None else "no pair"
        self.say(f"{task} · {swapped}{progress}")
        self._show_vote()
        self._fill()

    def _show_vote(self) -> None:
        view = self._view
        mine = view.mine if view is not None else ""
        for choice, button in self.buttons.items():
            button.setEnabled(view is not None)
            button.set_kind("primary" if choice == mine else "plain")
        self.swap.setEnabled(view is not None and bool(mine or view.is_swapped))
        self.swap.setToolTip("" if mine else tr("Vote first; then see whether the side sways you"))
        found = told(view) if view is not None and view.revealed is not None else None
        self.reveal.set_told(found)
        said = "Names, the model's votes and the verdict are shown after your vote."
        if view is None:
            said = "This task has no second candidate, or it is still being read."
        elif mine:
            said = {"A": "You chose A.", "B": "You chose B.", "tie": "You chose neither."}[mine]
        self.say_vote.set_words(said)

    def _fill(self) -> None:
        for slot, pane in self.panes.items():
            state = self._states.get(slot)
            picture = self.pictures.picture(slot)
            problem = self.pictures.problem(slot)
            flags: tuple[str, ...] = ()
            if picture is not None and not picture.is_full:
                flags = ("reading the full picture",)
            size = numbers.pixels(*state.size) if state is not None and state.size else ""
            pane.set_heading(Heading(slot, "", size, flags))
            if picture is None:
                words = "it cannot be read" if problem else "reading …"
                pane.view.set_picture(None, message=words, is_error=bool(problem))
                if problem:
                    self._painted(slot, True)
            elif pane.view.picture is not picture:
                pane.view.set_picture(picture)
                if slot == "A":
                    self.camera.set_reference(picture.size)
        self._fit_lead()

    def _fit_lead(self) -> None:
        view = self.panes["A"].view
        ratio = self.devicePixelRatioF()
        self.camera.set_lead(QSizeF(view.width() * ratio, view.height() * ratio))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_lead()

    @property
    def is_seen(self) -> bool:
        """True once both pictures, or why they cannot be read, were on the screen."""
        return self._seen == set(SLOTS)

    def _painted(self, slot: str, is_full: bool) -> None:
        if is_full and slot not in self._seen:
            self._seen.add(slot)
            if self.is_seen:
                self.both_seen.emit()


class RevealBlock(paint.Painted, QWidget):
    """Three columns of words, shown after the vote."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.titles = [
            ElidedLabel(words, step="s", role="text2", bold=True)
            for words in ("Whose they were", "Votes", "Verdict")
        ]
        self.texts = [wrapped("", most=5) for _ in self.titles]
        row = QHBoxLayout(self)
        pad = fonts.scaled(16)
        row.setContentsMargins(pad, fonts.scaled(8), pad, fonts.scaled(12))
        row.setSpacing(fonts.scaled(24))
        for title, text in zip(self.titles, self.texts, strict=True):
            column = QVBoxLayout()
            column.setSpacing(fonts.scaled(4))
            column.addWidget(title)
            column.addWidget(text)
            column.addStretch(1)
            row.addLayout(column, 1)
        self.hide()

    def set_told(self, found: Told | None) -> None:
        """What is told; None hides the block."""
        self.setVisible(found is not None)
        if found is None:
            for text in self.texts:
                text.set_words("")
                text.setToolTip("")
            return
        for text, words in zip(self.texts, (found.names, found.votes, found.verdict), strict=True):
            text.set_words(words)
        self.texts[1].setToolTip(found.raw)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)


class _Ground(paint.Painted, QWidget):
    """The neutral grey around pictures."""

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), tokens.canvas)


def _source(slot: str, state: PictureState | None) -> PictureSource:
    """A picture without its name: a file's name would tell whose it is."""
    if state is None:
        return PictureSource(slot)
    return PictureSource(
        role=slot,
        pixels=state.pixels if state.is_full else None,
        reduced=None if state.is_full else state.pixels,
        full_size=state.size,
        error="it cannot be read" if state.error else "",
        title=slot,
    )
