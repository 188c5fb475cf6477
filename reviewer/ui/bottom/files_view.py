"""The files of a task: what role each plays, how large it is and what was noted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from reviewer.model import Task
from reviewer.ui import fonts, icons, numbers, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import RowHeader, RowList, RowState, titled

ROW_HEIGHT = 28
Edges = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FileRow:
    """One file in one role."""

    role: str
    name: str
    size: str
    digest: str
    note: str
    path: str

    @property
    def is_missing(self) -> bool:
        """True when there is no such file, or it cannot be read."""
        return self.digest == "unreadable"


def file_rows(
    task: Task,
    digests: Mapping[str, str],
    notes: Sequence[str] = (),
    sizes: Mapping[str, int] | None = None,
) -> tuple[FileRow, ...]:
    """One row a file; a note stands at the file that it names. `sizes` are by absolute path."""
    seen: dict[str, int] = {}
    rows = []
    for number, artifact in enumerate(task.artifacts):
        seen[artifact.role] = seen.get(artifact.role, 0) + 1
        key = artifact.role if seen[artifact.role] == 1 else f"{artifact.role}#{number}"
        size = (sizes or {}).get(str(artifact.path))
        said = "; ".join(note for note in notes if artifact.name in note)
        rows.append(
            FileRow(artifact.role, artifact.name, "" if size is None else numbers.size(size),
                    digests.get(key, ""), said, str(artifact.path))
        )  # fmt: skip
    return tuple(rows)


class FilesView(QWidget):
    """Titles and files; Enter or the arrow at the right opens one with its own program."""

    file_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = _FileList(self._paint_row)
        self.list.opened.connect(self._open)
        self._titles = RowHeader(self._paint_titles)
        titled(self, self._titles, self.list)

    def set_rows(self, rows: Sequence[FileRow]) -> None:
        """Show the files of a task."""
        self.list.set_rows(rows)
        self._titles.update()

    def rows(self) -> Sequence[FileRow]:
        """The rows shown."""
        return self.list.rows()

    def _open(self, row: FileRow) -> None:
        self.file_wanted.emit(row.name)

    def _columns(self) -> tuple[Edges, Edges, Edges, Edges, Edges]:
        px, width = fonts.scaled, self.list.viewport().width()
        role = (px(16), px(16) + px(96))
        free = max(px(240), width - role[1] - px(96) - px(48) - px(64) - px(132))
        name = (role[1] + px(16), role[1] + px(16) + free * 0.42)
        size = (name[1] + px(8), name[1] + px(8) + px(80))
        digest = (size[1] + px(20), size[1] + px(20) + px(132))
        return role, name, size, digest, (digest[1] + px(12), width - px(48))

    def _paint_titles(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        words = ("role", "file", "size", "sha-256", "notes")
        for number, (edges, title) in enumerate(zip(self._columns(), words, strict=True)):
            box = QRectF(edges[0], 0, edges[1] - edges[0], rect.height())
            align = paint.RIGHT if number == 2 else paint.LEFT
            font = fonts.font("s")
            paint.text(painter, box, title, font=font, color=tokens.text2, align=align)

    def _paint_row(
        self, painter: QPainter, rect: QRectF, row: FileRow, tokens: theme.Tokens, state: RowState
    ) -> None:
        small, plain = fonts.font("s"), fonts.font("m")
        digest = "missing or unreadable" if row.is_missing else row.digest[:16]
        quiet = tokens.text2
        looks = (
            (row.role, fonts.font("m", bold=True), tokens.text, paint.LEFT),
            (row.name, plain, tokens.text, paint.LEFT), (row.size, small, quiet, paint.RIGHT),
            (digest, small, tokens.bad if row.is_missing else quiet, paint.LEFT),
            (row.note, small, quiet, paint.LEFT),
        )  # fmt: skip
        for edges, (words, font, color, align) in zip(self._columns(), looks, strict=True):
            box = QRectF(edges[0], rect.top(), edges[1] - edges[0], rect.height())
            middle = Qt.TextElideMode.ElideMiddle
            paint.text(painter, box, words, font=font, color=color, align=align, elide=middle)
        if state.is_current or state.is_hovered:
            tone = tokens.accent if state.is_current else tokens.text2
            icons.paint(painter, "external", _open_place(rect), color=tone)


class _FileList(RowList):
    """Opens a file on Enter, on a double click and on a click on its arrow."""

    opened = Signal(object)

    def __init__(self, paint_row: object) -> None:
        super().__init__(
            "Files", height=ROW_HEIGHT, paint_row=paint_row,  # type: ignore[arg-type]
            spoken=spoken, tip=_tip, key=lambda row: (row.role, row.path),
        )  # fmt: skip
        self._by_key = True
        self.doubleClicked.connect(lambda _index: self._open())
        self.chosen.connect(lambda _row: self._open() if self._by_key else None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_key = False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            place = _open_place(QRectF(self.visualRect(index))).adjusted(-6, -6, 6, 6)
            if place.contains(event.position()):
                self._open()
        self._by_key = True

    def _open(self) -> None:
        row = self.current_row()
        if row is not None:
            self.opened.emit(row)


def _open_place(rect: QRectF) -> QRectF:
    side = icons.side()
    return QRectF(rect.right() - fonts.scaled(20) - side, rect.center().y() - side / 2, side, side)


def spoken(row: FileRow) -> str:
    """A file for a screen reader."""
    digest = "missing or unreadable" if row.is_missing else f"digest {row.digest[:8]}"
    return ", ".join(part for part in (row.role, row.name, row.size, digest, row.note) if part)


def _tip(row: FileRow) -> str:
    return "\n".join(part for part in (row.path, row.digest, row.note) if part)
