"""XCF files written here byte by byte: what is read back, what is drawn, what is refused."""

from __future__ import annotations

import contextlib
import json
import struct
import time
import tracemalloc
import zlib
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.formats.xcf import XcfError, describe, flatten, layer_pixels, read_xcf

RGB, RGBA, GRAY, GRAYA, INDEXED = 0, 1, 2, 3, 4
KEPT = {100: ">u1", 150: ">u1", 300: ">u4", 250: ">u2", 600: ">f4"}


@dataclass
class Layer:
    """A layer to write: samples (rows, columns, components) as the file stores them."""

    samples: np.ndarray
    kind: int = RGBA
    name: str = "layer"
    mode: int = 28
    opacity: float = 1.0
    offset: tuple[int, int] = (0, 0)
    path: tuple[int, ...] = ()
    is_group: bool = False
    mask: np.ndarray | None = None
    extra: list[tuple[int, bytes]] = field(default_factory=list)


@dataclass
class Writer:
    """An XCF file under construction."""

    width: int
    height: int
    base: int = 0
    version: int = 11
    precision: int = 150
    compression: int = 1
    properties: list[tuple[int, bytes]] = field(default_factory=list)
    packed: dict[bytes, bytes] = field(default_factory=dict)

    def write(self, layers: list[Layer]) -> bytes:
        magic = b"file" if self.version == 0 else f"v{self.version:03}".encode()
        out = bytearray(b"gimp xcf " + magic + b"\0")
        out += struct.pack(">3I", self.width, self.height, self.base)
        if self.version >= 4:
            out += struct.pack(">I", self.precision)
        out += self._list([(17, bytes([self.compression])), *self.properties])
        table = len(out)
        out += bytes(self._pointer * (len(layers) + 2))
        for index, layer in enumerate(layers):
            self._point(out, table + index * self._pointer)
            self._layer(out, layer)
        return bytes(out)

    @property
    def _pointer(self) -> int:
        return 8 if self.version >= 11 else 4

    def _point(self, out: bytearray, at: int) -> None:
        out[at : at + self._pointer] = len(out).to_bytes(self._pointer, "big")

    def _list(self, properties: list[tuple[int, bytes]]) -> bytes:
        parts = (struct.pack(">2I", key, len(payload)) + payload for key, payload in properties)
        return b"".join(parts) + struct.pack(">2I", 0, 0)

    def _text(self, text: str) -> bytes:
        raw = text.encode() + b"\0"
        return struct.pack(">I", len(raw)) + raw

    def _layer(self, out: bytearray, layer: Layer) -> None:
        rows, columns, _ = layer.samples.shape
        out += struct.pack(">3I", columns, rows, layer.kind) + self._text(layer.name)
        properties = [
            *([(29, b"")] if layer.is_group else []),
            (8, struct.pack(">I", 1)),
            (6, struct.pack(">I", round(layer.opacity * 255))),
            (7, struct.pack(">I", layer.mode)),
            (15, struct.pack(">2i", *layer.offset)),
            *layer.extra,
        ]
        if self.version >= 11:
            properties.append((33, struct.pack(">f", layer.opacity)))
        if len(layer.path) > 1:
            properties.append((30, struct.pack(f">{len(layer.path)}I", *layer.path)))
        out += self._list(properties)
        pointers = len(out)
        out += bytes(2 * self._pointer)
        self._point(out, pointers)
        self._pixels(out, layer.samples)
        if layer.mask is not None:
            self._point(out, pointers + self._pointer)
            out += struct.pack(">2I", columns, rows) + self._text("mask") + self._list([])
            place = len(out)
            out += bytes(self._pointer)
            self._point(out, place)
            self._pixels(out, layer.mask[..., None])

    def _pixels(self, out: bytearray, samples: np.ndarray) -> None:
        rows, columns, components = samples.shape
        depth = components * np.dtype(KEPT[self.precision]).itemsize
        out += struct.pack(">3I", columns, rows, depth)
        place = len(out)
        out += bytes(2 * self._pointer)
        self._point(out, place)
        out += struct.pack(">2I", columns, rows)
        corners = [(y, x) for y in range(0, rows, 64) for x in range(0, columns, 64)]
        tiles = len(out)
        out += bytes(self._pointer * (len(corners) + 1))
        for index, (y, x) in enumerate(corners):
            self._point(out, tiles + index * self._pointer)
            out += self._tile(samples[y : y + 64, x : x + 64])

    def _tile(self, samples: np.ndarray) -> bytes:
        raw = np.ascontiguousarray(samples.astype(KEPT[self.precision])).tobytes()
        if self.compression == 2:
            return zlib.compress(raw)
        if self.compression == 0:
            return raw
        if raw not in self.packed:
            planes = np.frombuffer(raw, np.uint8).reshape(samples.shape[0] * samples.shape[1], -1)
            self.packed[raw] = b"".join(run_lengths(plane.tobytes()) for plane in planes.T)
        return self.packed[raw]


def run_lengths(plane: bytes) -> bytes:
    """GIMP's run-length code, with its short and long forms."""
    out, literal, at = bytearray(), bytearray(), 0
    while at <= len(plane):
        end = at
        while end < len(plane) and plane[end] == plane[at]:
            end += 1
        if end - at < 3 and at < len(plane):
            literal += plane[at:end]
            at = end
            continue
        if literal:
            size = len(literal)
            out += bytes([256 - size]) if size < 128 else bytes([128, size >> 8, size & 255])
            out += literal
            literal.clear()
        if at == len(plane):
            break
        size = end - at
        out += bytes([size - 1]) if size < 128 else bytes([127, size >> 8, size & 255])
        out.append(plane[at])
        at = end
    return bytes(out)


def solid(*color: int, size: tuple[int, int] = (4, 4)) -> np.ndarray:
    """Rows of one color."""
    return np.broadcast_to(np.array(color), (*size, len(color)))


def noise(seed: int, shape: tuple[int, ...]) -> np.ndarray:
    """Bytes with runs in them."""
    drawn = np.random.default_rng(seed).integers(0, 256, shape)
    return np.where(drawn < 100, 7, drawn)


@settings(max_examples=25, deadline=None)
@given(
    width=st.integers(1, 90),
    height=st.integers(1, 70),
    compression=st.sampled_from([0, 1, 2]),
    version=st.sampled_from([0, 3, 10, 11, 12, 13]),
    seed=st.integers(0, 9),
)
def test_pixels_come_back_as_written(width, height, compression, version, seed):
    samples = noise(seed, (height, width, 4))
    samples[..., 3] = np.maximum(samples[..., 3], 1)
    writer = Writer(width, height, version=version, compression=compression)
    image = read_xcf(writer.write([Layer(samples)]))
    assert (image.version, image.width, image.height) == (version, width, height)
    assert np.array_equal(layer_pixels(image, (0,)), samples)
    assert np.array_equal(flatten(image).rgba, samples)


@pytest.mark.parametrize(("precision", "scale"), [(250, 65535), (600, 1.0)])
@pytest.mark.parametrize("compression", [0, 1, 2])
def test_deep_samples_are_scaled_to_bytes(precision, scale, compression):
    samples = np.array([0.0, 0.25, 0.6, 1.0])[None, :, None] * np.ones((1, 4, 3)) * scale
    writer = Writer(4, 1, version=12, precision=precision, compression=compression)
    image = read_xcf(writer.write([Layer(samples, kind=RGB)]))
    # Linear light is shown by the sRGB curve: a quarter of the light is 137, three fifths 203.
    expected = [0, 137, 203, 255] if precision == 600 else [0, 64, 153, 255]
    assert flatten(image).rgba[0, :, 0].tolist() == expected


def test_half_opaque_white_blends_in_linear_light_and_legacy_does_not():
    grey = Layer(solid(90, 90, 90), kind=RGB)
    white = Layer(solid(255, 255, 255), kind=RGB, opacity=0.5)
    later = flatten(read_xcf(Writer(4, 4).write([white, grey])))
    legacy = flatten(read_xcf(Writer(4, 4).write([replace(white, mode=0), grey])))
    assert later.rgba[0, 0].tolist() == [196, 196, 196, 255]
    assert legacy.rgba[0, 0].tolist() == [172, 172, 172, 255]
    assert later.approximations == legacy.approximations == ()


def test_tree_of_groups_with_offsets_masks_and_names():
    group = Layer(solid(0, 0, 0, 0), name="group", path=(0,), is_group=True, opacity=0.5)
    child = Layer(solid(200, 0, 0, size=(2, 2)), kind=RGB, name="沙发", path=(0, 0), offset=(1, 1))
    mask = np.array([[0, 255, 255, 255]] * 4)
    base = Layer(solid(0, 0, 200), kind=RGB, name="base", path=(1,), mask=mask)
    image = read_xcf(Writer(4, 4).write([group, child, base]))
    assert [(layer.path, layer.name, layer.is_group) for layer in image.walk()] == [
        ((0,), "group", True),
        ((0, 0), "沙发", False),
        ((1,), "base", False),
    ]
    assert image.layer((0, 0)).offset == (1, 1)
    assert image.layer((1,)).mask is not None
    shown = flatten(image).rgba
    assert shown[0].tolist() == [[0, 0, 0, 0]] + [[0, 0, 200, 255]] * 3
    # Half of 200 red and half of 200 blue, mixed as light.
    assert shown[1, 1].tolist() == [146, 0, 146, 255]
    hidden = flatten(image, visible={(0,): False}).rgba
    assert hidden[1, 1].tolist() == [0, 0, 200, 255]
    told = json.loads(json.dumps(describe(image)))
    assert told["layers"][0]["layers"][0]["name"] == "沙发"
    assert (told["layer_count"], told["group_count"]) == (2, 1)


@pytest.mark.parametrize(
    ("mode", "opacity", "is_masked", "children", "expected"),
    [
        (61, 0.55, False, [30, 28], [[54, 82, 141]] * 4),
        # GIMP gives a pass-through group with one child that child's mode.
        (61, 0.55, False, [3], [[38, 69, 141]] * 4),
        (28, 0.55, False, [30, 28], [[54, 92, 173]] * 4),
        (31, 1.0, True, [30, 28], [[40, 90, 200], [57, 103, 201], [70, 115, 201], [82, 127, 202]]),
    ],
)
def test_groups_are_drawn_as_gimp_draws_them(mode, opacity, is_masked, children, expected):
    row = (1, 4)
    group = Layer(solid(0, 0, 0, 0, size=row), mode=mode, opacity=opacity, path=(0,), is_group=True)
    if is_masked:
        group.mask = np.array([[0, 80, 160, 255]])
    colors = [((230, 120, 40), 1.0), ((90, 210, 160), 0.5)]
    inside = [
        Layer(solid(*color, size=row), kind=RGB, mode=child, opacity=strength, path=(0, index))
        for index, (child, (color, strength)) in enumerate(zip(children, colors, strict=False))
    ]
    base = Layer(solid(40, 90, 200, size=row), kind=RGB, path=(1,))
    shown = flatten(read_xcf(Writer(4, 1).write([group, *inside, base]))).rgba
    assert np.abs(shown[0, :, :3].astype(int) - expected).max() <= 2


@pytest.mark.parametrize(
    ("mode", "base", "top", "mask", "expected"),
    [
        (28, (172, 43, 126), (214, 206, 159), 15, (174, 60, 127)),
        (28, (185, 0, 149), (68, 208, 163), 15, (182, 41, 150)),
        (28, (36, 85, 112), (222, 48, 220), 35, (77, 83, 125)),
        (31, (166, 18, 214), (249, 255, 135), 15, (170, 57, 215)),
        (31, (127, 143, 39), (49, 84, 239), 35, (129, 146, 84)),
        (31, (140, 174, 41), (48, 200, 221), 15, (141, 177, 62)),
    ],
)
def test_alpha_halfway_between_two_bytes_goes_up_in_a_group(mode, base, top, mask, expected):
    # GIMP 2.10.34 drew these: a masked layer of 70 % in a group of 80 %, both in the mode.
    one = (1, 1)
    group = Layer(solid(0, 0, 0, 0, size=one), mode=mode, opacity=0.8, path=(0,), is_group=True)
    inside = Layer(solid(*top, 255, size=one), mode=mode, opacity=0.7, path=(0, 0),
                   mask=np.array([[mask]]))  # fmt: skip
    below = Layer(solid(*base, 255, size=one), path=(1,))
    shown = flatten(read_xcf(Writer(1, 1).write([group, inside, below]))).rgba
    assert np.abs(shown[0, 0, :3].astype(int) - expected).max() <= 1


def test_grey_and_indexed_images_become_rgba():
    grey = read_xcf(Writer(1, 1, base=1).write([Layer(solid(77, 128, size=(1, 1)), kind=GRAYA)]))
    assert flatten(grey).rgba[0, 0].tolist() == [77, 77, 77, 128]
    colors = (1, struct.pack(">I6B", 2, 10, 20, 30, 200, 100, 0))
    indexed = Writer(2, 1, base=2, properties=[colors])
    image = read_xcf(indexed.write([Layer(np.array([[[1], [0]]]), kind=INDEXED)]))
    assert image.colormap == ((10, 20, 30), (200, 100, 0))
    assert flatten(image).rgba[0].tolist() == [[200, 100, 0, 255], [10, 20, 30, 255]]


def test_parasites_are_noted():
    comment = b"\0\0\0\x0dgimp-comment\0\0\0\0\1\0\0\0\3hi\0"
    text = (21, b"\0\0\0\x10gimp-text-layer\0\0\0\0\1\0\0\0\0")
    writer = Writer(4, 4, properties=[(21, comment)])
    image = read_xcf(writer.write([Layer(solid(1, 2, 3), kind=RGB, extra=[text])]))
    assert image.comment == "hi"
    assert image.layers[0].is_text
    assert "comment: hi" in image.notes


def test_unknown_modes_and_newer_files_are_called_approximate():
    strange = Layer(solid(1, 2, 3), kind=RGB, mode=99)
    image = read_xcf(Writer(4, 4).write([strange]))
    assert flatten(image).approximations == ("approximate: mode mode 99",)
    assert flatten(image, visible={(0,): False}).approximations == ()
    newer = read_xcf(Writer(4, 4, version=14).write([Layer(solid(1, 2, 3), kind=RGB)]))
    assert flatten(newer).approximations == ("approximate: file version 14",)


@pytest.mark.parametrize("mode", [28, 30, 35, 44, 48, 49, 51, 55])
@pytest.mark.parametrize("cover", [0, 255])
def test_a_tie_of_a_coarse_precision_goes_as_in_gimp(mode, cover):
    # 90 % of black over 55 of 255 is 5.5: GIMP 2.10 writes 6, which is 42 in sRGB; 5 would be 38.
    below = np.full((4, 4, 4), 55, np.uint8)
    below[..., 3] = (cover, cover, 255, 255)
    over = Layer(solid(0, 255, 0), kind=RGB, mode=mode, opacity=0.9)
    drawn = flatten(read_xcf(Writer(4, 4, precision=100).write([over, Layer(below)])))
    assert drawn.rgba[1, 3, [0, 2]].tolist() == [42, 42]


def test_endless_quotients_in_a_group_of_wide_integers_are_called_approximate():
    wide = np.full((4, 4, 3), 2**31, np.uint32)
    tree = [Layer(wide, RGB, is_group=True), Layer(wide, RGB, mode=43, path=(0, 0))]
    said = flatten(read_xcf(Writer(4, 4, precision=300).write(tree))).approximations
    assert said == ("approximate: mode Burn in a group, 32-bit integer",)
    alone = Writer(4, 4, precision=300).write([Layer(wide, kind=RGB, mode=43)])
    assert flatten(read_xcf(alone)).approximations == ()


def test_a_caller_can_stop_the_drawing():
    image = read_xcf(Writer(4, 4).write([Layer(solid(1, 2, 3), kind=RGB)]))

    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        flatten(image, check=stop)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not an XCF file"),
        (b"\x89PNG\r\n\x1a\n", "not an XCF file"),
        (b"gimp xcf v099\0", "version 99"),
        (b"gimp xcf v011\0" + struct.pack(">4I", 4, 4, 9, 150), "color type 9"),
        (b"gimp xcf v011\0" + struct.pack(">4I", 4, 4, 0, 7), "precision 7"),
        (b"gimp xcf v011\0" + struct.pack(">4I", 0, 4, 0, 150), "0 × 4"),
        (b"gimp xcf v011\0" + struct.pack(">4I", 2**31, 4, 0, 150), "cannot make"),
        (b"gimp xcf v011\0" + struct.pack(">4I", 500_000, 500_000, 0, 150), "limit"),
        (b"gimp xcf v011\0" + struct.pack(">4I", 4, 4, 0, 150), "truncated"),
    ],
)
def test_bad_headers_are_refused_with_cause(data, words):
    with pytest.raises(XcfError, match=words):
        read_xcf(data)


def test_absurd_layers_are_refused_before_anything_is_allocated():
    good = Writer(4, 4).write([Layer(solid(1, 2, 3), kind=RGB)])
    place = good.index(struct.pack(">3I", 4, 4, 0) + b"\0\0\0\x06layer")
    bad = good[:place] + struct.pack(">2I", 400_000, 400_000) + good[place + 8 :]
    tracemalloc.start()
    with pytest.raises(XcfError, match="limit is"):
        read_xcf(bad)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("compression", [0, 1, 2])
def test_every_cut_of_a_file_is_refused_quickly(compression):
    whole = Writer(70, 9, compression=compression).write([Layer(noise(1, (9, 70, 4)))])
    begun = time.monotonic()
    # The last bytes of a zlib stream are a checksum: without them no pixel is missing.
    for length in range(0, len(whole) - 8, 17):
        with pytest.raises(XcfError):
            flatten(read_xcf(whole[:length]))
    assert time.monotonic() - begun < 5


@settings(max_examples=150, deadline=2000)
@given(at=st.integers(0, 400), value=st.integers(0, 255), compression=st.sampled_from([0, 1, 2]))
def test_damage_is_drawn_or_refused_but_nothing_else(at, value, compression):
    data = bytearray(Writer(9, 7, compression=compression).write([Layer(noise(3, (7, 9, 4)))]))
    data[at % len(data)] = value
    with contextlib.suppress(XcfError):  # a refusal is as good as a picture; nothing else is
        image = read_xcf(bytes(data), max_pixels=10_000)
        assert flatten(image).rgba.shape == (image.height, image.width, 4)


def test_twelve_megapixels_in_two_layers_take_seconds():
    tile = noise(5, (64, 64, 4))
    over = np.tile(tile, (47, 63, 1))[:3000, :4000]
    data = Writer(4000, 3000).write([Layer(over, opacity=0.6), Layer(over[..., :3], kind=RGB)])
    begun = time.process_time()
    shown = flatten(read_xcf(data)).rgba
    assert shown.shape == (3000, 4000, 4)
    assert time.process_time() - begun < 6
