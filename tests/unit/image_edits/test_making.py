"""Recipes, the checks that fit them, and the proof that a made task tells right from wrong."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from reviewer.cli import main
from reviewer.session.jobs import CancelToken
from reviewer.session.making import MakingError, Wish, make, write
from reviewer.session.manifest import matching, pick, read_manifest
from reviewer.session.proof import graded_as, verify
from reviewer.session.recipe import parse_step
from reviewer.session.rules import rules_of
from reviewer.store import folder
from reviewer.store.files import FileError
from reviewer.store.reader import PictureCache, TaskReader

STEPS = {
    "flip": {"mirror"},
    "flip:vertical": {"vertical_flip"},
    "rotate:90": {"rotate_90"},
    "rotate:180": {"rotate_180"},
    "rotate:-90": {"rotate_270"},
    "crop:4,5,40,30": {"crop_to_size", "crop_place"},
    "resize:32": {"size", "similar_resized"},
    "brightness:0.7": {"brightness_decreased"},
    "brightness:1.3": {"brightness_increased"},
    "contrast:1.4": {"contrast_increased"},
    "contrast:0.6": {"contrast_decreased"},
    "saturation:0.85": {"saturation_decreased"},
    "blur:2": {"softer"},
    "sharpen:3": {"sharper"},
    "edges": {"similar"},
    "emboss": {"similar"},
    "invert": {"inverted"},
    "grey": {"grayscale"},
    "palette:16": {"palette", "few_colors"},
    "mode:L": {"mode", "grayscale"},
    "text:Hi,1,1,12,black": {"similar"},
    "shape:rectangle,3,3,12,12,yellow": {"similar"},
}


@pytest.fixture
def source(tmp_path: Path, photo: np.ndarray) -> Path:
    path = tmp_path / "photo.png"
    bright = np.clip(photo.astype(int) // 2 + 120, 0, 255).astype(np.uint8)
    Image.fromarray(bright).save(path)
    return path


def wish(source: Path, *steps: str, **more) -> Wish:
    return Wish("t1", source, tuple(parse_step(text) for text in steps), **more)


@pytest.mark.parametrize("text", STEPS)
def test_each_step_makes_a_task_that_is_proved(source: Path, text: str):
    made = make(wish(source, text), CancelToken())
    assert made.proof.problems == ()
    assert made.proof.golden == pytest.approx(1.0)
    assert made.proof.initial < 0.8
    assert {row["use"] for row in made.checks} >= STEPS[text]


def test_white_to_transparent_background_and_composite(tmp_path: Path):
    paper = np.full((60, 80, 3), 255, np.uint8)
    paper[20:40, 30:60] = (30, 60, 200)
    Image.fromarray(paper).save(tmp_path / "paper.png")
    front = np.zeros((20, 20, 4), np.uint8)
    front[4:16, 4:16] = (200, 20, 20, 255)
    Image.fromarray(front).save(tmp_path / "front.png")
    clear = make(wish(tmp_path / "paper.png", "white_transparent"), CancelToken())
    assert [row["use"] for row in clear.checks] == ["white_to_transparent", "mode"]
    assert clear.proof.holds
    assert make(wish(tmp_path / "paper.png", "composite:front.png,5,6"), CancelToken()).proof.holds
    filled = make(wish(tmp_path / "front.png", "background:#00c000"), CancelToken())
    assert filled.proof.holds
    middle = make(Wish("t1", (80, 60, "white"), (parse_step("shape:ellipse,30,20,20,20"),)),
                  CancelToken())  # fmt: skip
    assert [row["use"] for row in middle.checks] == ["centered_shape"]
    words = make(Wish("t1", (80, 60, "white"), (parse_step("text:Hi,1,1,12,black"),)),
                 CancelToken())  # fmt: skip
    assert [row["use"] for row in words.checks] == ["text_on_left"]
    assert middle.proof.holds


def test_a_task_is_written_with_copies_and_read_again(source: Path, tmp_path: Path):
    made = make(wish(source, "flip", instruction="Mirror it.\nThen save."), CancelToken())
    place = write(made, tmp_path / "tasks")
    assert sorted(path.name for path in place.iterdir()) == [
        "rubric.toml", "t1_golden.png", "t1_initial.png", "t1_initial_reference.png", "task.toml",
    ]  # fmt: skip
    # The initial picture is a copy of the source, byte for byte.
    assert (place / "t1_initial_reference.png").read_bytes() == source.read_bytes()
    (task,) = folder.discover(tmp_path / "tasks")
    assert task.problem == ""
    assert task.instruction == "Mirror it.\nThen save."
    assert task.artifact("initial").name == "t1_initial_reference.png"
    assert task.artifact("result").path == place / "t1.png"
    (proof,) = verify(tmp_path / "tasks", CancelToken())
    assert proof.holds
    with pytest.raises(FileError, match="not empty"):
        write(made, tmp_path / "tasks")
    write(made, tmp_path / "tasks", replace=True)


def test_parameters_survive_the_task_file(source: Path, tmp_path: Path):
    made = make(wish(source, "crop:4,5,40,30"), CancelToken())
    place = write(made, tmp_path / "tasks")
    rows = tomllib.loads((place / "task.toml").read_text("utf-8"))["checks"]
    assert rows[1] == {
        "use": "crop_place", "params": {"left": 4, "top": 5, "width": 40, "height": 30},
    }  # fmt: skip


def test_a_recipe_that_changes_nothing_is_refused(source: Path):
    made = make(wish(source, "brightness:1"), CancelToken())
    assert not made.proof.holds
    assert any("initial picture passes" in problem for problem in made.proof.problems)


def test_chosen_checks_replace_the_proposed_ones_and_are_proved(source: Path):
    right = make(wish(source, "flip", checks=({"use": "mirror", "at_least": 0.95},)), CancelToken())
    assert right.proof.holds
    wrong = make(wish(source, "flip", checks=({"use": "vertical_flip"},)), CancelToken())
    assert any("golden picture scores" in problem for problem in wrong.proof.problems)


def test_chosen_checks_that_are_none_are_told_by_what_was_typed(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture
):
    words = ["task", "new", "t1", str(tmp_path / "tasks"), "--from", str(source), "--do", "flip"]
    for check, says in (
        ("mirorr", "there is no check 'mirorr' (did you mean mirror?)"),
        ("similar:window=8", "similar: window is odd, not 8"),
    ):
        assert main([*words, "--check", check]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert "reviewer-task-" not in said
        assert "checks 1" not in said
        assert "right from wrong" not in said


def test_a_cap_is_added_where_the_plain_score_would_pass_the_initial_picture(source: Path):
    made = make(wish(source, "text:Hi,1,1,12,black"), CancelToken())
    assert b"own_checks_hold" in made.rubric
    assert made.proof.initial == pytest.approx(0.75)
    assert any("cap" in note for note in made.notes)


def test_a_check_of_the_direction_survives_a_lossy_format(tmp_path: Path, photo: np.ndarray):
    path = tmp_path / "photo.png"
    noise = np.random.default_rng(3).integers(-40, 40, photo.shape)
    Image.fromarray(np.clip(photo + noise, 0, 255).astype(np.uint8)).save(path)
    made = make(wish(path, "flip", form="jpg"), CancelToken())
    (row,) = made.checks
    assert row["use"] == "mirror"
    assert 0.5 < row["at_least"] < 0.99
    assert made.proof.golden == pytest.approx(1.0)
    assert dict(made.proof.initial_credits)["mirror"] == 0.0
    assert made.proof.holds


@pytest.mark.parametrize("text", ["brightness:0.6", "brightness:1.4", "contrast:1.5",
                                  "saturation:0.8", "sharpen:4"])  # fmt: skip
def test_thresholds_lie_between_the_initial_and_the_golden_picture(source: Path, text: str):
    made = make(wish(source, text), CancelToken())
    assert made.proof.holds
    for row in made.checks:
        limits = [row[key] for key in ("above", "below", "at_least", "at_most") if key in row]
        # Doing nothing measures 0, or 1 for a ratio: no threshold stands there.
        assert limits or row["use"] not in ("brightness_decreased", "sharper"), row
        assert all(limit not in (0, 1) for limit in limits), row


def test_a_check_that_the_initial_picture_holds_is_not_proposed(tmp_path: Path, photo):
    path = tmp_path / "photo.png"
    photo = photo.copy()
    photo[:, :3] = 0
    Image.fromarray(photo).save(path)
    made = make(wish(path, "text:Hi,30,20,12,white"), CancelToken())
    assert [row["use"] for row in made.checks] == ["similar"]
    assert "text_on_left holds for the initial picture and was left out" in made.notes
    assert made.proof.holds


def test_only_backgrounds_of_their_color_are_asked_for(tmp_path: Path):
    cut_out = np.zeros((60, 80, 4), np.uint8)
    cut_out[20:40, 30:60] = (30, 60, 200, 255)
    Image.fromarray(cut_out).save(tmp_path / "cup.png")
    for color, expected in (
        ("#00c000", {"opaque", "green_background"}),
        ("white", {"opaque", "white_background"}),
        ("#c00000", {"opaque"}),
    ):
        made = make(wish(tmp_path / "cup.png", f"background:{color}"), CancelToken())
        assert {row.get("id", row["use"]) for row in made.checks} == expected
        assert made.notes == () or all("cap" in note for note in made.notes)
        assert made.proof.holds
        assert made.proof.initial <= 0.75


def test_alpha_and_palettes_are_not_written_as_jpeg(tmp_path: Path, photo: np.ndarray):
    path = tmp_path / "photo.jpg"
    Image.fromarray(photo).save(path, quality=95)
    assert "t1_golden.png" in make(wish(path, "palette:16"), CancelToken()).contents
    assert "t1_golden.jpg" in make(wish(path, "brightness:0.7"), CancelToken()).contents
    with pytest.raises(MakingError, match="--format png"):
        make(wish(path, "mode:RGBA", form="jpg"), CancelToken())


def test_manifests_are_filtered_and_picked_again(tmp_path: Path, photo: np.ndarray):
    (tmp_path / "assets" / "media").mkdir(parents=True)
    out = io.BytesIO()
    Image.fromarray(photo).save(out, "PNG")
    (tmp_path / "assets" / "media" / "a.png").write_bytes(out.getvalue())
    rows = [
        {"path": "assets/media/a.png", "domain": "gimp", "category": "photos", "tags": ["x", "y"]},
        {"path": "assets/media/b.png", "domain": "gimp", "category": "icons", "tags": []},
    ]
    path = tmp_path / "assets" / "media" / "manifest.json"
    path.write_text(json.dumps({"assets": rows}))
    assets = read_manifest(path).assets
    assert assets[0].path == tmp_path / "assets" / "media" / "a.png"
    assert matching(assets, domain="gimp", tags=["y", "z"]) == [assets[0]]
    assert matching(assets, category="icons") == [assets[1]]
    assert pick(assets, seed=4) == pick(assets, seed=4)
    assert pick([], seed=None) is None
    path.write_text('{"assets": [{"no": 1}]}')
    with pytest.raises(FileError, match="not a manifest"):
        read_manifest(path)


def test_a_manifest_stays_in_its_library_and_one_bad_entry_is_one_message(
    tmp_path: Path, photo: np.ndarray, capsys: pytest.CaptureFixture
):
    library = tmp_path / "library"
    library.mkdir()
    for place in (library / "a.png", tmp_path / "secret.png"):
        Image.fromarray(photo).save(place)
    (library / "link.png").symlink_to(tmp_path / "secret.png")
    rows = [{"path": "a.png"}, {"path": "../secret.png"}, [3, None], {"path": "link.png"},
            {"path": str(tmp_path / "secret.png")}, {"path": "b.png", "tags": "x"}]  # fmt: skip
    path = library / "manifest.json"
    path.write_text(json.dumps({"assets": rows}))
    found = read_manifest(path)
    assert [asset.path for asset in found.assets] == [library / "a.png"]
    assert [fault.partition("asset ")[2][0] for fault in found.faults] == list("23456")
    assert "leads out of the library" in found.faults[0]
    words = ["task", "new", "m", str(tmp_path / "tasks"), "--manifest", str(path), "--do", "flip"]
    assert main(words) == 0
    assert "asset 3 is left out: it is not a table" in capsys.readouterr().err


def test_commands_make_and_verify(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture):
    tasks = str(tmp_path / "tasks")
    assert main(["task", "new", "a1", tasks, "--from", str(source), "--do", "flip"]) == 0
    assert "golden 1.000" in capsys.readouterr().out
    assert main(["task", "verify", tasks]) == 0
    assert "holds" in capsys.readouterr().out
    assert main(["task", "new", "a2", tasks, "--from", str(source), "--do", "contrast:1"]) == 1
    assert not (tmp_path / "tasks" / "a2").exists()
    assert main(["task", "new", "a1", tasks, "--from", str(source), "--do", "flip"]) == 2
    assert main(["task", "new", "../x", tasks, "--from", str(source), "--do", "flip"]) == 2
    assert "no name for a task" in capsys.readouterr().err
    golden = tmp_path / "tasks" / "a1" / "a1_golden.png"
    golden.write_bytes(golden.read_bytes()[:200])
    assert main(["task", "verify", tasks, "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert "error of the task" in row["problems"][0]
    assert main(["task", "operations"]) == 0
    assert "white_transparent" in capsys.readouterr().out


def graded(made, folder_: Path, result: Image.Image):
    place = write(made, folder_)
    result.save(place / made.roles["result"])
    (task,) = folder.discover(place)
    reader = TaskReader(task, PictureCache())
    return graded_as(task, "result", rules_of(task, reader), reader, CancelToken())


def square(place: tuple[int, int], size: tuple[int, int] = (400, 300), side: int = 30):
    image = Image.new("RGB", size, "white")
    left, top = place
    ImageDraw.Draw(image).rectangle((left, top, left + side - 1, top + side - 1), fill="red")
    return image


@pytest.mark.parametrize(
    ("size", "side", "wanted"), [((400, 300), 30, (20, 20)), ((40, 30), 10, (5, 5))]
)
def test_a_shape_off_the_middle_does_not_pass_in_the_middle(tmp_path: Path, size, side, wanted):
    step = parse_step(f"shape:rectangle,{wanted[0]},{wanted[1]},{side},{side}")
    made = make(Wish("t1", (*size, "white"), (step,)), CancelToken())
    assert made.proof.holds
    assert "centered_shape" not in [row["use"] for row in made.checks]
    assert any("no check asks for this place" in note for note in made.notes)
    middle = ((size[0] - side) // 2, (size[1] - side) // 2)
    right = graded(made, tmp_path / "right", square(wanted, size, side))
    assert right.headline.value == pytest.approx(1.0)
    wrong = graded(made, tmp_path / "wrong", square(middle, size, side))
    assert not wrong.headline.passes


def test_a_result_that_fails_the_tasks_own_checks_does_not_pass(source: Path, tmp_path: Path):
    made = make(wish(source, "palette:16"), CancelToken())
    with Image.open(source) as picture:
        plain = picture.convert("RGB").quantize(16).convert("RGB")
    ledger = graded(made, tmp_path / "tasks", plain)
    assert {check.id for check in ledger.checks if check.credit == 0.0} >= {"palette"}
    # Every other part is near its full credit: the cap alone holds it.
    assert ledger.headline.value == 0.75
    assert not ledger.headline.passes
