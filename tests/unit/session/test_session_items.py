"""The rows of the right panel as plain values: order, words, hiding, cost."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import pytest

from reviewer.model import Check, Credited, CreditRule, Entry, Measurement, Rubric
from reviewer.model.ledger import FAIL, PASS
from reviewer.model.measurement import FILE, JUDGE
from reviewer.scoring.fold import fold
from reviewer.scoring.review import resolve
from reviewer.scoring.rubric_file import parse_rubric
from reviewer.session.check_rows import is_near
from reviewer.session.items import SCALES, Rows, rows, word_for
from reviewer.session.loading import corrected
from reviewer.session.panel import Opinion

RUBRIC = parse_rubric(
    b"""
[[headline]]
name = "score"
passes = 0.8
[[check]]
id = "q"
asks = "Legible?"
bucket = "all"
direct = true
overridable = true
scale = "three"
[[check]]
id = "ssim"
asks = "Alike?"
bucket = "all"
steps = [{ at_least = 0.9, credit = 1 }]
near = 0.02
[[check]]
id = "there"
asks = "There?"
bucket = "all"
direct = true
[[check]]
id = "seen"
asks = "Seen by the judge?"
bucket = "all"
direct = true
[[uncovered]]
id = "calm"
asks = "Calm?"
measure = "calm"
[[step]]
verb = "mean"
of = ["all"]
into = "score"
because = "mean"
""",
    name="small",
)
MEASURED = {
    "q": Measurement("q", 0.0, source=JUDGE, reason="too small", notes=("2 of 3",), model="m"),
    "ssim": Measurement("ssim", 0.91),
    "there": Measurement("there", 1.0),
    "seen": Measurement("seen", 0.0, source=JUDGE, reason="nothing"),
    "calm": Measurement("calm", True),
}


def entry(number: int, type: str, author: str, **fields: Any) -> Entry:
    return Entry(f"e{number}", type, "t", author, f"2026-01-01T00:00:{number:02d}Z", "1", **fields)


def made(
    *entries: Entry, is_blind: bool = False, rubric: Rubric = RUBRIC, **changed: Measurement
) -> Rows:
    measurements = {**MEASURED, **changed}
    review = resolve(entries, rubric=rubric, measurements=measurements, digests={})
    ledger = fold(rubric, measurements, review.overrides)
    return rows(rubric, measurements, ledger, review, author="ann", is_blind=is_blind)


def test_rows_stand_where_they_belong() -> None:
    found = made()
    assert [item.id for item in found.needs] == ["q", "calm"]
    assert [row.id for row in found.failed] == ["seen", "ssim"]
    assert [row.id for row in found.passed] == ["there"]
    assert [row.word for row in found.failed] == ["fails", "passes, near"]


def test_only_the_judges_items_hold_a_task_up() -> None:
    assert made().unanswered == 1
    assert made(entry(1, "answer", "ann", item="q", value=1.0)).unanswered == 0


def test_every_answer_has_its_consequence() -> None:
    keys = {key.key: key for key in made(seen=Measurement("seen", 1.0)).needs[0].keys}
    assert list(keys) == ["1", "0", "5", "-"]
    assert keys["1"].headline == 1.0
    assert keys["1"].passes is True
    assert keys["1"].would_turn is True
    assert keys["0"].headline == keys["-"].headline == 0.75
    assert not keys["0"].would_turn


def test_an_opinion_keeps_the_judges_own_words_apart_from_its_votes() -> None:
    opinion = made().needs[0].opinion
    assert opinion is not None
    assert (opinion.word, opinion.reason, opinion.detail) == ("no", "too small", "2 of 3")
    answered = made(entry(1, "answer", "ann", item="q", value=1.0)).needs[0].opinion
    assert answered is not None
    assert (answered.word, answered.value, answered.reason) == ("no", 0.0, "too small")


def test_absent_judges_are_not_judged_never_zero() -> None:
    missing = Measurement("q", None, source=JUDGE, reason="no judge")
    opinion = made(q=missing).needs[0].opinion
    assert opinion is not None
    assert (opinion.word, opinion.value, opinion.reason) == ("not judged", None, "no judge")


def test_given_answers_are_marked_even_between_the_keys() -> None:
    item = made(entry(1, "answer", "ann", item="q", value=None)).needs[0]
    assert [key.key for key in item.keys if key.is_given] == ["-"]
    checks = tuple(
        dataclasses.replace(check, scale="unit") if check.id == "q" else check
        for check in RUBRIC.checks
    )
    unit = dataclasses.replace(RUBRIC, checks=checks)
    item = made(entry(1, "answer", "ann", item="q", value=0.7), rubric=unit).needs[0]
    assert [key.key for key in item.keys if key.is_given] == ["="]


def test_blind_hides_answers_reasons_disputes_and_judged_checks() -> None:
    said = (
        entry(1, "answer", "bo", item="q", value=1.0, text="I can read it"),
        entry(2, "dispute", "bo", item="q", code=4, text="the judge is wrong"),
        entry(3, "dispute", "ann", item="ssim", code=2),
        entry(4, "dispute", "bo", item="ssim", code=1),
    )
    found = made(*said, is_blind=True)
    item = found.needs[0]
    assert found.is_hidden
    assert item.is_hidden
    assert (item.opinion, item.others, item.disputes, item.outcome) == (None, (), (), "")
    assert not any(key.is_known for key in item.keys)
    assert found.ahead is None
    seen = next(row for row in (*found.failed, *found.passed) if row.id == "seen")
    assert (seen.is_hidden, seen.value, seen.credit, seen.word) == (True, None, None, "hidden")
    ssim = next(row for row in found.failed if row.id == "ssim")
    assert [dispute.author for dispute in ssim.disputes] == ["ann"]


def test_blind_ends_with_the_last_answer_but_not_for_what_is_beside() -> None:
    found = made(entry(1, "answer", "ann", item="q", value=1.0), is_blind=True)
    assert not found.is_hidden
    assert found.needs[0].opinion is not None
    calm = found.needs[1]
    assert calm.is_hidden
    assert calm.opinion is None
    shown = made(entry(1, "answer", "ann", item="calm", value=1.0), is_blind=True).needs[1]
    assert shown.opinion is not None
    assert shown.opinion.word == "yes"


def test_what_a_file_says_is_said_so() -> None:
    opinion = made(q=Measurement("q", 0.5, source=FILE)).needs[0].opinion
    assert opinion is not None
    assert (opinion.source, opinion.detail) == ("file", "as the file says")


@pytest.mark.parametrize(
    ("state", "value", "scale", "word"),
    [
        ("pass", 1.0, "", "yes"),
        ("fail", 0.0, "", "no"),
        ("partial", 0.5, "three", "half"),
        ("partial", 0.5, "unit", ".500"),
        ("pass", 1.0, "unit", "1.000"),
        ("partial", 0.25, "", ".250"),
        ("not judged", None, "unit", "not judged"),
    ],
)
def test_opinions_in_words(state: str, value: float | None, scale: str, word: str) -> None:
    assert word_for(state, value, scale=scale) == word


def test_a_credit_that_is_nearly_full_never_reads_as_full() -> None:
    found = made(there=Measurement("there", 0.99996))
    assert next(row for row in found.failed if row.id == "there").word == "partial .999"


def test_every_scale_ends_with_cannot_tell() -> None:
    assert {name: scale[-1][0] for name, scale in SCALES.items()} == dict.fromkeys(SCALES, "-")


def test_twenty_thousand_checks_are_sorted_in_time() -> None:
    more = [Check(f"c{n}", "C", f"c{n}", CreditRule("direct"), bucket="all") for n in range(20_000)]
    rubric = dataclasses.replace(RUBRIC, checks=(*RUBRIC.checks, *more))
    measurements = {**MEASURED, **{c.id: Measurement(c.id, 1.0) for c in more}}
    review = resolve((), rubric=rubric, measurements=measurements, digests={})
    ledger = fold(rubric, measurements)
    began = time.perf_counter()
    found = rows(rubric, measurements, ledger, review, author="ann", is_blind=False)
    assert time.perf_counter() - began < 1.0
    assert len(found.passed) == 20_001
    item = found.needs[0]
    assert found.lacks_ahead(item)
    assert found.ahead is not None
    assert found.ahead("q")[0].is_known


@pytest.mark.parametrize(
    ("value", "threshold", "margin", "near"),
    [
        (1.0, 0.99, 0.01, False),
        (0.995, 0.99, 0.005, True),
        (0.985, 0.99, -0.005, True),
        (0.0, 0.01, 0.01, False),
        (1.0, 1.0, 0.0, False),
        (3.0, 3.0, 0.0, True),
    ],
)
def test_what_could_not_be_better_is_not_near(
    value: float, threshold: float, margin: float, near: bool
) -> None:
    state = PASS if margin >= 0 else FAIL
    found = Credited(
        "ssim", state, 1.0, Measurement("ssim", value), threshold, "≥", margin, is_near=True
    )
    assert is_near(found) is near


CROSSING = parse_rubric(
    b"""
[[headline]]
name = "score"
[[check]]
id = "clear"
asks = "Crosses no wall?"
measure = "ratio"
bucket = "all"
steps = [
  { all = [{ of = "rule", equals = "any" }, { of = "cut", at_least = 1 }], credit = 0 },
  { at_most = 0.01, credit = 1 },
]
overridable = true
scale = "yes_no"
[[check]]
id = "share"
asks = "How much?"
bucket = "all"
direct = true
overridable = true
scale = "unit"
[[step]]
verb = "mean"
of = ["all"]
into = "score"
because = "mean"
""",
    name="maze",
)
FOUND = {
    "ratio": Measurement("ratio", 0.098, unit="px"),
    "share": Measurement("share", 0.25),
    "rule": Measurement("rule", "document"),
    "cut": Measurement("cut", 1),
}


def of_code(*entries: Entry, **changed: Measurement) -> dict[str, Opinion]:
    base = {**FOUND, **changed}
    review = resolve(entries, rubric=CROSSING, measurements=base, digests={})
    found = {**base, **corrected(base, review.measured)}
    ledger = fold(CROSSING, found, review.overrides)
    made = rows(CROSSING, found, ledger, review, author="ann", is_blind=False)
    return {item.id: item.opinion for item in made.needs if item.opinion is not None}


def test_a_yes_or_no_that_code_gave_says_its_number_and_the_limit() -> None:
    found = of_code()
    assert (found["clear"].word, found["clear"].detail) == ("no", "measured .098 px, limit .010 px")
    assert (found["share"].word, found["share"].detail) == (".250", "measured")
    nearly = of_code(ratio=Measurement("ratio", 0.0))["clear"]
    assert (nearly.word, nearly.detail) == ("yes", "measured 0, limit .010")
    endless = of_code(ratio=Measurement("ratio", float("inf")))["clear"]
    assert (endless.word, endless.detail) == ("error", "measured")
    by_rule = of_code(ratio=Measurement("ratio", 0.004), rule=Measurement("rule", "any"))["clear"]
    assert (by_rule.word, by_rule.detail) == ("no", "measured .004"), "the limit decided nothing"


def test_what_code_had_found_of_a_corrected_row_is_said_as_the_row_says_it() -> None:
    found = of_code(
        entry(1, "dispute", "ann", item="clear", code=1, value=True),
        entry(2, "dispute", "ann", item="share", code=1, value=0.5),
    )
    assert (found["clear"].word, found["clear"].detail) == ("yes", "corrected")
    assert found["clear"].reason == "code had found no, measured .098 px"
    assert (found["share"].word, found["share"].reason) == (".500", "code had found .250")
