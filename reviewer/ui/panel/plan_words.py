"""What titles and fold rows say."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.model.ledger import ERROR, FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS
from reviewer.session.panel import CheckRow, Item
from reviewer.ui import numbers
from reviewer.ui.panel.words import answer_word, short_name
from reviewer.ui.translate import tr

count = numbers.count
DIFFER = "people differ"
FAILED, MEASURED, NEAR, HIDDEN = "failed", "measured", "near", "hidden"
# What a group of rows came to, the worst first, with its title.
TITLES = {
    FAILED: "Failed",
    PARTIAL: "Below full credit",
    MEASURED: "Measured",
    NEAR: "Passed, near",
    NOT_JUDGED: "Not judged",
    NOT_MEASURED: "Not measured",
    HIDDEN: "Hidden",
}


def needs_right(items: Sequence[Item], beside: Sequence[Item]) -> str:
    """How many of the items are open."""
    if not items:
        return tr("beside the grade") if beside else tr("nothing to answer")
    left = sum(not (item.is_answered or item.is_confirmed) for item in items)
    total = count(len(items))
    if left:
        of = tr("{left} of {total} item") if len(items) == 1 else tr("{left} of {total} items")
        return of.format(left=count(left), total=total)
    agreed = sum(not item.is_answered for item in items)
    if agreed:
        of = tr("{agreed} of {total} agreed").format(agreed=count(agreed), total=total)
        return tr("agreed") if agreed == len(items) else of
    if len(items) == 1:
        return tr("answered")
    every = tr("all {total} answered").format(total=total)
    return tr("both answered") if len(items) == 2 else every


def more_items(items: Sequence[Item], rest: Sequence[Item]) -> tuple[str, str]:
    """Items that height folded away: the open ones, or how many there are beside them."""
    if not items:
        more = tr("{count} more item") if len(rest) == 1 else tr("{count} more items")
        return more.format(count=count(len(rest))), ""
    more = tr("{count} more needs you") if len(items) == 1 else tr("{count} more need you")
    words = more.format(count=count(len(items)))
    silent = sum(item.opinion is not None and item.opinion.state == NOT_JUDGED for item in items)
    right = tr("{count} not judged").format(count=count(silent))
    return words, right if silent else ""


def answered(items: Sequence[Item], shown: str) -> tuple[str, str]:
    """Items that are answered already."""
    torn = sum(item.is_disputed for item in items)
    names = " · ".join(short_name(item, shown) for item in items[:4])
    words = tr("{count} answered: {names}").format(count=count(len(items)), names=names)
    if torn:
        on = tr("people differ on {count}").format(count=count(torn))
        # First, where a long question beside it cannot take its room.
        return f"{tr(DIFFER) if torn == 1 else on} · {words}", ""
    said = {answer_word(item.mine, item) for item in items}
    return words, tr("you: {answer}").format(answer=said.pop()) if len(said) == 1 else ""


def beside(items: Sequence[Item]) -> tuple[str, str]:
    """Requirements that no code grades."""
    left = sum(not item.is_answered for item in items)
    words = tr("{count} beside the grade").format(count=count(len(items)))
    return words, tr("{count} open").format(count=count(left)) if left else tr("answered")


def passed(
    rows: Sequence[CheckRow], near: Sequence[CheckRow], *, has_failed: bool
) -> tuple[str, str]:
    """Checks that passed, with those that passed barely where height folded them too."""
    number = len(rows) + len(near)
    if near:
        more = tr("{count} more check") if number == 1 else tr("{count} more checks")
        close = tr("{count} near").format(count=count(len(near)))
        return more.format(count=count(number)), close
    if has_failed:
        return tr("{count} more passed").format(count=count(number)), ""
    if number == 1:
        return tr("The one check passed"), ""
    return tr("All {count} checks passed").format(count=count(number)), ""


def standing(row: CheckRow) -> str:
    """What a row that is listed came to; where nothing has a mark, a value is no failure."""
    if row.is_hidden:
        return HIDDEN
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
    parts = [f"{count(len(each))} {tr(name)}" for name, each in found]
    if rows:
        parts.append(tr("{count} passed").format(count=count(len(rows))))
    worst = found[0][1][0]
    return ", ".join(parts), short_name(worst, shown) if failed else ""
