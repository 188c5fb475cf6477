"""The traps of image checks: what common graders get wrong, and bad input that is never 0."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from reviewer.formats.xcf_modes import MODES
from reviewer.kinds.edit_modes import LAYER_MODES
from reviewer.kinds.protocol import UnreadableError
from reviewer.scoring.explain import explain
from reviewer.scoring.rubric_file import RubricError


def flat(color, size=(48, 64)) -> np.ndarray:
    return np.full((*size, len(color)), color, dtype=np.uint8)


def test_two_opaque_rgba_pictures_of_other_colors_differ(edit):
    one, two = flat((200, 10, 10, 255)), flat((10, 200, 10, 255))
    made = edit({"use": "exact"}, result=one, golden=two, initial=two)
    assert made.measurements["differing_pixels"].value == 48 * 64
    assert made.credit("exact") == 0.0
    assert edit({"use": "exact"}, result=two, golden=two, initial=one).credit("exact") == 1.0


def test_difference_in_alpha_alone_and_under_alpha_0_is_told(edit, photo):
    golden = np.dstack([photo, np.full(photo.shape[:2], 255, np.uint8)])
    golden[:4, :4, 3] = 0
    result = golden.copy()
    result[:2, :2, 0] ^= 255
    made = edit({"use": "exact"}, result=result, golden=golden, initial=photo)
    found = made.measurements["differing_pixels"]
    assert (found.value, found.facts["hidden"]) == (4, 4)
    assert any("only under alpha 0" in note for note in found.notes)
    result = golden.copy()
    result[20:24, 20:24, 3] = 9
    found = edit({"use": "exact"}, result=result, golden=golden, initial=photo).measurements
    assert found["differing_pixels"].facts["alpha_only"] == 16


def test_sixteen_bits_are_held_against_eight_by_value(edit):
    grey = (np.arange(48 * 64).reshape(48, 64) % 256).astype(np.uint8)
    deep = grey.astype(np.uint16) * 257
    made = edit({"use": "exact"}, result=deep, golden=grey, initial=grey)
    assert made.credit("exact") == 1.0
    deep[0, 0] += 3  # far less than one of 255 levels
    made = edit({"use": "exact"}, result=deep, golden=grey, initial=grey)
    assert made.measurements["differing_pixels"].value == 1
    assert made.credit("exact") == 0.0


def test_a_flat_histogram_has_no_correlation(edit, photo):
    every_level = (np.arange(48 * 64) % 256).astype(np.uint8).reshape(48, 64)
    same = edit({"use": "histogram_similar"}, result=every_level, golden=every_level[::-1].copy(),
                initial=photo)  # fmt: skip
    assert same.credit("histogram_similar") == 1.0
    assert same.measurements["histogram_correlation"].notes == ("both histograms are flat",)
    other = edit({"use": "histogram_similar"}, result=every_level, golden=photo, initial=photo)
    found = other.measurements["histogram_similar.histogram_correlation"]
    assert found.value is None
    assert "flat" in found.reason
    assert other.credit("histogram_similar") is None
    assert other.credit("histogram") is None


def test_a_corner_shape_of_a_two_colored_picture_is_not_centered(edit):
    corner = flat((255, 255, 255))
    corner[:10, :10] = (200, 0, 0)
    made = edit({"use": "centered_shape"}, result=corner, golden=corner, initial=corner)
    assert made.credit("centered_shape") == 0.0
    middle = flat((255, 255, 255))
    middle[19:29, 27:37] = (200, 0, 0)
    made = edit({"use": "centered_shape"}, result=middle, golden=middle, initial=corner)
    assert made.credit("centered_shape") == 1.0
    one = edit({"use": "centered_shape"}, result=flat((9, 9, 9)), golden=middle, initial=corner)
    assert "single color" in one.measurements["center_offset"].reason


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6])
def test_tiny_pictures_are_measured_or_say_why(edit, side):
    rng = np.random.default_rng(side)
    tiny = rng.integers(0, 256, (side, side, 3), dtype=np.uint8)
    made = edit({"use": "mirror"}, {"use": "similar"}, result=tiny[:, ::-1].copy(), golden=tiny,
                initial=tiny)  # fmt: skip
    ssim = made.measurements["ssim"]
    if side < 3:
        assert ssim.value is None
        assert "at least 3 pixels" in ssim.reason
        assert made.measurements["mirror_ssim"].value is None
        # What cannot be measured leaves with its weight; it is no 0.
        assert made.credit("ssim") is None
        assert made.ledger.headline.value is not None
    else:
        assert made.measurements["mirror_ssim"].value == pytest.approx(1.0)
        assert ssim.facts["window"] == (side if side % 2 else side - 1)
        assert any("window" in note for note in ssim.notes)


@pytest.mark.parametrize(
    "row",
    ["similar", "mirror", "vertical_flip", "rotate_90", "rotate_180", "palette", "crop_to_size",
     "contrast_increased", "softer"],
)  # fmt: skip
def test_a_task_of_tiny_pictures_costs_nobody_anything(edit, row):
    tiny = np.arange(12, dtype=np.uint8).reshape(2, 2, 3) * 20
    same = edit({"use": row}, result=tiny, golden=tiny, initial=tiny)
    found = same.ledger.check(row)
    assert (found.state, found.credit) in (("not measured", None), ("fail", 0.0), ("pass", 1.0))
    if row in ("similar", "mirror", "rotate_180", "palette"):
        assert (found.state, found.credit) == ("not measured", None)
        assert "too small" in found.reason


def test_a_tiny_result_of_a_large_task_counts_as_0(edit, photo):
    made = edit({"use": "similar", "params": {"resize": True}}, result=photo[:2, :2].copy(),
                golden=photo, initial=photo)  # fmt: skip
    assert (made.ledger.check("similar").state, made.credit("similar")) == ("not measured", 0.0)


def test_another_size_is_told_the_same_way_by_every_check_that_needs_one(edit, photo):
    rows = ["similar", "mirror", "inverted", "green_background", "vertical_flip", "palette"]
    made = edit(*({"use": row} for row in rows), result=photo[:40, :50].copy(), golden=photo,
                initial=photo)  # fmt: skip
    for row in rows:
        found = made.ledger.check(row)
        assert (found.state, found.credit) == ("not measured", 0.0), row
        assert "size" in found.reason
    # Whether something changed is seen at the result's size, and the note says so.
    made = edit({"use": "changed"}, result=255 - photo[:40, :50], golden=photo, initial=photo)
    assert made.credit("changed") == 1.0
    assert "resized 64×48 → 50×40 (LANCZOS)" in made.measurements[
        "changed.mean_absolute_difference" if "changed.mean_absolute_difference" in
        made.measurements else "mean_absolute_difference"
    ].notes[0]  # fmt: skip


def test_a_missing_picture_that_a_check_needs_is_an_error_of_the_task(edit, photo):
    with pytest.raises(UnreadableError, match=r"initial picture is missing.*error of the task"):
        edit({"use": "mirror"}, result=photo, golden=photo, initial=None)


def test_explain_never_says_that_a_task_has_checks_and_has_none(edit, photo):
    made = edit({"use": "exact"}, result=photo, golden=photo, initial=255 - photo)
    said = explain(made.ledger, made.rubric)
    assert any(line.startswith("the task's own checks, by their weights: ") for line in said)
    other = [line for line in said if "no checks of its own: pixel closeness instead" in line]
    assert all(not line.startswith("no checks of its own") for line in other)
    plain = edit(result=photo, golden=photo, initial=255 - photo)
    said = explain(plain.ledger, plain.rubric)
    assert any(line.startswith("no checks of its own: pixel closeness instead: ") for line in said)


def test_mid_gray_against_itself_passes_and_the_no_op_is_told(edit):
    grey = flat((128, 128, 128))
    made = edit({"use": "inverted"}, result=grey, golden=grey, initial=grey)
    found = made.measurements["inverted_mse"]
    assert made.credit("inverted") == 1.0
    assert found.facts["no_op"] == 0.0
    assert made.flags["no-op"]


def test_inverted_counts_below_the_threshold_only(edit, photo):
    assert edit({"use": "inverted"}, result=255 - photo, golden=255 - photo, initial=photo).credit(
        "inverted"
    ) == 1.0  # fmt: skip
    assert edit({"use": "inverted"}, result=photo, golden=255 - photo, initial=photo).credit(
        "inverted"
    ) == 0.0  # fmt: skip


def test_raw_reading_keeps_the_alpha_that_checks_ask_for(edit, photo):
    clear = np.dstack([photo, np.full(photo.shape[:2], 255, np.uint8)])
    clear[:24, :, 3] = 0
    made = edit({"use": "transparent"}, {"use": "content_size", "params": {"height": 24}},
                read="raw", result=clear, golden=clear, initial=photo)  # fmt: skip
    assert made.measurements["transparent_share"].value == 0.5
    assert made.credit("content_size") == 1.0


def test_white_to_transparent_tells_left_and_lost(edit, photo):
    initial = photo.copy()
    initial[:16] = 250
    right = np.dstack([initial, np.full(photo.shape[:2], 255, np.uint8)])
    right[:16, :, 3] = 0
    checks = ({"use": "white_to_transparent"},)
    assert edit(*checks, result=right, golden=right, initial=initial).credit(
        "white_to_transparent"
    ) == 1.0  # fmt: skip
    greedy = right.copy()
    greedy[:30, :, 3] = 0
    made = edit(*checks, result=greedy, golden=right, initial=initial)
    assert made.measurements["white_cleared"].value == 1.0
    assert made.credit("white_to_transparent") == 0.0
    made = edit(*checks, result=initial, golden=right, initial=initial)
    assert made.measurements["white_cleared"].value == 0.0


def test_rows_that_share_an_instrument_keep_their_own_parameters(edit, photo):
    brighter = np.clip(photo.astype(int) + 30, 0, 255).astype(np.uint8)
    made = edit(
        {"use": "similar"},
        {"use": "contrast_increased"},
        {"use": "size", "params": {"width": 10, "height": 48}},
        result=photo, golden=brighter, initial=photo,
    )  # fmt: skip
    assert made.measurements["ssim_same_size"].params["against"] == "golden"
    own = made.measurements["contrast_increased.ssim_same_size"]
    assert own.params["against"] == "initial"
    assert own.value == 1.0 > made.measurements["ssim_same_size"].value
    assert made.credit("dimensions") == 1.0
    assert made.measurements["size.size_difference"].value == 54


def test_a_size_may_be_asked_on_one_side(edit, photo):
    made = edit({"use": "size", "params": {"width": 64}}, result=photo[:20], golden=photo,
                initial=photo)  # fmt: skip
    assert made.credit("size") == 1.0
    assert made.credit("dimensions") == 0.0


def test_another_size_is_not_measured_unless_the_row_resizes(edit, photo):
    small = photo[:, :60].copy()
    made = edit({"use": "similar"}, result=small, golden=photo, initial=photo)
    assert "sizes differ" in made.measurements["ssim_same_size"].reason
    assert made.ledger.check("similar").state == "not measured"
    made = edit({"use": "similar", "at_least": -1, "params": {"resize": True, "filter": "bicubic"}},
                result=small, golden=photo, initial=photo)  # fmt: skip
    found = made.measurements["ssim_same_size"]
    assert found.value is not None
    assert any("BICUBIC" in note for note in found.notes)


@pytest.mark.parametrize("space", ["rgb", "grey", "hsv", "lab", "each"])
def test_color_spaces_give_numbers(edit, photo, space):
    row = {"use": "similar", "params": {"space": space, "window": 5}}
    made = edit(row, result=photo, golden=photo, initial=255 - photo)
    assert made.measurements["ssim_same_size"].value == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"use": "mirror", "params": {"agianst": "golden"}}, "unknown parameter 'agianst'"),
        ({"use": "mirror", "params": {"against": "goldne"}}, "is one of"),
        ({"use": "histogram_similar", "params": {"bins": 0}}, "is at least 1"),
        ({"use": "similar", "params": {"filter": "sinc"}}, "is one of"),
        ({"use": "gimprc", "params": {"key": ["a", "b", "c"]}}, "a word, or a pair"),
        ({"use": "miror"}, "there is no check 'miror' (did you mean mirror?); the library has"),
        ({"use": "similar", "params": {"window": 8}}, "similar: window is odd, not 8"),
        ({"use": "histogram_similar", "params": {"bins": 10**9}}, "is at most 65536"),
        ({"use": "white_to_transparent", "params": {"above": 255}}, "is at most 254"),
        ({"use": "layer_present", "name": "Cup"}, "stands in params = { name = … }"),
        ({"use": "gimprc", "equals": "5"}, "it needs the key of a setting"),
        ({"use": "gimprc", "params": {"key": "undo-levels"}}, "the value that is asked for"),
        ({"use": "gimprc", "equals": "5", "params": {"key": "a"}}, "it reads settings"),
        ({"use": "layer_count"}, "png files have none"),
        ({"use": "layer_mode", "equals": "Multipy"}, "did you mean Multiply?"),
        ({"use": "mode", "equals": "RGBB"}, "there is no mode 'RGBB' (did you mean RGB"),
        ({"use": "similar", "at_least": 1.5}, "is never at least 1.5: it lies in -1 to 1"),
        ({"use": "exact", "at_most": -1}, "is never at most -1"),
        ({"use": "file_exists", "equals": "yes"}, "equals is true or false"),
        ({"use": "mode", "at_least": 3}, "mode is text"),
        ({"use": "mirror", "weight": float("inf")}, "weight must be a number, not infinity"),
    ],
)
def test_a_wrong_row_is_told_when_the_task_opens(edit, photo, row, says):
    with pytest.raises(RubricError, match=r"task\.toml") as error:
        edit(row, result=photo, golden=photo, initial=photo)
    assert says in str(error.value)


def test_a_check_without_its_picture_is_an_error_of_the_task(edit, photo):
    with pytest.raises(RubricError, match="mirror: it needs the initial picture"):
        edit({"use": "mirror"}, result=photo, golden=photo)
    with pytest.raises(RubricError, match="similar: it needs the golden picture"):
        edit({"use": "similar"}, result=photo, initial=photo)
    # Where the sides are said, no picture is needed.
    edit({"use": "size", "params": {"width": 64}}, result=photo, initial=photo)
    config = {"task_type": "config"}
    with pytest.raises(RubricError, match=r"result\.rc is a settings file"):
        edit({"use": "grayscale"}, ending="rc", settings=config, result=b"(a 1)")


def test_rows_of_a_rubric_of_the_task_are_looked_at_too(edit, photo, tmp_path):
    (tmp_path / "rubric.toml").write_text(
        'extends = "gimp_edit"\nname = "own"\nversion = 1\n[[check]]\nid = "even"\n'
        'asks = "?"\nmeasure = "even.ssim_same_size"\nat_least = 0.9\nparams = { window = 8 }\n'
    )
    with pytest.raises(RubricError, match=r"rubric\.toml: even: window is odd, not 8"):
        edit(rubric=tmp_path / "rubric.toml", result=photo, golden=photo, initial=photo)


def test_the_names_of_modes_are_those_of_the_reader():
    assert sorted(LAYER_MODES) == sorted(mode.name for mode in MODES.values())


def test_a_truncated_result_is_an_error_on_every_row(edit, photo):
    out = io.BytesIO()
    Image.fromarray(photo).save(out, "PNG")
    broken = out.getvalue()[: len(out.getvalue()) // 2]
    made = edit({"use": "mirror"}, result=broken, golden=photo, initial=photo)
    assert made.ledger.check("mirror").state == "error"
    assert made.ledger.headline.value == pytest.approx(0.05)


def test_palette_reports_its_colors_and_grayscale_takes_gray_modes(edit, photo):
    indexed = Image.fromarray(photo).quantize(16)
    made = edit({"use": "palette", "at_least": 0.5}, {"use": "few_colors", "at_most": 16},
                result=indexed, golden=indexed, initial=photo)  # fmt: skip
    assert made.measurements["palette_ssim"].facts["colors"] <= 16
    assert made.credit("palette") == made.credit("few_colors") == 1.0
    for mode in ("L", "LA", "1", "I;16"):
        grey = Image.fromarray(photo).convert("L")
        picture = grey.convert(mode) if mode != "I;16" else Image.fromarray(
            np.asarray(grey).astype(np.uint16) * 257
        )  # fmt: skip
        assert edit({"use": "grayscale"}, result=picture, golden=grey, initial=photo).credit(
            "grayscale"
        ) == 1.0  # fmt: skip
    assert edit({"use": "grayscale"}, result=photo, golden=photo, initial=photo).credit(
        "grayscale"
    ) == 0.0  # fmt: skip


def test_sharper_than_a_flat_reference(edit, photo):
    plain = flat((90, 90, 90))
    assert edit({"use": "sharper"}, result=photo, golden=photo, initial=plain).credit(
        "sharper"
    ) == 1.0  # fmt: skip
    both = edit({"use": "sharper"}, result=plain, golden=photo, initial=plain)
    assert "neither picture has an edge" in both.measurements["sharpness_ratio"].reason


def test_no_dark_pixel_has_no_left_edge(edit):
    white = flat((255, 255, 255))
    made = edit({"use": "text_on_left"}, result=white, golden=white, initial=white)
    assert made.measurements["leftmost_dark"].reason == "no pixel of the result is dark"
    dark = white.copy()
    dark[10:20, 3] = 0
    made = edit({"use": "text_on_left"}, result=dark, golden=white, initial=white)
    assert made.measurements["leftmost_dark"].facts["column"] == 3
    assert made.credit("text_on_left") == 1.0


def test_a_row_of_comparisons_hangs_on_what_was_not_measured(edit, photo):
    darker = (photo[:, :40] * 0.8).astype(np.uint8)
    made = edit({"use": "brightness_decreased"}, result=darker, golden=photo, initial=photo)
    found = made.ledger.check("brightness_decreased")
    assert found.state == "not measured"
    assert "brightness_structure: sizes differ: 40×48 and 64×48" in found.reason
    assert made.measurements["brightness_change"].value < 0
    # Brighter is wrong whatever the structure says.
    wrong = np.clip(photo[:, :40].astype(int) + 40, 0, 255).astype(np.uint8)
    made = edit({"use": "brightness_decreased"}, result=wrong, golden=photo, initial=photo)
    assert made.ledger.check("brightness_decreased").state == "fail"
    # Where the row resizes, it is measured.
    row = {"use": "brightness_decreased", "params": {"resize": True}}
    made = edit(row, result=(photo[:, :60] * 0.8).astype(np.uint8), golden=photo, initial=photo)
    assert made.ledger.check("brightness_decreased").state in ("pass", "fail")
