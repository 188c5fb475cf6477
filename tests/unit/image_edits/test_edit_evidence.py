"""Every row of the library: it is measured, has a source, and shows evidence of its own."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from reviewer.kinds.edit_catalog import INSTRUMENTS, PARAMS
from reviewer.kinds.edit_show_likeness import whole
from reviewer.model import Evidence
from reviewer.session.one_check import library_rows
from reviewer.store.rubrics import shipped_rubric

GIMPRC = b'# settings\n(undo-levels 5)\n(theme "Dark")\n(undo-levels 50)\n'
LAYERS = ("layer_count", "layer_present", "layer_visible", "layer_mode", "layer_opacity",
          "layer_size", "text_layer")  # fmt: skip
ROWS = [check.id for check in shipped_rubric("image_checks").checks]


def signature(found: Evidence) -> str:
    """All that evidence shows, without its words for the row."""
    seen = hashlib.sha256()
    for title, picture in found.pictures.items():
        seen.update(title.encode() + np.ascontiguousarray(picture).tobytes())
    parts = (found.role, found.zoom, found.marks, found.table, found.curve, found.text,
             sorted(found.histograms.items()))  # fmt: skip
    seen.update(repr(parts).encode())
    return seen.hexdigest()


def has_something(found: Evidence) -> bool:
    return bool(
        found.pictures or found.marks or found.curve or found.histograms or found.text
    ) and bool(found.table and found.table.rows)


def test_every_row_has_evidence_of_its_own(edit, photo, write_xcf, layer):
    edge = photo.copy()
    edge[:12] = 255
    result = np.dstack([edge[:, ::-1], np.full(photo.shape[:2], 255, np.uint8)])
    result[40:, :, 3] = 0
    golden = np.dstack([edge, np.full(photo.shape[:2], 255, np.uint8)])
    plain = [row for row in ROWS if row not in LAYERS and row != "gimprc"]
    made = edit(*({"use": row} for row in plain), result=result, golden=golden, initial=edge)
    shown = {row: made.evidence(row) for row in plain}
    layers = [
        layer("Words", (0, 0, 0, 255), (20, 9), (3, 4), is_text=True),
        layer("Cup", (200, 30, 30, 255), (30, 20), (8, 8), opacity=0.5, mode=30),
        layer("Background", (255, 255, 255, 255), (64, 48)),
    ]
    data = write_xcf(64, 48, layers)
    rows = [{"use": row, "params": {"name": "cup"}} for row in LAYERS if row not in
            ("layer_count", "text_layer")]  # fmt: skip
    rows += [{"use": "layer_count"}, {"use": "text_layer"}]
    drawn = edit(*rows, ending="xcf", result=data, golden=golden, initial=edge)
    shown |= {row: drawn.evidence(row) for row in LAYERS}
    config = edit({"use": "gimprc", "equals": 50, "params": {"key": "undo-levels"}},
                  ending="rc", settings={"task_type": "config"}, result=GIMPRC)  # fmt: skip
    shown["gimprc"] = config.evidence("gimprc")
    assert sorted(shown) == sorted(ROWS)
    for row, found in shown.items():
        assert has_something(found), row
        assert row == found.check
    seen: dict[str, str] = {}
    for row, found in shown.items():
        other = seen.setdefault(signature(found), row)
        assert other == row, f"{row} shows what {other} shows"
    # None of these fell back to words because drawing failed.
    assert all(len(found.summary) > 10 for found in shown.values())


def test_evidence_of_what_could_not_be_measured_says_so(edit, photo):
    own = [row for row in ROWS if row not in LAYERS and row != "gimprc"]
    rows = [{"use": row} for row in own]
    made = edit(*rows, result=photo[:2, :2].copy(), golden=photo, initial=photo)
    assert all(made.evidence(row).summary for row in own)
    missing = edit(*rows, result=None, golden=photo, initial=photo)
    assert all(missing.evidence(row).summary for row in own)
    layered = edit(*({"use": row} for row in LAYERS), ending="xcf", result=b"gimp xcf cut")
    assert all("result.xcf" in layered.evidence(row).summary for row in LAYERS)


def test_evidence_names_the_place(edit, photo):
    made = edit({"use": "crop"}, result=photo[10:30, 5:45].copy(), golden=photo, initial=photo)
    found = made.evidence("crop")
    assert found.role == "initial"
    assert found.marks[0].points == (5, 10, 40, 20)
    turned = edit({"use": "mirror"}, result=photo[::-1].copy(), golden=photo, initial=photo)
    words = {row[0]: row[1] for row in turned.evidence("mirror").table.rows}
    assert words["initial, flip"] == pytest.approx(1.0)
    dark = np.full((40, 40, 3), 255, np.uint8)
    dark[5:9, 11] = 0
    edge = edit({"use": "text_on_left"}, result=dark, golden=dark, initial=dark)
    assert edge.evidence("text_on_left").marks[1].points == (11.0,)


def test_yes_and_no_are_said_as_the_rows_say_them(edit, photo):
    made = edit({"use": "file_exists"}, result=photo, golden=photo, initial=photo)
    for row in ("exists", "file_exists"):
        found = made.evidence(row)
        assert ": yes" in found.summary
        cells = [str(cell) for line in found.table.rows for cell in line]
        assert "yes" in cells
        assert "= yes" in cells
        assert not [cell for cell in cells if "True" in cell]


def test_brightness_shows_both_means(edit, photo):
    darker = (photo * 0.7).astype(np.uint8)
    made = edit({"use": "brightness_decreased"}, result=darker, golden=darker, initial=photo)
    curve = made.evidence("brightness_decreased").curve
    assert set(curve.series) == {"result L", "initial L"}
    assert len(curve.marks) == 2
    assert curve.marks[0][0] < curve.marks[1][0]
    for points in curve.series.values():
        assert sum(share for _, share in points) == pytest.approx(1.0)


def test_every_row_is_described():
    rows = library_rows()
    assert [row.id for row in rows] == ROWS
    for row in rows:
        assert row.source
        assert row.needs
        assert row.asks
        assert set(row.params) <= set(PARAMS)
    for name, instrument in INSTRUMENTS.items():
        assert set(instrument.params) <= set(PARAMS), name


def test_parameters_that_rows_ship_are_known_to_their_instruments():
    from reviewer.kinds.edit_faults import faults_of

    for check in shipped_rubric("image_checks").checks:
        # Which setting is asked for only the task can say.
        assert list(faults_of(check)) == [] or check.id == "gimprc"


def test_what_is_said_of_the_whole_picture_frames_nothing(photo):
    class Seen:
        def pixels(self, _role: str) -> np.ndarray:
            return photo

    height, width = photo.shape[:2]
    assert whole(Seen(), None, None) == {"zoom": (0.0, 0.0, float(width), float(height))}
