"""What titles and fold rows say."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.model.counting import noun
from reviewer.model.ledger import ERROR, FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS
from reviewer.session.panel import CheckRow, Item
from reviewer.ui import numbers
from reviewer.ui.panel.words import answer_word, short_name

count = numbers.count
DIFFER = "people differ"
FAILED, MEASURED, NEAR = "failed", "measured", "near"
# What a group of rows came to, the worst first, with its title.
TITLES = {
    FAILED: "Failed",
    PARTIAL: "Below full credit",
    MEASURED: "Measured",
    NEAR: "Passed, near",
    NOT_JUDGED: "Not judged",
    NOT_MEASURED: "Not measured",
}


def needs_right(items: Sequence[Item], beside: Sequence[Item]) -> str:
    """How many of the items are open."""
    if not items:
        return "nothing to answer" if not beside else "beside the grade"
    left = sum(not (item.is_answered or item.is_confirmed) for item in items)
    if left:
        return f"{count(left)} of {count(len(items))} {noun(len(items), 'item')}"
    agreed = sum(not item.is_answered for item in items)
    if agreed:
        of = f"{count(agreed)} of {count(len(items))} agreed"
        return "agreed" if agreed == len(items) else of
    if len(items) == 1:
        return "answered"
    return "both answered" if len(items) == 2 else f"all {count(len(items))} answered"


def more_items(items: Sequence[Item], rest: Sequence[Item]) -> tuple[str, str]:
    """Items that height folded away: the open ones, or how many there are beside them."""
    if not items:
        return f"{count(len(rest))} more {noun(len(rest), 'item')}", ""
    words = f"{count(len(items))} more {noun(len(items), 'needs', 'need')} you"
    silent = sum(item.opinion is not None and item.opinion.state == NOT_JUDGED for item in items)
    return words, f"{count(silent)} not judged" if silent else ""


def answered(items: Sequence[Item], shown: str) -> tuple[str, str]:
    """Items that are answered already."""
    torn = sum(item.is_disputed for item in items)
    if len(items) == 1:
        item = items[0]
        right = DIFFER if torn else f"you: {answer_word(item.mine, item)}"
        return f"1 answered: {short_name(item, shown)}", right
    names = " · ".join(short_name(item, shown) for item in items[:4])
    if torn:
        right = DIFFER if torn == 1 else f"{DIFFER} on {count(torn)}"
        return f"{count(len(items))} answered: {names}", right
    said = {answer_word(item.mine, item) for item in items}
    return f"{count(len(items))} answered: {names}", f"you: {said.pop()}" if len(said) == 1 else ""


def beside(items: Sequence[Item]) -> tuple[str, str]:
    """Requirements that no code grades."""
    left = sum(not item.is_answered for item in items)
    return f"{count(len(items))} beside the grade", f"{count(left)} open" if left else "answered"


def passed(
    rows: Sequence[CheckRow], near: Sequence[CheckRow], *, has_failed: bool
) -> tuple[str, str]:
    """Checks that passed, with those that passed barely where height folded them too."""
    number = len(rows) + len(near)
    if near:
        return f"{count(number)} more {noun(number, 'check')}", f"{count(len(near))} near"
    if has_failed:
        return f"{count(number)} more passed", ""
    if number == 1:
        return "The one check passed", ""
    return f"All {count(number)} checks passed", ""


def standing(row: CheckRow) -> str:
    """What a row that is listed came to; where nothing has a mark, a value is no failure."""
    if row.state == PARTIAL:
        return PARTIAL if row.threshold is not None or row.threshold_text else MEASURED
    return {FAIL: FAILED, ERROR: FAILED, PASS: NEAR}.get(row.state, row.state)


def groups(rows: Sequence[CheckRow]) -> list[tuple[str, list[CheckRow]]]:
    """Rows by what they came to, the worst first; rows of one group stay in their order."""
    found: dict[str, list[CheckRow]] = {name: [] for name in TITLES}
    names = [standing(row) for row in rows]
    has_mark = bool({PARTIAL, FAILED}.intersection(names))
    for name, row in zip(names, rows, strict=True):
        found[PARTIAL if name == MEASURED and has_mark else name].append(row)
    return [(name, each) for name, each in found.items() if each]


def all_checks(
    failed: Sequence[CheckRow], near: Sequence[CheckRow], rows: Sequence[CheckRow], shown: str
) -> tuple[str, str]:
    """Every check on one row, the worst one named."""
    found = groups((*failed, *near))
    if not found:
        return passed(rows, (), has_failed=False)
    parts = [f"{count(len(each))} {name}" for name, each in found]
    if rows:
        parts.append(f"{count(len(rows))} passed")
    worst = found[0][1][0]
    return ", ".join(parts), short_name(worst, shown) if failed else ""
