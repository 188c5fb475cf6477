"""What if: rows, turning points in words, editing by keyboard, discard and adopt."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import HeadlineValue
from reviewer.scoring import whatif
from reviewer.scoring.fold import fold
from reviewer.scoring.whatif import Editable, TurningPoint
from reviewer.ui import fonts, theme
from reviewer.ui.bottom.what_if_footer import headline_words, verdict
from reviewer.ui.bottom.what_if_list import (
    ROW_HEIGHT,
    DraftField,
    columns,
    narrow_lines,
    said_in,
    value_text,
)
from reviewer.ui.bottom.what_if_rows import edited_rows, matches, turning_text, what_if_rows
from reviewer.ui.bottom.what_if_view import WhatIfView
from tests.ui import poster


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "light")


@pytest.mark.parametrize("width", [360, 480, 700])
def test_long_words_take_two_lines_and_end_in_an_ellipsis(qtbot: QtBot, width: int) -> None:
    view = WhatIfView()
    qtbot.addWidget(view)
    desk = Desk(view)
    view.resize(width, 300)
    view.show()
    what, *_ = columns(view.list.viewport().width())
    room = what[1] - what[0]
    assert desk.view.list.rows()
    for row in view.list.rows():
        lines, step = said_in(row, room)
        assert len(lines) <= 2
        assert len(lines) * fonts.line_height(step) <= fonts.scaled(ROW_HEIGHT)
        assert all(fonts.width(line, step) <= room + 1 for line in lines)
        assert "…" not in " ".join(lines[:-1])
        assert "".join(lines).removesuffix("…").replace(" ", "") in row.text.replace(" ", "")
        height = view.list.visualRect(view.list.rows_model.index(0, 0)).height()
        assert height == view.list.row_height()


class Desk:
    """Holds a draft as the session does, and shows it again after each change."""

    def __init__(self, view: WhatIfView) -> None:
        self.view, self.draft = view, dict[str, float]()
        self.rubric, self.found = poster.rubric(), poster.measurements()
        self.ledger = fold(self.rubric, self.found)
        self.points = whatif.turning_points(self.found, self.rubric)
        view.changed.connect(self.change)
        self.show()

    def change(self, key: str, value: object) -> None:
        if value is None:
            self.draft.pop(key, None)
        else:
            assert isinstance(value, float)
            self.draft[key] = value
        self.show()

    def show(self) -> None:
        comparison = None
        if self.draft:
            drafted = whatif.with_values(self.rubric, self.draft)
            comparison = whatif.compare(self.found, self.rubric, drafted)
        self.view.set_what_if(
            whatif.editable(self.rubric), self.draft, comparison, self.points,
            rubric=self.rubric, ledger=self.ledger,
        )  # fmt: skip


@pytest.fixture
def view(qtbot: QtBot) -> WhatIfView:
    made = WhatIfView()
    qtbot.addWidget(made)
    made.resize(560, 320)
    return made


def go_to(view: WhatIfView, key: str) -> None:
    place = next(n for n, row in enumerate(view.rows()) if row.key == key)
    view.list.set_current_place(place)


def field_of(view: WhatIfView) -> DraftField:
    found = view.list.viewport().findChildren(DraftField)
    assert len(found) == 1, "one real field, where the keyboard is"
    return found[0]


def point(**fields: object) -> TurningPoint:
    plain: dict[str, object] = {
        "key": "k", "text": "t", "now": 0.75, "at": 0.5, "beyond": False, "headline": "h",
        "before": 0.35, "after": 0.5, "turns": False, "verdict_at": None,
    }  # fmt: skip
    return TurningPoint(**{**plain, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("points", "passes", "words"),
    [
        ([], False, "changes nothing"),
        ([point()], False, "at most .50 gives .500"),
        ([point(beyond=True)], False, "below .50 gives .500"),
        ([point(at=0.9, verdict_at=0.95)], False, "at least .95 passes"),
        ([point(verdict_at=0.2)], True, "at most .20 fails"),
        ([point(verdict_at=0.2)], None, "at most .20 changes the verdict"),
        ([point(now=1.0, at=3.000000000000057)], False, "above 3 gives .500"),
        ([point(at=0.4567891)], False, "at most .456 gives .500"),
        ([point(at=0.8567891)], False, "at least .857 gives .500"),
        ([point(at=0.75, beyond=True, after=0.3500000001)], False, "moves the grade with it"),
        ([point(after=0.349)], False, "at most .50 lowers it"),
        ([point(after=None)], False, "at most .50 leaves no grade"),
    ],
)
def test_a_turning_point_in_words(
    points: list[TurningPoint], passes: bool | None, words: str
) -> None:
    assert turning_text(points, passes) == words


def test_the_numbers_named_really_turn_the_grade() -> None:
    rubric, found = poster.rubric(), poster.measurements()
    points = whatif.turning_points(found, rubric)
    rows = what_if_rows(whatif.editable(rubric), points=points, rubric=rubric, passes=False)
    row = next(row for row in rows if row.key == "cap_judge.legible.below")
    assert row.turning == "at most .50 gives .662"
    drafted = whatif.with_values(rubric, {row.key: 0.5})
    headline = fold(drafted, found).headline
    assert headline is not None
    assert headline.value == pytest.approx(0.6625)


def test_what_could_turn_the_verdict_comes_first() -> None:
    rubric = poster.rubric()
    points = whatif.turning_points(poster.measurements(), rubric)
    rows = what_if_rows(whatif.editable(rubric), points=points, rubric=rubric, passes=False)
    assert rows[0].key == "overall_score.passes"
    assert rows[0].turning == "at most .50 passes"
    assert rows[-1].turning == "changes nothing"
    assert {row.key for row in rows} == {each.key for each in whatif.editable(rubric)}


def test_rows_are_found_by_words_and_by_being_edited() -> None:
    rubric = poster.rubric()
    plain = what_if_rows(whatif.editable(rubric), points=(), rubric=rubric, passes=False)
    rows = edited_rows(plain, {"cap_judge.at": 0.6})
    assert [row.key for row in rows if matches(row, "edited")] == ["cap_judge.at"]
    assert all("Cap" in row.text or "cap" in row.key for row in rows if matches(row, "CAP"))
    assert [row.text for row in rows if row.key == "base.colors"] == [
        "Weight: colors are spread as in the golden picture"
    ]


def test_typing_a_number_makes_a_draft_at_once(qtbot: QtBot, view: WhatIfView) -> None:
    desk = Desk(view)
    view.show()
    go_to(view, "cap_judge.legible.below")
    view.list.setFocus()
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    field = field_of(view)
    field.selectAll()
    qtbot.keyClicks(field, ".5")
    assert desk.draft == {"cap_judge.legible.below": 0.5}
    assert view.subtitle() == "1 of 16 values edited"
    assert field_of(view) is field, "a refresh leaves what is being typed alone"
    place = view.list.currentIndex().row()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    row = view.rows()[place]
    assert (row.key, row.is_edited, row.value) == ("cap_judge.legible.below", True, 0.5)
    assert view.list.currentIndex().row() == place + 1, "Enter goes on to the next number"
    assert view.list.viewport().findChildren(DraftField)


def test_the_rubrics_own_value_takes_the_edit_back(qtbot: QtBot, view: WhatIfView) -> None:
    desk = Desk(view)
    view.show()
    desk.change("cap_judge.at", 0.7)
    go_to(view, "cap_judge.at")
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    field = field_of(view)
    field.selectAll()
    qtbot.keyClicks(field, ".5")
    assert desk.draft == {}
    assert not view.footer.discard.isEnabled()


def test_delete_takes_one_edit_back_and_esc_leaves_the_field(
    qtbot: QtBot, view: WhatIfView
) -> None:
    desk = Desk(view)
    view.show()
    desk.change("cap_judge.at", 0.7)
    go_to(view, "cap_judge.at")
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    qtbot.keyClick(field_of(view), Qt.Key.Key_Escape)
    assert desk.draft == {"cap_judge.at": 0.7}
    qtbot.keyClick(view.list, Qt.Key.Key_Delete)
    assert desk.draft == {}


def test_who_comes_by_keyboard_can_type_at_once(qtbot: QtBot, view: WhatIfView) -> None:
    desk = Desk(view)
    view.show()
    with qtbot.waitActive(view):
        view.activateWindow()
    view.list.clearFocus()
    view.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
    qtbot.waitUntil(lambda: bool(view.list.viewport().findChildren(DraftField)), timeout=2000)
    field = field_of(view)
    field.selectAll()
    qtbot.keyClicks(field, ".7")
    assert desk.draft == {view.rows()[0].key: 0.7}
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert desk.draft == {view.rows()[0].key: pytest.approx(0.71)}


def test_tab_goes_to_the_next_field(qtbot: QtBot, view: WhatIfView) -> None:
    Desk(view)
    view.show()
    view.list.set_current_place(0)
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    qtbot.keyClick(field_of(view), Qt.Key.Key_Tab)
    assert view.list.current_row() is view.rows()[1]


def test_the_footer_says_what_the_draft_comes_to(view: WhatIfView) -> None:
    desk = Desk(view)
    assert not view.footer.adopt.isEnabled()
    desk.change("cap_judge.legible.below", 0.5)
    assert view.footer.change.accessibleName() == "grade 0.500, draft 0.662, still fails"
    desk.change("overall_score.passes", 0.6)
    assert view.footer.change.accessibleName().endswith("passes")
    assert view.footer.adopt.isEnabled()


def test_adopting_asks_why_and_never_without_a_word(qtbot: QtBot, view: WhatIfView) -> None:
    desk = Desk(view)
    view.show()
    desk.change("cap_judge.at", 0.7)
    adopted: list[str] = []
    view.adopted.connect(adopted.append)
    view.footer.adopt.click()
    assert view.footer.why.isVisible()
    view.footer.confirm.click()
    qtbot.keyClicks(view.footer.why, "   ")
    qtbot.keyClick(view.footer.why, Qt.Key.Key_Return)
    assert adopted == []
    assert not view.footer.confirm.isEnabled()
    qtbot.keyClicks(view.footer.why, "the poster has no title")
    qtbot.keyClick(view.footer.why, Qt.Key.Key_Return)
    assert adopted == ["the poster has no title"]


def test_discard_is_a_signal_only(view: WhatIfView) -> None:
    desk = Desk(view)
    desk.change("cap_judge.at", 0.7)
    said: list[bool] = []
    view.discarded.connect(lambda: said.append(True))
    view.footer.discard.click()
    assert said == [True]
    assert desk.draft, "only the owner of the draft lets go of it"


def test_long_lists_get_a_filter(qtbot: QtBot, view: WhatIfView) -> None:
    Desk(view)
    view.show()
    assert view.wants_filter
    qtbot.keyClicks(view.filter, "cap_low")
    assert {row.editable.row for row in view.rows()} == {"cap_low"}
    view.filter.clear()
    assert len(view.rows()) == 16


def test_20_000_numbers_are_shown_in_a_moment(view: WhatIfView) -> None:
    many = tuple(
        Editable(f"row_{n}.weight", "weight in checks", 1.0, 0.0, 4.0, "weight", f"row_{n}")
        for n in range(20_000)
    )
    view.set_what_if(many, {}, None, (), rubric=None, ledger=None)
    began = time.perf_counter()
    view.set_what_if(many, {"row_7.weight": 2.0}, None, (), rubric=None, ledger=None)
    assert time.perf_counter() - began < 0.5
    assert sum(row.is_edited for row in view.rows()) == 1


def test_until_turning_points_are_known_nothing_is_claimed() -> None:
    rubric = poster.rubric()
    rows = what_if_rows(whatif.editable(rubric), points=None, rubric=rubric, passes=False)
    assert {row.turning for row in rows} == {""}


@pytest.mark.parametrize(
    ("now", "then", "word"),
    [(False, False, "still fails"), (True, True, "still passes"), (False, True, "passes"),
     (True, False, "fails"), (None, None, "")],
)  # fmt: skip
def test_the_verdict_in_a_word(now: bool | None, then: bool | None, word: str) -> None:
    before = HeadlineValue("h", 0.5, now, 0.8)
    assert verdict(before, HeadlineValue("h", 0.6, then, 0.8))[0] == word


def test_a_withheld_or_broken_headline_has_no_number() -> None:
    assert headline_words(HeadlineValue("h", None, None, 0.8, known=(0.4, 0.9))) == ".400–.900"
    assert headline_words(HeadlineValue("h", None, None, 0.8, error="no mask")) == "—"
    assert headline_words(None) == "—"


def test_numbers_are_as_short_as_exact_and_columns_stay_apart() -> None:
    assert [value_text(v) for v in (0.5, 22.0, 0.123456, -0.25, 1e-6)] == [
        ".50", "22", ".123456", "−.25", ".000001"
    ]  # fmt: skip
    for width in (400.0, 480.0, 560.0, 1093.0):
        what, now, field, turning = columns(width)
        shown = [what, now, field] + ([turning] if turning else [])
        assert all(a[1] < b[0] for a, b in pairwise(shown))
        assert (turning is None) == (width < 520)


def test_a_narrow_list_is_as_dense_as_a_wide_one_and_keeps_what_a_number_does(
    qtbot: QtBot,
) -> None:
    view = WhatIfView()
    qtbot.addWidget(view)
    Desk(view)
    heights = set()
    for width in (400, 480, 700):
        view.resize(width, 300)
        view.show()
        heights.add(view.list.visualRect(view.list.model().index(0, 0)).height())
    assert heights == {fonts.scaled(ROW_HEIGHT)}
    row = replace(
        view.list.rows()[0], turning="at least 33 gives .500",
        text="At least 22 pieces carry a semantic id such as bed_master: full credit at 22",
    )  # fmt: skip
    assert narrow_lines(row, 312) == (
        "At least 22 pieces carry a semantic id such as bed_master",
        "full credit at 22 · at least 33 gives .500",
    )
    assert narrow_lines(row, 900) == (row.text, row.turning)
    cap = replace(row, text="Cap: " + "fewer than half of the four questions were answered " * 2)
    assert narrow_lines(cap, 312) == (cap.text, cap.turning)
