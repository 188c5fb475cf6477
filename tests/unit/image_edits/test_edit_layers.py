"""Layers of XCF results: checks, panels, and looking at layers."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reviewer.kinds import kind
from reviewer.kinds.protocol import UnreadableError
from reviewer.session import xcf_files
from reviewer.session.jobs import CancelToken
from reviewer.session.layers import flatten_with, layer_alone, path_of
from reviewer.session.one_check import run_check


@pytest.fixture
def layered(write_xcf, layer) -> bytes:
    return write_xcf(
        32,
        24,
        [
            layer("Headline", (0, 0, 0, 255), (10, 6), (2, 3), is_text=True),
            layer("Cup of tea", (255, 0, 0, 255), (16, 12), (8, 6), visible=False, opacity=0.5),
            layer("Background", (0, 0, 255, 255), (32, 24)),
        ],
    )


def test_checks_on_layers(edit, layered):
    made = edit(
        {"use": "layer_count", "at_least": 3},
        {"use": "layer_present", "params": {"name": "cup"}},
        {"use": "layer_present", "id": "shown_cup", "params": {"name": "cup", "visible": True}},
        {"use": "layer_visible", "equals": False, "params": {"name": "CUP"}},
        {"use": "layer_mode", "equals": "normal", "params": {"name": "back"}},
        {"use": "layer_size", "params": {"name": "back"}},
        {"use": "layer_size", "id": "cup_size", "params": {"name": "cup", "width": 16}},
        {"use": "layer_opacity", "at_least": 49, "params": {"name": "cup"}},
        {"use": "text_layer"},
        {"use": "layer_mode", "id": "no_such", "params": {"name": "saucer"}},
        ending="xcf",
        result=layered,
    )  # fmt: skip
    got = {c.id: c.credit for c in made.ledger.checks}
    for row in ("layer_count", "layer_present", "layer_visible", "layer_mode", "layer_size",
                "cup_size", "layer_opacity", "text_layer"):  # fmt: skip
        assert got[row] == 1.0, row
    assert got["shown_cup"] == 0.0
    assert made.ledger.check("no_such").state == "not measured"
    assert "saucer" in made.ledger.check("no_such").reason
    assert made.measurements["layer_count"].value == 3


@pytest.mark.corpus
def test_groups_are_counted_apart_from_layers(corpus: Path):
    group = corpus / "xcf" / "gimp_made" / "group.xcf"
    described = xcf_files.info(group)
    found = run_check("layer_count", group, references={}, settings={}, token=CancelToken())
    assert (described["layer_count"], described["group_count"]) == (3, 2)
    assert found.value == 3
    assert found.notes[-1] == "2 groups counted apart"


def test_an_xcf_result_is_graded_like_its_picture(edit, layered, photo):
    flat = np.zeros((24, 32, 3), np.uint8)
    flat[..., 2] = 255
    flat[3:9, 2:12] = 0
    made = edit({"use": "exact"}, ending="xcf", result=layered, golden=flat, initial=photo)
    assert made.credit("exact") == 1.0
    assert made.ledger.headline.value == pytest.approx(1.0)


def test_layers_stand_in_a_tree_with_a_box_each(edit, layered):
    made = edit(ending="xcf", result=layered)
    tree = next(p for p in kind("gimp_edit").panels(made.request()) if p.id == "layers:result")
    assert tree.form == "tree"
    assert [(node.label, node.checked, node.is_dimmed) for node in tree.tree] == [
        ("Headline", True, False),
        ("Cup of tea", False, True),
        ("Background", True, False),
    ]
    assert "Normal · 50" in tree.tree[1].detail
    assert "16×12 · +8+6" in tree.tree[1].detail
    assert "text" in tree.tree[0].detail


def test_layers_are_shown_and_hidden_for_looking(edit, layered):
    made = edit(ending="xcf", result=layered)
    artifact = made.task.artifacts[0]
    token = CancelToken()
    shown = flatten_with(made.reader, artifact, {path_of("0"): False, path_of("1"): True}, token)
    assert shown.pixels[4, 4].tolist() == [0, 0, 255, 255]
    assert shown.pixels[10, 10, 0] > 100
    assert made.reader.picture(artifact).pixels[4, 4].tolist() == [0, 0, 0, 255]
    alone = layer_alone(made.reader, artifact, path_of("1"))
    assert alone.pixels.shape == (24, 32, 4)
    # In its place on the canvas; nothing beside it.
    assert alone.pixels[6:18, 8:24].reshape(-1, 4).tolist() == [[255, 0, 0, 255]] * (12 * 16)
    assert int((alone.pixels[..., 3] > 0).sum()) == 12 * 16
    with pytest.raises(UnreadableError, match=r"result\.xcf"):
        layer_alone(made.reader, artifact, (9,))


def test_a_broken_xcf_names_its_file(edit, layered):
    made = edit({"use": "layer_count"}, ending="xcf", result=layered[:300])
    found = made.measurements["layer_count"]
    assert found.error.startswith("result.xcf: ")
    panel = next(p for p in kind("gimp_edit").panels(made.request()) if p.id == "layers:result")
    assert panel.text.startswith("result.xcf: ")


def test_a_picture_without_layers_says_so(edit, photo):
    out = io.BytesIO()
    Image.fromarray(photo).save(out, "PNG")
    made = edit({"use": "layer_count"}, ending="xcf", result=out.getvalue())
    assert "not an XCF file" in made.ledger.check("layer_count").reason


def test_a_question_says_which_layer_and_which_setting_it_is_about(edit, layered):
    def asks(use, ending="xcf", result=layered, **params):
        config = {"task_type": "config"} if ending == "rc" else {}
        row = {"use": use, "params": params} | ({"equals": "1"} if ending == "rc" else {})
        made = edit(row, ending=ending, result=result, settings=config)
        return made.rubric.check(use)

    assert asks("layer_visible").asks.startswith("The top layer is visible")
    named = asks("layer_visible", name="Title")
    assert named.asks.startswith("The layer “Title” is visible")
    assert named.asks_tr["zh"].startswith("图层“Title”可见")
    assert asks("layer_present", name="x").asks.startswith("A layer with “x” in its name is there")
    assert asks("layer_present").asks_tr["zh"].startswith("存在图层")
    setting = asks("gimprc", "rc", b"(a 1)", key=["b", "c"])
    assert setting.asks == "The setting “b c” has the value asked for"
