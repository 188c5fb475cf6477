"""The ledger as a table: every step, its block, its margin, and what a draft changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import Headline, HeadlineValue, Ledger, Line, Rubric, Step
from reviewer.scoring import whatif
from reviewer.scoring.fold import fold
from reviewer.ui import fonts, theme
from reviewer.ui.bottom.ledger_rows import LedgerRow, axis_of, cell_of
from reviewer.ui.bottom.ledger_table import ledger_rows
from reviewer.ui.bottom.ledger_view import LedgerView, columns, spoken
from reviewer.ui.widgets.row_list import RowList as LedgerList
from tests.ui import poster


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "light")


def rows_now() -> tuple[LedgerRow, ...]:
    return ledger_rows(poster.ledger(), poster.rubric(), None)


def rows_with(draft: dict[str, float]) -> tuple[LedgerRow, ...]:
    rubric, found = poster.rubric(), poster.measurements()
    comparison = whatif.compare(found, rubric, whatif.with_values(rubric, draft))
    return ledger_rows(comparison.now, rubric, comparison)


def number(text: str) -> float:
    return float(text.replace("−", "-")) if text else 0.0


def test_every_step_has_a_row_and_the_headline_is_last() -> None:
    rows = rows_now()
    assert [row.verb for row in rows] == [
        "mean", "weigh", "weigh", "weigh", "blend", "cap", "cap", "cap", "headline"
    ]  # fmt: skip
    assert [row.now.after for row in rows] == [
        ".500", ".250", ".650", ".825", ".662", ".500", "not fired", "not available", "0.500"
    ]  # fmt: skip
    assert rows[3].text == "Colors are spread as in the golden picture"
    assert rows[3].amount == ".35 × .50"
    assert rows[4].amount == ".50 × .50"


def test_the_cap_that_binds_is_marked_with_its_margin() -> None:
    binding = [row for row in rows_now() if row.is_binding]
    assert len(binding) == 1
    assert binding[0].text == "The judge's mean is below .75: at most .50"
    assert (binding[0].margin, binding[0].is_short, binding[0].now.tone) == ("−.250", True, "bad")
    assert (binding[0].now.start, binding[0].now.end) == (0.6625, 0.5)


def test_a_cap_that_did_not_fire_keeps_its_row_and_its_margin() -> None:
    silent = next(row for row in rows_now() if row.now.after == "not fired")
    assert silent.margin == "+.200"
    assert not silent.now.tone
    assert silent.is_quiet


def test_what_is_not_available_is_never_called_passed() -> None:
    audit = rows_now()[-2]
    assert audit.now.after == "not available"
    assert audit.margin == ""


def test_a_part_shows_the_margin_of_its_check_and_lowering_steps_are_told_apart() -> None:
    rows = rows_now()
    assert (rows[2].margin, rows[2].is_short) == ("+.013", False)
    assert (rows[3].margin, rows[3].is_short) == ("−.007", True)
    assert [row.now.tone for row in rows[1:5]] == ["barfill", "barfill", "barfill", "warn"]
    assert rows[0].is_inner
    assert not rows[1].is_inner


def test_a_draft_lifts_a_cap_and_its_steps_add_up() -> None:
    rows = rows_with({"colors.at_least": 0.84, "cap_judge.legible.below": 0.5})
    cap = next(row for row in rows if row.is_binding)
    assert cap.draft is not None
    assert cap.draft.after == "lifted"
    changes = {row.text: row.change for row in rows if row.change and not row.is_headline}
    assert changes["Colors are spread as in the golden picture"] == "+.175"
    head = rows[-1]
    assert head.change == "+.250"
    assert sum(map(number, changes.values())) == pytest.approx(number(head.change))


def test_only_what_the_draft_itself_changed_takes_the_accent() -> None:
    rows = rows_with({"colors.at_least": 0.84})
    tones = {row.key: row.draft.tone for row in rows if row.draft is not None}
    assert tones["base/colors"] == "accent"
    assert tones["base/structure"] == "barfill"
    assert tones["cap_judge"] == "bad", "the cap that binds stays red in the draft"


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([each.key for each in whatif.editable(poster.rubric())]),
        st.floats(0.01, 1.0).map(lambda value: round(value, 3)),
        max_size=5,
    )
)
def test_the_numbers_shown_always_add_up(draft: dict[str, float]) -> None:
    rows = rows_with(draft)
    steps = sum(number(row.change) for row in rows if not row.is_headline)
    shown = number(rows[-1].draft.after) - number(rows[-1].now.after) if draft else 0.0
    assert steps == pytest.approx(shown, abs=1e-9)
    assert number(rows[-1].change) == pytest.approx(shown, abs=1e-9)


def test_a_range_below_zero_widens_the_axis() -> None:
    low = HeadlineValue("score", -0.1, None, None, low=-0.3, high=0.7)
    axis = axis_of([Ledger((), (), (low,))])
    assert (axis.low, axis.high) == (-0.3, 1.0)
    assert axis.share(-0.3) == 0.0
    assert axis.share(0.35) == pytest.approx(0.5)


def test_a_withheld_headline_shows_its_range() -> None:
    rubric = Rubric("r", 1, (), (), (Headline("score", passes=0.8),))
    value = HeadlineValue("score", None, None, 0.8, known=(0.4, 0.9))
    row = ledger_rows(Ledger((), (), (value,)), rubric, None)[0]
    assert row.now.after == ".400–.900"
    assert row.now.is_word


def test_all_of_and_least_and_penalties_say_what_happened() -> None:
    holds = Line("all_of", "b", "score", None, 1.0, part="no_wall ≥ 1")
    assert cell_of(holds).after == "holds"
    fails = Line("all_of", "b", "score", None, 0.0, fired=False, is_binding=True, part="x")
    assert (cell_of(fails).after, cell_of(fails).tone) == ("does not hold", "bad")
    least = Line("least", "b", "score", None, 0.2, is_binding=True, amount=0.2, part="x")
    assert (cell_of(least).end, cell_of(least).tone) == (0.2, "bad")
    spared = Line("penalise", "b", "score", 0.4, 0.4, fired=False)
    assert cell_of(spared).after == "not fired"
    valid = Line(
        "mean", "if the picture is not valid, nothing else counts", "score", 0.9, 0.9, fired=False
    )
    assert cell_of(valid).after == "did not apply"


def big_ledger(count: int) -> tuple[Ledger, Rubric]:
    step = Step("weigh", "because", "score")
    lines = tuple(
        Line("weigh", "because", "score", n / count, (n + 1) / count, part=f"part_{n}",
             weight=1 / count, amount=1 / count)
        for n in range(count)
    )  # fmt: skip
    ledger = Ledger((), lines, (HeadlineValue("score", 1.0, True, 0.8),))
    return ledger, Rubric("big", 1, (), (step,), (Headline("score", passes=0.8),))


def test_of_20_000_rows_only_the_visible_ones_are_painted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    plain = LedgerView._paint_row

    def counted(self: LedgerView, *args: object) -> None:
        painted.append(args[2].key)  # type: ignore[attr-defined]
        plain(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(LedgerView, "_paint_row", counted)
    view = LedgerView()
    qtbot.addWidget(view)
    view.resize(1000, 300)
    ledger, rubric = big_ledger(20_000)
    view.set_ledger(ledger, None, rubric)
    view.show()
    view.grab()
    assert len(view.rows()) == 20_001
    assert 0 < len(set(painted)) < 40


def test_the_binding_row_is_in_view_and_tinted(qtbot: QtBot) -> None:
    view = LedgerView()
    qtbot.addWidget(view)
    view.resize(1100, 150)
    view.set_ledger(poster.ledger(), None, poster.rubric())
    view.show()
    qtbot.waitExposed(view)
    number_of = next(n for n, row in enumerate(view.rows()) if row.is_binding)
    rect = view.list.visualRect(view.list.model().index(number_of, 0))
    assert view.list.viewport().rect().contains(rect)
    image = view.list.viewport().grab().toImage()
    # Between the words and the lock nothing but the tint is painted.
    assert image.pixelColor(12, rect.center().y()) == QColor(theme.LIGHT.badbg)


def test_enter_on_a_part_asks_for_its_evidence(qtbot: QtBot) -> None:
    view = LedgerView()
    qtbot.addWidget(view)
    view.set_ledger(poster.ledger(), None, poster.rubric())
    view.show()
    wanted: list[str] = []
    view.row_wanted.connect(wanted.append)
    view.list.set_current_place(2)
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    view.list.set_current_place(5)
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    assert wanted == ["structure"], "a cap has no evidence of its own"


@pytest.mark.parametrize("width", [640.0, 886.0, 1093.0, 1366.0, 1920.0])
@pytest.mark.parametrize("has_draft", [False, True])
def test_columns_never_overlap_or_leave_the_panel(width: float, has_draft: bool) -> None:
    at = columns(width, has_draft=has_draft)
    edges: Sequence[tuple[float, float] | None] = (
        at.lock, at.verb, at.text, at.amount, at.now, at.now_after, at.margin, at.draft,
        at.draft_after, at.change,
    )  # fmt: skip
    shown = [edge for edge in edges if edge is not None]
    assert all(left <= right for left, right in shown)
    assert all(a[1] <= b[0] + 0.5 for a, b in pairwise(shown))
    assert shown[-1][1] <= width or width < 700


def test_a_row_can_be_heard() -> None:
    words = spoken(next(row for row in rows_now() if row.is_binding))
    assert words.startswith("binds, cap, The judge's mean is below .75")
    assert "margin −.250" in words


@pytest.mark.parametrize("has_draft", [False, True])
def test_bars_give_way_to_sentences_and_words_beside_them_are_whole(
    qapp: QApplication, has_draft: bool
) -> None:
    wanted, said = 300, fonts.width("did not apply", "s")
    plain = columns(880, has_draft=has_draft, said=said)
    at = columns(880, has_draft=has_draft, wanted=wanted, said=said)
    assert at.text[1] - at.text[0] > plain.text[1] - plain.text[0]
    assert at.now[1] - at.now[0] >= (48 if has_draft else 96)
    assert at.now_after[1] - at.now_after[0] > said
    assert has_draft or at.text[1] - at.text[0] >= wanted


@pytest.mark.parametrize("height", [171, 208, 219, 280])
def test_no_row_of_the_ledger_is_cut_at_the_top_or_the_bottom(qtbot: QtBot, height: int) -> None:
    view = LedgerView()
    qtbot.addWidget(view)
    view.resize(800, height)
    view.show()
    rubric = poster.rubric()
    ledger = fold(rubric, poster.measurements())
    view.set_ledger(replace(ledger, lines=ledger.lines * 4), None, rubric)
    seen = view.list.viewport().height()
    model = view.list.model()
    for place in range(0, model.rowCount(), 3):
        view.list.scrollTo(model.index(place, 0), LedgerList.ScrollHint.PositionAtCenter)
        boxes = [view.list.visualRect(model.index(n, 0)) for n in range(model.rowCount())]
        shown = [box for box in boxes if box.bottom() >= 0 and box.top() < seen]
        assert (shown[0].top(), shown[-1].bottom() + 1) == (0, seen)
