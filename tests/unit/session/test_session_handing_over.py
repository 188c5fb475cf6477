"""What of the list goes with its folder or person: counted sets, sort keys, what was known."""

from __future__ import annotations

import pytest

from reviewer.model import Check, CreditRule
from reviewer.scoring.naming import asked_in
from reviewer.session import queue
from reviewer.session.state import Row
from reviewer.session.task_rows import TaskRows


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ('in:"chose otherwise, blind"', ""),
        ('kind:text in:"a b" status:done', "kind:text  status:done"),
        ("-in:agree cup", "cup"),
        ("in:'x y' cup", "cup"),
        ("within:cup in", "within:cup in"),
    ],
)
def test_words_that_name_a_set_are_taken_out(words: str, left: str) -> None:
    assert queue.without_sets(words) == left
    assert queue.names_sets(words) == (words != left)


@pytest.mark.parametrize("count", [3, 5_000])
def test_of_the_same_tasks_nothing_is_known_any_more(count: int) -> None:
    rows = TaskRows(is_blind=False)
    rows.add(Row(f"t{n}", "k", is_known=True, headline=(n % 7) / 7) for n in range(count))
    rows.arrange(sort="headline", descending=True, words=rows.name_set("some", ["t1"]))
    assert [row.id for row in rows.arranged()] == ["t1"]
    rows.start_over(Row(f"t{n}", "k") for n in range(count))
    if rows.are_many:
        assert rows.arranged() == []
        rows.take(rows.arranging()(lambda: None))
    shown = rows.arranged()
    assert len(shown) == count
    assert {row.headline for row in shown} == {None}
    assert (rows.words, rows.sort, rows.descending) == ("", "headline", True)
    with pytest.raises(queue.FilterError, match="no set of tasks"):
        rows.arrange(words="in:some")


def test_a_question_on_one_line_carries_its_translation() -> None:
    check = Check(
        id="sign", asks="Is there a sign?", measure="sign", rule=CreditRule("direct"),
        asks_tr={"zh": "有招牌吗？"},
    )  # fmt: skip
    assert asked_in(check, "both") == "Is there a sign? · 有招牌吗？"
    assert asked_in(check, "zh") == "有招牌吗？"
    assert asked_in(check, "en") == "Is there a sign?"
