"""Known answers on real pairs: differing pixels, box, PSNR, SSIM, and each real edit's check."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reviewer.metrics.closeness import mean_absolute_difference, nearness, psnr
from reviewer.metrics.color import color_count, greyness
from reviewer.metrics.differences import difference_regions
from reviewer.metrics.edits import orientation
from reviewer.metrics.exact import compare_exact
from reviewer.metrics.histogram import histogram_correlation
from reviewer.metrics.intent import intended_change
from reviewer.metrics.ssim import ssim
from reviewer.metrics.tone import brightness_change, brightness_structure, contrast_change
from reviewer.metrics.tone import sharpness_change as sharpened

pytestmark = pytest.mark.corpus


def read(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        if picture.mode == "P":
            has_alpha = "transparency" in picture.info
            return np.asarray(picture.convert("RGBA" if has_alpha else "RGB"))
        return np.asarray(picture)


def test_every_known_pair(corpus: Path):
    expected = json.loads((corpus / "pairs" / "EXPECTED.json").read_text("utf-8"))
    assert len(expected) > 30
    for name, known in expected.items():
        one, two = (read(corpus / part) for part in name.split("|"))
        found = compare_exact(one, two)
        if not known["same_size"]:
            assert not found.is_equal, name
            assert found.differing is None, name
            continue
        assert found.differing == known["diff_pixels_rgba"], name
        assert found.differing - found.alpha_only == known["diff_pixels_rgb"], name
        assert found.box == (tuple(known.get("bbox_ltrb_exclusive", ())) or None), name
        assert found.largest == known["max_channel_diff"], name
        assert difference_regions(one, two, tolerance=0).differing == found.differing, name
        assert ssim(one, two).value == pytest.approx(known["ssim_rgb_win7_skimage"], abs=1e-6)
        assert mean_absolute_difference(one, two) == pytest.approx(known["mean_abs_rgb"], abs=1e-6)
        ratio = psnr(one, two)
        assert ratio.is_identical == ("psnr_rgb" not in known), name
        assert (ratio.value or 0) == pytest.approx(known.get("psnr_rgb", 0), abs=1e-4)


def test_published_values_of_the_camera(corpus: Path):
    folder = corpus / "metrics" / "skimage"
    known = json.loads((folder / "EXPECTED.json").read_text("utf-8"))
    (name, values), *_ = ((key, row) for key, row in known.items() if " vs " in key)
    one, two = (read(folder / part) for part in name.split(" vs "))
    assert psnr(one, two).value == pytest.approx(values["measured_here"]["psnr"], abs=1e-9)
    assert ssim(one, two).value == pytest.approx(values["measured_here"]["ssim_default"], abs=1e-9)


@pytest.fixture
def edit(corpus: Path):
    return lambda name: read(corpus / "pairs" / "gimp_edits" / name)


def test_mirror(edit):
    initial = edit("mirror_h_initial.png")
    scores = {
        name: orientation(edit(f"mirror_h_result_{name}"), initial)
        for name in ("good.png", "good.jpg", "shift1px.png", "vertical.png")
    }
    assert scores["good.png"].value("mirror") >= 0.99
    assert scores["shift1px.png"].value("mirror") < 0.99
    assert scores["vertical.png"].value("mirror") < 0.99
    assert scores["vertical.png"].best == "flip"
    # A correct mirror that was saved as JPEG misses the threshold by a known margin.
    assert scores["good.jpg"].value("mirror") == pytest.approx(0.967, abs=0.001)
    assert scores["good.jpg"].best == "mirror"


@pytest.mark.parametrize(
    ("name", "passes"),
    [
        ("good.png", True),
        ("good.jpg", True),
        ("noop.png", False),
        ("black.png", False),
        ("wrong_direction.png", False),
    ],
)
def test_brightness_decreased(edit, name: str, passes: bool):
    result, initial = edit(f"brightness_down_result_{name}"), edit("brightness_down_initial.png")
    darker = brightness_change(result, initial).value < 0
    same_structure = brightness_structure(result, initial) < 0.03
    assert (darker and same_structure) == passes


def test_ssim_alone_would_pass_a_no_op_and_a_wrong_direction(edit):
    golden, initial = edit("brightness_down_golden.png"), edit("brightness_down_initial.png")
    noop = edit("brightness_down_result_noop.png")
    wrong = edit("brightness_down_result_wrong_direction.png")
    good = edit("brightness_down_result_good.png")
    assert ssim(noop, golden).value == pytest.approx(0.980, abs=0.001)
    assert ssim(wrong, golden).value == pytest.approx(0.912, abs=0.001)
    assert nearness(good, golden, initial).value > 0
    assert nearness(noop, golden, initial).value < 0
    assert nearness(wrong, golden, initial).value < 0
    assert intended_change(initial, golden, noop).value == 0.0
    assert intended_change(initial, golden, wrong).value < 0
    assert intended_change(initial, golden, good).value == pytest.approx(0.83, abs=0.01)


@pytest.mark.parametrize(("name", "passes"), [("good", True), ("wrong_direction", False)])
def test_contrast_increased(edit, name: str, passes: bool):
    result, initial = edit(f"contrast_up_result_{name}.png"), edit("contrast_up_initial.png")
    found = contrast_change(result, initial).value > 0 and ssim(result, initial).value >= 0.65
    assert found == passes


def test_grey(edit):
    golden = edit("grayscale_golden.png")
    for name in ("good", "desat_rgb"):
        result = edit(f"grayscale_result_{name}.png")
        assert greyness(result).value == 1.0
        assert ssim(result, golden).value >= 0.9
    assert greyness(edit("grayscale_initial.png")).value < 0.01


def test_blur(edit):
    initial, golden = edit("blur_initial.png"), edit("blur_golden.png")
    good, sharpen = edit("blur_result_good.png"), edit("blur_result_sharpen.png")
    assert ssim(good, golden).value >= 0.9
    assert ssim(sharpen, golden).value < 0.9
    assert sharpened(good, initial).value < 0
    assert sharpened(sharpen, initial).value > 0
    assert histogram_correlation(good, golden).value == 1.0


def test_a_correct_dithered_palette_scores_low_and_its_colors_show_it(edit):
    golden, good = edit("indexed16_golden.png"), edit("indexed16_result_good.png")
    assert ssim(good, golden).value == pytest.approx(0.611, abs=0.001)
    assert color_count(good) == color_count(golden) == 16
    assert color_count(edit("indexed16_initial.png")) > 1000
