"""What the welcome page lists: folders opened before, and the samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePath

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from reviewer.model.counting import counted
from reviewer.session.preferences import KnownFolder
from reviewer.ui import fonts, icons, theme
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton

_PICTURE = (56, 40)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Recent:
    """One folder of before; `done` of `total` tasks are reviewed when that is known."""

    path: str
    about: str = ""
    when: str = ""
    done: int | None = None
    total: int | None = None
    begun: int = 0
    is_gone: bool = False

    @property
    def name(self) -> str:
        """The folder's own name."""
        return PurePath(self.path).name or self.path


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample task; its picture is read once the page is shown."""

    id: str
    title: str
    about: str
    file: str = ""
    picture: QPixmap | None = None


class RowButton(PaintedButton):
    """A wide row that acts; ↑ and ↓ go to its neighbours."""

    stepped = Signal(int)

    def __init__(self, words: str, height: int, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._height = height
        self.is_first = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("keepsArrows", True)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(240), fonts.scaled(self._height))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers():
            self.stepped.emit(step)
            return
        super().keyPressEvent(event)

    def ground(self, painter: QPainter, tokens: theme.Tokens) -> QRectF:
        """Paint what lies under the words; returns the row without its outer air."""
        rect = QRectF(self.rect())
        if self.hasFocus():
            paint.box(painter, rect, radius=6, fill=tokens.sel)
        elif self.underMouse() and self.isEnabled():
            paint.box(painter, rect, radius=6, fill=tokens.hover)
        elif not self.is_first:
            pad = fonts.scaled(8)
            paint.hairline(painter, QPointF(pad, 0), rect.width() - 2 * pad, tokens.line)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens)
        return rect.adjusted(fonts.scaled(8), 0, -fonts.scaled(8), 0)


class RecentRow(RowButton):
    """Name, what is in it, how far it is; a folder that is gone says so."""

    def __init__(self, recent: Recent, parent: QWidget | None = None) -> None:
        super().__init__(recent.name, 56, parent)
        self.recent = recent
        self.set_recent(recent)

    def set_recent(self, recent: Recent) -> None:
        """The same folder with more known about it."""
        self.recent = recent
        self.setEnabled(not recent.is_gone)
        state = tr("gone") if recent.is_gone else self._progress()
        self.setAccessibleName(", ".join(p for p in (recent.name, recent.about, state) if p))
        self.setToolTip("\u2060" + recent.path.replace("<", "‹"))
        self.update()

    def _progress(self) -> str:
        done, total = self.recent.done, self.recent.total
        if done is None or total is None:
            return ""
        if total and done >= total:
            return tr("all reviewed")
        if done:
            return tr("{done} of {total}").format(done=f"{done:,}", total=f"{total:,}")
        begun = self.recent.begun
        return tr("{count} begun").format(count=f"{begun:,}") if begun else tr("not started")

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, px = self.ground(painter, tokens), fonts.scaled
        recent, side, small = self.recent, icons.side(), fonts.font("s")
        quiet = tokens.text2
        icon = QRectF(rect.left() + px(4), rect.center().y() - side / 2, side, side)
        tone = tokens.accent if self.hasFocus() else quiet
        icons.paint(painter, "folder", icon, color=tone, knockout=tokens.panel)
        left = icon.right() + px(12)
        top = QRectF(left, rect.top() + px(8), rect.right() - left - px(8), px(20))
        low = QRectF(left, rect.top() + px(29), top.width(), px(18))
        if recent.is_gone:
            word = tr("gone")
            used = paint.text(painter, top, word, font=small, color=tokens.warn, align=paint.RIGHT)
        else:
            words = self._progress()
            used = paint.text(painter, top, words, font=small, color=tokens.text, align=paint.RIGHT)
        bar = 0.0
        if recent.total and recent.done is not None and not recent.is_gone:
            bar = float(px(96))
            track = QRectF(low.right() - bar, low.center().y() - 2, bar, 4)
            paint.box(painter, track, radius=2, fill=tokens.track)
            share = min(1.0, recent.done / recent.total)
            fill = tokens.barfill if share >= 1 else tokens.accent
            if share > 0:
                done = QRectF(track.left(), track.top(), max(4.0, share * bar), 4)
                paint.box(painter, done, radius=2, fill=fill)
            bar += px(16)
        name = top.adjusted(0, 0, -used - px(12), 0)
        color = quiet if recent.is_gone else tokens.text
        bold = fonts.font("m", bold=not recent.is_gone)
        paint.text(painter, name, recent.name, font=bold, color=color)
        line = low.adjusted(0, 0, -bar, 0)
        used = paint.text(painter, line, recent.when, font=small, color=quiet, align=paint.RIGHT)
        line = line.adjusted(0, 0, -used - px(12), 0)
        middle = Qt.TextElideMode.ElideMiddle
        about = recent.about or recent.path
        paint.text(painter, line, about, font=small, color=quiet, elide=middle)


class SampleRow(RowButton):
    """A small picture, a name and what is to be seen there."""

    def __init__(self, sample: Sample, parent: QWidget | None = None) -> None:
        super().__init__(sample.title, 52, parent)
        self.sample = sample
        self.setAccessibleName(f"{sample.title}, {sample.about}")

    def set_picture(self, picture: QPixmap) -> None:
        """The picture, once it was read."""
        self.sample = replace(self.sample, picture=picture)
        self.update()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, px = self.ground(painter, tokens), fonts.scaled
        picture = QRectF(rect.left(), rect.top() + px(6), *map(px, _PICTURE))
        if self.sample.picture is not None:
            ratio = self.sample.picture.devicePixelRatio()
            size = self.sample.picture.size().toSizeF() / ratio
            corner = picture.center() - QPointF(size.width() / 2, size.height() / 2)
            painter.drawPixmap(corner, self.sample.picture)
        else:
            paint.box(painter, picture, radius=4, fill=tokens.sel2)
            side = icons.side()
            at = QRectF(picture.center().x() - side / 2, picture.center().y() - side / 2, side,
                        side)  # fmt: skip
            icons.paint(painter, "mode-sheet", at, color=tokens.text2, knockout=tokens.sel2)
        left = picture.right() + px(16)
        top = QRectF(left, rect.top() + px(6), rect.right() - left, px(20))
        low = QRectF(left, rect.top() + px(27), top.width(), px(18))
        bold = fonts.font("m", bold=True)
        paint.text(painter, top, self.sample.title, font=bold, color=tokens.text)
        small = fonts.font("s")
        paint.text(painter, low, self.sample.about, font=small, color=tokens.text2)


class RowColumn(QWidget):
    """A title and its rows one below the other."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self.rows: list[RowButton] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, fonts.scaled(28), 0, 0)
        self._layout.setSpacing(0)
        self.setAccessibleName(title)

    def set_rows(self, rows: Sequence[RowButton]) -> None:
        """Other rows."""
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = list(rows)
        for number, row in enumerate(rows):
            row.is_first = number == 0
            self._layout.addWidget(row)
            row.stepped.connect(lambda by, number=number: self._step(number, by))
        self._layout.addStretch(1)

    def _step(self, number: int, by: int) -> None:
        wanted = number + by
        if 0 <= wanted < len(self.rows):
            self.rows[wanted].setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, _event: object) -> None:
        with QPainter(self) as painter:
            tokens = theme.of(self)
            pad = fonts.scaled(8)
            box = QRectF(pad, 0, self.width() - 2 * pad, fonts.scaled(20))
            font = fonts.font("s", bold=True)
            paint.text(painter, box, self._title, font=font, color=tokens.text2)


def recents_of(paths: Sequence[str], known: Mapping[str, Recent] | None) -> list[Recent]:
    """Folders in their order with what is known of each."""
    return [(known or {}).get(path, Recent(path)) for path in paths]


def recents(known: Mapping[str, KnownFolder], *, today: date) -> dict[str, Recent]:
    """What was known of folders when they were left, in words."""
    return {
        path: Recent(
            path, f"{counted(found.total, 'task')} · {path}",
            day_words(found.day, today), found.done, found.total, found.begun,
        )
        for path, found in known.items()
    }  # fmt: skip


def day_words(day: str, today: date) -> str:
    """A day as people say it: today, yesterday, 19 Nov, 19 Nov 2024."""
    try:
        then = date.fromisoformat(day)
    except ValueError:
        return ""
    days = (today - then).days
    if days in (0, 1):
        return ("today", "yesterday")[days]
    month = _MONTHS[then.month - 1]
    return f"{then.day} {month}" if then.year == today.year else f"{then.day} {month} {then.year}"


def small_picture(file: str, *, ratio: float) -> QImage:
    """A picture of our own as the row of a sample shows it, sharp at this pixel ratio."""
    image = QImage(file)
    if image.isNull():
        return image
    room = QSize(*(round(fonts.scaled(side) * ratio) for side in _PICTURE))
    fill = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    small = image.scaled(room, fill, Qt.TransformationMode.SmoothTransformation)
    # One size for all rows: what stands over is cut off on both sides.
    over = small.size() - room
    small = small.copy(QRect(QPoint(over.width() // 2, over.height() // 2), room))
    small.setDevicePixelRatio(ratio)
    return small


def missing(paths: Sequence[str], is_there: Callable[[str], bool]) -> frozenset[str]:
    """The folders that are not there."""
    return frozenset(path for path in paths if not is_there(path))
