"""The instruments of image edits with their units, ranges, parameters and where they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reviewer.kinds import edit_read_layers as layers
from reviewer.kinds import edit_read_shape as shape
from reviewer.kinds import edit_read_similarity as likeness
from reviewer.kinds import edit_read_tone as tones
from reviewer.kinds.edit_modes import LAYER_MODES
from reviewer.kinds.edit_value import FILTERS, SPACES, Read
from reviewer.model import GOLDEN, INITIAL, Check

GUIDE = "the image-editing guide"
OURS = "ours, in the guide's form"
_WANG = "Wang et al. 2004, uniform window, as scikit-image"


@dataclass(frozen=True, slots=True)
class Instrument:
    """One instrument: `low` and `high` are the ends of its range, None where it has no end."""

    read: Read
    unit: str = ""
    low: float | None = None
    high: float | None = None
    source: str = GUIDE
    params: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """What it measures, in one line."""
        return (self.read.__doc__ or "").strip().partition("\n")[0]


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter: its sort (text, whole, odd, yes_no, key), words it may be, its range."""

    sort: str
    about: str
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


_SIDE = 1_000_000
PARAMS: Mapping[str, Param] = {
    "against": Param("text", "picture to compare with", (INITIAL, GOLDEN, "reference")),
    "size_of": Param("text", "picture whose size is asked for", (INITIAL, GOLDEN)),
    "resize": Param("yes_no", "bring a reference of another size to the result's"),
    "filter": Param("text", "filter of every resize", FILTERS),
    "space": Param("text", "color space to compare in", SPACES),
    "window": Param("odd", "width of the SSIM window, odd", least=3, most=1023),
    "bins": Param("whole", "bins a channel", least=1, most=65_536),
    "width": Param("whole", "width asked for, px", least=1, most=_SIDE),
    "height": Param("whole", "height asked for, px", least=1, most=_SIDE),
    "left": Param("whole", "left edge asked for, px", least=0, most=_SIDE),
    "top": Param("whole", "top edge asked for, px", least=0, most=_SIDE),
    "above": Param("whole", "white: R, G and B all above it", least=0, most=254),
    "alpha_below": Param("whole", "transparent: alpha below it", least=1, most=256),
    "dark_below": Param("whole", "dark: L below it", least=1, most=256),
    "name": Param("text", "words in the layer's name, case ignored"),
    "visible": Param("yes_no", "only layers that are visible, or hidden"),
    "mode": Param("text", "only layers in this mode", LAYER_MODES),
    "key": Param("key", "the setting: a word, or a pair as a list or as two words"),
}  # fmt: skip

_PAIR = ("against", "resize", "filter", "space")
_SIZE = ("against", "width", "height", "size_of")
_WHITE = ("against", "above", "alpha_below")
_UNIT = (0.0, 1.0)
_LIKE = (-1.0, 1.0)
_TURN = "rotations clockwise as GIMP names them; "


def _turn(name: str, source: str = _TURN + OURS) -> Instrument:
    return Instrument(shape.turned(name), "", *_LIKE, source=source, params=("against",))


INSTRUMENTS: Mapping[str, Instrument] = {
    "exists": Instrument(likeness.exists),
    "readable": Instrument(likeness.readable),
    "file_bytes": Instrument(likeness.file_bytes, "bytes", 0),
    "mode": Instrument(likeness.mode),
    "size_difference": Instrument(likeness.size_difference, "px", 0, params=_SIZE),
    "content_size_difference": Instrument(likeness.content_size_difference, "px", 0, params=_SIZE),
    "size_changed": Instrument(likeness.size_changed),
    "ssim": Instrument(likeness.ssim, "", *_LIKE, source=_WANG),
    "ssim_same_size": Instrument(
        likeness.ssim_same_size, "", *_LIKE, source=_WANG, params=(*_PAIR, "window")
    ),
    "palette_ssim": Instrument(
        likeness.palette_ssim, "", *_LIKE, source=_WANG, params=(*_PAIR, "window")
    ),
    "ssim_resized": Instrument(
        likeness.ssim_resized, "", *_LIKE, source=_WANG, params=("against", "filter")
    ),
    "histogram_correlation": Instrument(
        likeness.histogram_correlation, "", *_LIKE, params=("against", "bins", "space")
    ),
    "pixel_closeness": Instrument(likeness.pixel_closeness, "", *_UNIT),
    "differing_pixels": Instrument(likeness.differing_pixels, "px", 0, params=("against",)),
    "mean_absolute_difference": Instrument(
        likeness.mean_absolute_difference, "levels", 0, 255, params=_PAIR
    ),
    "distance_to_golden": Instrument(likeness.distance_to(GOLDEN), "levels", 0, 255, source=OURS),
    "distance_to_initial": Instrument(likeness.distance_to(INITIAL), "levels", 0, 255, source=OURS),
    "intended_change": Instrument(likeness.intended, source=OURS),
    "brightness_change": Instrument(
        tones.tone("brightness_change"), "levels", -255, 255, params=("against",)
    ),
    "brightness_structure": Instrument(tones.brightness_structure, "", *_UNIT, params=_PAIR[:3]),
    "contrast_change": Instrument(
        tones.tone("contrast_change"), "levels", -127.5, 127.5, params=("against",)
    ),
    "saturation_change": Instrument(
        tones.tone("saturation_change"), "levels", -255, 255, params=("against",)
    ),
    "hue_ssim": Instrument(tones.hue_value("hue"), "", *_LIKE, params=_PAIR[:3]),
    "value_ssim": Instrument(tones.hue_value("brightness"), "", *_LIKE, params=_PAIR[:3]),
    "red_change": Instrument(tones.shift("red"), "levels", -255, 255, params=("against", "filter")),
    "blue_change": Instrument(
        tones.shift("blue"), "levels", -255, 255, params=("against", "filter")
    ),
    "sharpness_ratio": Instrument(
        tones.sharpness_ratio, "×", 0, source=f"{GUIDE}, of OpenCV's gray", params=("against",)
    ),
    "channel_spread": Instrument(tones.channel_spread, "levels", 0, 65535),
    "inverted_mse": Instrument(tones.inverted_mse, "", 0, 65025, params=_PAIR[:3]),
    "green_share": Instrument(tones.green_share, "", *_UNIT, params=_PAIR[:3]),
    "white_border_share": Instrument(
        tones.white_border_share, "", *_UNIT, source=OURS, params=("above",)
    ),
    "color_count": Instrument(tones.color_count, "colors", 1, source=OURS),
    "transparent_share": Instrument(tones.transparent_share, "", *_UNIT, params=("alpha_below",)),
    "white_cleared": Instrument(tones.white_cleared("value"), "", *_UNIT, params=_WHITE),
    "white_lost": Instrument(
        tones.white_cleared("lost_share"), "", *_UNIT, source=OURS, params=_WHITE
    ),
    "mirror_ssim": _turn("mirror", GUIDE),
    "flip_ssim": _turn("flip", OURS),
    "rotate_90_ssim": _turn("rotate_90"),
    "rotate_180_ssim": _turn("rotate_180"),
    "rotate_270_ssim": _turn("rotate_270"),
    "crop_ssim": Instrument(shape.crop("ssim"), "", *_LIKE, source=OURS, params=("against",)),
    "crop_share": Instrument(shape.crop("share"), "", *_UNIT, source=OURS, params=("against",)),
    "crop_offset": Instrument(
        shape.crop_offset, "px", 0, source=OURS, params=("left", "top", "width", "height")
    ),
    "center_offset": Instrument(shape.center_offset, "", 0, 0.5),
    "leftmost_dark": Instrument(shape.leftmost_dark, "", *_UNIT, params=("dark_below",)),
    "layer_count": Instrument(layers.layer_count, "layers", 0),
    "layers_named": Instrument(
        layers.layers_named, "layers", 0, params=("name", "visible", "mode", "width", "height")
    ),
    "text_layers": Instrument(layers.text_layers, "layers", 0, source=OURS, params=("name",)),
    "layer_visible": Instrument(layers.layer_visible, source=OURS, params=("name",)),
    "layer_mode": Instrument(layers.layer_mode, source=OURS, params=("name",)),
    "layer_opacity": Instrument(layers.layer_opacity, "%", 0, 100, source=OURS, params=("name",)),
    "layer_size_difference": Instrument(
        layers.layer_size_difference, "px", 0, source=OURS, params=("name", "width", "height")
    ),
    "setting_value": Instrument(layers.setting_value, params=("key",)),
}


_BESIDE_RESULT: Mapping[str, frozenset[str]] = {
    "ssim": frozenset({GOLDEN}),
    "pixel_closeness": frozenset({GOLDEN}),
    "distance_to_golden": frozenset({GOLDEN}),
    "distance_to_initial": frozenset({INITIAL}),
    "intended_change": frozenset({GOLDEN, INITIAL}),
    "size_changed": frozenset({INITIAL}),
}
# They compare sizes, stored samples or transparency: the scale of levels is nothing to them.
ANY_SCALE = frozenset(
    ("size_difference", "content_size_difference", "size_changed", "differing_pixels")
)


def instrument_of(measurement: str) -> Instrument | None:
    """The instrument behind a measurement's id (`own.setting_value`); None for a judge's."""
    return INSTRUMENTS.get(measurement.rpartition(".")[2])


def ids_of(check: Check) -> Iterator[str]:
    """The measurements that a row reads."""
    yield check.measure
    for bound in check.rule.conditions:
        if bound.of:
            yield bound.of
    for stair in check.rule.stairs:
        for bound in (stair.bound, *stair.also):
            if bound.of:
                yield bound.of
    if isinstance(check.rule.target, str):
        yield check.rule.target


def params_of(check: Check) -> tuple[str, ...]:
    """The parameters that a row's instruments take, in order."""
    names: dict[str, None] = {}
    for identity in ids_of(check):
        found = instrument_of(identity)
        names |= dict.fromkeys(found.params if found else ())
    return tuple(names)


def roles_of(identity: str, params: Mapping[str, object], *, reference: str) -> frozenset[str]:
    """The pictures beside the result that an instrument needs; `reference` is the usual one."""
    name = identity.rpartition(".")[2]
    found = INSTRUMENTS.get(name)
    if name in _BESIDE_RESULT:
        return _BESIDE_RESULT[name]
    if name == "crop_offset":
        return frozenset({INITIAL} if {"left", "top"} & params.keys() else {INITIAL, GOLDEN})
    if found is None or "against" not in found.params:
        return frozenset()
    role = params.get("against", INITIAL if name == "mean_absolute_difference" else "")
    if name.endswith("size_difference"):
        if {"width", "height"} & params.keys():
            return frozenset()
        role = params.get("size_of", "") or params.get("against", "")
    return frozenset({reference if role in ("", "reference") else str(role)})
