"""Everything that a window tells: words on controls, tooltips, models, the screen reader's, ink."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from reviewer.ui.widgets import paint

_WORDS = (
    "text", "toolTip", "statusTip", "whatsThis", "accessibleName", "accessibleDescription",
    "windowTitle", "placeholderText", "toPlainText", "currentText", "title", "words",
)  # fmt: skip
_SPOKEN = (
    QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value,
    QAccessible.Text.Help,
)  # fmt: skip
_TEXT_ROLES = range(16)


@contextmanager
def ink(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The words that are painted meanwhile."""
    drawn: set[str] = set()
    write = paint.text

    def noted(painter, box, words, **more):  # type: ignore[no-untyped-def]
        drawn.add(str(words))
        return write(painter, box, words, **more)

    with monkeypatch.context() as patch:
        patch.setattr(paint, "text", noted)
        yield drawn


def told_texts(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every text of every window that is open now, whatever way it is told."""
    tops = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
    with ink(monkeypatch) as found:
        for top in tops:
            top.grab()
    for widget in QApplication.allWidgets():
        if widget.window() in tops:
            found |= set(_of_widget(widget))
    for top in tops:
        found |= set(_spoken(QAccessible.queryAccessibleInterface(top)))
    return found


def _of_widget(widget: QWidget) -> Iterator[str]:
    for name in _WORDS:
        read = getattr(widget, name, None)
        try:
            said = read() if callable(read) else None
        except TypeError:
            continue  # another meaning of the name, which takes arguments
        if isinstance(said, str):
            yield said
    for action in widget.actions():
        yield from (action.text(), action.toolTip())
    model = widget.model() if isinstance(widget, QAbstractItemView) else None
    if model is not None:
        for row in range(min(model.rowCount(QModelIndex()), 400)):
            for role in _TEXT_ROLES:
                said = model.data(model.index(row, 0), role)
                if isinstance(said, str):
                    yield said


def _spoken(found: QAccessibleInterface | None, depth: int = 0) -> Iterator[str]:
    if found is None or depth > 40:
        return
    for kind in _SPOKEN:
        yield found.text(kind)
    for number in range(min(found.childCount(), 300)):
        yield from _spoken(found.child(number), depth + 1)
