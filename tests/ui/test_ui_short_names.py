"""Names in a narrow list: whatever the room, no two of them read alike."""

from __future__ import annotations

import pytest

from reviewer.ui.short_names import in_two_lines, shortened

MAZES = [
    f"dfs_easy_{side}_n{number:03}_var1_fixed_both{end}"
    for side, number in (("3x3", 0), ("5x5", 1), ("8x8", 2))
    for end in (
        "", "__aa", "__backtrack", "__incomplete", "__nopath", "__resized512", "__swapped_markers",
        "__wallcross", "_solution", "_targeted_solution",
    )
]  # fmt: skip


def short(names: list[str], room: int) -> list[str]:
    return [
        shortened(name, [other for other in names if other != name], room=room, width=len)
        for name in names
    ]


@pytest.mark.parametrize("room", [14, 16, 20, 24, 30])
def test_names_of_one_family_stay_apart_in_the_room_there_is(room: int) -> None:
    found = short(MAZES, room)
    assert len(set(found)) == len(MAZES)
    assert max(map(len, found)) <= room
    assert not any("fixed" in name and len(name) > room for name in found)


def test_what_a_name_shares_with_the_others_goes_first() -> None:
    found = dict(zip(MAZES, short(MAZES, 20), strict=True))
    assert found["dfs_easy_3x3_n000_var1_fixed_both__wallcross"] == "…3x3_n000…wallcross"
    assert found["dfs_easy_5x5_n001_var1_fixed_both__wallcross"] == "…5x5_n001…wallcross"


def test_tasks_of_a_folder_lose_the_folder_before_their_own_name() -> None:
    names = [f"maze_dfs/{size}_{end}" for size in ("small", "large") for end in ("good", "solved")]
    assert short(names, 14) == ["…small_good", "…small_solved", "…large_good", "…large_solved"]


def test_a_long_name_among_strangers_keeps_its_start_and_its_end() -> None:
    name = "maze_dfs_easy_3x3_n000_var1_fixed_both_solution"
    assert shortened(name, ["lpe1", "no_svg"], room=16, width=len) == "maze…solution"


def test_a_name_that_fits_is_left_alone_and_one_on_its_own_is_cut_at_its_end() -> None:
    assert short(["coffee_mirrored", "cup"], 15) == ["coffee_mirrored", "cup"]
    assert short(["coffee_mirrored", "cup"], 12) == ["coffee_mirr…", "cup"]


def test_numbers_at_the_end_keep_their_last_digits() -> None:
    names = [f"scene{n:012}" for n in (1, 2)]
    assert short(names, 9) == ["…00000001", "…00000002"]


@pytest.mark.parametrize("name", ["____________", "标题标题标题标题标题标题", "0123456789abcdef"])
def test_any_name_has_a_short_form(name: str) -> None:
    assert shortened(name, [name, "x"], room=6, width=len)


def test_of_two_words_that_say_the_same_the_shorter_one_stays() -> None:
    """The size tells a maze apart as well as its difficulty: what its variant is called stays."""
    names = [name.replace("easy_8x8", "medium_8x8") for name in MAZES]
    found = dict(zip(names, short(names, 17), strict=True))
    assert found["dfs_medium_8x8_n002_var1_fixed_both__backtrack"] == "…8x8…backtrack"
    assert found["dfs_medium_8x8_n002_var1_fixed_both__resized512"] == "…8x8…resized512"
    assert found["dfs_easy_3x3_n000_var1_fixed_both__swapped_markers"] == "…easy_3x3…markers"


@pytest.mark.parametrize("room", [12, 14, 18, 24])
def test_a_name_in_two_lines_loses_no_word_that_tells_it_apart(room: int) -> None:
    rounds = [
        f"round{turn}/{kind}/{kind}_hard_{side}x{side}_n{number:03}_var1_fixed_both"
        for turn in (1, 2) for kind in ("dfs", "wilson") for side, number in ((9, 4), (14, 7))
    ]  # fmt: skip
    for names in (MAZES, rounds):
        found = [in_two_lines(name, names, room=room, width=len) for name in names]
        assert len(set(found)) == len(names)
        assert max(len(line) for lines in found for line in lines) <= room
    if room >= 14:
        lines = in_two_lines(rounds[-1], rounds, room=room, width=len)
        assert all(word in "".join(lines) for word in ("round2", "wilson", "14x14")), lines


def test_no_line_of_a_name_ends_in_what_parts_its_words() -> None:
    for room in range(10, 26):
        for name in MAZES:
            for line in in_two_lines(name, MAZES, room=room, width=len):
                assert not line.endswith(("_", "-", " ", "/")), line


def test_a_name_that_fits_or_has_no_end_of_a_word_stays_in_one_line() -> None:
    assert in_two_lines("coffee", ["cup"], room=8, width=len) == ("coffee", "")
    assert in_two_lines("标题标题标题标题", ["x"], room=6, width=len) == ("标题标题标…", "")


def test_a_name_that_stands_alone_keeps_its_size_and_index() -> None:
    name = "dfs_easy_6x6_n005_var1_fixed_both"
    assert shortened(name, [], room=16, width=len) == "…6x6_n005…both"
    variant = f"{name}__wallcross"
    assert shortened(variant, [], room=21, width=len) == "…6x6_n005…wallcross"
    first, second = in_two_lines(name, [], room=16, width=len)
    assert "6x6" in first + second
    assert "n005" in first + second
