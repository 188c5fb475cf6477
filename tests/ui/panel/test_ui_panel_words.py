"""How values, thresholds, margins and consequences are written."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from reviewer.model import HeadlineValue, Ledger, Line, Measurement
from reviewer.model.ledger import ERROR, FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS
from reviewer.scoring.fold import fold
from reviewer.scoring.losses import largest_losses
from reviewer.session.panel import AnswerKey, CheckRow
from reviewer.store.rubrics import shipped_rubric
from reviewer.ui import numbers
from reviewer.ui.panel import check_words, plan_words, words
from reviewer.ui.panel.headline_words import lost, shown
from reviewer.ui.panel.ledger_short import folded, short_lines
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.panel.scalar import number_of, scalar_of
from reviewer.ui.panel.view import PanelView


def row(**fields: Any) -> CheckRow:
    """A row with what a test does not say left plain."""
    given: dict[str, Any] = {
        "id": "r", "asks": "R", "translations": {}, "state": "pass", "word": "passes",
        "value": 0.5, "unit": "", "threshold": None, "threshold_text": "", "margin": None,
        "credit": 1.0, "is_near": False, "reason": "",
    }  # fmt: skip
    return CheckRow(**{**given, **fields})


@pytest.mark.parametrize(
    ("fields", "value", "needs", "margin"),
    [
        ({"value": 0.843, "threshold_text": "≥ 0.85", "margin": -0.007}, ".843", "needs .85",
         "−.007"),
        ({"value": 0, "threshold_text": "≥ 1", "margin": -1}, "0", "needs 1", "−1"),
        ({"value": True, "state": "partial",
          "threshold_text": "= yes and readable = yes → 1; = yes → 0.5"}, "yes, not readable", "",
         ""),
        ({"value": False, "state": "fail",
          "threshold_text": "= yes and readable = yes → 1; = yes → 0.5"}, "no", "needs yes", ""),
        ({"value": True, "state": "fail", "threshold_text": "= yes and ssim_same_size ≥ 0.65"},
         "yes", "also needs ssim same size ≥ 0.65", ""),
        ({"value": 0.0, "unit": "levels", "state": "fail", "margin": 0.0,
          "threshold_text": "< 0 and brightness_structure < 0.03"}, "0 levels", "below 0, …",
         "at the threshold"),
        ({"value": 1_940_000, "unit": "bytes", "threshold_text": "< 2,000,000",
          "margin": 60_000}, "1.94 MB", "below 2 MB", "+60 kB"),
        ({"value": 3, "unit": "px", "threshold_text": "≤ 0 → 1; < 10 → 0.5", "margin": -3},
         "3 px", "at most 0", "−3"),
        ({"value": 0.9999, "threshold_text": "1 for full credit", "margin": -0.0001}, ".9999",
         "full at 1", "−.0001"),
        ({"value": 0.9999999, "threshold_text": "1 for full credit", "margin": -1e-7}, ".9999999",
         "full at 1", "−.0000001"),
        ({"value": 0.85, "threshold_text": "≥ 0.85", "margin": 0.0}, ".850", "needs .85",
         "at the threshold"),
        ({"value": 1, "threshold_text": "≥ 1", "margin": 0}, "1", "needs 1", "at the threshold"),
        ({"value": 0.3, "threshold_text": "≥ 0.3", "margin": -5.6e-17}, ".300", "needs .30",
         "at the threshold"),
        ({"value": 0.85, "threshold_text": "≥ 0.85", "margin": 4e-7}, ".850", "needs .85",
         "+.0000004"),
        ({"value": 2_000_000, "unit": "bytes", "threshold_text": "< 2,000,000", "margin": 0},
         "2 MB", "below 2 MB", "at the threshold"),
        ({"value": True, "threshold_text": "= yes"}, "yes", "", ""),
        ({"value": False, "threshold_text": "= yes", "state": "fail"}, "no", "needs yes", ""),
        ({"value": 23803, "unit": "px"}, "23\u202f803 px", "", ""),
        ({"value": None, "state": "not measured"}, "", "", ""),
    ],
)  # fmt: skip
def test_a_row_is_written_as_people_read_it(
    fields: dict[str, Any], value: str, needs: str, margin: str
) -> None:
    made = row(**fields)
    assert check_words.value_text(made) == value
    assert check_words.needs_text(made) == needs
    assert check_words.margin_text(made) == margin


def test_no_margin_is_called_plus_or_minus_nothing() -> None:
    assert "at the threshold" in check_words.spoken(row(margin=0.0, threshold_text="≥ 0.5"))
    assert "margin at" not in check_words.spoken(row(margin=0.0, threshold_text="≥ 0.5"))
    for value in (0.0, 1e-12, -1e-12, 3e-9, -2e-6, 4e-4, -0.0005, 0.01, 7, -12.04):
        for at in (numbers.AT_THRESHOLD, numbers.AT_THRESHOLD_SHORT):
            said = numbers.margin(value, at)
            assert said == at or any(digit in said for digit in "123456789"), value


@pytest.mark.parametrize(
    ("fields", "end", "tick"),
    [
        ({"value": 0.843, "threshold": 0.85}, 0.843, 0.85),
        ({"value": 0, "threshold": 1}, 0.0, 1.0),
        ({"value": 1.94, "threshold": 2}, 0.97, 1.0),
        ({"value": 4, "threshold": 2}, 0.8, 0.4),
        ({"value": 0, "threshold": 0}, 0.0, 0.0),
        ({"value": 0.616}, 0.616, None),
        ({"value": True}, 1.0, 1.0),
    ],
)  # fmt: skip
def test_a_bar_shows_the_value_on_its_own_scale(
    fields: dict[str, Any], end: float, tick: float | None
) -> None:
    bar = check_words.bar(row(**fields))
    assert bar is not None
    assert bar.end == pytest.approx(end)
    assert bar.tick == (tick if tick is None else pytest.approx(tick))


def test_what_was_not_measured_has_no_bar_but_a_reason() -> None:
    assert check_words.reason_text(row(value=None, state="not measured")) == "", "its word says it"
    made = row(value=None, state="not measured", reason="the picture is below 3 px")
    assert check_words.bar(made) is None
    assert check_words.reason_text(made) == "the picture is below 3 px"


def key(headline: float | None, **fields: Any) -> AnswerKey:
    """An answer with a known consequence."""
    return AnswerKey("1", "yes", 1.0, headline, is_known=True, **fields)


def test_consequences() -> None:
    now = HeadlineValue("score", 0.154, None, None)
    told = [
        words.consequence(key(0.829, passes=True, would_turn=True), now, is_short=False),
        words.consequence(key(0.829, passes=True, would_turn=True), now, is_short=True),
        words.consequence(key(0.5, passes=False, held_by="held at 0.5: x"), now, is_short=False),
        words.consequence(key(0.787, passes=False), now, is_short=False),
        words.consequence(key(0.154), now, is_short=False),
        words.consequence(key(None, known=(0.4, 0.8)), now, is_short=False),
        words.consequence(AnswerKey("1", "yes", 1.0), now, is_short=False),
    ]
    assert told == [
        ".829 passes", ".829 ✓", ".500 held", ".787 fails", ".154 as is", ".400 … .800", "",
    ]  # fmt: skip


def test_what_any_answer_can_reach() -> None:
    assert words.reach((key(0.5), key(0.5))) == "changes nothing: .500"
    assert words.reach((key(0.35), key(0.829))) == ".350 … .829"
    # One answer settles the score, the other leaves it between two values: that is a change.
    open_ended = AnswerKey("1", "yes", 1.0, known=(0.625, 0.792), is_known=True)
    assert words.reach((open_ended, key(0.542)), is_short=True) == ".542 … .792"
    other = AnswerKey("1", "yes", 1.0, headline=0.5, is_known=True, changes_others=True)
    assert words.reach((other, key(0.5)), is_short=True) == "changes another score"
    assert words.reach((AnswerKey("1", "yes", 1.0),)) == ""


def gate(passes: bool | None, value: float | None = None) -> HeadlineValue:
    return HeadlineValue("overall_score_gated", value, passes, None if passes is None else 1.0)


def test_where_answers_give_one_headline_the_score_that_they_decide_is_said() -> None:
    def answer(name: str, headline: float, further: HeadlineValue) -> AnswerKey:
        return AnswerKey(
            name, name, 1.0, headline=headline, is_known=True, changes_others=True,
            others=(further,),
        )  # fmt: skip

    gates = (answer("1", 0.3, gate(True, 1.0)), answer("0", 0.3, gate(False, 0.0)))
    assert words.other_scores(gates) == {"1": "gated passes", "0": "gated fails"}
    # The headline itself tells these apart, and those are told apart by nothing.
    parted = (answer("1", 0.3, gate(True, 1.0)), answer("0", 0.1, gate(False, 0.0)))
    assert words.other_scores(parted) == {}
    same = (answer("1", 0.3, gate(True, 1.0)), answer("0", 0.3, gate(True, 1.0)))
    assert words.other_scores(same) == {}
    plain = (answer("1", 0.3, gate(None, 0.5)), answer("0", 0.3, gate(None, 0.25)))
    assert words.other_scores(plain) == {"1": "gated .500", "0": "gated .250"}


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("the file is empty (0 bytes)", "The file is empty (0 bytes)"),
        (
            "dfs_easy_5x5_n001_var1_fixed_both_solution.png: the file is empty (0 bytes). Export "
            "it again.",
            "The file is empty (0 bytes): …r1_fixed_both_solution.png",
        ),
    ],
)
def test_without_a_headline_the_reason_is_said_and_not_the_rows(why: str, said: str) -> None:
    rubric = shipped_rubric("maze_image")
    found = {
        check.measure: Measurement(check.measure, None, error=why)
        for check in rubric.checks if check.measure
    }  # fmt: skip
    view = PanelView(ledger=fold(rubric, found, {}), rubric=rubric)
    (first, *_) = shown(view)
    assert first.verdict == "no headline"
    assert first.why == said


def test_tooltips_are_never_markup_of_the_file() -> None:
    made = words.tip("<b>x</b>", "a\nb")
    assert made == "<qt>&lt;b&gt;x&lt;/b&gt;<br>a<br>b</qt>"
    assert words.tip("") == ""
    assert len(words.one_line("x" * 10_000_000)) < 1000


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("0,7", 0.7), ("70 %", 0.7), ("−3", -3), ("1e400", None), ("nan", None), ("", None),
     ("yes", True), ("否", False), ("3.0", 3.0), ("three", None)],
)  # fmt: skip
def test_what_is_typed_becomes_a_value(text: str, wanted: object) -> None:
    assert scalar_of(text) == wanted
    assert number_of(text) == (None if isinstance(wanted, bool) else wanted)


def headline(view: PanelView) -> Any:
    """The first headline as it is said."""
    return shown(view)[0]


def ledger(now: HeadlineValue, *lines: Line) -> Ledger:
    """A ledger with one headline."""
    return Ledger((), lines, (now,))


def test_headlines_in_words() -> None:
    held = HeadlineValue("s", 0.5, False, 0.8, held_by="held at 0.5: the mean is below .75")
    said = headline(PanelView(ledger=ledger(held), automatic=ledger(held)))
    assert (said.number, said.verdict, said.needs) == ("0.500", "fails", "needs 0.80")
    assert said.why == "Held at .50: the mean is below .75"
    assert said.right == "auto .500"
    assert (said.end, said.tick) == (0.5, 0.8)


def test_a_withheld_headline_shows_its_known_range() -> None:
    withheld = HeadlineValue("s", None, None, 0.8, known=(0.4, 0.9))
    said = headline(PanelView(ledger=ledger(withheld)))
    assert (said.number, said.verdict) == (".400 … .900", "withheld")
    assert (said.start, said.end) == (0.4, 0.9)


def test_a_range_below_zero_grows_from_its_zero() -> None:
    below = HeadlineValue("s", -0.1, None, None, low=-0.3, high=0.7)
    said = headline(PanelView(ledger=ledger(below)))
    assert said.tick == pytest.approx(0.3)
    assert (said.start, said.end) == (pytest.approx(0.3), pytest.approx(0.2))
    assert said.number == "−0.100"


def test_the_short_ledger_keeps_the_lines_that_moved_it() -> None:
    now = HeadlineValue("s", 0.5, False, 0.8)
    lines = (
        Line("weigh", "parts", "s", 0.0, 0.5, part="a", weight=0.6, amount=0.5, step=0),
        Line("weigh", "parts", "s", 0.5, 0.825, part="b", weight=0.4, amount=0.325, step=0),
        Line("mean", "inner", "judge", None, 0.5, step=1),
        Line("round", "rounded", "s", 0.825, 0.825, step=2),
        Line("blend", "half the judge", "s", 0.825, 0.662, step=3),
        Line("cap", "no judge", "s", 0.662, 0.662, fired=False, step=4),
        Line("cap", "mean below .75", "s", 0.662, 0.5, is_binding=True, step=5),
    )
    made = ledger(now, *lines)
    assert [(each.text, each.value, each.tone) for each in short_lines(made)] == [
        ("Two weighted parts", ".825", "plain"),
        ("Half the judge", ".662", "warn"),
        ("Mean below .75", ".500", "bad"),
        ("Headline, passes at .80", ".500", "headline"),
    ]
    assert folded(made) == ".825 → .662 → .500"
    assert short_lines(ledger(HeadlineValue("s", None, None, None))) == ()


def test_what_was_lost_is_named_by_its_question() -> None:
    rubric = shipped_rubric("maze_image")
    measured = {
        check.measure: Measurement(check.measure, 0.1 if "path" in check.id else 1.0)
        for check in rubric.checks
    }
    ledger = fold(rubric, measured)
    loss = largest_losses(measured, rubric, {})[ledger.headlines[0].name]
    said = lost(ledger, ledger.headlines[0], rubric, loss)
    asked = [check.asks for check in rubric.checks if "path" in check.id]
    assert any(f"“{asks}”" in said for asks in asked), said
    assert lost(ledger, ledger.headlines[0], rubric, None) != said


def test_nothing_is_counted_that_is_not_there() -> None:
    failed = row(state="fail", asks="It is sharp")
    assert plan_words.all_checks([failed], [], [], "both") == ("1 failed", "It is sharp")
    passed = row()
    assert plan_words.all_checks([failed], [], [passed], "both")[0] == "1 failed, 1 passed"
    assert plan_words.passed([], [passed], has_failed=False) == ("1 more check", "1 near")
    assert plan_words.more_items([], [object()]) == ("1 more item", "")  # type: ignore[list-item]


def test_at_the_least_height_a_long_reason_takes_one_line(panel: RightPanel, stage: Any) -> None:
    long = "the mean of what was judged is below the mark that this rubric asks for " * 3
    ledger = stage.ledger()
    held = dataclasses.replace(ledger.headlines[0], held_by=f"held at 0.5: {long}")
    view = stage.view(ledger=dataclasses.replace(ledger, headlines=(held,)))
    panel.resize(296, 700)
    panel.set_view(view)
    tall = panel.headline.height()
    panel.resize(296, 550)
    assert panel.headline.height() < tall
    assert long.strip() in panel.headline.toolTip()


def test_values_without_a_mark_are_measured_and_nothing_failed() -> None:
    bare: dict[str, Any] = {"threshold": None, "threshold_text": "", "margin": None}
    close = row(state="partial", asks="How close it is", **bare)
    silent = row(state="not measured", asks="How near it is", **bare)
    assert [name for name, _ in plan_words.groups([silent, close])] == ["measured", "not measured"]
    marked = row(state="partial", threshold=0.8, threshold_text="≥ 0.8")
    assert [name for name, _ in plan_words.groups([close, marked])] == ["partial"]
    assert plan_words.all_checks([close], [], [], "both")[0] == "1 measured"


def test_only_what_failed_is_called_failed() -> None:
    mark: dict[str, Any] = {"threshold": 0.8, "threshold_text": "≥ 0.8"}
    hair = row(id="hair", state="partial", value=0.999, **mark)
    unread = row(id="unread", state="error", asks="Unread")
    bad = row(id="bad", state="fail", asks="Bad", **mark)
    close = row(id="close", is_near=True, **mark)
    unseen = row(id="unseen", state="not measured", **mark)
    unjudged = row(id="unjudged", state="not judged")
    found = plan_words.groups([unseen, hair, unread, bad, unjudged, close])
    assert [(plan_words.TITLES[name], [each.id for each in rows]) for name, rows in found] == [
        ("Failed", ["unread", "bad"]),
        ("Below full credit", ["hair"]),
        ("Passed, near", ["close"]),
        ("Not judged", ["unjudged"]),
        ("Not measured", ["unseen"]),
    ]
    assert plan_words.all_checks([hair, unseen], [close], [row()], "both") == (
        "1 partial, 1 near, 1 not measured, 1 passed", "R",
    )  # fmt: skip
    states = (PASS, PARTIAL, FAIL, NOT_MEASURED, NOT_JUDGED, ERROR)
    assert set(plan_words.TITLES) >= {plan_words.standing(row(state=state)) for state in states}
