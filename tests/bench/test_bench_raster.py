"""Decoding and encoding 12 megapixels, beside Pillow."""

from __future__ import annotations

import io
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from reviewer.formats.encode import encode_png
from reviewer.formats.raster import decode, decode_reduced, probe


@pytest.fixture(scope="module")
def photo() -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(0)
    coarse = rng.integers(0, 256, (375, 500, 3), dtype=np.uint8)
    smooth = cv2.resize(coarse, (4000, 3000), interpolation=cv2.INTER_CUBIC).astype(np.int16)
    noise = rng.integers(-3, 4, smooth.shape, dtype=np.int16)
    return np.clip(smooth + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def files(photo: np.ndarray[Any, Any]) -> dict[str, bytes]:
    jpeg = io.BytesIO()
    Image.fromarray(photo).save(jpeg, "JPEG", quality=92)
    return {"png": encode_png(photo), "jpeg": jpeg.getvalue()}


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_decode(benchmark: Any, files: dict[str, bytes], kind: str) -> None:
    picture = benchmark(decode, files[kind], name=kind)
    assert picture.size == (4000, 3000)


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_decode_with_pillow(benchmark: Any, files: dict[str, bytes], kind: str) -> None:
    pixels = benchmark(lambda: np.asarray(Image.open(io.BytesIO(files[kind]))))
    assert pixels.shape == (3000, 4000, 3)


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_first_paint(benchmark: Any, files: dict[str, bytes], kind: str) -> None:
    picture = benchmark(decode_reduced, files[kind], name=kind, max_side=1000)
    assert picture.pixels.shape == (750, 1000, 3)


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_header_only(benchmark: Any, files: dict[str, bytes], kind: str) -> None:
    assert benchmark(probe, files[kind], name=kind).size == (4000, 3000)


def test_encode_png(benchmark: Any, photo: np.ndarray[Any, Any]) -> None:
    assert benchmark(encode_png, photo).startswith(b"\x89PNG")
