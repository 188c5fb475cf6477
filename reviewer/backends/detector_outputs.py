"""What a detector's outputs mean; exporters write boxes in half a dozen forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reviewer.backends.seen import BackendError
from reviewer.model.counting import counted

Array = NDArray[np.float64]

# Coordinates this small are shares of the input, not pixels of it.
_LARGEST_SHARE = 2.0
# More rows than this are every place that a model looked at, not what it chose.
_MOST_CHOSEN = 1000

_FORMS = (
    "understood are (1, 4+C, N), (1, N, 4+C) and (1, N, 5+C) for C classes, (1, N, 6) with score "
    "and class, class scores with boxes (1, N, 4), and boxes, labels and scores"
)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Boxes (N, 4) as x0, y0, x1, y1 in pixels of the model's input, with score and class.

    `classes_known` is how many classes the model tells apart, None where its form does not say.
    `is_final` says that the model itself has left one box an object.
    """

    boxes: Array
    scores: Array
    classes: NDArray[np.intp]
    classes_known: int | None
    is_final: bool


def read_outputs(
    outputs: Sequence[NDArray[np.generic]], *, labels: int | None, size: tuple[int, int]
) -> Candidates:
    """The candidates in a model's outputs; `labels` is how many names there are for its classes."""
    arrays = [_without_batch(np.asarray(output)) for output in outputs]
    found = _read(arrays, labels, size)
    if found is None:
        unnamed = _read(arrays, None, size) if labels else None
        if unnamed is not None and unnamed.classes_known:
            classes = counted(unnamed.classes_known, "class", "classes")
            raise BackendError(
                f"the detector tells {classes} apart and "
                f"was given {counted(labels or 0, 'label')}; name every class once, in its order"
            )
        shapes = ", ".join(str(tuple(np.shape(output))) for output in outputs)
        names = f" with {counted(labels, 'label')}" if labels else ""
        raise BackendError(f"the model's outputs {shapes}{names} are no detector's; {_FORMS}")
    if not (np.isfinite(found.boxes).all() and np.isfinite(found.scores).all()):
        raise BackendError("the model's outputs hold NaN or infinity; export it again")
    return found


def _read(
    arrays: Sequence[NDArray[np.generic]], labels: int | None, size: tuple[int, int]
) -> Candidates | None:
    """The candidates by the number of outputs; None for what is no detector's."""
    if len(arrays) == 1 and arrays[0].ndim == 2:
        return _from_one(arrays[0].astype(np.float64), labels, size)
    if len(arrays) == 2:
        return _from_classes_and_boxes(arrays, labels, size)
    return _from_boxes_labels_scores(arrays, size) if len(arrays) >= 3 else None


def _without_batch(array: NDArray[np.generic]) -> NDArray[np.generic]:
    return array[0] if array.ndim >= 2 and array.shape[0] == 1 else array


def _from_one(table: Array, labels: int | None, size: tuple[int, int]) -> Candidates | None:
    rows, columns = table.shape
    if columns == 6 and _are_classes(table[:, 5], labels):
        return _chosen(table[:, :4], table[:, 4], table[:, 5], size)
    if columns == 7 and _are_classes(table[:, 5], labels):
        return _chosen(table[:, 1:5], table[:, 6], table[:, 5], size)
    if rows == _classes(4, labels) or (labels is None and 4 < rows < columns):
        return _scored(table[:4].T, table[4:].T, size, is_final=False)
    if columns == _classes(5, labels) or (labels is None and columns in (85, 96)):
        # How sure it is of an object at all, times how sure it is of each class.
        return _scored(table[:, :4], table[:, 4:5] * table[:, 5:], size, is_final=False)
    if columns == _classes(4, labels) or (labels is None and 4 < columns < rows):
        # Of the two families with this form, the one that needs no suppression writes shares.
        return _scored(table[:, :4], table[:, 4:], size, is_final=_are_shares(table[:, :4]))
    return None


def _from_classes_and_boxes(
    arrays: Sequence[NDArray[np.generic]], labels: int | None, size: tuple[int, int]
) -> Candidates | None:
    if any(array.ndim != 2 for array in arrays) or len(arrays[0]) != len(arrays[1]):
        return None
    first, second = (array.astype(np.float64) for array in arrays)
    # With four classes the boxes could be either: exporters write the class scores first.
    logits, boxes = (first, second) if second.shape[1] == 4 else (second, first)
    if boxes.shape[1] != 4 or logits.shape[1] < 1:
        return None
    width = logits.shape[1]
    if width == _classes(1, labels) or (labels is None and width in (81, 92)):
        # The last column stands for "no object".
        return _scored(boxes, _softmax(logits)[:, :-1], size, is_final=True)
    if labels is not None and width != labels:
        return None
    is_share = logits.size > 0 and logits.min() >= 0 and logits.max() <= 1
    scores = logits if is_share else 1 / (1 + np.exp(-np.clip(logits, -60, 60)))
    return _scored(boxes, scores, size, is_final=True)


def _from_boxes_labels_scores(
    arrays: Sequence[NDArray[np.generic]], size: tuple[int, int]
) -> Candidates | None:
    numbers = [array for array in arrays if np.issubdtype(array.dtype, np.integer)]
    if len(numbers) != 1:
        return None
    count = numbers[0].size
    floats = [array for array in arrays if np.issubdtype(array.dtype, np.floating)]
    boxes = [array for array in floats if array.size == 4 * count and array.shape[-1:] == (4,)]
    scores = [array for array in floats if array.size == count and array.ndim == 1]
    if len(boxes) != 1 or len(scores) != 1:
        return None
    return _chosen(
        boxes[0].astype(np.float64).reshape(-1, 4),
        scores[0].astype(np.float64),
        numbers[0].astype(np.float64).ravel(),
        size,
    )


def _chosen(boxes: Array, scores: Array, classes: Array, size: tuple[int, int]) -> Candidates:
    return Candidates(_in_pixels(boxes, size), scores, classes.astype(np.intp), None, True)


def _scored(centred: Array, scores: Array, size: tuple[int, int], *, is_final: bool) -> Candidates:
    middle, half = centred[:, :2], centred[:, 2:] / 2
    boxes = _in_pixels(np.hstack([middle - half, middle + half]), size)
    best = scores.argmax(axis=1).astype(np.intp)
    return Candidates(boxes, scores[np.arange(len(scores)), best], best, scores.shape[1], is_final)


def _in_pixels(boxes: Array, size: tuple[int, int]) -> Array:
    if _are_shares(boxes):
        return boxes * np.array([size[0], size[1], size[0], size[1]], dtype=np.float64)
    return boxes


def _classes(beside: int, labels: int | None) -> int:
    """How long a row for these classes is; impossible where their number is not known."""
    return -1 if labels is None else beside + labels


def _are_shares(boxes: Array) -> bool:
    return bool(boxes.size and np.abs(boxes).max() <= _LARGEST_SHARE)


def _are_classes(column: Array, labels: int | None) -> bool:
    # Numbers of classes are whole; how sure a model is of a class hardly ever is.
    is_few = len(column) <= _MOST_CHOSEN
    is_whole = bool((column == np.rint(column)).all() and (column >= -1).all())
    return is_few and is_whole and bool((column < (labels or np.inf)).all())


def _softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
