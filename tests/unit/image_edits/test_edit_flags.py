"""Sanity flags see what a task changes: pixels, alpha, mode, palette, layers or settings."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

CONFIG = {"task_type": "config"}


def raised(made) -> set[str]:
    return {name for name, is_raised in made.flags.items() if is_raised}


def test_a_mode_that_was_asked_for_is_a_change(edit, photo):
    rgba = np.dstack([photo, np.full(photo.shape[:2], 255, np.uint8)])
    right = edit({"use": "mode"}, result=rgba, golden=rgba, initial=photo)
    assert raised(right).isdisjoint({"no-op", "broken-task", "closer-to-initial"})
    none = edit({"use": "mode"}, result=photo, golden=rgba, initial=photo)
    assert raised(none) >= {"no-op", "closer-to-initial"}
    # Where the task asks for colors, another mode alone does nothing.
    idle = edit(result=rgba, golden=255 - photo, initial=photo)
    assert "no-op" in raised(idle)


def test_a_palette_that_was_asked_for_is_a_change(edit):
    colors = np.zeros((48, 64, 3), np.uint8)
    colors[:, 32:] = (200, 20, 40)
    indexed = Image.fromarray(colors).quantize(2)
    right = edit({"use": "palette"}, result=indexed, golden=indexed, initial=colors)
    assert np.array_equal(np.asarray(indexed.convert("RGB")), colors)
    assert raised(right).isdisjoint({"no-op", "broken-task", "closer-to-initial"})


def test_alpha_counts_in_distances_and_flags(edit, photo):
    golden = np.dstack([photo, np.full(photo.shape[:2], 255, np.uint8)])
    golden[:6, :8, 3] = 0
    none = edit({"use": "exact"}, result=photo, golden=golden, initial=photo)
    assert raised(none) >= {"no-op", "closer-to-initial"}
    # 48 of 3072 pixels differ by all of their alpha.
    assert none.measurements["distance_to_initial"].value == 0.0
    assert none.measurements["distance_to_golden"].value == pytest.approx(48 * 255 / 3072)
    assert none.measurements["intended_change"].value == 0.0
    # An alpha that is opaque everywhere changes no distance.
    opaque = np.dstack([photo, np.full(photo.shape[:2], 255, np.uint8)])
    plain, stored = (
        edit(result=result, golden=255 - photo, initial=photo // 2).measurements
        for result in (photo, opaque)
    )
    for name in ("distance_to_golden", "distance_to_initial", "intended_change"):
        assert stored[name].value == pytest.approx(plain[name].value)
    right = edit({"use": "exact"}, result=golden, golden=golden, initial=photo)
    assert right.measurements["distance_to_initial"].value > 0
    assert right.measurements["intended_change"].value == 1.0
    assert raised(right).isdisjoint({"no-op", "broken-task", "closer-to-initial"})
    # Color that nobody sees is no difference.
    hidden = golden.copy()
    hidden[:6, :8, :3] = 0
    made = edit({"use": "exact"}, result=hidden, golden=golden, initial=photo)
    assert made.measurements["distance_to_golden"].value == 0.0


def test_a_very_small_edit_is_no_no_op(edit):
    plain = np.full((400, 400, 3), 120, np.uint8)
    golden = plain.copy()
    golden[:4, :4] = 200
    assert "no-op" not in raised(edit(result=golden, golden=golden, initial=plain))
    assert "no-op" in raised(edit(result=plain, golden=golden, initial=plain))


def test_layers_that_were_asked_for_are_a_change(edit, write_xcf, layer):
    ground = layer("Background", (9, 9, 200, 255), (32, 24))
    one = write_xcf(32, 24, [ground])
    two = write_xcf(32, 24, [layer("New", (9, 9, 200, 255), (32, 24)), ground])
    right = edit(ending="xcf", result=two, golden=two, initial=one)
    assert raised(right).isdisjoint({"no-op", "broken-task", "closer-to-initial"})
    none = edit(ending="xcf", result=one + b"\0", golden=two, initial=one)
    assert raised(none) >= {"no-op", "closer-to-initial"}


def test_settings_files_are_held_against_each_other(edit):
    before, after = b"(undo-levels 5)\n(theme Dark)\n", b"(undo-levels 50)\n(theme Dark)\n"
    row = {"use": "gimprc", "equals": 50, "params": {"key": "undo-levels"}}
    right = edit(row, ending="rc", settings=CONFIG, result=after, golden=after, initial=before)
    assert raised(right).isdisjoint({"no-op", "broken-task", "closer-to-initial"})
    # Another comment is no change of a setting.
    none = edit(row, ending="rc", settings=CONFIG, result=before + b"# saved\n", golden=after,
                initial=before)  # fmt: skip
    assert raised(none) >= {"no-op", "closer-to-initial"}
    same = edit(row, ending="rc", settings=CONFIG, result=before, golden=before, initial=before)
    assert "broken-task" in raised(same)


def test_one_odd_form_does_not_spoil_a_settings_file(edit):
    row = {"use": "gimprc", "equals": 50, "params": {"key": "undo-levels"}}
    odd = b"(undo-levels 50)\n((nested))\n(theme Dark)\n(never closed"
    made = edit(row, ending="rc", settings=CONFIG, result=odd)
    assert made.credit("gimprc") == 1.0
    assert "line 2 is malformed" in "; ".join(made.measurements["setting_value"].notes)
    long = b'(undo-levels "' + b"x" * 100_000 + b'")\n'
    found = edit(row, ending="rc", settings=CONFIG, result=long).measurements["setting_value"]
    assert len(found.value) < 1_100
    assert "100,000 characters" in found.value
    assert all(len(note) < 400 for note in found.notes)


def test_a_nested_setting_may_be_typed_as_two_words(edit):
    source = b"(color-management (mode display))\n"
    for key in ("color-management mode", "color-management,mode", ["color-management", "mode"]):
        row = {"use": "gimprc", "equals": "display", "params": {"key": key}}
        made = edit(row, ending="rc", settings=CONFIG, result=source)
        assert made.credit("gimprc") == 1.0


@pytest.mark.parametrize(
    ("level", "says"),
    [(1, "nearly invisible: alpha 1 of 255"), (128, "more transparent than"), (240, ""), (0, "")],
)
def test_a_result_that_can_hardly_be_seen_is_flagged(edit, photo, level: int, says: str):
    result = np.dstack([photo[:, ::-1], np.full(photo.shape[:2], level, np.uint8)])
    made = edit({"use": "mirror"}, result=result, golden=photo[:, ::-1].copy(), initial=photo)
    assert ("faint" in raised(made)) == bool(says)
    assert says in made.details["faint"]
    # Nothing at all to see has a flag of its own.
    assert ("blank" in raised(made)) == (level == 0)


def test_a_result_as_transparent_as_its_golden_picture_is_not_flagged(edit, photo):
    clear = np.dstack([photo, np.full(photo.shape[:2], 9, np.uint8)])
    assert "faint" not in raised(edit(result=clear, golden=clear, initial=photo))


def test_a_setting_of_several_words_is_all_of_them(edit):
    row = {"use": "gimprc", "equals": "1 2 3", "params": {"key": "a"}}
    assert edit(row, ending="rc", settings=CONFIG, result=b"(a 1 2 3)").credit("gimprc") == 1.0
    assert edit(row, ending="rc", settings=CONFIG, result=b"(a 3)").credit("gimprc") == 0.0
    pair = row | {"equals": "20", "params": {"key": ["tool", "brush"]}}
    made = edit(pair, ending="rc", settings=CONFIG, result=b'(tool "brush" size 20)')
    assert made.credit("gimprc") == 1.0


def test_settings_in_utf_16_are_said_to_be_that(edit):
    row = {"use": "gimprc", "equals": "50", "params": {"key": "undo-levels"}}
    made = edit(row, ending="rc", settings=CONFIG, result="(undo-levels 50)".encode("utf-16"))
    found = made.measurements["setting_value"]
    assert "it is UTF-16 text" in (found.error or found.reason)
