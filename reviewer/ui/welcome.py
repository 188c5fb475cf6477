"""The first page: open a folder, go on where one was, or look at the samples."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QImage,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from reviewer.ui import fonts
from reviewer.ui.translate import tr
from reviewer.ui.welcome_parts import WIDEST, DropZone, Foot
from reviewer.ui.welcome_rows import (
    Recent,
    RecentRow,
    RowButton,
    RowColumn,
    Sample,
    SampleRow,
    missing,
    recents_of,
    small_picture,
)
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.scroll_bar import thin_bars

_ONE_COLUMN_UNDER = 720
_SHOWN = 8
_ALL_SAMPLES = Sample("", "Open the samples", "One task of each kind, to try everything on a copy")


class Welcome(QWidget):
    """Says what it can do; what is chosen goes to the window as signals."""

    open_wanted = Signal()
    folder_chosen = Signal(str)
    samples_wanted = Signal()
    sample_chosen = Signal(str)
    _looked = Signal(object)
    _pictured = Signal(str, QImage)

    def __init__(
        self, parent: QWidget | None = None, *, is_there: Callable[[str], bool] = os.path.isdir
    ) -> None:
        super().__init__(parent)
        self._is_there = is_there
        self._paths: tuple[str, ...] = ()
        self._known: Mapping[str, Recent] = {}
        self._is_reading = False
        self.setAcceptDrops(True)
        self.setAccessibleName(tr("Welcome"))
        self.zone = DropZone()
        self.zone.open_button.clicked.connect(self.open_wanted)
        self.recent = RowColumn(tr("Recent folders"))
        self.samples = RowColumn(tr("Samples"))
        self.foot = Foot()
        self._lay_out()
        self._looked.connect(self._mark_gone)
        self._pictured.connect(self._show_picture)
        self.set_recent(())
        self.set_samples(())

    def _lay_out(self) -> None:
        px = fonts.scaled
        self._page = QWidget()
        inside = QVBoxLayout(self._page)
        inside.setContentsMargins(px(16), px(24), px(16), px(24))
        inside.setSpacing(0)
        inside.addStretch(1)
        inside.addLayout(self._top())
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(px(16))
        self._columns.addWidget(self.recent, 3)
        self._columns.addWidget(self.samples, 2)
        inside.addLayout(self._columns)
        inside.addStretch(2)
        middle = QWidget()
        across = QHBoxLayout(middle)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addWidget(self._page, 100)
        across.addStretch(1)
        self._page.setMaximumWidth(px(WIDEST) + px(48))
        area = QScrollArea()
        area.setWidget(middle)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        thin_bars(area)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(area, 1)
        outer.addWidget(self.foot)

    def _top(self) -> QVBoxLayout:
        title = ElidedLabel(tr("Reviewer"), step="l", bold=True)
        about = ElidedLabel(
            tr(
                "See why a task got its grade, try what would change it, and say where you "
                "disagree."
            ),
            step="m", role="text2", most=2,
        )  # fmt: skip
        # Rows have a ground 8 px wider than their words: words and drop zone share their edges.
        top = QVBoxLayout()
        top.setContentsMargins(fonts.scaled(8), 0, fonts.scaled(8), 0)
        top.setSpacing(0)
        for widget, gap in ((title, 8), (about, 32), (self.zone, 40)):
            top.addWidget(widget)
            top.addSpacing(fonts.scaled(gap))
        return top

    # What is listed

    def set_recent(self, paths: Sequence[str], known: Mapping[str, Recent] | None = None) -> None:
        """The folders opened before, latest first; those that are gone are marked in a moment."""
        self._paths = tuple(paths)[:_SHOWN]
        self._known = known or {}
        rows: list[RowButton] = []
        for recent in recents_of(self._paths, self._known):
            row = RecentRow(recent)
            row.clicked.connect(lambda _=False, path=recent.path: self.folder_chosen.emit(path))
            rows.append(row)
        self.recent.set_rows(rows)
        self.recent.setVisible(bool(rows))
        if self._paths and self.isVisible():
            self._look()

    def set_samples(self, samples: Sequence[Sample]) -> None:
        """The samples; without any of them one row opens all."""
        rows: list[RowButton] = []
        for sample in samples or (_ALL_SAMPLES,):
            row = SampleRow(sample)
            row.clicked.connect(lambda _=False, name=sample.id: self._choose_sample(name))
            rows.append(row)
        self.samples.set_rows(rows)

    def set_person(self, words: str) -> None:
        """Who is signed in, at the foot."""
        self.foot.set_words(words)

    def _choose_sample(self, name: str) -> None:
        if name:
            self.sample_chosen.emit(name)
        else:
            self.samples_wanted.emit()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self._paths:
            self._look()
        self._read_pictures()

    def _read_pictures(self) -> None:
        """Off this thread and once: the page is there before its pictures are."""
        wanted = {row.sample.id: row.sample.file for row in self._sample_rows()
                  if row.sample.file and row.sample.picture is None}  # fmt: skip
        ratio = self.devicePixelRatioF()
        if not wanted or self._is_reading:
            return
        self._is_reading = True
        pictured = self._pictured

        def work() -> None:
            for name, file in wanted.items():
                try:
                    pictured.emit(name, small_picture(file, ratio=ratio))
                except RuntimeError:
                    return

        threading.Thread(target=work, name="sample pictures", daemon=True).start()

    def _sample_rows(self) -> list[SampleRow]:
        return [row for row in self.samples.rows if isinstance(row, SampleRow)]

    def _show_picture(self, name: str, image: QImage) -> None:
        for row in self._sample_rows():
            if row.sample.id == name and not image.isNull():
                row.set_picture(QPixmap.fromImage(image))

    def _look(self) -> None:
        """Off this thread: a folder on a disk that sleeps or a host that is down can take long."""
        paths, is_there = self._paths, self._is_there
        looked = self._looked

        def work() -> None:
            gone = missing(paths, is_there)
            try:
                looked.emit(gone)
            except RuntimeError:
                # The page was closed meanwhile: there is nobody left to tell.
                return

        threading.Thread(target=work, name="recent folders", daemon=True).start()

    def _mark_gone(self, gone: frozenset[str]) -> None:
        for row in self.recent.rows:
            if isinstance(row, RecentRow):
                row.set_recent(replace(row.recent, is_gone=row.recent.path in gone))

    # Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event):
            self.zone.set_hot(True)
            event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self.zone.set_hot(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.zone.set_hot(False)
        paths = _dropped(event)
        if paths:
            event.acceptProposedAction()
            self.folder_chosen.emit(paths[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_one = self.width() < fonts.scaled(_ONE_COLUMN_UNDER)
        way = QBoxLayout.Direction.TopToBottom if is_one else QBoxLayout.Direction.LeftToRight
        self._columns.setDirection(way)


def _dropped(event: QDropEvent) -> list[str]:
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
