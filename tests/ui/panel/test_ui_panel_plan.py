"""What folds first when height is short, and what always stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from reviewer.ui.panel.blocks import (
    CARD,
    CHECK,
    CHECKS,
    FOLD,
    HEIGHTS,
    ITEM,
    ITEMS,
    LEDGER,
    PASSED,
    RULED_FOLD,
    SLIM_CHECK,
    SLIM_ITEM,
    Content,
    Plan,
)  # fmt: skip
from reviewer.ui.panel.body import is_row
from reviewer.ui.panel.content import content_of, walk_of
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.panel.plan import plan

SIZES = {CARD: 226, "compact": 206, LEDGER: 104, "notice": 40}


def laid(stage: Any, height: int, **opened: bool) -> tuple[Content, Plan]:
    """The plan of the poster at a height."""
    content = content_of(stage.view(), open_item="legible", opened=opened)
    return content, plan(content, height, lambda kind: SIZES[kind])


def kinds(found: Plan) -> list[str]:
    """Kinds of the scrolled blocks."""
    return [block.kind for block in found.flow]


def folds(found: Plan) -> list[str]:
    """Keys of the fold rows at the bottom."""
    return [block.key for block in found.pinned]


def test_with_room_nothing_is_folded(stage: Any) -> None:
    _, found = laid(stage, 900)
    assert found.level == 0
    assert found.pinned == ()
    assert [b.key for b in found.flow if b.kind == CHECK] == ["check:partial", "check:near"]
    assert LEDGER in kinds(found)
    assert found.height == sum(block.height for block in found.flow) <= 900


def test_it_folds_in_order(stage: Any) -> None:
    seen: list[tuple[int, tuple[str, ...]]] = []
    for height in range(900, 250, -2):
        _, found = laid(stage, height)
        entry = (found.level, tuple(folds(found)))
        if not seen or seen[-1] != entry:
            seen.append(entry)
    assert [level for level, _ in seen] == sorted(level for level, _ in seen)
    assert seen[0] == (0, ())
    assert seen[1] == (1, (LEDGER,))
    assert (2, (PASSED, LEDGER)) in seen
    assert (3, (PASSED, LEDGER)) in seen, "items take one line before a check that failed folds"
    assert (4, (CHECKS, LEDGER)) in seen
    assert seen[-2] == (6, (CHECKS, LEDGER))
    assert seen[-1] == (6, ()), "in the end the folds scroll, so that the open item is whole"


def test_near_rows_fold_before_failed_ones(stage: Any) -> None:
    content, _ = laid(stage, 900)
    level_two = next(
        found for height in range(900, 250, -2)
        if (found := laid(stage, height)[1]).level == 2
    )  # fmt: skip
    checks = next(block for block in level_two.flow if block.kind == CHECK)
    assert [row.id for row in checks.rows] == ["colors"]  # type: ignore[attr-defined]
    assert [row.id for row in content.near] == ["structure"]
    passed = next(block for block in level_two.pinned if block.key == PASSED)
    assert (passed.words, passed.right) == ("4 more checks", "1 near")


def test_items_take_one_line_before_they_fold_away(stage: Any) -> None:
    found = next(
        made for height in range(900, 250, -2) if (made := laid(stage, height)[1]).level == 3
    )
    assert SLIM_ITEM in kinds(found)
    assert ITEM not in kinds(found)
    _, least = laid(stage, 300)
    assert SLIM_ITEM not in kinds(least)
    assert [block.key for block in least.flow if block.kind == FOLD] == [ITEMS]
    more = next(block for block in least.flow if block.key == ITEMS)
    assert (more.words, more.right) == ("3 more need you", "1 not judged")


def crowd(stage: Any, count: int, **opened: bool) -> Content:
    """So many open items, the third of them open, and sixty checks that failed."""
    content = content_of(stage.view(), open_item="legible", opened={})
    items = tuple(replace(content.items[0], id=f"i{number}") for number in range(count))
    failed = tuple(replace(content.failed[0], id=f"c{number}") for number in range(60))
    return replace(content, items=items, failed=failed, open_item="i2", opened=opened)


def ids(found: Plan, *sorts: str) -> list[str]:
    """Rows of these kinds from the top down."""
    return [row.id for block in found.flow if block.kind in sorts for row in block.rows]  # type: ignore[attr-defined]


@pytest.mark.parametrize("height", [500, 640, 900])
def test_one_line_rows_take_the_height_and_only_the_rest_is_folded(stage: Any, height: int) -> None:
    content = crowd(stage, 40)
    found = plan(content, height, lambda kind: SIZES[kind])
    shown = ids(found, CARD, SLIM_ITEM)
    assert shown == [f"i{number}" for number in range(2, 2 + len(shown))]
    more = next(block for block in found.flow if block.key == ITEMS)
    assert more.words == f"{40 - len(shown)} more need you"
    used = found.height + sum(block.height for block in found.pinned)
    assert 0 <= height - used < HEIGHTS[SLIM_ITEM], "no row would have had room"
    walk = [stop.row for stop in walk_of(content, found) if stop.row]
    assert walk == [f"i{number}" for number in range(40)], "each once, in order, folded or not"


def test_the_line_of_an_open_fold_stands_above_what_it_unfolds(stage: Any) -> None:
    found = plan(crowd(stage, 40, items=True), 600, lambda kind: SIZES[kind])
    place = next(n for n, block in enumerate(found.flow) if block.key == ITEMS)
    above = [row.id for block in found.flow[:place] if is_row(block) for row in block.rows]  # type: ignore[attr-defined]
    assert above == [f"i{number}" for number in range(len(above))]
    assert "i2" in above, "the open item stays in sight"
    assert found.flow[place].is_open
    assert ids(found, CARD, SLIM_ITEM) == [f"i{number}" for number in range(40)]


def test_checks_in_one_line_take_what_the_items_leave(stage: Any) -> None:
    content = crowd(stage, 2)
    content = replace(content, open_item="i1", failed=content.failed[:5])
    found = next(
        made for height in range(900, 250, -2)
        if (made := plan(content, height, lambda kind: SIZES[kind])).level == 4
    )  # fmt: skip
    listed = ids(found, SLIM_CHECK)
    assert listed == [row.id for row in content.failed][: len(listed)]
    assert listed, "a title and a row have room below two items"
    rest = next(block for block in found.pinned if block.key == CHECKS)
    assert rest.words.startswith(f"{5 - len(listed)} partial"), rest.words


@pytest.mark.parametrize(("width", "height"), [(400, 1016), (320, 704), (296, 550)])
def test_the_reason_gives_up_a_line_only_where_the_panel_is_full(
    panel: RightPanel, stage: Any, width: int, height: int
) -> None:
    panel.resize(width, height)
    panel.set_view(stage.view())
    content = crowd(stage, 40)
    height -= panel.headline.height() + panel.footer.height()
    found = plan(content, height, panel.maker.measure)
    card = next(block for block in found.flow if block.kind == CARD)
    assert card.words == CARD


@pytest.mark.parametrize("height", [900, 700, 560, 460, 380, 300, 120, 0])
def test_card_and_folds_stay_at_any_height(stage: Any, height: int) -> None:
    _, found = laid(stage, height)
    assert kinds(found).count(CARD) == 1
    words = [block.words for block in (*found.flow, *found.pinned)]
    assert any("passed" in text or "more checks" in text for text in words)
    assert "Ledger" in words


def test_what_a_person_opened_is_scrolled_not_refolded(stage: Any) -> None:
    _, before = laid(stage, 700)
    _, after = laid(stage, 700, passed=True)
    assert after.level == before.level
    assert after.height > before.height
    fold = next(block for block in after.flow if block.key == PASSED)
    assert fold.is_open
    assert fold.kind == RULED_FOLD


def test_failed_rows_are_scrolled_rather_than_hidden(stage: Any, stages: Any) -> None:
    stage.rubric = stages().rubric
    content = content_of(stage.view(), open_item="legible", opened={})
    rows = content.failed * 30
    many = Content(items=content.items[:1], failed=rows, passed=content.passed,
                   ledger=content.ledger, ledger_line=".5", open_item="legible")  # fmt: skip
    found = plan(many, 600, lambda kind: SIZES[kind])
    assert found.level == 2
    assert found.height > 600


@pytest.mark.parametrize(("width", "height"), [(400, 1016), (320, 704), (296, 550)])
def test_headline_card_folds_and_footer_are_on_the_screen(
    panel: RightPanel, stage: Any, width: int, height: int
) -> None:
    panel.resize(width, height)
    panel.set_view(stage.view())
    assert panel.headline.y() == 0
    assert panel.footer.geometry().bottom() == height - 1
    card = panel.maker.card
    assert card.isVisible()
    assert card.y() >= 0
    assert card.y() + card.height() <= panel.body.height()
    assert panel.pinned.geometry().bottom() == panel.footer.y() - 1
    assert panel.body.bar.isHidden()
