"""Real edits made in GIMP: each passes the check that fits, and its wrong variants fail it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.session.jobs import CancelToken
from reviewer.session.one_check import Outcome, run_check

pytestmark = pytest.mark.corpus

EDITS = {
    "blur": ("softer", {}),
    "brightness_down": ("brightness_decreased", {}),
    "contrast_up": ("contrast_increased", {}),
    "grayscale": ("grayscale", {}),
    # A correct dithered result is far from the undithered golden one: the threshold is the task's.
    "indexed16": ("palette", {"at_least": 0.6}),
    "mirror_h": ("mirror", {}),
}
RIGHT = {
    "blur_result_good.png",
    "brightness_down_result_good.png",
    "brightness_down_result_good.jpg",
    "brightness_down_result_good.xcf",
    "contrast_up_result_good.png",
    "grayscale_result_good.png",
    "grayscale_result_desat_rgb.png",
    "indexed16_result_good.png",
    "mirror_h_result_good.png",
}


def outcome(folder: Path, edit: str, name: str, **changed: object) -> Outcome:
    check, settings = EDITS[edit]
    references = {role: folder / f"{edit}_{role}.png" for role in ("initial", "golden")}
    return run_check(check, folder / name, references=references, settings=settings | changed,
                     token=CancelToken())  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_right_results_pass_and_wrong_ones_fail(corpus: Path, edit: str):
    folder = corpus / "pairs" / "gimp_edits"
    names = [path.name for path in sorted(folder.glob(f"{edit}_result_*"))]
    assert len(names) >= 2
    for name in names:
        found = outcome(folder, edit, name)
        assert (found.state == "pass") == (name in RIGHT), (name, found)
        measured = {m.id: m.value for m in found.measurements}
        assert measured["distance_to_golden"] is not None
        assert measured["distance_to_initial"] is not None
    assert outcome(folder, edit, f"{edit}_golden.png").state == "pass"
    assert outcome(folder, edit, f"{edit}_initial.png").state == "fail"


def test_a_correct_mirror_saved_as_jpeg_misses_by_a_known_margin(corpus: Path):
    folder = corpus / "pairs" / "gimp_edits"
    found = outcome(folder, "mirror_h", "mirror_h_result_good.jpg")
    assert found.state == "fail"
    assert found.value == pytest.approx(0.967, abs=0.001)
    assert found.margin == pytest.approx(-0.023, abs=0.001)
    assert found.notes == ("fits best: mirror (0.967)",)
    assert outcome(folder, "mirror_h", "mirror_h_result_good.jpg", at_least=0.95).state == "pass"
    assert "flip" in outcome(folder, "mirror_h", "mirror_h_result_vertical.png").notes[0]


def test_further_checks_that_fit_the_same_edits(corpus: Path):
    folder = corpus / "pairs" / "gimp_edits"
    for check, settings, edit, states in (
        ("few_colors", {"at_most": 16}, "indexed16",
         {"result_good": "pass", "golden": "pass", "result_rgb_not_indexed": "fail",
          "initial": "fail"}),
        ("similar", {}, "blur",
         {"result_good": "pass", "golden": "pass", "result_sharpen": "fail", "initial": "fail"}),
    ):  # fmt: skip
        references = {role: folder / f"{edit}_{role}.png" for role in ("initial", "golden")}
        for name, state in states.items():
            found = run_check(check, folder / f"{edit}_{name}.png", references=references,
                              settings=settings, token=CancelToken())  # fmt: skip
            assert found.state == state, (check, name)


def test_distances_do_not_depend_on_how_an_opaque_picture_is_stored(corpus: Path):
    folder = corpus / "pairs" / "gimp_edits"
    found = [
        {m.id: m.value for m in outcome(folder, "brightness_down", name).measurements}
        for name in ("brightness_down_result_good.png", "brightness_down_result_good.xcf")
    ]
    for name in ("distance_to_golden", "distance_to_initial"):
        assert found[0][name] == pytest.approx(found[1][name], abs=0.01)


def test_exact_comparison_of_known_pairs(corpus: Path):
    known = json.loads((corpus / "pairs" / "EXPECTED.json").read_text("utf-8"))
    for name, row in known.items():
        one, two = (corpus / part for part in name.split("|"))
        found = run_check("exact", one, references={"golden": two}, settings={},
                          token=CancelToken())  # fmt: skip
        if row["same_size"]:
            # Pictures without alpha in the file and those with it are told apart by every channel.
            assert found.value == row["diff_pixels_rgba"], name
            assert (found.state == "pass") == (row["diff_pixels_rgba"] == 0), name
        else:
            assert found.state == "fail", name
