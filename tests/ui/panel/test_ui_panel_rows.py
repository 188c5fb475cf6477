"""The panel under the hand: answers, walking, jumping, folds, states."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from reviewer.model import Check, CreditRule, Measurement, Review
from reviewer.scoring.fold import fold
from reviewer.session.items import rows
from reviewer.ui.panel.card import ItemCard
from reviewer.ui.panel.check_line import CheckLine
from reviewer.ui.panel.fold import PanelFold
from reviewer.ui.panel.item_row import ItemRow
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.panel.view import PanelView
from tests.ui.panel.rows_shown import rows_shown


def shown(panel: RightPanel, sort: type[QWidget]) -> list[Any]:
    """The row widgets of a sort that can be seen, from the top down."""
    return [each for each in rows_shown(panel) if isinstance(each, sort)]


def answer_buttons(panel: RightPanel) -> dict[str, QAbstractButton]:
    """The answers of the open item, by their word."""
    QApplication.processEvents()
    buttons = panel.maker.card.findChildren(QAbstractButton)
    words = ("yes", "no", "half", "full", "none", "value", "can’t tell")
    return {each.text(): each for each in buttons if each.isVisible() and each.text() in words}


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ("legible", {"yes": "1", "no": "0", "half": "5", "can’t tell": "-"}),
        ("poster", {"yes": "1", "no": "0", "can’t tell": "-"}),
        ("amount", {"full": "1", "none": "0", "half": "5", "value": "=", "can’t tell": "-"}),
    ],
)
def test_answers_emit_the_key_of_each_scale(
    panel: RightPanel, stage: Any, qtbot: QtBot, row: str, wanted: dict[str, str]
) -> None:
    panel.set_view(stage.view())
    panel.set_current(row)
    buttons = answer_buttons(panel)
    assert set(buttons) == set(wanted)
    for word, key in wanted.items():
        with qtbot.waitSignal(panel.answer_given) as caught:
            qtbot.mouseClick(buttons[word], Qt.MouseButton.LeftButton)
        assert caught.args == [row, key]


def test_press_answers_only_what_the_scale_has(panel: RightPanel, stage: Any, qtbot: QtBot) -> None:
    panel.set_view(stage.view())
    given: list[tuple[str, str]] = []
    panel.answer_given.connect(lambda row, key: given.append((row, key)))
    assert panel.press("5")
    panel.set_current("poster")
    assert not panel.press("5")
    assert not panel.press("=")
    assert panel.press("X")
    panel.set_current("colors")
    assert not panel.press("1")
    assert panel.press("=")
    assert given == [("legible", "5"), ("poster", "X"), ("colors", "=")]


def test_a_task_starts_at_its_first_open_item(panel: RightPanel, stage: Any) -> None:
    stage.say("legible", 1.0)
    panel.set_view(stage.view())
    assert panel.current_row() == "place"
    assert panel.maker.card.row_id == "place"
    assert panel.maker.card.accessibleName() == "标题是否位于左下角？"


def test_arrows_walk_items_then_visible_checks(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view())
    went: list[str] = []
    panel.row_selected.connect(went.append)
    for _ in range(9):
        panel.move(1)
    assert went == ["place", "poster", "amount", "colors", "structure"]
    assert panel.current_row() == ""
    panel.move(-1)
    assert panel.current_row() == "structure"
    panel.move(-1)
    assert panel.current_row() == "colors"
    assert panel.maker.card.row_id == "amount"


def test_the_jump_goes_round_and_ends_beside_the_grade(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view())
    panel.set_current("amount")
    stage.say("amount", 1.0)
    panel.set_view(stage.view())
    assert panel.next_unanswered() == "legible"
    for row in ("legible", "place", "poster"):
        stage.say(row, None)
    panel.set_view(stage.view())
    assert panel.next_unanswered() == "taste"
    assert panel.current_row() == "taste"
    stage.say("taste", 0.0)
    stage.say("margin_kept", 1.0)
    panel.set_view(stage.view())
    assert panel.next_unanswered() == ""


def test_the_same_task_keeps_its_row_another_does_not(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view())
    panel.set_current("colors")
    panel.set_view(stage.view())
    assert panel.current_row() == "colors"
    panel.set_view(stage.view(task="another"))
    assert panel.current_row() == "legible"


def test_without_a_name_other_measurements_are_another_task(
    panel: RightPanel, stage: Any, stages: Callable[..., Any]
) -> None:
    panel.set_view(stage.view(task=""))
    panel.set_current("colors")
    stage.say("legible", 1.0)
    panel.set_view(stage.view(task=""))
    assert panel.current_row() == "colors"
    panel.set_view(stages(colors=0.4).view(task=""))
    assert panel.current_row() == "legible"


def test_rows_say_all_of_themselves_to_a_screen_reader(panel: RightPanel, stage: Any) -> None:
    stage.dispute("structure")
    panel.set_view(stage.view())
    names = {
        each.accessibleName(): each.accessibleDescription() for each in shown(panel, CheckLine)
    }
    colors = names["Colors spread as in the golden picture"]
    assert "partial ½" in colors
    assert ".843" in colors
    assert "needs .85" in colors
    assert "margin −.007" in colors
    assert "disputed" in names["Structure matches the golden picture"]
    items = [each.accessibleDescription() for each in shown(panel, ItemRow)]
    assert any("half" in text and "changes nothing: .500" in text for text in items)
    assert any("not judged" in text and "left out of the mean" in text for text in items)
    said = panel.headline.accessibleDescription()
    assert "0.500" in said
    assert "fails" in said
    assert "Held at .50" in said


def test_a_click_selects_and_opens(panel: RightPanel, stage: Any, qtbot: QtBot) -> None:
    panel.set_view(stage.view())
    heard: list[tuple[str, str]] = []
    panel.row_selected.connect(lambda row: heard.append(("selected", row)))
    panel.row_opened.connect(lambda row: heard.append(("opened", row)))
    line = shown(panel, CheckLine)[0]
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(200, 10))
    assert heard == [("selected", "colors"), ("opened", "colors")]


def test_folds_open_and_answered_items_fold(panel: RightPanel, stage: Any) -> None:
    stage.say("legible", 1.0)
    panel.set_view(stage.view())
    assert "legible" not in [each.row_id for each in shown(panel, ItemRow)]
    panel.toggle("answered")
    assert "legible" in [each.row_id for each in shown(panel, ItemRow)]
    panel.toggle("passed")
    lines = [each.row_id for each in shown(panel, CheckLine)]
    assert lines == ["colors", "structure", "layer", "size", "there"]


def test_all_rows_are_shown_in_one_language(panel: RightPanel, stage: Any) -> None:
    rubric = stage.rubric
    said = "与参考图的颜色分布一致"
    checks = tuple(
        dataclasses.replace(check, asks_tr={"zh": said}) if check.id == "colors" else check
        for check in rubric.checks
    )
    stage.rubric = dataclasses.replace(rubric, checks=checks)
    stage.say("place", 1.0)
    panel.set_view(stage.view())
    wanted = {
        "both": ("标题文字是否清晰可读？", "Colors spread as in the golden picture",
                 "Structure matches the golden picture"),
        "en": ("Is the title legible?", "Colors spread as in the golden picture",
               "Structure matches the golden picture"),
        "zh": ("标题文字是否清晰可读？", said, "Structure matches the golden picture"),
    }  # fmt: skip
    for shown_in, names in wanted.items():
        panel.set_languages(shown_in)
        checks_shown = [line.accessibleName() for line in shown(panel, CheckLine)]
        assert (panel.maker.card.accessibleName(), *checks_shown) == names, shown_in
        other = {"both": True, "en": False, "zh": False}[shown_in]
        assert ("Is the title legible?" in panel.maker.card.accessibleDescription()) == other
        fold = next(each for each in shown(panel, PanelFold) if "answered" in each.text())
        assert ("标题" in fold.text()) == (shown_in == "zh")


def test_only_one_ring_and_only_where_keys_go(stage: Any, qtbot: QtBot) -> None:
    window, panel = QWidget(), RightPanel()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    field = QLineEdit()
    column.addWidget(field)
    column.addWidget(panel)
    window.resize(400, 900)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=3000)
    panel.set_view(stage.view())
    panel.setFocus()
    assert panel.maker.card.has_ring
    panel.move(1)
    rings = [each for each in shown(panel, ItemRow) if each.standing.has_ring]
    assert not rings
    assert panel.maker.card.row_id == "place"
    field.setFocus()
    assert not panel.maker.card.has_ring
    panel.set_current("colors")
    line = next(each for each in shown(panel, CheckLine) if each.row_id == "colors")
    assert line.standing.is_current
    assert not line.standing.has_ring
    panel.setFocus()
    assert line.standing.has_ring
    assert not panel.maker.card.has_ring


def test_the_footer_leads_only_when_all_is_answered(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view())
    assert panel.footer.agree.isVisible()
    assert panel.footer.complete._kind == "plain"
    for row in ("legible", "place", "poster", "amount"):
        stage.say(row, 1.0)
    panel.set_view(stage.view())
    assert not panel.footer.agree.isVisible()
    assert panel.footer.complete._kind == "primary"
    assert panel.footer.said.words() == "all answered"
    panel.set_view(stage.view(is_complete_possible=False, busy="Measuring…"))
    assert not panel.footer.complete.isEnabled()
    assert "Measuring" in panel.footer.complete.toolTip()
    panel.set_view(stage.view(is_done=True))
    assert panel.footer.complete._kind == "plain"
    assert panel.footer.said.words() == "reviewed"


def test_given_answers_are_marked_and_can_carry_a_reason(
    panel: RightPanel, stage: Any, qtbot: QtBot
) -> None:
    stage.say("legible", 0.0, text="the strap crosses it")
    stage.say("amount", 0.7)
    panel.set_view(stage.view())
    panel.set_current("legible")
    buttons = panel.maker.card.findChildren(QAbstractButton)
    given = [each.accessibleName() for each in buttons if "your answer" in each.accessibleName()]
    assert given == ["no, your answer"]
    with qtbot.waitSignal(panel.reason_wanted) as caught:
        panel.maker.card._reason.click()
    assert caught.args == ["legible"]
    panel.set_current("amount")
    assert ".700" in answer_words(panel)


def answer_words(panel: RightPanel) -> set[str]:
    """The words of all answer buttons."""
    return {each.text() for each in panel.maker.card.findChildren(QAbstractButton)}


def test_reasons_unfold_and_the_raw_reply_is_one_step_further(
    panel: RightPanel, stage: Any, qtbot: QtBot
) -> None:
    panel.set_view(stage.view())
    card = panel.maker.card
    before = card.height()
    card._whole.click()
    assert card.height() > before
    assert card._whole.text() == "less"
    with qtbot.waitSignal(panel.raw_wanted) as caught:
        card._raw.click()
    assert caught.args == ["legible"]


def test_states_are_said_plainly(panel: RightPanel) -> None:
    panel.set_view(PanelView(busy="Measuring…"))
    assert panel.current_row() == ""
    texts = [each.accessibleName() for each in rows_shown(panel)]
    assert texts == ["Measuring…"]
    panel.set_view(PanelView(error="result.png: cut off after 12 bytes. Ask for it again."))
    texts = [each.accessibleName() for each in rows_shown(panel)]
    assert texts == ["result.png: cut off after 12 bytes. Ask for it again."]
    assert "no grade" in panel.headline.accessibleDescription()


def test_a_flash_ends_by_itself(panel: RightPanel, stage: Any, qtbot: QtBot) -> None:
    panel.set_view(stage.view())
    panel.flash("legible")
    assert panel.maker.card.is_flashed
    qtbot.waitUntil(lambda: not panel.maker.card.is_flashed, timeout=2000)


def test_texts_of_files_are_never_markup(panel: RightPanel, stage: Any) -> None:
    asks = "<b>bold</b> & <img src=x>\n\u202eabc"
    checks = tuple(
        dataclasses.replace(check, asks=asks, asks_tr={}) for check in stage.rubric.checks
    )
    stage.rubric = dataclasses.replace(stage.rubric, checks=checks)
    panel.set_view(stage.view())
    for widget in panel.findChildren(QWidget):
        assert "<b>" not in widget.toolTip()
        assert "<img" not in widget.toolTip()
    assert panel.maker.card.accessibleName() == asks


@pytest.fixture
def many(stage: Any) -> PanelView:
    """20,000 checks, half of them failed, and one item."""
    count = 20_000
    made = [
        Check(f"c{n}", f"Check {n}", f"c{n}", CreditRule("direct"), bucket="code")
        for n in range(count)
    ]
    rubric = dataclasses.replace(stage.rubric, checks=(*stage.rubric.checks, *made))
    measured = {f"c{n}": Measurement(f"c{n}", float(n % 2)) for n in range(count)}
    measurements = {**stage.measurements, **measured}
    ledger = fold(rubric, measurements)
    found = rows(rubric, measurements, ledger, Review(), author="ann", is_blind=False)
    return PanelView(rows=found, ledger=ledger, rubric=rubric, task="many")


def test_twenty_thousand_rows_open_at_once_and_few_are_widgets(
    panel: RightPanel, many: PanelView, qtbot: QtBot
) -> None:
    began = time.perf_counter()
    panel.set_view(many)
    panel.repaint()
    assert time.perf_counter() - began < 0.3
    assert len(rows_shown(panel)) < 60
    panel.toggle("passed")
    began = time.perf_counter()
    panel.body.bar.setValue(panel.body.bar.maximum())
    panel.repaint()
    assert time.perf_counter() - began < 0.1
    assert len(panel.findChildren(CheckLine)) < 120
    last = [each.row_id for each in shown(panel, CheckLine)]
    assert "c19999" in last
    # The headline at each answer is worked out after the paint.
    assert not panel.maker.ahead
    qtbot.waitUntil(lambda: "legible" in panel.maker.ahead, timeout=8000)


def test_the_card_is_the_only_one(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view())
    panel.set_view(stage.view(task="two"))
    assert len([each for each in panel.findChildren(ItemCard) if each.isVisible()]) == 1
