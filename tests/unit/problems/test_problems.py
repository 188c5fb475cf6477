"""The generator gives the published problems, byte for byte, with the standard library alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reviewer
from reviewer.problems import GENERATOR_VERSION, generate_problems, parse_seed, render
from reviewer.problems.draw import Draw
from reviewer.problems.vocabulary import COUNTS, OBJECTS, WORDS, plural

GOLDEN = bytes.fromhex("06ed3f947613023f004a23e753f01336" * 2)
PUBLISHED = {"golden": GOLDEN, "ff": b"\xff" * 32}


@pytest.mark.corpus
@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_published_problems_come_back_byte_for_byte(corpus: Path, name: str) -> None:
    text = (corpus / "imagent" / "problems_expected.json").read_text(encoding="utf-8")
    expected = json.loads(text)[name]
    made = generate_problems(PUBLISHED[name], count=14)
    assert render(made) == json.dumps(expected, indent=2, ensure_ascii=False) + "\n"


def test_the_first_problems_of_the_golden_seed() -> None:
    first, second, third, *_, text, dense = generate_problems(GOLDEN)
    assert GENERATOR_VERSION == "imagent-problems-v1.0.0"
    assert first.problem_id == "geneval-count-00-d75d8920"
    assert first.prompt == "a photo of three cakes"
    assert list(first.answer_key) == [
        "version",
        "problem_id",
        "source",
        "task",
        "prompt",
        "requirements",
    ]
    assert second.answer_key["requirements"] == {
        "objects": [
            {"name": "bicycle", "count": 1, "color": "white"},
            {"name": "airplane", "count": 1, "color": "brown"},
        ]
    }
    assert third.prompt == "a photo of a keyboard below a truck"
    assert text.answer_key["requirements"]["text"] == [
        {"value": "MERIDIAN", "match": "contains", "weight": 3.0}
    ]
    assert dense.problem_id == "dense-06-ce11f555"


def test_the_generator_needs_nothing_but_the_standard_library() -> None:
    root = Path(reviewer.__file__).parents[1]
    script = (
        f"import sys; sys.path.insert(0, {str(root)!r}); import reviewer.problems as p; "
        "print(p.render(p.generate_problems(bytes([255]) * 32)), end=''); "
        "bad = {'random', 'numpy', 'msgspec'} & set(sys.modules); assert not bad, bad"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True
    )
    assert run.stdout == render(generate_problems(b"\xff" * 32))


@settings(max_examples=40, deadline=None)
@given(st.binary(min_size=1, max_size=40))
def test_every_seed_gives_sound_problems(seed: bytes) -> None:
    problems = generate_problems(seed, count=14)
    assert problems == generate_problems(seed, count=14)
    assert len({problem.problem_id for problem in problems}) == 14
    for problem in problems:
        assert re.fullmatch(r"[a-z-]+-\d\d-[0-9a-f]{8}", problem.problem_id)
        needs = problem.answer_key["requirements"]
        names = [entry["name"] for entry in needs.get("objects", [])]
        assert len(names) == len(set(names))
        ids = [question["id"] for question in needs.get("questions", [])]
        for question in needs.get("questions", []):
            assert question.get("depends_on", ids[0]) in ids


def test_more_problems_never_change_the_first_ones() -> None:
    assert generate_problems(GOLDEN, 21)[:7] == generate_problems(GOLDEN)
    assert Counter(p.source for p in generate_problems(GOLDEN)) == {
        "geneval": 3,
        "t2i_compbench": 2,
        "text_rendering": 1,
        "dpg_bench": 1,
    }


def test_different_picks_are_different() -> None:
    draw = Draw(GOLDEN, "dense", 6)
    assert sorted(draw.several(COUNTS, "count", 3)) == [2, 3, 4]
    with pytest.raises(ValueError, match="4 different items asked of 3"):
        draw.several(COUNTS, "count", 4)


def test_the_word_lists_are_the_published_ones() -> None:
    assert (len(OBJECTS), len(WORDS)) == (37, 22)
    assert [plural(name) for name in ("bench", "bus", "sandwich", "teddy bear")] == [
        "benches",
        "buses",
        "sandwiches",
        "teddy bears",
    ]


@pytest.mark.parametrize("count", [0, -1])
def test_a_count_that_is_not_positive_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="count must be positive"):
        generate_problems(GOLDEN, count)


def test_seeds_are_read_from_hexadecimal() -> None:
    assert parse_seed(" 0xFF00 ") == b"\xff\x00"
    with pytest.raises(ValueError, match="not hexadecimal"):
        parse_seed("golden")
    with pytest.raises(ValueError, match="empty"):
        parse_seed("0x")
    with pytest.raises(TypeError, match="parse_seed"):
        generate_problems("ff")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole number"):
        generate_problems(GOLDEN, True)
