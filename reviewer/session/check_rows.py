"""The check rows of the right panel: what failed or is near, what passed."""

from __future__ import annotations

from reviewer.model import Check, Credited, Review
from reviewer.model.ledger import ERROR, FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS
from reviewer.model.measurement import JUDGE
from reviewer.session.panel import CheckRow
from reviewer.session.questions import disputes_of

HIDDEN = "hidden"
_ORDER = {ERROR: 0, FAIL: 1, PARTIAL: 2, NOT_JUDGED: 3, NOT_MEASURED: 4, PASS: 5}


def check_row(
    check: Check,
    credited: Credited,
    review: Review,
    *,
    author: str,
    is_hidden: bool,
    is_by_code: bool = False,
) -> CheckRow:
    """One check; in blind mode a row of the judge tells nothing, nor one of code that answers."""
    found = credited.measurement
    unit = check.unit or (found.unit if found else "")
    is_judged = found is not None and found.source == JUDGE
    if is_hidden and (is_judged or is_by_code):
        return CheckRow(
            check.id, check.asks, check.asks_tr, NOT_JUDGED, HIDDEN, None, unit, None, "", None,
            None, False, "hidden until you have answered", is_hidden=True,
            disputes=disputes_of(review, check.id, author=author, is_hidden=True),
        )  # fmt: skip
    return CheckRow(
        id=check.id,
        asks=check.asks,
        translations=check.asks_tr,
        state=credited.state,
        word=state_word(credited),
        value=found.value if found and found.is_measured else None,
        unit=unit,
        threshold=credited.threshold,
        threshold_text=credited.threshold_text,
        margin=credited.margin,
        credit=credited.credit,
        is_near=is_near(credited),
        reason=credited.reason,
        disputes=disputes_of(review, check.id, author=author, is_hidden=is_hidden),
        is_stale=check.id in review.stale,
    )


def needs_a_look(row: CheckRow) -> bool:
    """True for rows that failed, lie near their threshold or are disputed."""
    return row.state != PASS or row.is_near or bool(row.disputes)


def worst_first(rows: list[CheckRow]) -> tuple[CheckRow, ...]:
    """Errors and failures before what is partial, unknown or merely near; else as in the rubric."""
    return tuple(sorted(rows, key=lambda row: _ORDER.get(row.state, 9)))


def state_word(credited: Credited) -> str:
    """The state in words, as it stands at the right of the row."""
    words = {PASS: "passes", FAIL: "fails"}
    word = words.get(credited.state, credited.state)
    if credited.state == PARTIAL and credited.credit is not None:
        shown = min(0.999, max(0.001, round(credited.credit, 3)))
        word = "partial ½" if credited.credit == 0.5 else f"partial {shown:.3f}".replace("0.", ".")
    if is_near(credited) and credited.state in (PASS, FAIL):
        word += ", near"
    if credited.is_overridden:
        word += ", overridden"
    return word


def is_near(credited: Credited) -> bool:
    """Near its threshold, unless nothing could be better: 0 px off, an SSIM of 1."""
    return credited.is_near and not (credited.state == PASS and _is_perfect(credited))


def _is_perfect(credited: Credited) -> bool:
    """At the end of its scale: at a threshold of 0 or 1, or there beyond a share between them."""
    at, margin = credited.threshold, credited.margin
    if at is None or margin is None:
        return False
    if margin == 0:
        return at in (0, 1)
    found = credited.measurement
    value = found.value if found is not None else None
    return 0 < at < 1 and margin > 0 and value in (0, 1)
