"""Where the labels of marks stand: beside what they name, never over a mark or each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

from reviewer.model import Mark
from reviewer.ui import fonts

_GAP = 6.0
# Placing is done while painting: of very many labels only the weightiest are tried.
_MOST = 80
_WEIGHTS = {"accent": 0, "bad": 1, "warn": 2, "ok": 3, "plain": 4}
_AREAS = frozenset({"box", "ring", "polygon", "small"})
# What is drawn around everything else hides nothing and is labelled inside.
_GROUNDS = ("room:",)

Edges = tuple[float, float, float, float]


def label_size(words: str, view: QSizeF) -> QSizeF:
    """The room that a label takes."""
    width = min(fonts.width(words, "s", bold=True) + fonts.scaled(16), view.width() - 4)
    return QSizeF(width, fonts.scaled(22))


def placed(
    marks: Sequence[Mark], extents: Sequence[QRectF | None], view: QSizeF
) -> Iterator[tuple[QPointF, str]]:
    """Labels that find room, the weightiest first; the others come when one zooms in.

    `extents` is what each mark covers of the view, None where it is out of sight.
    """
    seen = [(mark, rect) for mark, rect in zip(marks, extents, strict=True) if rect is not None]
    taken = [_edges(rect) for mark, rect in seen if mark.shape in _AREAS and not _is_ground(mark)]
    whole = (1.0, 1.0, view.width() - 1, view.height() - 1)
    named = [(mark, rect) for mark, rect in seen if mark.label]
    # A sort keeps the order of equals: what was marked first is named first.
    named.sort(key=lambda pair: (_is_ground(pair[0]), _WEIGHTS.get(pair[0].tone, 4)))
    for number, (mark, rect) in enumerate(named[:_MOST]):
        size = label_size(mark.label, view)
        spots = [_box(at, size) for at in _spots(mark, rect, size, view)]
        free = next((s for s in spots if _is_within(s, whole) and not _hits(s, taken)), None)
        if free is None and number == 0:
            # One is named in any case: it may fill the whole view.
            free = spots[0]
        if free is not None:
            taken.append(free)
            yield QPointF(free[0], free[1]), mark.label


def _is_ground(mark: Mark) -> bool:
    return mark.item.startswith(_GROUNDS)


def _spots(mark: Mark, rect: QRectF, size: QSizeF, view: QSizeF) -> Iterator[QPointF]:
    """Above, below, right, left; a place without extent is labelled where it is."""
    if rect.width() == 0 and rect.height() == 0:
        yield rect.topLeft()
        return
    left = max(2.0, min(rect.left(), view.width() - size.width() - 2))
    if _is_ground(mark):
        inside = rect.intersected(QRectF(2, 2, view.width() - 4, view.height() - 4))
        yield inside.topLeft() + QPointF(_GAP, _GAP)
        yield QPointF(inside.left() + _GAP, inside.bottom() - size.height() - _GAP)
        yield QPointF(inside.right() - size.width() - _GAP, inside.top() + _GAP)
        return
    yield QPointF(left, rect.top() - size.height() - _GAP)
    yield QPointF(left, rect.bottom() + _GAP)
    middle = rect.center().y() - size.height() / 2
    yield QPointF(rect.right() + _GAP, middle)
    yield QPointF(rect.left() - size.width() - _GAP, middle)


def _box(at: QPointF, size: QSizeF) -> Edges:
    return at.x(), at.y(), at.x() + size.width(), at.y() + size.height()


def _edges(rect: QRectF) -> Edges:
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def _is_within(box: Edges, whole: Edges) -> bool:
    return box[0] >= whole[0] and box[1] >= whole[1] and box[2] <= whole[2] and box[3] <= whole[3]


def _hits(box: Edges, taken: Sequence[Edges]) -> bool:
    left, top, right, bottom = box
    return any(
        left < other[2] and right > other[0] and top < other[3] and bottom > other[1]
        for other in taken
    )
