"""Each layer mode against the pixels that GIMP 2.10.34 made of the same two layers."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.formats.xcf_color import convert
from reviewer.formats.xcf_dissolve import dissolved
from reviewer.formats.xcf_encoding import to_byte
from reviewer.formats.xcf_modes import MODES, Composite, Space, resolve
from reviewer.formats.xcf_surface import Patch, Rect, Surface, lay

UNDER = [
    (168, 229, 184, 255),
    (40, 90, 200, 255),
    (255, 255, 255, 255),
    (10, 10, 10, 255),
    (120, 60, 30, 128),
    (0, 0, 0, 0),
    (200, 150, 90, 255),
    (138, 138, 138, 200),
]
OVER = [
    (20, 136, 61, 255),
    (230, 120, 40, 160),
    (128, 127, 0, 255),
    (250, 200, 10, 90),
    (90, 210, 160, 200),
    (180, 40, 70, 255),
    (33, 44, 55, 0),
    (60, 180, 240, 77),
]
OPACITY = 0.7

# RGBA of the eight pixels, by mode.
GIMP = {
    0: "40a462ff 7b6782ff a6a54dff 45390aff 63a67ac6 b42846b3 c8965aff 7695a4d4",
    1: "14883dff e67828ff ffffffff fac80aff 5ad2a0ff b42846ff c8965aff 8a8a8ac8",
    3: "3c9a56ff 26457eff a6a54dff 0a0908ff 50371880 00000000 c8965aff 6f8088c8",
    4: "adefc4ff 7d7cccff ffffffff 45390cff 918f6780 00000000 c8965aff 919fa6c8",
    6: "9a868dff 6a40b6ff a5a6ffff 433608ff 496b5280 00000000 c8965aff 7b7281c8",
    7: "b6f7e3ff 868fdaff ffffffff 473b0cff a7a17180 00000000 c8965aff 99a8a8c8",
    8: "9a868dff 1632b6ff a5a6ffff 080808ff 491d0e80 00000000 c8965aff 7b6767c8",
    9: "40a462ff 285a82ff a6a54dff 0a0a0aff 683c1e80 00000000 c8965aff 768a8ac8",
    10: "a8e5b8ff 7b67c8ff ffffffff 45390aff 788a6180 00000000 c8965aff 8a95a4c8",
    11: "a8e5bcff 6e6282ff ffffffff 0a0a0aff 495b3980 00000000 c8965aff 8a8a8ac8",
    12: "4ae573ff 2658c8ff ff4d4dff 0a0808ff 78432980 00000000 c8965aff 8a7070c8",
    13: "a0edbaff 75617bff ffffffff 0c0b08ff 4a5a3980 00000000 c8965aff 7093a4c8",
    14: "78a484ff 2b60d5ff a6a6a6ff 454545ff a7532a80 00000000 c8965aff a4a4a4c8",
    15: "e5f7eaff 2a86e0ff ffffffff 0a0b47ff be432780 00000000 c8965aff a8998cc8",
    16: "b2f7e0ff 867dd8ff ffffffff 47130aff 9aa13880 00000000 c8965aff 95a8a8c8",
    17: "32d537ff 1e3270ff ffffffff 090808ff 3a260e80 00000000 c8965aff 677e88c8",
    18: "45e675ff 74588cff fffe4dff 442c08ff 667d3b80 00000000 c8965aff 7796a4c8",
    19: "86e6a5ff 3458bbff ffffffff 0c0b08ff 6e4b2280 00000000 c8965aff 819198c8",
    20: "e5dfe7ff 165ee0ff ffffffff 080827ff 8c1d0e80 00000000 c8965aff 9b7d6dc8",
    21: "5ceb89ff 5556a1ff fffea5ff 281c08ff 64672f80 00000000 c8965aff 7997a7c8",
    23: "7be69fff 3958b9ff ffffffff 0d0c08ff 66542280 00000000 c8965aff 8096a7c8",
    26: "91eaa3ff 724f9aff ffffbaff 190700ff 4b502c80 00000000 c8965aff 7b8d9cc8",
    27: "70a880ff 5477e8ff b1b1b1ff 6e6e6eff c9876780 00000000 c8965aff 919191c8",
    28: "62ab75ff a2689cff b3b395ff 866a0aff 64b68ac6 b42846b3 c8965aff 7c96acd4",
    30: "61a46fff 26499bff b3b395ff 0a0908ff 57361780 00000000 c8965aff 7c8288c8",
    31: "adefc4ff a483ccff ffffffff 866b0dff 95ad8480 00000000 c8965aff 90a0a9c8",
    32: "9a9791ff 8647b8ff b3b3ffff 806508ff 55786480 00000000 c8965aff 807d83c8",
    33: "a9fabeff a477c9ff ffffffff 866b0cff 87a97d80 00000000 c8965aff 8ca0b1c8",
    34: "a7cdb2ff 0026c7ff edeeffff 000008ff 66000080 00000000 c8965aff 886f4bc8",
    35: "62ab75ff 285a9cff b3b395ff 0a0a0aff 693c1e80 00000000 c8965aff 7e8a8ac8",
    36: "a8e5b8ff a268c8ff ffffffff 866a0aff 78a57b80 00000000 c8965aff 8a94a7c8",
    37: "a8e5bcff 8d629cff ffffffff 0a0a0aff 55634180 00000000 c8965aff 8a8a8ac8",
    38: "64e57eff 2658c8ff ffffffff 0a0a0aff 78442b80 00000000 c8965aff 8a8a8ac8",
    39: "a0edbaff 97619bff ffffffff 0d0c08ff 56614180 00000000 c8965aff 7d92a6c8",
    40: "7dab89ff 2b60d6ff b3b3b3ff 868686ff b1582c80 00000000 c8965aff a7a7a7c8",
    41: "ffffffff 2b94ffff ffffffff 0a0c89ff ff452d80 00000000 c8965aff ff998cc8",
    42: "b2ffe3ff ff85d9ff ffffffff ff180aff a0ff4080 00000000 c8965aff 94ffffc8",
    43: "00d567ff 203c97ff ffffffff 090000ff 472b0080 00000000 c8965aff 778288c8",
    44: "63e67fff 96589fff fffe95ff 834e08ff 66934480 00000000 c8965aff 7f96a7c8",
    45: "89e6a6ff 3659bcff ffffffff 0d0c08ff 6e4e2280 00000000 c8965aff 849098c8",
    46: "fadfe9ff 0c5df4ff ffffffff 000042ff 8e231180 00000000 c8965aff 9c817cc8",
    47: "6ceb8eff 6657a9ff ffffb3ff 452a00ff 66733380 00000000 c8965aff 7f97aac8",
    48: "60f188ff 9056a2ff ffffffff 890e08ff 5e872480 00000000 c8965aff 7ca5acc8",
    49: "66e590ff 905aa2ff fffe95ff 834c0aff 78833480 00000000 c8965aff 868aa2c8",
    50: "5cf172ff ac549bff fffe95ff 895100ff 59b04a80 00000000 c8965aff 7ca8d6c8",
    51: "60f86aff b3449aff ffffffff 890808ff 52c71280 00000000 c8965aff 7cacacc8",
    52: "a4a3a6ff 8b6bbeff b3b3ffff 81670dff 7b887580 00000000 c8965aff 898786c8",
    53: "5a9e69ff 1f409aff b3b395ff 090000ff 4f2a0080 00000000 c8965aff 7b7f87c8",
    54: "62ab75ff 285ac8ff b3b395ff 0a0a0aff 783c1e80 00000000 c8965aff 8a8a8ac8",
    55: "a8e5b8ff a2689cff ffffffff 866a0aff 69a57b80 00000000 c8965aff 7e94a7c8",
    56: "79a685ff 3776ffff b1b1b1ff 6e6e6eff e5784280 00000000 c8965aff 919191c8",
    57: "baf6cacc 1d5ac9fc ffffffff 08090aff 7933127d 00000000 c8965aff 8d877fbc",
    58: "a8e5b84d 285ac88f ffffff4d 0a0a0ac0 783c1e3a 00000000 c8965aff 8a8a8a9e",
    59: "62ab75ff a2689cff b3b395ff 866a0aff 69a57bff b42846b3 c8965aff 7e94a7fe",
    60: "a8e5b84d 285ac88f ffffff4d 0a0a0ac0 00000000 00000000 c8965aff 8a8a8a92",
}


def patch(pixels: list[tuple[int, int, int, int]], strength: float) -> Patch:
    """One row of pixels as a layer in the top-left corner."""
    planes = np.moveaxis(np.array([pixels], np.float32) / np.float32(255), -1, 0)

    def color(space: Space) -> np.ndarray:
        return convert(planes[:3], "perceptual", space)

    return Patch(Rect(0, 1, 0, len(pixels)), color, planes[3], strength)


def drawn(number: int, *, rule: int = 0) -> np.ndarray:
    """The upper row on the lower one in a mode, as bytes (8, 4)."""
    surface = Surface(Rect(0, 1, 0, len(UNDER)))
    lay(surface, patch(UNDER, 1.0), resolve(28, blend=0, composite=0, rule=0))
    over = patch(OVER, OPACITY)
    lay(
        surface,
        dissolved(over) if number == 1 else over,
        resolve(number, blend=0, composite=0, rule=rule),
    )
    color = to_byte(convert(surface.color, surface.space, "perceptual"))
    pixels = np.concatenate([color, to_byte(surface.alpha)[None]])[:, 0].T
    return np.where(pixels[:, 3:] == 0, 0, pixels)


@pytest.mark.parametrize("number", GIMP)
def test_mode_equals_gimp(number):
    expected = np.frombuffer(bytes.fromhex(GIMP[number]), np.uint8).reshape(-1, 4)
    difference = np.abs(drawn(number).astype(int) - expected)
    assert difference.max() <= 2, MODES[number].name


@pytest.mark.parametrize(
    ("rule", "name", "alpha"),
    [
        (2, "clip to backdrop", [255, 255, 255, 255, 128, 0, 255, 200]),
        (3, "clip to layer", [179, 112, 179, 63, 140, 179, 0, 54]),
        (4, "intersection", [179, 112, 179, 63, 70, 0, 0, 42]),
    ],
)
def test_composite_rules_decide_what_stays(rule: int, name: Composite, alpha: list[int]):
    assert resolve(30, blend=0, composite=0, rule=rule).composite_mode == name
    assert np.abs(drawn(30, rule=rule)[:, 3].astype(int) - alpha).max() <= 1


def test_layers_may_choose_their_spaces_but_legacy_ones_may_not():
    chosen = resolve(30, blend=2, composite=2, rule=0)
    assert (chosen.blend_space, chosen.composite_space) == ("perceptual", "perceptual")
    legacy = resolve(3, blend=1, composite=1, rule=1)
    assert (legacy.blend_space, legacy.composite_space) == ("perceptual", "perceptual")
    assert legacy.composite_mode == "clip to backdrop"
    # Minus one is how GIMP writes what it chose by itself.
    assert resolve(28, blend=0, composite=-1, rule=-1).composite_space == "linear"
