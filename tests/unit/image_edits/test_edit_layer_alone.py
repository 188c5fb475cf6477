"""A layer looked at alone stands where it stands in the picture."""

from __future__ import annotations

import numpy as np

from reviewer.session.layers import layer_alone, path_of


def test_a_layer_alone_keeps_its_place_and_what_lies_outside_is_cut(edit, write_xcf, layer):
    small = layer("Small", (255, 0, 0, 255), (6, 4))
    small.offset = (12, 3)
    data = write_xcf(16, 12, [small, layer("Low", (0, 0, 255, 255), (16, 12))])
    made = edit(ending="xcf", result=data)
    drawn = layer_alone(made.reader, made.task.artifacts[0], path_of("0"))
    assert drawn.pixels.shape == (12, 16, 4)
    inside = np.zeros((12, 16), bool)
    inside[3:7, 12:16] = True
    assert np.array_equal(drawn.pixels[..., 3] > 0, inside)
    assert drawn.notes == ("only the layer “Small”",)
