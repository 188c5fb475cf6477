"""Files that GIMP and others made: the tree and the pixels that GIMP itself shows."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms

from reviewer.formats.xcf import XcfError, XcfImage, flatten, read_xcf
from reviewer.formats.xcf_color import srgb_encode

pytestmark = pytest.mark.corpus


def tree_of(image: XcfImage) -> dict[str, object]:
    """What the reference says of a file, from ours."""
    layers = [
        {
            "depth": len(layer.path) - 1,
            "geometry": f"{layer.width}x{layer.height}+{layer.offset[0]}+{layer.offset[1]}",
            "gimp_mode": layer.mode,
            "group": layer.is_group,
            "mask": layer.mask is not None,
            "name": layer.name,
            "opacity": pytest.approx(layer.opacity * 100),
            "visible": layer.visible,
        }
        for layer in image.walk()
    ]
    return {
        "base": image.base_type,
        "layers": layers,
        "precision": image.precision,
        "size": f"{image.width}x{image.height}",
        "top_layers": len(image.layers),
    }


def shown_by_gimp(path: Path) -> np.ndarray:
    """A reference picture as sRGB bytes (one of them was saved in linear light)."""
    with Image.open(path) as picture:
        pixels = np.array(picture.convert("RGBA"))
        profile = ImageCms.ImageCmsProfile(io.BytesIO(picture.info["icc_profile"]))
    if "Linear" in ImageCms.getProfileDescription(profile):
        pixels[..., :3] = np.rint(srgb_encode(pixels[..., :3] / 255.0) * 255)
    return pixels


def test_layer_trees_equal_those_of_gimp(corpus):
    truth = json.loads((corpus / "xcf" / "TRUTH_GIMP.json").read_text(encoding="utf-8"))
    assert len(truth) > 30
    for name, expected in truth.items():
        assert tree_of(read_xcf((corpus / "xcf" / name).read_bytes())) == expected, name


def test_pixels_equal_those_of_gimp(corpus):
    seen = 0
    for path in sorted((corpus / "xcf").glob("*/*.xcf")):
        reference = path.with_suffix(".ref_gimp.png")
        if not reference.exists():
            reference = path.with_suffix(".png")
        drawn = flatten(read_xcf(path.read_bytes()))
        expected = shown_by_gimp(reference)
        assert drawn.rgba.shape == expected.shape, path.name
        assert np.abs(drawn.rgba.astype(int) - expected).max() <= 2, path.name
        assert drawn.approximations == (), path.name
        seen += 1
    assert seen > 50


def test_kinds_of_layers_are_told(corpus):
    made = corpus / "xcf" / "gimp_made"
    text = read_xcf((made / "text_layer.xcf").read_bytes())
    assert [layer.is_text for layer in text.layers] == [True, False]
    group = read_xcf((made / "group.xcf").read_bytes())
    assert group.layer((0, 0, 0)).name == "nested"
    assert group.layer((0, 0, 0)).mode_name == "Multiply"
    mask = read_xcf((made / "mask.xcf").read_bytes())
    assert mask.layers[0].mask is not None
    assert mask.layers[0].mask.applied


def test_cut_files_are_refused(corpus):
    for name in ("group", "mask", "indexed", "prec_u16g"):
        whole = (corpus / "xcf" / "gimp_made" / f"{name}.xcf").read_bytes()
        for length in range(1, len(whole) - 50, len(whole) // 20):
            with pytest.raises(XcfError):
                flatten(read_xcf(whole[:length]))
