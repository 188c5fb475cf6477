"""`reviewer compare`: files, folders at any depth, and what cannot be compared."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reviewer.cli import main


@pytest.fixture
def folders(tmp_path: Path, photo: np.ndarray) -> tuple[Path, Path]:
    one, two = tmp_path / "one", tmp_path / "two"
    for place in (one, two):
        place.mkdir()
    for name, shift in (("p1", 0), ("p2", 50), ("p10", 90)):
        Image.fromarray(photo).save(two / f"{name}.png")
        other = np.clip(photo.astype(int) + shift, 0, 255).astype(np.uint8)
        Image.fromarray(other).save(one / f"{name}.png")
    return one, two


def test_folders_are_compared_by_equal_names(folders, capsys):
    one, two = folders
    Image.fromarray(np.zeros((4, 4, 3), np.uint8)).save(one / "alone.png")
    assert main(["compare", str(one), str(two), "--csv"]) == 0
    text = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(text.out)))
    assert [row["pair"] for row in rows] == ["p1.png", "p2.png", "p10.png"]
    assert float(rows[0]["ImageSSIM"]) == pytest.approx(1.0)
    assert "alone.png: it has no partner" in text.err
    assert main(["compare", str(one), str(two)]) == 0
    assert "mean" in capsys.readouterr().out


def test_folders_are_compared_at_any_depth_and_by_every_extension(tmp_path, photo, capsys):
    one, two = tmp_path / "one", tmp_path / "two"
    there = ("a/x.png", "a/x.bmp", "b/x.png", "c/y.png", "c/z.png", "c/z.bmp")
    asked = ("a/x.png", "a/x.bmp", "b/x.bmp", "c/y.png", "c/z.tif")
    for place, names in ((one, there), (two, asked)):
        for name in names:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            Image.fromarray(photo).save(place / name)
    assert main(["compare", str(one), str(two), "--json", "--metric", "ImageAverageHash"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = [(row["pair"], Path(row["reference"]).relative_to(two).as_posix())
             for row in found["pairs"]]  # fmt: skip
    assert sorted(names) == [
        ("a/x.bmp", "a/x.bmp"), ("a/x.png", "a/x.png"), ("b/x.png", "b/x.bmp"),
        ("c/y.png", "c/y.png"),
    ]  # fmt: skip
    # Which of two is meant cannot be told from z.tif.
    assert len(found["alone"]) == 3
    assert all("c/z" in note for note in found["alone"])


def test_a_folder_is_compared_with_itself(folders, capsys):
    one, _ = folders
    assert main(["compare", str(one), str(one), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["pair"] for row in found["pairs"]] == ["p1.png", "p2.png", "p10.png"]
    assert {row["ImageAverageHash"] for row in found["pairs"]} == {1.0}
    assert found["alone"] == []


def test_a_folder_without_pictures_and_one_without_partners_say_so(folders, tmp_path, capsys):
    one, _ = folders
    other = tmp_path / "other"
    other.mkdir()
    assert main(["compare", str(other), str(other)]) == 2
    assert "there is no picture in it or below it" in capsys.readouterr().err
    assert main(["compare", str(one), str(other)]) == 2
    assert "no picture has a partner of the same path" in capsys.readouterr().err


def test_what_is_no_number_is_said_beside_a_comparison(tmp_path, capsys):
    values = np.full((12, 12), 0.5, np.float32)
    Image.fromarray(values).save(tmp_path / "b.tif")
    values[2, 3], values[4, 5] = np.nan, np.inf
    Image.fromarray(values).save(tmp_path / "a.tif")
    words = [str(tmp_path / "a.tif"), str(tmp_path / "b.tif")]
    assert main(["compare", *words, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["pairs"]
    assert "generated: NaN or infinite, shown black: 2 of 144 pixels" in row["notes"]
    assert main(["check", "similar", *words]) in (0, 1)
    assert "NaN or infinite, shown black: 2 of 144 pixels" in capsys.readouterr().out


def test_a_broken_picture_is_told_and_the_rest_is_compared(folders, capsys):
    one, two = folders
    (one / "p2.png").write_bytes(b"no picture")
    assert main(["compare", str(one), str(two), "--json", "--metric", "ImageAverageHash"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert [row["ImageAverageHash"] is None for row in found["pairs"]] == [False, True, False]
    assert "p2.png" in found["pairs"][1]["not_measured"]["ImageAverageHash"]
    assert found["spread"]["ImageAverageHash"]["count"] == 2
    assert found["spread"]["ImageAverageHash"]["left_out"] == 1


def test_sizes_are_compared_only_where_that_is_asked(tmp_path: Path, photo, capsys):
    Image.fromarray(photo).save(tmp_path / "a_ref.png")
    Image.fromarray(photo[:20]).save(tmp_path / "a_gen.png")
    words = ["compare", str(tmp_path), str(tmp_path), "--json"]
    assert main(words) == 0
    (row,) = json.loads(capsys.readouterr().out)["pairs"]
    assert any("resized 64×20 → 64×48" in note for note in row["notes"])
    assert any("counts depend on the sizes" in note for note in row["notes"])
    assert main([*words, "--no-resize", "--bins", "16"]) == 2
    (row,) = json.loads(capsys.readouterr().out)["pairs"]
    assert row["ImageSSIM"] is None
    assert "sizes differ" in row["not_measured"]["ImageSSIM"]
    assert row["ImageHistogramMatch"] is not None
    assert main(["compare", str(tmp_path / "no"), str(tmp_path)]) == 2
