"""One box an object: among boxes of one class that overlap, the surest stays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

OVERLAP = 0.45


def suppress(
    boxes: NDArray[np.float64],
    scores: NDArray[np.float64],
    classes: NDArray[np.intp],
    *,
    overlap: float = OVERLAP,
) -> NDArray[np.intp]:
    """Indices of the boxes (N, 4) that stay, surest first; classes do not suppress each other."""
    order = np.argsort(-scores, kind="stable")
    kept: list[int] = []
    while order.size:
        best, rest = order[0], order[1:]
        kept.append(int(best))
        is_same = classes[rest] == classes[best]
        order = rest[~(is_same & (_overlaps(boxes[best], boxes[rest]) > overlap))]
    return np.array(kept, dtype=np.intp)


def _overlaps(box: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[2:], others[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    union = np.prod(box[2:] - box[:2]) + np.prod(others[:, 2:] - others[:, :2], axis=1) - shared
    share: NDArray[np.float64] = np.zeros(len(others))
    np.divide(shared, union, out=share, where=union > 0)
    return share
