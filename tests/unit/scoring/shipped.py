"""The rubrics that come with the program, and a floor plan that earns everything under its own."""

from __future__ import annotations

from pathlib import Path

from reviewer.model import Rubric, Scalar
from reviewer.scoring.rubric_file import parse_rubric

FOLDER = Path(__file__).parents[3] / "resources" / "rubrics"
JUDGED = (
    "vlm_furniture_present",
    "vlm_text_legible",
    "vlm_color_categorized",
    "vlm_layout_realistic",
)
COUNTS = {
    "shapes": 31,
    "colors": 5,
    "texts": 31,
    "dim_mm": 9,
    "png_bytes": 80_000,
    "png_width": 2400,
    "png_height": 1800,
    "check_lines": 22,
    "named_ids": 22,
    "lpe_count": 3,
    "measure_count": 5,
    "gt_furniture_coverage": 11,
    "gt_furniture_target": 11,
    "gt_room_refs": 4,
    "gt_room_count": 4,
    "east_rects": 4,
    "inkscape_ui_shots": 5,
}


def shipped(name: str) -> Rubric:
    """A rubric by its name, whole."""

    def data(base: str) -> bytes:
        return (FOLDER / f"{base}.toml").read_bytes()

    return parse_rubric(data(name), name=name, base=data)


def floor_plan() -> dict[str, Scalar]:
    """What is measured and judged of a floor plan; nothing was audited."""
    return {
        **COUNTS,
        "furniture_layer": True,
        "east_align_variance": 0.0,
        **dict.fromkeys(JUDGED, 1.0),
    }
