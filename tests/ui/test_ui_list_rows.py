"""A row of the list: what stands beside its name, and how much of the name."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from reviewer.session.state import Row
from reviewer.ui import fonts
from reviewer.ui.row_pieces import GAP, badged, fitting, pieces, word_column
from reviewer.ui.row_words import tooltip
from reviewer.ui.task_list import shown_name


def row(name: str, **values: object) -> Row:
    given = {"headline": 0.697, "passes": True, "is_known": True, **values}
    return Row(name, "gimp_edit", **given)  # type: ignore[arg-type]


def test_the_word_of_a_flag_is_whole_or_not_there_and_the_name_goes_before_it(
    qapp: QApplication,
) -> None:
    flagged = row("task", flags=("closer-to-initial", "no-op"), alarm="no-op")
    column = word_column(is_torn=False)
    whole = pieces(flagged, column=column)
    assert [(piece.words, piece.role) for piece in whole] == [
        ("passes", "text2"), ("0.697", "text"), ("no-op", "text2"),
    ]  # fmt: skip
    assert whole[-1].icon_role == "warn", "the icon has the color, not the word of every other row"
    right = sum(piece.width + GAP for piece in whole)
    for name in (20, 60, 120):
        assert fitting(whole, room=right + name, name=name) == whole
        without = fitting(whole, room=right + name - 1, name=name)
        assert [piece.words for piece in without] == ["passes", "0.697", ""]
        assert without[-1].has_flag
        assert without[-1].width == fonts.scaled(16)
    assert [(p.words, p.has_flag) for p in fitting(whole, room=60, name=40)] == [("", True)]
    done = row("task", flags=("no-op",), alarm="no-op", status="done")
    assert {piece.role for piece in pieces(done, column=0)} == {"text2"}
    assert pieces(done, column=0)[-1].icon_role == "text2"


@pytest.mark.parametrize("is_narrow", [False, True])
def test_every_headline_of_the_list_ends_at_the_same_edge(
    qapp: QApplication, is_narrow: bool
) -> None:
    rows = [
        row("plain"), row("failing", passes=False), row("unmarked", passes=None),
        row("flagged", flags=("no-op",), alarm="no-op"), row("torn", is_disputed=True),
        row("below", headline=-0.25), row("broken", error="a file is missing"),
    ]  # fmt: skip
    column = 0 if is_narrow else word_column(is_torn=True)
    edges = set()
    for each in rows:
        found = fitting(pieces(each, column=column), room=230, name=150)
        number = next(n for n, piece in enumerate(found) if piece.rank == 1)
        edges.add(sum(piece.width + GAP for piece in found[:number]))
    assert len(edges) == 1
    (torn,) = (p for p in pieces(rows[4], column=column) if p.words == "disputed")
    assert torn.has_flag is is_narrow, "without a column for words a flag says it"


def test_flags_stand_in_one_column(qapp: QApplication) -> None:
    column = word_column(is_torn=False)
    flags = ("no-op",)
    rows = [
        row("plain", flags=flags), row("broken", flags=flags, error="cut short", headline=None),
        row("open", flags=flags, headline=None, passes=None),
    ]  # fmt: skip
    edges = set()
    for each in rows:
        found = fitting(pieces(each, column=column), room=230, name=90)
        assert found[-1].has_flag
        edges.add(sum(piece.width + GAP for piece in found[:-1]))
    assert len(edges) == 1


def test_a_flag_takes_no_letter_of_a_name_that_tells_size_and_index(qapp: QApplication) -> None:
    names = [
        f"{way}_hard_{side}x{side}_n{number:03}_var1_fixed_both_targeted_solution"
        for number, (way, side) in enumerate(
            [(way, side) for way in ("dfs", "wilson") for side in (3, 5, 8, 10, 12)] * 3
        )
    ]  # fmt: skip
    room = 208 - 8 - 4 - 8 - 16 - 8 - 4 - 4
    for name in names:
        flagged = pieces(row(name, flags=("no-path",), alarm="no path"), column=0)
        wide = fonts.width(name, "m", bold=True)
        kept = fitting(flagged, room=room, name=wide)
        left, badge = badged(kept, room=room, name=wide)
        assert badge is not None
        assert badge.icon_role == "warn"
        assert [piece.words for piece in left] == ["0.697"]
        beside = tuple(other for other in names if other != name)
        shown = shown_name(name, beside, room - sum(int(p.width) + GAP for p in left))
        assert name.split("_")[2] in shown
        assert name.split("_")[3] in shown
    short = pieces(row("cup", flags=("no-path",)), column=0)
    assert badged(short, room=room, name=fonts.width("cup", "m", bold=True)) == (short, None)


def test_in_a_narrow_list_names_are_told_apart(qapp: QApplication) -> None:
    names = [f"brightness_{way}" for way in ("down_black", "down_good", "down_noop", "up_good")]
    names += ["alpha_edges", "blur_sharpen", "config_theme", "contrast_rocket"]
    # 208 px less margins, icon, flag and number, beside a scroll bar.
    room = 208 - 8 - 4 - 8 - 16 - 8 - 4 - 2 - 40 - GAP - 16 - GAP
    shown = [shown_name(name, tuple(n for n in names if n != name), room) for name in names]
    assert len(set(shown)) == len(names)
    assert all(fonts.width(name, "m", bold=True) <= room for name in shown)
    assert shown[names.index("alpha_edges")] == "alpha_edges"


@pytest.mark.parametrize("headline", [-0.031, -0.3, 1.0, 0.697])
def test_a_headline_is_never_cut(qapp: QApplication, headline: float) -> None:
    (piece,) = pieces(row("task", headline=headline), column=0)
    assert piece.width > fonts.width(piece.words, piece.step)


def test_the_whole_name_is_in_the_tooltip(qapp: QApplication) -> None:
    name = "maze_dfs/" + "very_long_" * 20
    assert name in tooltip(row(name))
