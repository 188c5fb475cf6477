"""What is in an XCF file, as plain data for printing."""

from __future__ import annotations

from .xcf_model import XcfImage, XcfLayer

Json = dict[str, object]


def describe(image: XcfImage) -> Json:
    """Everything the file says about itself, ready for JSON."""
    layers = image.walk()
    return {
        "format": "xcf",
        "version": image.version,
        "width": image.width,
        "height": image.height,
        "base_type": image.base_type,
        "precision": image.precision,
        "precision_name": image.precision_name,
        "compression": image.compression,
        "resolution": list(image.resolution) if image.resolution else None,
        "comment": image.comment or None,
        "colors": len(image.colormap),
        "layer_count": sum(not layer.is_group for layer in layers),
        "group_count": sum(layer.is_group for layer in layers),
        "channels": list(image.channels),
        "parasites": list(image.parasites),
        "notes": list(image.notes),
        "layers": [_layer(layer) for layer in image.layers],
    }


def _layer(layer: XcfLayer) -> Json:
    mask = layer.mask
    return {
        "path": list(layer.path),
        "name": layer.name,
        "kind": layer.kind,
        "width": layer.width,
        "height": layer.height,
        "offset": list(layer.offset),
        "opacity": round(layer.opacity, 6),
        "mode": layer.mode,
        "mode_name": layer.mode_name,
        "blend_space": layer.blend_space,
        "composite_space": layer.composite_space,
        "composite_mode": layer.composite_mode,
        "visible": layer.visible,
        "is_group": layer.is_group,
        "is_text": layer.is_text,
        "is_floating": layer.is_floating,
        "mask": None
        if mask is None
        else {"name": mask.name, "applied": mask.applied, "shown": mask.shown},
        "effects": layer.effects,
        "parasites": list(layer.parasites),
        "layers": [_layer(child) for child in layer.children],
    }
