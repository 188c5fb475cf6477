"""Rendering in a child process: right pixels, and a clear end for every hostile drawing."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reviewer.process import fonts
from reviewer.process.resvg import (
    Drawing,
    DrawingError,
    memory_for,
    render_svg,
)

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
INK = "http://www.inkscape.org/namespaces/inkscape"


def pixels(drawing: Drawing) -> np.ndarray:
    with Image.open(io.BytesIO(drawing.png)) as picture:
        return np.asarray(picture.convert("RGB"))


def draw(body: str, size: str, **options) -> Drawing:
    options.setdefault("max_side", 100)
    return render_svg(f"{HEAD} {size}>{body}</svg>".encode(), name="plan.svg", **options)


def test_user_units_map_to_pixels_by_one_factor() -> None:
    drawing = draw(
        '<rect x="10" y="20" width="5" height="10" fill="#ff0000"/>',
        'viewBox="10 20 40 20" width="300mm" height="300mm"',
    )
    assert drawing.view == (10, 20, 40, 20)
    assert drawing.size == (100, 50)
    picture = pixels(drawing)
    assert picture.shape == (50, 100, 3)
    # 2.5 pixels a unit: the rectangle covers 12.5 by 25 pixels from the corner.
    assert picture[24, 11].tolist() == [255, 0, 0]
    assert picture[26, 5].tolist() == [255, 255, 255]
    assert picture[5, 14].tolist() == [255, 255, 255]


def test_text_without_a_font_family_is_visible() -> None:
    if not fonts.installed_fonts().plain:
        pytest.skip("no font is installed")
    picture = pixels(draw('<text x="2" y="24" font-size="20">mm</text>', 'width="60" height="30"'))
    assert (picture < 128).any()


def test_a_missing_chinese_font_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = fonts.Fonts("DejaVu Sans", "DejaVu Sans Mono", "")
    monkeypatch.setattr("reviewer.process.resvg.installed_fonts", lambda: bare)
    assert fonts.NO_CJK in draw("<text>床</text>", 'width="9" height="9"').notes
    assert draw("<text>bed</text>", 'width="9" height="9"').notes == ()


def test_layers_can_be_left_out() -> None:
    body = (
        f'<g xmlns:i="{INK}" i:groupmode="layer" i:label="furniture">'
        '<rect width="9" height="9"/></g>'
    )
    size = 'width="9" height="9"'
    assert (pixels(draw(body, size)) == 0).all()
    assert (pixels(draw(body, size, hidden_layers=["furniture"])) == 255).all()


def test_a_view_can_be_handed_in_where_the_drawing_states_none() -> None:
    body = '<rect x="50" y="0" width="50" height="50"/>'
    assert draw(body, "").view is None
    drawing = draw(body, "", view=(0, 0, 100, 50))
    assert drawing.view == (0, 0, 100, 50)
    assert pixels(drawing)[25, 25].tolist() == [255, 255, 255]
    assert pixels(drawing)[25, 75].tolist() == [0, 0, 0]


def test_an_endless_drawing_is_stopped() -> None:
    # Small to write, slow to paint: every filter runs over the whole canvas.
    filters = '<filter id="f" x="0" y="0" width="1" height="1">'
    filters += '<feGaussianBlur stdDeviation="40"/>' * 40 + "</filter>"
    body = filters + '<g filter="url(#f)"><rect width="100" height="100"/></g>' * 200
    with pytest.raises(DrawingError, match=r"plan\.svg: drawing it was stopped: it ran longer"):
        draw(body, 'viewBox="0 0 100 100"', max_side=3000, timeout=0.6)


def test_memory_is_limited() -> None:
    with pytest.raises(DrawingError, match=r"memory|cannot be drawn|failed"):
        draw(
            '<rect width="9" height="9"/>',
            'viewBox="0 0 9 9"',
            max_side=8000,
            memory_limit=400 << 20,
        )


def test_small_files_are_given_little_and_large_ones_enough() -> None:
    assert memory_for(5_000, 2000) < memory_for(1 << 20, 2048) < 512 << 20
    assert memory_for(15 << 20, 2000) > 1 << 30
    assert memory_for(20 << 20, 8192) == memory_for(1 << 40, 1 << 20) == 2 << 30


def test_a_bomb_of_masks_ends_soon_without_being_told_a_limit() -> None:
    masks = "".join(
        f'<mask id="m{n}"><g mask="url(#m{n + 1})"><rect width="900" height="900" fill="#fff"/>'
        f'</g><g mask="url(#m{n + 1})"><rect width="900" height="900"/></g></mask>'
        for n in range(24)
    )
    body = f'<defs>{masks}</defs><rect width="900" height="900" mask="url(#m0)"/>'
    began = time.monotonic()
    with pytest.raises(DrawingError, match=r"too much memory|it ran longer than 10"):
        draw(body, 'viewBox="0 0 900 900"', max_side=2000)
    assert time.monotonic() - began < 15


# What each hostile file of the corpus must come to: a refusal, or what its picture shows.
OUTCOMES = {
    "billion_laughs.svg": "entities expand without end",
    "not_wellformed.svg": "invalid XML",
    "use_recursion.svg": "in a circle",
}


def test_hostile_corpus(corpus: Path) -> None:
    folder = corpus / "svg" / "malicious"
    for name in json.loads((folder / "TRUTH.json").read_text()):
        data = (folder / name).read_bytes()
        began = time.monotonic()
        if name in OUTCOMES:
            with pytest.raises(DrawingError, match=OUTCOMES[name]):
                render_svg(data, name=name, max_side=200, memory_limit=1 << 30)
        else:
            picture = pixels(render_svg(data, name=name, max_side=200, memory_limit=1 << 30))
            assert max(picture.shape) == 200
            if name == "css_import.svg":
                assert picture[2, 2].tolist() == [0, 255, 0]
            if name == "internal_entity_benign.svg":
                assert picture[10, 10].tolist() == [0x33, 0x66, 0xFF]
            if name in ("xxe_file.svg", "image_file_href.svg", "script_onload.svg"):
                assert (picture == 255).all()
        assert time.monotonic() - began < 2.0, name
