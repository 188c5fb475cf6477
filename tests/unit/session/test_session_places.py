"""Layers of a picture have a place of their own, and what is no layer has none."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from reviewer.model import Artifact, Mark
from reviewer.session.layers import WHOLE
from reviewer.session.places import _layer


class _Image:
    """A layered picture with one layer in its corner."""

    def layer(self, path: tuple[int, ...]) -> SimpleNamespace:
        if path != (0, 1):
            raise IndexError(path)
        return SimpleNamespace(offset=(30, -4), width=20, height=10, name="Moon")


def _request() -> SimpleNamespace:
    artifact = Artifact("result", Path("a.xcf"), "a.xcf")
    return SimpleNamespace(
        task=SimpleNamespace(artifact=lambda role: artifact if role == "result" else None),
        reader=SimpleNamespace(document=lambda _artifact, _form: _Image()),
    )


def test_a_layer_lies_at_its_offset() -> None:
    (mark,) = _layer(_request(), "result", "0/1")
    assert mark == Mark(
        "box", (30.0, -4.0, 20.0, 10.0), "Moon", "accent", role="result", item="0/1"
    )


def test_the_whole_a_lost_layer_and_another_picture_have_no_place() -> None:
    assert _layer(_request(), "result", WHOLE) == ()
    assert _layer(_request(), "result", "7") == ()
    assert _layer(_request(), "golden", "0/1") == ()
