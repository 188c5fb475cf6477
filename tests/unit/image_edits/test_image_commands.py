"""Commands for one check, for similarity over folders, for XCF files and for Script-Fu."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reviewer.cli import main
from reviewer.process.script_fu import fault_of
from reviewer.session.gimp_window import reason_against
from reviewer.store import folder


def read(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"))


@pytest.fixture
def pictures(tmp_path: Path, photo: np.ndarray) -> Path:
    Image.fromarray(photo).save(tmp_path / "a.png")
    Image.fromarray(photo[:, ::-1].copy()).save(tmp_path / "mirrored.png")
    return tmp_path


def test_one_check_says_value_threshold_and_margin(pictures: Path, capsys):
    words = ["check", "mirror", str(pictures / "mirrored.png"), str(pictures / "a.png")]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.startswith("pass · credit 1")
    assert "needs ≥ 0.99" in out
    same = str(pictures / "a.png")
    assert main(["check", "mirror", same, same, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["state"] == "fail"
    assert found["notes"] == ["fits best: none (1.000)"]
    assert found["measurements"]["mirror_ssim"]["facts"]["best"] == "none"


def test_one_check_takes_settings(pictures: Path, capsys):
    words = ["check", "similar", str(pictures / "mirrored.png"), str(pictures / "a.png")]
    assert main([*words, "--set", "at_least=-1", "--set", "space=grey"]) == 0
    assert "space = grey" in capsys.readouterr().out
    assert main([*words, "--set", "agianst=golden"]) == 2
    assert "unknown parameter" in capsys.readouterr().err
    assert main([*words, "--set", "nope"]) == 2
    darker = ["check", "brightness_decreased", *words[2:]]
    assert main([*darker, "--set", "brightness_structure.below=0.5"]) == 1
    assert main([*darker, "--set", "nothing.below=0.5"]) == 2
    assert "there is no threshold" in capsys.readouterr().err


def test_one_check_names_what_was_typed(pictures: Path, capsys):
    same = str(pictures / "a.png")
    for words, says in (
        (["mirorr", same, same], "there is no check 'mirorr' (did you mean mirror?)"),
        (["mirror", same, same, "--set", "at_least=much"], "at_least must be a number, not 'much'"),
        (["mirror", same, same, "--set", "at_least=2"], "mirror: mirror_ssim is never at least 2"),
        (["similar", same, same, "--set", "window=8"], "similar: window is odd, not 8"),
        (["mirror", same, same, "--set", "x.below=y"], "x.below is a number, not 'y'"),
    ):
        assert main(["check", *words]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert "open the task again" not in said
        assert "--set:" not in said


def test_one_check_names_what_is_missing(pictures: Path, capsys):
    assert main(["check", "mirror", str(pictures / "none.png"), str(pictures / "a.png")]) == 2
    assert "there is no such file" in capsys.readouterr().out
    assert main(["check", "mirror", str(pictures / "a.png"), str(pictures / "none.png")]) == 2
    capsys.readouterr()
    assert main(["check", "mirror", str(pictures / "a.png")]) == 2
    said = capsys.readouterr()
    assert "mirror: it needs the initial picture, and none is named" in said.err
    assert said.out == ""
    assert main(["check", "mirror"]) == 2
    # A broken reference is nothing that the result could be blamed for.
    broken = pictures / "broken.png"
    broken.write_bytes((pictures / "a.png").read_bytes()[:60])
    capsys.readouterr()
    assert main(["check", "mirror", str(pictures / "a.png"), str(broken)]) == 2
    said = capsys.readouterr()
    assert "the initial picture cannot be read: broken.png" in said.err
    assert "credit" not in said.out


def test_checks_are_listed_with_units_ranges_and_sources(capsys):
    assert main(["check", "--list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) >= 45
    assert all(row["source"] and row["needs"] and "unit" in row for row in rows)
    assert main(["check", "mirror", "--list"]) == 0
    assert "against" in capsys.readouterr().out
    for words, says in (
        (["gimprc"], 'use = "gimprc", equals = "50", params = { key = "undo-levels" }'),
        (["layer_present"], 'params = { name = "Title" }'),
        ([], 'params = { space = "grey" }'),
    ):
        assert main(["check", "--list", *words]) == 0
        said = capsys.readouterr().out
        assert says in said
        assert "--set " in said
    assert main(["check", "miror", "--list"]) == 2


@pytest.fixture
def xcf_file(tmp_path: Path, write_xcf, layer) -> Path:
    path = tmp_path / "card.xcf"
    path.write_bytes(
        write_xcf(
            20,
            10,
            [
                layer("Title", (255, 0, 0, 255), (6, 4), (2, 3), visible=False, is_text=True),
                layer("Paper", (0, 128, 0, 255), (20, 10)),
            ],
        )
    )
    return path


def test_xcf_files_are_described(xcf_file: Path, capsys):
    assert main(["xcf", "info", str(xcf_file)]) == 0
    out = capsys.readouterr().out
    assert "card.xcf: XCF version 11, 20×10 RGB" in out
    assert "text, hidden" in out
    assert main(["xcf", "info", str(xcf_file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["layers"][0]["offset"] == [2, 3]


def test_xcf_files_are_flattened_and_layers_extracted(xcf_file: Path, tmp_path: Path, capsys):
    target = tmp_path / "out.png"
    assert main(["xcf", "flatten", str(xcf_file), "-o", str(target)]) == 0
    assert read(target)[4, 4].tolist() == [0, 128, 0]
    assert main(["xcf", "flatten", str(xcf_file), "-o", str(target), "--layer", "title"]) == 0
    assert read(target).shape[:2] == (4, 6)
    assert main(["xcf", "flatten", str(xcf_file), "--layer", "nope", "-o", str(target)]) == 2
    assert "no layer “nope”. Use one of Title, Paper" in capsys.readouterr().err
    assert main(["xcf", "flatten", str(xcf_file)]) == 0
    assert xcf_file.with_suffix(".png").is_file()
    assert main(["xcf", "flatten", str(xcf_file)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_refused_xcf_files_are_named(tmp_path: Path, capsys):
    path = tmp_path / "cut.xcf"
    path.write_bytes(b"gimp xcf v011\0\0\0")
    assert main(["xcf", "info", str(path)]) == 2
    assert f"{path}: The XCF file is truncated" in capsys.readouterr().err


def test_a_missing_gimp_is_named(xcf_file: Path, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    words = ["xcf", "flatten", str(xcf_file), "--engine", "gimp", "-o", str(tmp_path / "g.png")]
    assert main(words) == 2
    assert "it is not installed" in capsys.readouterr().err
    assert main(["gimp", "run", "(gimp-message 1)"]) == 2
    assert "apt install gimp" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("gimp") is None, reason="GIMP is not installed")
def test_gimp_draws_what_we_draw_and_says_its_errors(xcf_file: Path, tmp_path: Path, capsys):
    ours, theirs = tmp_path / "ours.png", tmp_path / "theirs.png"
    assert main(["xcf", "flatten", str(xcf_file), "-o", str(ours)]) == 0
    assert main(["xcf", "flatten", str(xcf_file), "-o", str(theirs), "--engine", "gimp"]) == 0
    one, two = (read(path).astype(int) for path in (ours, theirs))
    assert np.abs(one - two).max() <= 2
    script = tmp_path / "s.scm"
    script.write_text('; a comment\n(gimp-message "said")\n')
    assert main(["gimp", "run", str(script)]) == 0
    assert "said" in capsys.readouterr().err
    assert main(["gimp", "run", "(no-such-call)"]) == 1
    assert "no-such-call" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("gimp") is None, reason="GIMP is not installed")
@pytest.mark.parametrize("is_shown", [True, False])
def test_gimp_keeps_what_is_transparent(tmp_path: Path, write_xcf, layer, is_shown: bool):
    source, theirs = tmp_path / "card.xcf", tmp_path / "theirs.png"
    card = layer("Card", (200, 30, 10, 128), (6, 4), (2, 3), visible=is_shown)
    source.write_bytes(write_xcf(20, 10, [card]))
    assert main(["xcf", "flatten", str(source), "-o", str(theirs), "--engine", "gimp"]) == 0
    with Image.open(theirs) as image:
        assert image.size == (20, 10)
        drawn = np.asarray(image.convert("RGBA"))
    assert drawn[0, 0].tolist()[3] == 0
    assert drawn[4, 4].tolist() == ([200, 30, 10, 128] if is_shown else [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ('(let ((a 1)) (gimp-message "never"', "line 1: a '(' that is never closed"),
        ('(gimp-message "said"))', "a ')' that closes nothing"),
        ('(gimp-message "said)', "a text that is never closed"),
        ('(a)\n; fine )\n(gimp-message "(" #\\( ', "line 3: a '(' that is never closed"),
        ("(a) #| open", "a comment that is never closed"),
    ],
)
def test_a_script_without_an_end_is_not_run(tmp_path: Path, monkeypatch, capsys, script, says):
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert main(["gimp", "run", script]) == 1
    assert says in capsys.readouterr().err


def test_whole_scripts_are_told_from_others():
    for script in ('(a "(" #\\) #| ( |# b) ; (\n(c)', "(let* ((x 1)) (+ x 1))", "'(1 . 2)"):
        assert fault_of(script) == ""
    assert fault_of("; nothing but a comment") == "there is no call in it"


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_limit_is_a_number_of_seconds(seconds: str, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["gimp", "run", "(a)", f"--timeout={seconds}"])
    assert ended.value.code == 2
    assert "seconds" in capsys.readouterr().err


def test_flattened_pictures_are_of_the_format_their_name_says(tmp_path: Path, xcf_file, capsys):
    for name, form in (("a.jpg", "JPEG"), ("a.webp", "WEBP"), ("a.png", "PNG")):
        assert main(["xcf", "flatten", str(xcf_file), "-o", str(tmp_path / name)]) == 0
        with Image.open(tmp_path / name) as picture:
            assert picture.format == form
    for name in ("a.txt", "a"):
        assert main(["xcf", "flatten", str(xcf_file), "-o", str(tmp_path / name)]) == 2
        assert not (tmp_path / name).exists()
    assert "Use one of png, jpg" in capsys.readouterr().err


def test_the_golden_picture_is_not_opened_whatever_it_is_called(
    tmp_path: Path, photo, monkeypatch, capsys
):
    monkeypatch.setattr("reviewer.process.gimp.open_in_gimp", lambda paths: None)
    place = tmp_path / "tasks"
    place.mkdir()
    for name, picture in (("t_initial_reference", 255 - photo), ("t", photo), ("wanted", photo)):
        Image.fromarray(picture).save(place / f"{name}.png")
    (place / "task.toml").write_text(
        '[artifacts]\ninitial = "t_initial_reference.png"\nresult = "t.png"\n'
        'golden = "wanted.png"\n'
    )
    shutil.copy(place / "wanted.png", place / "copy.png")
    (place / "link.png").symlink_to(place / "wanted.png")
    Image.fromarray(photo).save(tmp_path / "x_golden.png")
    for refused in (place / "wanted.png", place / "copy.png", place / "link.png",
                    tmp_path / "x_golden.png"):  # fmt: skip
        assert main(["gimp", "open", str(refused)]) == 2
        assert "golden picture" in capsys.readouterr().err
    # The agent's result may equal it, and the initial picture is what people open.
    for opened in ("t.png", "t_initial_reference.png"):
        assert main(["gimp", "open", str(place / opened)]) == 0


def test_a_hard_link_is_not_opened_wherever_its_golden_picture_lies(
    tmp_path: Path, photo, monkeypatch, capsys
):
    opened: list[list[Path]] = []
    monkeypatch.setattr("reviewer.process.gimp.open_in_gimp", opened.append)
    place, elsewhere = tmp_path / "tasks", tmp_path / "elsewhere"
    place.mkdir()
    elsewhere.mkdir()
    for name, picture in (("t_initial_reference", 255 - photo), ("t_golden", photo)):
        Image.fromarray(picture).save(place / f"{name}.png")
    for link in (elsewhere / "picture.png", place / "t.png"):
        link.hardlink_to(place / "t_golden.png")
        assert main(["gimp", "open", str(link)]) == 2
        assert "golden picture" in capsys.readouterr().err
    (task,) = folder.discover(place)
    assert "golden picture" in reason_against(task, task.artifact("result"))
    assert reason_against(task, task.artifact("initial")) == ""
    assert opened == []


def test_a_check_says_by_what_it_fails_and_no_room_where_its_own_number_holds(
    pictures: Path, capsys
):
    few = pictures / "few.png"
    Image.fromarray(np.zeros((20, 20, 3), np.uint8)).save(few)
    assert main(["check", "few_colors", str(few)]) == 1
    said = capsys.readouterr().out
    assert "mode is RGB" in said
    assert "to spare" not in said


def test_a_check_tells_how_its_pictures_were_read(pictures: Path, capsys):
    deep = pictures / "deep.tif"
    Image.fromarray(np.arange(400, dtype=np.int32).reshape(20, 20) % 250).save(deep)
    words = ["check", "exact", str(deep), str(deep)]
    assert main(words) == 0
    note = "deep.tif: I grey of whole values up to 249, taken as 8 bits"
    assert capsys.readouterr().out.count(note) == 1
    assert main([*words, "--json"]) == 0
    assert note in json.loads(capsys.readouterr().out)["reading"]


def test_a_layer_that_is_not_there_is_named_before_the_place_of_its_picture(
    tmp_path: Path, xcf_file: Path, capsys
):
    xcf_file.with_suffix(".png").write_bytes(b"there")
    assert main(["xcf", "flatten", str(xcf_file), "--layer", "nosuch"]) == 2
    said = capsys.readouterr().err
    assert "no layer “nosuch”" in said
    assert "Use one of" in said
    with pytest.raises(SystemExit) as ended:
        main(["xcf", "flatten", str(xcf_file), "--layer", ""])
    assert ended.value.code == 2


def test_bins_that_are_no_number_are_said(pictures: Path, capsys):
    same = str(pictures / "a.png")
    with pytest.raises(SystemExit) as ended:
        main(["compare", same, same, "--bins", "nan"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "'nan' is no number of bins" in said
    assert "_bins" not in said
