"""What is in force after everything that people said."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import Check, CreditRule, Entry, Measurement, Override, Review, Rubric
from reviewer.model.measurement import JUDGE
from reviewer.scoring.in_force import may_be_settled, notes_on, value_with
from reviewer.scoring.review import resolve
from reviewer.scoring.rubric_file import row_digest

DIRECT = CreditRule("direct")
LEGIBLE = Check("legible", "Legible?", "legible", DIRECT, overridable=True, scale="three")
LIKE = Check(
    "like", "Like it?", "like", DIRECT, overridable=True, scale="unit", reads=("result", "golden")
)
IDS = Check("ids", "Ids?", "id_count", CreditRule("ramp", target=22))
RUBRIC = Rubric("r", 1, (LEGIBLE, LIKE, IDS), (), ())
TODAY = {"result": "r1", "golden": "g1"}
JUDGED = {
    "legible": Measurement("legible", 0.0, source=JUDGE),
    "like": Measurement("like", None, source=JUDGE, reason="no judge"),
    "id_count": Measurement("id_count", 15),
}


class Log:
    """A log being written: entries with their own ids, one second apart."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, type: str, author: str, item: str = "", **fields: object) -> Entry:
        number = len(self.entries) + 1
        fields.setdefault("bound_to", TODAY if item else {})
        entry = Entry(
            id=f"e{number}",
            type=type,
            task="t",
            author=author,
            at=f"2026-01-01T00:00:{number:02d}.000Z",
            app="1",
            item=item,
            **fields,
        )
        self.entries.append(entry)
        return entry

    def review(self, *, rubric: Rubric = RUBRIC, digests: Mapping[str, str] = TODAY) -> Review:
        return resolve(self.entries, rubric=rubric, measurements=JUDGED, digests=digests)


@pytest.fixture
def log() -> Log:
    return Log()


def test_nothing_said_changes_nothing(log: Log) -> None:
    assert log.review() == Review()


def test_one_answer_is_in_force(log: Log) -> None:
    entry = log.add("answer", "ann", "legible", value=1.0, text="clear", blind=True)
    review = log.review()
    assert review.overrides == {"legible": Override(1.0, 0.0, "single", "ann")}
    (answer,) = review.answers["legible"]
    assert (answer.value, answer.reason, answer.blind) == (1.0, "clear", True)
    assert (answer.entry, answer.is_stale) == (entry.id, False)
    assert review.status == "open"


def test_the_latest_answer_of_a_person_counts(log: Log) -> None:
    log.add("answer", "ann", "legible", value=1.0)
    log.add("answer", "ann", "legible", value=0.5)
    assert log.review().overrides["legible"].value == 0.5


def test_agreement_of_all_is_unanimous(log: Log) -> None:
    log.add("answer", "bob", "legible", value=1)
    log.add("answer", "ann", "legible", value=1.0)
    assert log.review().overrides["legible"] == Override(1.0, 0.0, "unanimous", "ann, bob")


def test_where_people_differ_the_judge_stands_until_adjudicated(log: Log) -> None:
    log.add("answer", "ann", "legible", value=1.0)
    log.add("answer", "bob", "legible", value=0.5)
    torn = log.review()
    assert torn.overrides == {}
    assert torn.disputed == ("legible",)
    assert torn.status == "disputed"
    log.add("adjudicate", "cleo", "legible", value=0.5)
    settled = log.review()
    assert settled.overrides["legible"] == Override(0.5, 0.0, "adjudicated", "cleo")
    assert settled.disputed == ()


def test_what_was_settled_stays_when_people_agree_afterwards_or_say_nothing_more(log: Log) -> None:
    log.add("answer", "ann", "legible", value=1.0)
    answer = log.add("answer", "bob", "legible", value=0.0)
    log.add("adjudicate", "cleo", "legible", value=0.5)
    log.add("retract", "bob", "legible", retracts=answer.id)
    assert log.review().overrides["legible"] == Override(0.5, 0.0, "adjudicated", "cleo")
    log.add("answer", "bob", "legible", value=1.0)
    assert log.review().overrides["legible"].value == 0.5
    assert log.review().ignored == ()


@pytest.mark.parametrize(
    ("item", "value", "says"),
    [
        ("ids", 0, "takes no answers"),
        ("legible", 1.0, "did not differ"),
        ("legible", 0.3, "no answer to this row"),
        ("gone", 1.0, "no such row"),
    ],
)
def test_a_settlement_where_nobody_differs_is_told_and_changes_nothing(
    log: Log, item: str, value: float, says: str
) -> None:
    before = log.review()
    ruling = log.add("adjudicate", "cleo", item, value=value)
    review = log.review()
    assert (review.overrides, review.measured) == (before.overrides, before.measured)
    assert (review.rulings, review.ignored) == ({}, (ruling,))
    (note,) = notes_on(review, RUBRIC)
    assert says in note
    assert "by cleo" in note


def test_a_settlement_beside_one_answer_counts_for_nothing(log: Log) -> None:
    log.add("answer", "ann", "legible", value=1.0)
    log.add("answer", "bob", "legible", value=None)
    log.add("adjudicate", "cleo", "legible", value=0.5)
    assert log.review().overrides["legible"] == Override(1.0, 0.0, "single", "ann")
    assert not may_be_settled(LEGIBLE, log.review())


def test_people_who_correct_a_measurement_differently_are_not_settled(log: Log) -> None:
    log.add("dispute", "ann", "ids", code=1, value=22)
    log.add("dispute", "bob", "ids", code=1, value=21)
    log.add("adjudicate", "cleo", "ids", value=21)
    review = log.review()
    assert (review.measured, review.disputed) == ({}, ("ids",))
    assert not may_be_settled(IDS, review)


@pytest.mark.parametrize("others", [(), (1.0,), (0.0,), (1.0, 0.5), (0.5, 0.5), (None,)])
@pytest.mark.parametrize("ruled", [None, 0.0, 0.5])
def test_the_value_an_answer_would_bring_is_the_one_it_brings(
    log: Log, others: tuple[float | None, ...], ruled: float | None
) -> None:
    for name, value in zip(("bob", "cleo"), others, strict=False):
        log.add("answer", name, "legible", value=value)
    if ruled is not None:
        log.add("adjudicate", "dan", "legible", value=ruled)
    said = list(log.entries)
    for value in (0.0, 0.5, 1.0, None):
        log.entries = list(said)
        promised = value_with(LEGIBLE, log.review(), author="ann", value=value)
        log.add("answer", "ann", "legible", value=value)
        review = log.review()
        # An override equal to what the judge said (0) is none.
        came = review.overrides["legible"].value if "legible" in review.overrides else 0.0
        assert came == (0.0 if promised is None else promised)


def test_a_ruling_for_the_judge_settles_too(log: Log) -> None:
    log.add("answer", "ann", "legible", value=1.0)
    log.add("answer", "bob", "legible", value=0.0)
    log.add("adjudicate", "cleo", "legible", value=0.0)
    review = log.review()
    assert (review.overrides, review.disputed) == ({}, ())


def test_agreeing_with_the_judge_is_an_answer_and_no_override(log: Log) -> None:
    log.add("answer", "ann", "legible", value=0.0)
    review = log.review()
    assert review.answers["legible"][0].value == 0.0
    assert review.overrides == {}
    assert review.disputed == ()


def test_an_item_nobody_judged_takes_the_persons_answer(log: Log) -> None:
    log.add("answer", "ann", "like", value=0.0)
    assert log.review().overrides["like"] == Override(0.0, None, "single", "ann")


def test_cannot_tell_is_kept_and_counts_for_nobody(log: Log) -> None:
    log.add("answer", "ann", "legible", value=None)
    log.add("answer", "bob", "legible", value=1.0)
    review = log.review()
    assert [answer.value for answer in review.answers["legible"]] == [None, 1.0]
    assert review.overrides["legible"].by == "single"


@pytest.mark.parametrize("value", [0.3, 4, -1, "yes"])
def test_values_off_the_scale_are_never_in_force(log: Log, value: object) -> None:
    log.add("answer", "ann", "legible", value=value)
    assert log.review().overrides == {}
    log.add("answer", "ann", "like", value=0.3)
    assert log.review().overrides["like"].value == 0.3


def test_answers_to_code_rows_and_unknown_rows_override_nothing(log: Log) -> None:
    log.add("answer", "ann", "ids", value=1.0)
    log.add("answer", "ann", "gone", value=1.0)
    review = log.review()
    assert review.overrides == {}
    assert set(review.answers) == {"gone", "ids"}


# --- undo


def test_undo_and_redo_are_retractions(log: Log) -> None:
    log.add("answer", "ann", "legible", value=0.5)
    second = log.add("answer", "ann", "legible", value=1.0)
    before = log.review()
    undo = log.add("retract", "ann", retracts=second.id)
    assert log.review().overrides["legible"].value == 0.5
    redo = log.add("retract", "ann", retracts=undo.id)
    assert log.review().overrides == before.overrides
    assert log.review().answers == before.answers
    log.add("retract", "ann", retracts=redo.id)
    assert log.review().overrides["legible"].value == 0.5


def test_taking_an_answer_back_brings_the_judge_back_and_not_an_older_answer(log: Log) -> None:
    log.add("answer", "ann", "legible", value=0.5)
    second = log.add("answer", "ann", "legible", value=1.0)
    log.add("answer", "bob", "legible", value=1.0)
    back = log.add("retract", "ann", "legible", retracts=second.id)
    assert [answer.author for answer in log.review().answers["legible"]] == ["bob"]
    log.add("retract", "ann", retracts=back.id)
    assert [answer.value for answer in log.review().answers["legible"]] == [1.0, 1.0]


def test_nobody_takes_back_what_others_said(log: Log) -> None:
    first = log.add("answer", "ann", "legible", value=1.0)
    log.add("retract", "bob", retracts=first.id)
    log.add("retract", "bob", "legible", retracts=first.id)
    assert log.review().overrides["legible"].author == "ann"


@settings(deadline=None)
@given(st.lists(st.sampled_from(["0", "0.5", "1", "undo", "redo"]), max_size=12), st.randoms())
def test_any_chain_of_undo_and_redo(acts: list[str], chance: random.Random) -> None:
    """A plain pair of stacks says the same, in whatever order the logs are read."""
    log = Log()
    done: list[tuple[str, float]] = []
    undone: list[tuple[str, float, str]] = []
    for act in acts:
        if act == "undo" and done:
            entry, value = done.pop()
            undone.append((entry, value, log.add("retract", "ann", retracts=entry).id))
        elif act == "redo" and undone:
            entry, value, retraction = undone.pop()
            # An answer whose retraction is retracted stands again.
            log.add("retract", "ann", retracts=retraction)
            done.append((entry, value))
        elif act not in ("undo", "redo"):
            done.append((log.add("answer", "ann", "like", value=float(act)).id, float(act)))
            undone.clear()
    chance.shuffle(log.entries)
    current = log.review().answers.get("like", ())
    assert [answer.value for answer in current] == [value for _, value in done[-1:]]


# --- stale


def test_a_new_golden_makes_stale_only_rows_that_read_it(log: Log) -> None:
    log.add("answer", "ann", "legible", value=1.0)
    log.add("answer", "ann", "like", value=1.0)
    review = log.review(digests={"result": "r1", "golden": "g2"})
    assert review.stale == ("like",)
    assert set(review.overrides) == {"legible"}
    assert review.answers["like"][0].is_stale


def test_another_question_makes_an_answer_stale_and_another_threshold_does_not(log: Log) -> None:
    log.add("answer", "ann", "legible", value=1.0, row_sha256=row_digest(LEGIBLE))
    assert log.review().stale == ()
    heavier = replace(RUBRIC, checks=(replace(LEGIBLE, weight=9.0), LIKE, IDS))
    assert log.review(rubric=heavier).stale == ()
    asked_anew = replace(RUBRIC, checks=(replace(LEGIBLE, asks="Readable?"), LIKE, IDS))
    assert log.review(rubric=asked_anew).stale == ("legible",)


def test_stale_answers_apply_again_once_confirmed(log: Log) -> None:
    log.add("answer", "ann", "like", value=1.0)
    log.add("answer", "bob", "like", value=0.5)
    tomorrow = {"result": "r1", "golden": "g2"}
    assert log.review(digests=tomorrow).stale == ("like",)
    log.add("confirm", "ann", items=("like",), bound_to=tomorrow)
    review = log.review(digests=tomorrow)
    assert review.overrides["like"] == Override(1.0, None, "single", "ann")
    assert [answer.is_stale for answer in review.answers["like"]] == [False, True]


def test_a_missing_artifact_makes_stale(log: Log) -> None:
    log.add("answer", "ann", "like", value=1.0)
    assert log.review(digests={"result": "r1"}).stale == ("like",)


# --- disputes, confirmations, status


def test_measured_wrong_replaces_the_measurement(log: Log) -> None:
    log.add("dispute", "ann", "ids", code=1, value=22, text="two are hidden")
    log.add("dispute", "ann", "ids", code=2, value=9)
    review = log.review()
    assert review.measured == {"id_count": 22}
    assert [entry.code for entry in review.disputes] == [1, 2]
    assert review.status == "open"
    log.add("dispute", "bob", "ids", code=1, value=21)
    torn = log.review()
    assert (torn.measured, torn.disputed) == ({}, ("ids",))
    log.add("dispute", "ann", "ids", code=1, value=21)
    assert (log.review().measured, log.review().disputed) == ({"id_count": 21}, ())


def test_a_dispute_alone_changes_no_grade(log: Log) -> None:
    log.add("dispute", "ann", "ids", code=1)
    log.add("dispute", "ann", "legible", code=3)
    review = log.review()
    assert (review.measured, review.overrides, len(review.disputes)) == ({}, {}, 2)


def test_confirmations_name_who_looked(log: Log) -> None:
    log.add("confirm", "bob", items=("legible", "like"), mode="sheet", bound_to=TODAY)
    log.add("confirm", "ann", items=("legible",), bound_to=TODAY)
    assert log.review().confirmed == {"legible": ("ann", "bob"), "like": ("bob",)}
    later = log.review(digests={"result": "r1", "golden": "g2"})
    assert later.confirmed == {"legible": ("ann", "bob")}


def test_status_is_each_persons_latest(log: Log) -> None:
    log.add("status", "ann", text="reviewed")
    assert log.review().status == "reviewed"
    log.add("status", "bob", text="open")
    assert log.review().status_by == {"ann": "reviewed", "bob": "open"}
    done = log.add("status", "ann", text="open")
    assert log.review().status == "open"
    log.add("retract", "ann", retracts=done.id)
    assert log.review().status == "reviewed"


def test_notes_and_adoptions_are_listed(log: Log) -> None:
    log.add("note", "ann", text="odd")
    log.add("adopt", "ann", text="too strict", extra={"rows": {"ids.ramp": 20}})
    review = log.review()
    assert [entry.text for entry in review.notes] == ["odd"]
    assert review.adopted[0].extra["rows"] == {"ids.ramp": 20}
    assert len(review.entries) == 2


@settings(deadline=None)
@given(st.permutations(range(6)))
def test_the_order_in_which_logs_are_read_does_not_matter(order: list[int]) -> None:
    log = Log()
    log.add("answer", "ann", "legible", value=1.0)
    log.add("answer", "bob", "legible", value=0.5)
    log.add("adjudicate", "cleo", "legible", value=0.0)
    log.add("adjudicate", "dan", "legible", value=1.0)
    log.add("answer", "ann", "like", value=0.2)
    log.add("answer", "ann", "like", value=0.4)
    expected = log.review()
    log.entries = [log.entries[i] for i in order] * 2
    assert log.review() == expected
