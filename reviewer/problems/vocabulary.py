"""The words that problems are drawn from; their order is part of the generator's version."""

from __future__ import annotations

GENERATOR_VERSION = "imagent-problems-v1.0.0"

# Plurals that a trailing "s" does not give.
_IRREGULAR = {"bench": "benches", "bus": "buses", "sandwich": "sandwiches"}

OBJECTS = (
    "airplane",
    "apple",
    "backpack",
    "banana",
    "bear",
    "bench",
    "bicycle",
    "bird",
    "boat",
    "book",
    "bottle",
    "bowl",
    "bus",
    "cake",
    "car",
    "cat",
    "chair",
    "clock",
    "cup",
    "dog",
    "donut",
    "elephant",
    "fork",
    "giraffe",
    "horse",
    "keyboard",
    "kite",
    "laptop",
    "pizza",
    "sandwich",
    "suitcase",
    "teddy bear",
    "train",
    "truck",
    "umbrella",
    "vase",
    "zebra",
)
COLORS = ("black", "blue", "brown", "green", "purple", "red", "white", "yellow")
TEXTURES = ("fluffy", "glass", "leather", "metallic", "plastic", "wooden")
SHAPES = ("cubic", "cylindrical", "oval", "rectangular", "round", "square")
SETTINGS = (
    "on a beach",
    "on a city street",
    "in a forest",
    "in a kitchen",
    "in a park",
    "in a photo studio",
)
COUNTS = (2, 3, 4)
NUMBER_WORDS = {2: "two", 3: "three", 4: "four"}

# How a prompt says a relation, and how an answer key names it.
RELATIONS = (
    ("to the left of", "left_of"),
    ("to the right of", "right_of"),
    ("above", "above"),
    ("below", "below"),
)
WORDS = (
    "ANCHOR",
    "BRIGHT",
    "CANVAS",
    "DELTA",
    "EMBER",
    "FALCON",
    "GRAVITY",
    "HARBOR",
    "IVORY",
    "JUNIPER",
    "KINETIC",
    "LANTERN",
    "MERIDIAN",
    "NIMBUS",
    "ORBIT",
    "PRISM",
    "QUARTZ",
    "RIVET",
    "SUMMIT",
    "TIDAL",
    "VECTOR",
    "ZENITH",
)


def plural(name: str) -> str:
    """The plural that a prompt uses for an object."""
    return _IRREGULAR.get(name, f"{name}s")
