"""How layers and pictures may be stored, by the names that GIMP and Pillow give the modes."""

from __future__ import annotations

LAYER_MODES = (
    "Normal (legacy)", "Dissolve", "Behind (legacy)", "Multiply (legacy)", "Screen (legacy)",
    "Overlay (legacy)", "Difference (legacy)", "Addition (legacy)", "Subtract (legacy)",
    "Darken only (legacy)", "Lighten only (legacy)", "HSV Hue (legacy)", "HSV Saturation (legacy)",
    "HSL Color (legacy)", "HSV Value (legacy)", "Divide (legacy)", "Dodge (legacy)",
    "Burn (legacy)", "Hard light (legacy)", "Soft light (legacy)", "Grain extract (legacy)",
    "Grain merge (legacy)", "Color erase (legacy)", "Overlay", "LCh Hue", "LCh Chroma",
    "LCh Color", "LCh Lightness", "Normal", "Behind", "Multiply", "Screen", "Difference",
    "Addition", "Subtract", "Darken only", "Lighten only", "HSV Hue", "HSV Saturation",
    "HSL Color", "HSV Value", "Divide", "Dodge", "Burn", "Hard light", "Soft light",
    "Grain extract", "Grain merge", "Vivid light", "Pin light", "Linear light", "Hard mix",
    "Exclusion", "Linear burn", "Luma darken only", "Luma lighten only", "Luminance",
    "Color erase", "Erase", "Merge", "Split", "Pass through", "Replace",
)  # fmt: skip

PICTURE_MODES = (
    "1", "L", "LA", "La", "P", "PA", "RGB", "RGBA", "RGBa", "RGBX", "CMYK", "YCbCr", "LAB", "HSV",
    "I", "I;16", "I;16B", "I;16L", "I;16N", "F", "GRAY", "INDEXED",
)  # fmt: skip


def layer_mode(text: str) -> str:
    """GIMP's own spelling of a mode, whatever its case here; the text itself where it is none."""
    wanted = text.strip().casefold()
    return next((name for name in LAYER_MODES if name.casefold() == wanted), text)
