"""Masks of a few places, taken apart."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from reviewer.metrics.maze_spot import pieces_of


@pytest.mark.parametrize("share", [0.0, 0.02, 0.1, 0.4, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_pieces_are_those_of_the_whole_mask(seed, share):
    shown = np.random.default_rng(seed).random((37, 53)) < share
    mask = np.where(shown, 255, 0).astype(np.uint8)
    _, labels = cv2.connectedComponents(mask, connectivity=8)
    wanted = {frozenset(np.flatnonzero(labels == n).tolist()) for n in np.unique(labels[shown])}
    found = [np.flatnonzero(piece.drawn(mask.shape)).tolist() for piece in pieces_of(mask)]
    assert len(found) == len(wanted)
    assert set(map(frozenset, found)) == wanted
