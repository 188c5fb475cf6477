"""Graded counts equal the published patterns on any text, and never hang."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from reviewer.metrics.drawing import decode_as_grader, pattern_counts, xml_counts
from reviewer.metrics.drawing_style import local_name

RECT_X_FIRST = re.compile(
    r'<rect\b[^>]*?\bid\s*=\s*"([^"]+)"[^>]*?\bx\s*=\s*"([\-0-9.]+)"'
    r'[^>]*?\bwidth\s*=\s*"([\-0-9.]+)"',
    re.DOTALL,
)
RECT_WIDTH_FIRST = re.compile(
    r'<rect\b[^>]*?\bid\s*=\s*"([^"]+)"[^>]*?\bwidth\s*=\s*"([\-0-9.]+)"'
    r'[^>]*?\bx\s*=\s*"([\-0-9.]+)"',
    re.DOTALL,
)
MM_TEXT = re.compile(r"<text[^>]*>[^<]*mm[^<]*</text>")
PIECES = st.sampled_from(
    [
        "<rect",
        "<rect ",
        "<text",
        "</text>",
        "<textPath>",
        ">",
        "/>",
        "mm",
        " ",
        "\n",
        '"',
        "'",
        ' id="a_east"',
        ' id="b_e"',
        'id = "c>d_east"',
        ' x="1"',
        ' x="-2.5"',
        ' x="1.2.3"',
        "<",
        ' width="4"',
        ' rx="7"',
        " width='5'",
        ' stroke-width="3"',
        "x",
        "id=",
        'east"',
        "id",
    ]
)


def expected_east(text: str) -> list[tuple[str, float]]:
    rects: list[tuple[str, float]] = []
    for found in RECT_X_FIRST.finditer(text):
        add(rects, found.group(1), found.group(2), found.group(3))
    known = {name for name, _ in rects}
    for found in RECT_WIDTH_FIRST.finditer(text):
        if found.group(1) not in known:
            add(rects, found.group(1), found.group(3), found.group(2))
    return [pair for pair in rects if "east" in pair[0].lower() or pair[0].lower().endswith("_e")]


def add(rects: list[tuple[str, float]], name: str, x: str, width: str) -> None:
    try:
        rects.append((name, float(x) + float(width) / 2.0))
    except ValueError:
        return


@settings(max_examples=600, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_scans_equal_the_published_patterns(text: str) -> None:
    counts = pattern_counts(text)
    assert [match.end - match.start for match in counts.mm_texts] == [
        found.end() - found.start() for found in MM_TEXT.finditer(text)
    ]
    assert [(rect.element_id, rect.center_x) for rect in counts.east] == expected_east(text)


@pytest.mark.parametrize(
    "hostile",
    [
        "<text>" + "m" * 400_000,
        "<text" * 100_000,
        "<rect" * 100_000,
        "<rect" + ' id="a_b"' * 60_000,
        "<rect " * 40_000 + ' id="a"' + ' x="1"' * 40_000 + ">",
    ],
)
def test_hostile_text_ends_soon(hostile: str) -> None:
    began = time.monotonic()
    pattern_counts(hostile)
    assert time.monotonic() - began < 3.0


def test_variance_is_of_the_first_four_and_never_infinite() -> None:
    rects = "".join(
        f'<rect id="p{i}_east" x="{x}" width="2"/>' for i, x in enumerate((0, 2, 4, 6, 99))
    )
    assert pattern_counts(rects).east_variance == 5.0
    assert pattern_counts(rects[: rects.index("<rect", 90)]).east_variance is None
    huge = "9" * 400
    assert pattern_counts(rects.replace('x="0"', f'x="{huge}"')).east_variance is None


def test_repeats_comments_and_spellings_count_as_graded() -> None:
    counts = pattern_counts('<!--<rect id="a_b"--><path id="a_b" style="fill:#FFF;fill:#ffffff"/>')
    assert len(counts.shapes) == 2
    assert counts.named_ids == ("a_b", "a_b")
    assert counts.colors == {"FFF", "ffffff"}


def test_decoding_drops_what_is_not_utf8() -> None:
    assert decode_as_grader(b"K\xfcche\r\n900mm") == "Kche\n900mm"
    assert not pattern_counts(decode_as_grader("<text>mm</text>".encode("utf-16"))).texts


def test_corpus_counts(corpus: Path) -> None:
    truth = json.loads((corpus / "svg/TRUTH_COUNTS.json").read_text())
    for name, expected in truth.items():
        data = (corpus / "svg" / name).read_bytes()
        graded, found = pattern_counts(decode_as_grader(data)), xml_counts(etree.fromstring(data))
        assert {
            "fill_hex_in_style": len(graded.colors),
            "layer_furniture": graded.has_furniture_layer,
            "lpe(inkscape:path-effect)": len(graded.path_effects),
            "measure": len(graded.mm_texts),
            "mm_substring": len(graded.mm),
            "named_ids": len(graded.named_ids),
            "shapes(<rect|<path)": len(graded.shapes),
            "texts(<text)": len(graded.texts),
        } == expected["regex_seed"], name
        assert {
            "layers": [layer.label for layer in found.layers],
            "lpe_attributes_in_use": len(found.path_effects.used),
            "lpe_definitions": len(found.path_effects.defined),
            "named_ids": len(found.named_ids),
            "path": sum(local_name(element) == "path" for element in found.shapes),
            "rect": sum(local_name(element) == "rect" for element in found.shapes),
            "shapes_in_furniture_layer": len(found.furniture_shapes),
            "text_elements": len(found.texts),
            "text_with_mm": len(found.mm_texts),
            "transforms": found.transforms,
            "tspan": found.tspans,
        } == expected["xml"], name
