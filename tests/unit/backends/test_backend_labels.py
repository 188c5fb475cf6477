"""What a detector's classes are called, and a list that is not as long as the classes are many."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.backends.detector_outputs import read_outputs
from reviewer.backends.labels import COCO_NAMES, labels_in_model, parse_labels, usual_labels
from reviewer.backends.seen import BackendError

NAMES = "{0: 'cat', 1: 'dog', 2: 'teddy bear'}"


def test_forms_of_labels() -> None:
    assert labels_in_model({"names": NAMES}) == ("cat", "dog", "teddy bear")
    assert labels_in_model({"names": '{"0": "cat", "1": "dog"}'}) == ("cat", "dog")
    assert labels_in_model({"labels": '["cat", "dog"]'}) == ("cat", "dog")
    assert labels_in_model({"classes": "cat, dog"}) == ("cat", "dog")
    assert labels_in_model({"names": "{1: 'cat'}", "author": "x"}) is None
    assert labels_in_model({}) is None
    assert parse_labels("cat\nteddy bear\n", name="l") == ("cat", "teddy bear")
    assert parse_labels('["cat"]', name="l") == ("cat",)
    with pytest.raises(BackendError, match=r"l\.txt: no list of labels"):
        parse_labels("cat\n\ndog", name="l.txt")
    original = usual_labels(91)
    assert (original[1], original[13], original[90]) == ("person", "stop sign", "toothbrush")
    assert usual_labels(80) == COCO_NAMES
    with pytest.raises(BackendError, match="7 classes and no names"):
        usual_labels(7)


@pytest.mark.parametrize("count", [79, 81])
def test_labels_that_are_not_as_many_as_the_classes_are_told(count: int) -> None:
    table = np.zeros((1, 84, 840), np.float32)
    with pytest.raises(BackendError, match=rf"80 classes apart and was given {count} labels"):
        read_outputs([table], labels=count, size=(640, 640))
    pair = [np.zeros((1, 100, 81), np.float32), np.full((1, 100, 4), 0.5, np.float32)]
    with pytest.raises(BackendError, match=r"80 classes apart and was given 7 labels"):
        read_outputs(pair, labels=7, size=(640, 640))
