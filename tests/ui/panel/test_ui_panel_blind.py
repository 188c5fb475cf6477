"""Blind mode: nothing that the judge or anybody else said is in the window, painted or spoken."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from reviewer.model.ledger import NOT_JUDGED
from reviewer.ui.panel import plan_words
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.widgets import paint

LEAKS = (
    "SECRET", "RAWREPLY", "secretjudge", "2 of 3 votes", "0.500", ".500", "fails", "Held at",
    "changes nothing", "bo ", "not judged", "half the judge", "auto ",
)  # fmt: skip


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn."""
    said: list[str] = []
    real = paint.text

    def record(painter: QPainter, rect: Any, words: str, **how: Any) -> float:
        said.append(words)
        return real(painter, rect, words, **how)

    monkeypatch.setattr(paint, "text", record)
    return said


def everything(panel: RightPanel, painted: list[str]) -> str:
    """All that the widgets say, in any way."""
    # Buttons that were replaced are gone at the next turn of the event loop.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    painted.clear()
    panel.grab()
    said = list(painted)
    for widget in panel.findChildren(QWidget):
        said += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        said.append(str(getattr(widget, "text", lambda: "")()))
    return "\n".join(said)


def test_hidden_items_leak_nothing(panel: RightPanel, stage: Any, painted: list[str]) -> None:
    stage.say("legible", 1.0, author="bo", text="bo sees it")
    stage.dispute("place")
    panel.set_view(stage.view(is_blind=True))
    for _ in range(8):
        said = everything(panel, painted)
        for leak in LEAKS:
            assert leak not in said, leak
        assert "hidden until you have answered" in said
        panel.move(1)
    assert "Structure matches the golden picture" in said


def test_a_view_that_was_open_before_is_forgotten(
    panel: RightPanel, stage: Any, painted: list[str]
) -> None:
    panel.set_view(stage.view())
    panel.maker.card._whole.click()
    panel.toggle("beside")
    assert "SECRET" in everything(panel, painted)
    panel.set_view(stage.view(is_blind=True))
    said = everything(panel, painted)
    for leak in ("SECRET", "RAWREPLY", "secretjudge", ".500", "fails"):
        assert leak not in said, leak


def test_after_the_last_answer_all_is_shown(
    panel: RightPanel, stage: Any, painted: list[str]
) -> None:
    for row in ("legible", "place", "poster"):
        stage.say(row, 1.0)
    panel.set_view(stage.view(is_blind=True))
    said = everything(panel, painted)
    assert "SECRET" not in said
    assert "1 to answer" in said
    assert not panel.footer.agree.isEnabled()
    stage.say("amount", 1.0)
    panel.set_view(stage.view(is_blind=True))
    panel.set_current("legible")
    said = everything(panel, painted)
    assert "SECRET" in said
    assert "passes" in said


def test_the_raw_reply_stays_closed(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view(is_blind=True))
    assert panel.editors.raw("legible") is None
    panel.set_view(stage.view())
    assert panel.editors.raw("legible") is not None
    panel.editors.close()


def test_what_code_found_beside_the_grade_is_hidden_item_by_item(
    panel: RightPanel, stage: Any
) -> None:
    view = stage.view(is_blind=True)
    taste = view.rows.item("taste")
    assert taste.is_hidden
    assert taste.opinion is None
    stage.say("taste", 0.0)
    taste = stage.view(is_blind=True).rows.item("taste")
    assert not taste.is_hidden
    assert taste.opinion.word == "no"


def test_rows_that_are_hidden_are_called_so(panel: RightPanel, stage: Any) -> None:
    """What is hidden may well have been judged."""
    rows = stage.view(is_blind=True).rows
    hidden = dataclasses.replace(rows.failed[0], is_hidden=True, state=NOT_JUDGED)
    assert plan_words.groups([hidden]) == [("hidden", [hidden])]
    assert plan_words.TITLES["hidden"] == "Hidden"
    open_row = dataclasses.replace(hidden, is_hidden=False)
    assert plan_words.groups([open_row]) == [(NOT_JUDGED, [open_row])]
