"""Findings land on the pixels of what they speak of."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.overlays.floor_plan import PlanMark, PlanMarks, plan_layers
from reviewer.overlays.layers import paint
from reviewer.overlays.palette import DOCUMENTED, SAFE
from tests.unit.overlays.labels import labels_at

WHITE = np.full((100, 200, 3), 255, dtype=np.uint8)


def box(x: float, y: float, w: float, h: float) -> np.ndarray:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])


def marks(**changes) -> PlanMarks:
    fields = {
        "view": (1000.0, 0.0, 400.0, 200.0),
        "rooms": [PlanMark(box(1010, 10, 380, 180))],
        "pieces": [
            PlanMark(box(1040, 40, 40, 40), True),
            PlanMark(box(1120, 40, 40, 40), False),
            PlanMark(box(1200, 40, 40, 40), None),
        ],
        "clearances": [
            PlanMark(np.array([[1060.0, 80], [1060, 190]]), True),
            PlanMark(np.array([[1140.0, 80], [1140, 190]]), False),
        ],
    } | changes
    return PlanMarks(**fields)


def test_user_units_become_pixels() -> None:
    layers = {layer.name: layer.mask for layer in plan_layers(marks(), size=(100, 200))}
    ys, xs = np.nonzero(layers["plan_holds"])
    assert (xs.min(), xs.max(), ys.min(), ys.max()) == pytest.approx((20, 40, 20, 40), abs=1)
    assert layers["plan_breaks"][30, 70] == 1
    assert layers["plan_open"][30, 110] == 1
    assert layers["plan_room"][5, 100] == 1
    assert layers["plan_room"][50, 100] == 0
    assert layers["plan_clear"][60, 30] == 1
    assert layers["plan_narrow"][60, 70] == 1


def test_verdicts_have_colors_of_the_palette() -> None:
    picture = paint(WHITE, plan_layers(marks(), size=(100, 200)))
    assert picture.shape == WHITE.shape
    assert picture[60, 30].tolist() == list(DOCUMENTED.paint("changed_right").color)
    assert picture[60, 70].tolist() == list(DOCUMENTED.paint("change_uncalled").color)
    colors = {tuple(picture[30, x]) for x in (30, 70, 110)}
    assert len(colors) == 3
    assert (WHITE == 255).all()
    assert picture[98, 198].tolist() == [255, 255, 255]


def test_a_piece_that_breaks_a_rule_lies_on_top() -> None:
    layers = plan_layers(marks(), size=(100, 200), palette=SAFE)
    assert labels_at(layers, 70, 30)[-1] == "piece, breaks a rule"


def test_the_east_row() -> None:
    row = [PlanMark(box(1340, y, 20, 20)) for y in (20, 60, 100, 140)]
    assert {layer.name for layer in plan_layers(marks(east=row), size=(100, 200))} >= {"plan_east"}


def test_nothing_to_draw_and_no_scale() -> None:
    empty = PlanMarks(view=(0, 0, 10, 10))
    assert plan_layers(empty, size=(5, 5)) == ()
    with pytest.raises(ValueError, match="no scale"):
        plan_layers(PlanMarks(view=(0, 0, 0, 10)), size=(5, 5))
    far = marks(pieces=[PlanMark(box(-1e8, -1e8, 3e8, 3e8), True)])
    assert plan_layers(far, size=(100, 200))[1].mask.shape == (100, 200)
