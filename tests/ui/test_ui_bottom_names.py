"""Checks and numbers of a rubric are named by what they ask, wherever the lower panel says them."""

from __future__ import annotations

from reviewer.model import Entry
from reviewer.scoring.editable import editable
from reviewer.scoring.rubric_file import parse_rubric
from reviewer.ui import numbers
from reviewer.ui.bottom.history_rows import history_names, history_rows
from reviewer.ui.bottom.ledger_rows import Cell, LedgerRow
from reviewer.ui.bottom.ledger_view import spoken, tip
from reviewer.ui.bottom.what_if_rows import what_if_rows


def test_history_and_what_if_name_rows_by_their_question() -> None:
    rubric = parse_rubric(
        b"""
[[headline]]
name = "score"
passes = 0.8
[[check]]
id = "named_ids"
asks = "Ids on at least 22 pieces"
measure = "ids_found"
bucket = "code"
ramp = 22
[[step]]
verb = "mean"
of = ["code"]
into = "score"
because = "mean of the checks"
[[step]]
id = "cap_ids"
verb = "cap"
into = "score"
at = 0.5
when = { check = "named_ids", below = 0.7 }
because = "too few ids"
""",
        name="r",
    )
    numbers_of = editable(rubric)
    names = history_names(rubric, numbers_of)
    assert names["named_ids"] == "Ids on at least 22 pieces"
    assert names["named_ids.ramp"] == "Ids on at least 22 pieces: full credit at 22"
    assert names["cap_ids.named_ids.below"] == "Fires: “Ids on at least 22 pieces” < 0.7"
    adopted = Entry(
        "e", "adopt", "t", "ann", "2026-11-30T03:09:05.678Z", "1",
        text="why", extra={"rows": {"named_ids.ramp": 18}},
    )  # fmt: skip
    said = history_rows([adopted], None, names=names)[0].what
    assert said == "adopted Ids on at least 22 pieces: full credit at 22 = 18"
    texts = {row.key: row.text for row in what_if_rows(
        numbers_of, points=(), rubric=rubric, passes=False
    )}  # fmt: skip
    assert not [text for text in texts.values() if "named_ids" in text or "ids_found" in text]


def test_a_margin_of_nothing_is_a_sign_in_the_column_and_words_elsewhere() -> None:
    margin = numbers.margin(0.0, numbers.AT_THRESHOLD_SHORT)
    row = LedgerRow("k", "cap", "Too few ids", "", Cell(after="not fired"), None, margin=margin)
    assert margin == "±0"
    assert "at the threshold" in tip(row)
    assert "at the threshold" in spoken(row)
    assert "±" not in spoken(row)
