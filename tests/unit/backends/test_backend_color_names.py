"""Shades with a name of their own: each is the color that people would call it."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.backends.color import color_of

# Names of CSS and of paints that clearly belong to one of the eight.
SHADES = """\
black black 000000
black jet 343434
black onyx 353839
black ebony 292421
black licorice 1a1110
black charred 121218
blue blue 0000ff
blue medium-blue 0000cd
blue dark-blue 00008b
blue navy 000080
blue midnight 191970
blue royal 4169e1
blue cornflower 6495ed
blue dodger 1e90ff
blue deep-sky 00bfff
blue sky 87ceeb
blue light-sky 87cefa
blue light add8e6
blue powder b0e0e6
blue steel 4682b4
blue light-steel b0c4de
blue cobalt 0047ab
blue azure 007fff
blue sapphire 0f52ba
blue denim 1560bd
blue oxford 002147
blue prussian 003153
blue baby 89cff0
blue ultramarine 120a8f
blue cerulean 2a52be
blue plain-1 141ed2
blue plain-2 2020d0
blue plain-3 2830dc
blue very-dark-navy 001146
brown saddle 8b4513
brown sienna a0522d
brown chocolate d2691e
brown peru cd853f
brown coffee 6f4e37
brown umber 635147
brown sepia 704214
brown bistre 3d2b1f
brown chestnut 954535
brown taupe 483c32
brown dark 5c4033
brown walnut 773f1a
brown tan d2b48c
brown burlywood deb887
green green 008000
green dark 006400
green lime 00ff00
green lime-green 32cd32
green forest 228b22
green sea 2e8b57
green medium-sea 3cb371
green dark-sea 8fbc8f
green light 90ee90
green pale 98fb98
green spring 00ff7f
green medium-spring 00fa9a
green lawn 7cfc00
green chartreuse 7fff00
green yellow-green 9acd32
green green-yellow adff2f
green olive-drab 6b8e23
green dark-olive 556b2f
green olive 808000
green emerald 50c878
green kelly 4cbb17
green hunter 355e3b
green jade 00a86b
green racing 004225
green sap 507d2a
purple purple 800080
purple indigo 4b0082
purple rebecca 663399
purple blue-violet 8a2be2
purple dark-violet 9400d3
purple dark-orchid 9932cc
purple medium-orchid ba55d3
purple dark-magenta 8b008b
purple medium 9370db
purple orchid da70d6
purple plum dda0dd
purple violet ee82ee
purple thistle d8bfd8
purple amethyst 9966cc
purple eggplant 614051
purple grape 6f2da8
purple royal-purple 7851a9
purple byzantium 702963
red red ff0000
red dark 8b0000
red maroon 800000
red oxblood 700000
red firebrick b22222
red crimson dc143c
red indian cd5c5c
red scarlet ff2400
red ruby e0115f
red cardinal c41e3a
red carmine 960018
red fire-engine ce2029
red burgundy 800020
red vermilion e34234
white white ffffff
white snow fffafa
white ivory fffff0
white ghost f8f8ff
white smoke f5f5f5
white floral fffaf0
white mint-cream f5fffa
white azure-white f0ffff
white alice f0f8ff
white seashell fff5ee
white linen faf0e6
white old-lace fdf5e6
white antique faebd7
yellow yellow ffff00
yellow gold ffd700
yellow goldenrod daa520
yellow khaki f0e68c
yellow light ffffe0
yellow lemon-chiffon fffacd
yellow pale-goldenrod eee8aa
yellow light-goldenrod fafad2
yellow mustard ffdb58
yellow lemon fff700
yellow amber ffbf00
yellow canary ffef00
yellow saffron f4c430
yellow corn fbec5d
""".splitlines()


def seen_as(rgb: tuple[int, ...]) -> str | None:
    return color_of(np.full((24, 24, 3), rgb, dtype=np.uint8), (0, 0, 24, 24))


@pytest.mark.parametrize("line", SHADES)
def test_a_named_shade(line: str) -> None:
    color, _, shade = line.split()
    assert seen_as(tuple(bytes.fromhex(shade))) == color


def test_a_gray_is_black_or_white_by_its_lightness() -> None:
    # Half of the lightness lies between the grays 118 and 119.
    seen = {level: seen_as((level,) * 3) for level in range(256)}
    assert {level for level, color in seen.items() if color == "black"} == set(range(119))
    assert {level for level, color in seen.items() if color == "white"} == set(range(119, 256))


def test_every_shade_of_the_pure_colors_keeps_its_name() -> None:
    for level in range(90, 256):
        assert seen_as((level, 0, 0)) == "red"
        assert seen_as((0, level, 0)) == "green"
        assert seen_as((0, 0, level)) == "blue"
    for level in range(215, 256):
        assert seen_as((level, level, 0)) == "yellow"


@pytest.mark.parametrize(
    ("shade", "color"),
    [("ffa500", "yellow"), ("ffc0cb", "purple"), ("ff69b4", "purple"), ("00ffff", "green")],
)
def test_orange_pink_and_cyan_go_to_what_is_nearest(shade: str, color: str) -> None:
    assert seen_as(tuple(bytes.fromhex(shade))) == color
