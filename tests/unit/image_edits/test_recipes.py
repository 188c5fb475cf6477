"""Recipes: steps as they are typed or written in files, and what is wrong with them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from reviewer.cli import main
from reviewer.session.recipe import RecipeError, parse_recipe, parse_step, preview
from reviewer.session.recipe_table import OPERATIONS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rotat", "there is no operation 'rotat'"),
        ("crop:1,2", "width is missing"),
        ("flip:diagonal", "is one of horizontal, vertical"),
        ("brightness:much", "is a number"),
        ("brightness:-1", "is between"),
        ("palette:colors=1", "is between"),
        ("flip:horizontal,2", "one value too many"),
        ("blur:radius=2,speed=3", "unknown speed. It takes radius"),
        ("brightness:0.5,factor=0.7", "brightness: factor is given twice"),
        ("brightness:factor=0.5,factor=0.7", "brightness: factor is given twice"),
        ('text:text="Hello, world,x=5,y=20', "text: .* is not closed"),
        ('text:text=Hello, world",x=5,y=20', 'text: world" has a quote in its middle'),
        ('text:text="Hello" world,x=5,y=20', "text: 'world' stands behind"),
        ('text:text="C:\\q",x=5,y=20', "text: .* Write a backslash twice"),
        ("text:Hi,1.5,2", "x is a whole number"),
        ("text:Hi,true,2", "x is a number"),
        ("blur:nan", "radius is a number"),
    ],
)
def test_a_wrong_step_is_told(text: str, says: str):
    with pytest.raises(RecipeError, match=says):
        parse_step(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('text: text="Hello, world", x=5, y=20, size=40, color=black', "Hello, world"),
        ("text:'6\" nails, two',5,20,40", '6" nails, two'),
        ("text:It's me,5,20,size=40", "It's me"),
        ('text:"a=b, c",5,20,size=40,color="black"', "a=b, c"),
        ("text:[draft],5,20,size=40", "[draft]"),
    ],
)
def test_commas_part_values_outside_quotes_only(text: str, words: str):
    values = parse_step(text).values
    assert values == {"text": words, "x": 5, "y": 20, "size": 40, "color": "black"}


def test_commas_in_the_values_of_a_check_part_nothing(tmp_path: Path, photo: np.ndarray, capsys):
    Image.fromarray(photo).save(tmp_path / "photo.png")
    words = ["task", "new", "t9", str(tmp_path), "--from", str(tmp_path / "photo.png")]
    words += ["--do", "flip", "--check"]
    chosen = 'mirror:at_least=0.95,asks="Mirrored, all of it"'
    assert main([*words, chosen]) == 0
    assert 'asks = "Mirrored, all of it"' in (tmp_path / "t9" / "task.toml").read_text()
    assert main([*words, "mirror:at_least=0.9,at_least=0.8"]) == 2
    assert "--check at_least=0.8: at_least is given twice" in capsys.readouterr().err
    assert main([*words, 'mirror:asks="Mirrored']) == 2
    assert "--check mirror: " in capsys.readouterr().err


def test_a_crop_beyond_the_picture_is_told_with_its_step(photo: np.ndarray):
    with pytest.raises(RecipeError, match="step 2, crop: the part ends at"):
        preview(photo, (parse_step("flip"), parse_step("crop:60,0,10,10")))


def test_recipes_from_files():
    data = (
        b'[[step]]\ndo = "rotate"\ndegrees = 180\n'
        b'[[step]]\ndo = "text"\ntext = "a, b"\nx = 1\ny = 2\n'
    )
    steps = parse_recipe(data, name="r.toml")
    assert [step.name for step in steps] == ["rotate", "text"]
    assert steps[1].values["text"] == "a, b"
    with pytest.raises(RecipeError, match=r"r\.toml: step 1: there is no operation"):
        parse_recipe(b'[[step]]\ndo = "spin"', name="r.toml")
    with pytest.raises(RecipeError, match="no steps"):
        parse_recipe(b"x = 1", name="r.toml")


def test_previews_are_arrays_and_leave_their_input_alone(photo: np.ndarray):
    before = photo.copy()
    turned = preview(photo, (parse_step("rotate:90"),))
    assert np.array_equal(turned, np.rot90(photo, -1))
    assert np.array_equal(preview(photo, (parse_step("flip"),)), photo[:, ::-1])
    assert preview(photo, (parse_step("white_transparent"),)).shape == (48, 64, 4)
    assert np.array_equal(photo, before)
    assert preview(photo[..., 0].copy(), (parse_step("invert"),)).shape == (48, 64, 3)


@given(st.text(max_size=40))
def test_any_typed_step_is_a_step_or_a_recipe_error(text: str):
    with contextlib.suppress(RecipeError):
        assert parse_step(text).name in OPERATIONS
