"""Speed of image edits at 12 megapixels: an XCF file drawn, checks of a task, turns and crops."""

from __future__ import annotations

import struct
import tracemalloc
import zlib

import numpy as np
import pytest

from reviewer.formats.xcf import flatten, read_xcf
from reviewer.metrics.crop import crop_place
from reviewer.metrics.edits import orientation
from reviewer.metrics.ssim import ssim

WIDTH, HEIGHT = 4000, 3000


def big_xcf(layers: int) -> bytes:
    """A file of 4000×3000 with RGBA layers, zlib tiles as GIMP writes them."""
    rng = np.random.default_rng(0)
    base = rng.integers(0, 256, (64, 64, 4), dtype=np.uint8)
    out = bytearray(b"gimp xcf v011\0" + struct.pack(">4I", WIDTH, HEIGHT, 0, 150))
    out += struct.pack(">2IB", 17, 1, 2) + struct.pack(">2I", 0, 0)
    table = len(out)
    out += bytes(8 * (layers + 2))

    def point(at: int) -> None:
        out[at : at + 8] = len(out).to_bytes(8, "big")

    for number in range(layers):
        point(table + 8 * number)
        out.extend(struct.pack(">3I", WIDTH, HEIGHT, 1) + struct.pack(">I", 2) + b"a\0")
        for key, payload in (
            (6, struct.pack(">I", 200)),
            (33, struct.pack(">f", 200 / 255)),
            (8, struct.pack(">I", 1)),
            (7, struct.pack(">I", 28)),
            (15, struct.pack(">2i", 0, 0)),
        ):
            out.extend(struct.pack(">2I", key, len(payload)) + payload)
        out.extend(struct.pack(">2I", 0, 0))
        pointers = len(out)
        out.extend(bytes(16))
        point(pointers)
        out.extend(struct.pack(">3I", WIDTH, HEIGHT, 4))
        place = len(out)
        out.extend(bytes(16))
        point(place)
        out.extend(struct.pack(">2I", WIDTH, HEIGHT))
        corners = [(y, x) for y in range(0, HEIGHT, 64) for x in range(0, WIDTH, 64)]
        tiles = len(out)
        out.extend(bytes(8 * (len(corners) + 1)))
        for index, (y, x) in enumerate(corners):
            point(tiles + 8 * index)
            tile = base[: min(64, HEIGHT - y), : min(64, WIDTH - x)]
            part = (tile + np.uint8(index % 256)).copy()
            out.extend(zlib.compress(part.tobytes(), 1))
    return bytes(out)


@pytest.mark.parametrize("layers", [1, 3])
def test_bench_xcf(benchmark, layers: int):
    data = big_xcf(layers)
    drawn = benchmark.pedantic(lambda: flatten(read_xcf(data)), rounds=3, warmup_rounds=1)
    assert drawn.rgba.shape == (HEIGHT, WIDTH, 4)
    assert drawn.approximations == ()


@pytest.fixture(scope="module")
def photo() -> np.ndarray:
    import cv2

    rng = np.random.default_rng(0)
    return cv2.GaussianBlur(rng.integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8), (0, 0), 2)


def test_bench_mirror(benchmark, photo: np.ndarray):
    turned = np.ascontiguousarray(photo[:, ::-1])
    found = benchmark.pedantic(
        lambda: orientation(turned, photo, names=("mirror", "none")), rounds=2, warmup_rounds=0
    )
    assert found.best == "mirror"


def test_bench_crop(benchmark, photo: np.ndarray):
    part = photo[500:1500, 700:2100].copy()
    found = benchmark.pedantic(lambda: crop_place(part, photo), rounds=2, warmup_rounds=0)
    assert found.box == (700, 500, 2100, 1500)


def test_bench_memory_of_ssim(benchmark, photo: np.ndarray):
    """Extra memory of our SSIM beside scikit-image's, on the same pair."""
    from skimage.metrics import structural_similarity

    other = np.ascontiguousarray(photo[::-1])

    def peak(call) -> int:
        tracemalloc.start()
        call()
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    ours = benchmark.pedantic(lambda: peak(lambda: ssim(photo, other)), rounds=1)
    theirs = peak(lambda: structural_similarity(photo, other, channel_axis=2))
    benchmark.extra_info["ratio"] = theirs / ours
    assert theirs / ours > 15
